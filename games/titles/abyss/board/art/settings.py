"""The far settings behind the Lords, 300 x 420, and the light that falls into them."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.board.paper_cut import (
    Point,
    Variation,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_ellipse,
    fill_rect,
    place_group,
)

from .paper import (
    DARK,
    GOLD,
    Palette,
    blend,
    draw_line,
    fill_blob,
    fill_edges,
    fill_limb,
    fill_path,
)


def cool_palette(paint: Palette, part: float = 0.45) -> Palette:
    """Return the palette as it looks from afar, through water: cooler and darker by `part`."""
    return Palette(
        deep=blend(paint.deep, "#051524", part),
        mid=blend(paint.mid, "#0d4058", part),
        light=blend(paint.light, "#2f86a0", part * 0.8),
        glow=blend(paint.glow, "#bfeaf2", part * 0.8),
        accent=paint.accent,
    )


def define_water(light: str, paint: Palette, at: Point) -> str:
    """Return the gradient of the water; `at` is the centre of a glow, in parts of the picture."""
    dark = blend(paint.deep, DARK, 0.4)
    if light == "noon":
        return define_linear_gradient(
            "w",
            [
                (0, blend(paint.light, paint.mid, 0.4)),
                (0.4, blend(paint.mid, paint.deep, 0.35)),
                (1, paint.deep),
            ],
        )
    if light == "dusk":
        return define_linear_gradient(
            "w", [(0, blend(paint.mid, paint.deep, 0.35)), (0.5, paint.deep), (1, dark)]
        )
    if light == "side":
        return define_linear_gradient(
            "w",
            [(0, paint.light), (0.4, blend(paint.mid, paint.deep, 0.35)), (1, dark)],
            towards=(1, 0.7),
        )
    if light == "back":
        return define_radial_gradient(
            "w",
            [(0, paint.glow), (0.28, blend(paint.light, paint.mid, 0.6)), (1, paint.deep)],
            centre=at,
        )
    return define_radial_gradient(
        "w",
        [
            (0, paint.accent),
            (0.2, blend(paint.accent, paint.mid, 0.75)),
            (0.55, paint.deep),
            (1, dark),
        ],
        centre=at,
    )


def draw_rays(paint: Palette, seed: str) -> str:
    """Return light that falls from the top left, and a few bubbles."""
    vary = Variation(seed)
    rays = []
    for at in range(3):
        x, wide = 20 + at * 85 + vary.between(-20, 20), vary.between(20, 52)
        rays.append(
            fill_edges(
                f"{x:.0f} -5 {x + wide:.0f} -5 {x + wide * 2 - 40:.0f} 430 {x - 90:.0f} 430",
                paint.glow,
                0.08,
            )
        )
    bubbles = [
        fill_circle(
            (vary.between(8, 292), vary.between(10, 260)), vary.between(1.5, 4.5), paint.glow, 0.3
        )
        for _ in range(6)
    ]
    return "".join(rays + bubbles)


def draw_setting(name: str, paint: Palette, seed: str) -> str:
    """Return the silhouettes of a place behind a Lord."""
    far, near = blend(paint.mid, paint.deep, 0.35), blend(paint.mid, paint.deep, 0.65)
    return _SETTINGS[name](far, near, paint, Variation(f"{seed} setting"))


Setting = Callable[[str, str, Palette, Variation], str]


def _draw_arches(far: str, near: str, paint: Palette, vary: Variation) -> str:
    arch = fill_path("M0 430V120Q50 30 100 120V430H84V130Q50 64 16 130V430Z", far)
    return (
        place_group([arch], (-64, 20))
        + place_group([arch], (36, -14))
        + place_group([arch], (136, -14))
        + place_group([arch], (236, 20))
    )


def _draw_reef(far: str, near: str, paint: Palette, vary: Variation) -> str:
    hills = fill_blob(
        "-30 440 -30 210 30 180 70 236 130 250 190 240 240 190 330 160 340 440", far, 0.8
    )
    weeds = [
        fill_limb((x, 330), -90 + vary.between(-14, 14), vary.between(120, 210), 9, near, wave=20)
        for x in (10, 40, 262, 290)
    ]
    return hills + "".join(weeds)


def _draw_bars(far: str, near: str, paint: Palette, vary: Variation) -> str:
    wall = fill_rect(0, 0, 300, 420, near, 0.7) + fill_path(
        "M40 430V130Q150 0 260 130V430Z", paint.glow, 0.35
    )
    bars = "".join(
        fill_rect(x, 0, 15, 430, DARK, 0.8) + fill_rect(x, 0, 4, 430, paint.light, 0.5)
        for x in (34, 86, 199, 251)
    )
    return wall + bars + fill_rect(0, 96, 300, 14, DARK, 0.8)


def _draw_banners(far: str, near: str, paint: Palette, vary: Variation) -> str:
    host = "".join(
        draw_line(f"M{x} 420V{y}", near, 5)
        + fill_edges(f"{x - 6} {y + 26} {x} {y - 10} {x + 6} {y + 26}", paint.glow, 0.8)
        for x, y in ((14, 130), (44, 96), (74, 150), (226, 150), (256, 100), (286, 134))
    )
    return host + fill_blob("-30 440 -20 290 30 264 80 284 220 284 270 264 320 290 330 440", near)


def _draw_cave(far: str, near: str, paint: Palette, vary: Variation) -> str:
    dark = blend(paint.deep, DARK, 0.5)
    return fill_path(
        "M0 0H300V430H262Q288 330 262 250Q284 150 226 84Q196 34 150 44Q92 40 66 104"
        "Q24 160 44 250Q10 340 36 430H0Z",
        dark,
    ) + "".join(
        fill_edges(f"{x} 0 {x + 26} 0 {x + 12} {y}", dark)
        for x, y in ((86, 92), (128, 74), (186, 104))
    )


def _draw_shelves(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = [fill_rect(0, 0, 300, 420, near, 0.6)]
    for y in (78, 150, 222, 294):
        parts.append(fill_rect(0, y, 300, 8, paint.deep))
        for at in range(9):
            x, high, wide = at * 34 + vary.between(0, 8), vary.between(26, 50), vary.between(12, 24)
            fill = (far, paint.mid, paint.accent)[int(vary.between(0, 2.6))]
            parts.append(fill_rect(x, y - high, wide, high, fill, 0.6))
    return "".join(parts)


def _draw_stall(far: str, near: str, paint: Palette, vary: Variation) -> str:
    stripes = "".join(
        fill_path(
            f"M{x} 0H{x + 43}V62Q{x + 21} 88 {x} 62Z",
            paint.glow if at % 2 else blend(paint.accent, paint.mid, 0.25),
        )
        for at, x in enumerate(range(0, 300, 43))
    )
    posts = fill_rect(10, 60, 14, 370, near) + fill_rect(276, 60, 14, 370, near)
    lamps = fill_circle((62, 128), 15, GOLD, 0.9) + draw_line("M62 76V112", near, 4)
    return posts + stripes + lamps


def _draw_granary(far: str, near: str, paint: Palette, vary: Variation) -> str:
    silo = "".join(
        fill_path(f"M{x} 430V{y}Q{x + 48} {y - 74} {x + 96} {y}V430Z", fill)
        + draw_line(f"M{x} {y + 40}H{x + 96}M{x} {y + 90}H{x + 96}", near, 4)
        for x, y, fill in ((-34, 120, far), (238, 120, far))
    )
    door = fill_path("M22 430V130Q150 -40 278 130V430Z", near) + fill_path(
        "M40 430V134Q150 -12 260 134V430Z", "#fff0c2"
    )
    grain = fill_blob("30 440 44 214 76 168 110 190 190 190 226 162 258 214 270 440", GOLD)
    return silo + door + grain


def _draw_fields(far: str, near: str, paint: Palette, vary: Variation) -> str:
    sun = fill_circle((216, 84), 46, paint.glow, 0.75)
    rows = fill_blob("-30 440 -30 236 80 214 200 226 330 200 340 440", far)
    stalks = "".join(
        draw_line(f"M{x} 330Q{x + 4} {y + 50} {x - 6} {y}", near, 4)
        + fill_ellipse((x - 6, y), 6, 15, paint.light, turn=-14)
        for x, y in (
            (14, 196),
            (38, 178),
            (60, 206),
            (84, 190),
            (226, 206),
            (248, 182),
            (272, 200),
            (294, 176),
        )
    )
    return sun + rows + stalks


def _draw_wheel(far: str, near: str, paint: Palette, vary: Variation) -> str:
    spokes = "".join(
        place_group(
            [fill_rect(-7, -150, 14, 300, paint.mid), fill_rect(-24, -164, 48, 34, paint.mid)],
            (214, 132),
            turn=turn,
        )
        for turn in (12, 57, 102, 147)
    )
    rim = f'<circle cx="214" cy="132" r="122" fill="none" stroke="{paint.mid}" stroke-width="22"/>'
    return spokes + rim + fill_circle((214, 132), 24, near) + fill_rect(0, 308, 300, 120, near)


def _draw_windows(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = [
        fill_edges("0 430 0 90 44 46 88 90 88 430", far),
        fill_edges("210 430 210 70 256 24 310 80 310 430", far),
        fill_rect(88, 160, 122, 270, near),
    ]
    for x, y in (
        (16, 110),
        (52, 110),
        (16, 166),
        (52, 166),
        (16, 222),
        (52, 222),
        (228, 96),
        (268, 96),
        (228, 152),
        (268, 152),
        (228, 208),
        (268, 208),
    ):
        lit = vary.between(0, 1) > 0.3
        parts.append(
            fill_path(
                f"M{x} {y + 32}V{y + 10}Q{x + 10} {y - 6} {x + 20} {y + 10}V{y + 32}Z",
                paint.accent if lit else paint.deep,
                0.9,
            )
        )
    return "".join(parts)


def _draw_harbour(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = []
    for x, y, size in ((58, 250, 1.0), (250, 226, 1.2)):
        mast = [
            draw_line("M0 0V-190", near, 6),
            fill_blob("4 -180 60 -150 62 -90 4 -70 20 -120", paint.glow, 0.6),
            fill_blob("-4 -150 -46 -120 -44 -80 -4 -66", far),
        ]
        parts.append(
            place_group(
                [*mast, fill_blob("-70 -10 0 -2 80 -18 56 34 -50 34", near)], (x, y), scale=size
            )
        )
    return "".join(parts) + fill_rect(0, 272, 300, 150, near)


def _draw_columns(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = [fill_edges("-10 66 150 -10 310 66 310 84 -10 84", far)]
    for x in (6, 66, 202, 262):
        parts.append(
            fill_rect(x, 84, 32, 340, far)
            + fill_rect(x, 84, 8, 340, paint.light, 0.4)
            + fill_rect(x - 6, 84, 44, 16, near)
        )
    return "".join(parts)


def _draw_curtain(far: str, near: str, paint: Palette, vary: Variation) -> str:
    folds = "".join(
        fill_path(
            f"M{x} 0H{x + 36}Q{x + 26} 210 {x + 30 + lean} 430H{x + lean}Q{x - 6} 210 {x} 0Z", fill
        )
        for x, lean, fill in (
            (0, -20, near),
            (30, -14, far),
            (62, -34, near),
            (206, 34, near),
            (238, 20, far),
            (270, 24, near),
        )
    )
    return folds + fill_path("M0 0H300V40Q225 84 150 44Q75 84 0 40Z", paint.mid)


def _draw_tents(far: str, near: str, paint: Palette, vary: Variation) -> str:
    return (
        fill_edges("-50 430 60 120 170 430", far)
        + fill_edges("60 120 170 430 84 430", near)
        + fill_edges("140 430 252 80 370 430", far)
        + fill_edges("252 80 370 430 270 430", near)
        + draw_line("M60 120V84M252 80V40", near, 5)
        + fill_edges("60 84 104 96 60 110", paint.accent)
        + fill_edges("252 40 200 54 252 70", paint.accent)
    )


def _draw_towers(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = []
    for x, y, wide, fill in (
        (0, 150, 44, far),
        (52, 90, 36, near),
        (212, 70, 40, near),
        (258, 130, 46, far),
    ):
        parts.append(fill_path(f"M{x} 430V{y}L{x + wide / 2} {y - 60}L{x + wide} {y}V430Z", fill))
        parts.append(fill_ellipse((x + wide / 2, y + 30), 5, 9, paint.accent, opacity=0.9))
    return "".join(parts)


def _draw_portal(far: str, near: str, paint: Palette, vary: Variation) -> str:
    rings = "".join(
        f'<circle cx="150" cy="150" r="{radius}" fill="none" stroke="{paint.glow}"'
        f' stroke-width="{wide}" opacity="{faint}" stroke-dasharray="{dash}"/>'
        for radius, wide, faint, dash in (
            (138, 5, 0.7, "60 14"),
            (118, 12, 0.3, "150 24"),
            (160, 3, 0.5, "9 14"),
        )
    )
    return rings


def _draw_kelp(far: str, near: str, paint: Palette, vary: Variation) -> str:
    parts = []
    for x in (10, 46, 84, 216, 252, 290):
        lean = vary.between(-16, 16)
        parts.append(draw_line(f"M{x} 430Q{x + lean} 220 {x - lean} -10", near, 6))
        parts += [
            fill_ellipse(
                (x + (16 if at % 2 else -16), 20 + at * 52), 8, 24, far, turn=40 if at % 2 else -40
            )
            for at in range(7)
        ]
    return "".join(parts)


def _draw_throne(far: str, near: str, paint: Palette, vary: Variation) -> str:
    shell = "".join(
        fill_path(f"M150 330L{x} {y}Q{x + 18} {y - 34} {x + 40} {y - 4}Z", far if at % 2 else near)
        for at, (x, y) in enumerate(
            ((-4, 190), (20, 112), (62, 54), (120, 30), (178, 50), (226, 104), (256, 184))
        )
    )
    return shell + fill_rect(0, 310, 300, 120, near)


def _draw_sea(far: str, near: str, paint: Palette, vary: Variation) -> str:
    return ""


_SETTINGS: dict[str, Setting] = {
    "arches": _draw_arches,
    "reef": _draw_reef,
    "bars": _draw_bars,
    "banners": _draw_banners,
    "cave": _draw_cave,
    "shelves": _draw_shelves,
    "stall": _draw_stall,
    "granary": _draw_granary,
    "fields": _draw_fields,
    "wheel": _draw_wheel,
    "windows": _draw_windows,
    "harbour": _draw_harbour,
    "columns": _draw_columns,
    "curtain": _draw_curtain,
    "tents": _draw_tents,
    "towers": _draw_towers,
    "portal": _draw_portal,
    "kelp": _draw_kelp,
    "throne": _draw_throne,
    "sea": _draw_sea,
}
