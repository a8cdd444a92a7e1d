"""The powers usable once in each of the owner's turns: Slaver, Oracle, Opportunist."""

from __future__ import annotations

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick

from . import event_kinds
from .answers import code_in, not_an_answer
from .components import LORDS, VALUE
from .seats import Seat
from .state import State

POWERS = {"use_slaver": "slaver", "use_oracle": "oracle", "use_opportunist": "opportunist"}
OWNERS = frozenset(POWERS.values())
SLAVER_PEARLS = 2


def usable_powers(state: State, seat: Seat) -> list[str]:
    """Return the Lords whose power the active player may use now, in the order of the tableau."""
    return [
        lord.id
        for lord in seat.lords
        if lord.id in OWNERS
        and seat.has(lord.id)
        and lord.id not in state.powers_used
        and _has_target(state, seat, lord.id)
    ]


def _has_target(state: State, seat: Seat, lord: str) -> bool:
    if lord == "slaver":
        return bool(seat.hand)
    if lord == "oracle":
        return any(state.council.values())
    return bool(state.court and state.lord_deck)


def power_choices(state: State, seat: Seat) -> list[Choice]:
    """Return the choices to use powers, which are added to the current question."""
    choices: list[Choice] = []
    for power in usable_powers(state, seat):
        if power == "slaver":
            choices.append(_slaver_choice(seat))
        elif power == "oracle":
            choices += [
                Choice("use_oracle", {"stack": race})
                for race, stack in state.council.items()
                if stack
            ]
        else:
            choices += [Choice("use_opportunist", {"lord": lord}) for lord in state.court]
    return choices


def _slaver_choice(seat: Seat) -> Choice:
    hand = tuple(seat.hand)

    def fill() -> list[Decision]:
        cheapest = sorted(set(hand), key=lambda card: (VALUE[card], card))[:8]
        return [Decision("use_slaver", {"ally": card}) for card in cheapest]

    return Choice("use_slaver", {}, (Pick("ally", hand),), fill)


def use_power(state: State, number: int, decision: Decision, events: list[Event]) -> None:
    """Let the active player, seat `number`, use a power; refuse what is not possible now."""
    power = POWERS.get(decision.verb)
    if power is None:
        raise not_an_answer(decision)
    seat = state.seats[number]
    if not seat.has(power):
        raise IllegalDecision("You have no such Lord with a working power.", code="power_not_held")
    if power in state.powers_used:
        raise IllegalDecision(
            "This power works only once on each of your turns.", code="power_used_this_turn"
        )
    if power == "slaver":
        _sell_ally(state, number, code_in(decision, "ally"), events)
    elif power == "oracle":
        _discard_council_stack(state, number, code_in(decision, "stack"), events)
    else:
        _replace_court_lord(state, number, code_in(decision, "lord"), events)
    state.powers_used.append(power)


def _sell_ally(state: State, number: int, ally: str, events: list[Event]) -> None:
    """“The Slaver”: sell an Ally from the hand for two Pearls."""
    seat = state.seats[number]
    if ally not in seat.hand:
        raise IllegalDecision(
            "The Slaver sells only Allies that you hold.", code="ally_not_in_hand"
        )
    seat.hand.remove(ally)
    state.discard.append(ally)
    seat.pearls += SLAVER_PEARLS
    events.append(
        Event(event_kinds.SLAVER_USED, {"seat": number, "ally": ally, "pearls": SLAVER_PEARLS})
    )


def _discard_council_stack(state: State, number: int, race: str, events: list[Event]) -> None:
    """“The Oracle”: move a Council stack to the discard pile, face down."""
    stack = state.council.get(race)
    if not stack:
        raise IllegalDecision(
            "The Oracle needs a Council stack that is not empty.", code="council_stack_empty"
        )
    state.discard_unseen += stack
    events.append(
        Event(event_kinds.ORACLE_USED, {"seat": number, "race": race, "cards": len(stack)})
    )
    stack.clear()


def _replace_court_lord(state: State, number: int, lord: str, events: list[Event]) -> None:
    """“The Opportunist”: replace a Lord in the Court by the top Lord of the deck."""
    if lord not in state.court:
        raise IllegalDecision(
            "The Opportunist needs a Lord of the Court.", code="lord_not_in_court"
        )
    if not state.lord_deck:
        raise IllegalDecision(
            "The Opportunist needs a Lord left in the deck.", code="lord_deck_empty"
        )
    newcomer = state.lord_deck.pop()
    state.court[state.court.index(lord)] = newcomer
    state.lords_gone.append(lord)
    events.append(
        Event(
            event_kinds.OPPORTUNIST_USED,
            {"seat": number, "lord": lord, "by": newcomer},
            reveals=True,
        )
    )


assert all(LORDS[owner].power == "turn" for owner in OWNERS)
