"""Serialize a state as a position that people can read and a program can continue from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import to_builtins
from msgspec.structs import asdict

from games.engine.contract import Position

from .frames import EffectFrame
from .position_components import format_component
from .seats import Seat
from .setup import DEFAULTS
from .state import Pile, Question, State

# The fields of questions that hold seats and lists of seats.
SEAT_FIELDS = ("seat", "victim", "taker", "chooser")
SEATS_FIELDS = ("seats", "tied")
NUMBERS = (
    *("wealth", "influence", "attack", "defense", "ready", "spent", "essence", "shards"),
    *("revenge", "raid", "shields", "attacks_won", "slots_passed"),
)
# An empty space of the row.
EMPTY = "empty"


def seat_names(many: int) -> list[str]:
    """Return the default names of the seats: A, B, C, D, E."""
    return [chr(ord("A") + seat) for seat in range(many)]


def all_written(codes: Sequence[str]) -> list[str]:
    return [format_component(code) for code in codes]


def write_position(state: State, names: Sequence[str] = ()) -> Position:
    """Return the complete state as plain values; decks from the top down.

    `names`: one for each seat, instead of A, B, C ...
    """
    names = list(names) or seat_names(len(state.seats))

    def called(seats: Sequence[int]) -> list[str]:
        return [names[seat] for seat in seats]

    return {
        "options": {
            name: value for name, value in asdict(state.options).items() if value != DEFAULTS[name]
        },
        "round": state.round,
        "turn_number": state.turn,
        "step": state.step,
        "order": called(state.order),
        "passed": called(state.passed),
        "active": state.active,
        "main_done": state.main_done,
        "read_done": state.read_done,
        "turn_over": state.turn_over,
        "seats": {
            name: _serialize_seat(seat) for name, seat in zip(names, state.seats, strict=True)
        },
        "advisors": [_serialize_pile(pile) for pile in state.piles],
        "picks": [called(group) for group in state.picks],
        "wishes": {names[seat]: all_written(codes) for seat, codes in state.wishes.items()},
        "market": all_written(state.market),
        "location_deck": all_written(state.location_deck[::-1]),
        "monument_deck": all_written(state.monument_deck[::-1]),
        "segment_discard": all_written(state.segment_discard),
        "row": [EMPTY if code is None else format_component(code) for code in state.row],
        "prophecy_deck": all_written(state.prophecy_deck[::-1]),
        "prophecy_discard": all_written(state.prophecy_discard),
        "prophecies_out": all_written(state.prophecies_out),
        "treaties": {
            format_component(code): called(seats) for code, seats in state.treaties.items()
        },
        "threat": state.threat,
        "agenda": [_serialize_question(question, names) for question in state.agenda],
        "asked": state.asked,
        "chance": {
            "seed": state.chance.seed.hex(),
            "counts": dict(state.chance.counts),
            "fixed": {
                stream: _serialize_fixed_results(many)
                for stream, many in state.chance.fixed.items()
            },
        },
    }


def _serialize_seat(seat: Seat) -> dict[str, object]:
    return {
        "faction": format_component(seat.faction) if seat.faction else "",
        "island": {
            cell: {"card": format_component(segment.card), "exhausted": True}
            if segment.exhausted
            else format_component(segment.card)
            for cell, segment in seat.island.items()
        },
        "hand": all_written(seat.hand),
        "draw_pile": all_written(seat.draw_pile[::-1]),
        "discard": all_written(seat.discard),
        "fragments": all_written(seat.fragments),
        **{field: getattr(seat, field) for field in NUMBERS},
    }


def _serialize_pile(pile: Pile) -> dict[str, object]:
    return {"cards": all_written(pile.cards[::-1]), "up": pile.up, "wealth": pile.wealth}


def _serialize_question(question: Question | EffectFrame, names: Sequence[str]) -> Position:
    data: Position = to_builtins(question)
    for field, value in data.items():
        if field in SEAT_FIELDS:
            data[field] = names[value]
        elif field in SEATS_FIELDS:
            data[field] = [names[seat] for seat in value]
        elif field == "answers":
            data[field] = {names[int(seat)]: answer for seat, answer in value.items()}
    return data


def _serialize_fixed_results(results: list[object]) -> list[object]:
    return [_map_nested_list(result, _written_or_same) for result in results]


def _written_or_same(code: object) -> object:
    return format_component(code) if isinstance(code, str) and "." in code else code


def _map_nested_list(value: object, change: Callable[[object], object]) -> object:
    return (
        [_map_nested_list(item, change) for item in value]
        if isinstance(value, list)
        else change(value)
    )
