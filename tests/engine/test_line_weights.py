"""`manage.py weigh`: lines of text that never matter are found, and leaving out leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from games.engine.contract import AnyGame, CardTexts
from games.engine.left_out import Blank, build_card_texts
from games.engine.line_weights import record_match, weigh_line
from games.titles import GAMES

WITH_TEXTS = [game for game in GAMES.values() if game.texts]


class Card(msgspec.Struct, frozen=True):
    cost: int
    power: str


@pytest.mark.parametrize("game", WITH_TEXTS, ids=lambda game: game.name)
def test_every_line_can_be_left_out_and_comes_back(game: AnyGame) -> None:
    assert game.texts is not None
    before = record_match(game, 3)

    for line in game.texts.lines:
        with game.texts.leave_out(line):
            pass

    assert record_match(game, 3) == before


def test_a_line_is_left_out_only_within_the_block() -> None:
    card = Card(3, "draw")
    texts = build_card_texts({"sage power": Blank(card, {"power": ""})})

    with pytest.raises(ZeroDivisionError), texts.leave_out("sage power"):
        assert card == Card(3, "")
        _ = 1 // 0

    assert texts.lines == ("sage power",)
    assert card == Card(3, "draw")


def test_what_a_lord_does_matters_and_what_changes_nothing_does_not() -> None:
    """The Invoker grants another turn: whoever may answer next differs without him."""
    game = GAMES["abyss"]
    assert game.texts is not None
    matches = [record_match(game, number) for number in range(8)]
    taken = [match for match in matches if "invoker" in match.codes]
    assert taken

    weight = weigh_line(game, game.texts, "invoker power", matches)
    idle = weigh_line(game, CardTexts((), _leave_nothing_out), "invoker power", matches)

    assert weight.mattered and weight.matches <= len(taken)
    assert not idle.mattered and idle.matches == len(taken)


@contextmanager
def _leave_nothing_out(line: str) -> Iterator[None]:
    yield
