"""Questions and answers of programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match, Move, Player
from games.services import tokens

pytestmark = pytest.mark.django_db

TAKE = {"verb": "take", "args": {"number": 1}}


def token_of(match: Match, seat: int = 0) -> str:
    return str(match.prompts.get(closed_at=None, seat=seat).token)


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
    taken = program("alice")("POST", f"prompts/{token_of(pebbles)}/answer/", {"line": line})

    assert (taken.status_code, taken.json()["verb"]) == (200, "take")


def test_the_same_key_twice_is_one_move(program: Any, pebbles: Match) -> None:
    path, key = f"prompts/{token_of(pebbles)}/answer/", {"Idempotency-Key": "once"}
    alice = program("alice")

    first = alice("POST", path, TAKE, **key)
    again = alice("POST", path, TAKE, **key)
    other = alice("POST", path, TAKE, **{"Idempotency-Key": "other"})

    assert (first.status_code, again.status_code, other.status_code) == (200, 200, 409)
    assert first.json() == again.json() and Move.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 400, "unreadable", "verb"),
        ({"line": "dance"}, 400, "unreadable", "line"),
        ({"line": "1", "verb": "take"}, 400, "unreadable", "verb"),
        ({"verb": "take", "args": {"number": None}}, 400, "unreadable", "args"),
        ({"verb": "take", "args": {"number": 99}}, 422, "illegal", "args.number"),
        ({"verb": "take", "args": {"number": 1, "nr": 1}}, 422, "illegal", "args.nr"),
        ({"number": 4}, 400, "unreadable", "number"),
        ({"number": 0}, 400, "unreadable", "number"),
        ({"number": 1, "verb": "take"}, 400, "unreadable", "verb"),
        ({"verb": "take", "args": {"number": True}}, 400, "unreadable", "args"),
        ({"verb": "take", "args": {}}, 422, "illegal", "args.number"),
        ({"verb": "dance"}, 422, "illegal", "verb"),
        ([], 400, "unreadable", ""),
        ({"line": "x" * 301}, 400, "unreadable", "line"),
    ],
)
def test_a_bad_answer_is_told_and_changes_nothing(
    program: Any, pebbles: Match, body: Any, status: int, code: str, field: str
) -> None:
    refused = program("alice")("POST", f"prompts/{token_of(pebbles)}/answer/", body)

    problem = refused.json()
    assert refused["Content-Type"] == "application/problem+json"
    assert (refused.status_code, problem["status"]) == (status, status)
    assert (problem["code"], problem["field"]) == (code, field)
    assert problem["detail"] and problem["type"].endswith(f"#problem-{status}")
    pebbles.refresh_from_db()
    assert (pebbles.ply, pebbles.status) == (0, "running")


def test_a_late_answer_is_stale(program: Any, pebbles: Match) -> None:
    path = f"prompts/{token_of(pebbles)}/answer/"
    program("alice")("POST", path, TAKE)

    late = program("alice")("POST", path, TAKE)

    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_an_unknown_question_is_not_there(program: Any, pebbles: Match) -> None:
    for token in ("a" * 26, "x", "%00" * 26):
        assert program("alice")("POST", f"prompts/{token}/answer/", TAKE).status_code == 404


def test_an_answer_by_token_costs_no_statement_for_the_token(program: Any, pebbles: Match) -> None:
    alice = program("alice")
    # That it was used is noted once a minute.
    alice.get("me/")
    path = f"prompts/{token_of(pebbles)}/answer/"

    with CaptureQueriesContext(connection) as queries:
        assert alice("POST", path, TAKE).status_code == 200

    # Within one transaction: three of the decision, the player events, and a notification.
    assert len(queries) == 7
    assert not [query for query in queries if "django_session" in query["sql"]]


WRONG_HANDS = {
    "nobody": (401, "not_authenticated"),
    "an unknown token": (401, "authentication_failed"),
    "a revoked token": (401, "authentication_failed"),
    "a token that may not play": (403, "lacks_scope"),
    "the opponent": (403, "not_yours"),
    "a stranger": (403, "not_yours"),
    "the opponent in a browser": (403, "not_yours"),
    "the player's browser without the cross-site token": (403, "permission_denied"),
    "a banned player": (401, "authentication_failed"),
}


@pytest.mark.parametrize("whose", WRONG_HANDS)
def test_the_token_of_a_question_lets_nobody_answer_but_its_player(
    program: Any, people: dict[str, Any], pebbles: Match, holding: Any, whose: str
) -> None:
    caller = {"the opponent": "bob", "a stranger": "carol"}.get(whose, "")
    hand = program(caller)
    if whose == "an unknown token":
        hand = holding("abp_" + "0" * 40)
    if whose == "a revoked token":
        row, secret = tokens.make_token(people["alice"], name="old", scopes=["play"])
        tokens.revoke_token(people["alice"], row.pk)
        hand = holding(secret)
    if whose == "a token that may not play":
        hand = program("alice", "read", "manage")
    if whose == "the opponent in a browser":
        hand.client.force_login(people["bob"])
    if "cross-site" in whose:
        hand.client = Client(enforce_csrf_checks=True)
        hand.client.force_login(people["alice"])
    if whose == "a banned player":
        hand = program("alice")
        Player.objects.filter(pk=people["alice"].pk).update(is_active=False)

    path = f"prompts/{token_of(pebbles)}/answer/"
    told = [hand("POST", path, TAKE) for _ in range(2)]
    told.append(hand("POST", path, TAKE, **{"Idempotency-Key": "k"}))

    assert {(one.status_code, one.json()["code"]) for one in told} == {WRONG_HANDS[whose]}
    assert not Move.objects.exists()


def test_a_move_is_not_repeated_to_somebody_else(program: Any, pebbles: Match) -> None:
    path, key = f"prompts/{token_of(pebbles)}/answer/", {"Idempotency-Key": "once"}
    assert program("alice")("POST", path, TAKE, **key).status_code == 200

    again = program("bob")("POST", path, TAKE, **key)

    assert (again.status_code, again.json()["code"]) == (403, "not_yours")


def test_a_session_answers_too(program: Any, people: dict[str, Any], pebbles: Match) -> None:
    browser = program()
    browser.client.force_login(people["alice"])

    taken = browser("POST", f"prompts/{token_of(pebbles)}/answer/", TAKE)

    assert taken.status_code == 200 and Move.objects.get().seat == 0


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
    alice, path = program("alice"), f"/api/v1/prompts/{token_of(pebbles)}/answer/"
    headers = {"Authorization": f"Bearer {alice.secret}"}

    def status(body: bytes, kind: str = "application/json") -> int:
        response = alice.client.post(path, body, content_type=kind, headers=headers)
        return int(response.status_code)

    assert status(b"{") == status(b'{"line": NaN}') == status(b"[" * 20_000) == 400
    assert status(b'{"line": "\\ud800"}') == status(b'{"line": "%s"}' % (b"1" * 70_000)) == 400
    assert status(b"line=1", "application/x-www-form-urlencoded") == 415


def test_problems_are_told_in_the_language_asked_for(program: Any, pebbles: Match) -> None:
    told: Callable[..., Any] = program("alice")
    path = f"prompts/{token_of(pebbles)}/answer/"

    french = told("POST", path, {"verb": "dance"}, **{"Accept-Language": "fr"}).json()
    german = told("POST", path, {"verb": "dance"}, **{"Accept-Language": "de"}).json()

    assert french["detail"] != german["detail"]
    assert french["code"] == german["code"] == "illegal"
