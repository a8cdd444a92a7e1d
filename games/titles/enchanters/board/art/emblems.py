"""Emblems of subjects that are too rich for 48 pixels."""

from __future__ import annotations

from .beasts import draw_boar, draw_dragon_head, draw_ghoul
from .brush import Brush, Subject, ring_points


def _boar(b: Brush) -> None:
    draw_boar(b, 0, 0, 1, "body")


def _ghoul(b: Brush) -> None:
    draw_ghoul(b, 0, 0, 1, "body")


def _hydra(b: Brush) -> None:
    for y, turn in ((-58, 10), (4, 0), (66, -10)):
        b.limb("body", f"90,{y * 0.3:g} 60,{y:g} 20,{y:g}", "22 20 16")
        draw_dragon_head(b, (24, y), 0.86, turn, is_open=False)


def _bones(b: Brush) -> None:
    for turn in (40, -40):
        with b.at(0, 0, 1, turn):
            b.limb("bone", "-58,0 58,0", "10 10")
            for side in (-1, 1):
                b.dot("bone", 62 * side, -10, 14)
                b.dot("bone", 62 * side, 10, 14)


def _muster(b: Brush) -> None:
    for x, y in ((-56, 20), (56, 20), (0, 44)):
        b.cut("ink", f"{x - 44},110! {x - 36},{y} {x},{y - 34} {x + 36},{y} {x + 44},110!")
        b.line("ink", [(x + 24, 100), (x + 24, -80)], 7)
    b.cut("accent", "24,-80! 60,-90 92,-70! 60,-50 24,-44!")


def _hunt(b: Brush) -> None:
    for x, y in ring_points(0, 10, 1, 2, 0):
        side = 1 if x > 0 else -1
        b.limb("bone", f"{16 * side},10 {60 * side},{y - 40} {44 * side},-96", "11 9 2")
        b.limb("bone", f"{48 * side},-34 {84 * side},-50 {86 * side},-84", "7 6 2")
    b.cut("deep", "-34,0 -40,36 -20,70 0,104 20,70 40,36 34,0 0,-14")
    for x in (-18, 18):
        b.dot("accent", x, 34, 9)


def _scales(b: Brush) -> None:
    for x, y, tone in ((0, 44, "light"), (-34, -6, "steel"), (34, -6, "tint")):
        b.cut(
            tone,
            f"{x - 34},{y - 46}! {x},{y - 54} {x + 34},{y - 46}! {x + 36},{y} {x + 18},{y + 24} "
            f"{x},{y + 32} {x - 18},{y + 24} {x - 36},{y}",
        )
    b.line("accent", "-20,-40 6,-6 -10,20 4,60", 8)


EMBLEMS: dict[str, Subject] = {
    "boar": _boar,
    "ghoul": _ghoul,
    "scales": _scales,
    "hydra": _hydra,
    "bones": _bones,
    "muster": _muster,
    "hunt": _hunt,
}
