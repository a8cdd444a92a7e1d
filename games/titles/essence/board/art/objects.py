"""Emblems of the factions, seals of the treaties, and the things that are counted."""

from __future__ import annotations

from games.engine.board.paper_cut import (
    Palette,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_rect,
    place_group,
    polar_point,
)
from games.engine.board.raster import mix_colours

from ...rules.components import FACTIONS
from .paints import MATERIALS, PALETTES, paint_layers
from .props import PROPS

# The badge of each type: the ground that its emblem and the chips of its people stand on.
GROUNDS = {
    "military": "M-46 -46L46 -46L46 8Q36 38 0 50Q-36 38 -46 8Z",
    "magical": (
        "M0 -52L13 -40L30 -46L34 -29L50 -22L43 -6L52 9L37 18L36 36L18 36L6 50L-9 40L-25 "
        "46L-32 30L-49 24L-42 7L-52 -8L-39 -20L-38 -38L-20 -38Z"
    ),
    "economic": "M0 -50A50 50 0 1 1 0 50A50 50 0 1 1 0 -50Z",
    "cultural": "M0 -54C40 -40 54 -4 40 24Q28 46 0 52Q-28 46 -40 24C-54 -4 -40 -40 0 -54Z",
    "political": "M0 -54L52 0L0 54L-52 0Z",
    "advisor": "M-28 -48L28 -48L48 -28L48 28L28 48L-28 48L-48 28L-48 -28Z",
}
EMBLEMS = {
    "three_islands": (
        "G M-34 12L-20 -18L-6 12Z;G M6 12L20 -12L34 12Z;w M-18 16L0 -34L18 16Z;"
        "L M0 -34L18 16L4 16Z;"
        "A M-40 18Q-20 8 0 18Q20 28 40 18L36 28Q18 38 0 28Q-18 18 -36 28Z"
    ),
    "university_of_the_sun": (
        "A o 0 0 25;w M0 -25A25 25 0 0 0 0 25Q-12 0 0 -25Z;D M-30 -6L0 -18L30 -6L0 7Z;"
        "D M-17 2L0 9L17 2L17 14Q0 22 -17 14Z;w*3 M0 -5L24 0L25 16"
    ),
    "harbour_league": (
        "D M-5 -18L5 -18L5 28L-5 28Z;D M-18 -12L18 -12L18 -4L-18 -4Z;"
        "D M0 -38A11 11 0 1 1 -.1 -38ZM0 -32A5 5 0 1 0 .1 -32Z;"
        "D M-38 4L-18 8L-24 13Q-18 26 0 27Q18 26 24 13L18 8L38 4L36 26L30 20Q18 38 0 "
        "38Q-18 38 -30 20L-36 26Z;w M-30 -20A9 9 0 0 1 -16 -26A8 8 0 0 1 -6 -20Z"
    ),
    "garden_synod": (
        "A M-30 20C-22 10 -26 -30 0 -34C26 -30 22 10 30 20C22 16 16 18 12 26C6 14 -6 14 "
        "-12 26C-16 18 -22 16 -30 20Z;"
        "w M-30 20C-22 10 -26 -30 0 -34C-12 -20 -8 4 -12 26C-16 18 -22 16 -30 20Z;"
        "v M-2 -32C-4 -46 8 -50 18 -44L14 -38Q4 -42 4 -32Z;y o -4 30 4;y o 6 32 4"
    ),
    "court_of_masks": (
        "A M-28 -6C-44 -18 -38 -38 -20 -42C-28 -30 -18 -20 -4 -14ZM28 -6C44 -18 38 -38 20 "
        "-42C28 -30 18 -20 4 -14Z;"
        "w M-32 -10C-20 -4 -10 -8 0 -6C10 -8 20 -4 32 -10C34 12 22 26 12 22C6 20 4 14 0 "
        "14C-4 14 -6 20 -12 22C-22 26 -34 12 -32 -10Z;"
        "D M-24 4Q-14 -6 -6 6Q-14 14 -24 4ZM24 4Q14 -6 6 6Q14 14 24 4Z"
    ),
}
# What is so long that it lies across its badge.
LONG = {"sabre", "rapier", "cutlass", "banner", "mace", "sun_staff", "pilgrim_staff", "quill"}
# Wax of the treaties (dark, plain, lit), its outline, and what is pressed into it.
WAXES = {
    "attack": ("#6f1620", "#b92f33", "#ee7a6a"),
    "fortify": ("#123a66", "#2f6cb0", "#84bdf0"),
    "draw": ("#3c2270", "#6f49b4", "#b497ee"),
    "rebuild": ("#14492f", "#2f8a58", "#84cd8a"),
}
BLOBS = {
    "attack": (
        "M0 -62C18 -66 30 -52 44 -46C62 -38 58 -18 62 0C68 18 52 30 46 44C38 62 18 56 0 "
        "62C-18 68 -30 54 -46 46C-64 38 -56 18 -62 0C-66 -18 -52 -30 -44 -46C-34 -60 -18 "
        "-58 0 -62Z"
    ),
    "fortify": (
        "M-6 -64C20 -68 28 -56 46 -50C66 -40 56 -16 64 4C66 26 50 34 40 50C26 66 8 56 -12 "
        "62C-34 64 -40 48 -54 38C-68 22 -56 6 -62 -12C-64 -36 -46 -40 -36 -54C-28 -62 -16 "
        "-60 -6 -64Z"
    ),
    "draw": (
        "M4 -66C24 -62 34 -58 48 -42C56 -28 66 -18 60 4C62 24 52 40 36 48C24 62 8 60 -8 "
        "62C-26 60 -40 56 -48 40C-64 28 -60 10 -62 -6C-62 -24 -54 -34 -42 -46C-30 -62 -14 "
        "-62 4 -66Z"
    ),
    "rebuild": (
        "M-4 -60C16 -70 32 -54 48 -48C60 -32 62 -22 60 -2C70 14 56 34 46 46C30 56 20 64 0 "
        "60C-18 70 -36 56 -46 48C-58 34 -66 20 -60 0C-66 -20 -56 -36 -46 -48C-32 -60 -20 "
        "-58 -4 -60Z"
    ),
}
RELIEFS = {
    "attack": (
        "5*9 M-30 32L28 -32;5*9 M30 32L-28 -32;5*7 M-30 12L-12 30M30 12L12 30;"
        "5 M22 -40L38 -42L34 -26Z;5 M-22 -40L-38 -42L-34 -26Z"
    ),
    "fortify": (
        "5 M-28 36L-28 -20L-34 -20L-34 -40L-20 -40L-20 -30L-8 -30L-8 -40L8 -40L8 -30L20 "
        "-30L20 -40L34 -40L34 -20L28 -20L28 36Z;4 M-10 36L-10 10Q0 -4 10 10L10 36Z"
    ),
    "draw": (
        "5 o 0 -22 14;5 M-22 34C-22 2 22 2 22 34Z;5 o -30 -8 10;"
        "5 M-46 32C-46 8 -28 6 -24 12Q-30 22 -30 32Z;5 o 30 -8 10;"
        "5 M46 32C46 8 28 6 24 12Q30 22 30 32Z"
    ),
    "rebuild": (
        "5 M-40 -4L-18 -16L4 -4L-18 8Z;5 M-40 2L-18 14L4 2L4 16L-18 28L-40 16Z;"
        "5 M4 -20L24 -30L44 -20L24 -10Z;5*6 M-24 -30C-16 -46 6 -48 16 -40;"
        "5 M10 -50L26 -38L8 -30Z;5*6 M34 2C34 22 24 34 12 36;5 M18 26L2 38L20 46Z"
    ),
}
# The things that are counted, in a square of 120.
TOKENS = {
    "essence": (
        "a/.35 o 0 6 58;"
        "d M0 -58C26 -20 38 -4 38 18A38 38 0 0 1 -38 18C-38 -4 -26 -20 0 -58Z;"
        "a M0 -58C-26 -20 -38 -4 -38 18A38 38 0 0 0 4 56C-16 40 -14 0 0 -58Z;"
        "w M-24 14C-26 4 -18 -8 -12 -18Q-14 0 -14 24Z;"
        "w/.7 M12 44C24 38 28 26 26 14Q36 36 12 44Z"
    ),
    "wealth": (
        "z e 14 34 44 18;g e 14 28 44 18;z e -14 18 44 18;g e -14 12 44 18;z o 4 -22 36;"
        "y o 0 -26 36;g o 0 -26 27;y M0 -46L16 -26L0 -6L-16 -26Z;z M0 -46L16 -26L0 -6Z;"
        "w/.7 M-30 -30Q-26 -54 -4 -58Q-22 -48 -24 -30Z"
    ),
    "influence": (
        "f M-46 26L-56 -28L-28 -6L0 -52L28 -6L56 -28L46 26Z;"
        "m M-46 26L-56 -28L-28 -6L0 -52L0 26Z;y M-48 26L48 26L46 44L-46 44Z;"
        "g M0 26L48 26L46 44L0 44Z;r o 0 10 8;a o -26 12 5;a o 26 12 5;y o -56 -30 6;"
        "y o 0 -54 7;y o 56 -30 6"
    ),
    "popularity": (
        "x M0 52C-40 20 -58 -2 -54 -26C-48 -54 -12 -56 0 -28C12 -56 48 -54 54 -26C58 -2 40 "
        "20 0 52Z;r M0 52C-40 20 -58 -2 -54 -26C-48 -54 -12 -56 0 -28C-4 4 -6 30 0 52Z;"
        "n M-42 -18C-42 -34 -30 -42 -18 -38C-32 -32 -34 -20 -34 -8Z;"
        "y*5 M-40 -54L-46 -64M0 -54L0 -66M40 -54L46 -64"
    ),
    "attack": (
        "t M-13 -52L0 -72L13 -52L13 22L-13 22Z;s M-13 -52L0 -72L0 22L-13 22Z;"
        "y M-44 18L44 18L38 34L-38 34Z;z M0 18L44 18L38 34L0 34Z;x M-9 34L9 34L9 54L-9 54Z;"
        "y o 0 60 12;r M-50 -52L-24 -44L-42 -24ZM50 -52L24 -44L42 -24Z"
    ),
    "defense": (
        "j M-48 -50Q0 -66 48 -50L44 14Q32 44 0 60Q-32 44 -44 14Z;"
        "i M-48 -50Q-24 -58 0 -58L0 60Q-32 44 -44 14Z;w M-6 -44L6 -44L6 40L-6 40Z;"
        "w M-36 -14L36 -14L36 -2L-36 -2Z;y o 0 -8 13;z o 2 -6 6"
    ),
    "foundations": (
        "t M-54 6L-10 -10L22 2L22 38L-20 54L-54 40Z;s M-54 6L-10 -10L22 2L-20 18Z;"
        "h M-20 18L22 2L22 38L-20 54Z;s M-20 -34L14 -46L44 -36L12 -22Z;"
        "t M-20 -34L12 -22L12 4L-20 -8Z;h M12 -22L44 -36L44 -10L12 4Z;"
        "v M-54 6Q-44 12 -40 20Q-34 10 -28 16L-20 18L-54 6Z;v o 40 44 9;u o 50 40 7"
    ),
    "shards": (
        "f M0 -66L26 -28L12 58L-20 30L-28 -20Z;m M0 -66L-28 -20L-20 30L-4 -10Z;"
        "w M0 -66L-4 -10L26 -28Z;a M-4 -10L12 58L-20 30Z;"
        "y M40 -56L44 -44L56 -40L44 -36L40 -24L36 -36L24 -40L36 -44Z;"
        "y M-46 24L-43 32L-35 35L-43 38L-46 46L-49 38L-57 35L-49 32Z"
    ),
    "revenge": (
        "x M-50 -44L-4 -52L-14 -20L6 0L-12 22L0 56Q-40 36 -46 4Z;"
        "r M-50 -44L-28 -48L-30 36Q-44 22 -46 4Z;"
        "h M8 -50L50 -42L46 4Q38 38 10 52L0 22L18 0L-2 -22Z;"
        "t M8 -50L28 -46L24 -10L12 -12L-2 -22Z;y*6 M-54 54L40 -40;y M52 -54L48 -28L28 -48Z"
    ),
    "threat": (
        "h M-58 16C-66 -10 -40 -22 -32 -20C-26 -50 16 -56 28 -30C52 -34 64 -8 56 12C52 26 "
        "-50 30 -58 16Z;"
        "t M-58 16C-66 -10 -40 -22 -32 -20C-26 -46 4 -50 16 -40C-10 -36 -20 -4 -58 16Z;"
        "r M-26 -4L-4 2L-24 10ZM26 -6L4 2L24 8Z;"
        "y M-8 20L14 20L4 36L16 36L-12 64L-4 42L-16 42Z"
    ),
}


def draw_badge(of: str, layers: str, palette: Palette, *, size: float, turn: float = 0) -> str:
    """Return a chip of 48 x 48: layers on the badge of a type, `size` times as large, turned."""
    ground = GROUNDS[of]
    x, y = polar_point((24, 24), 9 if turn else 0, 90 + turn)
    body = [
        place_group([paint_layers(f"D {ground}", palette)], (24, 25), scale=0.46),
        place_group([paint_layers(f"M {ground}", palette)], (24, 23.6), scale=0.43),
        place_group([paint_layers(layers, palette)], (x, y), scale=size, turn=turn),
    ]
    return build_document(48, 48, "", "".join(body))


def draw_emblem(faction: str) -> str:
    """Return the emblem of a faction on its badge, in a square of 100 around (0, 0)."""
    of = FACTIONS[faction].type
    ground = GROUNDS[of]
    return paint_layers(f"M {ground};{EMBLEMS[faction]}", PALETTES[of])


def draw_emblem_chip(faction: str) -> str:
    """Return the emblem of a faction, 48 x 48."""
    of = FACTIONS[faction].type
    return draw_badge(of, EMBLEMS[faction], PALETTES[of], size=0.42)


def draw_seal(code: str) -> str:
    """Return a seal of wax with what is pressed into it, around (0, 0)."""
    dark, plain, lit = WAXES[code]
    paints = {"4": plain, "5": mix_colours(plain, dark, 0.75), "6": dark, "7": lit}
    relief = RELIEFS[code]
    outline = BLOBS[code]
    return (
        place_group([paint_layers(f"6 {outline}", _WAX, paints)], (3, 5))
        + place_group([paint_layers(f"7 {outline}", _WAX, paints)], (-2, -2))
        + paint_layers(f"4 {outline};7/.5 o -1 -1 49;4 o 1 1 47;{relief}", _WAX, paints)
        + paint_layers("w/.5 M-48 -20Q-40 -44 -18 -50Q-36 -38 -40 -14Z", _WAX)
    )


def draw_treaty_card(code: str) -> str:
    """Return a treaty: its seal and ribbons on a written sheet over the clouds, 420 x 300."""
    dark, plain, lit = WAXES[code]
    paints = {"1": plain, "2": dark, "3": lit}
    sky = define_linear_gradient("s", [(0, mix_colours(lit, "#ffffff", 0.2)), (1, "#fff6e6")])
    sheet = (
        "k/.18 M62 46L372 34L382 262L70 274Z;q M56 38L366 26L376 254L64 266Z;"
        "p M56 38L366 26L374 214L64 266Z;"
        "w M56 38L366 26L368 60L58 84Z;q M330 256L376 254L372 208Z;"
        "q*4 M88 108L220 102M88 130L228 124M90 152L210 147M92 174L224 168;3*5 M88 82L150 79"
    )
    ribbon = (
        "2 M262 150L236 262L262 248L276 272L292 160Z;"
        "1 M286 150L318 258L294 250L276 268L262 160Z;3 M286 150L300 198L286 206L270 160Z"
    )
    body = [
        fill_rect(0, 0, 420, 300, "url(#s)"),
        paint_layers("w/.8 o 40 270 50;w/.8 o 380 280 60;w/.8 o 200 300 46", _WAX),
        paint_layers(sheet, _WAX, paints),
        paint_layers(ribbon, _WAX, paints),
        place_group([draw_seal(code)], (274, 140), scale=1.12),
    ]
    return build_document(420, 300, sky, "".join(body))


def draw_treaty_hand(code: str) -> str:
    """Return the seal of a treaty with its ribbons, 120 x 168."""
    dark, plain, lit = WAXES[code]
    paints = {"1": plain, "2": dark, "3": lit}
    body = [
        fill_rect(0, 0, 120, 168, mix_colours(lit, "#fff6e6", 0.35)),
        paint_layers("p M-6 10L126 -4L126 120L-6 134Z;q*4 M12 26L96 18M12 40L70 34", _WAX),
        paint_layers(
            ("2 M44 80L24 160L48 146L60 164L72 86Z;1 M70 80L98 158L74 150L58 164L48 86Z"),
            _WAX,
            paints,
        ),
        place_group([draw_seal(code)], (60, 76), scale=0.78),
    ]
    return build_document(120, 168, "", "".join(body))


def draw_treaty_chip(code: str) -> str:
    """Return the seal of a treaty, 48 x 48."""
    return build_document(48, 48, "", place_group([draw_seal(code)], (24, 24), scale=0.34))


def draw_token_card(code: str) -> str:
    """Return a thing that is counted, on a cloud in the morning, 300 x 420."""
    return _draw_token(code, 300, 420, 1.7)


def draw_token_hand(code: str) -> str:
    """Return a thing that is counted, close up, 120 x 168."""
    return _draw_token(code, 120, 168, 0.86)


def draw_token_chip(code: str) -> str:
    """Return a thing that is counted, 48 x 48."""
    thing = paint_layers(TOKENS[code], _WAX)
    return build_document(48, 48, "", place_group([thing], (24, 24), scale=0.34))


def _draw_token(code: str, width: float, height: float, size: float) -> str:
    sky, ground = _LIGHTS[code]
    definitions = define_linear_gradient("s", [(0, sky), (1, ground)])
    definitions += define_radial_gradient("n", [(0, "#fffdf0"), (1, sky)], centre=(0.5, 0.5))
    x, y = width / 2, height * 0.42
    cloud = "w/.92 M-70 96C-84 70 -54 50 -34 62C-26 34 24 34 30 60C54 48 84 70 70 96Z"
    body = [
        fill_rect(0, 0, width, height, "url(#s)"),
        fill_circle((x, y), width * 0.42, "url(#n)", 0.8),
        place_group([paint_layers(cloud, _WAX)], (x, y), scale=size),
        place_group([paint_layers(TOKENS[code], _WAX)], (x, y), scale=size),
    ]
    return build_document(width, height, definitions, "".join(body))


def draw_person_chip(of: str, prop: str, palette: Palette) -> str:
    """Return what a figure holds on the badge of its faction, or of the Advisors, 48 x 48."""
    if of != "advisor":
        palette = Palette(palette.deep, palette.light, palette.glow, MATERIALS["w"], palette.accent)
    if prop == "parasol":
        return draw_badge(of, PROPS[prop], palette, size=0.24)
    if prop in LONG:
        return draw_badge(of, PROPS[prop], palette, size=0.34, turn=36)
    return draw_badge(of, PROPS[prop], palette, size=0.38)


_WAX = Palette("#1c2036", "#596782", "#9dabc0", "#fffaf0", "#ffd166")
# Sky and ground of each token.
_LIGHTS = {
    "essence": ("#3f7fb5", "#0f3a63"),
    "wealth": ("#f2d9a0", "#9a6a2a"),
    "influence": ("#d9c8f2", "#4f3690"),
    "popularity": ("#ffd9d6", "#b0626c"),
    "attack": ("#f0a68c", "#6e2430"),
    "defense": ("#bfe0f7", "#24507f"),
    "foundations": ("#d6e8bf", "#4f7a4a"),
    "shards": ("#31255f", "#120d2e"),
    "revenge": ("#c9b3a6", "#4a2f33"),
    "threat": ("#5d6579", "#20243a"),
}
