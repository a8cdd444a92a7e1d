"""The drawings of Enchanters: complete, kingdoms told apart without colour, strength by size."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

from games.engine.board.art_compose import Composer
from games.engine.board.art_tables import load_tables
from games.engine.board.paper_cut import build_document
from games.engine.board.raster import rasterize_svg
from games.titles.enchanters.board import art
from games.titles.enchanters.board.art import ART
from games.titles.enchanters.rules.components import DESIGNS, KINGDOMS
from games.titles.enchanters.rules.vocabulary import TIERS

# Minimum mean difference of the shapes of two kingdoms' emblems, 0 to 255, in grey at 40 pixels.
APART = 12.0
# Maximum standard deviation of the brightness where a page lays its text, 0 to 255.
QUIET = 14.0
# Minimum part of the picture above the ground that an Overlord covers.
FILLED = 0.4


def render_kingdom_shape(kingdom: str) -> Image.Image:
    """Return the shape of a kingdom's emblems, without what is on them."""
    code = next(code for code, d in DESIGNS.items() if d.kingdom == kingdom and d.kind == "item")
    return rasterize_svg(ART.draw_art(code, "chip"), 40).getchannel("A")


def measure_covered_part(code: str) -> float:
    """Return the part of the 300 x 300 above the ground that the figure of a card covers."""
    tables = load_tables(Path(art.__file__).parent)
    values = tables.list_values(code, "card")
    cut = tables.fill_picture(values).layers[0]
    subject = [layer for layer in cut.layers if layer.draw == values["draw"]]
    alone = structs.replace(cut, layers=subject)
    drawn = Composer(tables, values).compose_layers([alone]).replace("url(#b)", "#000")
    image = rasterize_svg(build_document(300, 300, "", drawn), 100).getchannel("A")
    return ImageStat.Stat(image).mean[0] / 255


def test_every_design_is_drawn() -> None:
    assert set(DESIGNS) == {code for code in ART.codes if not code.startswith("thing.")}


def test_the_kingdoms_differ_in_shape() -> None:
    shapes = {kingdom: render_kingdom_shape(kingdom) for kingdom in KINGDOMS}

    alike = {
        f"{one} and {other}": round(found, 1)
        for one, other in combinations(shapes, 2)
        if (found := ImageStat.Stat(ImageChops.difference(shapes[one], shapes[other])).mean[0])
        < APART
    }

    assert not alike


@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_the_stronger_a_creature_the_more_of_the_frame_it_fills(kingdom: str) -> None:
    by_tier = {
        tier: [
            measure_covered_part(code)
            for code, design in DESIGNS.items()
            if design.kingdom == kingdom and design.tier == tier
        ]
        for tier in TIERS
    }

    for weaker, stronger in pairwise(by_tier.values()):
        assert max(weaker) < min(stronger)


@pytest.mark.parametrize("code", [c for c, d in DESIGNS.items() if d.kind == "overlord"])
def test_an_overlord_fills_the_frame(code: str) -> None:
    assert measure_covered_part(code) > FILLED


def test_the_ground_of_a_card_is_quiet() -> None:
    loud = {}
    for code in ART.codes:
        image = rasterize_svg(ART.draw_art(code, "card"), 60).convert("L")
        low = image.crop((0, round(image.height * 0.8), image.width, image.height))
        if (found := ImageStat.Stat(low).stddev[0]) > QUIET:
            loud[code] = round(found, 1)

    assert not loud
