"""Tables of cards: what an answer changes, number by number, and that nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import notation
from games.engine.scenario import parse_scenarios, run_scenario
from games.titles import GAMES
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.state import State

WORDS = ESSENCE.list_words("en")
# The numbers of a seat, by the name that tables give them.
FIELDS = {
    "essence": "essence",
    "shards": "shards",
    "wealth": "wealth",
    "influence": "influence",
    "attack": "attack",
    "defense": "defense",
    "foundations": "ready",
    "exhausted foundations": "spent",
    "charges": "shields",
    "lent": "raid",
    "wars": "attacks_won",
    "revenge": "revenge",
    "slots": "slots_passed",
}


def list_rows(table: str) -> list[tuple[str, ...]]:
    """Return the columns of each line of a table; lines of hyphens and empty ones are left out."""
    lines = [line for line in table.splitlines() if line.strip(" -|")]
    return [tuple(cell.strip() for cell in line.split("|")) for line in lines]


def each_row(table: str) -> pytest.MarkDecorator:
    """Run a test once for each line of a table, which is its argument `row`."""
    rows = list_rows(table)
    return pytest.mark.parametrize("row", rows, ids=[row[0].replace(" ", "_") for row in rows])


def set_up(text: str) -> State:
    """Return the state of a position in YAML."""
    (document,) = parse_scenarios(text)
    state: State = run_scenario(GAMES["essence"], document).state
    return state


def play_lines(state: State, lines: str) -> None:
    """Play answers, separated by semicolons, each by whoever is asked first."""
    for line in filter(None, map(str.strip, lines.split(";"))):
        prompt = next(one for one in ESSENCE.list_prompts(state) if one.answered is None)
        decision = notation.parse_decision(prompt, line, [WORDS])
        ESSENCE.play_decision(state, prompt.seat, decision)


def list_lines(state: State, verb: str = "") -> list[str]:
    """Return the answers proposed to whoever is asked first, with this verb only."""
    (prompt, *_) = ESSENCE.list_prompts(state)
    offered = prompt.list_offered_decisions()
    return [notation.format_decision(one, WORDS) for one in offered if verb in ("", one.verb)]


def count_everything(state: State) -> dict[str, int]:
    """Return every number on the table: "wealth", "hand" ... of seat A, "B wealth" of another."""
    found = {
        "threat": state.threat,
        "market": len(state.market),
        "main": int(state.main_done),
        "readings": int(state.read_done),
        "treaties": sum(map(len, state.treaties.values())),
    }
    for number, seat in enumerate(state.seats):
        who = f"{chr(ord('A') + number)} " if number else ""
        found |= {f"{who}{name}": getattr(seat, field) for name, field in FIELDS.items()}
        found |= {
            f"{who}hand": len(seat.hand),
            f"{who}draws": len(seat.draw_pile),
            f"{who}discard": len(seat.discard),
            f"{who}fragments": len(seat.fragments),
            f"{who}segments": len(seat.island),
            f"{who}exhausted": sum(one.exhausted for one in seat.island.values()),
        }
    return found


def find_changes(state: State, lines: str) -> dict[str, int]:
    """Play answers and return every number that is another one afterwards, as a difference."""
    before = count_everything(state)
    play_lines(state, lines)
    after = count_everything(state)
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


def parse_changes(text: str) -> dict[str, int]:
    """Return the differences written as "essence +2, B wealth -1"; a draw is a card more in hand.

    >>> parse_changes("essence +2, drawn +1")
    {'essence': 2, 'hand': 1, 'draws': -1}
    """
    found: dict[str, int] = {}
    for name, many in _split_changes(text):
        if name == "drawn":
            _add(found, "hand", many)
            _add(found, "draws", -many)
        else:
            _add(found, name, many)
    return {name: many for name, many in found.items() if many}


def join_changes(*parts: dict[str, int]) -> dict[str, int]:
    """Return the sum of several differences, without zeros."""
    found: dict[str, int] = {}
    for part in parts:
        for name, many in part.items():
            _add(found, name, many)
    return {name: many for name, many in found.items() if many}


def _add(found: dict[str, int], name: str, many: int) -> None:
    found[name] = found.get(name, 0) + many


def _split_changes(text: str) -> Iterator[tuple[str, int]]:
    for part in filter(None, map(str.strip, text.split(","))):
        name, many = part.rsplit(" ", 1)
        yield name, int(many)
