"""Text and shapes painted on pictures look like those which resvg would draw, and stand where they
would."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops

from games.engine.board import painted_shapes, painted_text
from games.engine.random_match import iter_random_match
from games.presentation import boards
from games.titles import GAMES
from tests.sizes import SEED

NAMES = ("Alice", "Bob & Co", "Çağla")
# Side of the squares whose mean colours are compared: letters differ by hinting only.
SQUARE = 36
# Greatest difference of two such means, of 255. Hinted letters, which make a line up to 4 % longer,
# differ by at most 12 in a hundred random pictures; where a word is missing, mostly by 20 to 50.
ALIKE = 16


def draw_with_resvg(svg: str) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=painted_shapes.FILES
    )
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGB")


def compare(one: Image.Image, other: Image.Image) -> float:
    """Return the greatest difference between the mean colours of two squares."""
    size = (one.width // SQUARE, one.height // SQUARE)
    small = [image.resize(size, Image.Resampling.BOX) for image in (one, other)]
    return float(ImageChops.difference(*small).convert("L").getextrema()[1])  # type: ignore[arg-type]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_painted_text_looks_like_drawn_text(game: str, language: str) -> None:
    rules: Any = GAMES[game]
    done = left = 0
    for now in islice(iter_random_match(rules, 3, SEED), 5, 90, 40):
        svg = boards.PICTURES[game].draw_picture(
            rules.build_view(now.state, 0), NAMES, language, brief=True
        )
        shapes, lines = painted_text.split_text(svg)
        done, left = done + len(lines), left + shapes.count("<text")
        whole, painted = draw_with_resvg(svg), draw_with_resvg(shapes)

        # Each line of it is seen.
        assert compare(whole, painted) > 1.5 * ALIKE
        painted_text.paint_lines(painted, lines)
        assert compare(whole, painted) < ALIKE
        shaped = painted_shapes.paint_shapes(shapes)
        assert shaped is not None
        assert compare(draw_with_resvg(shapes), shaped) < ALIKE
    # Nearly all text is painted; a single picture may have few words besides those that stay.
    assert done > 5 * left, (done, left)


@pytest.mark.parametrize(
    ("inside", "painted"),
    [
        ('<text x="5" y="9" font-size="20">One &amp; two</text>', ["One & two"]),
        ('<g transform="translate(3 4)"><text x="1" y="2" font-size="9">A</text></g>', ["A"]),
        ('<g transform="scale(2 2)"><text x="5" y="9" font-size="20">A</text></g>', []),
        ('<g opacity="0.5"><g role="img"><text font-size="20">A</text></g></g>', []),
        ('<g opacity="0.5"></g><text font-size="20">A</text>', ["A"]),
        ('<defs><g id="a"><text font-size="20">A</text></g></defs>', []),
        ('<text x="5" y="9" font-size="20" textLength="40">A</text>', []),
        ('<text x="5" y="9" font-size="20">李</text>', []),
        ('<text x="5" y="9" font-size="20">שלום</text>', []),
    ],
)
def test_text_that_needs_more_than_placing_is_left(inside: str, painted: list[str]) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" fill="#ffffff">{inside}</svg>'

    shapes, lines = painted_text.split_text(svg)

    assert [line.words for line in lines] == painted
    assert ("<text" in shapes) is (painted == [])


def test_a_line_is_placed_where_its_groups_are() -> None:
    svg = (
        '<svg fill="#ffffff"><g transform="translate(10 20)"><g transform="translate(-3 0.5)">'
        '<text x="1" y="2" font-size="9" fill="#000000" text-anchor="end">A</text></g></g></svg>'
    )
    [line] = painted_text.split_text(svg)[1]
    assert (line.x, line.y, line.colour, line.anchor) == (8, 22.5, "#000000", "end")


@pytest.mark.parametrize(
    "inside",
    [
        '<rect x="10" y="12" width="60" height="40" rx="8" fill="#aa3322" stroke="#ffffff" '
        'stroke-width="2"/>',
        '<rect width="80" height="30" fill="#aa3322"/>',
        '<rect x="5" y="5" width="60" height="30" rx="4" fill="none" stroke="#ffffff" '
        'stroke-width="2" stroke-dasharray="6 7"/>',
        '<g transform="translate(20 10)"><circle cx="20" cy="20" r="15" fill="#2288ff"/></g>',
        '<path d="M10 10L70 20L30 50z"/>',
        '<defs><g id="a"><path d="M-20-20H20V20H-20z"/></g></defs>'
        '<use href="#a" transform="translate(50 30) scale(0.5)"/>',
    ],
)
def test_a_shape_is_painted_where_resvg_draws_it(inside: str) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 72" width="96" height="72" '
        f'fill="#ffffff"><rect width="96" height="72" fill="#000000"/>{inside}</svg>'
    )

    painted = painted_shapes.paint_shapes(svg)

    assert painted is not None
    assert compare(painted, draw_with_resvg(svg)) < 6
    assert len(painted.getcolors() or ()) > 1


@pytest.mark.parametrize(
    "inside",
    ['<g opacity="0.5"></g>', '<g transform="scale(2)"></g>', '<ellipse cx="9" cy="9" rx="3"/>'],
)
def test_shapes_that_cannot_be_placed_are_left_to_resvg(inside: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{inside}</svg>'

    assert painted_shapes.paint_shapes(svg) is None


def test_letters_that_need_another_font_are_painted_too() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48" fill="#ffffff">'
        '<text x="9" y="30" font-size="24" textLength="60">Ann</text></svg>'
    )

    painted = painted_shapes.paint_shapes(svg)

    assert painted is not None and painted.getbbox() is not None, "no letter is seen"
