"""The drawings of every game: complete, small, the same each time, and told apart at a glance."""

from __future__ import annotations

import gzip
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from games.engine.board.art import ART_SIZES, Art, ArtSize, render_art
from games.engine.board.art_sheet import draw_contact_sheet
from games.engine.board.raster import rasterize_svg
from games.presentation.boards import ARTS

# Maximum compressed size in bytes of a drawing, by size class.
LIMITS: dict[ArtSize, int] = {"card": 5_000, "hand": 2_500, "chip": 1_000}
# Minimum mean difference of two drawings 60 pixels wide: 0 the same, 255 black and white.
CLEARLY = 7.0


@pytest.fixture(params=sorted(ARTS))
def art(request: pytest.FixtureRequest) -> Art:
    return ARTS[request.param]


def flatten_drawing(art: Art, code: str, size: ArtSize, width: int) -> Image.Image:
    """Return a drawing on a middle grey, so that what is transparent is the same everywhere."""
    image = rasterize_svg(render_art(art, code, size)[0], width)
    ground = Image.new("RGBA", image.size, "#808080")
    return Image.alpha_composite(ground, image).convert("RGB")


def measure_difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference per pixel and channel, 0 to 255."""
    other = other.resize(one.size)
    channels = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(channels) / len(channels)


@pytest.mark.parametrize("size", get_args(ArtSize))
def test_every_drawing_is_small_and_well_formed(art: Art, size: ArtSize) -> None:
    for code in art.codes:
        drawn = art.draw_art(code, size)
        tags = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(drawn).iter()}
        assert not tags & {"text", "image", "script", "style", "foreignObject"}, code
        packed = len(gzip.compress(drawn.encode()))
        assert packed <= LIMITS[size], f"{code}: {packed} bytes"


def test_a_drawing_is_always_the_same(art: Art) -> None:
    for code in art.codes:
        for size in ART_SIZES:
            assert art.draw_art(code, size) == art.draw_art(code, size)


def test_any_two_cards_differ_clearly_at_60_pixels(art: Art) -> None:
    images = {code: flatten_drawing(art, code, "hand", 60) for code in art.codes}
    alike = {
        f"{one} and {other}": round(found, 1)
        for one, other in combinations(images, 2)
        if (found := measure_difference(images[one], images[other])) < CLEARLY
    }
    assert not alike


def test_the_contact_sheet_shows_every_drawing(art: Art) -> None:
    light, dark = (draw_contact_sheet(art, art.codes, dark=dark) for dark in (False, True))
    assert light.size == dark.size
    assert measure_difference(light, dark) > 0
