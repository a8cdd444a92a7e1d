"""Carry out effects, one function per word of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import Event

from . import event_kinds
from .advisors import Recall
from .attacking import Target
from .building import Build, affordable_segments, resolve_build
from .choosing import ChooseOne, Opponent, Spy, demand_tokens, payable_tokens
from .exhausting import Exhaust, ExhaustOwn
from .frames import EffectFrame
from .gains import apply_gain, count_amount
from .market import reveal_locations
from .moving import Rearrange
from .sources import exhaustible_segments, spyable_actions
from .state import State
from .vocabulary import GAINS

Run = Callable[["State", EffectFrame, object, list[Event]], None]

MOVES = ({"move_segment": 1}, {"swap_segments": 1})


def run_next_effect(state: State, frame: EffectFrame, events: list[Event]) -> None:
    """Carry out the next effect; after the last one remove the frame from the agenda."""
    effect = frame.effects.pop(0)
    if not frame.effects:
        state.agenda.pop()
    for kind, value in effect.items():
        if kind in GAINS:
            many = count_amount(state, frame.seat, value)
            apply_gain(state, frame.seat, kind, many, frame.source, events)
        else:
            RUN[kind](state, frame, value, events)


def _resolve_new_segment(state: State, frame: EffectFrame, value: Any, events: list[Event]) -> None:
    resolve_build(state, frame.seat, value, events)


def _offer_attack(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    state.ask(Target(frame.seat, isinstance(value, dict) and value.get("slaver", False)))


def _offer_build(state: State, frame: EffectFrame, value: Any, events: list[Event]) -> None:
    own, discount = state.seats[frame.seat], value.get("discount", 0)
    needs = value.get("needs_foundation", True)
    if (own.ready or not needs) and affordable_segments(state, own, discount):
        state.ask(Build(frame.seat, discount, needs))


def _offer_move(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    _offer_rearrangement(state, frame.seat, move=True, swap=False)


def _offer_swap(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    _offer_rearrangement(state, frame.seat, move=False, swap=True)


def _offer_rearrangement(state: State, seat: int, *, move: bool, swap: bool) -> None:
    if len(state.seats[seat].island) > 1:
        state.ask(Rearrange(seat, move, swap))


def _exchange_tracks(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    own = state.seats[frame.seat]
    own.attack, own.defense = own.defense, own.attack
    facts = {"seat": frame.seat, "attack": own.attack, "defense": own.defense}
    events.append(Event(event_kinds.TRACKS_EXCHANGED, facts))


def _lend_defense_to_attack(
    state: State, frame: EffectFrame, value: object, events: list[Event]
) -> None:
    """Add the Defence to the next attack and set it to 0 (H-24: no Defence, no bonus)."""
    own = state.seats[frame.seat]
    own.raid += own.defense
    own.attack += own.defense
    own.defense = 0
    events.append(Event(event_kinds.RAID, {"seat": frame.seat, "attack": own.attack}))


def _offer_spying(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    if any(True for _ in spyable_actions(state, frame.seat, without_main=state.main_done)):
        state.ask(Spy(frame.seat))


def _offer_recall(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    if any(pile.up for pile in state.piles):
        state.ask(Recall(frame.seat))


def _choose_one(state: State, frame: EffectFrame, value: Any, events: list[Event]) -> None:
    if all(option in MOVES for option in value):
        # Moving and swapping are a single question.
        _offer_rearrangement(state, frame.seat, move=True, swap=True)
    else:
        state.ask(ChooseOne(frame.seat, [dict(option) for option in value], frame.source))


def _opponent_chooses(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    state.ask(Opponent(frame.seat, {"opponent_chooses": value}, frame.source))


def _opponent_gives(state: State, frame: EffectFrame, value: Any, events: list[Event]) -> None:
    """Ask for tokens of opponents; the Threat has none: texts about resources mean players
    (H-19)."""
    others = state.opponents(frame.seat)
    rich = [other for other in others if payable_tokens(state, other, value["what"])]
    if value["who"] == "all" or len(rich) == 1:
        demand_tokens(state, frame.seat, rich, value, events)
    elif rich:
        state.ask(Opponent(frame.seat, {"opponent_gives": value}, frame.source))


def _add_location(state: State, frame: EffectFrame, value: object, events: list[Event]) -> None:
    reveal_locations(state, count_amount(state, frame.seat, value), events)


def _offer_exhausting(state: State, frame: EffectFrame, value: Any, events: list[Event]) -> None:
    if value["whose"] == "own":
        if exhaustible_segments(state.seats[frame.seat]):
            state.ask(ExhaustOwn(frame.seat))
    elif any(exhaustible_segments(state.seats[other]) for other in state.opponents(frame.seat)):
        state.ask(Exhaust(frame.seat))


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
