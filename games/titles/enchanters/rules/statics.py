"""Static abilities: the visible texts in force on stacks, village, Overlord, event and track."""

from __future__ import annotations

from typing import Any

from .components import (
    CARD,
    COPIES_TOP,
    LOWER_ACTIONS,
    LOWER_TEXT,
    STATICS,
    UPPER_TEXT,
    Statics,
    StaticsIndex,
)
from .designs import Ability, Part, Side
from .effect import TEST_WORDS
from .state import NOBODY, Seat, State

# Cards whose text `mute_starters` blanks (E121); their icons stay.
STARTERS = ("banner", "class")
MUTES = "mute_starters"


def copied_enchantment(seat: Seat) -> str:
    """Return the enchantment that the top item copies, "" if it copies none."""
    items = seat.stacks["item"]
    if items and items[-1] in COPIES_TOP and seat.stacks["enchantment"]:
        return seat.stacks["enchantment"][-1]
    return ""


def visible_texts(seat: Seat) -> list[tuple[str, str, Part]]:
    """Return (card, label prefix, part) for every visible part with text.

    A copy shows the text of the enchantment under its own name (ruling A-41).
    """
    texts = []
    for stack in seat.stacks.values():
        if not stack:
            continue
        top = stack[-1]
        if top in COPIES_TOP and (code := copied_enchantment(seat)):
            texts.append((top, f"{code}:", CARD[code].upper))
            texts.append((top, f"{code}:", CARD[code].lower))
        elif top in UPPER_TEXT:
            texts.append((top, "", UPPER_TEXT[top]))
        if LOWER_ACTIONS:
            texts += [(code, "", LOWER_TEXT[code]) for code in stack if code in LOWER_ACTIONS]
    return texts


def is_muted(state: State, number: int, card: str, *, starters: bool, tops: list[str]) -> bool:
    """Return whether the text of a card is blank: a banner or class, or the top of a muted
    stack."""
    if starters and CARD[card].kind in STARTERS:
        return True
    stacks = state.seats[number].stacks
    return any(stacks[stack] and stacks[stack][-1] == card for stack in tops)


NO_SIDE = Side(Part())


def overlord_side(state: State) -> Side:
    """Return the side of the Overlord in use."""
    return CARD[state.overlord].sides.get(state.options.mode, NO_SIDE)


# Active statics of one word: (fields, owner).
Actives = list[tuple[Any, int]]


def active_statics(state: State, word: str, of: int | None = None) -> Actives:
    """Return (fields, owner) of every active static of this word; owner is NOBODY if it affects
    all.

    This covers the visible parts of all stacks (or only those `of` one seat), the village, an
    active Overlord, the event, the cards on the track (“when on the journey track”) and the
    creature being fought.
    """
    statics: Actives = []
    index = STATICS.get(word)
    if index is None:
        return statics
    # Most words are on no card of the stacks.
    if index.upper or index.lower:
        for number in range(len(state.seats)) if of is None else (of,):
            for card, ability in _statics_in_stacks(state.seats[number], index):
                if _is_in_force(state, ability, number, card, "stack") and not (
                    CARD[card].kind in STARTERS and word != MUTES and mutes_starters(state)
                ):
                    statics.append((ability.fields, number))
    if index.upper:
        statics += _statics_of_creatures(state, index.upper)
    for ability in _common_statics(state, index):
        if _is_in_force(state, ability, state.active, "", "common"):
            statics.append((ability.fields, NOBODY))
    return statics


def mutes_starters(state: State) -> bool:
    """Return whether banners and classes have no text (E121)."""
    return bool(active_statics(state, MUTES))


def _statics_in_stacks(seat: Seat, index: StaticsIndex) -> list[tuple[str, Ability]]:
    """Return (card, static) of the visible parts of a seat; a copy has those of its enchantment."""
    upper, lower = index.upper, index.lower
    abilities: list[tuple[str, Ability]] = []
    for stack in seat.stacks.values():
        if not stack:
            continue
        top = stack[-1]
        if top in upper:
            abilities += [(top, ability) for ability in upper[top]]
        elif top in COPIES_TOP:
            code = copied_enchantment(seat)
            abilities += [
                (top, ability) for ability in (*upper.get(code, ()), *lower.get(code, ()))
            ]
        if lower:
            abilities += [(card, ability) for card in stack for ability in lower.get(card, ())]
    return abilities


def _statics_of_creatures(state: State, upper: Statics) -> Actives:
    """Return (fields, owner) for the cards on the track and for a creature fought elsewhere."""
    statics = [
        (ability.fields, state.active)
        for space in state.track
        if space.card in upper
        for ability in upper[space.card]
        if _is_in_force(state, ability, state.active, space.card, "track")
    ]
    if state.trips and state.trips[-1].zone in ("graveyard", "overlord"):
        trip = state.trips[-1]
        statics += [
            (ability.fields, trip.seat)
            for ability in upper.get(trip.card, ())
            if _is_in_force(state, ability, trip.seat, trip.card, "fight")
        ]
    return statics


def _common_statics(state: State, index: StaticsIndex) -> list[Ability]:
    """Return the statics of the village, the Overlord and the event."""
    abilities: list[Ability] = []
    if index.village:
        abilities += index.village.get(state.village, ())
    if index.overlord and state.overlord_active:
        abilities += index.overlord.get(f"{state.overlord}|{state.options.mode}", ())
    if index.event and state.event:
        abilities += index.event.get(f"{state.event}|{state.anger}", ())
    return abilities


def _is_in_force(state: State, ability: Ability, seat: int, card: str, where: str) -> bool:
    """Return whether a static is in force: it has no scope, or its scope applies."""
    if ability.scope is None:
        return where not in ("track", "fight")
    word, fields = ability.scope
    trip = state.trips[-1] if state.trips else None
    match word:
        case "in_combat_with_this":
            return bool(trip and trip.fighting and trip.card == card)
        case "this_on_track":
            return where == "track"
        case "in_duel":
            return in_duel(state, seat)
        case "in_challenge":
            return bool(trip and trip.zone == "challenge" and (trip.seat == seat or seat == NOBODY))
    return TEST_WORDS[word](fields["at_least_per_player"]).is_met(state)


def in_duel(state: State, seat: int) -> bool:
    """Return whether a seat is in a duel with another player."""
    return bool(state.duels) and seat in state.duels[-1] and min(state.duels[-1]) >= 0


def is_seat_affected(fields: Any, owner: int, seat: int) -> bool:
    """Return whether a static with a `who` affects a seat."""
    return fields["who"] != "self" or owner in (seat, NOBODY)
