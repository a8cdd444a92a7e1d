"""The HTML board of Abyss: what is open, what can be clicked, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import html5lib
import pytest

from games.engine.random_match import iter_random_match
from games.titles import GAMES
from games.titles.abyss.board.page.layout import render_hand, render_table

GAME = GAMES["abyss"]
NAMES = ("Alice", "Bob", "Carol", "Dave")
Element = Any


def parse(html: str) -> Element:
    return html5lib.parseFragment(html, namespaceHTMLElements=False)


def with_class(name: str, root: Element) -> Iterator[Element]:
    return (each for each in root.iter() if name in each.get("class", "").split())


def open_folds(html: str) -> set[int]:
    """Return the seats whose area is open."""
    return {int(seat) for seat in re.findall(r'<details id="fold-seat-(\d)-\w+"[^>]* open>', html)}


@pytest.fixture(scope="module")
def late() -> dict[str, Any]:
    """What seat 1 sees when everybody has Lords."""
    return next(
        GAME.build_view(now.state, 1)
        for now in iter_random_match(GAME, 4, 1)
        if now.prompts and all(seat.lords for seat in now.state.seats)
    )


def test_only_the_own_area_is_open(late: dict[str, Any]) -> None:
    html = render_table(late, NAMES, "en", {})

    assert len(re.findall("<details ", html)) == 4
    assert open_folds(html) == {1}


def test_nothing_is_open_for_a_spectator(late: dict[str, Any]) -> None:
    assert open_folds(render_table({**late, "you": None}, NAMES, "en", {})) == set()


def test_an_area_opens_while_an_answer_is_about_one_of_its_lords(late: dict[str, Any]) -> None:
    """Under another name, so that a live update does not keep it closed."""
    lord = f"seat-2-{late['seats'][2]['lords'][0]['id']}"

    html = render_table(late, NAMES, "en", {lord: "?at=lord"})

    assert open_folds(html) == {1, 2}
    assert 'id="fold-seat-2-open"' in html
    assert 'id="fold-seat-3-closed"' in html


def test_the_areas_of_viewer_and_winner_are_open_after_the_end() -> None:
    *_rest, last = iter_random_match(GAME, 4, 1)
    outcome = GAME.find_outcome(last.state)
    assert outcome and outcome.places[1] > 1

    html = render_table(GAME.build_view(last.state, 1), NAMES, "en", {})

    assert open_folds(html) == {1, outcome.places.index(1)}


def test_the_head_of_a_fold_holds_no_other_control(late: dict[str, Any]) -> None:
    """Its name is read out, its icons are not; the player beside it is described in words."""
    root = parse(render_table(late, NAMES, "en", {"seat-2": "?at=seat-2"}))
    heads = list(root.iter("summary"))

    assert len(heads) == 4
    assert not [each for head in heads for each in with_class("thing", head)]
    for head in heads:
        (counters,) = with_class("counters", head)
        (words,) = with_class("hidden", head)
        assert counters.get("aria-hidden") == "true"
        assert re.fullmatch(r"Lords [1-9], Locations \d", words.text)
    (player,) = (each for each in root.iter("a") if each.get("id") == "at-seat-2")
    assert player.get("aria-label", "").startswith("Carol")


def test_whoever_is_asked_is_marked_and_described(late: dict[str, Any]) -> None:
    root = parse(render_table({**late, "asked": [1, 3]}, NAMES, "fr", {}))

    labels = [each.get("aria-label") for each in with_class("player", root)]
    assert ["(doit jouer)" in label for label in labels] == [True, False, True, False]
    assert len(list(with_class("asked", root))) == 2


@pytest.mark.parametrize(("lords", "free"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 2), (6, 0)])
def test_a_row_of_the_court_without_lords_is_left_out(
    late: dict[str, Any], lords: int, free: int
) -> None:
    codes = ["jailer", "sage", "elder", "hermit", "reaper", "miller"]

    root = parse(render_table({**late, "court": codes[:lords]}, NAMES, "en", {}))

    (court,) = with_class("court-things", root)
    assert (len(list(with_class("lord", court))), len(list(with_class("free", court)))) == (
        lords,
        free,
    )


def test_drawn_locations_lie_above_the_court(late: dict[str, Any]) -> None:
    view = {**late, "drawn": ["sanctuary", "barracks"]}

    html = render_table(view, NAMES, "en", {"drawn-barracks": "?at=barracks"})

    assert html.index('id="at-drawn-sanctuary"') < html.index('class="area court"')
    assert '<a href="?at=barracks" id="at-drawn-barracks"' in html


def test_an_empty_hand_takes_no_space(late: dict[str, Any]) -> None:
    seats = [{**seat, "hand": [], "hand_size": 0} for seat in late["seats"]]

    assert 'data-item="' in render_hand({**late, "seats": one_card(late)}, NAMES, "en", {})
    assert render_hand({**late, "seats": seats}, NAMES, "en", {}) == ""
    assert render_hand({**late, "you": None}, NAMES, "en", {}) == ""


def one_card(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**seat, "hand": ["crab3"], "hand_size": 1} for seat in view["seats"]]
