"""A contact sheet: drawings side by side at their three sizes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from .art import ART_SIZES, Art, ArtSize, render_art
from .lettering import PLAIN
from .raster import rasterize_svg

# Width in pixels at which each class is shown, and the ground it stands on.
WIDTHS: dict[ArtSize, int] = {"card": 180, "hand": 72, "chip": 32}
LIGHT, DARK = "#f4f1ea", "#0c1420"
COLUMNS, GAP, LABEL = 5, 12, 16


def draw_contact_sheet(art: Art, codes: Sequence[str], *, dark: bool = False) -> Image.Image:
    """Return these drawings with their codes, five to a row."""
    cells = [_draw_cell(art, code, dark=dark) for code in codes]
    rows = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
    heights = [max(cell.height for cell in row) + GAP for row in rows]
    width = COLUMNS * (cells[0].width + GAP) + GAP
    sheet = Image.new("RGB", (width, sum(heights) + GAP), DARK if dark else LIGHT)
    y = GAP
    for row, height in zip(rows, heights, strict=True):
        for at, cell in enumerate(row):
            sheet.paste(cell, (GAP + at * (cell.width + GAP), y))
        y += height
    return sheet


def _draw_cell(art: Art, code: str, *, dark: bool) -> Image.Image:
    images = [rasterize_svg(render_art(art, code, size)[0], WIDTHS[size]) for size in ART_SIZES]
    width = sum(WIDTHS.values()) + 2 * 6
    height = max(image.height for image in images) + LABEL
    cell = Image.new("RGB", (width, height), DARK if dark else LIGHT)
    x = 0
    for image in images:
        cell.paste(image, (x, 0), image)
        x += image.width + 6
    label = ImageDraw.Draw(cell)
    font = ImageFont.truetype(str(PLAIN), 12)
    label.text((0, height - LABEL + 1), code, fill=LIGHT if dark else DARK, font=font)
    return cell
