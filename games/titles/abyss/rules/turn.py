"""The sequence of play in rulebook order, and the entry points for prompts and answers."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract import Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .action import End, Turn
from .components import COURT_SPACES
from .court import can_plot, refill_court
from .debts import debt_prompts, first_debts, pay_debt, renew_debt_numbers, waits_for_debts
from .depths import explore_depths
from .hand import apply_commander_limit, keep_hand_limit
from .locations import control_locations
from .lords import collect_merchant_income, trigger_end
from .moments import add_powers, use_power_beside
from .powers import usable_powers
from .questions import asked_seats
from .scoring import end_match
from .state import State
from .track import can_reveal, reshuffle_exploration_deck

# Maximum number of turns in a row without a question. A match that can go on never reaches it: as
# long as Monsters are in the box, somebody can explore.
MAX_IDLE_TURNS = 40

# A step returns whether it is done; if not, it runs again after its questions are answered.
Step = Callable[["State", list[Event]], bool]


# The steps ----------------------------------------------------------------------------------------


def start_turn(state: State, events: list[Event]) -> bool:
    """Reset the state of the last turn and pay the Landlord."""
    state.turn += 1
    state.buyers.clear()
    state.powers_used.clear()
    facts = {"seat": state.active, "turn": state.turn, "extra": state.extra}
    events.append(Event(event_kinds.TURN_STARTED, facts))
    if state.seats[state.active].has("landlord"):
        collect_merchant_income(state, state.active, "landlord", events)
    return True


def choose_action(state: State, events: list[Event]) -> bool:
    """Ask for plots, powers and the action; do not ask a player with a single possibility."""
    seat = state.seats[state.active]
    question = Turn(state.active)
    if can_plot(state, seat) or (can_reveal(state) and any(state.council.values())):
        state.ask(question)
        return False
    choices = question.choices(state)
    if not choices:
        events.append(Event(event_kinds.ACTION_SKIPPED, {"seat": state.active}, reveals=True))
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
    """Do nothing: every question of the action and of the powers it caused is answered by now."""
    return True


def refill_court_after_recruiting(state: State, events: list[Event]) -> bool:
    if state.recruited:
        refill_court(state, events)
    return True


def use_last_powers(state: State, events: list[Event]) -> bool:
    """Ask as long as a power of this turn can still be used."""
    if not usable_powers(state, state.seats[state.active]):
        return True
    state.ask(End(state.active))
    return False


def discard_for_commander(state: State, events: list[Event]) -> bool:
    apply_commander_limit(state)
    return True


def discard_to_limit(state: State, events: list[Event]) -> bool:
    keep_hand_limit(state)
    return True


def end_turn(state: State, events: list[Event]) -> bool:
    """Pass the turn on, or end the match when it returns to the player who triggered the end."""
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
    # Only if that is the action; it runs once for every revealed card.
    ("explore", explore_further),
    ("action", end_action),
    ("court", refill_court_after_recruiting),
    ("control", control_locations),
    ("powers", use_last_powers),
    ("commander", discard_for_commander),
    ("hand_limit", discard_to_limit),
    ("next", end_turn),
)
STEPS = dict(SEQUENCE)
NEXT = {name: SEQUENCE[(place + 1) % len(SEQUENCE)][0] for place, (name, _) in enumerate(SEQUENCE)}


def advance_to_next_prompt(state: State, events: list[Event]) -> None:
    """Run the sequence of play up to the next question, or to the end."""
    idle_since = state.turn
    while not state.agenda and state.step != "over":
        if state.debts and waits_for_debts(state):
            break
        if state.turn - idle_since > MAX_IDLE_TURNS:
            # Ruling: when nobody can do anything any more, the match ends.
            if state.debts:
                return
            end_match(state, events)
            return
        step = state.step
        if STEPS[step](state, events):
            state.step = NEXT[step]
    if state.options.reshuffle == "eager" and not state.exploration_deck:
        reshuffle_eagerly(state, events)


def reshuffle_eagerly(state: State, events: list[Event]) -> None:
    """Make a new deck when the active player is asked; what others discard before is in it."""
    is_asked = bool(state.agenda) and state.active in asked_seats(state.agenda[-1])
    if is_asked and not state.debts and can_reveal(state):
        reshuffle_exploration_deck(state, events)


# Prompts and answers ------------------------------------------------------------------------------


def list_prompts(state: State) -> list[Prompt]:
    """Return the open prompts: of the current question, and of debts."""
    prompts: list[Prompt] = []
    if state.agenda:
        question = state.agenda[-1]
        prompts = add_powers(state, question, question.prompts(state))
    if not state.debts:
        return prompts
    return debt_prompts(state, [prompt.seat for prompt in prompts]) + prompts


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Apply the answer of a seat, run up to the next question, and return the events."""
    if state.step == "over":
        raise IllegalDecision("This match is over.", code="over")
    events: list[Event] = []
    question = state.agenda[-1] if state.agenda else None
    seats = asked_seats(question) if question else []
    debt = first_debts(state).get(seat) if state.debts else None
    if question and seat in seats:
        if not use_power_beside(state, question, decision, events):
            question.answer(state, seat, decision, events)
        if state.debts and question not in state.agenda:
            renew_debt_numbers(state, seats)
    elif debt is not None:
        pay_debt(state, debt, decision, events)
    else:
        raise IllegalDecision("You are not asked anything now.", code="not_asked")
    advance_to_next_prompt(state, events)
    return events
