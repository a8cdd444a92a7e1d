"""Answers past the web framework are the same as through it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.api import direct_answers
from games.models import Match

DIRECT = "games.api.direct_answers.answer_programs"


def token_of(match: Match) -> str:
    return str(match.prompts.get(closed_at=None).token)


def post_answer(program: Any, match: Match, body: Any, **headers: str) -> Any:
    return program("alice")("POST", f"prompts/{token_of(match)}/answer/", body, **headers)


def describe_response(response: Any) -> Any:
    """Return status, headers and body without what differs each time."""
    once = ("X-Request-ID", "Content-Length")
    headers = {name: value for name, value in response.headers.items() if name not in once}
    fields = {name: "" for name in ("id", "match", "played_at") if name in response.json()}
    return response.status_code, headers, response.json() | fields


@pytest.mark.parametrize("language", ["", "de", "fr-CH, en;q=0.5"])
@pytest.mark.parametrize(
    "body",
    [
        {"line": "1"},
        {"verb": "take", "args": {"number": 1}},
        {"line": "dance"},
        {"line": " 1 "},
        {"line": ""},
        {"verb": "take", "args": {"number": 99}},
        {"verb": "take", "args": {"number": None}},
        {"verb": "take"},
        {"line": "1", "verb": "take"},
        {"line": 1},
        [],
    ],
)
def test_both_ways_answer_alike(
    program: Any, deal: Any, settings: Any, body: Any, language: str
) -> None:
    headers = {"Accept-Language": language} if language else {}
    direct = post_answer(program, deal("pebbles", seats=2), body, **headers)
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != DIRECT]

    through = post_answer(program, deal("pebbles", seats=2), body, **headers)

    assert describe_response(direct) == describe_response(through)


@pytest.mark.parametrize(
    "body",
    [
        b'{"verb": "take", "args": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
        b'{"line": "\xff"}',
    ],
    ids=["nested", "encoding"],
)
def test_a_body_that_cannot_be_read_is_a_problem_of_json(
    client: Client, deal: Any, body: bytes
) -> None:
    path = f"/api/v1/prompts/{token_of(deal('pebbles', seats=2))}/answer/"

    response = client.post(path, body, "application/json", headers={"Authorization": "Bearer a"})

    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"


def test_the_same_key_is_the_same_answer_both_ways(program: Any, deal: Any, settings: Any) -> None:
    match, alice = deal("pebbles", seats=2), program("alice")
    path, body, key = f"prompts/{token_of(match)}/answer/", {"line": "1"}, {"Idempotency-Key": "k"}
    first = alice("POST", path, body, **key)
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != DIRECT]

    again = alice("POST", path, body, **key)

    assert (first.status_code, again.json()) == (200, first.json())


def test_a_plain_answer_takes_the_direct_way(
    program: Any, deal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other tests would pass if it were never taken."""
    answered = list[str]()
    answer = direct_answers._answer

    def note_answer(request: Any, token: str, *rest: Any) -> Any:
        answered.append(token)
        return answer(request, token, *rest)

    monkeypatch.setattr(direct_answers, "_answer", note_answer)
    match = deal("pebbles", seats=2)
    token = token_of(match)

    assert post_answer(program, match, {"line": "1"}).status_code == 200
    assert answered == [token]
    assert DIRECT in settings.MIDDLEWARE
