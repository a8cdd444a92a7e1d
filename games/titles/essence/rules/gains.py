"""Gains: tokens, tracks, cards, and the grey effects triggered by events."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from typing import Any

from games.engine.contract import Event

from . import event_kinds
from .components import SEGMENT
from .seats import Seat
from .state import State

# Effects named like the field of the seat that they change.
TRACKS = ("essence", "shards", "influence", "wealth", "attack", "defense")


def count_amount(state: State, seat: int, value: Any) -> int:
    """Return an integer as it is, or the value of {per: ...} for a seat."""
    if not isinstance(value, Mapping):
        return int(value)
    units = _count_units(state, seat, value) // int(value.get("every", 1))
    total = units * int(value.get("times", 1))
    return max(int(value.get("min", 0)), min(total, int(value.get("max", total))))


def _count_units(state: State, seat: int, value: Mapping[str, Any]) -> int:
    own = state.seats[seat]
    match value["per"]:
        case "segments":
            return len(own.island)
        case "segments_of":
            return own.types().count(value["type"])
        case "prophecies":
            return len(own.fragments)
        case "treaties":
            return treaties_of(state, seat)
        case "hand":
            return len(own.hand)
        case "attack":
            return own.attack
        case "defense":
            return own.defense
    return own.shards


def treaties_of(state: State, seat: int) -> int:
    """Return how many treaties a seat has signed this round."""
    return sum([spaces.count(seat) for spaces in state.treaties.values()])


def apply_gain(
    state: State, seat: int, kind: str, many: int, source: str, events: list[Event]
) -> None:
    """Give a seat what a gain of the vocabulary names; `source` is the card it comes from."""
    own = state.seats[seat]
    if kind in TRACKS:
        setattr(own, kind, getattr(own, kind) + many)
    elif kind == "draw":
        draw_into_hand(own, seat, many, events)
        return
    elif kind == "foundation":
        many = own.add_foundations(many)
    else:
        own.shields += many
    if many:
        facts = {"seat": seat, "what": kind, "many": many, "source": source}
        events.append(Event(event_kinds.GAIN, facts))


def add_essence(own: Seat, many: int) -> None:
    """Add `many`, usually negative, to the Essence after a move; the minimum is 0 (H-15)."""
    own.essence = max(0, own.essence + many)


def draw_into_hand(own: Seat, seat: int, many: int, events: list[Event]) -> None:
    """Draw without reshuffling: an empty draw pile gives nothing (H-37)."""
    cards = [own.draw_pile.pop() for _ in range(min(many, len(own.draw_pile)))]
    for card in cards:
        insort(own.hand, card)
    if cards:
        events.append(Event(event_kinds.DREW, {"seat": seat, "many": len(cards)}, reveals=True))
        facts = {"seat": seat, "cards": sorted(cards)}
        events.append(Event(event_kinds.CARDS_DRAWN, facts, audience=(seat,), reveals=True))


def trigger_passives(
    state: State, seat: int, when: str, events: list[Event], kind: str = ""
) -> None:
    """Carry out the seat's grey effects triggered by `when` (by a segment of type `kind`).

    Exhausted segments count too (H-35).
    """
    for segment in list(state.seats[seat].island.values()):
        for passive in SEGMENT[segment.card].passive:
            if passive.when == when and passive.type in ("", kind):
                for effect in passive.do:
                    for what, value in effect.items():
                        many = count_amount(state, seat, value)
                        apply_gain(state, seat, what, many, segment.card, events)
