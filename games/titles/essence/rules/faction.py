"""“Set-up”: factions chosen one after another, in the order of the first round."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, Prompt

from . import event_kinds
from .answers import known_answer, make_seat_prompt
from .components import BOX, FACTIONS, PALACE_OF
from .island import HOME
from .seats import Segment
from .state import State


def take_faction(state: State, seat: int, faction: str) -> None:
    """Give a seat its Palace and its eight shuffled Followers."""
    own = state.seats[seat]
    own.faction = faction
    own.island = {HOME: Segment(PALACE_OF[faction])}
    own.draw_pile = state.chance.shuffle(faction, followers_of(faction))[::-1]


def followers_of(faction: str) -> list[str]:
    """Return the eight Followers of a faction, in printed order."""
    own = [card for card in BOX.followers.values() if card.faction == faction]
    return [card.id for card in own for _ in range(card.copies)]


class ChooseFaction(Struct, tag="faction", tag_field="question"):
    """Choose a faction that nobody else has."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        factions = [seat.faction for seat in state.seats]
        free = [faction for faction in FACTIONS if faction not in factions]
        return [Choice("play", {"faction": faction}) for faction in free]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        facts = {"seats": len(state.seats)}
        return make_seat_prompt(self, choices, choices[0].examples()[0], facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        faction = str(decision.args["faction"])
        take_faction(state, seat, faction)
        facts = {"seat": seat, "faction": faction}
        events.append(Event(event_kinds.FACTION_CHOSEN, facts, reveals=True))
