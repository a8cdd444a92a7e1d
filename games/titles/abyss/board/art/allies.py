"""Allies and Monsters at their three sizes: the older, the larger, and the deeper the water."""

from __future__ import annotations

from games.engine.board.paper_cut import (
    Palette,
    Variation,
    fill_circle,
    fill_rect,
    place_group,
    polar_point,
)

from ...rules.components import RACE, VALUE
from .creatures import draw_creature, draw_monster
from .emblems import draw_family_sign
from .paper import (
    DARK,
    GOLD,
    GUILD_OF_RACE,
    PALETTES,
    WATER,
    blend,
    build_drawing,
    fill_edges,
    fill_limb,
)
from .settings import cool_palette, define_water, draw_rays, draw_setting

# Value -> light, setting, centre (parts of the picture), size, turn.
_STAGES: dict[int, tuple[str, str, float, float, float, float]] = {
    1: ("noon", "sea", 0.56, 0.62, 0.82, 10),
    2: ("side", "reef", 0.5, 0.58, 0.96, -12),
    3: ("dusk", "kelp", 0.54, 0.56, 1.08, 6),
    4: ("back", "arches", 0.5, 0.56, 1.18, -5),
    5: ("dusk", "sea", 0.5, 0.58, 1.28, 0),
}


def draw_ally_card(code: str) -> str:
    """Return an Ally as a card of 300 x 420."""
    return _draw_ally(code, 300, 420, 1.0)


def draw_ally_hand(code: str) -> str:
    """Return an Ally as a hand card of 120 x 168."""
    return _draw_ally(code, 120, 168, 0.43)


def draw_ally_chip(code: str) -> str:
    """Return an Ally as an emblem of 48 x 48: the creature alone, on a ground by value."""
    race, value = RACE[code], VALUE[code]
    paint = PALETTES[GUILD_OF_RACE[race]]
    ring = fill_circle((24, 24), 24, GOLD) if value == 5 else ""
    ground = fill_circle(
        (24, 24), 24 - (3 if value == 5 else 0), blend(paint.mid, paint.deep, value / 5)
    )
    sign = place_group(
        [draw_family_sign(GUILD_OF_RACE[race], paint)], (24, 22), scale=0.58 + value * 0.08
    )
    dots = "".join(
        fill_circle((24 + (at - (value - 1) / 2) * 6.4, 43), 2.4, paint.glow) for at in range(value)
    )
    return build_drawing(48, 48, ring + ground + sign + dots, paint)


def _draw_ally(code: str, wide: float, high: float, size: float) -> str:
    race, value = RACE[code], VALUE[code]
    paint = PALETTES[GUILD_OF_RACE[race]]
    far = cool_palette(paint, 0.12)
    light, setting, x, y, grown, turn = _STAGES[value]
    at = (x * wide, y * high)
    parts = [fill_rect(0, 0, wide, high, WATER)]
    if size == 1:
        parts.append(draw_setting(setting, far, code))
        parts.append(draw_rays(far, code))
    if value == 5:
        parts.append(_draw_glory(at, wide * 0.72))
    creature_scale = size * (1.15 if size < 1 and value < 4 else 1)
    parts.append(
        place_group(
            [draw_creature(race, value, paint)], at, scale=grown * creature_scale, turn=turn
        )
    )
    parts.append(_draw_weeds(code, wide, high, size, paint))
    return build_drawing(wide, high, "".join(parts), paint, water=define_water(light, far, (x, y)))


def _draw_glory(at: tuple[float, float], far: float) -> str:
    return "".join(
        fill_edges(
            " ".join(
                f"{x:.0f} {y:.0f}"
                for x, y in (at, polar_point(at, far, angle - 6), polar_point(at, far, angle + 6))
            ),
            GOLD,
            0.42,
        )
        for angle in range(-90, 270, 24)
    )


def _draw_weeds(code: str, wide: float, high: float, size: float, paint: Palette) -> str:
    vary = Variation(f"{code} weeds")
    dark = blend(paint.deep, DARK, 0.5)
    count = 6 if size == 1 else 4
    return "".join(
        fill_limb(
            (wide * (at / 40 if at % 2 else 1 - at / 40), high * 1.02),
            -90 + vary.between(-14, 14),
            vary.between(60, 130) * size,
            9 * size,
            dark,
            wave=vary.between(10, 24),
        )
        for at in range(count)
    )


def draw_monster_card(threat: int) -> str:
    """Return the Monster as a card of 300 x 420; at threat 0 it only lurks."""
    return _draw_monster(threat, 300, 420, 1.0)


def draw_monster_hand(threat: int) -> str:
    """Return the Monster as a hand card of 120 x 168."""
    return _draw_monster(threat, 120, 168, 0.42)


def draw_monster_chip(threat: int) -> str:
    """Return the Monster as an emblem of 48 x 48, with a dot for each step of the Threat."""
    paint = PALETTES["monster"]
    dots = "".join(
        fill_circle((24 + (at - (threat - 1) / 2) * 6, 42), 2.4, paint.accent)
        for at in range(threat)
    )
    sign = place_group([draw_family_sign("monster", paint)], (24, 22), scale=0.75 + threat * 0.04)
    return build_drawing(
        48,
        48,
        fill_circle((24, 24), 24, blend(paint.deep, "#5a1020", threat / 9)) + sign + dots,
        paint,
    )


def _draw_monster(threat: int, wide: float, high: float, size: float) -> str:
    paint = PALETTES["monster"]
    far = cool_palette(paint)
    grown = (0.8 + threat * 0.16) * size
    at = (wide * (0.56 + threat * 0.02), high * 0.55)
    light = ("dusk", "noon", "side", "dusk", "back", "side", "back")[threat]
    red = Palette(
        deep=blend(far.deep, "#24040c", threat / 7),
        mid=blend(far.mid, "#6a1420", threat / 7),
        light=blend(far.light, "#e0463a", threat / 7),
        glow=blend(far.glow, "#ffb37a", threat / 7),
        accent=far.accent,
    )
    parts = [fill_rect(0, 0, wide, high, WATER)]
    if size == 1:
        parts.append(draw_setting("cave" if threat % 2 else "reef", red, f"threat{threat}"))
    parts.append(place_group([draw_monster(threat, paint)], at, scale=grown, turn=-4 * threat))
    return build_drawing(
        wide, high, "".join(parts), paint, water=define_water(light, red, (0.4, 0.45))
    )
