"""Exploring the Depths: revealing cards and offering Allies."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.contract import Choice, Decision, Event, Prompt

from . import event_kinds
from .answers import not_an_answer, put_in_hand, refuse_arguments, with_sealed_answer
from .components import MONSTER, RACE, VALUE
from .hand import resolve_commander
from .monsters import Monster, fight_monster
from .powers import power_choices, use_power
from .seats import Seat
from .state import State
from .track import (
    can_continue,
    can_reveal,
    end_exploration,
    leave_newest_card,
    reshuffle_exploration_deck,
    take_newest_ally,
)

OFFER_CHOICES = (Choice("buy"), Choice("pass"))
EXPLORER_CHOICES = (Choice("take"), Choice("continue"))
PASS, TAKE = Decision("pass"), Decision("take")
# The decision for each verb of a sealed answer.
DECISION_OF_VERB = {verb: Decision(verb) for verb in ("buy", "pass", "take", "continue")}


# “Explore the Depths” -----------------------------------------------------------------------------


def explore_depths(state: State, events: list[Event]) -> None:
    """Reveal the next card. The step repeats until the exploration is over."""
    if not state.exploration_deck:
        if not can_reveal(state):
            end_exploration(state, events)
            return
        reshuffle_exploration_deck(state, events)
    card = state.exploration_deck.pop()
    track = state.track
    track.append(card)
    facts = {"seat": state.active, "card": card, "space": len(track)}
    events.append(Event(event_kinds.REVEAL, facts, reveals=True))
    if card != MONSTER:
        offer_ally(state, events)
    elif can_continue(state):
        state.ask(Monster(state.active))
    else:
        fight_monster(state, events)


def offer_ally(state: State, events: list[Event]) -> None:
    """Ask the opponents who can pay and have not bought yet this turn; else the explorer."""
    buyers = state.buyers
    price = 1 + len(buyers)
    seats = state.seats
    eligible = [
        other
        for other in state.opponents(state.active)
        if seats[other].pearls >= price and other not in buyers
    ]
    if not eligible:
        leave_to_explorer(state, events)
    elif state.options.offers == "sealed":
        state.ask(Offer(state.active, eligible, [], [], can_continue(state)))
    else:
        state.ask(Offer(state.active, eligible[:1], eligible[1:], [], False))


def leave_to_explorer(state: State, events: list[Event]) -> None:
    """Ask the explorer, who must take an unsold Ally if exploring cannot go on."""
    if can_continue(state):
        state.ask(Explorer(state.active))
    else:
        take_newest_ally(state, events)


def sell_ally(state: State, buyer: int, passing_seats: list[int], events: list[Event]) -> None:
    """Let the buyer pay the explorer. The card leaves the track, so its space is free again."""
    card = state.track.pop()
    price = 1 + len(state.buyers)
    state.seats[buyer].pearls -= price
    state.seats[state.active].pearls += price
    put_in_hand(state.seats[buyer].hand, [card])
    for debt in state.debts:
        if debt.seat == buyer:
            debt.bought.append(card)
    state.buyers.append(buyer)
    facts = {
        "seat": buyer,
        "explorer": state.active,
        "card": card,
        "price": price,
        "passed": passing_seats,
    }
    events.append(Event(event_kinds.PURCHASE, facts, reveals=True))
    if state.options.commander_on_purchase:
        for owner, seat in enumerate(state.seats):
            if owner != buyer and seat.has("commander"):
                resolve_commander(state, owner, [buyer], events)


class Offer(Struct, tag="offer", tag_field="question"):
    """“Explore the Depths”: opponents are asked to buy, and the explorer along with them if needed.

    `asked` are the opponents asked now, clockwise; `queue` those asked later (option `one_by_one`);
    `passed` those who passed before. `answers[seat]` is the verb of a sealed answer.
    """

    explorer: int
    asked: list[int]
    queue: list[int]
    passed: list[int]
    beside: bool
    answers: dict[int, str] = field(default_factory=dict)
    number: int = 0

    def seats(self) -> list[int]:
        return [*self.asked, self.explorer] if self.beside else self.asked

    def prompts(self, state: State) -> list[Prompt]:
        track = state.track
        card = track[-1]
        race, value, price, space = RACE[card], VALUE[card], 1 + len(state.buyers), len(track)
        answers = self.answers
        number = self.number
        group = number if self.beside or len(self.asked) > 1 else None
        offer_prompts = []
        for number_of_seat in self.asked:
            seat = state.seats[number_of_seat]
            answer = answers.get(number_of_seat)
            offer_prompts.append(
                Prompt(
                    number_of_seat,
                    "offer",
                    number + number_of_seat,
                    OFFER_CHOICES,
                    PASS,
                    {
                        "race": race,
                        "value": value,
                        "price": price,
                        "space": space,
                        "threat": state.threat,
                        "turn": state.turn,
                        "explorer": self.explorer,
                        "pearls": seat.pearls,
                        "hand": seat.hand[:],
                    },
                    group,
                    None if answer is None else DECISION_OF_VERB[answer],
                )
            )
        if self.beside:
            answer = answers.get(self.explorer)
            offer_prompts.append(
                Prompt(
                    self.explorer,
                    "beside",
                    number + self.explorer,
                    EXPLORER_CHOICES,
                    TAKE,
                    explorer_facts(state, state.seats[self.explorer]),
                    group,
                    None if answer is None else DECISION_OF_VERB[answer],
                )
            )
        return offer_prompts

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        verb = decision.verb
        if seat == self.explorer:
            if verb != "take" and verb != "continue":
                raise not_an_answer(decision)
        elif verb != "buy" and verb != "pass":
            raise not_an_answer(decision)
        if decision.args:
            refuse_arguments(decision)
        self.answers = with_sealed_answer(self.answers, seat, verb)
        self.close(state, events)

    def is_open(self) -> bool:
        """Return whether the answers so far leave open who buys."""
        for opponent in self.asked:
            answer = self.answers.get(opponent)
            if answer != "pass":
                return answer is None
        return False

    def close(self, state: State, events: list[Event]) -> None:
        """Apply the answers as soon as the result is certain; the first buyer clockwise gets the
        Ally."""
        if self.is_open():
            return
        state.agenda.pop()
        answers = self.answers
        for place, opponent in enumerate(self.asked):
            if answers[opponent] == "buy":
                sell_ally(state, opponent, self.passed + self.asked[:place], events)
                return
        passing_seats = self.passed + self.asked
        if self.queue:
            state.ask(Offer(self.explorer, self.queue[:1], self.queue[1:], passing_seats, False))
            return
        if self.beside and self.explorer not in answers:
            # Nobody else is asked any more: ask the explorer alone, under the prompt number already
            # given to that seat.
            state.agenda.append(Explorer(self.explorer, self.number, passing_seats))
            return
        events.append(build_unsold_event(state, passing_seats))
        if not self.beside:
            leave_to_explorer(state, events)
        elif answers[self.explorer] == "take":
            take_newest_ally(state, events)
        else:
            leave_newest_card(state, events)


def build_unsold_event(state: State, passing_seats: list[int]) -> Event:
    return Event(
        event_kinds.UNSOLD, {"card": state.track[-1], "passed": passing_seats}, reveals=True
    )


def explorer_facts(state: State, seat: Seat) -> dict[str, object]:
    card = state.track[-1]
    return {
        "race": RACE[card],
        "value": VALUE[card],
        "space": len(state.track),
        "threat": state.threat,
        "turn": state.turn,
        "pearls": seat.pearls,
        "hand": seat.hand[:],
    }


class Explorer(Struct, tag="explorer", tag_field="question"):
    """“Explore the Depths”: the explorer takes the unsold Ally or goes on.

    `passed` are the opponents who were asked at the same time and passed; they are named when the
    explorer answers.
    """

    seat: int
    number: int = 0
    passed: list[int] = field(default_factory=list)

    def choices(self, state: State) -> tuple[Choice, ...]:
        powers = power_choices(state, state.seats[self.seat])
        return (*EXPLORER_CHOICES, *powers) if powers else EXPLORER_CHOICES

    def prompts(self, state: State) -> list[Prompt]:
        facts = explorer_facts(state, state.seats[self.seat])
        number = self.number + self.seat
        return [Prompt(self.seat, "explorer", number, self.choices(state), TAKE, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if self.passed:
            events.append(build_unsold_event(state, self.passed))
            self.passed = []
        if decision.verb == "take":
            refuse_arguments(decision)
            state.agenda.pop()
            take_newest_ally(state, events)
        elif decision.verb == "continue":
            refuse_arguments(decision)
            state.agenda.pop()
            leave_newest_card(state, events)
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
            state.ask(self)
