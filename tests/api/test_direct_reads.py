"""Repeated reads past the web framework are the same as through it, while nothing changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from abyss_site.core.valkey.client import valkey
from games.api import direct_reads, endpoint
from games.models import Match, PersonalToken, Player
from games.services import tokens

DIRECT = "games.api.direct_reads.repeat_reads"
PARTS = ("view", "history")


def read(program: Any, match: Match, part: str = "view", tag: str = "", **headers: str) -> Any:
    given = headers | ({"If-None-Match": tag} if tag else {})
    return program("GET", f"matches/{match.number}/{part}/", None, **given)


def count_statements(program: Any, match: Match, tag: str, part: str = "view") -> int:
    """Return the statements of a read that is answered with 304: 1 if it is confirmed directly."""
    with CaptureQueriesContext(connection) as captured:
        assert read(program, match, part, tag).status_code == 304
    return len(captured)


def valkey_client() -> Any:
    return valkey()


def list_kept() -> list[bytes]:
    return sorted(valkey_client().keys("read:*"))


def describe_response(response: Any) -> Any:
    # Django adds a length to a response without a body.
    once = ("X-Request-ID", "Content-Length", "RateLimit-Remaining", "RateLimit-Reset")
    headers = {name: value for name, value in response.headers.items() if name not in once}
    return response.status_code, headers, response.content


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("encoding", ["", "gzip"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_both_ways_answer_alike(
    program: Any,
    holding: Any,
    pebbles: Match,
    settings: Any,
    part: str,
    encoding: str,
    language: str,
) -> None:
    Player.objects.update(language=language)
    alice, headers = program("alice"), {"Accept-Encoding": encoding} if encoding else {}
    tag = read(alice, pebbles, part, **headers)["ETag"]
    assert count_statements(alice, pebbles, tag, part) == 1
    direct = read(alice, pebbles, part, tag, **headers)
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != DIRECT]

    # Another client loads the middleware anew.
    through = read(holding(alice.secret), pebbles, part, tag, **headers)

    assert describe_response(direct) == describe_response(through)


@pytest.mark.parametrize("part", PARTS)
def test_a_move_is_seen_at_once(program: Any, pebbles: Match, part: str) -> None:
    alice = program("alice")
    tag = read(alice, pebbles, part)["ETag"]
    prompt = pebbles.prompts.get(closed_at=None)
    alice("POST", f"prompts/{prompt.token}/answer/", {"line": "1"})

    response = read(alice, pebbles, part, tag)

    assert response.status_code == 200
    assert response["ETag"] != tag


@pytest.mark.parametrize(
    "changed",
    [
        lambda match, bob: Player.objects.filter(pk=bob.pk).update(display_name="Bo"),
        lambda match, bob: match.seats.filter(player=bob).update(score=3),
        lambda match, bob: match.prompts.update(deadline_at=timezone.now()),
        lambda match, bob: Match.objects.filter(pk=match.pk).update(paused_at=timezone.now()),
        lambda match, bob: Player.objects.update(language="de"),
    ],
    ids=["name", "seat", "prompt", "match", "language"],
)
def test_every_row_that_matters_is_watched(
    program: Any, pebbles: Match, people: dict[str, Player], changed: Any
) -> None:
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]
    changed(pebbles, people["bob"])
    assert read(alice, pebbles, tag=tag).status_code == 200


def test_what_changes_nothing_is_examined_once(program: Any, pebbles: Match) -> None:
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]
    Match.objects.filter(pk=pebbles.pk).update(examined_at=timezone.now())

    assert count_statements(alice, pebbles, tag) > 1
    assert count_statements(alice, pebbles, tag) == 1


def test_new_texts_are_examined(
    program: Any, pebbles: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]
    monkeypatch.setattr(direct_reads, "latest_text_change_ns", lambda: 1)
    assert count_statements(alice, pebbles, tag) > 1


def test_what_one_reader_has_is_not_confirmed_to_another(program: Any, pebbles: Match) -> None:
    tag = read(program("alice"), pebbles)["ETag"]

    assert read(program("bob"), pebbles, tag=tag).status_code == 200
    assert read(program(), pebbles, tag=tag).status_code == 200
    # Another token of alice has the same ETag, by the endpoint.
    assert count_statements(program("alice"), pebbles, tag) > 1


def test_a_revoked_token_is_refused(program: Any, pebbles: Match, people: Any) -> None:
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]
    tokens.revoke_token(people["alice"], tokens.good_tokens(people["alice"]).get().pk)
    assert read(alice, pebbles, tag=tag).status_code == 401


def test_the_use_of_a_token_is_recorded_every_minute(program: Any, pebbles: Match) -> None:
    alice = program("alice")
    tag, long_ago = read(alice, pebbles)["ETag"], timezone.now() - timedelta(hours=1)
    PersonalToken.objects.update(last_used_at=long_ago)

    assert [count_statements(alice, pebbles, tag) for _ in range(2)] == [2, 1]
    assert not PersonalToken.objects.filter(last_used_at=long_ago).exists()


def test_repeated_reads_are_counted(
    program: Any, pebbles: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(endpoint.A_MINUTE, "read", 3)
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]

    codes = [read(alice, pebbles, tag=tag).status_code for _ in range(3)]

    assert codes == [304, 304, 429]


@pytest.mark.parametrize("part", PARTS)
def test_a_sealed_answer_is_seen_by_its_own_seat_only(
    program: Any, sealed: Match, part: str
) -> None:
    alice, bob = program("alice"), program("bob")
    tags = [read(who, sealed, part)["ETag"] for who in (alice, bob)]
    token = sealed.prompts.get(seat=0).token
    with TestCase.captureOnCommitCallbacks(execute=True):
        alice("POST", f"prompts/{token}/answer/", {"line": "1"})

    # Others cannot tell, not even by the time that it takes.
    assert count_statements(bob, sealed, tags[1], part) == 1
    with CaptureQueriesContext(connection) as captured:
        read(alice, sealed, part, tags[0])
    assert len(captured) > 1


def test_what_sealed_answers_lead_to_is_seen_at_once(program: Any, sealed: Match) -> None:
    alice, bob = program("alice"), program("bob")
    tag = read(bob, sealed)["ETag"]
    for who, seat in ((alice, 0), (bob, 1)):
        token = sealed.prompts.get(seat=seat, closed_at=None).token
        with TestCase.captureOnCommitCallbacks(execute=True):
            who("POST", f"prompts/{token}/answer/", {"line": "1"})

    assert read(bob, sealed, tag=tag).status_code == 200


def test_a_name_is_seen_at_once_while_a_question_is_sealed(
    program: Any, sealed: Match, people: dict[str, Player]
) -> None:
    bob = program("bob")
    tag = read(bob, sealed)["ETag"]
    Player.objects.filter(pk=people["alice"].pk).update(display_name="Alba")
    assert read(bob, sealed, tag=tag).status_code == 200


def test_what_is_kept_holds_no_secret_and_expires(program: Any, pebbles: Match) -> None:
    alice, before = program("alice"), set(list_kept())
    read(alice, pebbles)

    (key,), store = set(list_kept()) - before, valkey_client()

    assert alice.secret.encode() not in key + store.get(key)
    assert direct_reads.MARKS_LIFETIME < store.ttl(key) <= direct_reads.LIFETIME


def test_what_is_kept_about_a_sealed_question_expires_soon(program: Any, sealed: Match) -> None:
    before = set(list_kept())
    read(program("alice"), sealed)
    (key,) = set(list_kept()) - before
    assert 0 < valkey_client().ttl(key) <= direct_reads.MARKS_LIFETIME


def test_without_valkey_the_endpoint_answers(program: Any, pebbles: Match, settings: Any) -> None:
    alice = program("alice")
    tag = read(alice, pebbles)["ETag"]
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert count_statements(alice, pebbles, tag) > 1
