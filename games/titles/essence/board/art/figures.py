"""Figures: busts in one anatomy of shapes, each as its direction says."""

from __future__ import annotations

from msgspec import Struct

from games.engine.board.paper_cut import (
    Palette,
    Point,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_path,
    fill_rect,
    place_group,
)
from games.engine.board.raster import mix_colours

from . import faces
from .bodies import ARMS, CLOAK, GARMENTS, HANDS, NECK
from .headgear import HEADGEAR
from .paints import paint_layers
from .props import PROPS
from .settings import FAR, NEAR

WIDTH, HEIGHT = 300, 420


class Direction(Struct, frozen=True, kw_only=True):
    """How a figure is drawn; the names are those of the tables of layers."""

    # Outline of the face, skin (0 light to 5 dark), colour of the hair.
    face: str
    skin: int
    hair: str
    # The figure looks to the right instead of the left; the light stays where it is.
    flip: bool = False
    is_old: bool = False
    eyes: str = "open"
    brows: str = "calm"
    mouth: str = "calm"
    nose: str = "straight"
    beard: str = ""
    behind: str = "none"
    before: str = "none"
    headgear: str
    garment: str
    # Head: its middle, degrees of its lean, and how large it is.
    head: Point = (150, 164)
    lean: float = 0
    size: float = 1.12
    arms: tuple[str, ...]
    # What it holds, where, how large and how it is turned; the prop hides the cloak, not the hands.
    prop: str
    at: Point
    grown: float = 1
    turn: float = 0
    is_behind: bool = False
    far: str
    near: str
    # The same prop in the hand class, in its frame of 120 x 168.
    near_at: Point = (88, 112)
    near_grown: float = 0.62
    # Where the sun stands in the sky.
    sun: Point = (70, 60)


def draw_figure_card(direction: Direction, palette: Palette, behind: str = "") -> str:
    """Return a figure with its setting and what is near, 300 x 420.

    `behind` are shapes between the setting and the figure.
    """
    sky = [(0, mix_colours(palette.light, palette.glow, 0.55)), (0.5, palette.light)]
    definitions = define_cloak(palette)
    definitions += define_linear_gradient("s", [*sky, (1, palette.mid)])
    definitions += define_radial_gradient(
        "n", [(0, "#fffdf0"), (0.5, palette.glow), (1, palette.light)], centre=(0.5, 0.5)
    )
    body = [
        fill_rect(0, 0, WIDTH, HEIGHT, "url(#s)"),
        fill_circle(direction.sun, 58, "url(#n)", 0.75),
        paint_layers(FAR[direction.far], palette),
        behind,
        draw_bust(direction, palette),
        paint_layers(NEAR[direction.near], palette),
    ]
    return build_document(WIDTH, HEIGHT, definitions, "".join(body))


def draw_bust(direction: Direction, palette: Palette) -> str:
    """Return a figure and what it holds, in the frame of a card; "url(#c)" is its cloak."""
    prop = place_group(
        [paint_layers(PROPS[direction.prop], palette)],
        direction.at,
        scale=direction.grown,
        turn=direction.turn,
    )
    parts = [
        prop if direction.is_behind else "",
        _draw_hair_behind(direction, palette),
        draw_shoulders(direction, palette),
        draw_head(direction, palette),
        *(_draw_sleeve(arm, palette) for arm in direction.arms),
        "" if direction.is_behind else prop,
        *(_draw_hand(arm, direction) for arm in direction.arms),
    ]
    return "".join(parts)


def draw_figure_hand(direction: Direction, palette: Palette) -> str:
    """Return the face and the prop of a figure, 120 x 168."""
    glow = mix_colours(palette.light, palette.glow, 0.4)
    definitions = define_cloak(palette)
    definitions += define_linear_gradient(
        "s", [(0, glow), (0.6, palette.light), (1, palette.mid)], towards=(0.4, 1)
    )
    size = 0.56
    x, y = (56 if direction.near_at[0] > 60 else 68), 88
    head = place_group(
        [
            _draw_hair_behind(direction, palette),
            draw_shoulders(direction, palette),
            draw_head(direction, palette),
        ],
        (x - direction.head[0] * size, y - direction.head[1] * size),
        scale=size,
    )
    prop = place_group(
        [paint_layers(PROPS[direction.prop], palette)],
        direction.near_at,
        scale=direction.near_grown,
        turn=direction.turn,
    )
    sun = fill_circle((direction.sun[0] * 0.4, direction.sun[1] * 0.4), 30, palette.glow, 0.5)
    first, last = (prop, head) if direction.is_behind else (head, prop)
    body = f"{fill_rect(0, 0, 120, 168, 'url(#s)')}{sun}{first}{last}"
    return build_document(120, 168, definitions, body)


def draw_head(direction: Direction, palette: Palette) -> str:
    """Return the head with its hat, in the frame of a card."""
    sideways = direction.face in faces.SIDEWAYS
    lit, shade = faces.PLANES[sideways]
    if direction.flip:
        # The front of the face is away from the light then.
        lit, shade = "5/.42" + lit[1:], "3/.55" + shade[shade.index(" ") :]
    eyes, brows, mouths = (
        (faces.SIDE_EYES, faces.SIDE_BROWS, faces.SIDE_MOUTHS)
        if sideways
        else (faces.EYES, faces.BROWS, faces.MOUTHS)
    )
    layers = [
        f"4 {faces.OUTLINES[direction.face]}",
        lit,
        shade,
        faces.EARS[sideways],
        faces.WRINKLES[sideways] if direction.is_old else "",
        "" if sideways else faces.NOSES[direction.nose],
        mouths[direction.mouth],
        faces.BEARDS[direction.beard] if direction.beard else "",
        eyes[direction.eyes],
        brows[direction.brows],
        faces.HAIR_BEFORE[direction.before],
        HEADGEAR[direction.headgear],
    ]
    return _place_head(
        [_paint_figure((";").join(filter(None, layers)), direction, palette)], direction
    )


def draw_headgear(direction: Direction, palette: Palette) -> str:
    """Return the hat alone, in the frame of a card."""
    return _place_head([paint_layers(HEADGEAR[direction.headgear], palette)], direction)


def draw_shoulders(direction: Direction, palette: Palette) -> str:
    """Return cloak, neck and garment, in the frame of a card, with light from the top left."""
    rim = place_group([fill_path(CLOAK, palette.glow, 0.8)], (-3, -4))
    layers = f"url(#c) {CLOAK};{NECK};{GARMENTS[direction.garment]}"
    lean = (direction.head[0] - WIDTH / 2) * 0.6
    return place_group([rim, _paint_figure(layers, direction, palette)], (lean, -14))


def _draw_hair_behind(direction: Direction, palette: Palette) -> str:
    hair = faces.HAIR_BEHIND[direction.behind]
    return _place_head([_paint_figure(hair, direction, palette)], direction) if hair else ""


def _place_head(parts: list[str], direction: Direction) -> str:
    return place_group(
        parts, direction.head, scale=direction.size, turn=direction.lean, flip=direction.flip
    )


def _draw_sleeve(arm: str, palette: Palette) -> str:
    path, cuff, *_ = ARMS[arm.removesuffix(".left")]
    sleeve = [fill_path(path, "url(#c)"), fill_path(cuff, palette.accent)]
    side = 3 if arm.endswith(".left") else -3
    rim = place_group([fill_path(path, palette.glow, 0.6)], (side, -3))
    return _place_arm([rim, *sleeve], arm)


def _draw_hand(arm: str, direction: Direction) -> str:
    *_, hand, at, turn = ARMS[arm.removesuffix(".left")]
    hand_svg = paint_layers(HANDS[hand], _NO_PALETTE, _list_paints(direction))
    return _place_arm([place_group([hand_svg], at, scale=1.12, turn=turn, flip=True)], arm)


def _place_arm(parts: list[str], arm: str) -> str:
    return place_group(parts, (WIDTH, 0), flip=True) if arm.endswith(".left") else "".join(parts)


def _paint_figure(layers: str, direction: Direction, palette: Palette) -> str:
    return paint_layers(layers, palette, _list_paints(direction))


def _list_paints(direction: Direction) -> dict[str, str]:
    hair = faces.HAIRS[direction.hair]
    return dict(zip("123456", (*hair, *faces.SKINS[direction.skin]), strict=True))


def define_cloak(palette: Palette, name: str = "c") -> str:
    """Return the gradient of a cloak."""
    return define_linear_gradient(
        name, [(0, palette.light), (0.35, palette.mid), (1, palette.deep)], towards=(0.35, 1)
    )


_NO_PALETTE = Palette("", "", "", "", "")
