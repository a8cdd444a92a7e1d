"""Describe the evidence of a fraud signal for staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from games.models import FraudSignal

Kind = FraudSignal.Kind


def describe_evidence(hint: FraudSignal) -> str:
    """Describe the evidence in one sentence with its figures."""
    return TOLD[Kind(hint.kind)](hint, hint.facts)


def _describe_addresses(hint: FraudSignal, facts: dict[str, Any]) -> str:
    said = gettext(
        "Signed in from %(many)s shared network addresses, both between %(first)s and %(last)s;"
        " tables at which they sat together: %(together)s."
    )
    return said % _shared_facts(facts)


def _describe_devices(hint: FraudSignal, facts: dict[str, Any]) -> str:
    said = gettext(
        "Signed in from %(many)s shared browsers, both between %(first)s and %(last)s;"
        " tables at which they sat together: %(together)s."
    )
    return said % _shared_facts(facts)


def _shared_facts(facts: dict[str, Any]) -> dict[str, Any]:
    return {**facts, "first": facts["first"][:10], "last": facts["last"][:10]}


def _describe_timing(hint: FraudSignal, facts: dict[str, Any]) -> str:
    said = gettext(
        "In %(matches)s matches %(close)s of %(answers)s answers of %(one)s came within two"
        " minutes of one of %(two)s; of %(others)s at their last tables with others"
        " %(others_close)s came as close to one of those."
    )
    return said % {**facts, "one": hint.one, "two": hint.two}


def _describe_offers(hint: FraudSignal, facts: dict[str, Any]) -> str:
    payer, paid = hint.one, hint.two
    if facts["payer"] != str(payer.pk):
        payer, paid = paid, payer
    said = gettext(
        "In %(matches)s matches %(payer)s gave %(paid)s %(price)s for what is worth %(worth)s, in"
        " %(deals)s deals; others at the same tables gave %(others_price)s for %(others_worth)s,"
        " in %(others)s."
    )
    return said % {**facts, "payer": payer, "paid": paid}


TOLD: dict[Kind, Callable[[FraudSignal, dict[str, Any]], str]] = {
    Kind.ADDRESS: _describe_addresses,
    Kind.DEVICE: _describe_devices,
    Kind.TIMING: _describe_timing,
    Kind.OFFERS: _describe_offers,
}
