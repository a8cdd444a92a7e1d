"""Exhausting a segment: one of one's own as a cost, or an opponent's."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, Prompt

from . import event_kinds
from .answers import LEAVE, LEAVE_DECISION, known_answer, make_seat_prompt
from .sources import exhaust_segment, exhaustible_segments
from .state import State


class ExhaustOwn(Struct, tag="exhaust_own", tag_field="question"):
    """A cost: exhaust one of one's own segments that has a star action."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        own = exhaustible_segments(state.seats[self.seat])
        return [Choice("exhaust", {"segment": code}) for code in own]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        return make_seat_prompt(self, choices, choices[0].examples()[0], {"turn": state.turn})

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        code = str(decision.args["segment"])
        exhaust_segment(state.seats[seat], code)
        events.append(
            Event(event_kinds.SEGMENT_EXHAUSTED, {"seat": seat, "victim": seat, "card": code})
        )


class Exhaust(Struct, tag="exhaust", tag_field="question"):
    """Exhaust a segment of an opponent that has a star action, or leave it."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        exhaust_choices = [
            Choice("exhaust", {"segment": code, "player": state.seats[other].faction})
            for other in state.opponents(self.seat)
            for code in exhaustible_segments(state.seats[other])
        ]
        return [*exhaust_choices, LEAVE]

    def prompts(self, state: State) -> list[Prompt]:
        return make_seat_prompt(self, self.choices(state), LEAVE_DECISION, {"turn": state.turn})

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        victim = state.seat_of(decision.args.get("player"))
        if victim is None:
            events.append(Event(event_kinds.LEFT, {"seat": seat}))
            return
        code = str(decision.args["segment"])
        exhaust_segment(state.seats[victim], code)
        events.append(
            Event(event_kinds.SEGMENT_EXHAUSTED, {"seat": seat, "victim": victim, "card": code})
        )
