"""Serialize a state as a position that people can read and write. See docs/positions.md.

read_position.py is the inverse.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import to_builtins
from msgspec.structs import asdict

from games.engine.contract import Position

from .state import OVERLORD, POSITION_DEFAULTS, Options, Seat, Space, State
from .vocabulary import STACKS

# Fields of the state that are written unchanged.
PLAIN = (
    ("turn_number", "turn"),
    ("round", "round"),
    ("village", "village"),
    ("village_rewards", "village_rewards"),
    ("overlord", "overlord"),
    ("overlord_active", "overlord_active"),
    ("overlord_rewards", "overlord_rewards"),
    ("overlord_health", "overlord_health"),
    ("overlord_strength", "overlord_strength"),
    ("overlord_crystals", "overlord_crystals"),
    ("hit_points", "hit_points"),
    ("event", "event"),
    ("anger", "anger"),
    ("pool", "pool"),
    ("desert", "desert"),
    ("journeyed", "journeyed"),
    ("main_done", "main_done"),
    ("free_journey", "free_journey"),
    ("desert_doubled", "desert_doubled"),
    ("desert_ignored", "desert_ignored"),
    ("result", "result"),
)
# Piles, written top first.
PILES = ("deck", "graveyard", "wound_deck", "banner_deck", "class_deck", "event_deck") + (
    ("village_deck", "overlord_deck", "overlord_cards", "box", "box_unseen", "won")
)


def seat_names(many: int) -> list[str]:
    """Return the default names of the seats: A, B, C, D."""
    return [chr(ord("A") + seat) for seat in range(many)]


def written_card(code: str) -> str:
    """Return a card in the notation of positions.

    >>> written_card("cultists.acolyte/2")
    'cultists.acolyte 2'
    """
    return code.replace("/", " ")


def written_cards(codes: Sequence[str]) -> list[str]:
    return [written_card(code) for code in codes]


def write_position(state: State, names: Sequence[str] = ()) -> Position:
    """Return the complete state as plain values; piles and stacks from the top down.

    The open question is not written: it follows from the tasks. `names`: one for each seat.
    """
    names = list(names) or seat_names(len(state.seats))
    position: dict[str, object] = {
        "options": _write_options(state.options),
        "kingdoms": state.kingdoms[:],
        "starting": names[state.starting],
        "turn": names[state.active] if state.active >= 0 else None,
        "seats": {
            name: _serialize_seat(seat) for name, seat in zip(names, state.seats, strict=True)
        },
        "track": [_serialize_space(space) for space in state.track],
    }
    position |= {key: getattr(state, name) for key, name in PLAIN}
    for pile in PILES:
        position[pile] = written_cards(getattr(state, pile)[::-1])
    position["dealt"] = [written_cards(cards) for cards in state.dealt]
    position["answered_damage"] = state.answered_damage[:]
    position["trips"] = to_builtins(state.trips)
    position["duels"] = [
        [names[s] if s != OVERLORD else None for s in duel] for duel in state.duels
    ]
    position["tasks"] = to_builtins(state.tasks)
    position["asked"] = state.numbers
    if state.asked is not None:
        position["answers"] = {
            names[seat]: to_builtins(answer) for seat, answer in state.asked.answers.items()
        }
    position["chance"] = {
        "seed": state.chance.seed.hex(),
        "counts": dict(state.chance.counts),
        "fixed": to_builtins(state.chance.fixed),
    }
    return position


def _serialize_seat(seat: Seat) -> dict[str, object]:
    data: dict[str, object] = {stack: written_cards(seat.stacks[stack][::-1]) for stack in STACKS}
    for name in ("crystals", "wounds", "rewards", "attack", "defense", "pearls", "pearls_used"):
        data[name] = getattr(seat, name)
    data["used"] = dict(seat.used)
    return data


def _serialize_space(space: Space) -> str | dict[str, object] | None:
    """Return a card without tokens as its name alone, an empty space as None, else a mapping."""
    if not space.card:
        return None
    tokens = {
        name: getattr(space, name)
        for name in ("wounds", "rewards", "cerberus")
        if getattr(space, name)
    }
    card = written_card(space.card)
    return {"card": card, **tokens} if tokens else card


def _write_options(options: Options) -> dict[str, object]:
    """Return the options without those that a position need not name."""
    defaults = asdict(Options()) | POSITION_DEFAULTS
    return {name: value for name, value in asdict(options).items() if value != defaults[name]}
