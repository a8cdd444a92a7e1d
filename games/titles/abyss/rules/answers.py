"""Parse the arguments of a decision and refuse invalid ones."""

from __future__ import annotations

from bisect import insort
from typing import TypeVar

from games.engine.contract import Choice, Decision, Event, IllegalDecision

from . import event_kinds
from .state import State

SealedAnswer = TypeVar("SealedAnswer")

DECLINE = Choice("decline")
DECLINE_DECISION = Decision("decline")


def not_an_answer(decision: Decision) -> IllegalDecision:
    """Return the refusal of a verb that the question does not have or does not allow now."""
    return IllegalDecision(
        "“{verb}” is not a possible answer to this question.", code="verb", verb=decision.verb
    )


def refuse_arguments(decision: Decision) -> None:
    """Refuse arguments where none are expected."""
    if decision.args:
        raise IllegalDecision(
            "Write “{verb}” on its own, with nothing after it.",
            code="arguments",
            verb=decision.verb,
        )


def decline_power(
    state: State, seat: int, decision: Decision, power: str, events: list[Event]
) -> None:
    """Accept “decline” for an optional power; refuse any other verb."""
    if decision.verb != "decline":
        raise not_an_answer(decision)
    refuse_arguments(decision)
    state.agenda.pop()
    events.append(Event(event_kinds.POWER_DECLINED, {"seat": seat, "power": power}))


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
    """Return the only argument, an integer."""
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
    """Return the only two arguments, each a single code."""
    first_code, second_code = decision.args.get(first), decision.args.get(second)
    if (
        len(decision.args) != 2
        or not isinstance(first_code, str)
        or not isinstance(second_code, str)
    ):
        raise IllegalDecision(
            "“{verb}” needs one {first} and one {second}.",
            code="arguments",
            verb=decision.verb,
            first=first,
            second=second,
        )
    return first_code, second_code


def codes_in(decision: Decision, name: str, others: int = 0) -> list[str]:
    """Return the list of codes in argument `name`; a single code need not be a list.

    Exactly `others` further arguments must be present.
    """
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
    """Remove `cards` from the hand. If one is missing, refuse and leave the hand unchanged."""
    rest = hand[:]
    for card in cards:
        try:
            rest.remove(card)
        except ValueError:
            raise IllegalDecision("You do not hold all of these Allies.", code="hand") from None
    hand[:] = rest


def put_in_hand(hand: list[str], cards: list[str]) -> None:
    """Add `cards` and keep the hand sorted, so that the order does not show when a card came."""
    if len(cards) == 1:
        insort(hand, cards[0])
    else:
        hand.extend(cards)
        hand.sort()


def with_sealed_answer(
    answers: dict[int, SealedAnswer], seat: int, answer: SealedAnswer
) -> dict[int, SealedAnswer]:
    """Return the sealed answers with one more, sorted by seat.

    The state must not reveal the order in which the answers came: a group may stay open while a
    seat still has to discard.
    """
    if not answers:
        return {seat: answer}
    return dict(sorted({**answers, seat: answer}.items()))
