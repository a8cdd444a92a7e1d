"""“Scoring”: Shards by Essence in every round, by fragments at the end, and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Event, Outcome

from . import event_kinds
from .components import FRAGMENT
from .seats import Seat
from .state import State

# Shards of the first, second and third place; tied players all get the full number and push the
# next place down.
ROUND_SHARDS = (3, 2, 1)
FINAL_SHARDS = (4, 2, 1)
# Minimum number of seats for losers of a round to gain revenge.
REVENGE_SEATS = 4


def rank_values(values: Sequence[Any]) -> list[int]:
    """Return the rank of each value, 1 for the highest; equal values share a rank.

    >>> rank_values([31, 31, 29, 22])
    [1, 1, 3, 4]
    """
    return [1 + sum(other > value for other in values) for value in values]


def shards_of(rank: int, shards: tuple[int, ...]) -> int:
    return shards[rank - 1] if rank <= len(shards) else 0


def score_round(state: State, events: list[Event]) -> None:
    """“Cleaning” 4: give Shards, spend the revenge of the first, then give revenge to those without
    Shards."""
    places = rank_values([seat.essence for seat in state.seats])
    shards = [shards_of(place, ROUND_SHARDS) for place in places]
    for number in sorted(range(len(places)), key=lambda n: places[n]):
        own = state.seats[number]
        own.shards += shards[number]
        facts = {"seat": number, "place": places[number], "essence": own.essence}
        events.append(Event(event_kinds.ROUND_SCORED, facts | {"shards": shards[number]}))
        if places[number] == 1 and own.revenge:
            own.revenge -= 1
            own.shards += 1
            events.append(Event(event_kinds.REVENGE_SPENT, {"seat": number}))
    if len(state.seats) < REVENGE_SEATS:
        return
    for number, many in enumerate(shards):
        if not many:
            state.seats[number].revenge += 1
            events.append(Event(event_kinds.REVENGE_GAINED, {"seat": number}))


def fragment_total(own: Seat) -> int:
    return sum(FRAGMENT[code].value for code in own.fragments)


def final_shards(state: State) -> list[int]:
    """Return the Shards for fragments of each seat at the end; no fragments, no Shards (H-31)."""
    totals = [fragment_total(seat) for seat in state.seats]
    return [
        shards_of(rank, FINAL_SHARDS) if total else 0
        for rank, total in zip(rank_values(totals), totals, strict=True)
    ]


def end_match(state: State, events: list[Event]) -> None:
    """“Final scoring”: end the match and report the Shards of the fragments."""
    state.step = "over"
    for number, many in enumerate(final_shards(state)):
        if many:
            total = fragment_total(state.seats[number])
            final = {"seat": number, "fragments": total, "shards": many}
            events.append(Event(event_kinds.FINAL, final, reveals=True))
    outcome = find_outcome(state)
    assert outcome is not None
    facts = {"places": list(outcome.places), "scores": list(outcome.scores)}
    events.append(Event(event_kinds.MATCH_ENDED, facts, reveals=True))


def score_parts(state: State, number: int) -> tuple[tuple[str, int], ...]:
    """Return the parts of a score: Shards of the rounds, and of the fragments."""
    return (("shards", state.seats[number].shards), ("fragments", final_shards(state)[number]))


def order_of(score: int, own: Seat) -> tuple[int, int, int, int]:
    """Return the sort key for the final places, the highest first (H-32)."""
    return score, fragment_total(own), own.essence, own.wealth + own.influence


def find_outcome(state: State) -> Outcome | None:
    """Return the outcome: most Shards; ties by fragments, Essence of the last round, then tokens;
    after that shared (H-32). None while the match runs."""
    if state.step != "over":
        return None
    parts = [score_parts(state, number) for number in range(len(state.seats))]
    scores = [sum(points for _, points in part) for part in parts]
    order = [order_of(score, own) for score, own in zip(scores, state.seats, strict=True)]
    return Outcome(tuple(rank_values(order)), tuple(scores), tuple(parts))
