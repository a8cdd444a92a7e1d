"""The landmark of each Location, around 0,0 with its ground at 90, about 220 wide."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.board.paper_cut import (
    fill_circle,
    fill_ellipse,
    fill_rect,
    place_group,
    polar_point,
)

from ..palette import COLOURS
from .creatures import draw_creature
from .emblems import draw_family_sign
from .hats import draw_fan
from .paper import (
    BONE,
    DARK,
    GILT,
    GOLD,
    GUILD_OF_RACE,
    PALETTES,
    SKIN,
    STEEL,
    WHITE,
    WOOD,
    Palette,
    blend,
    draw_line,
    fill_blob,
    fill_edges,
    fill_limb,
    fill_mirrored,
    fill_path,
)
from .props import draw_prop


def draw_landmark(code: str, paint: Palette) -> str:
    """Return the landmark of a Location."""
    return _LANDMARKS[code](paint)


def draw_landmark_emblem(code: str, paint: Palette) -> str:
    """Return the landmark of a Location without what cannot be seen 40 pixels wide."""
    return _EMBLEMS.get(code, _LANDMARKS[code])(paint)


def _draw_arch(x: float, y: float, wide: float, high: float, fill: str) -> str:
    half = wide / 2
    return fill_path(
        f"M{x - half} {y}V{y - high + half}Q{x - half} {y - high} {x} {y - high - half * 0.4}"
        f"Q{x + half} {y - high} {x + half} {y - high + half}V{y}Z",
        fill,
    )


def _draw_silos(paint: Palette) -> str:
    parts = []
    for x, top, wide in ((-78, -30, 60), (70, -52, 66), (-6, -88, 78)):
        half = wide / 2
        parts.append(fill_path(f"M{x - half} 90V{top}Q{x} {top - 64} {x + half} {top}V90Z", SKIN))
        parts.append(
            draw_line(
                f"M{x - half} {top + 30}H{x + half}M{x - half} {top + 70}H{x + half}",
                paint.deep,
                5,
                0.6,
            )
        )
        parts.append(fill_limb((x, top - 30), -80, 46, 8, paint.accent, wave=24))
    return (
        "".join(parts)
        + _draw_arch(-6, 90, 34, 46, DARK)
        + fill_blob("-34 90 -20 70 -6 64 8 70 22 90", GOLD)
    )


def _draw_reserves(paint: Palette) -> str:
    dome = fill_path("M-112 90V40Q-104 -96 0 -100Q104 -96 112 40V90Z", paint.glow, 0.35)
    jellies = "".join(
        place_group([draw_creature("jellyfish", value, paint)], (x, y), scale=size)
        for x, y, size, value in (
            (-50, 10, 0.42, 3),
            (34, -28, 0.5, 3),
            (52, 50, 0.3, 1),
            (-8, 58, 0.26, 1),
        )
    )
    ribs = draw_line(
        "M-112 40Q-104 -96 0 -100Q104 -96 112 40M0 -100V90M-62 90Q-70 -40 0 -100Q70 -40 62 90",
        WHITE,
        4,
        0.7,
    )
    return dome + jellies + ribs + fill_rect(-122, 82, 244, 14, GILT)


def _draw_dome(paint: Palette) -> str:
    dome = fill_path("M-112 90V40Q-104 -96 0 -100Q104 -96 112 40V90Z", paint.glow, 0.35)
    ribs = draw_line("M-112 40Q-104 -96 0 -100Q104 -96 112 40", WHITE, 8)
    sign = place_group([draw_family_sign("mages", paint)], (0, 12), scale=2.6)
    return dome + sign + ribs + fill_rect(-122, 80, 244, 18, GILT)


def _draw_sanctuary(paint: Palette) -> str:
    steps = "".join(
        fill_rect(
            -96 + at * 14,
            76 - at * 13,
            192 - at * 28,
            15,
            blend(paint.light, paint.deep, 0.65 - at * 0.15),
        )
        for at in range(3)
    )
    columns = "".join(fill_rect(x - 8, -24, 16, 76, SKIN) for x in (-58, -30, 30, 58))
    roof = fill_mirrored("0 -104 -44 -96 -84 -54 -92 -18 -66 -28 -46 -12 -22 -26 0 -12", SKIN)
    lamp = fill_circle((0, 22), 40, "#fff3c8", 0.35) + fill_circle((0, 22), 16, "#fff3c8")
    hang = "".join(fill_limb((x, -22), 90, 40, 5, paint.light, wave=18) for x in (-76, 76, -46, 46))
    return (
        columns
        + lamp
        + steps
        + hang
        + roof
        + fill_blob("-6 -94 -40 -86 -68 -52 -64 -40 -40 -66", WHITE, 0.5)
    )


def _draw_parliament(paint: Palette) -> str:
    dome = (
        fill_path("M-46 -30Q-44 -92 0 -96Q44 -92 46 -30Z", SKIN)
        + draw_line("M0 -96V-122", GOLD, 5)
        + fill_edges("0 -124 26 -114 0 -104", GOLD)
    )
    gable = fill_edges("-104 0 0 -46 104 0", paint.light) + fill_rect(-104, 0, 208, 12, paint.mid)
    columns = "".join(
        fill_rect(x - 8, 12, 16, 64, paint.glow) + fill_rect(x + 2, 12, 6, 64, paint.mid)
        for x in (-88, -52, -18, 18, 52, 88)
    )
    return (
        dome
        + fill_rect(-98, 12, 196, 66, paint.deep)
        + columns
        + gable
        + fill_rect(-116, 76, 232, 16, paint.light)
        + fill_circle((0, -16), 10, GILT)
    )


def _draw_barracks(paint: Palette) -> str:
    wall = fill_path(
        "M-112 90V-10H-96V-26H-78V-10H-60V-26H-44V-10H44V-26H60V-10H78V-26H96V-10H112V90Z", SKIN
    )
    claw = fill_blob("-14 0 -44 -30 -40 -74 -4 -98 -16 -62 2 -44 26 -72 40 -36 18 0", paint.light)
    towers = place_group([claw], (-80, -18), scale=0.9) + place_group(
        [claw], (80, -18), scale=0.9, flip=True
    )
    gate = _draw_arch(0, 90, 64, 74, DARK) + draw_line(
        "M-20 30V90M0 22V90M20 30V90M-30 52H30M-30 72H30", STEEL, 4
    )
    flag = draw_line("M0 -10V-88", WOOD, 5) + fill_edges("2 -88 52 -76 2 -60", paint.accent)
    return (
        towers
        + flag
        + wall
        + gate
        + fill_rect(-80, 24, 12, 26, paint.deep)
        + fill_rect(68, 24, 12, 26, paint.deep)
    )


def _draw_dockworks(paint: Palette) -> str:
    crane = (
        draw_line("M-84 90V-96M-110 -84H66M-84 -40L-40 -84", WOOD, 11)
        + draw_line("M54 -84V-34", WHITE, 3)
        + draw_line("M54 -34Q54 -20 44 -22", STEEL, 6)
    )
    hull = fill_path("M-50 20Q40 40 116 8Q104 78 62 88H-8Q-44 74 -50 20Z", SKIN) + draw_line(
        "M-44 38Q40 58 110 26M-30 62Q40 76 96 52", paint.deep, 5, 0.6
    )
    crate = fill_rect(26, -26, 52, 40, "#c9976a") + draw_line("M26 -26L78 14M78 -26L26 14", WOOD, 4)
    quay = fill_rect(-120, 76, 240, 18, paint.deep)
    return (
        hull
        + crane
        + crate
        + quay
        + fill_rect(-116, 40, 40, 38, "#c9976a")
        + fill_rect(-104, 14, 30, 28, WOOD)
    )


def _draw_sargasso_fields(paint: Palette) -> str:
    rows = "".join(
        fill_blob(
            f"-120 {y + 14} -60 {y} 0 {y + 8} 60 {y - 4} 120 {y + 8} 120 {y + 40} -120 {y + 40}",
            fill,
        )
        for y, fill in (
            (14, blend(paint.light, paint.mid, 0.4)),
            (40, paint.mid),
            (66, blend(paint.mid, paint.deep, 0.4)),
        )
    )
    weeds = "".join(
        fill_limb((x, y), -90 + lean, 42, 8, paint.accent, wave=26)
        for y in (36, 62, 90)
        for x, lean in ((-100, 6), (-62, -8), (72, 4), (104, -6), (30, 8))
    )
    grazer = place_group([draw_creature("seahorse", 3, paint)], (-16, -8), scale=0.78)
    return rows + weeds + grazer


def _draw_crop(paint: Palette) -> str:
    rows = fill_blob("-120 40 -50 24 40 34 120 22 124 90 -124 90", paint.mid)
    weeds = "".join(
        fill_limb((x, 92), -90, 76, 13, paint.accent, wave=26) for x in (-84, -48, 56, 92)
    )
    return rows + weeds + place_group([draw_family_sign("farmers", paint)], (2, -20), scale=3.2)


def _draw_great_abyss(paint: Palette) -> str:
    rings = "".join(
        fill_ellipse((0, 20), 118 - at * 24, 66 - at * 14, fill)
        for at, fill in enumerate(
            (
                blend(paint.light, paint.mid, 0.45),
                paint.mid,
                blend(paint.mid, paint.deep, 0.5),
                paint.deep,
                DARK,
            )
        )
    )
    beam = fill_edges("-14 -120 20 -120 30 30 -24 30", paint.glow, 0.5)
    lamps = "".join(
        fill_circle(polar_point((0, 6), 96, 150 + at * 60), 13, COLOURS[guild])
        + fill_circle(polar_point((-3, 3), 96, 150 + at * 60), 4, WHITE)
        for at, guild in enumerate(("soldiers", "mages", "farmers", "merchants", "politicians"))
    )
    return rings + beam + lamps


def _draw_mirrors(paint: Palette) -> str:
    towers = "".join(
        fill_edges(
            f"{x - wide} 8 {x - wide} {-high} {x} {-high - 26} {x + wide} {-high} {x + wide} 8",
            fill,
        )
        for x, high, wide, fill in (
            (-78, 34, 16, paint.mid),
            (-44, 66, 16, paint.light),
            (74, 44, 18, paint.mid),
            (38, 78, 15, paint.light),
            (0, 30, 18, paint.mid),
        )
    )
    windows = "".join(
        fill_rect(x - 4, y, 8, 12, GOLD)
        for x, y in ((-44, -50), (38, -60), (-44, -24), (38, -30), (74, -26), (-78, -18))
    )
    city = towers + windows
    below = f'<g transform="matrix(1 0 0 -.9 0 18)" opacity=".5">{city}</g>'
    mirror = (
        fill_ellipse((0, -26), 34, 48, GILT)
        + fill_ellipse((0, -26), 26, 40, "#e9f4ff")
        + fill_blob("-18 -30 -4 -58 6 -60 -10 -10", WHITE)
    )
    return city + below + fill_rect(-120, 7, 240, 3, WHITE, 0.8) + mirror


def _draw_smokers(paint: Palette) -> str:
    parts = []
    for x, top, wide in ((-62, -6, 30), (58, 6, 28), (0, -40, 36)):
        for at in range(4):
            parts.append(
                fill_circle(
                    (x + (10 if at % 2 else -8), top - 16 - at * 19), 15 + at * 5, "#10151c", 0.8
                )
            )
        parts.append(
            fill_edges(f"{x - wide} 92 {x - 12} {top} {x + 12} {top} {x + wide} 92", "#4a403c")
            + fill_edges(
                f"{x - wide} 92 {x - 12} {top} {x - 4} {top} {x - wide * 0.4} 92", "#9a7560"
            )
        )
        parts.append(fill_ellipse((x, top), 12, 5, "#ff9a4a"))
    return "".join(parts) + fill_ellipse((0, 90), 100, 12, "#ff7a3a", opacity=0.6)


def _draw_assembly(paint: Palette) -> str:
    tiers = "".join(
        fill_path(
            f"M{-118 + at * 22} {90 - at * 20}A{118 - at * 22} {70 - at * 14} 0 0 1 "
            f"{118 - at * 22} {90 - at * 20}Z",
            fill,
        )
        for at, fill in enumerate((paint.mid, paint.light, paint.mid, paint.deep))
    )
    seats = "".join(
        fill_circle(polar_point((0, 92), 104, angle), 7, paint.glow)
        for angle in (-160, -140, -120, -60, -40, -20)
    )
    return (
        tiers
        + seats
        + place_group([draw_creature("squid", 4, paint)], (0, -22), scale=0.78)
        + fill_rect(-26, 40, 52, 50, GILT)
    )


def _draw_statue(paint: Palette) -> str:
    tiers = fill_edges("-118 92 -80 46 80 46 118 92", paint.mid) + fill_rect(-30, 30, 60, 60, GILT)
    return tiers + place_group([draw_family_sign("politicians", paint)], (0, -36), scale=3.4)


def _draw_depths(paint: Palette) -> str:
    walls = "".join(
        fill_mirrored(
            f"0 -150 {-wide} -140 {-wide * 0.86:.0f} -20 {-wide * 0.5:.0f} {low - 20} 0 {low}", fill
        )
        for wide, low, fill in (
            (126, 110, blend(paint.light, paint.mid, 0.5)),
            (102, 104, paint.mid),
            (78, 98, blend(paint.mid, paint.deep, 0.5)),
            (54, 92, paint.deep),
        )
    )
    lamp = fill_circle((0, 8), 46, "#ffe9a8", 0.22) + fill_edges(
        "-4 20 4 20 40 88 -40 88", "#ffe9a8", 0.35
    )
    diver = (
        fill_circle((0, 0), 14, GILT)
        + fill_circle((0, 0), 8, DARK)
        + fill_mirrored("0 12 -12 16 -10 34 0 36", paint.glow)
    )
    bones = draw_line("M-26 84Q-10 70 6 84M-18 84Q-4 74 12 84", BONE, 4) + fill_circle(
        (24, 80), 7, BONE
    )
    return walls + draw_line("M0 -150V-12", WHITE, 2.5) + lamp + diver + bones


def _draw_throne_room(paint: Palette) -> str:
    back = place_group([draw_fan(7, 82, 104, paint)], (0, 16))
    seat = (
        fill_path("M-54 20H54V56H40V92H-40V56H-54Z", GILT)
        + fill_rect(-66, 8, 20, 50, GILT)
        + fill_rect(46, 8, 20, 50, GILT)
    )
    cushion = fill_blob("-44 24 0 14 44 24 40 40 -40 40", "#c2283a")
    return back + seat + cushion + place_group([draw_prop("crown", paint)], (0, -2), scale=0.7)


def _draw_jail(paint: Palette) -> str:
    rock = fill_blob(
        "-118 92 -112 -20 -60 -86 20 -98 92 -64 116 10 118 92", blend(paint.mid, paint.deep, 0.4)
    )
    mouth = _draw_arch(0, 92, 136, 128, DARK)
    bars = "".join(
        fill_rect(x - 5, -60, 10, 152, STEEL) for x in (-48, -24, 0, 24, 48)
    ) + fill_rect(-68, -8, 136, 10, STEEL)
    eyes = fill_circle((-34, 30), 5, GOLD) + fill_circle((-14, 30), 5, GOLD)
    lock = (
        fill_rect(-16, 30, 40, 36, GILT)
        + draw_line("M-6 30V20Q4 6 14 20V30", GOLD, 6)
        + fill_circle((4, 46), 5, DARK)
    )
    return (
        rock
        + fill_blob("-112 0 -106 -24 -58 -80 10 -92 -40 -66 -84 -20", paint.light, 0.6)
        + mouth
        + eyes
        + bars
        + lock
    )


def _draw_cliffs(paint: Palette) -> str:
    """Return two cliffs with fire at the bottom between them, and a bridge that lost a plank."""
    gap = fill_edges("-84 -58 84 -64 84 104 -84 104", DARK)
    ember = fill_edges("-46 104 -26 70 -8 84 6 48 20 80 34 66 52 104", "#ff9a4a")
    spark = fill_edges("-24 104 -8 88 6 66 18 90 30 104", "#ffd98a")
    left = fill_edges(
        "-200 104 -200 -30 -150 -44 -112 -62 -74 -64 -60 -34 -66 2 -40 38 -46 70 -26 104", SKIN
    )
    shade = fill_edges(
        "-74 -64 -60 -34 -66 2 -40 38 -46 70 -26 104 -70 104 -84 60 -78 20 -100 -20", paint.mid
    )
    right = fill_edges("200 104 200 -52 146 -66 66 -68 84 -34 66 0 72 36 44 68 40 104", paint.mid)
    dark = fill_edges(
        "66 -68 84 -34 66 0 72 36 44 68 40 104 84 104 92 60 104 20 96 -20 112 -44", paint.deep
    )
    ledges = fill_edges(
        "-200 -30 -150 -44 -112 -62 -74 -64 -70 -52 -108 -50 -200 -12", paint.glow, 0.5
    ) + fill_edges("200 -52 146 -66 66 -68 72 -54 144 -54 200 -38", paint.light, 0.5)
    posts = "".join(
        fill_edges(f"{x - 5} -58 {x - 5} -104 {x + 5} -104 {x + 5} -58", WOOD) for x in (-84, 80)
    )
    planks = "".join(
        place_group([fill_edges("-9 -4 9 -4 9 4 -9 4", "#e0c596")], at, turn=turn)
        for at, turn in (
            ((-64, -52), 24),
            ((-42, -43), 20),
            ((-20, -37), 12),
            ((22, -37), -10),
            ((44, -44), -18),
            ((62, -53), -24),
            ((6, 6), 64),
        )
    )
    ropes = draw_line("M-84 -58Q0 -16 80 -62", WOOD, 4) + draw_line(
        "M-84 -100Q0 -56 80 -100", "#c9a877", 4
    )
    return gap + ember + spark + left + shade + right + dark + ledges + ropes + planks + posts


def _draw_chasm(paint: Palette) -> str:
    return _draw_cliffs(paint) + place_group(
        [draw_creature("crab", 3, paint)], (126, -102), scale=0.36
    )


def _draw_closed_tower(paint: Palette) -> str:
    tower = (
        fill_edges("-46 92 -38 -56 38 -56 46 92", SKIN)
        + fill_edges("-56 -50 0 -118 56 -50", paint.mid)
        + fill_edges("-56 -50 0 -118 -8 -50", paint.light)
    )
    plate = fill_path("M-26 92V6Q0 -26 26 6V92Z", GILT)
    keyhole = fill_circle((0, 30), 11, DARK) + fill_edges("-5 34 5 34 9 64 -9 64", DARK)
    chains = draw_line("M-50 -20L50 14M50 -20L-50 14", STEEL, 7)
    return (
        tower
        + plate
        + keyhole
        + chains
        + fill_rect(-30, -44, 10, 18, DARK)
        + fill_rect(20, -44, 10, 18, DARK)
    )


def _draw_lost_tower(paint: Palette) -> str:
    tower = place_group(
        [
            fill_edges("-40 110 -34 -40 -20 -66 -8 -44 8 -78 20 -50 36 -60 42 110", SKIN),
            fill_edges("8 -78 20 -50 36 -60 42 110 16 110", paint.deep, 0.4),
            _draw_arch(-4, 10, 22, 34, DARK),
            fill_rect(2, 34, 14, 22, DARK),
        ],
        turn=13,
    )
    rubble = "".join(
        fill_edges(
            f"{x} 92 {x + 8} {92 - size} {x + size} {90 - size * 0.6} {x + size * 1.3} 92",
            paint.mid,
        )
        for x, size in ((-112, 34), (-76, 22), (56, 30), (88, 40))
    )
    vines = "".join(
        fill_limb((x, y), angle, 70, 7, "#3f8a6a", wave=28)
        for x, y, angle in ((-12, -20, 100), (26, 0, 80), (0, 30, 110))
    )
    return tower + vines + rubble


def _draw_chamber(paint: Palette) -> str:
    table = (
        fill_ellipse((0, 40), 92, 34, WOOD)
        + fill_ellipse((0, 34), 92, 34, "#b98a58")
        + fill_ellipse((0, 34), 60, 20, "#d8b07a")
    )
    return (
        _draw_guests()
        + table
        + place_group([draw_prop("treaty", paint)], (0, 30), scale=0.36)
        + fill_rect(-12, 66, 24, 30, WOOD)
    )


def _draw_guests() -> str:
    seats = ((-94, 0), (-52, -46), (0, -62), (52, -44), (96, 0))
    return "".join(
        place_group([draw_family_sign(guild, PALETTES[guild])], seat, scale=1.3)
        for guild, seat in zip(GUILD_OF_RACE.values(), seats, strict=True)
    )


def _draw_round_table(paint: Palette) -> str:
    seats = ((-94, 10), (-56, -38), (0, -58), (56, -38), (94, 10))
    return fill_ellipse((0, 44), 92, 40, "#b98a58") + "".join(
        fill_circle(seat, 24, PALETTES[guild].light)
        for guild, seat in zip(GUILD_OF_RACE.values(), seats, strict=True)
    )


def _draw_clam_nest(paint: Palette) -> str:
    return "".join(
        place_group([draw_creature("shellfish", value, paint)], (x, y), scale=size, turn=turn)
        for x, y, size, value, turn in (
            (-70, 12, 0.6, 3, -10),
            (74, 20, 0.56, 3, 12),
            (2, 34, 0.76, 4, 0),
        )
    )


def _draw_clams(paint: Palette) -> str:
    sign = draw_family_sign("merchants", paint)
    return "".join(place_group([sign], (x, y), scale=2.4) for x, y in ((-62, -6), (62, 0), (0, 36)))


def _draw_coral_barrier(paint: Palette) -> str:
    reds = ("#ff7a66", "#ff9fbf", "#ffb27a", "#e0557a")
    bushes = []
    for at, x in enumerate((-104, -74, -44, -14, 16, 46, 76, 106)):
        high, fill = 96 + (at * 37) % 54, reds[at % 4]
        bushes.append(
            draw_line(
                f"M{x} 96V{96 - high}M{x} {70 - high * 0.2:.0f}"
                f"Q{x - 20} {64 - high * 0.3:.0f} {x - 17} {80 - high * 0.8:.0f}"
                f"M{x} {76 - high * 0.4:.0f}"
                f"Q{x + 18} {66 - high * 0.5:.0f} {x + 15} {70 - high * 0.85:.0f}",
                fill,
                11,
            )
        )
    return "".join(bushes) + fill_blob(
        "-126 100 -120 70 -60 58 0 68 60 56 120 70 126 100", "#7a2740"
    )


_LANDMARKS: dict[str, Callable[[Palette], str]] = {
    "sargasso_silos": _draw_silos,
    "hydrozoa_reserves": _draw_reserves,
    "sanctuary": _draw_sanctuary,
    "parliament": _draw_parliament,
    "barracks": _draw_barracks,
    "dockworks": _draw_dockworks,
    "sargasso_fields": _draw_sargasso_fields,
    "the_abyss": _draw_great_abyss,
    "city_of_mirrors": _draw_mirrors,
    "black_smokers": _draw_smokers,
    "oceanic_senate_assembly": _draw_assembly,
    "depths": _draw_depths,
    "throne_room": _draw_throne_room,
    "jail": _draw_jail,
    "chasm": _draw_chasm,
    "closed_tower": _draw_closed_tower,
    "lost_tower": _draw_lost_tower,
    "chamber_of_allies": _draw_chamber,
    "nest_of_giant_clams": _draw_clam_nest,
    "coral_barrier": _draw_coral_barrier,
}
# Landmarks with creatures, which are too fine for an emblem.
_EMBLEMS: dict[str, Callable[[Palette], str]] = {
    "hydrozoa_reserves": _draw_dome,
    "sargasso_fields": _draw_crop,
    "oceanic_senate_assembly": _draw_statue,
    "chasm": _draw_cliffs,
    "chamber_of_allies": _draw_round_table,
    "nest_of_giant_clams": _draw_clams,
}
