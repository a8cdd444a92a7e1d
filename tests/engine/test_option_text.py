"""Options of a game on a command line: NAME=VALUE."""

from __future__ import annotations

import pytest

from games.engine.contract import BadOptions
from games.engine.option_text import parse_option
from games.titles import GAMES


@pytest.mark.parametrize(
    ("game", "text", "parsed"),
    [
        ("abyss", "lazy_discards=TRUE", ("lazy_discards", True)),
        ("abyss", "hand_limit=12", ("hand_limit", 12)),
        ("enchanters", "kingdoms=goblins,undead", ("kingdoms", ["goblins", "undead"])),
    ],
)
def test_a_value_is_read_in_its_type(game: str, text: str, parsed: tuple[str, object]) -> None:
    assert parse_option(GAMES[game], text) == parsed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hand_limit=13", "hand_limit may be 12, none, not “13”."),
        ("colour=blue", "Abyss has no option “colour”."),
    ],
)
def test_what_is_no_option_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadOptions) as refused:
        parse_option(GAMES["abyss"], text)

    assert refused.value.reason == reason
