"""Drawings as tiles of a picture: rendered once per process, cut to size, with round corners."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageOps

from .art import Art
from .raster import rasterize_svg

# Corners are drawn this many times as large and reduced, so that they are smooth.
FINER = 4
TILE_COLOURS = 128


def draw_art_tile(
    art: Art,
    code: str,
    width: float,
    height: float,
    *,
    corner: int = 8,
    top: float = 0.5,
) -> str:
    """Return a drawing (“hand”) as an SVG image at 0,0 that fills `width` x `height`.

    What does not fit is cut off: `top` is the part of it that is cut off above, from 0 to 1.
    `corner` is the radius of the corners. Screen readers do not see it.
    """
    href = _render_tile(art, code, round(width), round(height), corner, top)
    look = f'width="{width:g}" height="{height:g}" image-rendering="optimizeSpeed"'
    return f'<image {look} href="{href}" aria-hidden="true"/>'


@cache
def _render_tile(art: Art, code: str, width: int, height: int, corner: int, top: float) -> str:
    """Return a tile as the data URI of a PNG."""
    svg = art.draw_art(code, "hand")
    whole = rasterize_svg(svg, width)
    if whole.height < height:
        whole = rasterize_svg(svg, -(-width * height // whole.height))
    tile = ImageOps.fit(whole, (width, height), centering=(0.5, top))
    mask = Image.new("L", (width * FINER, height * FINER), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *mask.size), corner * FINER, fill=255)
    tile.putalpha(ImageChops.multiply(tile.getchannel("A"), mask.resize(tile.size)))
    png = BytesIO()
    # A palette halves the time in which resvg decodes a tile.
    few = tile.quantize(TILE_COLOURS, method=Image.Quantize.FASTOCTREE)
    few.save(png, "PNG", compress_level=1)
    return "data:image/png;base64," + b64encode(png.getvalue()).decode()
