"""The questions at the beginning and the end of a turn."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import code_in, not_an_answer, refuse_arguments
from .components import COMMANDER_LIMIT, LORDS
from .council import (
    SUPPORT,
    SUPPORT_DECISIONS,
    largest_stack,
    list_nonempty_stacks,
    request_support,
    stack_sizes,
)
from .court import can_plot, parse_payment, plot_at_court, recruit_choices, recruit_lord
from .hand import is_commanded
from .powers import POWERS, power_choices, use_power
from .state import State
from .track import can_reveal, can_reveal_ally

PLOT, EXPLORE, END = Choice("plot"), Choice("explore"), Choice("end")
PLOT_DECISION, EXPLORE_DECISION = Decision("plot"), Decision("explore")
END_DECISION = Decision("end")

FULL_HAND = 12


class Turn(Struct, tag="turn", tag_field="question"):
    """“Sequence of Play”: plot, use a power, or choose the action."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        seat = state.seats[self.seat]
        before = [PLOT] if can_plot(state, seat) else []
        actions = [EXPLORE] if can_reveal(state) else []
        actions += [SUPPORT[race] for race, stack in state.council.items() if stack]
        actions += recruit_choices(state, self.seat)
        powers = power_choices(state, seat)
        if not actions and (before or powers):
            # Ruling: a player who could only plot or use a power may also end the turn.
            actions = [END]
        return before + actions + powers

    def fallback(self, state: State, choices: list[Choice]) -> Decision:
        """Explore, else take the largest stack, else recruit.

        Ruling: with a full hand (six Allies under an opponent's Commander, twelve otherwise), or
        when nothing but Monsters can be revealed, the strongest Lord that can be paid for is
        recruited instead. If there is none, a Lord is plotted, unless a stack can be taken and the
        hand is not full. Otherwise a match in which nobody answers would never end.
        """
        finds_allies = can_reveal_ally(state)
        cards = len(state.seats[self.seat].hand)
        is_full = cards >= FULL_HAND or (
            cards >= COMMANDER_LIMIT and is_commanded(state, self.seat)
        )
        if is_full or not finds_allies:
            lords = [choice for choice in choices if choice.verb == "recruit"]
            if lords:
                return max(lords, key=_recruitment_influence).examples()[0]
            if PLOT in choices and (is_full or not list_nonempty_stacks(state)):
                return PLOT_DECISION
        if finds_allies or (can_reveal(state) and not list_nonempty_stacks(state)):
            return EXPLORE_DECISION
        return (
            SUPPORT_DECISIONS[largest_stack(state)] if list_nonempty_stacks(state) else END_DECISION
        )

    def prompts(self, state: State) -> list[Prompt]:
        seat = state.seats[self.seat]
        choices = self.choices(state)
        return [
            Prompt(
                self.seat,
                "turn",
                self.number + self.seat,
                tuple(choices),
                self.fallback(state, choices),
                {
                    "turn": state.turn,
                    "pearls": seat.pearls,
                    "hand": seat.hand[:],
                    "court": state.court[:],
                    "stacks": stack_sizes(state),
                    "threat": state.threat,
                },
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        verb = decision.verb
        if verb == "explore":
            refuse_arguments(decision)
            if not can_reveal(state):
                raise IllegalDecision(
                    "No Exploration card is left to reveal.", code="exploration_deck_empty"
                )
            state.agenda.pop()
            state.step = "explore"
        elif verb == "recruit":
            payment = parse_payment(state, seat, decision)
            state.agenda.pop()
            state.step = "action"
            recruit_lord(state, seat, payment, events)
        elif verb == "support":
            race = code_in(decision, "stack")
            if not state.council.get(race):
                raise IllegalDecision(
                    "That Council stack is empty or unknown.", code="council_stack_empty"
                )
            state.agenda.pop()
            state.step = "action"
            request_support(state, seat, race, events)
        elif verb == "plot":
            refuse_arguments(decision)
            plot_at_court(state, seat, events)
            state.agenda.pop()
        elif verb in POWERS:
            use_power(state, seat, decision, events)
            state.agenda.pop()
        elif verb == "end" and END in self.choices(state):
            refuse_arguments(decision)
            state.agenda.pop()
            events.append(Event(event_kinds.ACTION_SKIPPED, {"seat": seat}, reveals=True))
            state.step = "action"
        else:
            raise not_an_answer(decision)


def _recruitment_influence(recruitment: Choice) -> int:
    return LORDS[str(recruitment.args["lord"])].influence


class End(Struct, tag="end", tag_field="question"):
    """“End of Turn”: the last chance to use powers of this turn."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [*power_choices(state, state.seats[self.seat]), END]

    def prompts(self, state: State) -> list[Prompt]:
        seat = state.seats[self.seat]
        facts = {
            "turn": state.turn,
            "pearls": seat.pearls,
            "hand": seat.hand[:],
            "court": state.court[:],
            "stacks": stack_sizes(state),
        }
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "end", number, choices, END_DECISION, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb == "end":
            refuse_arguments(decision)
            state.agenda.pop()
            state.step = "commander"
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
