"""What an operation does not take is refused by name, with the nearest known name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.api import endpoint
from games.api.addresses import find_nearest_address
from games.models import Match, Move

from .conftest import Program
from .endpoints import BODIES, OPERATIONS, address

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "A_MINUTE", dict.fromkeys(endpoint.A_MINUTE, 10**6))


@pytest.fixture
def call(
    program: Callable[..., Program], people: dict[str, Any], pebbles: Match
) -> Callable[..., Any]:
    """call(operation, body, query): alice's response; whatever it changes is undone."""
    alice = program("alice")

    def call(operation: str, body: Any = None, query: str = "", **headers: str) -> Any:
        with transaction.atomic():
            method, path = address(operation, pebbles, people["alice"])
            response = alice(method, path + query, body, **headers)
            transaction.set_rollback(True)
        return response

    return call


def objects_within(body: Any, path: str = "") -> Iterator[str]:
    """Yield the path of each object in a body, "" for the body itself."""
    if isinstance(body, dict):
        yield path
    items = body.items() if isinstance(body, dict) else enumerate(body)
    for name, value in items:
        if isinstance(value, dict | list):
            yield from objects_within(value, f"{path}.{name}".strip("."))


def with_field(body: Any, path: str, name: str) -> Any:
    """Return the body with one more field in the object at a path."""
    changed = json.loads(json.dumps(body))
    place = changed
    for key in filter(None, path.split(".")):
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[name] = "x"
    return changed


# Objects whose keys depend on the game, on the league or on the player's channels.
FREE = {"settings.options", "terms", "channels"}


def test_every_operation_refuses_an_unknown_parameter(call: Callable[..., Any]) -> None:
    problems = {}
    for operation in OPERATIONS:
        response = call(operation, BODIES.get(operation), "?limmit=2")
        problem = response.json() if response.content else {}
        problems[operation] = (response.status_code, problem.get("code"), problem.get("field"))

    assert problems == dict.fromkeys(OPERATIONS, (400, "unknown_parameter", "limmit"))


def test_every_operation_refuses_an_unknown_field_at_any_depth(call: Callable[..., Any]) -> None:
    problems, expected = {}, {}
    for operation, (method, _path) in OPERATIONS.items():
        body = BODIES.get(operation, {})
        for path in () if method == "GET" else set(objects_within(body)) - FREE:
            response = call(operation, with_field(body, path, "expires_att"))
            problem = response.json() if response.content else {}
            where = operation, f"{path}.expires_att".strip(".")
            problems[where] = (response.status_code, problem.get("code"), problem.get("field"))
            expected[where] = (400, "unknown_field", where[1])

    assert problems == expected
    assert ("change_hours", "week.3.expires_att") in expected


def test_every_operation_refuses_what_it_cannot_give(call: Callable[..., Any]) -> None:
    problems = {}
    for operation in OPERATIONS:
        response = call(operation, BODIES.get(operation), Accept="image/png")
        problem = response.json() if response.content else {}
        problems[operation] = (response.status_code, problem.get("code"), problem.get("field"))

    assert problems == dict.fromkeys(OPERATIONS, (406, "not_acceptable", "Accept"))


def test_a_misspelt_name_is_answered_with_the_nearest_one(call: Callable[..., Any]) -> None:
    field = call("open_match", {"game": "pebbles", "seats": 2, "pase": "day"}).json()
    parameter = call("list_matches", query="?staus=open").json()
    nested = {"name": "Ours", "game": "pebbles", "settings": {"seats": 2, "own_pace": {"tern": 9}}}
    inner = call("save_match_preset", nested).json()

    assert (field["field"], field["nearest"][0]) == ("pase", "pace")
    assert "“pase”" in field["detail"] and "“pace”" in field["detail"]
    assert (parameter["field"], parameter["nearest"]) == ("staus", ["status"])
    assert (inner["field"], inner["nearest"]) == ("settings.own_pace.tern", ["turn"])


@pytest.mark.parametrize(
    ("operation", "body", "field"),
    [
        ("say", {"text": 12}, "text"),
        ("report_player", {"text": "Look", "message": 5}, "message"),
        ("open_match", {"game": "pebbles", "seats": "2"}, "seats"),
        ("open_match", {"game": "pebbles", "seats": 2, "private": "yes"}, "private"),
        ("open_match", {"game": "pebbles", "seats": 2, "private": 1}, "private"),
        ("answer_vote", {"says": "false"}, "says"),
        (
            "change_hours",
            {"week": [{"begin": 8, "until": "24:00"}] * 7, "away": []},
            "week.0.begin",
        ),
    ],
)
def test_a_value_of_another_type_is_refused_and_not_converted(
    call: Callable[..., Any], operation: str, body: Any, field: str
) -> None:
    problem = call(operation, body).json()

    assert (problem["status"], problem["code"], problem["field"]) == (400, "unreadable", field)


def test_a_field_that_is_only_read_is_refused(call: Callable[..., Any]) -> None:
    problem = call("change_me", {"display_name": "Ali", "email": "x@example.org"}).json()

    assert (problem["code"], problem["field"]) == ("unknown_field", "email")


def test_an_answer_with_more_than_an_answer_changes_nothing(
    pebbles: Match, program: Callable[..., Program], call: Callable[..., Any]
) -> None:
    alice = program("alice")
    path = f"prompts/{pebbles.prompts.get(closed_at=None).token}/answer/"
    responses = [
        alice("POST", path, {"line": "1", "wait": 5}),
        alice("POST", path + "?dry_run=1", {"line": "1"}),
        alice("POST", path, {"line": "1"}, Accept="text/html"),
    ]

    codes = [response.json()["code"] for response in responses]
    assert codes == ["unknown_field", "unknown_parameter", "not_acceptable"]
    assert not Move.objects.filter(match=pebbles).exists()


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("/api/v1/matches", "/api/v1/matches/"),
        ("/api/v1/matches/7/vieuw/", "/api/v1/matches/7/view/"),
        ("/api/v1/promts/", "/api/v1/prompts/"),
        ("/api/v1/me/webhook", "/api/v1/me/webhooks/"),
        ("/api/matches/7/", "/api/v1/matches/7/"),
        ("/api/v1/nothing-like-it/at/all/", "/api/"),
        ("/api/health", "/api/"),
        ("/api/v1//", "/api/"),
    ],
)
def test_an_unknown_address_is_answered_with_the_nearest_one(
    client: Client, path: str, nearest: str
) -> None:
    for method in ("GET", "POST"):
        response = client.generic(method, path, "{}", content_type="application/json")
        problem = response.json()

        assert (response.status_code, problem["code"]) == (404, "unknown_address")
        assert response["Content-Type"] == "application/problem+json"
        assert problem["nearest"] == [nearest] and nearest in problem["detail"]


def test_a_very_long_address_is_compared_quickly() -> None:
    assert find_nearest_address("/api/v1/" + "matches/" * 5000 + "x" * 50_000) == "/api/"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\xef\xbb\xbf" + b'{"line": "1"}', "byte_order_mark"),
        ('{"line": "1"}'.encode("utf-16"), "byte_order_mark"),
        (b'{"line": "\xff"}', "not_utf8"),
        (b'{"line": "\\ud83d"}', "unpaired_surrogate"),
        (b'{"line": "1"', "parse_error"),
    ],
)
def test_a_body_that_is_no_json_is_told_what_is_wrong_with_it(
    pebbles: Match, program: Callable[..., Program], body: bytes, code: str
) -> None:
    alice = program("alice")
    path = f"/api/v1/prompts/{pebbles.prompts.get(closed_at=None).token}/answer/"
    response = alice.client.generic(
        "POST", path, body, content_type="application/json",
        headers={"Authorization": f"Bearer {alice.secret}"},
    )  # fmt: skip

    assert (response.status_code, response.json()["code"]) == (400, code)


@pytest.mark.parametrize("header", ["Basic YWxpY2U6eA==", "Bearer", "abp_secret", "Token abp_x"])
def test_another_kind_of_authorization_is_told_which_one_to_send(
    client: Client, pebbles: Match, header: str
) -> None:
    token = pebbles.prompts.get(closed_at=None).token
    for method, path in (("GET", "me/"), ("POST", f"prompts/{token}/answer/")):
        response = client.generic(
            method, f"/api/v1/{path}", json.dumps({"line": "1"}) if method == "POST" else "",
            content_type="application/json", headers={"Authorization": header},
        )  # fmt: skip

        assert (response.status_code, response.json()["code"]) == (401, "no_bearer_token")
        assert "Bearer abp_" in response.json()["detail"]
        assert response["WWW-Authenticate"] == 'Bearer realm="api"'
