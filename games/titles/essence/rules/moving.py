"""“Moving and swapping”: move a segment to a free cell, or swap two; the Island stays connected."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import (
    LEAVE,
    LEAVE_DECISION,
    code_in,
    make_seat_prompt,
    not_an_answer,
    require_exact_args,
)
from .building import MAX_PROPOSALS
from .components import SEGMENT
from .gains import add_essence
from .island import free_cells, is_connected, parse_cell, sum_neighbour_modifiers
from .seats import Segment
from .state import State

Island = dict[str, Segment]


def legal_segment_moves(island: Island) -> Iterator[tuple[int, str, str]]:
    """Yield (change of Essence, from, to) of every move that keeps the Island connected (H-16).

    Essence changes by the modifiers of the moved card in its new cell.
    """
    for cell in sorted(island, key=parse_cell):
        rest = {other: segment for other, segment in island.items() if other != cell}
        if not rest or not is_connected(rest):
            # A segment that holds the Island together may still move to a cell where it does so as
            # well.
            targets = [c for c in free_cells(island) if is_connected([*rest, c])] if rest else []
        else:
            targets = free_cells(rest)
        card = SEGMENT[island[cell].card]
        for target in targets:
            if target != cell:
                yield sum_neighbour_modifiers(card, target, rest), cell, target


def legal_segment_swaps(island: Island) -> Iterator[tuple[int, str, str]]:
    """Yield (change of Essence, one cell, other cell) of every swap."""
    cells = sorted(island, key=parse_cell)
    for number, cell in enumerate(cells):
        for other in cells[number + 1 :]:
            yield swap_worth(island, cell, other), cell, other


def swap_worth(island: Island, first_cell: str, second_cell: str) -> int:
    """Return the sum of the modifiers of both cards in their new cells."""
    new_island = island | {first_cell: island[second_cell], second_cell: island[first_cell]}
    first, second = SEGMENT[island[first_cell].card], SEGMENT[island[second_cell].card]
    return sum_neighbour_modifiers(first, second_cell, new_island) + sum_neighbour_modifiers(
        second, first_cell, new_island
    )


class Rearrange(Struct, tag="rearrange", tag_field="question"):
    """Move a segment or swap two, as far as the effect allows; other effects of theirs do not
    apply."""

    seat: int
    move: bool
    swap: bool
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        island = state.seats[self.seat].island
        cells = tuple(sorted(island, key=parse_cell))
        rearrangements = []
        if self.move and len(cells) > 1:
            targets = (Pick("segment", cells), Pick("to", tuple(free_cells(island))))
            rearrangements.append(
                Choice(
                    "move",
                    {},
                    targets,
                    lambda: _propose_rearrangements("move", "to", legal_segment_moves(island)),
                )
            )
        if self.swap and len(cells) > 1:
            pair = (Pick("segment", cells), Pick("other", cells))
            rearrangements.append(
                Choice(
                    "swap",
                    {},
                    pair,
                    lambda: _propose_rearrangements("swap", "other", legal_segment_swaps(island)),
                )
            )
        return [*rearrangements, LEAVE]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {"turn": state.turn, "segments": len(state.seats[self.seat].island)}
        return make_seat_prompt(self, self.choices(state), LEAVE_DECISION, facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        state.agenda.pop()
        if decision == LEAVE_DECISION:
            events.append(Event(event_kinds.LEFT, {"seat": seat}))
        elif decision.verb == "move" and self.move:
            _move_segment(state, seat, decision, events)
        elif decision.verb == "swap" and self.swap:
            _swap_segments(state, seat, decision, events)
        else:
            raise not_an_answer(decision)


def _propose_rearrangements(
    verb: str, second: str, ways: Iterator[tuple[int, str, str]]
) -> list[Decision]:
    best_ways = sorted(ways, key=lambda way: (-way[0], parse_cell(way[1]), parse_cell(way[2])))
    return [
        Decision(verb, {"segment": cell, second: other})
        for _, cell, other in best_ways[:MAX_PROPOSALS]
    ]


def _move_segment(state: State, seat: int, decision: Decision, events: list[Event]) -> None:
    require_exact_args(decision, "segment", "to")
    cell, target = code_in(decision, "segment"), code_in(decision, "to")
    own = state.seats[seat]
    if cell not in own.island or target not in free_cells(own.island):
        raise IllegalDecision(
            "Move one of your segments to a free cell beside your Island.", code="cell"
        )
    rest = {other: segment for other, segment in own.island.items() if other != cell}
    if not rest or not is_connected([*rest, target]):
        raise IllegalDecision("Your Island must hang together afterwards.", code="island")
    segment = own.island[cell]
    card = SEGMENT[segment.card]
    essence = sum_neighbour_modifiers(card, target, rest)
    own.island = rest | {target: segment}
    add_essence(own, essence)
    facts = {"seat": seat, "card": segment.card, "cell": target, "essence": essence}
    events.append(Event(event_kinds.SEGMENT_MOVED, facts))


def _swap_segments(state: State, seat: int, decision: Decision, events: list[Event]) -> None:
    require_exact_args(decision, "segment", "other")
    first, second = code_in(decision, "segment"), code_in(decision, "other")
    island = state.seats[seat].island
    if first not in island or second not in island or first == second:
        raise IllegalDecision("Swap two different segments of yours.", code="cell")
    essence = swap_worth(island, first, second)
    island[first], island[second] = island[second], island[first]
    add_essence(state.seats[seat], essence)
    cards = {"card": island[second].card, "other": island[first].card}
    events.append(Event(event_kinds.SEGMENTS_SWAPPED, {"seat": seat, **cards, "essence": essence}))
