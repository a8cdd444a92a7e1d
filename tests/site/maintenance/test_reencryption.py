"""Changing SECRET_KEY: values under the old key are re-encrypted, and then the old key is
removed."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt as decrypt_factor
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from abyss_site.core.encryption.cipher import Undecryptable, present_head
from abyss_site.core.encryption.sessions import SessionStore
from abyss_site.maintenance import reencryption
from games.models import Conversation, DirectMessage
from notifications.models import CapturedEmail, InboundEmail, Notification, Webhook
from notifications.outgoing import outbox
from notifications.outgoing.outbox import Draft
from tests.totp import activate_app, activate_recovery_codes

pytestmark = pytest.mark.django_db
NEW = "another key of at least thirty-two letters"


@pytest.fixture
def stored(people: dict[str, Any]) -> Client:
    """Create rows of every kind under the current key; return a client in which alice is signed
    in."""
    alice, now = people["alice"], timezone.now()
    drafts = [Draft(f"n{n}", alice.pk, "news", data={"code": f"c{n}"}) for n in range(7)]
    outbox.post(drafts, now=now)
    Notification.objects.update(subject="News", text="words", html="<p>words", headers={"X-A": "1"})
    InboundEmail.objects.create(
        **dict.fromkeys(("source_id", "sha256", "message_id"), "x"),
        **{
            "raw": b"raw",
            "envelope": {"a": 1},
            "first_line": "1",
            "received_at": now,
            "due_at": now,
        },
    )
    CapturedEmail.objects.create(recipient="a@b.c", raw=b"raw", subject="News", captured_at=now)
    Webhook.objects.create(
        player=alice, url="https://a.example/", secret="s", key="k", created_at=now
    )
    said = Conversation.objects.create(started_by=alice, started_at=now)
    DirectMessage.objects.create(
        conversation=said, player=alice, text="Hello", key="d", sent_at=now
    )
    activate_app(alice, "JBSWY3DPEHPK3PXP")
    activate_recovery_codes(alice)
    client = Client()
    client.force_login(alice)
    return client


def change_key(settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = NEW


def outdated() -> int:
    """Count the values of encrypted fields that are not under the current key."""
    many = 0
    for column in reencryption.columns():
        with connection.cursor() as cursor:
            query = "SELECT {column} FROM {table} WHERE {column} IS NOT NULL AND {is_old}"
            cursor.execute(reencryption._query(column, query))
            many += sum(column.renew(value) is not None for (value,) in cursor.fetchall())
    return many


def test_after_reencrypting_the_old_key_is_needed_no_more(
    stored: Client, settings: Settings, capsys: Any
) -> None:
    change_key(settings)
    assert outdated() == 7 * 5 + 3 + 2 + 3 + 1 + 2 + 1

    call_command("reencrypt")

    assert outdated() == 0 and "nothing is left" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    notification = Notification.objects.get(key="n3")
    assert (notification.data, notification.text, notification.headers) == (
        {"code": "c3"},
        "words",
        {"X-A": "1"},
    )
    assert bytes(CapturedEmail.objects.get().raw) == b"raw"
    assert Webhook.objects.get().url == "https://a.example/"
    assert DirectMessage.objects.get().text == "Hello"
    assert SessionStore(stored.cookies["sessionid"].value)["_auth_user_id"]
    factors = {one.type: one.data for one in Authenticator.objects.filter(user=notification.player)}
    assert decrypt_factor(factors["totp"]["secret"]) == "JBSWY3DPEHPK3PXP"
    assert decrypt_factor(factors["recovery_codes"]["seed"])


def test_without_reencrypting_a_dropped_key_is_missed(stored: Client, settings: Settings) -> None:
    settings.SECRET_KEY = NEW

    with pytest.raises(Undecryptable):
        _ = Notification.objects.get(key="n3").data


def test_reencrypting_twice_changes_nothing(stored: Client, settings: Settings) -> None:
    change_key(settings)
    call_command("reencrypt")
    query = "SELECT data::text FROM notifications_notification ORDER BY id"
    with connection.cursor() as cursor:
        cursor.execute(query)
        first = cursor.fetchall()
        call_command("reencrypt")
        cursor.execute(query)
        assert cursor.fetchall() == first


@pytest.mark.parametrize("most_octets", [1, 4_000_000])
def test_it_may_be_interrupted_and_goes_on_from_there(
    stored: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, most_octets: int
) -> None:
    monkeypatch.setattr(reencryption, "MOST_ROWS", 3)
    monkeypatch.setattr(reencryption, "MOST_OCTETS", most_octets)
    change_key(settings)
    before = outdated()
    [column] = [
        one
        for one in reencryption.columns()
        if (one.table, one.name) == ("notifications_notification", "text")
    ]
    [first, *_rest] = reencryption._pieces(column)
    reencryption._renew(column, first)
    assert outdated() == before - len(first)

    call_command("reencrypt")

    assert outdated() == 0


def test_what_no_key_reads_is_named_and_left(stored: Client, settings: Settings) -> None:
    change_key(settings)
    lost = b"\x01lost" + bytes(60)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE notifications_notification SET html = %s WHERE key = 'n3'", [lost])

    with pytest.raises(CommandError, match=r"notifications_notification\.html: 1$"):
        call_command("reencrypt")

    with connection.cursor() as cursor:
        cursor.execute("SELECT html FROM notifications_notification ORDER BY key")
        html = [bytes(value) for (value,) in cursor.fetchall()]
    assert html.pop(3) == lost
    assert all(value.startswith(present_head()) for value in html)
