"""The drawings of every game: complete, small, the same each time, and told apart at a glance."""

from __future__ import annotations

import gzip
from base64 import b64decode
from io import BytesIO
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from games.engine.board.art import ART_SIZES, Art, ArtSize, render_art
from games.engine.board.art_sheet import draw_contact_sheet
from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.raster import rasterize_svg
from games.presentation.boards import ARTS, PICTURES
from games.titles import GAMES

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


@pytest.mark.sampled(3)
def test_any_two_cards_differ_clearly_at_60_pixels(art: Art) -> None:
    images = {code: flatten_drawing(art, code, "hand", 60) for code in art.codes}
    alike = {
        f"{one} and {other}": round(found, 1)
        for one, other in combinations(images, 2)
        if (found := measure_difference(images[one], images[other])) < CLEARLY
    }
    assert not alike


@pytest.mark.sampled(5)
def test_the_contact_sheet_shows_every_drawing(art: Art) -> None:
    light, dark = (draw_contact_sheet(art, art.codes, dark=dark) for dark in (False, True))
    assert light.size == dark.size
    assert measure_difference(light, dark) > 0


@pytest.mark.parametrize("game", sorted(PICTURES))
def test_the_picture_of_an_email_shows_the_drawings(game: str) -> None:
    rules = GAMES[game]
    state = rules.set_up_match(2, bytes(32), {one.name: one.default for one in rules.options})
    for _ in range(6):
        prompt = next(p for p in rules.list_prompts(state) if p.answered is None)
        rules.play_decision(state, prompt.seat, prompt.fallback)

    svg = PICTURES[game].draw_picture(rules.build_view(state, 0), ("Ann", "Ben"), "en", brief=True)

    assert svg.count('href="data:image/png;base64,') >= 3


def test_a_tile_fills_its_space_and_has_round_corners() -> None:
    art = ARTS["abyss"]
    tile = draw_art_tile(art, art.codes[0], 60, 40, corner=10)
    packed = b64decode(tile.partition("base64,")[2].partition('"')[0])
    with Image.open(BytesIO(packed)) as image:
        assert image.size == (60, 40)
        alpha = image.convert("RGBA").getchannel("A")
        assert (alpha.getpixel((0, 0)), alpha.getpixel((30, 20))) == (0, 255)
