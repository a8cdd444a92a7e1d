"""Views of positions as programs got them when they were recorded: they only gain fields."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import json as msgspec_json

from games.engine.contract import name_players, serialize_view
from games.titles import GAMES

RECORDED = Path(__file__).parent / "views"


@pytest.mark.parametrize("name", GAMES)
def test_views_of_recorded_positions_stay_the_same_bytes(name: str) -> None:
    """A new field is written into the records by hand."""
    game = GAMES[name]
    for line in (RECORDED / f"{name}.jsonl").read_text("utf-8").splitlines():
        recorded = json.loads(line)
        state = game.read_position(recorded["position"])
        for shown in recorded["views"]:
            view = game.build_view(state, shown["seat"])
            assert msgspec_json.encode(view).decode() == shown["json"]
            assert json.dumps(serialize_view(view)) == json.dumps(json.loads(shown["json"]))


@pytest.mark.parametrize("name", GAMES)
def test_players_are_named_in_a_copy(name: str) -> None:
    game = GAMES[name]
    view = game.build_view(game.set_up_match(2, bytes(32), {}), 0)
    named = name_players(view, ["Ann", "Ben"])
    assert named.names == ("Ann", "Ben")
    assert "names" not in serialize_view(view)
