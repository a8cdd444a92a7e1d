"""The picture of Enchanters: from the view alone, in every language, light enough for an e-mail."""

from __future__ import annotations

import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from games.engine import random_match
from games.engine.chance import Chance
from games.presentation import boards
from games.titles import GAMES
from games.titles.enchanters.board.page.faces import render_rules_text
from games.titles.enchanters.board.page.layout import render_hand, render_table
from games.titles.enchanters.board.page.marks import ICONS, ICONS_PATH
from games.titles.enchanters.board.picture import PAINTS, draw_picture

GAME = GAMES["enchanters"]
NAMES = ("Alice", '<script>alert("1")</script>', "W" * 300, "李小龙 🦑")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_table_is_drawn_and_light_enough(seats: int) -> None:
    for now in random_match.iter_random_match(GAME, seats, seats):
        if len(now.moves) % 25 and now.prompts:
            continue
        view = GAME.build_view(now.state, len(now.moves) % seats)
        language = ("en", "fr", "de")[len(now.moves) % 3]
        for wide in (False, True):
            ElementTree.fromstring(draw_picture(view, NAMES[:seats], language, wide=wide))
        picture = boards.render_board_picture("enchanters", view, NAMES[:seats], language)
        assert picture is not None and len(picture.png) < 100_000 and 0 < len(picture.alt) <= 200


def test_what_a_seat_may_not_see_changes_nothing() -> None:
    luck = random.Random(1)
    for now in random_match.iter_random_match(GAME, 3, 3):
        if len(now.moves) % 9 == 0:
            other = GAME.imagine_state(now.state, 0, Chance(luck.randbytes(32)))
            here, there = GAME.build_view(now.state, 0), GAME.build_view(other, 0)
            assert draw_picture(here, NAMES[:3], "en") == draw_picture(there, NAMES[:3], "en")
            for render in (render_table, render_hand):
                laid = [render(view, NAMES[:3], "en", {}) for view in (here, there)]
                assert laid[0] == laid[1]


def test_the_track_is_clickable_by_its_cards() -> None:
    view = GAME.build_view(GAME.set_up_match(2, b"track", {"start_item": "fist"}), 0)
    svg = draw_picture(view, NAMES[:2], "en")
    for space in view.track:
        assert f'data-card="{space.card.split("/")[0]}"' in svg


def test_the_picture_is_left_to_256_colours() -> None:
    assert len(PAINTS) <= 256


def played_view(moves: int | None, *, seat: int | None = 0) -> Any:
    """Return what a seat of three sees after so many moves; None: at the end."""
    for now in random_match.iter_random_match(GAME, 3, 3):
        if len(now.moves) == moves or not now.prompts:
            return GAME.build_view(now.state, seat)


def test_the_tops_of_your_stacks_are_in_your_hand_until_the_end() -> None:
    view = played_view(60)
    tops = {
        f'id="at-seat-0-{stack}-{len(cards) - 1}"'
        for stack, cards in view.seats[0].stacks.items()
        if cards
    }

    hand, table = render_hand(view, NAMES[:3], "en", {}), render_table(view, NAMES[:3], "en", {})

    assert tops and all(top in hand and top not in table for top in tops)
    assert render_hand(played_view(60, seat=None), NAMES[:3], "en", {}) == ""
    assert render_hand(played_view(None), NAMES[:3], "en", {}) == ""


def test_cards_with_answers_come_first_in_the_hand() -> None:
    view = played_view(60)
    cards = re.findall(r'id="at-(seat-[^"]+)"', render_hand(view, NAMES[:3], "en", {}))

    asked = render_hand(view, NAMES[:3], "en", {cards[-1]: "?at=x"})

    assert re.findall(r'id="at-(seat-[^"]+)"', asked) == [cards[-1], *cards[:-1]]


def test_opponents_are_folded_and_a_winner_is_not() -> None:
    def open_folds(view: Any) -> list[str]:
        html = render_table(view, NAMES[:3], "en", {})
        return re.findall(r'<details id="fold-seat-(\d)"[^>]* open>', html)

    assert open_folds(played_view(60)) == ["0"]
    # Nobody alone has won a match that is played together.
    assert open_folds(played_view(None)) == []
    scores = [[("creatures", points)] for points in (3, 2, 7)]
    assert open_folds(replace(played_view(None), scores=scores)) == ["2"]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_icon_is_in_the_file(language: str) -> None:
    for moves in (10, 30, 60, None):
        view = played_view(moves)
        html = render_table(view, NAMES[:3], language, {})
        html += render_hand(view, NAMES[:3], language, {})
        used = set(re.findall(r'<use href="([^"]+)"', html))
        known = {f"{ICONS_PATH}#{name}" for name in re.findall(r'<symbol id="([^"]+)"', ICONS)}
        assert used and used <= known


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ("+1 attack, −2 defence. 3 points", "en", "+1(attack), −2(defense) · 3(points)"),
        ("heal 1–6 wounds (die)", "en", "heal 1–6(wound) (die)"),
        ("discard 2 wound cards", "en", "discard 2 wound cards"),
        ("1 Kristall → 2 Wunden heilen", "de", "1(crystal) → 2(wound) heilen"),
        ("prendre 3 cristaux", "fr", "prendre 3(crystal)"),
    ],
)
def test_what_a_card_counts_has_icons(text: str, language: str, shown: str) -> None:
    html = render_rules_text(text, language)

    drawn = re.sub(r'<svg[^>]*><use href="[^"#]+#mark-(\w+)"/></svg>', r"(\1)", html)
    assert re.sub(r"</?b>", "", drawn) == shown
