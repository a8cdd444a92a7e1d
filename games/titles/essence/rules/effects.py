"""Carrying out effects, one word of the vocabulary after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import Event

from . import events as told
from .advisors import Recall
from .attacking import Target
from .building import Build, affordable_segments, resolve_build
from .choosing import ChooseOne, Opponent, Spy, demand_tokens, payable_tokens
from .exhausting import Exhaust, ExhaustOwn
from .frames import Doing
from .gains import apply_gain, count_amount
from .market import reveal_locations
from .moving import Rearrange
from .sources import exhaustible_segments, spyable_actions
from .state import State
from .vocabulary import GAINS

Run = Callable[["State", Doing, Any, list[Event]], None]

MOVES = ({"move_segment": 1}, {"swap_segments": 1})


def run_next_effect(state: State, doing: Doing, events: list[Event]) -> None:
    """Carry out the next effect; the last one takes the frame off the agenda."""
    effect = doing.effects.pop(0)
    if not doing.effects:
        state.agenda.pop()
    for kind, value in effect.items():
        if kind in GAINS:
            many = count_amount(state, doing.seat, value)
            apply_gain(state, doing.seat, kind, many, doing.source, events)
        else:
            RUN[kind](state, doing, value, events)


def _resolve_new_segment(state: State, doing: Doing, value: Any, events: list[Event]) -> None:
    resolve_build(state, doing.seat, value, events)


def _offer_attack(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    state.ask(Target(doing.seat, isinstance(value, dict) and value.get("slaver", False)))


def _offer_build(state: State, doing: Doing, value: Any, events: list[Event]) -> None:
    own, discount = state.seats[doing.seat], value.get("discount", 0)
    needs = value.get("needs_foundation", True)
    if (own.ready or not needs) and affordable_segments(state, own, discount):
        state.ask(Build(doing.seat, discount, needs))


def _offer_move(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    _offer_rearrangement(state, doing.seat, move=True, swap=False)


def _offer_swap(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    _offer_rearrangement(state, doing.seat, move=False, swap=True)


def _offer_rearrangement(state: State, seat: int, *, move: bool, swap: bool) -> None:
    if len(state.seats[seat].island) > 1:
        state.ask(Rearrange(seat, move, swap))


def _exchange_tracks(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    own = state.seats[doing.seat]
    own.attack, own.defense = own.defense, own.attack
    changed = {"seat": doing.seat, "attack": own.attack, "defense": own.defense}
    events.append(Event(told.EXCHANGED, changed))


def _lend_defense_to_attack(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    """Lend the Defense to the next attack; it stays 0 afterwards (H-24: no Defense, no bonus)."""
    own = state.seats[doing.seat]
    own.raid += own.defense
    own.attack += own.defense
    own.defense = 0
    events.append(Event(told.RAIDED, {"seat": doing.seat, "attack": own.attack}))


def _offer_spying(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    if any(True for _ in spyable_actions(state, doing.seat, without_main=state.main_done)):
        state.ask(Spy(doing.seat))


def _offer_recall(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    if any(pile.up for pile in state.piles):
        state.ask(Recall(doing.seat))


def _choose_one(state: State, doing: Doing, value: Any, events: list[Event]) -> None:
    if all(option in MOVES for option in value):
        # Moving and swapping are one question.
        _offer_rearrangement(state, doing.seat, move=True, swap=True)
    else:
        state.ask(ChooseOne(doing.seat, [dict(option) for option in value], doing.source))


def _opponent_chooses(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    state.ask(Opponent(doing.seat, {"opponent_chooses": value}, doing.source))


def _opponent_gives(state: State, doing: Doing, value: Any, events: list[Event]) -> None:
    """The Threat has no tokens: texts about resources mean players (H-19)."""
    others = state.opponents(doing.seat)
    rich = [other for other in others if payable_tokens(state, other, value["what"])]
    if value["who"] == "all" or len(rich) == 1:
        demand_tokens(state, doing.seat, rich, value, events)
    elif rich:
        state.ask(Opponent(doing.seat, {"opponent_gives": value}, doing.source))


def _add_location(state: State, doing: Doing, value: object, events: list[Event]) -> None:
    reveal_locations(state, count_amount(state, doing.seat, value), events)


def _offer_exhausting(state: State, doing: Doing, value: Any, events: list[Event]) -> None:
    if value["whose"] == "own":
        if exhaustible_segments(state.seats[doing.seat]):
            state.ask(ExhaustOwn(doing.seat))
    elif any(exhaustible_segments(state.seats[other]) for other in state.opponents(doing.seat)):
        state.ask(Exhaust(doing.seat))


RUN: dict[str, Run] = {
    "settle": _resolve_new_segment,
    "attack_action": _offer_attack,
    "build_action": _offer_build,
    "move_segment": _offer_move,
    "swap_segments": _offer_swap,
    "exchange_attack_defense": _exchange_tracks,
    "raid": _lend_defense_to_attack,
    "spy": _offer_spying,
    "rector": _offer_recall,
    "choose_one": _choose_one,
    "opponent_chooses": _opponent_chooses,
    "opponent_gives": _opponent_gives,
    "add_location": _add_location,
    "exhaust_segment": _offer_exhausting,
}
