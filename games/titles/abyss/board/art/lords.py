"""The Lords at their three sizes, put together from their directions."""

from __future__ import annotations

from games.engine.board.paper_cut import (
    Palette,
    Variation,
    fill_ellipse,
    fill_rect,
    place_group,
)

from .bodies import draw_arm, draw_body, draw_hand
from .directions import DIRECTIONS, GUILD_OF_LORD, Arm, Direction, PropPlacement
from .emblems import draw_chip
from .heads import draw_head
from .paper import (
    DARK,
    PALETTES,
    WATER,
    blend,
    build_drawing,
    fill_limb,
    fill_path,
)
from .props import draw_prop
from .settings import cool_palette, define_water, draw_rays, draw_setting

# How large the heads of a guild are on a hand card.
_HAND_SCALES = {
    "soldiers": 0.56,
    "mages": 0.62,
    "farmers": 0.6,
    "merchants": 0.58,
    "politicians": 0.58,
    "ambassadors": 0.54,
}
# Sand and coral look muddy unless the water behind them is cold.
_COOLNESS = {"farmers": 0.7, "soldiers": 0.5}
# Emblems show less than hand cards where the prop is a whole scene.
_CHIP_PROPS = {"counter": "coin", "bribe": "pearl", "beast_eye": "eye"}


def draw_lord_card(code: str) -> str:
    """Return a Lord as a card of 300 x 420."""
    guild, direction = GUILD_OF_LORD[code], DIRECTIONS[code]
    paint = PALETTES[guild]
    far = cool_palette(paint, _COOLNESS.get(guild, 0.45))
    body = "".join(
        (
            fill_rect(0, 0, 300, 420, WATER),
            draw_setting(direction.setting, far, code),
            draw_rays(far, code) if direction.light in ("noon", "side") else "",
            *(_place_prop(prop, paint) for prop in direction.behind),
            _draw_bust(guild, direction, paint),
            *(_place_prop(prop, paint) for prop in direction.before),
            *(_draw_arm_with_hand(guild, arm, paint) for arm in direction.arms),
            *(_place_prop(prop, paint) for prop in direction.above),
            _draw_near(direction.near, paint, code),
        )
    )
    water = define_water(direction.light, far, direction.source)
    return build_drawing(300, 420, body, paint, water=water, is_lit_from_right=direction.is_flipped)


def draw_lord_hand(code: str) -> str:
    """Return a Lord as a hand card of 120 x 168: face and prop."""
    guild, direction = GUILD_OF_LORD[code], DIRECTIONS[code]
    paint = PALETTES[guild]
    size = _HAND_SCALES[guild]
    small_prop = direction.small
    x = 60 + (10 if small_prop[1] < 44 else -10 if small_prop[1] > 76 else 0)
    y = 74 if direction.pose != "behind" else 112
    foot = y + 84 * size
    prop = _place_prop(small_prop, paint)
    is_back = small_prop[0] in (
        "banner",
        "beast_eye",
        "harpoon",
        "scythe",
        "pack",
        "hourglass",
        "crook",
        "star_staff",
    )
    head = draw_head(guild, direction.pose, direction.mood, direction.crest, paint)
    grip = place_group(
        [draw_hand(guild, "grip", paint)], (small_prop[1], min(small_prop[2] + 30, 150)), scale=0.5
    )
    staffs = ("crook", "scythe", "star_staff", "harpoon", "banner", "coral_staff")
    body = "".join(
        (
            fill_rect(0, 0, 120, 168, WATER),
            prop if is_back else "",
            place_group([draw_body(guild, direction.trim, paint)], (x, foot), scale=0.62),
            place_group([head], (x, y), scale=size, turn=direction.tilt, flip=direction.is_flipped),
            "" if is_back else prop,
            grip if small_prop[0] in staffs else "",
            _draw_raised_hands(guild, paint) if direction.pose == "behind" else "",
        )
    )
    water = define_water(
        direction.light, cool_palette(paint, _COOLNESS.get(guild, 0.45)), direction.source
    )
    return build_drawing(120, 168, body, paint, water=water, is_lit_from_right=direction.is_flipped)


def _draw_raised_hands(guild: str, paint: Palette) -> str:
    arm = [
        draw_arm(guild, (40, 190), (-10, 140), (22, 76), paint),
        place_group([draw_hand(guild, "open", paint)], (22, 70), turn=-80),
    ]
    left = place_group(arm, (0, 20), scale=0.72)
    return left + place_group(arm, (120, 20), scale=0.72, flip=True)


def draw_lord_chip(code: str) -> str:
    """Return a Lord as an emblem of 48 x 48: the silhouette of the guild, and the prop."""
    guild, direction = GUILD_OF_LORD[code], DIRECTIONS[code]
    prop = direction.small[0]
    return draw_chip(guild, _CHIP_PROPS.get(prop, prop))


def _draw_bust(guild: str, direction: Direction, paint: Palette) -> str:
    x, y = direction.at
    head = draw_head(guild, direction.pose, direction.mood, direction.crest, paint)
    return "".join(
        (
            place_group([draw_body(guild, direction.trim, paint)], (x, y + 86 * direction.scale)),
            place_group(
                [head],
                direction.at,
                scale=direction.scale,
                turn=direction.tilt,
                flip=direction.is_flipped,
            ),
        )
    )


def _place_prop(placement: PropPlacement, paint: Palette) -> str:
    name, x, y, scale, turn = placement
    return place_group([draw_prop(name, paint)], (x, y), scale=scale, turn=turn)


def _draw_arm_with_hand(guild: str, arm: Arm, paint: Palette) -> str:
    shoulder, elbow, wrist, turn, grasp = arm
    hand = place_group([draw_hand(guild, grasp, paint)], wrist, turn=turn)
    return draw_arm(guild, shoulder, elbow, wrist, paint) + hand


def _draw_near(kind: str, paint: Palette, seed: str) -> str:
    dark = blend(paint.deep, DARK, 0.55)
    if kind == "none":
        return ""
    if kind == "pillar":
        return fill_path("M-10 -10H104Q122 200 112 430H-10Z", dark) + fill_rect(
            100, -5, 7, 430, paint.mid, 0.7
        )
    if kind == "stalks":
        return "".join(
            fill_limb((x, 430), -90 + turn, high, 7, dark, wave=10)
            + fill_ellipse((x + turn * 1.6, 430 - high), 7, 17, dark, turn=turn)
            for x, high, turn in (
                (6, 150, 6),
                (30, 110, -5),
                (60, 84, 8),
                (252, 90, -8),
                (276, 130, 4),
                (296, 170, -6),
            )
        )
    vary = Variation(f"{seed} near")
    return "".join(
        fill_limb(
            (x, 432),
            -90 + vary.between(-16, 16),
            vary.between(60, 140),
            9,
            dark,
            wave=vary.between(12, 26),
        )
        for x in (4, 24, 48, 256, 280, 298)
    )
