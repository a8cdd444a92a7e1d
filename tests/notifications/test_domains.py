"""Not too many letters to one domain at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from notifications.models import Notification
from notifications.outgoing.delivery import AT_ONCE, post_round

from .conftest import NOW, Sink, notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
LATER = NOW + timedelta(seconds=30)


@pytest.fixture
def postmen(db: None) -> Iterator[BaseDatabaseWrapper]:
    """As many postmen as may be there, all at example.org."""
    others = connection.copy()
    with others.cursor() as cursor:
        for turn in range(AT_ONCE):
            cursor.execute("SELECT pg_advisory_lock(hashtext('example.org'), %s)", [turn])
    yield others
    others.close()


def test_a_crowded_domain_is_visited_later(
    sink: Sink, people: dict[str, Any], postmen: BaseDatabaseWrapper
) -> None:
    """O12: per-domain concurrency limits."""
    letter = notification("a", people["alice"])
    assert post_round(NOW) == 0
    postmen.close()

    assert post_round(LATER) == 1
    letter.refresh_from_db()
    # Nothing was tried, so no try is lost.
    assert letter.tries == 1


def test_other_domains_are_visited_meanwhile(
    sink: Sink, people: dict[str, Any], postmen: BaseDatabaseWrapper
) -> None:
    people["bob"].email = "bob@example.net"
    people["bob"].save()
    notification("a", people["alice"])
    notification("b", people["bob"])

    assert post_round(NOW) == 1
    assert Notification.objects.get(key="b").state == "sent"
