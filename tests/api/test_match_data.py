"""Matches as data: the list of monthly files, a player's matches, and positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from games.engine.contract import Decision
from games.models import Match
from games.queries import states
from games.services import data_dumps
from games.titles import GAMES
from tests.puzzles import finish_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(deal: Callable[..., Match]) -> Match:
    """Alice's and bob's match, which ended in October."""
    match = finish_match(deal("sealed", seats=2))
    match.finished_at = datetime(2026, 10, 9, tzinfo=UTC)
    match.save()
    return match


def read_stream(program: Any, path: str) -> list[dict[str, Any]]:
    response = program("GET", path)
    assert response.status_code == 200 and response["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in response.getvalue().splitlines()]


def test_the_files_of_all_months_are_listed(finished: Match, program: Any) -> None:
    row = data_dumps.make_dump(date(2026, 10, 1), now=datetime(2026, 11, 1, tzinfo=UTC))
    assert row is not None

    [entry] = program().get("data-dumps/")["results"]

    assert (entry["month"], entry["match_count"]) == ("2026-10", 1)
    assert entry["digest"] == row.digest and entry["signature"] == row.signature
    assert entry["url"].endswith("/data/matches-2026-10.jsonl.zst")


def test_the_matches_of_a_player_are_a_stream(
    finished: Match, deal: Callable[..., Match], program: Any, people: dict[str, Any]
) -> None:
    deal("pebbles", seats=2)
    later = finish_match(deal("pebbles", seats=2))
    path = f"players/{people['alice'].pk}/matches/"

    lines = read_stream(program(), path)

    assert [line["number"] for line in lines] == [later.number, finished.number]
    assert "seed" not in lines[0] and lines[0]["outcome"]["places"]
    for query in ("game=sealed", "until=2026-10-09", "since=2026-10-09&until=2026-10-09"):
        assert [line["number"] for line in read_stream(program(), f"{path}?{query}")] == [
            finished.number
        ]
    assert read_stream(program(), f"players/{people['carol'].pk}/matches/") == []


def test_the_decisions_of_a_match_lead_to_its_end(
    finished: Match, program: Any, people: dict[str, Any]
) -> None:
    path = f"players/{people['bob'].pk}/matches/?decisions=true"

    [line] = read_stream(program(), path)

    game = GAMES["sealed"]
    state = game.set_up_match(2, bytes.fromhex(line["seed"]), line["options"])
    for move in line["decisions"]:
        game.play_decision(state, move["seat"], Decision(move["verb"], move["args"]))
    assert state == states.load_state(finished)


def test_private_matches_are_for_their_players(
    finished: Match, program: Any, people: dict[str, Any]
) -> None:
    Match.objects.filter(pk=finished.pk).update(private=True)
    path = f"players/{people['bob'].pk}/matches/"

    assert read_stream(program(), path) == read_stream(program("carol"), path) == []
    assert len(read_stream(program("alice"), path)) == 1


def test_a_position_of_a_finished_match_is_the_one_that_scenarios_read(
    finished: Match, program: Any
) -> None:
    game = GAMES["sealed"]
    last = program().get(f"matches/{finished.number}/positions/{finished.ply}/")
    first = program().get(f"matches/{finished.number}/positions/0/")

    assert game.read_position(last["position"]) == states.load_state(finished)
    assert last["prompts"] == [] and first["prompts"][0]["question"] == "stake"
    beyond = program()("GET", f"matches/{finished.number}/positions/{finished.ply + 1}/")
    assert beyond.status_code == 404


def test_a_running_match_has_no_positions(deal: Callable[..., Match], program: Any) -> None:
    match = deal("sealed", seats=2)

    for asker in (program(), program("alice")):
        response = asker("GET", f"matches/{match.number}/positions/0/")
        assert (response.status_code, response.json()["code"]) == (409, "not_yet")
