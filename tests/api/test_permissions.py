"""Who may do what: every operation by a visitor, a stranger, an opponent and the owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match

from .endpoints import BODIES, OPERATIONS, address

pytestmark = pytest.mark.django_db

WHO = {"visitor": "", "stranger": "carol", "opponent": "bob", "owner": "alice"}

# What belongs to alice, who plays pebbles with bob: visitor, stranger, opponent, owner.
TABLE = {
    "list_games": (200, 200, 200, 200),
    "get_game": (200, 200, 200, 200),
    "list_matches": (200, 200, 200, 200),
    "open_match": (401, 201, 201, 201),
    "get_match": (200, 200, 200, 200),
    # It has begun.
    "join_match": (401, 409, 409, 409),
    "leave_match": (401, 403, 409, 409),
    "view_match": (200, 200, 200, 200),
    "match_history": (200, 200, 200, 200),
    "export_match": (200, 200, 200, 200),
    "list_orders": (401, 403, 200, 200),
    "write_order": (401, 403, 201, 201),
    "preview_order": (401, 403, 200, 200),
    # The opponent has no order of that number.
    "cancel_order": (401, 403, 404, 204),
    "list_messages": (401, 403, 200, 200),
    "say": (401, 403, 201, 201),
    "list_prompts": (401, 200, 200, 200),
    "get_prompt": (401, 403, 403, 200),
    # The token is the right to answer.
    "answer_prompt": (200, 200, 200, 200),
    "get_me": (401, 200, 200, 200),
    "change_me": (401, 200, 200, 200),
    "list_tokens": (401, 200, 200, 200),
    "make_token": (401, 201, 201, 201),
    "revoke_token": (401, 404, 404, 204),
}
# Of a private match others do not learn that it is there.
PRIVATE = {"get_match", "join_match", "leave_match", "view_match", "match_history", "export_match"}
PRIVATE |= {"list_orders", "write_order", "preview_order", "cancel_order", "list_messages", "say"}

SCOPES = {operation: "play" for operation in TABLE if OPERATIONS[operation][0] != "GET"}
SCOPES |= {operation: "read" for operation in TABLE if OPERATIONS[operation][0] == "GET"}
SCOPES |= dict.fromkeys(("change_me", "make_token", "revoke_token"), "manage")


def test_every_operation_stands_in_the_table() -> None:
    assert set(TABLE) == set(OPERATIONS)


@pytest.mark.parametrize("operation", TABLE)
@pytest.mark.parametrize("who", WHO)
def test_who_may_do_what(
    program: Any, people: dict[str, Any], pebbles: Match, who: str, operation: str
) -> None:
    method, path = address(operation, pebbles, people["alice"])

    answer = program(WHO[who])(method, path, BODIES.get(operation))

    assert answer.status_code == dict(zip(WHO, TABLE[operation], strict=True))[who]
    is_problem = answer.status_code >= 400
    assert (answer.get("Content-Type") == "application/problem+json") == is_problem


@pytest.mark.parametrize("operation", sorted(PRIVATE))
def test_a_private_match_is_not_there_for_a_stranger(
    program: Any, people: dict[str, Any], deal: Callable[..., Match], operation: str
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    Match.objects.filter(pk=match.pk).update(private=True)
    method, path = address(operation, match, people["alice"])

    answer = program("carol")(method, path, BODIES.get(operation))

    assert answer.status_code == 404
    assert program("alice")("GET", f"matches/{match.number}/").status_code == 200


@pytest.mark.parametrize("operation", [name for name in TABLE if name != "answer_prompt"])
def test_a_token_does_nothing_beyond_its_scopes(
    program: Any, people: dict[str, Any], pebbles: Match, operation: str
) -> None:
    method, path = address(operation, pebbles, people["alice"])
    others = {"read", "play", "manage"} - {SCOPES[operation]}

    answer = program("alice", *others)(method, path, BODIES.get(operation))

    assert (answer.status_code, answer.json()["code"]) == (403, "lacks_scope")
    if operation != "join_match":
        enough = program("alice", SCOPES[operation])(method, path, BODIES.get(operation))
        assert enough.status_code == TABLE[operation][3] or enough.json()["code"] != "lacks_scope"
