"""Check that a decision is one of the offered answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.contract import (
    Argument,
    Choice,
    Decision,
    IllegalDecision,
    Number,
    Pick,
    Slot,
    Split,
)


def check_is_offered(choices: Sequence[Choice], decision: Decision) -> None:
    """Raise IllegalDecision unless the decision fills one of the choices within its bounds.

    The rules get no other decisions, so that malformed answers cannot crash them.
    """
    for choice in choices:
        if is_of(decision, choice) and all(
            can_fill_slot(decision.args[slot.name], slot) for slot in choice.slots
        ):
            return
    raise IllegalDecision(_("That is not one of the answers to this question."))


def can_fill_slot(argument: Argument, slot: Slot) -> bool:
    """Return whether an argument is valid for the slot."""
    match slot:
        case Number(low=low, high=high):
            return type(argument) is int and low <= argument <= high
        case Split(total=total, bins=bins):
            return (
                isinstance(argument, dict)
                and sum(argument.values()) == total
                and all(0 < many <= bins.get(code, 0) for code, many in argument.items())
            )
        case Pick(items=items, least=1, most=1):
            return isinstance(argument, str) and argument in items
        case Pick(items=items, least=least, most=most):
            return (
                isinstance(argument, list)
                and least <= len(argument) <= most
                and Counter(argument) <= Counter(items)
            )


def is_of(decision: Decision, choice: Choice) -> bool:
    """Return whether the decision has the verb and the arguments of this choice, valid or not."""
    names = {*choice.args, *(slot.name for slot in choice.slots)}
    has_same_args = all(decision.args.get(name) == value for name, value in choice.args.items())
    return decision.verb == choice.verb and set(decision.args) == names and has_same_args
