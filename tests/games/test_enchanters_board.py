"""The picture of Enchanters: from the view alone, in every language, light enough for an e-mail."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from games.engine import random_match
from games.engine.chance import Chance
from games.presentation import boards
from games.titles import GAMES
from games.titles.enchanters.board.page.layout import render_table
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
            laid = [render_table(view, NAMES[:3], "en", {}) for view in (here, there)]
            assert laid[0] == laid[1]


def test_the_track_is_clickable_by_its_cards() -> None:
    view = GAME.build_view(GAME.set_up_match(2, b"track", {"start_item": "fist"}), 0)
    svg = draw_picture(view, NAMES[:2], "en")
    for space in view["track"]:
        assert f'data-card="{space["card"].split("/")[0]}"' in svg


def test_the_picture_is_left_to_256_colours() -> None:
    assert len(PAINTS) <= 256
