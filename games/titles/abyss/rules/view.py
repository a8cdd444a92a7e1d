"""What a seat may see of the match, in the terms of the state; hidden parts are left out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from .components import RACE
from .court import Affiliate
from .keys import BlackSmokers, Keys, usable_keys
from .locations import LocationPick
from .questions import asked_seats
from .scoring import seat_score_lines
from .state import State


def build_view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the match as `seat` sees it (None: a spectator), as plain JSON.

    Piles are numbers of cards. `seats[n]["hand"]` and `["monster_tokens"]` are lists for those who
    may see them and None otherwise; `hand_size` and `monster_token_count` are always there. Sealed
    answers are in no view, not even afterwards. After the end `piles` shows what was hidden.
    """
    over = state.step == "over"
    return {
        "you": seat,
        "active": state.active,
        "turn": state.turn,
        "step": state.step,
        "first_player": state.first_player,
        "extra": state.extra,
        "extra_turns": state.extra_turns,
        "ended_by": state.ended_by,
        "options": asdict(state.options),
        "seats": [_build_seat_view(state, number, seat) for number in range(len(state.seats))],
        "court": state.court[:],
        "lord_deck": len(state.lord_deck),
        "lords_gone": state.lords_gone[:],
        "exploration_deck": len(state.exploration_deck),
        "discard": state.discard[:],
        "discard_unseen": _count_races(state.discard_unseen),
        "track": state.track[:],
        "buyers": state.buyers[:],
        "price": 1 + len(state.buyers),
        "threat": state.threat,
        "council": {race: len(stack) for race, stack in state.council.items()},
        "council_cards": _council_cards(state, over),
        "location_stack": len(state.location_stack),
        "location_offer": state.location_offer[:],
        "locations_gone": state.locations_gone[:],
        "token_pile": len(state.token_pile),
        "powers_used": state.powers_used[:],
        "debts": [{"seat": d.seat, "by": d.by, "owner": d.owner} for d in state.debts],
        **_build_question_view(state, seat),
        "scores": [_serialize_score_lines(state, number) for number in range(len(state.seats))]
        if over
        else None,
        "piles": _serialize_piles(state) if over else None,
    }


def _build_seat_view(state: State, number: int, viewer: int | None) -> dict[str, Any]:
    seat = state.seats[number]
    is_seen = number == viewer or state.step == "over"
    return {
        "pearls": seat.pearls,
        "keys": seat.keys,
        "usable_keys": usable_keys(seat, state.options.ambassador_keys),
        "hand": seat.hand[:] if is_seen else None,
        "hand_size": len(seat.hand),
        "affiliated": seat.affiliated[:],
        "lords": [
            {"id": lord.id, "disabled": lord.disabled, "under": lord.under} for lord in seat.lords
        ],
        "locations": seat.locations[:],
        "monster_tokens": sorted(seat.monster_tokens) if is_seen else None,
        "monster_token_count": len(seat.monster_tokens),
    }


def _build_question_view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the current question, who is asked, and the components that the question holds.

    For a sealed question all seats that were asked are listed, whether they have answered or not.
    """
    question_view: dict[str, Any] = {"question": None, "asked": [], "played": [], "claimed": None}
    question_view |= {"drawn": None, "stack_seen": None}
    if not state.agenda:
        return question_view
    question = state.agenda[-1]
    question_view["question"] = type(question).__struct_config__.tag
    question_view["asked"] = asked_seats(question)
    if isinstance(question, Affiliate):
        question_view["played"] = question.allies[:]
    elif isinstance(question, Keys):
        question_view["claimed"] = question.location
    elif isinstance(question, LocationPick) and question.seat == seat:
        question_view["drawn"] = question.drawn[:]
    elif isinstance(question, BlackSmokers) and question.seat == seat:
        question_view["stack_seen"] = sorted(state.location_stack)
    return question_view


def _council_cards(state: State, over: bool) -> dict[str, list[str]] | None:
    if over or state.options.council_memory == "full_log":
        return {race: sorted(stack) for race, stack in state.council.items()}
    return None


def _count_races(cards: list[str]) -> dict[str, int]:
    races = [RACE[card] for card in cards]
    return {race: races.count(race) for race in sorted(set(races))}


def _serialize_score_lines(state: State, number: int) -> list[list[str | int]]:
    return [[code, points] for code, points in seat_score_lines(state, number)]


def _serialize_piles(state: State) -> dict[str, list[str] | list[int]]:
    """Return the piles from the top down."""
    return {
        "exploration_deck": state.exploration_deck[::-1],
        "discard_unseen": sorted(state.discard_unseen),
        "lord_deck": state.lord_deck[::-1],
        "location_stack": state.location_stack[::-1],
        "token_pile": state.token_pile[::-1],
    }
