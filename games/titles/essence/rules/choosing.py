"""The questions that effects ask: an opponent, tokens to give, one of several effects, cards,
segments."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, Pick, Prompt, Split

from . import event_kinds
from .answers import (
    LEAVE,
    LEAVE_DECISION,
    codes_in,
    known_answer,
    list_token_splits,
    make_seat_prompt,
    not_an_answer,
    require_exact_args,
    split_in,
)
from .components import ACTIONS
from .frames import EffectFrame
from .schema import Effect
from .sources import spyable_actions
from .state import State
from .vocabulary import TOKENS


def payable_tokens(state: State, seat: int, what: str) -> dict[str, int]:
    """Return the tokens a seat has of what is demanded: one kind, or any mix."""
    own = state.seats[seat]
    kinds = TOKENS if what == "any_mix" else (what,)
    return {kind: getattr(own, kind) for kind in kinds if getattr(own, kind)}


class Opponent(Struct, tag="opponent", tag_field="question"):
    """Name the opponent that an effect applies to; `effect` is the effect itself."""

    seat: int
    effect: Effect
    source: str
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        others = state.opponents(self.seat)
        gives = self.effect.get("opponent_gives")
        if gives:
            others = [other for other in others if payable_tokens(state, other, gives["what"])]
        return [Choice("name", {"player": state.seats[other].faction}) for other in others]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        return make_seat_prompt(self, choices, choices[0].examples()[0], {"turn": state.turn})

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        victim = state.seat_of(decision.args["player"])
        assert victim is not None
        events.append(Event(event_kinds.VICTIM_NAMED, {"seat": seat, "victim": victim}))
        gives = self.effect.get("opponent_gives")
        if gives:
            demand_tokens(state, seat, [victim], gives, events)
        else:
            options = [dict(option) for option in self.effect["opponent_chooses"]]
            state.ask(OpponentChooses(victim, seat, options, self.source))


def demand_tokens(
    state: State, taker: int, victims: list[int], gives: dict[str, Any], events: list[Event]
) -> None:
    """Make each victim give what is demanded, as much as it has; a mix is the victim's choice."""
    for victim in reversed(victims):
        bins = payable_tokens(state, victim, gives["what"])
        many = min(gives["n"], sum(bins.values()))
        if len(bins) > 1 and many < sum(bins.values()):
            state.ask(Give(victim, taker, gives["n"]))
        elif many:
            hand_tokens_over(state, victim, taker, list_token_splits(many, bins)[0], events)


def hand_tokens_over(
    state: State, victim: int, taker: int, tokens: dict[str, int], events: list[Event]
) -> None:
    for kind, many in tokens.items():
        other, own = state.seats[victim], state.seats[taker]
        setattr(other, kind, getattr(other, kind) - many)
        setattr(own, kind, getattr(own, kind) + many)
    both = {kind: tokens.get(kind, 0) for kind in TOKENS}
    events.append(Event(event_kinds.GAVE, {"seat": victim, "victim": taker, **both}))


class Give(Struct, tag="give", tag_field="question"):
    """The victim says which tokens it gives, `many` in total or all it has."""

    seat: int
    taker: int
    many: int
    number: int = 0

    def _slot(self, state: State) -> Split:
        bins = payable_tokens(state, self.seat, "any_mix")
        return Split("tokens", min(self.many, sum(bins.values())), bins)

    def choices(self, state: State) -> list[Choice]:
        slot = self._slot(state)
        ways = [
            Decision("give", {"tokens": way}) for way in list_token_splits(slot.total, slot.bins)
        ]
        return [Choice("give", {}, (slot,), lambda: ways)]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        own = state.seats[self.seat]
        facts = {
            "taker": state.seats[self.taker].faction,
            "many": self.many,
            "wealth": own.wealth,
            "influence": own.influence,
        }
        return make_seat_prompt(self, choices, choices[0].examples()[0], facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "give":
            raise not_an_answer(decision)
        require_exact_args(decision, "tokens")
        slot = self._slot(state)
        tokens = split_in(decision, "tokens", slot.total, slot.bins)
        state.agenda.pop()
        hand_tokens_over(state, seat, self.taker, tokens, events)


class OpponentChooses(Struct, tag="opponent_chooses", tag_field="question"):
    """The named opponent picks one of the listed effects for the active player (H-21)."""

    seat: int
    chooser: int
    options: list[Effect]
    source: str
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [Choice("choose", {"option": n}) for n in range(1, len(self.options) + 1)]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {"player": state.seats[self.chooser].faction, "card": self.source}
        return make_seat_prompt(self, self.choices(state), Decision("choose", {"option": 1}), facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        effect = _find_option(self.options, decision)
        facts = {"seat": seat, "victim": self.chooser, "effect": effect}
        events.append(Event(event_kinds.CHOSE, facts))
        state.agenda.append(EffectFrame(self.chooser, self.source, [effect]))


class ChooseOne(Struct, tag="choose_one", tag_field="question"):
    """The active player picks one of the listed effects of its own card."""

    seat: int
    options: list[Effect]
    source: str
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [Choice("choose", {"option": n}) for n in range(1, len(self.options) + 1)]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {"turn": state.turn, "card": self.source}
        return make_seat_prompt(self, self.choices(state), Decision("choose", {"option": 1}), facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        state.agenda.append(EffectFrame(seat, self.source, [_find_option(self.options, decision)]))


def _find_option(options: list[Effect], decision: Decision) -> Effect:
    number = decision.args["option"]
    return dict(options[number - 1]) if isinstance(number, int) else {}


class DiscardCards(Struct, tag="discard", tag_field="question"):
    """A cost: discard `many` cards from the hand."""

    seat: int
    many: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        hand = tuple(state.seats[self.seat].hand)

        def ways() -> list[Decision]:
            subsets = [hand[at : at + self.many] for at in range(len(hand) - self.many + 1)]
            several = list(dict.fromkeys(subsets))[:8]
            if self.many == 1:
                return [Decision("discard", {"cards": cards[0]}) for cards in several]
            return [Decision("discard", {"cards": list(cards)}) for cards in several]

        return [Choice("discard", {}, (Pick("cards", hand, self.many, self.many),), ways)]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        facts = {"turn": state.turn, "many": self.many, "hand": state.seats[self.seat].hand[:]}
        return make_seat_prompt(self, choices, choices[0].examples()[0], facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "discard":
            raise not_an_answer(decision)
        require_exact_args(decision, "cards")
        own = state.seats[seat]
        cards = codes_in(decision, "cards", own.hand, least=self.many)
        if len(cards) != self.many:
            raise not_an_answer(decision)
        state.agenda.pop()
        for card in cards:
            own.hand.remove(card)
        own.discard += sorted(cards)
        events.append(Event(event_kinds.CARDS_DISCARDED, {"seat": seat, "cards": sorted(cards)}))


class Spy(Struct, tag="spy", tag_field="question"):
    """Use a star action printed on an opponent's Location; it is not exhausted (H-22)."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        spy_choices = []
        for other, code, number in spyable_actions(state, self.seat, without_main=state.main_done):
            action: dict[str, Any] = {"action": number} if len(ACTIONS[code]) > 1 else {}
            player = {"player": state.seats[other].faction}
            spy_choices.append(Choice("spy", {"card": code, **action, **player}))
        return [*spy_choices, LEAVE]

    def prompts(self, state: State) -> list[Prompt]:
        return make_seat_prompt(self, self.choices(state), LEAVE_DECISION, {"turn": state.turn})

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        if decision == LEAVE_DECISION:
            events.append(Event(event_kinds.LEFT, {"seat": seat}))
            return
        code, number = str(decision.args["card"]), decision.args.get("action", 1)
        victim = state.seat_of(decision.args["player"])
        events.append(
            Event(event_kinds.ACTION_SPIED, {"seat": seat, "victim": victim, "card": code})
        )
        action = ACTIONS[code][int(str(number)) - 1]
        if action.star == "main":
            state.main_done = True
        own = state.seats[seat]
        for what, many in action.cost.items():
            setattr(own, what, getattr(own, what) - many)
        state.agenda.append(EffectFrame(seat, code, [dict(effect) for effect in action.effect]))
