"""Paint the shapes of an SVG picture from sprites: each shape and drawing is rendered once per
process and pasted from then on, because resvg takes most of the time of a picture."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from io import BytesIO

import resvg_py
from msgspec import Struct
from PIL import Image

from .lettering import BOLD, PLAIN

FILES = [str(PLAIN), str(BOLD)]
_TOKENS = re.compile(
    r"<g\b(?P<group>[^>]*)>|(?P<end></g>)|<defs>.*?</defs>|<title>[^<]*</title>"
    r"|<(?P<tag>rect|image|circle|path|use)\b(?P<look>[^>]*)/>"
    r"|<text\b(?P<words>[^>]*>[^<]*)</text>"
    r"|<(?P<other>[a-zA-Z]+)\b[^>]*>",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(r'([\w-]+)="([^"]*)"')
_TRANSLATION = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_SCALING = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\) scale\(([\d.]+)\)")
_DEFINITIONS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
# Attributes of a group that change how its shapes look.
_LOOKS = frozenset(("fill", "opacity", "style", "filter", "mask", "clip-path", "stroke", "color"))
# Attributes of a rectangle that is stretched from its corners.
_PLAIN_RECT = frozenset(("x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"))
# A shape that a picture defines is drawn in a box of 48 around 0,0; lines may reach a little
# further.
HALF_SHAPE = 27
# Number of sprites kept per process: a few hundred different ones occur in a game.
MAX_SPRITES = 2048


class Sprite(Struct, frozen=True):
    """A rendered shape, and where it is to be pasted relative to its group."""

    image: Image.Image
    left: int
    top: int


def paint_shapes(svg: str) -> Image.Image | None:
    """Return a picture without its text; None if it has shapes that only resvg can place.

    These are shapes in groups that are scaled or have a look of their own, and in a picture that
    says only in its viewBox how large it is, as a cover does.
    """
    root = dict(_ATTRIBUTES.findall(svg[: svg.index(">")]))
    if "width" not in root:
        return None
    width, height = int(root["width"]), int(root["height"])
    definitions = _DEFINITIONS.search(svg)
    shape_definitions, fill = definitions[1] if definitions else "", root.get("fill", "#000000")
    canvas = Image.new("RGB", (width, height))
    groups = [(0.0, 0.0)]
    for token in _TOKENS.finditer(svg, svg.index(">")):
        if token["end"]:
            groups.pop()
        elif token["group"] is not None:
            place = _place_group(token["group"], groups[-1])
            if place is None:
                return None
            groups.append(place)
        elif token["tag"] is not None:
            _paint_shape(canvas, token["tag"], token["look"], groups[-1], fill, shape_definitions)
        elif token["words"] is not None:
            _paint_words(canvas, token["words"], groups[-1], fill)
        elif token["other"] is not None:
            return None
    return canvas


def _place_group(look: str, around: tuple[float, float]) -> tuple[float, float] | None:
    attributes = dict(_ATTRIBUTES.findall(look))
    if not _LOOKS.isdisjoint(attributes):
        return None
    if "transform" not in attributes:
        return around
    move = _TRANSLATION.fullmatch(attributes["transform"])
    return (around[0] + float(move[1]), around[1] + float(move[2])) if move else None


def _paint_shape(
    canvas: Image.Image,
    tag: str,
    look: str,
    place: tuple[float, float],
    fill: str,
    definitions: str,
) -> None:
    if tag == "rect" and _paint_rect(canvas, look, place, fill):
        return
    if tag == "image":
        image = _decode_image(_find_attribute(look, "href"))
        sprite = Sprite(image, 0, 0)
    else:
        shapes = definitions if tag == "use" else ""
        sprite = _render_sprite(tag, look, fill, shapes, canvas.width)
    at = (round(place[0]) + sprite.left, round(place[1]) + sprite.top)
    canvas.paste(sprite.image, at, sprite.image)


def _find_attribute(look: str, name: str) -> str:
    return look.split(f'{name}="', 1)[1].split('"', 1)[0]


@lru_cache(maxsize=MAX_SPRITES)
def _decode_image(href: str) -> Image.Image:
    with Image.open(BytesIO(base64.b64decode(href.split(",", 1)[1]))) as image:
        return image.convert("RGBA")


def _paint_words(canvas: Image.Image, words: str, place: tuple[float, float], fill: str) -> None:
    """Paint a line of letters that need shaping, or another font."""
    attributes = dict(_ATTRIBUTES.findall(words[: words.index(">")]))
    top, size = round(float(attributes.get("y", 0))), round(float(attributes["font-size"]))
    box = (-canvas.width, top - 2 * size, 2 * canvas.width, 3 * size)
    image = _render_svg(f"<text{words}</text>", box, fill=fill)
    canvas.paste(image, (round(place[0]) + box[0], round(place[1]) + box[1]), image)


def _paint_rect(canvas: Image.Image, look: str, place: tuple[float, float], fill: str) -> bool:
    """Paint a rectangle from its rendered corners; return whether it is a plain one."""
    attributes = dict(_ATTRIBUTES.findall(look))
    if not _PLAIN_RECT.issuperset(attributes) or attributes.get("fill", fill) == "none":
        return False
    line = float(attributes.get("stroke-width", 1)) if "stroke" in attributes else 0.0
    left, top = (float(attributes.get(name, 0)) - line / 2 for name in ("x", "y"))
    width, height = (round(float(attributes[name]) + line) for name in ("width", "height"))
    colour, corner = attributes.get("fill", fill), float(attributes.get("rx", 0))
    side = round(corner + line) + 1
    x, y = round(place[0] + left), round(place[1] + top)
    if not corner and not line:
        canvas.paste(colour, (x, y, x + width, y + height))
        return True
    if min(width, height) < 2 * side + 1:
        return False
    patch = _render_patch(side, corner, colour, attributes.get("stroke", ""), line)
    _stretch_patch(canvas, patch, side, (x, y, width, height), colour)
    return True


@lru_cache(maxsize=MAX_SPRITES)
def _render_patch(side: int, corner: float, fill: str, stroke: str, line: float) -> Image.Image:
    """Return a small rounded rectangle: four corners of `side` pixels, and one pixel between."""
    whole = 2 * side + 1
    edge = f' stroke="{stroke}" stroke-width="{line:g}"' if stroke else ""
    shape = (
        f'<rect x="{line / 2:g}" y="{line / 2:g}" width="{whole - line:g}" '
        f'height="{whole - line:g}" rx="{corner:g}" fill="{fill}"{edge}/>'
    )
    return _render_svg(shape, (0, 0, whole, whole))


def _stretch_patch(
    canvas: Image.Image,
    patch: Image.Image,
    side: int,
    box: tuple[int, int, int, int],
    fill: str,
) -> None:
    x, y, width, height = box
    right, bottom, far = x + width - side, y + height - side, side + 1
    canvas.paste(fill, (x + side, y + side, right, bottom))
    for part, at, size in (
        ((side, 0, far, side), (x + side, y), (width - 2 * side, side)),
        ((side, far, far, patch.height), (x + side, bottom), (width - 2 * side, side)),
        ((0, side, side, far), (x, y + side), (side, height - 2 * side)),
        ((far, side, patch.width, far), (right, y + side), (side, height - 2 * side)),
    ):
        edge = patch.crop(part).resize(size)
        canvas.paste(edge, at, edge)
    for part, at in (
        ((0, 0, side, side), (x, y)),
        ((far, 0, patch.width, side), (right, y)),
        ((0, far, side, patch.height), (x, bottom)),
        ((far, far, patch.width, patch.height), (right, bottom)),
    ):
        piece = patch.crop(part)
        canvas.paste(piece, at, piece)


@lru_cache(maxsize=MAX_SPRITES)
def _render_sprite(tag: str, look: str, fill: str, definitions: str, width: int) -> Sprite:
    """Return any shape as resvg draws it, cut to what is seen of it."""
    attributes = dict(_ATTRIBUTES.findall(look))
    left, top, wide, high = _find_bounds(tag, attributes, width)
    image = _render_svg(
        f"<defs>{definitions}</defs><{tag}{look}/>", (left, top, wide, high), fill=fill
    )
    bounds = image.getbbox() or (0, 0, 1, 1)
    return Sprite(image.crop(bounds), left + bounds[0], top + bounds[1])


def _find_bounds(tag: str, attributes: dict[str, str], width: int) -> tuple[int, int, int, int]:
    """Return (left, top, width, height) of an area that contains a shape."""
    line = float(attributes.get("stroke-width", 1))
    if tag == "circle":
        x, y, reach = (
            float(attributes.get("cx", 0)),
            float(attributes.get("cy", 0)),
            float(attributes["r"]) + line,
        )
    elif tag == "use" and (scaling := _SCALING.fullmatch(attributes.get("transform", ""))):
        x, y, reach = float(scaling[1]), float(scaling[2]), HALF_SHAPE * float(scaling[3])
    elif tag == "rect":
        x, y = float(attributes.get("x", 0)), float(attributes.get("y", 0))
        wide, high = float(attributes["width"]) + 2 * line, float(attributes["height"]) + 2 * line
        return int(x - line) - 1, int(y - line) - 1, int(wide) + 3, int(high) + 3
    else:
        # Anything else is looked for near its group.
        return -width // 4, -width // 4, width * 3 // 2, width * 3 // 2
    return int(x - reach) - 1, int(y - reach) - 1, int(2 * reach) + 3, int(2 * reach) + 3


def _render_svg(
    shape: str, box: tuple[int, int, int, int], *, fill: str = "#000000"
) -> Image.Image:
    left, top, wide, high = box
    png = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" '
        f'width="{wide}" height="{high}" fill="{fill}" font-family="DejaVu Sans" '
        f'font-stretch="condensed">{shape}</svg>',
        skip_system_fonts=True,
        font_files=FILES if "<text" in shape else [],
    )
    with Image.open(BytesIO(bytes(png))) as image:
        return image.convert("RGBA")
