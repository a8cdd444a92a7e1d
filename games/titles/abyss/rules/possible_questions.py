"""Check that a question in a written position could be asked; in a match it always can."""

from __future__ import annotations

from collections import Counter

from .action import Turn
from .components import BLACK_SMOKERS, COMMANDER_LIMIT, MONSTER, THREAT_SPACES
from .council import SecondStack, list_nonempty_stacks
from .court import Affiliate
from .depths import Explorer, Offer
from .hand import Commander, CommanderEnd, HandLimit
from .keys import BlackSmokers, Keys, list_key_payments
from .locations import Location, LocationPick
from .lords import Corruptor, Schemer, Traitor
from .mages import Apprentice, Illusionist
from .monsters import Monster, Reward
from .soldiers import Assassin, Hunter, Jailer, assassin_targets, hunter_preys
from .state import Question, State

NOBODY = "nobody is asked"


def explain_impossible_question(state: State, question: Question) -> str:
    """Return why the question is impossible in this state, "" if it is possible."""
    match question:
        case Offer() | Explorer() | Monster() | Reward():
            return _in_the_depths(state, question)
        case Jailer() | Commander() | CommanderEnd() | HandLimit() | Assassin() | Hunter():
            return _of_victims(state, question)
        case Keys() | Location() | LocationPick() | BlackSmokers() | Illusionist():
            return _of_locations(state, question)
        case Affiliate() if not question.allies:
            return "allies: name those that were played"
        case SecondStack() | Apprentice() if not list_nonempty_stacks(state):
            return "all stacks of the Council are empty"
        case Corruptor() | Traitor() if not state.court:
            return "the Court is empty"
        case Schemer() if not state.lord_deck:
            return "the Lord deck is empty"
        case Turn() if question.seat != state.active:
            return "only the active seat is asked for a turn"
    return ""


def _in_the_depths(state: State, question: Offer | Explorer | Monster | Reward) -> str:
    if isinstance(question, Reward):
        is_row = 1 <= question.row <= THREAT_SPACES
        return "" if is_row else f"row: there is no Threat space {question.row}"
    newest = state.track[-1] if state.track else None
    if isinstance(question, Monster):
        return "" if newest == MONSTER else "the newest card of the track is no Monster"
    if newest is None or newest == MONSTER:
        return "the newest card of the track is no Ally"
    if isinstance(question, Explorer):
        return ""
    if not question.asked or question.explorer in question.asked:
        return "asked: name the opponents who are asked"
    for seat, answer in question.answers.items():
        verbs = ("take", "continue") if seat == question.explorer else ("buy", "pass")
        if seat not in question.seats() or answer not in verbs:
            return f"answers: {answer!r} is no answer of somebody asked"
    return "" if question.is_open() else "answers: with these the offer is over"


def _of_victims(
    state: State, question: Jailer | Commander | CommanderEnd | HandLimit | Assassin | Hunter
) -> str:
    if isinstance(question, Hunter):
        return "" if hunter_preys(state, question.seat) else "there is nobody to be robbed"
    if isinstance(question, HandLimit):
        holds = len(state.seats[question.seat].hand)
        return "" if 1 <= question.excess <= holds else "excess: there are not so many Allies"
    if isinstance(question, CommanderEnd):
        holds = len(state.seats[question.seat].hand)
        return "" if holds > COMMANDER_LIMIT else "there are no more than six Allies"
    if not question.victims:
        return f"victims: {NOBODY}"
    if isinstance(question, Assassin):
        if assassin_targets(state.seats[question.victims[0]]):
            return ""
        return "victims: the first has no free Lord to be disabled"
    least = 1 if isinstance(question, Jailer) else COMMANDER_LIMIT + 1
    if any(len(state.seats[victim].hand) < least for victim in question.victims):
        return f"victims: somebody holds fewer than {least} Allies"
    if not set(question.answers) < set(question.victims):
        return "answers: these are all of the victims, or others than they"
    for victim, answer in question.answers.items():
        hand = state.seats[victim].hand
        discards = [answer] if isinstance(answer, str) else answer
        many = 1 if isinstance(question, Jailer) else len(hand) - COMMANDER_LIMIT
        if len(discards) != many or Counter(discards) - Counter(hand):
            return f"answers: {discards} cannot be discarded"
    return ""


def _of_locations(
    state: State, question: Keys | Location | LocationPick | BlackSmokers | Illusionist
) -> str:
    seat = state.seats[question.seat]
    if isinstance(question, Keys):
        enough = list_key_payments(seat, state.options.ambassador_keys)
        return "" if enough else "there are no three keys to pay with"
    if isinstance(question, LocationPick):
        return "" if question.drawn else "drawn: name the Locations drawn"
    if isinstance(question, BlackSmokers):
        if BLACK_SMOKERS not in seat.locations:
            return "this seat does not control Black Smokers"
        return "" if state.location_stack else "the Location stack is empty"
    if isinstance(question, Illusionist):
        possible = seat.locations and state.location_offer
        return "" if possible else "there is no pair of Locations to be exchanged"
    return "" if state.location_stack or state.location_offer else "there is no Location left"
