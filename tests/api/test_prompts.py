"""Questions and answers of programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Move

pytestmark = pytest.mark.django_db

TAKE = {"verb": "take", "args": {"number": 1}}


def token_of(match: Match, seat: int = 0) -> str:
    return str(match.prompts.get(closed=None, seat=seat).token)


def test_a_program_finds_its_question_and_answers_it(program: Any, pebbles: Match) -> None:
    alice = program("alice")
    waiting = alice.get("prompts/")["results"][0]
    question = alice.get(f"prompts/{waiting['token']}/")

    answer = {name: question["answers"][0][name] for name in ("verb", "args")}
    taken = alice("POST", f"prompts/{waiting['token']}/answer/", answer)

    assert taken.status_code == 200
    assert taken.json()["words"] == question["answers"][0]["words"]
    move = Move.objects.get()
    assert (str(move.pk), move.source, move.seat) == (taken.json()["id"], "api", 0)
    assert not alice.get("prompts/")["results"]


@pytest.mark.parametrize("line", ["1", "take 1", "TAKE 1!"])
def test_a_written_line_is_an_answer(program: Any, pebbles: Match, line: str) -> None:
    taken = program()("POST", f"prompts/{token_of(pebbles)}/answer/", {"line": line})

    assert (taken.status_code, taken.json()["verb"]) == (200, "take")


def test_the_same_key_twice_is_one_move(program: Any, pebbles: Match) -> None:
    path, key = f"prompts/{token_of(pebbles)}/answer/", {"Idempotency-Key": "once"}

    first = program()("POST", path, TAKE, **key)
    again = program()("POST", path, TAKE, **key)
    other = program()("POST", path, TAKE, **{"Idempotency-Key": "other"})

    assert (first.status_code, again.status_code, other.status_code) == (200, 200, 409)
    assert first.json() == again.json() and Move.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 400, "unreadable", "verb"),
        ({"line": "dance"}, 400, "unreadable", "line"),
        ({"line": "1", "verb": "take"}, 400, "unreadable", "verb"),
        ({"verb": "take", "args": {"number": None}}, 400, "unreadable", "args"),
        ({"verb": "take", "args": {"number": 99}}, 422, "illegal", "args"),
        ({"verb": "take", "args": {"number": True}}, 400, "unreadable", "args"),
        ({"verb": "take", "args": {}}, 422, "illegal", "args"),
        ({"verb": "dance"}, 422, "illegal", "args"),
        ([], 400, "unreadable", ""),
        ({"line": "x" * 301}, 400, "unreadable", "line"),
    ],
)
def test_a_bad_answer_is_told_and_changes_nothing(
    program: Any, pebbles: Match, body: Any, status: int, code: str, field: str
) -> None:
    refused = program()("POST", f"prompts/{token_of(pebbles)}/answer/", body)

    problem = refused.json()
    assert refused["Content-Type"] == "application/problem+json"
    assert (refused.status_code, problem["status"]) == (status, status)
    assert (problem["code"], problem["field"]) == (code, field)
    assert problem["detail"] and problem["type"].endswith(f"#problem-{status}")
    pebbles.refresh_from_db()
    assert (pebbles.ply, pebbles.status) == (0, "running")


def test_a_late_answer_is_stale(program: Any, pebbles: Match) -> None:
    path = f"prompts/{token_of(pebbles)}/answer/"
    program()("POST", path, TAKE)

    late = program()("POST", path, TAKE)

    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_an_unknown_question_is_not_there(program: Any, pebbles: Match) -> None:
    for token in ("a" * 26, "x", "%00" * 26):
        assert program()("POST", f"prompts/{token}/answer/", TAKE).status_code == 404


def test_an_answer_looks_up_neither_session_nor_player(
    program: Any, people: dict[str, Any], pebbles: Match
) -> None:
    path, alice = f"prompts/{token_of(pebbles)}/answer/", program()
    alice.client.force_login(people["alice"])

    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert alice("POST", path, TAKE).status_code == 200

    asked = [query["sql"] for query in queries]
    # Between the two ends of a transaction the door's three, what programs are told, and a notice.
    assert len(asked) == 7
    assert not [sql for sql in asked if "django_session" in sql or 'FROM "games_player"' in sql]
    assert not [sql for sql in asked if "personaltoken" in sql]


def test_who_may_only_look_does_not_learn_what_lets_answer(program: Any, pebbles: Match) -> None:
    looker = program("alice", "read")
    token = token_of(pebbles)

    for path in ("prompts/", f"matches/{pebbles.number}/view/", f"prompts/{token}/"):
        told = looker("GET", path)
        assert told.status_code == 200 and f'"{token}"' not in told.content.decode()


def test_a_sealed_answer_may_be_changed(program: Any, sealed: Match) -> None:
    alice, path = program("alice"), f"prompts/{token_of(sealed)}/"
    first, other = alice.get(path)["answers"][:2]

    for answer in (first, other):
        taken = alice("POST", path + "answer/", {"line": answer["words"]})
        assert taken.status_code == 200

    assert alice.get(path)["answered"] == other["words"]


def test_a_body_must_be_json_of_a_bounded_size(program: Any, pebbles: Match) -> None:
    client, path = program().client, f"/api/v1/prompts/{token_of(pebbles)}/answer/"

    def status(body: bytes, kind: str = "application/json") -> int:
        return int(client.post(path, body, content_type=kind).status_code)

    assert status(b"{") == status(b'{"line": NaN}') == status(b"[" * 20_000) == 400
    assert status(b'{"line": "\\ud800"}') == status(b'{"line": "%s"}' % (b"1" * 70_000)) == 400
    assert status(b"line=1", "application/x-www-form-urlencoded") == 415


def test_problems_are_told_in_the_language_asked_for(program: Any, pebbles: Match) -> None:
    told: Callable[..., Any] = program()
    path = f"prompts/{token_of(pebbles)}/answer/"

    french = told("POST", path, {"verb": "dance"}, **{"Accept-Language": "fr"}).json()
    german = told("POST", path, {"verb": "dance"}, **{"Accept-Language": "de"}).json()

    assert french["detail"] != german["detail"]
    assert french["code"] == german["code"] == "illegal"
