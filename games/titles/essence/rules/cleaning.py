"""“Cleaning” from the reservations on: one form for everybody, sealed until the last one is in."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.contract import Choice, Decision, Event, Pick, Prompt, Slot, Split

from . import event_kinds
from .answers import (
    code_in,
    codes_in,
    list_token_splits,
    not_an_answer,
    require_exact_args,
    split_in,
)
from .attacking import defense_value
from .prophecy import claimable_fragments, refill_row, slide_row
from .state import State

KEEP, SHUFFLE = "keep", "shuffle"


def count_threat_loss(state: State, seat: int) -> int:
    """Return how many tokens the Threat takes from a seat (H-30)."""
    own = state.seats[seat]
    return min(max(0, state.threat - defense_value(own)), own.wealth + own.influence)


def slots_of(state: State, seat: int) -> tuple[Slot, ...]:
    """Return what a seat can decide: reservations, the piles, the mix of a loss."""
    own, slots = state.seats[seat], list[Slot]()
    row = tuple(claimable_fragments(state))
    if row:
        slots.append(Pick("reserve", row, 0, len(row), ranked=True))
    if own.discard:
        slots.append(Pick("piles", (KEEP, SHUFFLE)))
    loss = count_threat_loss(state, seat)
    if loss and own.wealth and own.influence and loss < own.wealth + own.influence:
        bins = {"wealth": own.wealth, "influence": own.influence}
        slots.append(Split("loss", loss, bins))
    return tuple(slots)


def make_fallback_form(slots: tuple[Slot, ...]) -> Decision:
    """Return the form that reserves nothing, keeps the piles and loses Influence first."""
    args = {slot.name: _fallback_value(slot) for slot in slots}
    return Decision("clean", {**args})


def _fallback_value(slot: Slot) -> str | list[str] | dict[str, int]:
    if isinstance(slot, Split):
        return list_token_splits(slot.total, slot.bins)[-1]
    return [] if slot.name == "reserve" else KEEP


def propose_forms(slots: tuple[Slot, ...]) -> list[Decision]:
    """Return proposed forms: reserve nothing or the most expensive fragments, with and without
    shuffling."""
    forms = []
    row = next((s.items for s in slots if s.name == "reserve" and isinstance(s, Pick)), ())
    wishes = [[], *([code] for code in reversed(row))]
    plain = make_fallback_form(slots).args
    for wish in wishes[:4]:
        for piles in (KEEP, SHUFFLE) if "piles" in plain else (KEEP,):
            args = dict(plain)
            if "reserve" in args:
                args["reserve"] = wish
            if "piles" in args:
                args["piles"] = piles
            forms.append(Decision("clean", args))
        if "reserve" not in plain:
            break
    return forms


class Cleaning(Struct, tag="cleaning", tag_field="question"):
    """What to clean, keep and give to the Threat, on one form.

    `seats` are those who have something to decide.
    """

    seats: list[int]
    answers: dict[int, Decision] = field(default_factory=dict)
    number: int = 0

    def prompts(self, state: State) -> list[Prompt]:
        return [self._prompt(state, seat) for seat in self.seats]

    def _prompt(self, state: State, seat: int) -> Prompt:
        own, slots = state.seats[seat], slots_of(state, seat)
        return Prompt(
            seat,
            "cleaning",
            self.number + seat,
            (Choice("clean", {}, slots, lambda: propose_forms(slots)),),
            make_fallback_form(slots),
            {
                "round": state.round,
                "wealth": own.wealth,
                "influence": own.influence,
                "loss": count_threat_loss(state, seat),
                "row": claimable_fragments(state),
                "discard": own.discard[:],
                "draw_pile": len(own.draw_pile),
            },
            self.number,
            self.answers.get(seat),
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "clean":
            raise not_an_answer(decision)
        slots = slots_of(state, seat)
        require_exact_args(decision, *(slot.name for slot in slots))
        for slot in slots:
            if isinstance(slot, Split):
                split_in(decision, slot.name, slot.total, slot.bins)
            elif slot.name == "reserve" and isinstance(slot, Pick):
                codes_in(decision, slot.name, slot.items)
            elif code_in(decision, slot.name) not in (KEEP, SHUFFLE):
                raise not_an_answer(decision)
        self.answers[seat] = decision
        events.append(Event(event_kinds.CLEANING_SEALED, {"seat": seat}, audience=(seat,)))
        if len(self.answers) == len(self.seats):
            state.agenda.pop()
            resolve_cleaning(state, self.answers, events)


def resolve_cleaning(state: State, answers: dict[int, Decision], events: list[Event]) -> None:
    """Open the forms: reservations clockwise, then the row, the piles and the Threat."""
    events.append(Event(event_kinds.CLEANING, reveals=True))
    _reserve_fragments(state, answers, events)
    for seat in seats_from_first_player(state):
        if seat in answers and answers[seat].args.get("piles") == SHUFFLE:
            own = state.seats[seat]
            cards = sorted(own.draw_pile + own.discard)
            own.draw_pile = state.chance.shuffle(own.faction, cards)
            own.discard = []
            events.append(Event(event_kinds.PILE_SHUFFLED, {"seat": seat}, reveals=True))
    strike_with_threat(state, answers, events)


def strike_with_threat(state: State, answers: dict[int, Decision], events: list[Event]) -> None:
    """Let the Threat take from everybody; without an answer Influence goes first."""
    for seat in seats_from_first_player(state):
        _lose_tokens_to_threat(state, seat, answers, events)


def seats_from_first_player(state: State) -> list[int]:
    """Return the seats clockwise from the first player of the round (H-41)."""
    first = state.order[0]
    return [first, *state.opponents(first)]


def _reserve_fragments(state: State, answers: dict[int, Decision], events: list[Event]) -> None:
    """Keep for each seat the first of its wishes that is still free; discard the rest (H-28)."""
    free = claimable_fragments(state)
    reserve = []
    for seat in seats_from_first_player(state):
        wishes = answers[seat].args.get("reserve", []) if seat in answers else []
        wish = next((code for code in wishes if code in free), None)  # type: ignore[union-attr]
        if isinstance(wish, str):
            free.remove(wish)
            reserve.append(wish)
            events.append(
                Event(event_kinds.FRAGMENT_RESERVED, {"seat": seat, "card": wish}, reveals=True)
            )
    discards = [code for code in state.row if code is not None and code not in reserve]
    state.prophecy_discard += discards
    state.row = [code if code in reserve else None for code in state.row]
    slide_row(state)
    refill_row(state, events)


def _lose_tokens_to_threat(
    state: State, seat: int, answers: dict[int, Decision], events: list[Event]
) -> None:
    """Make a seat lose tokens to the Threat, in the mix that the player chose."""
    loss = count_threat_loss(state, seat)
    if not loss:
        return
    own = state.seats[seat]
    mix = answers[seat].args.get("loss") if seat in answers else None
    if not isinstance(mix, dict):
        mix = list_token_splits(loss, {"wealth": own.wealth, "influence": own.influence})[-1]
    own.wealth -= mix.get("wealth", 0)
    own.influence -= mix.get("influence", 0)
    facts = {"seat": seat, "threat": state.threat, "wealth": mix.get("wealth", 0)}
    facts["influence"] = mix.get("influence", 0)
    events.append(Event(event_kinds.THREAT_LOSS, facts, reveals=True))
