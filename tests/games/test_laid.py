"""Games laid out on a page: every answer finds its thing, and nothing hostile gets through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

import html5lib
import pytest

from games.engine.board.art import icon_file_path
from games.engine.chance import Chance
from games.engine.contract import Page, Pick, View
from games.engine.random_match import iter_random_match
from games.presentation import boards
from games.titles import GAMES
from games.titles.abyss.board import palette as abyss_palette
from games.titles.abyss.rules.components import LOCATIONS, LORDS
from games.titles.essence.board import palette as essence_palette

# A table is at most so many bytes of HTML.
LARGEST = 100_000
ABYSS, LAID = GAMES["abyss"], boards.PAGES["abyss"]
GUIDE, CHART = boards.GUIDES["abyss"], boards.CHARTS["abyss"]
HOSTILE = ("<script>alert(1)</script>", 'a" onclick="x', "&amp;", "\u202eabc\x00")
TITLES = Path(__file__).parents[2] / "games/titles"
# Their answers are about two things, or about none on the table; a game that is not here may aim
# at nothing where it likes.
ABOUT_NOTHING: dict[str, set[str]] = {
    "abyss": {"pass", "decline", "end", "swap", "pay_keys", "discard", "replace"},
    "enchanters": {"kingdom", "end", "no", "ready", "branch", "pay"},
    "essence": {"pass", "pass_first", "end", "leave", "bid", "clean", "give", "seize", "command"},
}
# So many random matches show most kinds of questions; those of Enchanters are short.
MATCHES = {"abyss": 1, "enchanters": 10, "essence": 1}
# Answers that they cannot do without.
ALWAYS: dict[str, set[str]] = {
    "abyss": {"explore", "recruit", "support"},
    "enchanters": {"journey", "rest", "use", "challenge", "keep", "target", "fight"},
    "essence": {"build", "use", "take", "sign"},
}


def moments(
    seats: int, number: int, step: int, game: str = "abyss"
) -> Iterator[tuple[Any, Any, Any]]:
    """(prompt, its seat's view, state) at every `step`-th moment of a random match."""
    rules = GAMES[game]
    for ply, now in enumerate(iter_random_match(rules, seats, number)):
        if ply % step == 0:
            for prompt in now.prompts:
                yield prompt, rules.build_view(now.state, prompt.seat), now.state


def render_all(
    page: Page,
    view: View,
    names: Sequence[str],
    language: str = "en",
    links: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the board and the viewer's hand."""
    hand = page.render_hand(view, names, language, links) if page.render_hand else ""
    strip = "".join(
        f"<p>{one.words} {one.is_active} {[(each.icon, each.number) for each in one.counters]}</p>"
        for one in page.summarize_seats(view, language)
    )
    return page.render_table(view, names, language, links) + hand + strip


def names_of(html: str) -> set[str]:
    return set(re.findall(r'id="at-([^"]+)"', html))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", boards.PAGES)
def test_every_answer_is_about_a_thing_that_lies_there(game: str, seats: int) -> None:
    laid, checked = boards.PAGES[game], set()
    played = (moments(seats, number, 3, game) for number in range(1, MATCHES.get(game, 1) + 1))
    for prompt, view, _state in chain.from_iterable(played):
        there = names_of(render_all(laid, view, HOSTILE[:seats]))
        for choice in prompt.choices:
            taken = [laid.find_target(choice.verb, args, view) for args in taking(choice)]
            aimed = laid.find_target(choice.verb, choice.args, view) or next(
                filter(None, taken), ""
            )
            is_none = choice.verb in ABOUT_NOTHING.get(game, ()) or "wounds" in choice.args
            is_new = game not in ABOUT_NOTHING and not aimed
            assert aimed in there or is_none or is_new, (choice.verb, aimed)
            assert set(taken) <= there | {""}, choice.verb
            checked.add(choice.verb)

    assert checked >= ALWAYS.get(game, set())


def taking(choice: Any) -> list[dict[str, Any]]:
    """What the choice holds with one item of each of its slots in turn."""
    slots = [slot for slot in choice.slots if isinstance(slot, Pick)]
    return [{**choice.args, slot.name: code} for slot in slots for code in slot.items]


@pytest.mark.parametrize("game", boards.PAGES)
def test_a_laid_table_tells_nothing_that_is_hidden_from_its_seat(game: str) -> None:
    """Whatever a seat may not see is shuffled; its table stays the same, byte by byte."""
    rules, laid = GAMES[game], boards.PAGES[game]
    for number, (prompt, view, state) in enumerate(moments(3, 4, 20, game)):
        other = rules.imagine_state(state, prompt.seat, Chance(bytes([number]) * 32))
        seen = rules.build_view(other, prompt.seat)

        assert render_all(laid, seen, HOSTILE[:3]) == render_all(laid, view, HOSTILE[:3])


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", boards.PAGES)
def test_a_laid_table_is_valid_and_names_are_only_words(game: str, language: str) -> None:
    laid = boards.PAGES[game]
    for number, (_prompt, view, _state) in enumerate(moments(4, 2, 25, game)):
        html = render_all(laid, view, HOSTILE, language, {"deck": "?at=deck#answers"})
        assert len(html.encode()) < LARGEST
        page = f"<!DOCTYPE html><title>x</title>{html}"
        html5lib.HTMLParser(strict=True).parse(page)
        assert "<script" not in html
        assert 'onclick="x' not in html
        shown = set(re.findall(r'<use href="([^"]+)"', html))
        file = icon_file_path(game, laid.icons)
        assert shown <= {f"{file}#{icon}" for icon in re.findall(r' id="([^"]+)"', laid.icons)}
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids)), number


@pytest.mark.parametrize("game", boards.PAGES)
def test_every_player_of_the_strip_has_an_area_on_the_board(game: str) -> None:
    for _prompt, view, _state in moments(4, 3, 25, game):
        html = boards.PAGES[game].render_table(view, tuple("ABCDE"), "en", {})
        summaries = boards.PAGES[game].summarize_seats(view, "en")

        assert len(summaries) == len(view.seats)
        assert sum(one.is_active for one in summaries) <= 1
        for number in range(len(view.seats)):
            assert f' id="at-seat-{number}"' in html


def test_what_leads_somewhere_is_a_link_and_the_rest_explains_itself() -> None:
    view = next(moments(2, 1, 1))[1]

    html = LAID.render_table(view, ("A", "B"), "en", {"deck": "?at=deck"})

    assert '<a href="?at=deck" id="at-deck"' in html
    assert '<span role="img" tabindex="0" id="at-council-crab"' in html
    assert 'aria-label="Council: 0 × crab"' in html


def test_the_sheet_has_the_colours_of_the_pictures_in_emails() -> None:
    abyss, essence = (
        (TITLES / game / "board/static" / f"{game}.css").read_text()
        for game in ("abyss", "essence")
    )

    for race, shade in abyss_palette.SHADES.items():
        assert f"--c: {abyss_palette.COLOURS[race]}; --shade: {shade}" in abyss
    for kind, (light, shade) in essence_palette.TYPES.items():
        assert f".{kind} {{ --c: {light}; --shade: {shade}; }}" in essence


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_card_stands_in_the_list_with_what_it_says(language: str) -> None:
    cards = GUIDE.list_cards(language)

    assert len(cards) == len(LORDS) + len(LOCATIONS)
    assert {card.code for card in cards} == {*LORDS, *LOCATIONS}
    assert all(card.says for card in cards)


def test_measures_are_what_everybody_may_know() -> None:
    for _prompt, _view, state in moments(3, 3, 40):
        open_ = CHART.count_measures(ABYSS.build_view(state, None))
        assert set(open_) == {"influence", "pearls"}
        assert open_["pearls"] == [seat.pearls for seat in state.seats]
