"""Serialize a state as a position that people can read and write. See docs/positions.md.

read_position.py is the inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import asdict

from games.engine.contract import Position

from .components import VALUE
from .depths import Offer
from .seats import POSITION_DEFAULTS, Lord, Options, Seat
from .state import Debt, Question, State

# The fields of questions that hold seats, lists of seats, cards and lists of cards.
SEAT_FIELDS = ("seat", "owner", "explorer")
SEATS_FIELDS = ("asked", "queue", "passed", "victims")


def seat_names(many: int) -> list[str]:
    """Return the default names of the seats: A, B, C, D."""
    return [chr(ord("A") + seat) for seat in range(many)]


def written_card(code: str) -> str:
    """Return a card in the notation of positions.

    >>> written_card("crab4"), written_card("monster")
    ('crab 4', 'monster')
    """
    return f"{code[:-1]} {code[-1]}" if code in VALUE else code


def written_cards(codes: Sequence[str]) -> list[str]:
    return [written_card(code) for code in codes]


def write_position(state: State, names: Sequence[str] = ()) -> Position:
    """Return the complete state as plain values; piles from the top down.

    `names`: one for each seat, instead of A, B, C, D.
    """
    names = list(names) or seat_names(len(state.seats))
    return {
        "options": _write_options(state.options),
        "turn": names[state.active],
        "turn_number": state.turn,
        "step": state.step,
        "first_player": names[state.first_player],
        "seats": {
            name: _serialize_seat(seat) for name, seat in zip(names, state.seats, strict=True)
        },
        "court": state.court[:],
        "lord_deck": state.lord_deck[::-1],
        "lords_gone": state.lords_gone[:],
        "track": written_cards(state.track),
        "threat": state.threat,
        "offer": _serialize_offer(state, names),
        "exploration_deck": written_cards(state.exploration_deck[::-1]),
        "discard": written_cards(state.discard),
        "discard_unseen": written_cards(state.discard_unseen),
        "council": {race: written_cards(stack) for race, stack in state.council.items()},
        "location_offer": state.location_offer[:],
        "location_stack": state.location_stack[::-1],
        "locations_gone": state.locations_gone[:],
        "token_pile": state.token_pile[::-1],
        "powers_used": state.powers_used[:],
        "debts": [_serialize_debt(debt, names) for debt in state.debts],
        "extra": state.extra,
        "extra_turns": state.extra_turns,
        "recruited": state.recruited,
        "ended_by": None if state.ended_by is None else names[state.ended_by],
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
        "pearls": seat.pearls,
        "keys": seat.keys,
        "hand": written_cards(seat.hand),
        "affiliated": written_cards(seat.affiliated),
        "lords": [_serialize_lord(lord) for lord in seat.lords],
        "locations": seat.locations[:],
        "monster_tokens": seat.monster_tokens[:],
    }


def _serialize_lord(lord: Lord) -> str | dict[str, object]:
    """Return a free, working Lord as its name alone, any other one as a mapping."""
    if not lord.disabled and lord.under is None:
        return lord.id
    entry: dict[str, object] = {"lord": lord.id}
    if lord.disabled:
        entry["disabled"] = True
    if lord.under is not None:
        entry["under"] = lord.under
    return entry


def _serialize_debt(debt: Debt, names: Sequence[str]) -> dict[str, object]:
    entry = {"seat": names[debt.seat], "by": debt.by, "owner": names[debt.owner]}
    return entry | {"number": debt.number, "bought": written_cards(debt.bought)}


def _serialize_offer(state: State, names: Sequence[str]) -> dict[str, object]:
    """Return who bought this turn, the price of the next Ally, and the open offer, if any."""
    offer: dict[str, object] = {
        "price": len(state.buyers) + 1,
        "sold": [names[seat] for seat in state.buyers],
    }
    for question in state.agenda:
        if isinstance(question, Offer):
            return offer | _serialize_question_fields(question, names)
    return offer


def _serialize_question(question: Question, names: Sequence[str]) -> str | dict[str, object]:
    """Return a question as a mapping, or "offer" for the open offer, which is written
    separately."""
    if isinstance(question, Offer):
        return "offer"
    data = {"question": question.__struct_config__.tag}
    return data | _serialize_question_fields(question, names)


def _serialize_question_fields(question: Question, names: Sequence[str]) -> dict[str, object]:
    return {
        field: _serialize_question_field(field, getattr(question, field), names)
        for field in question.__struct_fields__
    }


def _serialize_question_field(field: str, value: Any, names: Sequence[str]) -> object:
    if field in SEAT_FIELDS:
        return names[value]
    if field in SEATS_FIELDS:
        return [names[seat] for seat in value]
    if field == "answers":
        return {names[seat]: _cards_in(answer) for seat, answer in value.items()}
    if field == "allies":
        return written_cards(value)
    return value[:] if isinstance(value, list) else value


def _cards_in(value: object) -> object:
    """Convert the cards in an answer or a fixed draw to their notation; keep everything else."""
    return _map_nested_values(
        value, lambda code: written_card(code) if isinstance(code, str) else code
    )


def _map_nested_values(value: object, change: Callable[[object], object]) -> object:
    return (
        [_map_nested_values(item, change) for item in value]
        if isinstance(value, list)
        else change(value)
    )


def _serialize_fixed_results(results: list[object]) -> list[object]:
    return [_cards_in(result) for result in results]


def _write_options(options: Options) -> dict[str, object]:
    """Return the options without those that a position need not name."""
    defaults = asdict(Options()) | POSITION_DEFAULTS
    return {name: value for name, value in asdict(options).items() if value != defaults[name]}
