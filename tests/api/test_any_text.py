"""Whatever a program sends as text, in any script and of any length, is answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from games.api import endpoint
from games.models import Match

from ..games.test_any_words import TEXTS
from .conftest import Program
from .endpoints import BODIES, address

FORMS = ("{x}", "1 {x}", "take 1 until {x}")
# What creates rows beside the operation itself is slow, and is tried with fewer texts.
SLOW = ("attempt_puzzle", "open_analysis_board", "try_move")


def list_slots() -> Iterator[tuple[str, str]]:
    """Yield each operation with the name of each text in its body."""
    for operation, body in BODIES.items():
        yield from ((operation, name) for name, value in body.items() if isinstance(value, str))


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("operation", "name"), list(list_slots()))
def test_any_text_in_a_body_is_answered(
    pebbles: Match,
    program: Callable[..., Program],
    people: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    operation: str,
    name: str,
) -> None:
    """As it is, so that it may be a lone surrogate or NUL."""
    monkeypatch.setattr(endpoint, "A_MINUTE", dict.fromkeys(endpoint.A_MINUTE, 100_000))
    alice = program("alice")
    method, path = address(operation, pebbles, people["alice"])

    statuses = {}
    for form in FORMS:
        for text in TEXTS[:: 8 if operation in SLOW else 1]:
            body = BODIES[operation] | {name: form.replace("{x}", text)}
            with transaction.atomic():
                statuses[alice(method, path, body).status_code] = json.dumps(body)[:200]
                transaction.set_rollback(True)

    assert all(status < 500 and status != 429 for status in statuses), statuses
