"""Describe the evidence of a fraud signal for staff."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from games.engine.contract import Facts
from games.models import FraudSignal, Player

Kind = FraudSignal.Kind


def describe_evidence(hint: FraudSignal) -> str:
    """Describe the evidence with its figures, and how rare that is."""
    sentence = DESCRIPTIONS[Kind(hint.kind)](hint, hint.facts)
    return f"{sentence} {_describe_chance(hint.facts)}{_describe_sharing(hint.facts)}".strip()


def _describe_mailbox(hint: FraudSignal, facts: Facts) -> str:
    return gettext("The e-mail addresses of both are two spellings of one address.")


def _describe_addresses(hint: FraudSignal, facts: Facts) -> str:
    sentence = gettext(
        "Signed in from %(many)s shared network addresses, both between %(first)s and %(last)s;"
        " tables at which they sat together: %(together)s."
    )
    return sentence % _shared_facts(facts)


def _describe_devices(hint: FraudSignal, facts: Facts) -> str:
    sentence = gettext(
        "Signed in from %(many)s shared browsers, both between %(first)s and %(last)s;"
        " tables at which they sat together: %(together)s."
    )
    return sentence % _shared_facts(facts)


def _shared_facts(facts: Facts) -> Facts:
    return {**facts, "first": facts["first"][:10], "last": facts["last"][:10]}


def _describe_timing(hint: FraudSignal, facts: Facts) -> str:
    sentence = gettext(
        "In %(matches)s matches, %(close)s of %(answers)s answers by %(one)s came within two"
        " minutes of one by %(two)s; at their last tables with others, %(others_close)s of"
        " %(others)s came as close."
    )
    return sentence % {**facts, "one": hint.one, "two": hint.two}


def _describe_offers(hint: FraudSignal, facts: Facts) -> str:
    payer: Player | None = hint.one
    payee: Player | None = hint.two
    if str(hint.one_id) != facts["payer"]:
        payer, payee = payee, payer
    sentence = gettext(
        "In %(matches)s matches %(payer)s gave %(paid)s %(price)s for what is worth %(worth)s, in"
        " %(deals)s deals; others at the same tables gave %(others_price)s for %(others_worth)s,"
        " in %(others)s."
    )
    return sentence % {**facts, "payer": payer, "paid": payee}


def _describe_bot_use(hint: FraudSignal, facts: Facts) -> str:
    sentence = gettext(
        "Half of %(answers)s answers came between %(quarter)s and %(three_quarters)s seconds after"
        " the question; %(as_even)s of %(people)s other people answer as evenly."
    )
    quartiles = {name: round(facts[name], 1) for name in ("quarter", "three_quarters")}
    return sentence % {**facts, **quartiles}


def _describe_chance(facts: Facts) -> str:
    """Return how often chance alone brings this, and among how many it was looked for."""
    if "pairs" not in facts:
        return ""
    sentence = gettext(
        "By chance alone, this happens for %(percent)s of pairs; %(pairs)s pairs were compared,"
        " so about %(expected)s would show it for no reason."
    )
    chance, pairs = facts["chance"], facts["pairs"]
    facts = {"percent": f"{chance:.1%}", "pairs": pairs, "expected": f"{chance * pairs:.1f}"}
    return sentence % facts


def _describe_sharing(facts: Facts) -> str:
    """Return how many of all pairs of players share a place; "" for signals without that figure."""
    if "sharing" not in facts:
        return ""
    sentence = gettext(
        "Of all %(pairs)s pairs of players who signed in lately, %(sharing)s share one as these do."
    )
    pairs = facts["people"] * (facts["people"] - 1) // 2
    return sentence % {"pairs": pairs, "sharing": facts["sharing"]}


DESCRIPTIONS: dict[Kind, Callable[[FraudSignal, Facts], str]] = {
    Kind.MAILBOX: _describe_mailbox,
    Kind.ADDRESS: _describe_addresses,
    Kind.DEVICE: _describe_devices,
    Kind.TIMING: _describe_timing,
    Kind.OFFERS: _describe_offers,
    Kind.BOT: _describe_bot_use,
}
