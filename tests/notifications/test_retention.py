"""Tests of the retention of e-mails."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games.presentation import retention as periods
from notifications.models import CapturedEmail, Delivery, InboundEmail, Notification
from notifications.retention import periods as retention

from .conftest import notification

pytestmark = pytest.mark.django_db


@pytest.fixture
def emails(people: dict[str, Any]) -> Any:
    """Create a sent, a queued, an incoming and a captured e-mail; return the time."""
    now = timezone.now()
    for key in ("sent", "waits"):
        notification(key, people["alice"])
    sent = Notification.objects.filter(key="sent")
    sent.update(state="sent", rendered_at=now, subject="Your turn", text="secret", html="<p>secret")
    Delivery.objects.create(notification=sent.get(), attempted_at=now, accepted=True)
    InboundEmail.objects.create(
        **dict.fromkeys(("source_id", "sha256", "message_id", "token"), "x"),
        **dict.fromkeys(("received_at", "due_at"), now),
        **{"source": "smtp", "state": "done", "reason": "played", "raw": b"secret"},
        **{"sender": "alice@example.org", "words": "secret"},
    )
    CapturedEmail.objects.create(recipient="alice@example.org", raw=b"secret", captured_at=now)
    return now


def test_words_are_forgotten_before_emails(emails: Any) -> None:
    soon = emails + timedelta(days=settings.MAIL_BODY_RETENTION_DAYS)

    assert retention.forget_old_emails(soon - timedelta(minutes=1)) == 0
    assert retention.forget_old_emails(soon + timedelta(minutes=1)) == 3

    sent, came = Notification.objects.get(key="sent"), InboundEmail.objects.get()
    assert (sent.subject, sent.text, sent.html) == ("Your turn", "", "")
    assert (came.reason, came.raw, came.sender, came.words) == ("played", None, "", "")
    assert not CapturedEmail.objects.exists()


def test_what_a_player_wrote_is_forgotten_with_the_words_but_not_what_names_the_question(
    emails: Any,
) -> None:
    """A bundle's blocks and a quarantined e-mail's match stay, to assign replies to questions."""
    said = {"line": "secret", "lines": ["secret"], "sender": "eve@example.net", "facts": {}}
    said |= dict.fromkeys(("pointer", "proposed", "done", "left", "said", "reason"), "secret")
    facts = {"match": "m", "blocks": {"A": "t"}, **said}
    Notification.objects.update(data=facts, quotes_people=True)
    soon = emails + timedelta(days=settings.MAIL_BODY_RETENTION_DAYS, minutes=1)
    retention.forget_old_emails(soon)

    kept = {row.key: row.data for row in Notification.objects.all()}
    assert kept["sent"] == {"match": "m", "blocks": {"A": "t"}}
    assert kept["waits"]["line"] == "secret"
    assert retention.forget_old_emails(soon) == 0


def test_very_old_emails_are_forgotten_but_none_that_waits(emails: Any) -> None:
    late = emails + timedelta(days=settings.MAIL_RETENTION_DAYS, minutes=1)

    retention.forget_old_emails(late)

    assert [row.key for row in Notification.objects.all()] == ["waits"]
    assert not Delivery.objects.exists() and not InboundEmail.objects.exists()
    assert retention.forget_old_emails(late) == 0


def test_every_period_is_named_in_one_place() -> None:
    named = periods.retention_periods()

    assert named["email_words"] == timedelta(days=settings.MAIL_BODY_RETENTION_DAYS)
    assert named["emails"] == timedelta(days=settings.MAIL_RETENTION_DAYS)
    assert all(period > timedelta(0) for period in named.values())
