"""Reading the arguments of a decision, and refusing those that are none."""

from __future__ import annotations

from bisect import insort
from typing import TypeVar

from games.engine.contract import Choice, Decision, Event, IllegalDecision

from . import events as told
from .state import State

Said = TypeVar("Said")

DECLINE = Choice("decline")
DECLINE_DECISION = Decision("decline")


def not_an_answer(decision: Decision) -> IllegalDecision:
    """Return the refusal of a verb that the question does not know or does not allow now."""
    return IllegalDecision(
        "“{verb}” is no answer to this question now.", code="verb", verb=decision.verb
    )


def refuse_arguments(decision: Decision) -> None:
    """Refuse arguments where none are wanted."""
    if decision.args:
        raise IllegalDecision(
            "“{verb}” takes nothing with it.", code="arguments", verb=decision.verb
        )


def decline_power(
    state: State, seat: int, decision: Decision, power: str, events: list[Event]
) -> None:
    """Take “decline” for the optional power asked about, refuse any other verb."""
    if decision.verb != "decline":
        raise not_an_answer(decision)
    refuse_arguments(decision)
    state.agenda.pop()
    events.append(Event(told.DECLINED, {"seat": seat, "power": power}))


def code_in(decision: Decision, name: str) -> str:
    """Return the only argument, a single code."""
    code = decision.args.get(name)
    if len(decision.args) != 1 or not isinstance(code, str):
        raise IllegalDecision(
            "“{verb}” needs one {name}, and no more.",
            code="arguments",
            verb=decision.verb,
            name=name,
        )
    return code


def number_in(decision: Decision, name: str) -> int:
    """Return the only argument, a whole number."""
    number = decision.args.get(name)
    if len(decision.args) != 1 or type(number) is not int:
        raise IllegalDecision(
            "“{verb}” needs one {name}, a whole number, and no more.",
            code="arguments",
            verb=decision.verb,
            name=name,
        )
    return number


def two_codes_in(decision: Decision, first: str, second: str) -> tuple[str, str]:
    """Return the only two arguments, single codes."""
    one, other = decision.args.get(first), decision.args.get(second)
    if len(decision.args) != 2 or not isinstance(one, str) or not isinstance(other, str):
        raise IllegalDecision(
            "“{verb}” needs one {first} and one {second}.",
            code="arguments",
            verb=decision.verb,
            first=first,
            second=second,
        )
    return one, other


def codes_in(decision: Decision, name: str, others: int = 0) -> list[str]:
    """Return the codes of one argument; a single code may stand bare. `others` more are wanted."""
    codes = decision.args.get(name)
    if isinstance(codes, str):
        codes = [codes]
    if (
        len(decision.args) != 1 + others
        or not isinstance(codes, list)
        or any(type(code) is not str for code in codes)
    ):
        raise IllegalDecision(
            "“{verb}” needs {name}: a list.", code="arguments", verb=decision.verb, name=name
        )
    return codes


def take_from_hand(hand: list[str], cards: list[str]) -> None:
    """Remove `cards` from the hand. Refuses what is not there; the hand is then unchanged."""
    kept = hand[:]
    for card in cards:
        try:
            kept.remove(card)
        except ValueError:
            raise IllegalDecision("You do not hold all of these Allies.", code="hand") from None
    hand[:] = kept


def put_in_hand(hand: list[str], cards: list[str]) -> None:
    """Add `cards`; the hand stays sorted, so that nobody sees in which order cards came."""
    if len(cards) == 1:
        insort(hand, cards[0])
    else:
        hand.extend(cards)
        hand.sort()


def with_sealed_answer(answers: dict[int, Said], seat: int, said: Said) -> dict[int, Said]:
    """Return the sealed answers with one more, by seat.

    The state must not tell in which order they came: a group may stay open while a seat still has
    to discard.
    """
    return dict(sorted({**answers, seat: said}.items()))
