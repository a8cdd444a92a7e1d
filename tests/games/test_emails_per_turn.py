"""How many e-mails a player gets who plays by e-mail: real SMTP in both directions, real games."""

from __future__ import annotations

import re
import smtplib
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage, Message
from email.utils import parseaddr
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import Match, Move, Player
from games.tasks.house_bots import answer_bots
from notifications.incoming.dispatch import process_due
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import Notification
from notifications.outgoing.delivery import deliver_due_emails

from ..conftest import NOON
from ..emails import read_text
from ..notifications.conftest import Sink, mailroom, sink  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
ANSWER_COUNT = 12


@pytest.fixture
def clock(settings: Any) -> Iterator[Any]:
    settings.MAIL_DEBOUNCE_SECONDS = 15
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class Correspondent:
    """A player who has nothing but a mailbox, and answers each question once."""

    def __init__(self, address: str, sink: Sink) -> None:  # noqa: F811
        self.address, self.sink = address, sink
        self.answered: set[str] = set()

    @property
    def emails(self) -> list[Message]:
        pairs = zip(self.sink.envelopes, self.sink.emails, strict=True)
        return [email for envelope, email in pairs if envelope.rcpt_tos == [self.address]]

    def answer(self, port: int) -> bool:
        """Answer the last question by SMTP; return False if there is none."""
        for email in reversed(self.emails):
            numbers = re.findall(r"^ *(\d+) · ", read_text(email), re.M)
            if numbers and email["Reply-To"] not in self.answered:
                self.answered.add(email["Reply-To"])
                self.send(email, numbers[-1], port)
                return True
        return False

    def send(self, email: Message, number: str, port: int) -> None:
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, str(email["Reply-To"])
        reply["Subject"], reply["In-Reply-To"] = "Re: it", str(email["Message-ID"])
        reply["Message-ID"] = f"<{len(self.answered)}@{self.address}>"
        reply.set_content(number)
        with smtplib.SMTP("127.0.0.1", port) as server:
            server.send_message(reply, self.address, [parseaddr(str(reply["To"]))[1]])


def send_what_is_due(clock: Any) -> None:
    """Let half a minute pass, in which house bots answer a second after a person."""
    deliver_due_emails(timezone.now())
    clock.shift(timedelta(seconds=1))
    while answer_bots(timezone.now()):
        pass
    for seconds in (0, 16, 16):
        clock.shift(timedelta(seconds=seconds))
        deliver_due_emails(timezone.now())


def play_by_email(
    match: Match,
    sink: Sink,  # noqa: F811
    clock: Any,
    port: int,
    *names: str,
) -> tuple[int, int]:
    """Let players answer ANSWER_COUNT questions each; return how many answers and e-mails."""
    writers = [Correspondent(f"{name}@example.org", sink) for name in names]
    for _ in range(ANSWER_COUNT):
        send_what_is_due(clock)
        clock.shift(timedelta(hours=2))
        for writer in writers:
            if writer.answer(port):
                process_due(timezone.now())
                send_what_is_due(clock)
    return Move.objects.filter(match=match, source="email").count(), len(sink.emails)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_turn_against_a_bot_takes_one_email(
    deal: Callable[..., Match],
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    mailroom: Mailroom,  # noqa: F811
    clock: Any,
    settings: Any,
    game: str,
) -> None:
    """It used to be 16 or 17 for 12 answers: a confirmation came a second before the question."""
    match = deal(game, seats=2, bots=1, now=timezone.now())

    answers, emails = play_by_email(match, sink, clock, settings.SMTP_PORT, "alice")

    assert (answers, emails) == (ANSWER_COUNT, ANSWER_COUNT + 1)


def test_an_answer_to_a_person_is_confirmed_at_once(
    deal: Callable[..., Match],
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    mailroom: Mailroom,  # noqa: F811
    clock: Any,
    settings: Any,
) -> None:
    """Their next question may come after days: only then there is an e-mail more."""
    match = deal("pebbles", seats=2, now=timezone.now())

    answers, emails = play_by_email(match, sink, clock, settings.SMTP_PORT, "alice", "bob")

    sent = Counter(
        Notification.objects.filter(state="sent", within=None).values_list("kind", flat=True)
    )
    assert sent["receipt"] <= answers
    assert emails <= 2 * answers + 3
    assert sent["bundle"] == 0
