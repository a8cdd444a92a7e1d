"""Build the prompt of a single seat, parse the arguments of its answer and refuse invalid ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.contract import Argument, Choice, Decision, Facts, IllegalDecision, Prompt

LEAVE = Choice("leave")
LEAVE_DECISION = Decision("leave")


def make_seat_prompt(
    question: Any,
    choices: Sequence[Choice],
    fallback: Decision,
    facts: Facts,
) -> list[Prompt]:
    """Return the prompt of a question for a single seat, as a list."""
    tag, seat = question.__struct_config__.tag, question.seat
    return [Prompt(seat, tag, question.number + seat, tuple(choices), fallback, facts)]


def not_an_answer(decision: Decision) -> IllegalDecision:
    """Return the refusal of an answer that the question does not have or does not allow now."""
    return IllegalDecision(
        "“{verb}” is not a possible answer to this question.", code="verb", verb=decision.verb
    )


def known_answer(decision: Decision, choices: Iterable[Choice]) -> None:
    """Refuse anything but one of the choices, which have no slots."""
    for choice in choices:
        if choice.verb == decision.verb and choice.args == decision.args:
            return
    raise not_an_answer(decision)


def require_exact_args(decision: Decision, *names: str) -> None:
    """Refuse any arguments other than exactly these."""
    if decision.args.keys() != set(names):
        raise IllegalDecision(
            "“{verb}” needs different details.", code="arguments", verb=decision.verb
        )


def code_in(decision: Decision, name: str) -> str:
    """Return an argument that is a single code."""
    code = decision.args.get(name)
    if not isinstance(code, str):
        raise IllegalDecision(
            "“{verb}” needs one {name}.", code="arguments", verb=decision.verb, name=name
        )
    return code


def number_in(decision: Decision, name: str, most: int) -> int:
    """Return an argument that is an integer from 0 to `most`."""
    number = decision.args.get(name)
    if type(number) is not int or not 0 <= number <= most:
        raise IllegalDecision(
            "“{verb}” needs {name}: a number from 0 to {most}.",
            code="arguments",
            verb=decision.verb,
            name=name,
            most=most,
        )
    return number


def codes_in(decision: Decision, name: str, items: Sequence[str], least: int = 0) -> list[str]:
    """Return an argument that is a list of `items`, each at most as often as it occurs there."""
    codes = decision.args.get(name)
    if isinstance(codes, str):
        codes = [codes]
    if not isinstance(codes, list) or any(type(code) is not str for code in codes):
        raise IllegalDecision(
            "“{verb}” needs {name}: a list.", code="arguments", verb=decision.verb, name=name
        )
    if len(codes) < least or Counter(codes) - Counter(items):
        raise IllegalDecision(
            "“{verb}”: that is not a possible choice ({name}).",
            code="items",
            verb=decision.verb,
            name=name,
        )
    return codes


def split_in(decision: Decision, name: str, total: int, bins: dict[str, int]) -> dict[str, int]:
    """Return an argument that splits exactly `total` among `bins` (name -> maximum), without
    zeros."""
    spread: Argument | None = decision.args.get(name)
    if (
        not isinstance(spread, dict)
        or any(
            type(many) is not int or not 0 < many <= bins.get(c, 0) for c, many in spread.items()
        )
        or sum(spread.values()) != total
    ):
        raise IllegalDecision(
            "“{verb}” needs {name}: {total} in all, of what you have.",
            code="split",
            verb=decision.verb,
            name=name,
            total=total,
        )
    return spread


def list_token_splits(total: int, bins: dict[str, int]) -> list[dict[str, int]]:
    """Return every way to split `total` between Wealth and Influence, most Wealth first."""
    wealth, influence = bins.get("wealth", 0), bins.get("influence", 0)
    splits = []
    for part in range(min(total, wealth), -1, -1):
        if total - part <= influence:
            both = {"wealth": part, "influence": total - part}
            splits.append({code: many for code, many in both.items() if many})
    return splits
