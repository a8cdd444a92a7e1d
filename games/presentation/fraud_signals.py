"""Describe the evidence of a fraud signal for staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.models import FraudSignal

Kind = FraudSignal.Kind


def describe_evidence(hint: FraudSignal) -> str:
    """Describe the evidence in one sentence with its figures."""
    return TOLD[Kind(hint.kind)](hint, hint.facts)


def _make_shared_describer(what: str) -> Callable[[FraudSignal, dict[str, Any]], str]:
    def told(hint: FraudSignal, facts: dict[str, Any]) -> str:
        return (
            f"Signed in from {facts['many']} {what}, both between {facts['first'][:10]} and"
            f" {facts['last'][:10]}; tables at which they sat together: {facts['together']}."
        )

    return told


def _describe_timing(hint: FraudSignal, facts: dict[str, Any]) -> str:
    return (
        f"In {facts['matches']} matches {facts['close']} of {facts['answers']} answers of"
        f" {hint.one} came within two minutes of one of {hint.two}; of"
        f" {facts['others']} at their last tables with others {facts['others_close']} came as close"
        " to one of those."
    )


def _describe_offers(hint: FraudSignal, facts: dict[str, Any]) -> str:
    payer, paid = hint.one, hint.two
    if facts["payer"] != str(payer.pk):
        payer, paid = paid, payer
    return (
        f"In {facts['matches']} matches {payer} gave {paid} {facts['price']} for what is worth"
        f" {facts['worth']}, in {facts['deals']} deals; others at the same tables gave"
        f" {facts['others_price']} for {facts['others_worth']}, in {facts['others']}."
    )


TOLD: dict[Kind, Callable[[FraudSignal, dict[str, Any]], str]] = {
    Kind.ADDRESS: _make_shared_describer("shared network addresses"),
    Kind.DEVICE: _make_shared_describer("shared browsers"),
    Kind.TIMING: _describe_timing,
    Kind.OFFERS: _describe_offers,
}
