"""Lists have pages, whose length the request chooses and whose headers lead on; requests are
counted, and the response says how many are left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from games.api.endpoint import A_MINUTE
from games.api.schema import get_openapi_document
from games.models import Match, Player, Vote
from games.services import chat, default_orders, match_presets, matches, orders, tokens
from games.services.play import votes
from games.services.play.decisions import submit_decision

from .conftest import Program
from .endpoints import METHODS, address

pytestmark = pytest.mark.django_db

DOCUMENT = get_openapi_document()


def content_of(operation: dict[str, Any]) -> dict[str, Any]:
    """The schema of the JSON that an operation gives, {} if it gives none."""
    responses = [answer for status, answer in operation["responses"].items() if status < "300"]
    schema = responses[0].get("content", {}).get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    return DOCUMENT["components"]["schemas"][name] if name else schema


PAGED = {
    operation["operationId"]
    for item in DOCUMENT["paths"].values()
    for method, operation in item.items()
    if method == "get" and "next" in content_of(operation).get("properties", {})
} - {"my_events", "match_events", "match_ends"}


def test_no_operation_gives_a_bare_array() -> None:
    for item in DOCUMENT["paths"].values():
        for method in METHODS:
            schema = content_of(item[method]) if method in item else {}
            assert schema.get("type", "object") != "array", item[method]["operationId"]
    assert {"list_matches", "match_history", "list_games", "list_votes"} <= PAGED


@pytest.fixture
def full(pebbles: Match, people: dict[str, Any]) -> Match:
    """A match and a player with several of most things that there are lists of."""
    alice: Player = people["alice"]
    for number in range(3):
        matches.open_match(alice, matches.MatchTerms("pebbles", seats=2))
        tokens.make_token(alice, name=f"t{number}", scopes=["read"])
        match_presets.save_preset(alice, f"p{number}", matches.MatchTerms("pebbles", 2 + number))
        order = orders.read_order(pebbles, alice, f"take 3 if pile = {number + 1}")
        orders.write_order(pebbles, alice, order)
        default_orders.save_default_order(alice, "pebbles", order)
        prompt = pebbles.prompts.get(closed_at=None)
        submit_decision(prompt.token, None, source="page", key=f"k{number}")
        chat.send_message(pebbles, alice, f"Hello {number}", key=f"c{number}")
    votes.call_vote(alice, pebbles, Vote.Kind.PAUSE, hours=48)
    return pebbles


@pytest.mark.parametrize("operation", sorted(PAGED))
def test_the_pages_of_a_list_are_the_whole_list(
    full: Match, people: dict[str, Any], program: Callable[..., Program], operation: str
) -> None:
    # The correspondent in the address is alice.
    reader = program("bob" if operation == "list_direct_messages" else "alice")
    method, path = address(operation, full, people["alice"])
    whole = reader(method, f"{path}?limit=100")
    assert "Link" not in whole.headers and whole.json()["next"] is None

    entries, at = list[Any](), f"{path}?limit=1"
    while at:
        page = reader(method, at)
        assert page.status_code == 200 and len(page.json()["results"]) <= 1
        entries += page.json()["results"]
        link = page.headers.get("Link", "")
        assert bool(link) == (page.json()["next"] is not None)
        url = urlsplit(link.partition(">")[0].removeprefix("<"))
        at = f"{url.path.removeprefix('/api/v1/')}?{url.query}" if link else ""

    assert entries == whole.json()["results"]
    assert not link or link.endswith('; rel="next"')


@pytest.mark.parametrize("operation", sorted(PAGED))
@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=%20", "page=2"])
def test_a_page_that_cannot_be_is_refused(
    pebbles: Match,
    people: dict[str, Any],
    program: Callable[..., Program],
    operation: str,
    query: str,
) -> None:
    method, path = address(operation, pebbles, people["alice"])
    reader = program("bob" if operation == "list_direct_messages" else "alice")
    response = reader(method, f"{path}?{query}")

    assert (response.status_code, response.json()["field"]) == (400, query.split("=")[0])


def test_an_entry_that_is_gone_is_no_cursor(program: Callable[..., Program], full: Match) -> None:
    alice = program("alice")
    cursor = alice.get("me/orders/?limit=1")["next"]
    alice("DELETE", f"me/orders/{cursor}/")

    response = alice("GET", f"me/orders/?limit=1&cursor={cursor}")

    assert (response.status_code, response.json()["field"]) == (400, "cursor")


def test_a_response_says_how_many_requests_are_left(
    program: Callable[..., Program], pebbles: Match
) -> None:
    alice, path = program("alice"), f"matches/{pebbles.number}/view/"
    seen = alice("GET", path)
    again = alice("GET", path, **{"If-None-Match": seen["ETag"]})
    cached = alice("GET", path, **{"If-None-Match": seen["ETag"]})
    token = pebbles.prompts.get(closed_at=None).token
    answered = alice("POST", f"prompts/{token}/answer/", {"number": 1})
    late = alice("POST", f"prompts/{token}/answer/", {"number": 1})

    assert (again.status_code, cached.status_code, late.status_code) == (304, 304, 409)
    for responses, most in (
        ((seen, again, cached), A_MINUTE["read"]),
        ((answered, late), A_MINUTE["play"]),
    ):
        left = [int(response["RateLimit-Remaining"]) for response in responses]
        assert left == list(range(left[0], left[0] - len(left), -1)) and left[0] < most
        assert {response["RateLimit-Limit"] for response in responses} == {str(most)}
        assert all(0 < int(response["RateLimit-Reset"]) <= 60 for response in responses)


def test_one_too_many_says_when_to_come_back(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(A_MINUTE, "read", 2)
    alice = program("alice")

    responses = [alice("GET", "me/") for _ in range(3)]

    assert [response.status_code for response in responses] == [200, 200, 429]
    assert [response["RateLimit-Remaining"] for response in responses] == ["1", "0", "0"]
    assert responses[2]["Retry-After"] == responses[2]["RateLimit-Reset"]
