"""What the Lords hold: one prop for each, around 0,0 and about 100 high."""

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
from .paper import (
    BONE,
    DARK,
    GILT,
    GOLD,
    INK,
    NACRE,
    PAPER,
    PINK,
    ROPE,
    STEEL,
    TEAL,
    WHITE,
    WOOD,
    Palette,
    draw_line,
    fill_blob,
    fill_edges,
    fill_mirrored,
    fill_path,
)

CORAL, AZURE, ALGAE = COLOURS["crab"], COLOURS["squid"], COLOURS["shellfish"]


def draw_prop(name: str, paint: Palette) -> str:
    """Return a prop by its name."""
    return _PROPS[name](paint)


# ------------------------------------------------------------------ soldiers


def _draw_roll(paint: Palette) -> str:
    sheet = fill_path("M-38 -62H38V70Q20 84 0 72Q-20 60 -38 74Z", PAPER)
    lines = "".join(
        draw_line(f"M-26 {y}H{14 + y % 3 * 6}", INK, 4, 0.7) for y in (-36, -20, -4, 12)
    )
    seal = fill_circle((14, 42), 15, "#c2283a") + fill_circle((10, 38), 6, "#e8646f")
    return (
        sheet
        + fill_rect(-46, -72, 92, 16, WOOD)
        + fill_circle((-46, -64), 9, GILT)
        + fill_circle((46, -64), 9, GILT)
        + lines
        + seal
    )


def _draw_key(x: float, y: float, turn: float, size: float = 1) -> str:
    return place_group(
        [
            f'<circle r="10" fill="none" stroke="{GOLD}" stroke-width="7"/>',
            draw_line("M0 12V52M0 38H14M0 51H11", GOLD, 7),
        ],
        (x, y),
        turn=turn,
        scale=size,
    )


def _draw_key_ring(paint: Palette) -> str:
    ring = f'<circle r="30" fill="none" stroke="{STEEL}" stroke-width="7"/>'
    keys = "".join(
        _draw_key(x, y, turn) for x, y, turn in ((-24, 32, 24), (0, 42, 0), (24, 32, -26))
    )
    return ring + keys


def _draw_lantern(paint: Palette) -> str:
    glow = fill_circle((0, 6), 66, "#ffe9a8", 0.25) + fill_circle((0, 6), 44, "#ffe9a8", 0.35)
    frame = draw_line("M-16 -34Q0 -66 16 -34", GOLD, 6) + fill_edges(
        "-24 -34 24 -34 30 -22 -30 -22", GILT
    )
    body = fill_mirrored("0 -24 -24 -22 -28 10 -20 38 0 40", "#fff6d0")
    return (
        glow
        + frame
        + body
        + fill_edges("-24 36 24 36 30 50 -30 50", GILT)
        + draw_line("M-10 -22V36M10 -22V36", "#b07a22", 4)
    )


def _draw_dagger(paint: Palette) -> str:
    blade = fill_edges("-11 0 11 0 8 -84 0 -112 -8 -84", STEEL) + fill_edges(
        "-11 0 -8 -84 0 -112 0 0", WHITE
    )
    return (
        blade
        + fill_path("M-32 -4Q0 12 32 -4L30 10Q0 24 -30 10Z", GILT)
        + fill_rect(-8, 10, 16, 34, WOOD)
        + fill_circle((0, 48), 10, GILT)
    )


def _draw_banner(paint: Palette) -> str:
    pole = draw_line("M0 -130V190", ROPE, 10) + fill_edges("-12 -128 0 -164 12 -128", GILT)
    cloth = fill_path(
        "M4 -118Q50 -136 92 -112Q114 -100 140 -110L120 -66L142 -18Q104 -6 76 -22Q40 -36 4 -16Z",
        "#fff0dc",
    )
    claw = fill_blob("34 -52 30 -84 56 -104 86 -92 66 -84 88 -72 78 -48 54 -38", "#c2283a")
    return pole + cloth + fill_path("M4 -118Q50 -136 92 -112L88 -100Q50 -122 4 -104Z", GOLD) + claw


def _draw_beast_eye(paint: Palette) -> str:
    head = fill_blob("-110 40 -96 -40 -40 -92 40 -96 100 -50 116 30 90 110 -80 120", "#1b2b2e")
    spines = "".join(
        fill_edges(f"{x - 14} {y + 16} {x * 1.2} {y - 34} {x + 14} {y + 16}", "#1b2b2e")
        for x, y in ((-70, -72), (-30, -92), (20, -98), (66, -80))
    )
    return spines + head + _draw_eye_alone(paint) + draw_line("M-56 -26Q0 -74 58 -24", "#3c585c", 9)


def _draw_eye_alone(paint: Palette) -> str:
    eye = fill_ellipse((0, -14), 48, 34, "#d8ff8a") + fill_ellipse((0, -14), 36, 30, "#9bd13c")
    return eye + fill_ellipse((-4, -14), 9, 29, DARK) + fill_circle((-16, -28), 7, WHITE)


def _draw_whip(paint: Palette) -> str:
    return draw_line("M0 36V-24", WOOD, 12) + draw_line(
        "M0 -24C-10 -110 90 -110 74 -50C60 -6 110 10 130 -34", ROPE, 9
    )


def _draw_harpoon(paint: Palette) -> str:
    shaft = draw_line("M0 150V-110", WOOD, 9)
    point = (
        fill_edges("-5 -108 0 -160 5 -108", STEEL)
        + fill_edges("-5 -132 -24 -98 -5 -108", STEEL)
        + fill_edges("5 -132 24 -98 5 -108", BONE)
    )
    return shaft + point + draw_line("M-8 -60L8 -52M-8 -48L8 -40M-8 -36L8 -28", ROPE, 6)


def _draw_trophy(paint: Palette) -> str:
    skull = fill_blob("-40 -20 -22 -44 20 -46 42 -20 34 10 22 34 -18 34 -34 10", BONE)
    holes = fill_ellipse((-15, -12), 10, 13, DARK, turn=14) + fill_ellipse(
        (15, -12), 10, 13, DARK, turn=-14
    )
    fangs = "".join(fill_edges(f"{x - 6} 26 {x + 6} 26 {x} 54", WHITE) for x in (-18, -6, 6, 18))
    return fangs + skull + holes


# ------------------------------------------------------------------ mages


def _draw_ward(paint: Palette) -> str:
    dome = fill_circle((0, 0), 70, "#fff3c8", 0.28)
    rings = "".join(
        f'<circle r="{r}" fill="none" stroke="{c}" stroke-width="{w}"/>'
        for r, c, w in ((70, GOLD, 6), (50, WHITE, 3))
    )
    star = draw_line("M-50 0Q0 -44 50 0Q0 44 -50 0Z", GOLD, 5) + fill_circle((0, 0), 14, WHITE)
    sparks = fill_edges("-50 -52 -74 -62 -56 -68 -66 -90 -44 -74 -38 -92 -36 -66", "#ffe9a8")
    return dome + rings + star + sparks


def _draw_claw(paint: Palette) -> str:
    return fill_blob(
        "-90 40 -60 -4 -10 -50 50 -56 92 -16 52 -26 24 -8 40 14 84 20 60 48 0 56 -50 66", "#e0553f"
    ) + draw_line("M-20 -26Q10 -48 46 -44", "#ffb29f", 6)


def _draw_hourglass(paint: Palette) -> str:
    glass = fill_path(
        "M-30 -52H30Q30 -16 6 0Q30 16 30 52H-30Q-30 16 -6 0Q-30 -16 -30 -52Z", "#e9f4ff", 0.75
    )
    sand = (
        fill_path("M-20 -30H20Q14 -12 0 -4Q-14 -12 -20 -30Z", GOLD)
        + fill_path("M-28 50Q0 8 28 50Z", GOLD)
        + draw_line("M0 -6V34", GOLD, 4)
    )
    ends = fill_rect(-38, -64, 76, 14, GILT) + fill_rect(-38, 50, 76, 14, GILT)
    spin = (
        draw_line("M-64 -30A70 70 0 0 1 -30 -66M64 30A70 70 0 0 1 30 66", WHITE, 7)
        + fill_edges("-38 -78 -16 -70 -34 -52", WHITE)
        + fill_edges("38 78 16 70 34 52", WHITE)
    )
    return glass + sand + ends + spin


def _draw_stack(paint: Palette) -> str:
    parts = []
    for at, (dx, fill) in enumerate(
        ((-4, CORAL), (6, PAPER), (-8, ALGAE), (4, AZURE), (-2, PAPER), (8, CORAL), (-4, PAPER))
    ):
        y = 66 - at * 20
        parts.append(
            place_group(
                [fill_rect(-56, -9, 112, 18, fill), fill_rect(-56, 2, 112, 6, DARK, 0.25)],
                (dx, y),
                turn=dx * 0.7,
            )
        )
    return "".join(parts)


def _draw_globe(paint: Palette) -> str:
    glow = fill_circle((0, 0), 84, "#bff4ff", 0.22) + fill_circle((0, 0), 66, "#bff4ff", 0.35)
    ball = fill_circle((0, 0), 50, "#8fe6ff") + fill_blob(
        "-48 8 -20 -6 10 10 46 -4 36 36 0 50 -36 36", "#2b8fc4"
    )
    fish = fill_blob("-20 -10 0 -22 20 -12 30 -22 28 -2 18 -8 0 0", WHITE) + fill_circle(
        (-10, -12), 2.5, DARK
    )
    return glow + ball + fish + fill_blob("-38 -22 -16 -42 4 -44 -20 -30 -32 -10", WHITE, 0.9)


def _draw_flask(fill: str) -> str:
    glass = fill_path("M-9 -50H9V-20L34 30Q38 46 22 48H-22Q-38 46 -34 30L-9 -20Z", "#e9f4ff", 0.6)
    return (
        glass
        + fill_path("M-24 10H24L33 30Q36 44 22 45H-22Q-36 44 -33 30Z", fill)
        + fill_rect(-13, -56, 26, 9, GILT)
    )


def _draw_flask_pink(paint: Palette) -> str:
    return (
        _draw_flask(PINK)
        + fill_circle((-8, 24), 5, WHITE, 0.7)
        + fill_circle((8, 34), 4, WHITE, 0.7)
    )


def _draw_flask_teal(paint: Palette) -> str:
    return _draw_flask("#37d6b4") + fill_circle((6, 22), 5, WHITE, 0.7)


def _draw_pour(paint: Palette) -> str:
    """A flask on its side above a round retort, in which the colours mix."""
    glow = fill_circle((0, 46), 84, "#37d6b4", 0.25)
    retort = fill_circle((0, 46), 56, "#e9f4ff", 0.55) + fill_rect(
        -15, -38, 30, 40, "#e9f4ff", 0.55
    )
    pour = (
        fill_path("M-51 38Q-24 26 0 38T51 38Q54 98 0 98T-51 38Z", "#37d6b4")
        + fill_path("M-10 30H10Q16 56 38 62Q20 88 0 74Q-22 60 -36 74Q-28 48 -10 30Z", PINK)
        + fill_circle((-26, 54), 6, WHITE, 0.8)
        + fill_circle((22, 80), 5, WHITE, 0.8)
    )
    stream = draw_line("M0 -92V40", PINK, 13) + draw_line("M-2 -88V20", WHITE, 4, 0.7)
    bubbles = "".join(
        fill_circle(at, size, GOLD) for at, size in (((-34, -26), 8), ((-52, -52), 6))
    )
    return (
        glow
        + retort
        + pour
        + stream
        + fill_rect(-20, -44, 40, 10, GILT)
        + bubbles
        + place_group([_draw_flask_pink(paint)], (60, -122), scale=1.15, turn=-115)
    )


def _draw_tower(paint: Palette) -> str:
    return fill_edges("-20 44 -16 -32 0 -62 16 -32 20 44", "#fff3c8") + fill_ellipse(
        (0, -10), 6, 11, DARK
    )


def _draw_dome(paint: Palette) -> str:
    return fill_path("M-30 44V-8Q0 -58 30 -8V44Z", TEAL) + fill_path(
        "M-10 44V18Q0 2 10 18V44Z", DARK
    )


def _draw_swap(paint: Palette) -> str:
    """Two arrows that cross above the head, each to the other's place."""
    arrow = draw_line("M-104 -4Q-84 -128 58 -110", "#fff3c8", 12) + fill_edges(
        "52 -134 104 -98 48 -84", "#fff3c8"
    )
    back = draw_line("M104 6Q96 -82 -44 -76", TEAL, 10) + fill_edges(
        "-38 -98 -88 -68 -36 -54", TEAL
    )
    return back + arrow


def _draw_towers_swapped(paint: Palette) -> str:
    tower, dome = _draw_tower(paint), _draw_dome(paint)
    sweep = fill_path(
        "M-66 -10Q-46 -84 30 -64L26 -80L62 -52L20 -38L24 -52Q-36 -66 -66 -10Z", "#fff3c8", 0.85
    )
    return (
        sweep
        + place_group([sweep], turn=180)
        + place_group([tower], (-36, 8), scale=0.9)
        + place_group([dome], (36, 4), scale=0.9)
    )


def _draw_five_orbs(paint: Palette) -> str:
    orbs = [
        fill_circle(polar_point((0, 0), 112, -166 + 38 * at), 17, COLOURS[race])
        + fill_circle(polar_point((-5, -5), 112, -166 + 38 * at), 6, WHITE, 0.8)
        for at, race in enumerate(("crab", "seahorse", "shellfish", "squid", "jellyfish"))
    ]
    return "".join(orbs)


def _draw_star_staff(paint: Palette) -> str:
    pole = draw_line("M0 200V-60", GOLD, 9)
    star = " ".join(
        f"{x:.0f} {y - 86:.0f}"
        for x, y in (
            polar_point((0, 0), 34 if at % 2 == 0 else 14, at * 45 - 90) for at in range(8)
        )
    )
    return (
        fill_circle((0, -86), 46, "#fff3c8", 0.3)
        + pole
        + fill_edges(star, WHITE)
        + fill_circle((0, -86), 9, GOLD)
    )


# ------------------------------------------------------------------ farmers


def _draw_jar(paint: Palette) -> str:
    jar = fill_mirrored("0 -40 -26 -40 -22 -28 -46 0 -42 44 -20 58 0 58", "#b0552c")
    band = draw_line("M-44 8Q0 24 44 8", "#ffd9a0", 8)
    grain = fill_ellipse((0, -42), 28, 14, GOLD) + fill_ellipse((-8, -50), 14, 9, "#fff0c2")
    return jar + fill_blob("-20 -26 -42 4 -38 38 -28 8", WHITE, 0.3) + band + grain


def _draw_scythe(paint: Palette) -> str:
    shaft = draw_line("M0 190Q-14 40 0 -120", WOOD, 11)
    blade = fill_path("M-8 -124Q80 -158 138 -76Q76 -120 2 -98Z", STEEL) + fill_path(
        "M-8 -124Q80 -158 138 -76Q80 -134 -4 -114Z", WHITE
    )
    return shaft + blade


def _draw_crook(paint: Palette) -> str:
    return draw_line("M0 190V-70C0 -130 70 -126 66 -80C62 -52 32 -60 38 -82", ROPE, 12) + draw_line(
        "M-4 60V-70C-4 -128 56 -132 66 -100", "#efdcae", 4
    )


def _draw_fry(paint: Palette) -> str:
    parts = []
    for x, y, size, fill in (
        (0, 0, 1.0, TEAL),
        (52, -26, 0.8, PINK),
        (46, 26, 0.9, WHITE),
        (-40, 34, 0.7, WHITE),
        (96, 4, 0.75, TEAL),
    ):
        fish = fill_blob("-24 0 -4 -13 16 -4 30 -14 30 14 16 4 -4 13", fill) + fill_circle(
            (-12, -3), 3.4, DARK
        )
        parts.append(place_group([fish], (x, y), scale=size))
    return "".join(parts)


def _draw_sack(paint: Palette) -> str:
    bag = fill_blob("-20 -52 22 -54 50 -10 52 44 0 62 -52 46 -48 -8", "#d8c49a")
    fold = draw_line("M-14 -34Q-30 0 -26 40M12 -36Q26 -8 24 30", "#a58a5a", 5)
    return (
        bag
        + fill_blob("-34 -10 -18 -34 -30 30 -44 30", WHITE, 0.4)
        + fold
        + draw_line("M-22 -46Q0 -38 24 -48", WOOD, 8)
        + fill_blob("-18 -54 -28 -78 0 -66 24 -80 20 -54", "#d8c49a")
    )


def _draw_bowl(paint: Palette) -> str:
    glass = fill_circle((0, 0), 54, "#d6f4ff", 0.45) + fill_path(
        "M-52 -10Q0 -24 52 -10A54 54 0 0 1 -52 -10Z", "#3bb6c9", 0.75
    )
    fish = (
        fill_blob("-28 12 -4 -8 20 6 36 -8 34 28 20 18 -4 30", "#ff8a5c")
        + fill_circle((-14, 8), 4, DARK)
        + draw_line("M-2 0Q4 12 -2 24", WHITE, 4)
    )
    return (
        glass
        + fish
        + fill_ellipse((0, -50), 30, 7, WHITE, opacity=0.8)
        + fill_blob("-42 -16 -26 -38 -30 -10 -40 8", WHITE, 0.8)
    )


def _draw_cane(paint: Palette) -> str:
    return (
        draw_line("M0 190V-24", "#3a2414", 11)
        + fill_circle((0, -36), 20, NACRE)
        + fill_rect(-10, -20, 20, 9, GILT)
    )


def _draw_deed(paint: Palette) -> str:
    sheet = place_group(
        [
            fill_rect(-44, -34, 88, 68, PAPER),
            fill_edges("-34 16 -12 -18 4 4 16 -10 36 16", "#9bb45c"),
            fill_circle((22, -18), 8, GOLD),
        ],
        turn=-8,
    )
    return sheet + place_group([draw_line("M-34 26H10", INK, 4)], turn=-8)


# ------------------------------------------------------------------ merchants


def _draw_hull(paint: Palette) -> str:
    hull = fill_path("M-78 10Q0 26 84 2Q70 60 30 62H-36Q-70 50 -78 10Z", WOOD) + draw_line(
        "M-72 22Q0 38 80 14", GOLD, 6
    )
    masts = draw_line("M-30 14V-74M24 12V-96", "#4a2f1a", 6)
    sails = (
        fill_path("M-26 -70Q18 -40 -26 -8Z", WHITE)
        + fill_path("M28 -92Q84 -52 28 -8Z", "#fff6e0")
        + fill_path("M20 -80Q-10 -44 20 -10Z", PINK)
    )
    return masts + sails + hull


def _draw_scales(paint: Palette) -> str:
    beam = (
        draw_line("M0 -66V70", GOLD, 9)
        + draw_line("M-72 -26Q0 -66 72 -52", GOLD, 8)
        + fill_circle((0, -66), 11, GILT)
    )
    left = draw_line("M-72 -24L-100 36M-72 -24L-44 36", ROPE, 3) + fill_path(
        "M-108 34H-36Q-72 76 -108 34Z", GILT
    )
    right = draw_line("M72 -50L48 -4M72 -50L96 -4", ROPE, 3) + fill_path(
        "M40 -6H104Q72 28 40 -6Z", GILT
    )
    pearls = (
        fill_circle((-88, 22), 15, NACRE)
        + fill_circle((-57, 22), 15, NACRE)
        + fill_circle((-72, -2), 15, NACRE)
    )
    return beam + left + right + pearls + fill_edges("60 -8 64 -22 82 -22 86 -8", STEEL)


def _draw_pack(paint: Palette) -> str:
    roll = (
        fill_ellipse((0, -84), 74, 24, PINK)
        + fill_circle((-66, -84), 20, "#ffd0df")
        + fill_circle((-66, -84), 9, PINK)
    )
    bag = fill_blob("-76 -60 0 -74 82 -58 96 30 70 104 -60 104 -92 30", WOOD)
    lit = fill_blob("-70 -54 -20 -62 -60 -10 -80 50 -88 20", "#c9976a", 0.9)
    straps = draw_line("M-40 -66Q-50 20 -36 100M40 -66Q52 20 40 100", "#4a2f1a", 11)
    pan = (
        fill_circle((92, 46), 28, STEEL)
        + fill_circle((92, 46), 18, "#6d8496")
        + draw_line("M92 16V-12", STEEL, 9)
    )
    pearls = fill_circle((-14, 26), 16, NACRE) + fill_circle((16, 40), 16, NACRE)
    return (
        bag
        + lit
        + straps
        + roll
        + pan
        + fill_blob("-44 20 0 6 46 20 36 74 -34 74", "#5d3c22")
        + pearls
    )


def _draw_house(paint: Palette) -> str:
    walls = fill_rect(-36, -14, 72, 62, "#f3e6c4") + fill_rect(10, -14, 26, 62, "#c9b07a")
    roof = fill_edges("-50 -10 0 -62 50 -10", PINK) + fill_edges("0 -62 50 -10 12 -10", "#c2607f")
    return (
        walls
        + roof
        + fill_path("M-10 48V20Q0 6 10 20V48Z", DARK)
        + fill_rect(-28, 0, 14, 16, GOLD)
        + fill_rect(18, 0, 12, 16, GOLD)
        + fill_rect(20, -56, 12, 26, "#c2607f")
    )


def _draw_shackle(paint: Palette) -> str:
    links = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="17" ry="10" fill="none" stroke-width="7"'
        f' stroke="{STEEL if at % 2 else "#5d7486"}" transform="rotate({turn} {x} {y})"/>'
        for at, (x, y, turn) in enumerate(((-10, -66, 70), (-2, -40, 80), (4, -14, 74)))
    )
    cuff = f'<path d="M-18 6A34 34 0 1 0 30 8" fill="none" stroke="{STEEL}" stroke-width="15"/>'
    return (
        links
        + cuff
        + fill_circle((-20, 6), 9, "#5d7486")
        + fill_circle((32, 8), 9, "#5d7486")
        + draw_line("M-20 24A30 30 0 0 0 0 56", WHITE, 4, 0.8)
    )


def _draw_counter(paint: Palette) -> str:
    board = fill_path("M-160 30H160V60H-160Z", "#a06a3c") + fill_rect(-160, 56, 320, 120, "#5d3c22")
    jars = "".join(
        fill_path(f"M{x - 22} 30V{y}Q{x} {y - 18} {x + 22} {y}V30Z", fill, 0.9)
        + fill_rect(x - 18, y - 18, 36, 12, WOOD)
        for x, y, fill in ((-122, -34, PINK), (-74, -16, TEAL), (116, -40, GOLD))
    )
    return (
        jars + board + fill_ellipse((30, 26), 44, 12, "#c2607f") + fill_circle((30, 8), 21, NACRE)
    )


# ------------------------------------------------------------------ politicians


def _draw_crown(paint: Palette) -> str:
    crown = fill_edges("-48 28 -56 -30 -26 -6 0 -48 26 -6 56 -30 48 28", GILT)
    gems = (
        fill_circle((-56, -32), 8, PINK)
        + fill_circle((0, -50), 9, WHITE)
        + fill_circle((56, -32), 8, PINK)
    )
    return (
        crown
        + fill_rect(-48, 22, 96, 14, "#b07a22")
        + gems
        + fill_edges("0 -8 12 8 0 22 -12 8", CORAL)
    )


def _draw_card_back(paint: Palette) -> str:
    sheet = fill_path(
        "M-36 -52H36Q42 -52 42 -46V46Q42 52 36 52H-36Q-42 52 -42 46V-46Q-42 -52 -36 -52Z", PAPER
    )
    return (
        sheet
        + fill_rect(-34, -44, 68, 88, "#14365c")
        + fill_edges("0 -30 22 0 0 30 -22 0", GOLD)
        + fill_circle((0, 0), 8, "#14365c")
    )


def _draw_bribe(paint: Palette) -> str:
    table = fill_path("M-170 40Q0 14 170 40V200H-170Z", "#3a1f3f") + fill_path(
        "M-170 40Q0 14 170 40V54Q0 28 -170 54Z", "#8a4a7a"
    )
    glow = fill_ellipse((0, 30), 70, 20, "#ffe9a8", opacity=0.4)
    return (
        table
        + glow
        + fill_circle((0, 8), 27, NACRE)
        + fill_circle((-9, -1), 8, WHITE)
        + draw_line("M52 22H84M58 36H98", WHITE, 4, 0.6)
    )


def _draw_mask(fill: str, shade: str, *, is_glad: bool) -> str:
    face = fill_mirrored("0 -46 -34 -44 -42 -8 -30 34 0 56", fill) + fill_blob(
        "8 -46 34 -44 42 -8 30 34 0 56 20 10", shade, 0.8
    )
    eyes = fill_ellipse((-17, -10), 10, 7, DARK, turn=-12) + fill_ellipse(
        (17, -10), 10, 7, DARK, turn=12
    )
    mouth = "M-18 16Q0 44 18 16Q0 26 -18 16Z" if is_glad else "M-18 36Q0 8 18 36Q0 24 -18 36Z"
    return face + eyes + fill_path(mouth, DARK)


def _draw_mask_white(paint: Palette) -> str:
    return _draw_mask("#fff6e6", "#cbb894", is_glad=True)


def _draw_mask_red(paint: Palette) -> str:
    return _draw_mask("#e0485a", "#8c1f32", is_glad=False)


def _draw_treaty(paint: Palette) -> str:
    sheet = (
        fill_path("M-56 -36H56V40H-56Z", PAPER)
        + fill_rect(-62, -44, 124, 12, ROPE)
        + fill_rect(-62, 36, 124, 12, ROPE)
    )
    lines = draw_line("M-40 -18H40M-40 -4H30", INK, 4, 0.7)
    return sheet + lines + fill_circle((-22, 22), 13, CORAL) + fill_circle((22, 22), 13, ALGAE)


def _draw_branch(paint: Palette) -> str:
    leaves = "".join(
        fill_ellipse((x, y), 8, 20, fill, turn=turn)
        for x, y, turn, fill in (
            (-16, 10, -50, ALGAE),
            (16, -6, 50, "#8ff0b8"),
            (-15, -26, -50, "#8ff0b8"),
            (15, -44, 50, ALGAE),
            (-10, -62, -36, ALGAE),
            (6, -80, 14, "#8ff0b8"),
        )
    )
    return draw_line("M0 60Q6 0 0 -70", "#2f7a52", 6) + leaves


def _draw_chest(paint: Palette) -> str:
    lid = fill_path("M-64 -6Q-60 -64 4 -60Q62 -56 64 -6Z", "#8a5a30") + draw_line(
        "M-60 -12Q-54 -56 4 -54Q56 -50 60 -12", GOLD, 6
    )
    coins = "".join(
        fill_ellipse((x, y), 15, 8, GILT)
        for x, y in ((-40, -6), (-14, -14), (14, -12), (40, -6), (0, -24), (-26, -20), (26, -22))
    )
    box = (
        fill_path("M-66 -4H66V54H-66Z", WOOD)
        + draw_line("M-64 0H64", GOLD, 7)
        + fill_rect(-14, -4, 28, 26, GILT)
        + fill_circle((0, 10), 5, DARK)
    )
    return lid + coins + box + fill_rect(-58, 6, 12, 44, GOLD) + fill_rect(46, 6, 12, 44, GOLD)


def _draw_coin(paint: Palette) -> str:
    return (
        fill_circle((0, 0), 26, GILT)
        + '<circle r="19" fill="none" stroke="#b07a22" stroke-width="3"/>'
        + fill_edges("0 -12 9 0 0 12 -9 0", "#b07a22")
    )


def _draw_puppet(paint: Palette) -> str:
    bar = draw_line("M-46 -70L46 -84M-14 -98L10 -56", WOOD, 9)
    strings = draw_line("M-42 -70L-30 14M42 -84L34 6M0 -76V-12", WHITE, 2.5, 0.85)
    doll = (
        fill_blob("0 10 -20 24 -26 70 0 78 26 70 20 24", "#c2283a")
        + fill_circle((0, -2), 18, "#f3d7b0")
        + fill_edges("-16 -12 -20 -34 -8 -22 0 -38 8 -22 20 -34 16 -12", GILT)
    )
    limbs = draw_line("M-16 30L-30 12M16 30L34 6M-10 74L-16 100M10 74L22 96", "#f3d7b0", 8)
    return (
        bar
        + strings
        + limbs
        + doll
        + fill_circle((-6, -2), 2.6, DARK)
        + fill_circle((6, -2), 2.6, DARK)
    )


# ------------------------------------------------------------------ ambassadors


def _draw_map(paint: Palette) -> str:
    left, middle, right = (
        "-84 -36 -30 -50 -30 46 -84 58",
        "-30 -50 28 -36 28 58 -30 46",
        "28 -36 84 -50 84 44 28 58",
    )
    sheet = (
        fill_edges(left, "#f3e6c4") + fill_edges(middle, "#d6c294") + fill_edges(right, "#f3e6c4")
    )
    isles = fill_blob("-70 -6 -52 -20 -42 0 -60 14", "#5ca888") + fill_blob(
        "40 -14 66 -22 70 4 46 12", "#5ca888"
    )
    route = (
        '<path d="M-54 26Q-6 -20 14 12T60 24" fill="none" stroke="#c2283a" stroke-width="5"'
        ' stroke-dasharray="9 8"/>'
    )
    return sheet + isles + route + draw_line("M52 16L68 32M68 16L52 32", "#c2283a", 6)


def _draw_coral_staff(paint: Palette) -> str:
    trunk = draw_line("M0 200V-20", CORAL, 13)
    arms = draw_line(
        "M0 -10Q0 -60 -6 -118M0 -30Q-34 -44 -38 -92M0 -44Q34 -54 38 -106"
        "M-36 -70L-58 -92M36 -80L60 -96M-3 -84L-22 -112",
        CORAL,
        11,
    )
    tips = "".join(
        fill_circle(at, 7, "#ffd9c2")
        for at in ((-6, -120), (-38, -94), (38, -108), (-59, -94), (61, -98), (-23, -114))
    )
    return trunk + arms + tips + draw_line("M-4 190V-14", "#ffb29f", 4)


Prop = Callable[[Palette], str]
_PROPS: dict[str, Prop] = {
    "roll": _draw_roll,
    "key_ring": _draw_key_ring,
    "lantern": _draw_lantern,
    "dagger": _draw_dagger,
    "banner": _draw_banner,
    "beast_eye": _draw_beast_eye,
    "eye": _draw_eye_alone,
    "whip": _draw_whip,
    "harpoon": _draw_harpoon,
    "trophy": _draw_trophy,
    "ward": _draw_ward,
    "claw": _draw_claw,
    "hourglass": _draw_hourglass,
    "stack": _draw_stack,
    "globe": _draw_globe,
    "pour": _draw_pour,
    "tower": _draw_tower,
    "dome": _draw_dome,
    "swap": _draw_swap,
    "towers": _draw_towers_swapped,
    "five_orbs": _draw_five_orbs,
    "star_staff": _draw_star_staff,
    "jar": _draw_jar,
    "scythe": _draw_scythe,
    "crook": _draw_crook,
    "fry": _draw_fry,
    "sack": _draw_sack,
    "bowl": _draw_bowl,
    "cane": _draw_cane,
    "deed": _draw_deed,
    "hull": _draw_hull,
    "scales": _draw_scales,
    "pack": _draw_pack,
    "house": _draw_house,
    "shackle": _draw_shackle,
    "counter": _draw_counter,
    "crown": _draw_crown,
    "card_back": _draw_card_back,
    "bribe": _draw_bribe,
    "mask_white": _draw_mask_white,
    "mask_red": _draw_mask_red,
    "treaty": _draw_treaty,
    "branch": _draw_branch,
    "chest": _draw_chest,
    "coin": _draw_coin,
    "puppet": _draw_puppet,
    "map": _draw_map,
    "coral_staff": _draw_coral_staff,
    "pearl": lambda paint: fill_circle((0, 0), 26, NACRE) + fill_circle((-8, -9), 8, WHITE),
}
