"""Tests of the outbox: notifications are posted in the caller's transaction."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test.utils import CaptureQueriesContext

from abyss_site.core.database import connection
from notifications.models import Notification
from notifications.outgoing.outbox import post

from .conftest import NOW, draft

pytestmark = pytest.mark.django_db


def test_the_same_key_twice_is_one_notification(people: dict[str, Any]) -> None:
    """O11: posted once."""
    post([draft("a", people["alice"])], now=NOW)
    post([draft("a", people["bob"]), draft("b", people["bob"])], now=NOW)

    assert list(
        Notification.objects.order_by("key").values_list("key", "player__display_name")
    ) == [
        ("a", "Alice"),
        ("b", "Bob"),
    ]


def test_all_notifications_are_posted_with_one_query(people: dict[str, Any]) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        post([draft(name, player) for name, player in people.items()], now=NOW)
        connection.send_waiting()

    assert len(queries) == 1


def test_a_transaction_that_fails_posts_nothing(people: dict[str, Any]) -> None:
    """O11: posted in the transaction of the move, or not at all."""
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        post([draft("a", people["alice"])], now=NOW)
        raise ZeroDivisionError

    assert not Notification.objects.exists()


def test_a_message_id_is_minted_at_posting(people: dict[str, Any]) -> None:
    """O1: the Message-ID never changes and reveals nothing."""
    post([draft("a", people["alice"]), draft("b", people["alice"])], now=NOW)

    first, second = Notification.objects.values_list("message_id", flat=True)
    assert first != second
    assert first.startswith("<") and first.endswith("@abyss.localhost>")
