"""The HTML board of Abyss: what is open, what can be clicked, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import html5lib
import pytest
from msgspec.structs import replace

from games.engine.random_match import iter_random_match
from games.titles import GAMES
from games.titles.abyss.board.page.layout import render_hand, render_table
from games.titles.abyss.board.page.summary import summarize_seats
from games.titles.abyss.board.page.tags import ICONS, ICONS_PATH
from games.titles.abyss.rules.view import SeatView, View

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
def late() -> View:
    """What seat 1 sees when everybody has Lords."""
    return next(
        GAME.build_view(now.state, 1)
        for now in iter_random_match(GAME, 4, 1)
        if now.prompts and all(seat.lords for seat in now.state.seats)
    )


def test_only_the_own_area_is_open(late: View) -> None:
    html = render_table(late, NAMES, "en", {})

    assert len(re.findall("<details ", html)) == 4
    assert open_folds(html) == {1}


def test_nothing_is_open_for_a_spectator(late: View) -> None:
    assert open_folds(render_table(replace(late, you=None), NAMES, "en", {})) == set()


def test_an_area_opens_while_an_answer_is_about_one_of_its_lords(late: View) -> None:
    """Under another name, so that a live update does not keep it closed."""
    lord = f"seat-2-{late.seats[2].lords[0].id}"

    html = render_table(late, NAMES, "en", {lord: "?at=lord"})

    assert open_folds(html) == {1, 2}
    assert 'id="fold-seat-2-open"' in html
    assert 'id="fold-seat-3-closed"' in html


def test_only_the_area_of_the_winner_is_open_after_the_end() -> None:
    *_rest, last = iter_random_match(GAME, 4, 1)
    outcome = GAME.find_outcome(last.state)
    assert outcome and outcome.places[1] > 1

    html = render_table(GAME.build_view(last.state, 1), NAMES, "en", {})

    assert open_folds(html) == {outcome.places.index(1)}


def test_the_head_of_a_fold_holds_no_other_control(late: View) -> None:
    """It says what lies there; the player beside it may be clicked."""
    root = parse(render_table(late, NAMES, "en", {"seat-2": "?at=seat-2"}))
    heads = list(root.iter("summary"))

    assert len(heads) == 4
    assert not [each for head in heads for each in with_class("thing", head)]
    for head in heads:
        (words,) = with_class("lines", head)
        said = r"Lords\u00a0[1-9](\u00a0· Locations\u00a0\d)?(\u00a0· Affiliated\u00a0\d)?"
        assert re.fullmatch(said, words.text)
    (player,) = (each for each in root.iter("a") if each.get("id") == "at-seat-2")
    assert player.get("aria-label", "").startswith("Carol")


def test_the_strip_counts_what_each_player_has(late: View) -> None:
    summaries = summarize_seats(late, "en")

    assert [one.is_active for one in summaries] == [n == late.active for n in range(4)]
    for own, one in zip(late.seats, summaries, strict=True):
        numbers = [int(each.number) for each in one.counters]
        held = [own.pearls, own.keys, own.hand_size, own.monster_token_count]
        assert numbers == [len(own.lords), *held]
        assert one.words.startswith(f"Lords {len(own.lords)}, {own.pearls} Pearl")


def test_the_strip_counts_points_after_the_end() -> None:
    *_rest, last = iter_random_match(GAME, 4, 1)
    outcome = GAME.find_outcome(last.state)
    assert outcome and outcome.scores

    summaries = summarize_seats(GAME.build_view(last.state, None), "de")

    assert [int(one.counters[3].number) for one in summaries] == list(outcome.scores)
    assert all("Punkt" in one.words and not one.is_active for one in summaries)


@pytest.mark.parametrize(("lords", "free"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 2), (6, 0)])
def test_a_row_of_the_court_without_lords_is_left_out(late: View, lords: int, free: int) -> None:
    codes = ["jailer", "sage", "elder", "hermit", "reaper", "miller"]

    root = parse(render_table(replace(late, court=codes[:lords]), NAMES, "en", {}))

    (court,) = with_class("court-things", root)
    assert (len(list(with_class("lord", court))), len(list(with_class("free", court)))) == (
        lords,
        free,
    )


def test_every_icon_is_in_the_file(late: View) -> None:
    html = render_table(late, NAMES, "en", {}) + render_hand(late, NAMES, "en", {})

    used = set(re.findall(r'<use href="([^"]+)"', html))

    known = {f"{ICONS_PATH}#{name}" for name in re.findall(r'<g id="([^"]+)"', ICONS)}
    assert used and used <= known


def test_drawn_locations_lie_above_the_court(late: View) -> None:
    view = replace(late, drawn=["sanctuary", "barracks"])

    html = render_table(view, NAMES, "en", {"drawn-barracks": "?at=barracks"})

    assert html.index('id="at-drawn-sanctuary"') < html.index('class="area court"')
    assert '<a href="?at=barracks" id="at-drawn-barracks"' in html


def test_an_empty_hand_takes_no_space(late: View) -> None:
    seats = [replace(seat, hand=[], hand_size=0) for seat in late.seats]

    assert 'data-item="' in render_hand(replace(late, seats=one_card(late)), NAMES, "en", {})
    assert render_hand(replace(late, seats=seats), NAMES, "en", {}) == ""
    assert render_hand(replace(late, you=None), NAMES, "en", {}) == ""


def one_card(view: View) -> list[SeatView]:
    return [replace(seat, hand=["crab3"], hand_size=1) for seat in view.seats]
