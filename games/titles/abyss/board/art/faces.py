"""Faces with a pose and an expression: for those who wear a bell or a shell as a hat."""

from __future__ import annotations

from typing import Literal

from games.engine.board.paper_cut import fill_circle, fill_ellipse, place_group

from .paper import DARK, Palette, draw_line, fill_blob, fill_path

# Profiles and three-quarter views look to the left; a figure is flipped to look to the right.
Pose = Literal["front", "turned", "profile", "behind"]
# How the eyes look: "blind" ones glow without a pupil.
Mood = Literal["calm", "stern", "sly", "wide", "closed", "blind", "glad", "sad"]

_OPENING = {"calm": 0.62, "stern": 0.5, "sly": 0.42, "wide": 1.05, "blind": 0.7, "sad": 0.55}
_OPENING |= {"glad": 0.5, "closed": 0}
# How far the inner end of the brow lies below the outer one.
_BROW = {"stern": 7, "sly": 4, "sad": -6, "wide": -4}
_MOUTHS = {
    "calm": "M-10 0Q0 3 10 0",
    "stern": "M-11 2Q0-4 11 2",
    "sly": "M-9 1Q4 5 12-5",
    "wide": "M-5-3Q0-8 5-3Q7 6 0 7Q-7 6-5-3Z",
    "closed": "M-8 0Q0 4 8 0",
    "blind": "M-9 0H9",
    "glad": "M-12-3Q0 12 12-3Z",
    "sad": "M-9 3Q0-3 9 3",
}


def draw_eye(x: float, y: float, size: float, mood: Mood, paint: Palette, *, side: int = 1) -> str:
    """Return an eye of half width `size`; `side` is -1 left and 1 right of the nose."""
    high = size * _OPENING[mood]
    brow = _BROW.get(mood, 0) * size / 12
    lid = size * (0.95 if mood == "wide" else 0.8)
    parts = [
        draw_line(
            f"M{-side * size} {-lid + brow}Q0 {-lid - size * 0.45} {side * size * 1.1} {-lid}",
            DARK,
            size * 0.3,
            0.75,
        )
    ]
    if mood in ("closed", "glad"):
        bend = size * (0.6 if mood == "closed" else -0.7)
        parts.append(draw_line(f"M{-size} 0Q0 {bend} {size} 0", DARK, size * 0.32))
    else:
        almond = f"M{-size} 0Q0 {-high * 1.9} {size} 0Q0 {high * 1.7} {-size} 0Z"
        parts.append(fill_path(almond, paint.glow if mood != "blind" else "#fff"))
        if mood != "blind":
            aside = -size * 0.4 if mood == "sly" else -size * 0.08
            parts.append(fill_circle((aside, 0), min(size * 0.42, high * 0.95), DARK))
            parts.append(fill_circle((aside - size * 0.12, -high * 0.3), size * 0.12, "#fff"))
        parts.append(draw_line(f"M{-size} 0Q0 {-high * 1.9} {size} 0", DARK, size * 0.22))
    return place_group(parts, (x, y))


def draw_face(pose: Pose, mood: Mood, skin: str, paint: Palette) -> str:
    """Return a face around 0,0, 70 wide, its chin at 60; nothing from behind."""
    if pose == "behind":
        return ""
    if pose == "profile":
        return _draw_profile(mood, skin, paint)
    return _draw_two_eyes(mood, skin, paint, turn=0 if pose == "front" else 1)


def _draw_profile(mood: Mood, skin: str, paint: Palette) -> str:
    outline = (
        "12 -38 -22 -34 -31 -12 -30 -2 -45 20 -41 26 -31 28 -36 36 -30 40 -33 46 -25 60 -6 62 "
        "22 50 40 8 32 -28"
    )
    shade = "14 -38 32 -28 40 8 22 50 -6 62 6 40 14 10"
    return "".join(
        (
            fill_blob(outline, skin),
            fill_blob(shade, paint.deep, 0.3),
            draw_eye(-17, 2, 9, mood, paint, side=1),
            place_group([draw_line(_MOUTHS[mood], paint.deep, 3.4)], (-25, 41), scale=0.7),
        )
    )


def _draw_two_eyes(mood: Mood, skin: str, paint: Palette, *, turn: int) -> str:
    if turn:
        outline = "-6 -38 -34 -26 -38 0 -33 14 -31 38 -15 61 6 59 28 38 37 2 26 -30"
        shade = "37 2 28 38 6 59 14 36 20 4 20 -32 26 -30"
        eyes = draw_eye(-22, 3, 9, mood, paint, side=-1) + draw_eye(9, 3, 11, mood, paint)
        nose, mouth = "M-12 4L-25 27Q-20 32-10 29Z", (-10, 44)
    else:
        outline = "0 -38 -30 -28 -36 6 -27 40 0 61 27 40 36 6 30 -28"
        shade = "4 -38 30 -28 36 6 27 40 0 61 10 40 16 8"
        eyes = draw_eye(-16, 3, 11, mood, paint, side=-1) + draw_eye(16, 3, 11, mood, paint)
        nose, mouth = "M1 6L9 27Q2 32-6 28Z", (0, 44)
    return "".join(
        (
            fill_blob(outline, skin),
            fill_blob(shade, paint.deep, 0.28),
            fill_path(nose, paint.deep, 0.4),
            eyes,
            place_group([_draw_mouth(mood, paint)], mouth),
        )
    )


def _draw_mouth(mood: Mood, paint: Palette) -> str:
    if mood in ("glad", "wide"):
        return fill_path(_MOUTHS[mood], paint.deep)
    return draw_line(_MOUTHS[mood], paint.deep, 3.4)


def draw_round_eye(x: float, y: float, size: float, mood: Mood, paint: Palette) -> str:
    """Return the round eye of a creature with a lid for the mood."""
    parts = [fill_circle((0, 0), size, paint.glow), fill_circle((0, 0), size, DARK, 0.12)]
    if mood == "closed":
        return place_group(
            [
                fill_circle((0, 0), size, paint.mid),
                draw_line(f"M{-size} 1Q0 {size} {size} 1", DARK, 3),
            ],
            (x, y),
        )
    if mood != "blind":
        aside = -size * 0.42 if mood == "sly" else -size * 0.15
        parts.append(fill_ellipse((aside, 0), size * 0.42, size * 0.6, DARK))
        parts.append(fill_circle((aside - size * 0.15, -size * 0.25), size * 0.16, "#fff"))
    lids = {"stern": 24, "sly": 8, "sad": -22, "calm": 0}
    if mood in lids:
        high = 0.25 if mood == "calm" else 0.1
        lid = (
            f"M{-size * 1.1} {-size * high}A{size * 1.1} {size * 1.1} 0 0 1 {size * 1.1} "
            f"{-size * high}Z"
        )
        parts.append(place_group([fill_path(lid, paint.mid)], turn=-lids[mood]))
    return place_group(parts, (x, y))
