"""A burst of e-mails in and out, while mailroom, worker, mail server and database are killed in
turn.

Everything is real: the supervisor, PostgreSQL, Valkey, SMTP both ways. BURST is the number of
incoming e-mails (more than twice as many go out); by default fewer than we promise.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import smtplib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import psycopg
import pytest
from aiosmtpd.controller import Controller

from .test_whole_match import Stack, free_port

BURST = int(os.environ.get("BURST", "80"))
# Number of mail servers that deliver e-mails at the same time.
SENDERS = 4
PATIENCE = 120 + BURST / 2

# Runs beside the service: deals matches and prints the address for each prompt, and the player.
DEAL = """
import json
from django.utils import timezone
from games.models import Match, Player, Seat
from games.titles import GAMES
from games.services.play import dealing
from games.services import matches
from notifications.outgoing import reply_addresses
from notifications.models import EmailPreferences
now = timezone.now()
people = [
    Player.objects.create_user(f"burst{n}@example.org", display_name=f"N{n}", email_verified_at=now)
    for n in range(20 + BURST // 20)
]
# Their answers are told by the next question alone.
EmailPreferences.objects.bulk_create(
    EmailPreferences(player=one, receipts="errors") for one in people
)
told = []
for n in range(BURST):
    match = Match.objects.create(
        game="pebbles", seats_wanted=2, options=matches.chosen_options(GAMES["pebbles"], {}, 2)
    )
    match.refresh_from_db(fields=["number", "created_at"])
    for seat in range(2):
        Seat.objects.create(match=match, number=seat, player=people[(n + seat) % len(people)])
    dealing.deal_match(match, seed=n.to_bytes(32, "big"), now=now)
    prompt = match.prompts.get()
    asked = people[(n + prompt.seat) % len(people)]
    told.append((reply_addresses.build_address("play", prompt.token), asked.email))
print(json.dumps(told))
""".replace("BURST", str(BURST))


class Sink:
    """A mail server that accepts everything, is killed and comes back on the same port."""

    def __init__(self) -> None:
        # Message-ID -> hashes of the e-mails received with it.
        self.came: dict[str, Counter[str]] = defaultdict(Counter)
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def die(self) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        head, _, body = envelope.original_content.partition(b"\r\n\r\n")
        name = BytesHeaderParser().parsebytes(head)["Message-ID"]
        # The boundary between its parts differs for each attempt.
        body = re.sub(rb"={10,}\d+==", b"", body)
        self.came[name][hashlib.sha256(body).hexdigest()] += 1
        return "250 taken"


class MailServer(threading.Thread):
    """Delivers e-mails to the mailroom with retries, every tenth twice."""

    def __init__(self, emails: SimpleQueue[EmailMessage], port: int) -> None:
        super().__init__()
        self.emails, self.port = emails, port
        self.taken: list[str] = []
        self.smtp: smtplib.SMTP | None = None

    def run(self) -> None:
        with suppress(Empty):
            while True:
                email = self.emails.get_nowait()
                for _ in range(2 if len(self.taken) % 10 == 0 else 1):
                    self.bring(email)
                self.taken.append(str(email["Message-ID"]))
        if self.smtp:
            self.smtp.close()

    def bring(self, email: EmailMessage) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.smtp = self.smtp or smtplib.SMTP("127.0.0.1", self.port, timeout=20)
                self.smtp.send_message(email)
                return
            except (OSError, smtplib.SMTPException):
                assert time.monotonic() < end, "the mailroom does not come back"
                if self.smtp:
                    self.smtp.close()
                self.smtp = None
                time.sleep(0.2)


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    yield sink
    sink.die()


@pytest.fixture
def stack(tmp_path: Path, sink: Sink) -> Iterator[Stack]:
    # PostgreSQL may run as another user than the tests.
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(folder.stat().st_mode | 0o055)
    stack = Stack(tmp_path, sink)
    yield stack
    stack.stop()


@pytest.mark.slow
def test_a_burst_loses_no_email_and_acts_on_none_twice(stack: Stack, sink: Sink) -> None:
    emails: SimpleQueue[EmailMessage] = SimpleQueue()
    told = stack.command("shell", "-v0", "-c", DEAL)
    for number, (address, player) in enumerate(json.loads(told.splitlines()[-1])):
        emails.put(answer(number, address, player))
    servers = [MailServer(emails, stack.smtp_port) for _ in range(SENDERS)]
    for server in servers:
        server.start()
    for part, victim in enumerate(("mailroom", "worker", "sink", "database"), 1):
        while emails.qsize() > BURST * (5 - part) / 5:
            time.sleep(0.02)
        if victim == "sink":
            sink.die()
            threading.Timer(2, sink.start).start()
        else:
            stack.kill(victim)
    for server in servers:
        server.join()
    wait_until_all_is_done(stack)

    taken = [name for server in servers for name in server.taken]
    assert len(taken) == BURST == len(set(taken))
    check_emails_in(stack, set(taken))
    check_emails_out(stack, sink)


def answer(number: int, address: str, player: str) -> EmailMessage:
    email = EmailMessage()
    email["From"], email["To"], email["Subject"] = player, address, "Re: Your turn"
    email["Message-ID"] = f"<{number}@burst.example.org>"
    email.set_content("1\n\nOn Monday the service wrote:\n> It is your turn.\n>   1 · take 1\n")
    return email


def wait_until_all_is_done(stack: Stack) -> None:
    """Wait until all work is done; retry at once what was delayed because a server was away."""
    left = (
        "SELECT (SELECT count(*) FROM notifications_notification WHERE state = 'queued') AS out,"
        " (SELECT count(*) FROM notifications_inboundemail WHERE state = 'received') AS come"
    )
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(psycopg.Error):
            (waiting,) = stack.rows(left)
            if waiting == {"out": 0, "come": 0}:
                return
            stack.rows(
                "UPDATE notifications_notification SET due_at = now() WHERE state = 'queued'"
                " AND due_at > now() + interval '40 seconds' RETURNING id"
            )
            assert time.monotonic() < end, f"{waiting}\n" + "".join(stack.output[-20:])
        time.sleep(0.5)


def check_emails_in(stack: Stack, taken: set[str]) -> None:
    """Check that every accepted e-mail has one decision, which led to one move."""
    rows = stack.rows("SELECT message_id, state, reason FROM notifications_inboundemail")
    assert Counter(row["message_id"] for row in rows) == Counter(taken)
    assert {(row["state"], row["reason"]) for row in rows} == {("done", "played")}
    moves = stack.rows("SELECT key FROM games_move WHERE source = 'email'")
    assert Counter(move["key"].split()[0] for move in moves) == Counter(taken)


def check_emails_out(stack: Stack, sink: Sink) -> None:
    """Check that every posted e-mail arrived or was withdrawn as obsolete, and that all its copies
    are the same."""
    rows = stack.rows("SELECT message_id, state, why FROM notifications_notification")
    sent = {row["message_id"] for row in rows if row["state"] == "sent"}
    assert {row["state"] for row in rows} <= {"sent", "withdrawn"}
    assert {row["why"] for row in rows if row["state"] == "withdrawn"} <= {
        "overtaken",
        "receipts not wanted",
    }
    assert sent <= set(sink.came) <= {row["message_id"] for row in rows}
    assert len(sent) >= 2 * BURST
    assert all(len(copies) == 1 for copies in sink.came.values())
