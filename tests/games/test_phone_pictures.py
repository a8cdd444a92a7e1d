"""The pictures of e-mails are made for a phone: nothing smaller than 11 pixels, and nothing cut."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

from games.engine.board.painted_shapes import FILES
from games.engine.board.raster import render_png
from games.engine.chance import Chance
from games.presentation import boards
from games.titles import GAMES
from tests.sizes import sample_of

NAMES = ("Alice", "Bartholomew", "Carol", "Dave", "Eve")
LANGUAGES = ("en", "fr", "de")
# A phone is 390 pixels wide; our e-mails leave 16 on both sides of the picture.
SHOWN = 390 - 2 * 16
LEAST_PIXELS = 11
# Milliseconds of processor time of a new picture, by the fastest of a few: other programs take
# turns on the machine.
MOST_MILLISECONDS = 50
TABLES = [(game, seats) for game in boards.PICTURES for seats in GAMES[game].seats if seats > 1]


@cache
def list_views(game: str, seats: int) -> list[Any]:
    """Return what whoever is asked sees, at every fifth decision of a match of house bots."""
    rules, luck, views = GAMES[game], Chance(bytes(32)), []
    options = {option.name: option.default for option in rules.options}
    state = rules.set_up_match(seats, b"phone", options)
    while asked := [one for one in rules.list_prompts(state) if one.answered is None]:
        seat = asked[0].seat
        view = rules.build_view(state, seat)
        views.append(view)
        decision = rules.bot.choose_decision(view, asked[0], luck)
        rules.play_decision(state, seat, decision)
    return [*views[::5], rules.build_view(state, 0)]


def list_texts(svg: str) -> Iterator[tuple[float, str]]:
    """Yield the font size of each line of text in pixels of the phone, and its words."""
    root = ElementTree.fromstring(svg)
    assert "scale(" not in re.sub(r"<use [^>]*>|<defs>.*</defs>", "", svg, flags=re.DOTALL)
    width = float(root.attrib["width"])
    for node in root.iter():
        if node.tag.endswith("}text"):
            yield float(node.attrib["font-size"]) * SHOWN / width, node.text or ""


@pytest.mark.parametrize(("game", "seats"), sample_of(TABLES, 4))
def test_every_label_has_at_least_11_pixels_on_a_phone(game: str, seats: int) -> None:
    for number, view in enumerate(list_views(game, seats)):
        language = LANGUAGES[number % len(LANGUAGES)]
        svg = boards.PICTURES[game].draw_picture(view, NAMES[:seats], language, brief=True)
        size, words = min(list_texts(svg))
        assert size >= LEAST_PIXELS, words


@pytest.mark.parametrize(("game", "seats"), sample_of(TABLES, 4))
def test_no_label_is_cut(game: str, seats: int) -> None:
    for number, view in enumerate(list_views(game, seats)):
        language = LANGUAGES[number % len(LANGUAGES)]
        svg = boards.PICTURES[game].draw_picture(view, NAMES[:seats], language, brief=True)
        assert not [words for _, words in list_texts(svg) if words.endswith("…")]


@pytest.mark.parametrize(("game", "seats"), sample_of(TABLES, 4))
def test_a_picture_is_light_and_rarely_higher_than_the_screen(game: str, seats: int) -> None:
    heights = []
    for number, view in enumerate(list_views(game, seats)[::4]):
        language = LANGUAGES[number % len(LANGUAGES)]
        drawn = boards.render_board_picture(game, view, NAMES[:seats], language)
        assert drawn is not None and len(drawn.png) < 100_000
        heights.append(drawn.height * SHOWN / drawn.width)
    assert sum(height <= 720 for height in heights) >= 0.75 * len(heights)
    assert max(heights) <= 850


@pytest.mark.parametrize("game", sorted(boards.PICTURES))
def test_a_new_picture_costs_at_most_50_milliseconds(game: str) -> None:
    """Its cards have been on other pictures of this process before.

    On a busy machine everything takes longer: then it is half of what resvg takes for the whole.
    """
    views = list_views(game, 2)
    picture, spent, whole = boards.PICTURES[game], [], []
    for view in views[2:7]:
        svg = picture.draw_picture(view, NAMES[:2], "en", brief=True)
        spent.append(min(time_once(render_png, svg, picture.colours) for _ in range(4)))
        whole.append(min(time_once(draw_whole, svg) for _ in range(2)))
    middle = len(spent) // 2
    assert sorted(spent)[middle] <= max(MOST_MILLISECONDS, sorted(whole)[middle] / 2)


def time_once(work: Callable[..., object], *given: object) -> float:
    """Return the milliseconds of processor time of some work."""
    begun = time.process_time()
    work(*given)
    return (time.process_time() - begun) * 1000


def draw_whole(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FILES))
