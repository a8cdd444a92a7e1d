"""The prophecy: constellations over the last of the night, directed by hand.

A figure is lines in a square of 200 around (0, 0): `z` closed and filled, `o` open, then its stars
as x and y. A sky has two glows and figures: name, x, y, size and the letter of its paint.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.paper_cut import (
    Palette,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_ellipse,
    fill_path,
    fill_rect,
    place_group,
    polar_point,
    straight_path,
    stroke_path,
)

from .paints import MATERIALS, pick_paint

FIGURES = {
    # The signs of the five types.
    "sword": "z 0 -92 14 -66 10 26 -10 26 -14 -66;z -40 26 40 26 34 38 -34 38;o 0 38 0 84",
    "star": "z 0 -80 20 -26 78 -24 32 12 48 68 0 36 -48 68 -32 12 -78 -24 -20 -26",
    "coin": "z 0 -70 50 -50 70 0 50 50 0 70 -50 50 -70 0 -50 -50;z 0 -34 -26 0 0 34 26 0",
    "song": (
        "z -50 -66 -66 -6 -40 48 0 64 40 48 66 -6 50 -66 34 -50 42 -6 24 30 0 38 -24 30 "
        "-42 -6 -34 -50;o -36 -40 36 -40;o -14 -40 -10 34;o 14 -40 10 34"
    ),
    "seal": (
        "z 0 -66 22 -44 56 -40 48 -8 66 20 36 34 22 64 0 46 -22 64 -36 34 -66 20 -48 -8 "
        "-56 -40 -22 -44;z 0 -22 -20 4 0 26 20 4"
    ),
    # What the prophecies are named for.
    "temple": (
        "z -60 -24 0 -72 60 -24;o -60 -24 -60 60;o -22 -24 -22 60;o 22 -24 22 60;"
        "o 60 -24 60 60;z -72 60 72 60 72 76 -72 76"
    ),
    "fort": (
        "z -60 76 -60 -50 -36 -50 -36 -26 -12 -26 -12 -50 12 -50 12 -26 36 -26 36 -50 60 "
        "-50 60 76;z 16 76 16 36 0 20 -16 36 -16 76"
    ),
    "mask": (
        "z -70 -50 -24 -36 24 -36 70 -50 66 10 34 60 0 76 -34 60 -66 10;"
        "z -44 -8 -28 6 -10 -4 -26 -20;z 44 -8 26 -20 10 -4 28 6;z -26 36 0 58 26 36 0 46"
    ),
    "bench": (
        "z -58 -74 -30 -84 0 -70 30 -84 58 -74 58 -8 -58 -8;o -30 -84 -30 -8;o 0 -70 0 -8;"
        "o 30 -84 30 -8;z -62 2 62 2 86 32 -86 32;o -86 32 -86 80;o 86 32 86 80;o -50 32 -50 62;"
        "o 50 32 50 62;z -62 2 -76 -34 -94 -24 -86 32;z 62 2 76 -34 94 -24 86 32"
    ),
    "road": (
        "z -100 14 -68 -26 -36 14;z -92 14 -44 14 -44 56 -92 56;"
        "o -44 50 -16 20 8 40 32 6 52 10;z 44 -26 72 -64 100 -26;"
        "z 50 -26 94 -26 94 16 50 16"
    ),
    "drop": "z 0 -60 26 -14 32 20 0 48 -32 20 -26 -14",
    "bowl": (
        "z -76 -6 76 -6 50 50 -50 50;o -50 50 -60 72 60 72 50 50;"
        "z -44 -30 -26 -44 -8 -30 -26 -16;z 10 -36 28 -50 46 -36 28 -22;"
        "z -16 -62 2 -76 20 -62 2 -48"
    ),
    "rose": (
        "z 0 -84 34 -68 46 -32 24 -6 -24 -6 -46 -32 -34 -68;z 0 -58 20 -40 0 -20 -20 -40;"
        "o 0 -6 4 40 -4 90;z 4 44 30 16 56 24 36 44;z 2 60 -24 34 -50 44 -30 64"
    ),
    "clasp": (
        "z -98 -34 -60 -40 -36 -22 0 -30 34 -14 44 6 20 16 -8 6 -40 18 -64 20 -98 26;"
        "z 98 26 66 34 40 30 10 46 -20 34 -30 18 -8 6 20 16 44 6 34 -14 62 -24 98 -30;"
        "o -20 34 -28 52 -6 58;o 10 46 6 60"
    ),
    "crown": "z -72 44 -80 -44 -40 -6 0 -72 40 -6 80 -44 72 44;o -72 62 72 62",
    "serpent": (
        "z -96 44 -70 80 -30 60 -26 16 -6 4 16 10 34 44 72 44 92 6 74 -44 34 -66 0 -84 -36 "
        "-66 -20 -46 20 -46 44 -34 60 -6 54 14 40 8 30 -16 0 -24 -40 -12 -48 30 -60 44;"
        "o -36 -66 -60 -58 -70 -70;o -60 -58 -68 -46;z -6 -66 4 -70 4 -60"
    ),
    "swords": (
        "z -66 76 -78 64 58 -82 82 -94 72 -68;z 66 76 78 64 -58 -82 -82 -94 -72 -68;"
        "o -84 40 -42 82;o 84 40 42 82;o -72 70 -90 90;o 72 70 90 90"
    ),
    "roc": (
        "z 0 -20 -40 -64 -98 -70 -70 -40 -84 -20 -50 -10 -56 14 -16 20 0 70 16 20 56 14 50 "
        "-10 84 -20 70 -40 98 -70 40 -64;z -12 -30 0 -56 12 -30;o 0 70 -20 88;o 0 70 20 88"
    ),
    "kraken": (
        "z 0 -96 36 -58 34 -10 0 8 -34 -10 -36 -58;z -18 -24 -6 -16 -8 -30;"
        "z 18 -24 8 -30 6 -16;"
        "z -30 -8 -14 2 -36 22 -70 16 -60 44 -96 70 -76 36 -84 0 -44 6;"
        "z 30 -8 14 2 36 22 70 16 60 44 96 70 76 36 84 0 44 6;"
        "z -12 4 -2 8 -22 40 -2 62 -34 94 -20 60 -40 40;"
        "z 12 4 2 8 22 40 2 62 34 94 20 60 40 40"
    ),
    "spears": (
        "z -60 -90 -50 -60 -70 -60;o -60 -60 -60 80;z 0 -100 10 -66 -10 -66;o 0 -66 0 80;"
        "z 60 -90 70 -60 50 -60;o 60 -60 60 80;z -84 10 -36 10 -36 44 -60 64 -84 44;"
        "z 36 10 84 10 84 44 60 64 36 44"
    ),
    "altar": (
        "z -70 30 70 30 54 76 -54 76;z -50 20 -60 -14 -50 -40 -38 -14;"
        "z 0 20 -14 -30 0 -76 14 -30;z 50 20 38 -14 50 -40 60 -14"
    ),
    "camel": (
        "z -76 20 -54 -20 -34 -44 -14 -20 6 -44 28 -16 46 -10 60 -50 88 -46 86 -30 70 -28 "
        "60 14 30 24 -50 26;o -50 26 -56 80;o -34 26 -30 80;o 26 24 22 80;o 40 20 46 80"
    ),
    "lanterns": (
        "o -96 -60 -50 -30 0 -20 50 -30 96 -60;z -66 -20 -34 -20 -26 10 -50 34 -74 10;"
        "z -16 -10 16 -10 24 26 0 54 -24 26;z 34 -20 66 -20 74 10 50 34 26 10"
    ),
    "table": (
        "z 0 -46 44 -14 27 38 -27 38 -44 -14;z -14 -90 14 -90 14 -62 -14 -62;"
        "z 60 -40 88 -40 88 -12 60 -12;z 34 54 62 54 62 82 34 82;"
        "z -62 54 -34 54 -34 82 -62 82;z -88 -40 -60 -40 -60 -12 -88 -12;o 0 -62 0 -46;"
        "o 60 -24 44 -14;o -60 -24 -44 -14"
    ),
    "starfort": (
        "z 0 -88 18 -38 66 -60 44 -14 92 6 46 24 58 74 10 50 -22 90 -30 40 -80 40 -48 4 "
        "-84 -36 -34 -36;z 0 -20 22 6 0 30 -22 6"
    ),
    "tent": (
        "z 0 -70 80 0 70 16 46 0 24 16 0 0 -24 16 -46 0 -70 16 -80 0;o -64 16 -64 76;"
        "o 64 16 64 76;o 0 -70 0 -92;z 40 -84 56 -92 62 -70 44 -62 52 -76"
    ),
    "dancer": (
        "z -12 -84 12 -84 16 -62 0 -50 -16 -62;"
        "z -14 -48 14 -48 48 -62 84 -92 60 -46 14 -22 -10 -20 -48 -40 -62 -78 -76 -40 -50 "
        "-24;z -10 -20 14 -22 70 26 44 46 -44 46 -70 26;o -14 46 -26 90 -40 92;"
        "o 16 46 62 72 90 60"
    ),
    "lock": (
        "z -62 -8 62 -8 62 78 -62 78;z 0 14 -16 30 -8 58 8 58 16 30;"
        "z -46 -8 -46 -52 -22 -86 22 -86 46 -52 46 -8 28 -8 28 -46 12 -66 -12 -66 -28 -46 "
        "-28 -8"
    ),
    "eye": (
        "z -92 0 -50 -38 0 -52 50 -38 92 0 50 38 0 52 -50 38;z 0 -30 26 0 0 30 -26 0;"
        "o 0 -52 0 -84;o 50 -38 70 -66;o -50 -38 -70 -66"
    ),
    "ransom": (
        "z -60 70 -70 20 -30 -24 30 -24 70 20 60 70;o -30 -24 -24 -36 24 -36 30 -24;"
        "z -32 -46 -38 -88 -14 -68 0 -94 14 -68 38 -88 32 -46;z 0 6 18 26 0 48 -18 26"
    ),
    "hand": (
        "z -40 86 -46 10 -30 -6 -26 -50 -14 -50 -10 -8 -4 -70 8 -70 10 -8 20 -56 32 -54 30 "
        "4 52 -20 64 -8 40 50 30 86;o -66 -60 -50 -80;o 60 -70 78 -60"
    ),
    "rings": (
        "z -32 -60 12 -42 28 0 12 42 -32 60 -76 42 -92 0 -76 -42;"
        "z -32 -38 -60 -27 -70 0 -60 27 -32 38 -4 27 6 0 -4 -27;"
        "z 32 -60 76 -42 92 0 76 42 32 60 -12 42 -28 0 -12 -42;"
        "z 32 -38 4 -27 -6 0 4 27 32 38 60 27 70 0 60 -27"
    ),
    "island": (
        "z -94 0 94 0 40 30 24 64 0 90 -20 56 -50 34;o -60 0 -60 -36 -40 -56 -20 -36 -20 0;"
        "o 10 0 10 -60 30 -84 50 -60 50 0;o 70 0 70 -24"
    ),
    "pinwheel": (
        "z 0 0 -20 -70 30 -90 20 -30;z 0 0 60 -40 94 0 40 14;z 0 0 56 50 24 92 -8 40;"
        "z 0 0 -30 64 -80 60 -40 14;z 0 0 -70 12 -88 -40 -34 -26"
    ),
    "square": (
        "z -70 -70 -10 -70 -10 -10 -70 -10;z 10 -70 70 -70 70 -10 10 -10;"
        "z -70 10 -10 10 -10 70 -70 70;z 10 10 70 10 70 70 10 70;o -10 -10 10 10;"
        "o 10 -10 -10 10"
    ),
    "titan": (
        "z 0 -80 22 -98 34 -70 36 -46 20 -26 -20 -26 -36 -46 -34 -70 -22 -98;"
        "z -20 -26 20 -26 62 -20 98 14 86 58 66 52 62 24 52 92 -52 92 -62 24 -66 52 -86 58 "
        "-98 14 -62 -20;z -20 -60 -18 -50 -6 -54;z 20 -60 6 -54 18 -50;o -12 -38 12 -38;"
        "o -30 10 30 10;o -20 40 20 40"
    ),
    "wolf": (
        "z -96 84 -104 20 -84 -30 -70 -88 -40 -52 -24 -92 0 -48 44 -40 84 -46 92 -28 70 -14 "
        "56 -16 50 2 38 -12 26 -8 22 10 10 -4 -6 14 -4 30 14 36 26 22 34 38 48 40 54 26 62 44 "
        "60 60 28 66 -10 62 -34 92;z -22 -30 -6 -36 8 -24 -8 -20;"
        "z 66 6 82 0 92 12 86 28 70 30 60 18;o 82 0 92 -14;o 92 12 110 8;o 86 28 98 42"
    ),
    "dragon": (
        "z -98 -40 -74 -62 -44 -54 -26 -26 0 -8 -4 -84 28 -64 58 -92 66 -54 98 -52 60 -6 "
        "74 18 92 50 98 84 70 56 40 40 0 40 -34 24 -50 -2 -58 -26 -80 -28;"
        "z -76 -50 -64 -52 -66 -42;o -4 -84 34 0;o 58 -92 44 -4;o 98 -52 50 4;"
        "o -10 36 -24 62 -40 66;o 24 40 20 70 4 78;o -74 -62 -60 -84;o -54 -58 -38 -78"
    ),
    "gate": (
        "z -84 80 -84 -60 -50 -60 -50 80;z 84 80 84 -60 50 -60 50 80;"
        "z -84 -60 -67 -90 -50 -60;z 84 -60 67 -90 50 -60;o -50 -30 -20 -54 20 -54 50 -30;"
        "o -24 -50 -24 80;o 0 -54 0 80;o 24 -50 24 80;o -50 20 50 20"
    ),
    "ritual": "z 0 -90 52 72 -86 -28 86 -28 -52 72;o 0 -90 86 -28 52 72 -52 72 -86 -28 0 -90",
    "wheel": (
        "z 0 -80 57 -57 80 0 57 57 0 80 -57 57 -80 0 -57 -57;o 0 -80 0 80;o -80 0 80 0;"
        "o -57 -57 57 57;o 57 -57 -57 57;z 0 -20 20 0 0 20 -20 0"
    ),
    "spiral": (
        "o 0 8 16 -6 6 -28 -24 -30 -42 -4 -34 34 4 52 46 36 64 -6 48 -52 6 -78 -50 -74 -86 "
        "-40 -96 10;z -10 20 -10 0 0 -12 10 0 10 20;z 52 4 52 -20 66 -36 80 -20 80 4;"
        "z -66 -62 -66 -86 -52 -98 -38 -86 -38 -62;z -24 66 -24 44 -12 32 0 44 0 66;"
        "z -108 40 -108 14 -94 0 -80 14 -80 40"
    ),
    "parliament": (
        "z -92 60 -80 0 -46 -46 0 -62 46 -46 80 0 92 60 60 60 50 10 28 -18 0 -28 -28 -18 "
        "-50 10 -60 60;z -22 60 -12 26 12 26 22 60;o 0 26 0 0"
    ),
    "leaf": (
        "z 0 -92 46 -50 52 0 24 48 0 60 -24 48 -52 0 -46 -50;o 0 -92 0 96;o 0 -30 40 -50;"
        "o 0 0 46 -16;o 0 -30 -40 -50;o 0 0 -46 -16;o 0 28 30 20;o 0 28 -30 20"
    ),
    "isles": (
        "z -98 0 -24 0 -44 34 -62 54 -80 28;z -82 0 -82 -24 -66 -42 -50 -24 -50 0;"
        "z 24 -26 98 -26 78 6 60 28 40 4;z 44 -26 44 -52 60 -70 76 -52 76 -26;"
        "z -34 -62 34 -62 16 -36 0 -14 -18 -36;z -12 -62 -12 -80 0 -96 12 -80 12 -62;"
        "z -18 54 42 54 26 76 12 92 -2 74"
    ),
    "sunburst": (
        "z 0 -44 32 -32 44 0 32 32 0 44 -32 32 -44 0 -32 -32;o 0 -60 0 -94;o 42 -42 66 -66;"
        "o 60 0 94 0;o 42 42 66 66;o 0 60 0 94;o -42 42 -66 66;o -60 0 -94 0;"
        "o -42 -42 -66 -66"
    ),
    "city": (
        "z -96 80 -96 10 -76 -16 -56 10 -56 80;z -50 80 -50 -40 -30 -84 -10 -40 -10 80;"
        "z -4 80 -4 -10 40 -10 40 80;z 46 80 46 -30 66 -60 86 -30 86 80;o 18 -10 18 -50;"
        "z 18 -50 40 -42 18 -34"
    ),
}
# The glows of the sky, then its figures: name, x, y, size, paint.
SKIES: dict[str, tuple[str, str, tuple[tuple[str, float, float, float, str], ...]]] = {
    "p1.two_temples": ("f", "m", (("temple", -58, 8, 0.7, "m"), ("temple", 62, -12, 0.7, "m"))),
    "p1.market_road": ("g", "z", (("road", 0, 10, 1.1, "g"),)),
    "p1.first_blood": ("x", "r", (("sword", -24, -6, 1, "s"), ("drop", 54, 40, 0.7, "r"))),
    "p1.tithe": ("z", "d", (("bowl", 0, 0, 1, "y"),)),
    "p1.twin_forts": ("r", "x", (("fort", -60, 0, 0.72, "r"), ("fort", 62, 14, 0.72, "r"))),
    "p1.twin_banks": ("z", "g", (("coin", -52, -20, 0.72, "g"), ("coin", 50, 24, 0.72, "y"))),
    "p1.twin_stages": ("u", "v", (("mask", -54, 14, 0.7, "v"), ("mask", 54, -20, 0.7, "n"))),
    "p1.twin_benches": ("j", "i", (("bench", -58, -22, 0.66, "i"), ("bench", 56, 24, 0.66, "i"))),
    "p1.sword_and_star": ("r", "m", (("sword", -56, 0, 0.85, "r"), ("star", 50, -8, 0.75, "m"))),
    "p1.sword_and_coin": ("r", "g", (("sword", 52, 0, 0.85, "r"), ("coin", -48, 8, 0.75, "g"))),
    "p1.sword_and_song": ("r", "v", (("sword", -60, -4, 0.9, "r"), ("song", 44, 12, 0.85, "v"))),
    "p1.sword_and_seal": ("j", "r", (("seal", -46, -6, 0.85, "i"), ("sword", 58, 4, 0.85, "r"))),
    "p1.star_and_coin": ("m", "g", (("star", -50, -26, 0.75, "m"), ("coin", 50, 30, 0.7, "g"))),
    "p1.star_and_song": ("v", "m", (("song", -50, 18, 0.8, "v"), ("star", 54, -22, 0.78, "m"))),
    "p1.star_and_seal": ("i", "m", (("seal", 50, 24, 0.8, "i"), ("star", -52, -18, 0.7, "m"))),
    "p1.coin_and_song": ("g", "v", (("coin", -54, -20, 0.7, "g"), ("song", 48, 14, 0.85, "v"))),
    "p1.coin_and_seal": ("i", "g", (("seal", -54, 20, 0.75, "i"), ("coin", 54, -18, 0.75, "g"))),
    "p1.song_and_seal": ("v", "i", (("song", -48, -8, 0.85, "v"), ("seal", 54, 16, 0.75, "i"))),
    "p1.favour": ("f", "n", (("rose", 0, 0, 1.05, "n"),)),
    "p1.pact": ("j", "p", (("clasp", 0, 4, 1.05, "p"),)),
    "p2.crown_corner": ("j", "g", (("crown", 0, 4, 0.95, "g"),)),
    "p2.sky_serpent": ("u", "d", (("serpent", 0, 0, 1.1, "v"),)),
    "p2.two_wars": ("x", "h", (("swords", 0, 0, 0.95, "r"),)),
    "p2.storm_roc": ("h", "j", (("roc", 0, 0, 1.1, "s"),)),
    "p2.cloud_kraken": ("d", "f", (("kraken", 0, 0, 1.05, "d"),)),
    "p2.war_column": ("x", "g", (("spears", 0, 6, 0.95, "r"),)),
    "p2.triple_rite": ("f", "v", (("altar", 0, 0, 1.1, "m"),)),
    "p2.silk_route": ("z", "i", (("camel", 0, 0, 1.05, "q"),)),
    "p2.long_festival": ("u", "g", (("lanterns", 0, 14, 1.1, "y"),)),
    "p2.privy_council": ("j", "k", (("table", 0, 0, 1.1, "i"),)),
    "p2.star_fort": ("r", "f", (("starfort", 0, 0, 1, "n"),)),
    "p2.magic_market": ("f", "z", (("tent", 0, 6, 1.05, "g"),)),
    "p2.court_ballet": ("v", "j", (("dancer", 0, 0, 1.05, "n"),)),
    "p2.iron_bank": ("h", "z", (("lock", 0, 4, 1, "t"),)),
    "p2.oracle_bench": ("f", "i", (("eye", 0, 10, 1.1, "a"),)),
    "p2.ransom": ("z", "r", (("ransom", 0, 4, 1, "y"),)),
    "p2.grand_favour": ("n", "f", (("hand", 0, 4, 0.95, "p"),)),
    "p2.double_pact": ("d", "j", (("rings", 0, 8, 1.05, "w"),)),
    "p2.wide_island": ("i", "v", (("island", 0, 0, 1.1, "v"),)),
    "p2.three_arts": (
        "m",
        "v",
        (("star", 0, -46, 0.6, "m"), ("song", -58, 34, 0.62, "v"), ("seal", 60, 36, 0.58, "i")),
    ),
    "p3.five_winds": ("i", "n", (("pinwheel", 0, 0, 1, "i"),)),
    "p3.great_square": ("v", "j", (("square", 0, 0, 1, "v"),)),
    "p3.old_titan": ("h", "c", (("titan", 0, 6, 1, "t"),)),
    "p3.sun_eater": ("k", "g", (("wolf", -8, 0, 1, "r"),)),
    "p3.glass_dragon": ("d", "a", (("dragon", 0, 0, 1.1, "a"),)),
    "p3.war_gate": ("x", "j", (("gate", 0, 6, 1, "r"),)),
    "p3.high_ritual": ("f", "r", (("ritual", 0, 4, 1, "m"),)),
    "p3.trade_cross": ("g", "f", (("wheel", 0, 0, 1, "g"),)),
    "p3.winding_street": ("n", "z", (("spiral", 0, 4, 1, "n"),)),
    "p3.long_parliament": ("j", "d", (("parliament", 0, 8, 1.1, "i"),)),
    "p3.five_winds_west": ("r", "g", (("leaf", 0, -2, 0.95, "g"),)),
    "p3.archipelago": ("v", "i", (("isles", 0, 0, 1.05, "w"),)),
    "p3.golden_age": ("g", "y", (("sunburst", 0, 0, 1, "y"),)),
    "p3.three_wars": ("k", "r", (("swords", 0, 10, 0.9, "r"), ("sword", 0, -6, 1, "s"))),
    "p3.guild_city": ("z", "k", (("city", 0, 4, 1.05, "g"),)),
}
# Top and bottom of the sky of each value, and its land.
NIGHTS = {
    "p1": ("#26366f", "#f0a58c", "#3a2a52"),
    "p2": ("#1f1f55", "#b06a9c", "#241a45"),
    "p3": ("#0f1234", "#4d3b86", "#0c0d26"),
}
FAINT = Palette("#141a36", "#2c3a72", "#5f74b8", "#dfe8ff", "#ffd45e")


def draw_constellation_card(code: str) -> str:
    """Return a fragment of the prophecy over the islands, 420 x 300."""
    land = NIGHTS[code[:2]][2]
    body = [
        _draw_sky(code, 420, 300),
        place_group([_draw_figures(code)], (210, 126), scale=1.16),
        fill_path(
            "M-10 300V250Q40 232 80 252L96 238L112 254Q190 236 250 262Q330 230 430 256V300Z", land
        ),
        fill_path("M30 216L86 216L70 232L58 246L44 230Z", land, 0.8),
        fill_path("M346 196L398 196L384 210L372 226L358 210Z", land, 0.8),
    ]
    return build_document(420, 300, _define_sky(code), "".join(body))


def draw_constellation_hand(code: str) -> str:
    """Return the figure of a fragment close up, 120 x 168."""
    land = NIGHTS[code[:2]][2]
    body = [
        _draw_sky(code, 120, 168),
        place_group([_draw_figures(code, bold=1.6)], (60, 74), scale=0.52),
        fill_path("M-4 168V140Q26 128 54 142Q86 128 124 140V168Z", land),
    ]
    return build_document(120, 168, _define_sky(code), "".join(body))


def draw_constellation_chip(code: str) -> str:
    """Return the figure of a fragment on a disc of sky, 48 x 48."""
    disc = fill_circle((24, 24), 24, NIGHTS[code[:2]][0])
    figures = place_group([_draw_figures(code, bold=0)], (24, 24), scale=0.21)
    return build_document(48, 48, "", disc + figures)


def _define_sky(code: str) -> str:
    top, bottom, _ = NIGHTS[code[:2]]
    first, second, _ = SKIES[code]
    return (
        define_linear_gradient("s", [(0, top), (0.5, top), (1, bottom)])
        + _define_glow("g", MATERIALS[first])
        + _define_glow("h", MATERIALS[second])
    )


def _define_glow(name: str, colour: str) -> str:
    glow = define_radial_gradient(name, [(0, colour), (1, colour)], centre=(0.5, 0.5))
    clear = f'<stop offset="1" stop-color="{colour}"/>'
    return glow.replace('r=".8"', 'r=".5"').replace(clear, clear[:-2] + ' stop-opacity="0"/>')


def _draw_sky(code: str, width: float, height: float) -> str:
    """Return the sky with its two glows and what else shines there."""
    stars = "".join(
        fill_circle((width * x, height * y), 1.1 + at % 3 * 0.5, "#fff", 0.7)
        for at, (x, y) in enumerate(_scatter_stars(code))
    )
    return (
        fill_rect(0, 0, width, height, "url(#s)")
        + fill_ellipse(
            (width * 0.22, height * 0.36), width * 0.5, height * 0.5, "url(#g)", opacity=0.9
        )
        + fill_ellipse(
            (width * 0.8, height * 0.5), width * 0.5, height * 0.5, "url(#h)", opacity=0.8
        )
        + stars
    )


def _scatter_stars(code: str) -> list[tuple[float, float]]:
    first = sum(map(ord, code))
    return [((first * 7 + at * 61) % 97 / 97, (first * 3 + at * 37) % 89 / 130) for at in range(12)]


def _draw_figures(code: str, bold: float = 1) -> str:
    return "".join(
        place_group([_draw_figure(FIGURES[name], key, bold)], (x, y), scale=size)
        for name, x, y, size, key in SKIES[code][2]
    )


def _draw_figure(figure: str, key: str, bold: float) -> str:
    """Return a figure: its faint body, then its lines, then its stars.

    With `bold` 0 it is as plain as an emblem: body, lines, and its brightest star.
    """
    bodies, lines, stars = [], [], []
    for line in figure.split(";"):
        kind, *words = line.split()
        points = list(zip(map(float, words[::2]), map(float, words[1::2]), strict=True))
        data = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        if kind == "z":
            data += "Z"
            bodies.append(data)
        lines.append(data)
        stars += [point for point in points if point not in stars]
    colour = pick_paint(key, FAINT)
    if not bold:
        shapes = fill_path("".join(bodies), colour) + stroke_path("".join(lines), "#fff", 5, 0.9)
        return shapes + _draw_stars(stars[:1], 6)
    shape_fill = fill_path("".join(bodies), colour, 0.62) if bodies else ""
    return (
        shape_fill + stroke_path("".join(lines), "#fff", 2 * bold, 0.75) + _draw_stars(stars, bold)
    )


def _draw_stars(points: Sequence[tuple[float, float]], bold: float) -> str:
    bright = 13 * bold**0.5
    shine = [polar_point(points[0], bright * (0.4 if at % 2 else 1), at * 45) for at in range(8)]
    dots = "".join(f"M{x:g} {y:g}h0" for x, y in points[1:])
    bright_star = fill_path(straight_path(shine), "#ffe08a")
    return bright_star + stroke_path(dots, "#fffaf0", 7 * bold) if dots else bright_star
