"""The picture of The Essence, small enough and in few colours; its page: folds, and icons."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from msgspec import msgpack

from games.engine.chance import Chance
from games.presentation import boards
from games.titles.essence.board.page import icons
from games.titles.essence.board.page.layout import render_table
from games.titles.essence.board.page.tags import ICONS, ICONS_PATH
from games.titles.essence.board.picture import PAINTS, describe_picture, draw_picture
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.components import CHARACTER, FACTIONS, FRAGMENT, SEGMENT

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
LANGUAGES = ("en", "fr", "de")


@cache
def played(moves: int) -> bytes:
    """A match of five house bots after so many answers, as bytes."""
    state, luck = ESSENCE.set_up_match(5, b"picture", {}), Chance(b"picture")
    for _ in range(moves):
        waiting = [prompt for prompt in ESSENCE.list_prompts(state) if prompt.answered is None]
        if waiting:
            prompt = waiting[0]
            decision = ESSENCE.bot.choose_decision(
                ESSENCE.build_view(state, prompt.seat), prompt, luck
            )
            ESSENCE.play_decision(state, prompt.seat, decision)
    return msgpack.encode(state)


def view(moves: int, seat: int | None = 0) -> Any:
    return ESSENCE.build_view(msgpack.decode(played(moves), type=ESSENCE.state_type), seat)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("moves", [0, 200, 2000])
def test_every_segment_and_every_player_is_in_the_picture(moves: int, wide: bool) -> None:
    shown = view(moves)
    svg = draw_picture(shown, NAMES, "en", wide=wide)

    for number, seat in enumerate(shown.seats):
        assert f'data-seat="{number}"' in svg
        for cell, segment in seat.island.items():
            assert f'data-segment="{segment.card}"' in svg and f">{cell}</text>" in svg


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_small_and_the_same_again(language: str) -> None:
    once = boards.render_board_picture("essence", view(200), NAMES, language)
    again = boards.render_board_picture("essence", view(200), NAMES, language)

    assert once is not None and once == again
    assert len(once.png) < 100_000 and once.width >= 360


def test_every_colour_is_in_the_palette() -> None:
    svg = draw_picture(view(200), NAMES, "en")
    assert set(re.findall(r"#[0-9a-f]{6}", svg)) <= set(PAINTS)
    assert len(PAINTS) <= 256


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
@pytest.mark.parametrize("moves", [0, 200, 2000])
def test_it_is_described_in_two_hundred_characters(moves: int, language: str) -> None:
    told = describe_picture(view(moves), ("A name without an end" * 3,) * 5, language)
    assert 20 < len(told) <= 200


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    hand = view(20, 0).seats[0].hand
    own, others = (draw_picture(view(20, seat), NAMES, "en") for seat in (0, 1))

    assert hand and all(f'data-card="{code}"' in own for code in hand)
    assert not any(f'data-card="{code}"' in others for code in set(hand))


def test_a_name_cannot_break_the_picture() -> None:
    svg = draw_picture(view(0), ("<b>", "&", "\x00", '"', "]]>"), "en")
    assert "<b>" not in svg and "\x00" not in svg


# Every card as icons: (how it is drawn, its code).
DRAWN = [
    *((icons.render_segment_effects, code) for code in SEGMENT),
    *((icons.render_character_effects, code) for code in CHARACTER),
    *((icons.render_faction_effects, code) for code in FACTIONS),
    *((icons.render_requirements, code) for code in FRAGMENT),
]


@pytest.mark.parametrize(("draw", "code"), DRAWN, ids=lambda one: getattr(one, "__name__", one))
def test_every_icon_of_a_card_is_in_the_file(draw: Any, code: str) -> None:
    html = draw(code)

    used = set(re.findall(r'href="([^"#]*)#([^"]+)"', html))

    assert {path for path, _name in used} <= {ICONS_PATH}
    assert {name for _path, name in used} <= set(re.findall(r'id="([^"]+)"', ICONS))


def test_numbers_of_a_card_are_those_of_its_rules() -> None:
    """The Counting House: −1 beside cultural, +1 beside political; −1 Influence for 2 Wealth."""
    html = icons.render_segment_effects("l.counting_house")

    tokens = re.findall(r'<b class="token">([^<]*)<svg[^>]*><use href="[^"#]+#mark-(\w+)"', html)

    assert ("−1", "cultural") in tokens and ("+1", "political") in tokens
    assert ("−1", "influence") in tokens and ("+2", "wealth") in tokens


def draw_page(moves: int, *linked: str) -> str:
    return render_table(view(moves), NAMES, "en", {thing: f"?at={thing}" for thing in linked})


def test_opponents_are_folded_and_a_winner_is_not() -> None:
    during, after = draw_page(200), draw_page(2000)

    assert (during.count("<details"), after.count("<details")) == (4, 5)
    assert during.count(" open><summary>") == 0
    assert after.count(" open><summary>") == after.count('class="folded seat won" open') == 1


def test_a_fold_opens_for_an_answer_about_something_in_it() -> None:
    cell = next(iter(view(200).seats[2].island))

    html = draw_page(200, f"seat-2-{cell}")

    assert html.count(" open><summary>") == 1
    # A live update leaves known folds as they are, so this one is new to it.
    assert 'id="fold-seat-2-asked"' in html and 'id="fold-seat-1"' in html


def test_an_opponent_one_can_name_is_no_link_in_a_summary() -> None:
    """A screen reader would hear the summary, but not the link in it."""
    html = draw_page(200, "seat-1", "seat-2")

    assert '<a href="?at=seat-1" id="at-seat-1"' in html
    assert not re.search(r"<summary>(?:(?!</summary>).)*<a ", html)
