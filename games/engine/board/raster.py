"""Render SVG as PNG: resvg with bundled fonts, then reduced to the palette of the board and of the
drawings on it."""

from __future__ import annotations

from io import BytesIO

import resvg_py
from PIL import Image

from games.engine.board.painted_shapes import FILES, paint_shapes
from games.engine.board.painted_text import paint_lines, split_text

# Maximum size in bytes of a picture in an e-mail; larger ones are reduced.
LIMIT = 98_000
SCALES = (1.0, 0.85, 0.7, 0.5, 0.3)


def render_png(svg: str, paints: tuple[str, ...]) -> bytes:
    """Return the picture as PNG with a palette of at most 256 colours.

    The same SVG always gives the same bytes.
    """
    full, png = _render_image(svg), b""
    for scale in SCALES:
        size = (round(full.width * scale), round(full.height * scale))
        png = _encode_png(full if scale == 1 else full.resize(size), paints)
        if len(png) <= LIMIT:
            break
    return png


def rasterize_svg(svg: str, width: int) -> Image.Image:
    """Return the picture at this width in pixels, with transparency."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=FILES
    )
    with Image.open(BytesIO(bytes(png))) as image:
        return image.convert("RGBA")


def render_photo(svg: str, colours: int = 256) -> bytes:
    """Return the picture as PNG with a palette of its own."""
    png = BytesIO()
    few = _render_image(svg).quantize(colours, dither=Image.Dither.FLOYDSTEINBERG)
    few.save(png, "PNG", optimize=True)
    return png.getvalue()


def _render_image(svg: str) -> Image.Image:
    shapes, lines = split_text(svg)
    image = paint_shapes(shapes) or _draw_shapes(shapes)
    paint_lines(image, lines)
    return image


def _draw_shapes(svg: str) -> Image.Image:
    # resvg silently omits text if it finds no font; system fonts are skipped so that the output
    # does not depend on the machine.
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FILES)
    with Image.open(BytesIO(bytes(png))) as image:
        return image.convert("RGB")


def _encode_png(full: Image.Image, paints: tuple[str, ...]) -> bytes:
    png = BytesIO()
    few = full.quantize(palette=_build_palette(full, paints), dither=Image.Dither.NONE)
    few.save(png, "PNG", compress_level=6)
    return png.getvalue()


def _build_palette(full: Image.Image, paints: tuple[str, ...]) -> Image.Image:
    """Return an image whose palette consists of these colours, and of those of the drawings."""
    # A few of the pixels are enough to find the most common colours.
    sample = full.resize((full.width // 4, full.height // 4), Image.Resampling.NEAREST)
    room = 256 - len(paints)
    colours = sample.quantize(room, Image.Quantize.MEDIANCUT).getpalette() if room > 0 else None
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        b"".join(bytes.fromhex(paint[1:]) for paint in paints) + bytes(colours or ())
    )
    return palette


def mix_colours(first: str, second: str, part: float) -> str:
    """Return the colour that lies `part` (0 to 1) of the way from `first` to `second`.

    >>> mix_colours("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = (
        round(int(first[n : n + 2], 16) * (1 - part) + int(second[n : n + 2], 16) * part)
        for n in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)
