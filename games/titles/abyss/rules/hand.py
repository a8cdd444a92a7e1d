"""Discards from the hand: the Commander's limit of six and the hand limit of twelve."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.contract import Argument, Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import codes_in, not_an_answer, take_from_hand, with_sealed_answer
from .components import COMMANDER_LIMIT, VALUE
from .state import Debt, State

MAX_EXAMPLES = 8


def lowest_first(hand: list[str]) -> list[str]:
    """Return the Allies in the order in which a player would discard them."""
    return sorted(hand, key=lambda ally: (VALUE[ally], ally))


def count_unowed_allies(state: State, number: int) -> int:
    """Return how many Allies a seat holds beyond what it owes."""
    cards = len(state.seats[number].hand)
    for debt in state.debts:
        if debt.seat == number:
            payable = cards - len(debt.bought)
            left = payable - 1 if debt.by == "jailer" else min(payable, COMMANDER_LIMIT)
            cards = left + len(debt.bought)
    return cards


def list_payable_allies(state: State, debt: Debt) -> list[str]:
    """Return the hand of a seat in debt without the Allies that it has bought since."""
    payable = state.seats[debt.seat].hand[:]
    take_from_hand(payable, debt.bought)
    return payable


def record_debt(state: State, debt: Debt, events: list[Event]) -> None:
    """Record a debt; seat s is asked for it under prompt number `debt.number + s`."""
    debt.number = state.asked + 1
    state.asked += len(state.seats)
    state.debts.append(debt)
    facts = {"seat": debt.seat, "by": debt.by, "owner": debt.owner}
    events.append(Event(event_kinds.DEBT, facts))


# “The Commander” ----------------------------------------------------------------------------------


def resolve_commander(state: State, owner: int, victims: list[int], events: list[Event]) -> None:
    """Ask those of `victims` with more than six Allies and no Shaman together which to discard.

    They always have a choice, since no Ally is in the box more than four times.
    """
    debtors = []
    for victim in victims:
        seat = state.seats[victim]
        if count_unowed_allies(state, victim) <= COMMANDER_LIMIT or seat.has("shaman"):
            continue
        if state.options.lazy_discards:
            record_debt(state, Debt(victim, "commander", owner), events)
        else:
            debtors.append(victim)
    if debtors:
        state.ask(Commander(owner, debtors))


def discard_commanded_allies(
    state: State, number: int, allies: list[str], events: list[Event]
) -> None:
    """Discard these Allies for the Commander."""
    take_from_hand(state.seats[number].hand, allies)
    state.discard += allies
    facts = {"seat": number, "allies": list(allies)}
    events.append(Event(event_kinds.COMMANDER_USED, facts, reveals=True))


def commanded_choice(hand: list[str]) -> Choice:
    """Return the choice of exactly as many Allies as are above six."""
    excess = len(hand) - COMMANDER_LIMIT
    lowest = lowest_first(hand)

    def fill() -> list[Decision]:
        # The lowest ones; then the same with the highest of them replaced by another card.
        ways = [lowest[:excess]]
        ways += [[*lowest[: excess - 1], other] for other in lowest[excess:]]
        different = {tuple(way): None for way in ways}
        return [discard_decision(list(way), excess == 1) for way in list(different)[:MAX_EXAMPLES]]

    return Choice("discard", {}, (Pick("allies", tuple(hand), excess, excess),), fill)


def discard_decision(allies: list[str], single: bool) -> Decision:
    """Return the decision; a slot that takes a single item is filled with the bare code."""
    filling: Argument = allies[0] if single else allies
    return Decision("discard", {"allies": filling})


def commanded_fallback(hand: list[str]) -> Decision:
    excess = len(hand) - COMMANDER_LIMIT
    return discard_decision(lowest_first(hand)[:excess], excess == 1)


def commanded_allies(hand: list[str], decision: Decision) -> list[str]:
    """Return the Allies that a decision discards for the Commander, or refuse it."""
    if decision.verb != "discard":
        raise not_an_answer(decision)
    allies = codes_in(decision, "allies")
    if len(allies) != len(hand) - COMMANDER_LIMIT:
        raise IllegalDecision(
            "The Commander leaves you {limit} Allies: discard {excess}.",
            code="commander_limit",
            limit=COMMANDER_LIMIT,
            excess=len(hand) - COMMANDER_LIMIT,
        )
    take_from_hand(hand[:], allies)
    return allies


class Commander(Struct, tag="commander", tag_field="question"):
    """“The Commander”: every victim discards down to six. `answers[seat]` is a sealed answer."""

    owner: int
    victims: list[int]
    answers: dict[int, list[str]] = field(default_factory=dict)
    number: int = 0

    def seats(self) -> list[int]:
        return self.victims

    def prompts(self, state: State) -> list[Prompt]:
        return [self.build_prompt(seat, state.seats[seat].hand) for seat in self.victims]

    def build_prompt(self, seat: int, hand: list[str]) -> Prompt:
        """Return the prompt of a victim, who discards from `hand`."""
        excess = len(hand) - COMMANDER_LIMIT
        answer = self.answers.get(seat)
        return Prompt(
            seat,
            "commander",
            self.number + seat,
            (commanded_choice(hand),),
            commanded_fallback(hand),
            {"owner": self.owner, "hand": hand[:], "excess": excess},
            self.number if len(self.victims) > 1 else None,
            None if answer is None else discard_decision(answer, excess == 1),
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        discards = list(commanded_allies(state.seats[seat].hand, decision))
        self.answers = with_sealed_answer(self.answers, seat, discards)
        if len(self.answers) == len(self.victims):
            state.agenda.pop()
            for victim in self.victims:
                discard_commanded_allies(state, victim, self.answers[victim], events)


def is_commanded(state: State, number: int) -> bool:
    """Return whether an opponent's active Commander limits the hand of a seat."""
    opponents = state.opponents(number)
    return not state.seats[number].has("shaman") and any(
        state.seats[other].has("commander") for other in opponents
    )


def apply_commander_limit(state: State) -> None:
    """Make the active player discard down to six at the end of the turn if an opponent has an
    active Commander."""
    if len(state.seats[state.active].hand) > COMMANDER_LIMIT and is_commanded(state, state.active):
        state.ask(CommanderEnd(state.active))


class CommanderEnd(Struct, tag="commander_end", tag_field="question"):
    """“The Commander”: the active player discards down to six at the end of the turn."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [commanded_choice(state.seats[self.seat].hand)]

    def prompts(self, state: State) -> list[Prompt]:
        hand = state.seats[self.seat].hand
        return [
            Prompt(
                self.seat,
                "commander_end",
                self.number + self.seat,
                tuple(self.choices(state)),
                commanded_fallback(hand),
                {"turn": state.turn, "hand": hand[:], "excess": len(hand) - COMMANDER_LIMIT},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        allies = commanded_allies(state.seats[seat].hand, decision)
        state.agenda.pop()
        discard_commanded_allies(state, seat, allies, events)


# “Hand limit” -------------------------------------------------------------------------------------


def keep_hand_limit(state: State) -> None:
    """At the end of the turn: each Ally above the limit is paid for or discarded."""
    limit = state.options.hand_limit
    if limit == "none":
        return
    if len(state.seats[state.active].hand) > limit:
        state.ask(HandLimit(state.active, len(state.seats[state.active].hand) - limit))


class HandLimit(Struct, tag="hand_limit", tag_field="question"):
    """“Hand limit”: `excess` Allies too many; each one that is not discarded costs a Pearl."""

    seat: int
    excess: int
    number: int = 0

    def discards(self, state: State) -> list[int]:
        """Return the possible numbers of discarded Allies, highest first."""
        pearls = state.seats[self.seat].pearls
        if state.options.hand_limit_mix:
            return list(range(self.excess, max(0, self.excess - pearls) - 1, -1))
        # Ruling: without mixing, either all of them are paid for or all discarded.
        return [self.excess, 0] if pearls >= self.excess else [self.excess]

    def choices(self, state: State) -> list[Choice]:
        hand = state.seats[self.seat].hand
        numbers = self.discards(state)
        slot = Pick("allies", tuple(hand), numbers[-1], self.excess)
        single = numbers[-1] == self.excess == 1
        lowest = lowest_first(hand)

        def fill() -> list[Decision]:
            return [discard_decision(lowest[:many], single) for many in numbers[:MAX_EXAMPLES]]

        return [Choice("discard", {}, (slot,), fill)]

    def prompts(self, state: State) -> list[Prompt]:
        choices = tuple(self.choices(state))
        seat = state.seats[self.seat]
        return [
            Prompt(
                self.seat,
                "hand_limit",
                self.number + self.seat,
                choices,
                choices[0].examples()[0],
                {
                    "turn": state.turn,
                    "hand": seat.hand[:],
                    "excess": self.excess,
                    "pearls": seat.pearls,
                },
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "discard":
            raise not_an_answer(decision)
        allies = codes_in(decision, "allies")
        if len(allies) not in self.discards(state):
            raise IllegalDecision(
                "You hold {excess} Allies too many: discard them or pay a Pearl for each.",
                code="hand_limit",
                excess=self.excess,
            )
        owner = state.seats[seat]
        take_from_hand(owner.hand, allies)
        state.agenda.pop()
        state.discard += allies
        pearls = self.excess - len(allies)
        owner.pearls -= pearls
        facts = {"seat": seat, "allies": list(allies), "pearls": pearls}
        events.append(Event(event_kinds.HAND_LIMITED, facts))
