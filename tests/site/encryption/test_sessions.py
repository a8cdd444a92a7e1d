"""Sessions: a reader of the database cannot use them, and nobody is signed out by the
encryption."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as Former
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from abyss_site.core.encryption.sessions import SessionStore, digest_of

pytestmark = pytest.mark.django_db


def new_session(**said: Any) -> str:
    session = SessionStore()
    session.update(said)
    session.create()
    return str(session.session_key)


def test_a_row_tells_neither_the_key_nor_what_the_session_says() -> None:
    key = new_session(code="123456")

    [row] = Session.objects.values_list("session_key", "session_data")
    assert key not in row[0] and key not in row[1]
    assert row[0] == digest_of(key)
    assert "code" not in str(Former().decode(row[1])) and "123456" not in row[1]


def test_a_session_is_found_by_the_key_of_its_cookie() -> None:
    key = new_session(code="123456")

    assert SessionStore(key)["code"] == "123456"
    assert SessionStore().exists(key)


def test_what_is_in_the_database_opens_no_session() -> None:
    key = new_session(code="123456")

    stolen = SessionStore(digest_of(key))

    assert not stolen.exists(digest_of(key))
    assert dict(stolen.items()) == {} and stolen.session_key is None


def test_a_key_that_somebody_made_up_is_not_kept() -> None:
    made_up = SessionStore("a" * 32)

    made_up["code"] = "1"
    made_up.save()

    assert made_up.session_key != "a" * 32
    assert not SessionStore().exists("a" * 32)


def test_changing_the_key_keeps_what_was_said_and_ends_the_old_one() -> None:
    session = SessionStore(new_session(code="123456"))
    old = session.session_key

    session.cycle_key()

    assert session.session_key != old and not SessionStore().exists(str(old))
    assert SessionStore(session.session_key)["code"] == "123456"


def test_ending_a_session_deletes_its_row() -> None:
    session = SessionStore(new_session(code="123456"))

    session.flush()

    assert not Session.objects.exists() and session.session_key is None


def test_a_session_that_was_ended_elsewhere_is_not_written_again() -> None:
    key = new_session(code="123456")
    here = SessionStore(key)
    here["code"] = "2"
    SessionStore(key).delete()

    with pytest.raises(UpdateError):
        here.save()
    assert not Session.objects.exists()


def test_old_sessions_are_cleared_away() -> None:
    old, good = new_session(), new_session()
    late = timezone.now() - timedelta(days=1)
    Session.objects.filter(session_key=digest_of(old)).update(expire_date=late)

    call_command("clearsessions")

    assert [row.session_key for row in Session.objects.all()] == [digest_of(good)]


@pytest.mark.django_db(transaction=True)
def test_asynchronous_code_uses_the_same_rows() -> None:
    async def walk() -> None:
        session = SessionStore()
        await session.aset("code", "123456")
        await session.acreate()
        key = str(session.session_key)
        assert await SessionStore(key).aget("code") == "123456"
        assert await session.aexists(key) and not await session.aexists("b" * 32)
        await session.acycle_key()
        assert not await session.aexists(key)
        await session.aflush()

    # In another thread: browser tests leave an event loop running in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, walk()).result()

    assert not Session.objects.exists()


def test_a_session_that_cannot_be_decrypted_is_begun_anew(settings: Settings) -> None:
    key = new_session(code="123456")
    settings.SECRET_KEY = "another key of at least thirty-two letters"

    assert dict(SessionStore(key).items()) == {}


def test_a_session_lives_on_under_a_former_key(settings: Settings) -> None:
    key = new_session(code="123456")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of at least thirty-two letters"

    assert SessionStore(key)["code"] == "123456"
