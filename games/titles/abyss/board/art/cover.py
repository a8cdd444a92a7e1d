"""The cover of Abyss, 1200 x 630: the six guilds together, and what waits behind them."""

from __future__ import annotations

from msgspec import Struct

from games.engine.board.paper_cut import (
    Variation,
    build_document,
    define_linear_gradient,
    fill_rect,
    place_group,
)

from .bodies import draw_body
from .creatures import draw_monster
from .faces import Mood, Pose
from .heads import draw_head
from .paper import (
    DARK,
    PALETTES,
    WATER,
    define_gradients,
    fill_limb,
    fill_path,
    rename_gradients,
)
from .places import SEA
from .props import draw_prop
from .settings import draw_rays


class Cast(Struct, frozen=True):
    """One figure on the cover, by the centre of its head; `held` is (prop, x, y, scale, turn)."""

    guild: str
    pose: Pose
    mood: Mood
    crest: str
    x: float
    y: float
    scale: float
    held: tuple[str, float, float, float, float] | None = None
    is_flipped: bool = False


# Back to front.
_CAST = (
    Cast(
        "soldiers", "turned", "stern", "plumed", 150, 318, 1.1, ("banner", 40, 250, 1.3, -3), True
    ),
    Cast("politicians", "turned", "sly", "long", 1086, 306, 1.2),
    Cast("farmers", "profile", "calm", "fan", 940, 366, 1.05),
    Cast("merchants", "turned", "sly", "scallop", 330, 366, 1.15, None, True),
    Cast("ambassadors", "front", "closed", "sun", 708, 384, 1.15),
    Cast("mages", "front", "blind", "wide", 520, 352, 1.4, ("globe", 520, 540, 1.05, 0)),
)


def draw_abyss_cover() -> str:
    """Return the cover of the game."""
    vary = Variation("cover")
    water = define_linear_gradient("w", [(0, "#2a8aa0"), (0.4, "#0e4a5e"), (1, "#04101d")])
    far = "".join(
        fill_path(f"M{x} 640V{y}L{x + 26} {y - 60}L{x + 52} {y}V640Z", "#0d3d54")
        for x, y in (
            *((20, 220), (86, 170), (230, 210), (420, 150), (476, 190), (640, 140)),
            *((700, 200), (860, 180), (1010, 150), (1120, 210)),
        )
    )
    beast = rename_gradients(
        place_group([draw_monster(4, PALETTES["monster"])], (660, 170), scale=1.9), "monster"
    )
    rays = "".join(
        place_group([draw_rays(SEA, f"cover {x}")], (x, 0), scale=1.5) for x in (0, 400, 800)
    )
    weeds = "".join(
        fill_limb((x, 640), -90 + vary.between(-14, 14), vary.between(60, 170), 13, DARK, wave=22)
        for x in (10, 46, 84, 220, 420, 610, 640, 850, 1010, 1130, 1170, 1196)
    )
    figures, gradients = [], [water]
    for cast in _CAST:
        body = _draw_figure(cast)
        lit = define_gradients(body, PALETTES[cast.guild], is_lit_from_right=cast.is_flipped)
        figures.append(rename_gradients(body, cast.guild))
        gradients.append(rename_gradients(lit, cast.guild))
    picture = (
        fill_rect(0, 0, 1200, 630, WATER)
        + far
        + f'<g opacity=".5">{beast}</g>'
        + rays
        + "".join(figures)
        + weeds
    )
    return build_document(1200, 630, "".join(gradients), picture)


def _draw_figure(cast: Cast) -> str:
    paint = PALETTES[cast.guild]
    head = draw_head(cast.guild, cast.pose, cast.mood, cast.crest, paint)
    parts = [
        place_group(
            [draw_body(cast.guild, "rich", paint)],
            (cast.x, cast.y + 86 * cast.scale),
            scale=cast.scale,
        ),
        place_group([head], (cast.x, cast.y), scale=cast.scale, flip=cast.is_flipped),
    ]
    if cast.held:
        name, x, y, scale, turn = cast.held
        prop = place_group([draw_prop(name, paint)], (x, y), scale=scale, turn=turn)
        parts.insert(0 if name == "banner" else 2, prop)
    return "".join(parts)
