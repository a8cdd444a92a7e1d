"""`bench rules`: random legal play through the game contract, without a database."""

from __future__ import annotations

import random

from msgspec import msgpack

from devtools.bench.stopwatch import Figures, Stopwatch
from games.engine.contract import AnyGame
from games.engine.legal_answers import copy_state
from games.engine.random_match import any_answer, seed_of
from games.queries import states
from games.titles import GAMES


def measure_rules(game: str, seconds: float) -> Figures:
    """Play random matches for about `seconds` per number of seats."""
    rules = GAMES[game]
    return {f"{seats} seats": _measure_seats(rules, seats, seconds) for seats in rules.seats}


def _measure_seats(game: AnyGame, seats: int, seconds: float) -> Figures:
    watch, moves, matches, sizes = Stopwatch(), 0, 0, [0]
    while watch.wall < seconds:
        luck = random.Random(matches)
        with watch:
            state = game.set_up_match(seats, seed_of(matches), {})
            while prompts := game.list_prompts(state):
                prompt, decision = any_answer(prompts, luck)
                game.play_decision(state, prompt.seat, decision)
                moves += 1
        matches += 1
        sizes.append(len(states.serialize_state(state)))
    return {
        "decisions": watch.figures(moves),
        "matches_per_second": round(matches / watch.wall, 1),
        "decisions_per_match": round(moves / matches, 1),
        "stored_bytes_at_the_end": max(sizes),
        "bounded_by": {
            "copying the state once (msgpack there and back)": _measure_copying(game, state)
        },
    }


def _measure_copying(game: AnyGame, state: object) -> Figures:
    watch, many = Stopwatch(), 2000
    with watch:
        for _ in range(many):
            copy_state(game, state)
    return watch.figures(many) | {"bytes": len(msgpack.encode(state))}
