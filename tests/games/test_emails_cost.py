"""How many statements an e-mail costs, out and in: each is half a millisecond of work."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.mail import get_connection
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Prompt
from notifications.incoming import dispatch, intake
from notifications.models import InboundEmail
from notifications.outgoing import delivery, planning, reply_addresses
from notifications.outgoing.rendering import render_batch

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(deal: Any, settings: Any) -> Prompt:
    """An open question, the last of those of three matches whose e-mails are planned and due."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_DEBOUNCE_SECONDS = 0
    for _ in range(3):
        prompt: Prompt = deal("abyss", seats=2, now=timezone.now()).prompts.earliest("seat")
    planning.plan_due(timezone.now())
    return prompt


def statements(captured: CaptureQueriesContext) -> list[str]:
    kinds = (query["sql"].split()[0] for query in captured.captured_queries)
    return [kind for kind in kinds if kind not in ("SAVEPOINT", "RELEASE")]


def test_the_emails_of_a_bag_are_taken_written_and_sent_with_few_statements(
    asked: Prompt,
) -> None:
    now = timezone.now()

    with CaptureQueriesContext(connection) as taking:
        batch = delivery.claim_due_notifications(now, 10)
    with CaptureQueriesContext(connection) as writing:
        emails = render_batch(batch, now)
    with CaptureQueriesContext(connection) as sending:
        for email in emails:
            assert delivery.send_notification(email, get_connection(), now) is None

    assert len(emails) == len(batch) >= 3
    assert len(statements(taking)) == 2
    # Once for all of them: matches, seats, notes, wishes, questions, moves, orders, what was said;
    # their rows, what they number, their places in conversations; e-mails and pictures, kept, and
    # pictures to be sent.
    assert len(statements(writing)) == 14
    # Of each: its row with a turn at the domain, and that it left.
    assert len(statements(sending)) == 2 * len(emails)


def test_an_answer_is_kept_with_one_statement_and_decided_with_few(asked: Prompt) -> None:
    player = asked.match.seats.select_related("player").get(number=asked.seat).player
    address = reply_addresses.build_address("play", asked.token)
    raw = f"From: {player.email}\r\nTo: {address}\r\nMessage-ID: <1@c.example>\r\n\r\n1\r\n"
    envelope = intake.Envelope(player.email, [address])

    with CaptureQueriesContext(connection) as keeping:
        intake.receive_email(raw.encode(), envelope, "test", "1", timezone.now())
    with CaptureQueriesContext(connection) as deciding:
        assert dispatch.process_next(timezone.now())

    assert InboundEmail.objects.get().reason == "played"
    assert len(statements(keeping)) == 1
    # The e-mail, who wrote before; question, player, the door's five, what is asked now, the
    # answer to it, the decision.
    assert len(statements(deciding)) <= 13
