"""Tests of bounces."""

from __future__ import annotations

from typing import Any

import pytest

from notifications.models import Delivery
from notifications.outgoing import reply_addresses

from .conftest import NOW, Sink, notification, reply
from .test_inbound import decided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("readers")]

REPORT = """\
--b
Content-Type: text/plain

Your e-mail could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; alice@example.org
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <alice@example.org>: Recipient address
 rejected: no such user
--b--
"""


@pytest.fixture
def delivery(people: dict[str, Any]) -> Delivery:
    email = notification("a", people["alice"])
    Delivery.objects.create(notification=email, attempted_at=NOW, accepted=False)
    return Delivery.objects.create(notification=email, attempted_at=NOW, accepted=True)


def report(action: str = "failed") -> bytes:
    kind = "multipart/report; report-type=delivery-status; boundary=b"
    body = REPORT.format(action=action)
    return reply(body, sender="MAILER-DAEMON@mx.example.org", Content_Type=kind)


def bounced(delivery: Delivery, raw: bytes) -> str:
    token = reply_addresses.token_from_uuid(delivery.notification_id)
    reason = decided(raw, purpose="bounce", token=token, mail_from="")
    delivery.refresh_from_db()
    return reason


def test_a_report_is_written_on_the_delivery_it_is_about(delivery: Delivery) -> None:
    assert bounced(delivery, report()) == "bounce"

    assert delivery.bounced_at == NOW
    assert delivery.bounce.startswith("5.1.1 550 5.1.1 <alice@example.org>: Recipient address rej")


def test_a_delay_is_not_the_end(delivery: Delivery) -> None:
    assert bounced(delivery, report("delayed")) == "bounce_delayed"

    assert delivery.bounced_at is None


def test_a_report_in_free_words_is_understood_too(delivery: Delivery) -> None:
    raw = reply("Sorry: 550 5.2.2 mailbox full\n", Subject="Undeliverable: Your turn")

    assert bounced(delivery, raw) == "bounce"
    assert delivery.bounce == "5.2.2 Undeliverable: Your turn"


def test_an_absence_told_to_the_return_address_is_no_bounce(delivery: Delivery) -> None:
    raw = reply("I am away.\n", Auto_Submitted="auto-replied")

    assert bounced(delivery, raw) == "auto_reply"
    assert delivery.bounced_at is None


def test_a_report_about_nothing_is_recorded_only() -> None:
    assert decided(report(), purpose="bounce", token="a" * 26, mail_from="") == "bounce_unknown"


def test_a_report_never_writes_an_email(sink: Sink, delivery: Delivery) -> None:
    bounced(delivery, report())

    assert sink.emails == []
