"""Tests of the limit of concurrent connections to one domain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from notifications.models import Notification
from notifications.outgoing.delivery import MAX_CONCURRENT_PER_DOMAIN, deliver_due_emails

from .conftest import NOW, Sink, notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
LATER = NOW + timedelta(seconds=30)


@pytest.fixture
def taken_slots(db: None) -> Iterator[BaseDatabaseWrapper]:
    """Take all send slots of example.org; yield the connection that holds them."""
    others = connection.copy()
    with others.cursor() as cursor:
        for turn in range(MAX_CONCURRENT_PER_DOMAIN):
            cursor.execute("SELECT pg_advisory_lock(hashtext('example.org'), %s)", [turn])
    yield others
    others.close()


def test_a_crowded_domain_is_visited_later(
    sink: Sink, people: dict[str, Any], taken_slots: BaseDatabaseWrapper
) -> None:
    """O12: per-domain concurrency limits."""
    email = notification("a", people["alice"])
    assert deliver_due_emails(NOW) == 0
    taken_slots.close()

    assert deliver_due_emails(LATER) == 1
    email.refresh_from_db()
    # Waiting does not count as an attempt.
    assert email.tries == 1


def test_other_domains_are_visited_meanwhile(
    sink: Sink, people: dict[str, Any], taken_slots: BaseDatabaseWrapper
) -> None:
    people["bob"].email = "bob@example.net"
    people["bob"].save()
    notification("a", people["alice"])
    notification("b", people["bob"])

    assert deliver_due_emails(NOW) == 1
    assert Notification.objects.get(key="b").state == "sent"
