"""What is sent twice under one key is done once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Match, Message, Move, PersonalToken, Submission
from games.services.submissions import forget_submissions

ONCE = {"Idempotency-Key": "once"}
NEW = {"game": "pebbles", "seats": 2}


@pytest.mark.django_db
def test_what_creates_something_creates_it_once(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    opened = [alice("POST", "matches/", NEW, **ONCE) for _ in range(2)]
    number = opened[0].json()["number"]
    deeds = [
        (bob, f"matches/{number}/join/", {}, "joined"),
        (alice, f"matches/{number}/chat/", {"text": "Hello!"}, "said"),
        (alice, f"matches/{number}/orders/", {"order": "take 3"}, "ordered"),
        (bob, f"matches/{number}/votes/", {"kind": "pause", "hours": 48}, "asked"),
        (bob, f"matches/{number}/resign/", None, "resigned"),
    ]

    for who, path, body, key in deeds:
        first, again = (who("POST", path, body, **{"Idempotency-Key": key}) for _ in range(2))
        assert (first.status_code, first.content) == (again.status_code, again.content), key
        assert first.status_code < 300 and first.get("Content-Type") == again.get("Content-Type")

    assert opened[0].content == opened[1].content
    assert opened[0]["Location"] == opened[1]["Location"]
    assert (Match.objects.count(), Message.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_one_key_is_for_one_thing_and_one_player(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    alice("POST", "matches/", NEW, **ONCE)

    other = alice("POST", "matches/", NEW | {"seats": 3}, **ONCE)
    elsewhere = alice("POST", "me/tokens/", {"name": "x", "scopes": ["read"]}, **ONCE)

    told = other.json()
    assert (other.status_code, told["code"]) == (422, "other_submission")
    assert told["field"] == "Idempotency-Key" and elsewhere.status_code == 422
    assert alice("POST", "matches/", NEW, **{"Idempotency-Key": "a b"}).status_code == 400
    assert bob("POST", "matches/", NEW, **ONCE).status_code == 201
    assert Match.objects.count() == 2


@pytest.mark.django_db
def test_what_was_refused_may_be_sent_again(program: Any) -> None:
    alice = program("alice")

    assert alice("POST", "matches/", NEW | {"seats": 9}, **ONCE).status_code == 422
    assert alice("POST", "matches/", NEW, **ONCE).status_code == 201


@pytest.mark.django_db
def test_the_secret_of_a_token_is_not_kept(program: Any) -> None:
    alice = program("alice")
    first, again = (
        alice("POST", "me/tokens/", {"name": "new", "scopes": ["read"]}, **ONCE).json()
        for _ in range(2)
    )

    assert first["secret"] and again == first | {"secret": None}
    assert PersonalToken.objects.filter(name="new").count() == 1
    assert first["secret"] not in Submission.objects.get().body


@pytest.mark.django_db
def test_an_answer_is_kept_for_a_day(program: Any) -> None:
    alice = program("alice")
    alice("POST", "matches/", NEW, **ONCE)
    day = timedelta(hours=24)

    assert forget_submissions(timezone.now() + day - timedelta(minutes=1)) == 0
    assert forget_submissions(timezone.now() + day) == 1
    assert alice("POST", "matches/", NEW, **ONCE).status_code == 201
    assert Match.objects.count() == 2


@pytest.mark.django_db
def test_a_key_does_not_answer_two_things(
    program: Any, pebbles: Match, deal: Callable[..., Match]
) -> None:
    sealed = deal("sealed", seats=2, now=timezone.now())
    for match in (pebbles, sealed):
        path = f"prompts/{match.prompts.get(closed_at=None, seat=0).token}/answer/"
        first, again = (program("alice")("POST", path, {"line": "1"}, **ONCE) for _ in range(2))
        other = program("alice")("POST", path, {"line": "2"}, **ONCE)

        assert (first.status_code, first.json()) == (200, again.json())
        assert (other.status_code, other.json()["code"]) == (422, "other_submission")
        assert Move.objects.filter(match=match).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_hands_with_one_key_do_it_once(program: Any) -> None:
    alice, statuses = program("alice"), list[tuple[int, bytes]]()
    begin = threading.Barrier(6)

    def send() -> None:
        begin.wait()
        answer = alice("POST", "matches/", NEW, **ONCE)
        statuses.append((answer.status_code, answer.content))
        connection.close()

    hands = [threading.Thread(target=send) for _ in range(6)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()

    assert {status for status, _body in statuses} == {201}
    assert len({body for _status, body in statuses}) == 1 and Match.objects.count() == 1
