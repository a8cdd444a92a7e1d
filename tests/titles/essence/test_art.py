"""What the drawings of The Essence promise: every card has one, factions are told apart without
colour, segments fit edge to edge."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from games.engine.board.art_compose import Composer
from games.engine.board.art_motifs import Shape
from games.engine.board.art_tables import Layer, load_tables
from games.engine.board.paper_cut import Point, build_document
from games.engine.board.raster import rasterize_svg
from games.titles.essence.board import art
from games.titles.essence.board.art import ART
from games.titles.essence.rules.components import (
    BOX,
    CHARACTER,
    FACTIONS,
    FRAGMENT,
    SEGMENT,
    TREATIES,
)

TABLES = load_tables(Path(art.__file__).parent)
FOLLOWERS = [code for code, card in TABLES.cards.items() if card["scene"] == "follower"]
ADVISORS = [code for code, card in TABLES.cards.items() if card["scene"] == "advisor"]
# Width in pixels at which the factions are told apart.
SMALL = 40
# Minimum mean difference in grey of two pictures of different factions: 0 the same, 255 black and
# white.
GREY = 12.0
# Maximum part of their common area in which two hats of different factions overlap.
ALIKE = 0.72


def draw_grey(code: str, size: str) -> Image.Image:
    """Return a drawing in grey on white, as wide as small."""
    drawn = rasterize_svg(ART.draw_art(code, size), SMALL)  # type: ignore[arg-type]
    ground = Image.new("RGBA", drawn.size, "#ffffff")
    return Image.alpha_composite(ground, drawn).convert("L")


def compose_layers(code: str, layers: list[Layer]) -> str:
    """Return layers in the palette of a card."""
    return Composer(TABLES, TABLES.list_values(code, "card")).compose_layers(layers)


def draw_silhouette(code: str) -> Image.Image:
    """Return the shape of a hat alone: opaque where it is, head and frame the same for all."""
    hat = Layer(draw=TABLES.cards[code]["headgear"], at=(150, 200))
    drawn = rasterize_svg(build_document(300, 420, "", compose_layers(code, [hat])), SMALL)
    return drawn.getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0)


def measure_overlap(one: Image.Image, other: Image.Image) -> float:
    """Return the part of their common area that both shapes cover, 0 to 1."""
    both = ImageStat.Stat(ImageChops.darker(one, other)).sum[0]
    either = ImageStat.Stat(ImageChops.lighter(one, other)).sum[0]
    return float(both / either)


def test_every_card_has_a_drawing() -> None:
    expected = {*FACTIONS, *CHARACTER, *SEGMENT, *FRAGMENT, *TREATIES}

    assert expected <= set(ART.codes)
    assert {code for code in ART.codes if not code.startswith("token.")} == expected
    assert len(ART.codes) == len(set(ART.codes))


def test_the_card_files_are_counted() -> None:
    assert len(BOX.followers) == len(FOLLOWERS) == 25
    assert len(BOX.advisors) == len(ADVISORS) == 17
    assert (len(SEGMENT), len(FRAGMENT), len(FACTIONS)) == (44, 55, 5)


@pytest.mark.parametrize("size", ["chip", "hand"])
def test_factions_differ_in_grey(size: str) -> None:
    pictures = {code: draw_grey(code, size) for code in FACTIONS}
    for one, other in combinations(pictures, 2):
        apart = ImageStat.Stat(ImageChops.difference(pictures[one], pictures[other])).mean[0]
        assert apart >= GREY, f"{one} and {other}: {apart:.1f}"


def test_the_hats_of_two_factions_differ_as_silhouettes() -> None:
    hats = {code: draw_silhouette(code) for code in FOLLOWERS}
    alike = {
        f"{one} and {other}": round(found, 2)
        for one, other in combinations(hats, 2)
        if CHARACTER[one].faction != CHARACTER[other].faction
        and (found := measure_overlap(hats[one], hats[other])) > ALIKE
    }
    assert not alike


def test_every_hat_is_most_like_those_of_its_own_faction() -> None:
    hats = {code: draw_silhouette(code) for code in FOLLOWERS}
    for code, hat in hats.items():
        nearest = max(
            (other for other in hats if other != code),
            key=lambda other: measure_overlap(hat, hats[other]),
        )
        assert CHARACTER[nearest].faction == CHARACTER[code].faction, f"{code}: {nearest}"


def test_no_two_figures_are_directed_alike() -> None:
    directions = [TABLES.cards[code] for code in (*FOLLOWERS, *ADVISORS)]
    assert len({card["prop"] for card in directions}) == len(directions)
    assert len({card["headgear"] for card in directions}) == len(directions)


def place_cell(x: int, y: int) -> Point:
    """Return where the far corner of a cell is in the picture of an island; y grows to the back."""
    return (x + y) * 100.0, (x - y) * 50.0


def test_neighbouring_cells_share_an_edge() -> None:
    """The right corner and the front of a cell are the back and the left corner of the next."""
    top = TABLES.find_motif("ground/cell").children[2]
    assert isinstance(top, Shape)
    back, right, front, left = top.outline.points
    east, north = place_cell(1, 0), place_cell(0, 1)

    assert (east, (east[0] + left[0], east[1] + left[1])) == (right, front)
    assert (north[0] + left[0], north[1] + left[1]) == back
    assert (north[0] + front[0], north[1] + front[1]) == right


def test_no_gap_is_left_between_neighbours() -> None:
    """Two by two cells cover their whole diamond without a seam."""
    places = [place_cell(x, y) for x in (0, 1) for y in (1, 0)]
    cells = [Layer(draw="ground/cell", at=(x + 100, y + 100)) for x, y in places]
    ground = compose_layers(next(iter(SEGMENT)), cells)
    alpha = rasterize_svg(build_document(400, 320, "", ground), 400).getchannel("A")

    # The middle of the four cells, and both lines along which they meet.
    for x, y in ((200, 150), *((150 + 10 * n, 125 + 5 * n) for n in range(11))):
        assert alpha.getpixel((x, y)) == 255
    for x, y in ((150 + 10 * n, 175 - 5 * n) for n in range(11)):
        assert alpha.getpixel((x, y)) == 255
