"""The powers of a turn at any moment of it: beside every question that only their owner is asked.

Questions of the turn itself list the powers on their own. Here are those that did not when the
option `power_moments` was not there: while a Lord is paid for and affiliated, inside other powers
and at the limits of the hand. No question is asked more often because of them.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.contract import Decision, Event, Prompt

from .court import Affiliate
from .hand import CommanderEnd, HandLimit, apply_commander_limit, keep_hand_limit
from .keys import BlackSmokers, Keys
from .locations import Location, LocationPick
from .lords import Corruptor, Schemer, Traitor
from .mages import Apprentice, Illusionist
from .powers import POWERS, power_choices, use_power
from .soldiers import Assassin, Hunter
from .state import Question, State

MOMENTS = (
    Affiliate,
    Apprentice,
    Assassin,
    BlackSmokers,
    CommanderEnd,
    Corruptor,
    HandLimit,
    Hunter,
    Illusionist,
    Keys,
    Location,
    LocationPick,
    Schemer,
    Traitor,
)


def is_moment(state: State, question: Question) -> bool:
    """Return whether powers can be used beside a question that does not list them itself."""
    if state.options.power_moments == "listed" or not isinstance(question, MOMENTS):
        return False
    if isinstance(question, Location) and not question.payer:
        return False
    return question.seat == state.active


def add_powers(state: State, question: Question, prompts: list[Prompt]) -> list[Prompt]:
    """Return the prompts with the powers of the active player; those without a choice stay so."""
    if not is_moment(state, question):
        return prompts
    choices = power_choices(state, state.seats[state.active])
    return [
        prompt
        if prompt.only_answer() is not None
        else replace(prompt, choices=(*prompt.choices, *choices))
        for prompt in prompts
    ]


def use_power_beside(
    state: State, question: Question, decision: Decision, events: list[Event]
) -> bool:
    """Use a power beside a question and ask it again, as far as it still stands. Return whether
    the answer was one."""
    if decision.verb not in POWERS or not is_moment(state, question):
        return False
    use_power(state, state.active, decision, events)
    state.agenda.pop()
    if isinstance(question, HandLimit):
        keep_hand_limit(state)
    elif isinstance(question, CommanderEnd):
        apply_commander_limit(state)
    # Ruling: without a Lord in the deck the Schemer's power is not available.
    elif not isinstance(question, Schemer) or state.lord_deck:
        state.ask(question)
    return True
