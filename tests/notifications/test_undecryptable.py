"""Tests of rows that cannot be decrypted: they are quarantined and do not affect others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.epoch import current_epoch
from notifications.incoming import dispatch, intake
from notifications.incoming.intake import Envelope
from notifications.models import CapturedEmail, InboundEmail, Notification, Webhook, WebhookCall
from notifications.outgoing import delivery, outbox
from notifications.preferences import delivery_status
from notifications.retention import own_data, periods
from notifications.webhooks import calls, formats, guard

from .conftest import NOW, Sink, draft

pytestmark = pytest.mark.django_db
DAMAGED = b"\x01" + bytes(60)


def damage(row: Any, *names: str) -> None:
    """Overwrite columns of a row with data that no key decrypts."""
    named = ", ".join(f'"{name}" = %s' for name in names)
    with connection.cursor() as cursor:
        query = f"UPDATE {row._meta.db_table} SET {named} WHERE id = %s"
        cursor.execute(query, [*[DAMAGED for _ in names], row.pk])


@pytest.fixture
def three(people: dict[str, Any], kinds: Any) -> list[Notification]:
    """Post notifications with data to three players and return them."""
    names = ("alice", "bob", "carol")
    outbox.post([draft(name, people[name], data={"a": name}) for name in names], now=NOW)
    return [Notification.objects.get(key=name) for name in names]


def test_a_damaged_row_is_listed_counted_and_saved_and_fails_only_where_it_is_used(
    three: list[Notification],
) -> None:
    damage(three[1], "data", "subject", "text", "html", "headers")

    rows = list(Notification.objects.order_by("key"))
    rows[1].save()

    assert [row.key for row in rows] == ["alice", "bob", "carol"]
    assert (rows[0].data, rows[2].data) == ({"a": "alice"}, {"a": "carol"})
    with pytest.raises(Undecryptable):
        _ = rows[1].data
    # A column that was not read is saved unchanged.
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM notifications_notification WHERE key = 'bob'")
        assert bytes(cursor.fetchone()[0]) == DAMAGED


@pytest.mark.parametrize("name", ["data", "headers"])
def test_facts_that_cannot_be_read_do_not_keep_others_emails_from_leaving(
    three: list[Notification], kinds: Any, sink: Sink, name: str
) -> None:
    written = kinds["news"]
    kinds["news"] = lambda notification: written(notification) if notification.data else None
    damage(three[1], name)

    assert delivery.deliver_due_emails(NOW) == 3

    subjects = {email["To"]: email["Subject"] for email in sink.emails}
    assert subjects["alice@example.org"] == "News alice"
    assert subjects["carol@example.org"] == "News carol"
    # Without its data, its player gets the fallback e-mail.
    assert subjects["bob@example.org"] == (
        "News from abyss.localhost" if name == "data" else "News bob"
    )


@pytest.mark.parametrize("name", ["subject", "text", "html", "headers", "data"])
def test_a_frozen_email_that_cannot_be_read_fails_alone(
    three: list[Notification], sink: Sink, name: str
) -> None:
    sink.rcpt = "451 later"
    delivery.deliver_due_emails(NOW)
    damage(three[1], name)
    sink.rcpt = "250 OK"

    later = NOW + timedelta(hours=1)
    delivery.deliver_due_emails(later)

    states = dict(Notification.objects.values_list("key", "state"))
    # A rendered e-mail does not need its data any more.
    assert states == {
        "alice": "sent",
        "carol": "sent",
        "bob": "sent" if name == "data" else "failed",
    }


def test_a_question_whose_first_subject_cannot_be_read_has_its_own(
    people: dict[str, Any], kinds: Any, sink: Sink
) -> None:
    token = "a" * 26
    for key in ("one", "two"):
        asked = draft(key, people["alice"], thread="match-1", reply_token=token)
        outbox.post([asked], now=NOW)
        delivery.deliver_due_emails(NOW)
        damage(Notification.objects.get(key=key), "subject")

    assert [email["Subject"] for email in sink.emails] == ["News one", "News two"]


@pytest.mark.parametrize("name", ["raw", "envelope"])
def test_an_email_that_cannot_be_read_is_parked_and_the_next_one_is_read(
    readers: Any, name: str
) -> None:
    token = "abcdefghijklmnopqrstuvwx23"
    for number in range(3):
        raw = f"From: alice@example.org\r\nMessage-ID: <{number}@a.b>\r\n\r\n{number}\r\n"
        email = intake.receive_email(raw.encode(), Envelope("a@b.c", []), "smtp", str(number), NOW)
        InboundEmail.objects.filter(pk=email.pk).update(token=token, purpose="play")
    damage(InboundEmail.objects.get(source_id="1"), name)

    for hours in range(4):
        dispatch.process_due(NOW + timedelta(hours=10 * hours))

    states = dict(InboundEmail.objects.values_list("source_id", "state"))
    assert states == {"0": "done", "1": "parked", "2": "done"}
    assert [reply.lines for reply in readers] == [["0"], ["2"]]


def test_a_quoted_email_that_cannot_be_read_is_no_reason_not_to_read_the_answer(
    three: list[Notification], sink: Sink
) -> None:
    Notification.objects.update(reply_token="a" * 26)
    delivery.deliver_due_emails(NOW)
    damage(Notification.objects.get(key="alice"), "text")

    assert list(dispatch.iterate_quotable_texts("a" * 26)) is not None


@pytest.mark.parametrize("name", ["url", "secret", "data"])
def test_one_webhook_that_cannot_be_read_keeps_no_other_from_being_called(
    people: dict[str, Any], three: list[Notification], name: str, settings: Any, monkeypatch: Any
) -> None:
    said: list[str] = []

    def post_to_url(url: str, *_rest: Any) -> int:
        said.append(url)
        return 200

    monkeypatch.setattr(guard, "post_to_url", post_to_url)
    monkeypatch.setattr(formats, "describe", _about)
    now = timezone.now()
    for notification in three:
        webhook = Webhook.objects.create(
            player=notification.player,
            url=f"https://{notification.key}.example/",
            created_at=now,
            epoch=current_epoch(),
        )
        WebhookCall.objects.create(webhook=webhook, notification=notification, due_at=now)
        Notification.objects.filter(pk=notification.pk).update(created_at=now)
    damage(three[1] if name == "data" else Webhook.objects.get(player=people["bob"]), name)

    calls.call_round(now)

    assert said == ["https://alice.example/", "https://carol.example/"]
    assert WebhookCall.objects.filter(done_at=None).count() == 0
    told = Webhook.objects.get(player=people["bob"]).error
    assert told == ("" if name == "data" else calls.UNREADABLE)


def _about(notification: Notification) -> Any:
    assert notification.data
    return formats.Subject("A match", "/")


def test_the_pages_and_the_export_of_a_player_show_what_can_be_read(
    people: dict[str, Any], three: list[Notification], sink: Sink, settings: Any
) -> None:
    now = timezone.now()
    outbox.post([draft("more", people["bob"])], now=NOW)
    delivery.deliver_due_emails(NOW)
    CapturedEmail.objects.create(
        recipient="bob@example.org", raw=b"x", subject="s", captured_at=now
    )
    webhook = Webhook.objects.create(player=people["bob"], url="https://b.example/", created_at=now)
    damage(Notification.objects.get(key="bob"), "subject")
    damage(webhook, "url", "secret")
    damage(CapturedEmail.objects.get(), "subject")
    settings.DEV_MAILBOX = settings.DEMO = True
    client = Client()
    client.force_login(people["bob"])

    exported = own_data.own_data(people["bob"])

    assert {row["subject"] for row in exported["emails_to_you"]} == {None, "News more"}
    assert [row["url"] for row in exported["webhooks"]] == [None]
    assert len(delivery_status.last_emails(people["bob"])) == 2
    for path in ("/emails/", "/emails/webhooks/", "/mailbox/of/bob@example.org/"):
        assert client.get(path, follow=True).status_code == 200, path


def test_retention_forgets_what_nobody_can_read(three: list[Notification]) -> None:
    Notification.objects.update(state="sent", quotes_people=True, rendered_at=timezone.now())
    damage(three[1], "data", "text")
    late = timezone.now() + timedelta(days=100)

    periods.forget_old_emails(late)

    assert Notification.objects.get(key="alice").data == {"a": "alice"}
    assert (
        Notification.objects.get(key="bob").data == {}
        and Notification.objects.get(key="bob").text == ""
    )
