"""The sequence of play, laid out beside the rulebook, and the door for answers."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract import Decision, Event, IllegalDecision, Prompt

from . import events as told
from .action import End, Turn
from .components import COURT_SPACES
from .court import can_plot, count_court
from .debts import debt_prompts, first_debts, pay_debt, waits_for_debts
from .depths import explore_depths
from .hand import keep_hand_limit, obey_commander
from .locations import control_locations
from .lords import collect_merchant_income, trigger_end
from .powers import usable_powers
from .questions import asked_seats
from .scoring import end_match
from .state import State
from .track import can_reveal, reshuffle_exploration_deck

# So many turns in a row without a question never come in a match that goes on: as long as Monsters
# are in the box, somebody can explore.
MOST_IDLE_TURNS = 40

# A step returns whether it is done; if not it comes again when its questions are answered.
Step = Callable[["State", list[Event]], bool]


# The steps ----------------------------------------------------------------------------------------


def start_turn(state: State, events: list[Event]) -> bool:
    """Forget the last turn; the Landlord pays."""
    state.turn += 1
    state.buyers.clear()
    state.powers_used.clear()
    started = {"seat": state.active, "turn": state.turn, "extra": state.extra}
    events.append(Event(told.TURN_STARTED, started))
    if state.seats[state.active].has("landlord"):
        collect_merchant_income(state, state.active, "landlord", events)
    return True


def choose_action(state: State, events: list[Event]) -> bool:
    """Ask for plots, powers and the action; a player with a single possibility is not asked."""
    seat = state.seats[state.active]
    question = Turn(state.active)
    if can_plot(state, seat) or (can_reveal(state) and any(state.council.values())):
        state.ask(question)
        return False
    choices = question.choices(state)
    if not choices:
        events.append(Event(told.ACTION_SKIPPED, {"seat": state.active}, reveals=True))
        state.step = "action"
    elif len(choices) == 1 and not choices[0].slots:
        state.ask(question)
        question.answer(state, state.active, choices[0].examples()[0], events)
    else:
        state.ask(question)
    return False


def explore_further(state: State, events: list[Event]) -> bool:
    explore_depths(state, events)
    return False


def end_action(state: State, events: list[Event]) -> bool:
    """By now every question of the action and of the powers that it set off is answered."""
    return True


def refill_court(state: State, events: list[Event]) -> bool:
    if state.recruited:
        count_court(state, events)
    return True


def use_last_powers(state: State, events: list[Event]) -> bool:
    """Ask as long as a power of this turn could still be used."""
    if not usable_powers(state, state.seats[state.active]):
        return True
    state.ask(End(state.active))
    return False


def discard_for_commander(state: State, events: list[Event]) -> bool:
    obey_commander(state, events)
    return True


def discard_to_limit(state: State, events: list[Event]) -> bool:
    keep_hand_limit(state, events)
    return True


def end_turn(state: State, events: list[Event]) -> bool:
    """Pass the turn on, or end the match when it comes back to who brought about the end."""
    if (
        state.options.end_trigger_court == "deck_empty"
        and not state.lord_deck
        and len(state.court) < COURT_SPACES
    ):
        trigger_end(state, state.active, "court", events)
    state.extra = state.extra_turns > 0
    if state.extra:
        state.extra_turns -= 1
    else:
        state.active = (state.active + 1) % len(state.seats)
        if state.active == state.ended_by:
            end_match(state, events)
            return False
    return True


# “Sequence of Play” -------------------------------------------------------------------------------

SEQUENCE: tuple[tuple[str, Step], ...] = (
    ("start", start_turn),
    ("plot", choose_action),
    # Only if that is the action; every card turned up is one round of it.
    ("explore", explore_further),
    ("action", end_action),
    ("court", refill_court),
    ("control", control_locations),
    ("powers", use_last_powers),
    ("commander", discard_for_commander),
    ("hand_limit", discard_to_limit),
    ("next", end_turn),
)
STEPS = dict(SEQUENCE)
NEXT = {name: SEQUENCE[(place + 1) % len(SEQUENCE)][0] for place, (name, _) in enumerate(SEQUENCE)}


def advance_to_next_prompt(state: State, events: list[Event]) -> None:
    """Go through the sequence of play up to the next question, or to the end."""
    idle_since = state.turn
    while not state.agenda and state.step != "over" and not waits_for_debts(state):
        if state.turn - idle_since > MOST_IDLE_TURNS:
            # Ruling: when nobody can do anything any more the match ends.
            if state.debts:
                return
            end_match(state, events)
            return
        step = state.step
        if STEPS[step](state, events):
            state.step = NEXT[step]
    if (
        not state.exploration_deck
        and state.agenda
        and not state.debts
        and state.options.reshuffle == "eager"
        and can_reveal(state)
    ):
        reshuffle_exploration_deck(state, events)


# Asking and answering -----------------------------------------------------------------------------


def list_prompts(state: State) -> list[Prompt]:
    """Return who must decide what, now; who owes something is asked for that before all else."""
    asked = state.agenda[-1].prompts(state) if state.agenda else []
    if not state.debts:
        return asked
    owing = first_debts(state)
    return debt_prompts(state) + [prompt for prompt in asked if prompt.seat not in owing]


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Let a seat answer the question that it is asked, and go on to the next one."""
    debt = first_debts(state).get(seat)
    if debt is not None:
        paid: list[Event] = []
        pay_debt(state, debt, decision, paid)
        advance_to_next_prompt(state, paid)
        return paid
    if state.step == "over":
        raise IllegalDecision("This match is over.", code="over")
    if not state.agenda:
        raise IllegalDecision("You are not asked anything now.", code="not_asked")
    question = state.agenda[-1]
    if seat not in asked_seats(question):
        raise IllegalDecision("You are not asked anything now.", code="not_asked")
    events: list[Event] = []
    question.answer(state, seat, decision, events)
    advance_to_next_prompt(state, events)
    return events
