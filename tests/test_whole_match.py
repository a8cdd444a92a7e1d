"""A whole match on the running service: two players by e-mail, one on pages, one house bot.

The worker, the database and the broker are each killed once during it. Everything is real: the
supervisor, PostgreSQL, Valkey, SMTP both ways, HTTP.
"""

from __future__ import annotations

import json
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from aiosmtpd.controller import Controller
from psycopg.rows import dict_row

from tests.services import put_database

ROOT = Path(__file__).parent.parent
PATIENCE = 600
DOMAIN = "abyss.example.org"
# The answers that a hasty player prefers, by their first word.
PREFERRED = ("recruit", "fight", "support", "continue", "take", "explore", "pass", "decline", "end")

# Carol reads French.
FRENCH = {"recruit": "recruter", "fight": "combattre", "support": "solliciter", "take": "prendre"}
FRENCH |= {"decline": "refuser", "end": "finir"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chosen(answers: list[str], turn: int) -> int:
    """Return the number of the answer that a hasty player gives; exploring and supporting
    alternate."""
    order = PREFERRED if turn % 2 else ("recruit", "fight", "explore", "take", *PREFERRED)
    for word in order:
        for number, answer in enumerate(answers, start=1):
            if answer.lower().startswith((word, FRENCH.get(word, word))):
                return number
    return 1


# Carol reads text only, and so does Alice, who plays on pages: no pictures are drawn for them.
TEXT_ALONE = """
from games.models import Player
from notifications.models import EmailPreferences
for player in Player.objects.filter(display_name__in=["Alice", "Carol"]):
    EmailPreferences.objects.update_or_create(player=player, defaults={"html": False})
"""


class Sink:
    """The mail server that receives the service's e-mails: every copy of each, in order."""

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.emails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"


class Stack:
    """`manage.py up` in its own folder."""

    def __init__(self, folder: Path, sink: Any) -> None:
        self.port, self.smtp_port, self.data = free_port(), free_port(), folder / "var"
        put_database(self.data)
        ours = ("DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_", "SECRET_KEY")
        settings = {
            "DATA_DIR": str(self.data),
            "PORT": str(self.port),
            "SMTP_PORT": str(self.smtp_port),
            "SINK_URL": f"smtp://127.0.0.1:{sink.controller.port}",
            "DJANGO_SETTINGS_MODULE": "tests.demo_settings",
            "MAIL_DEBOUNCE_SECONDS": "0",
            "MAIL_DAILY_LIMIT": "10000",
            "MAIL_DOMAIN": DOMAIN,
            "DEMO": "1",
        }
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
        self.env = inherited | settings
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output: list[str] = []
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        self._wait_until_ready()

    def _listen(self) -> None:
        assert self.process.stdout
        self.output.extend(iter(self.process.stdout.readline, ""))

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + 180
        while not any("is ready at" in line for line in self.output):
            assert self.process.poll() is None and time.monotonic() < end, "".join(self.output)
            time.sleep(0.1)

    def kill(self, what: str) -> None:
        """Kill the worker, the mailroom, the database or the broker by SIGKILL."""
        if what in ("worker", "mailroom"):
            pid = json.loads((self.data / "children.json").read_text())[what][0]
        else:
            name = "postgres/postmaster.pid" if what == "database" else "valkey/valkey.pid"
            pid = int((self.data / name).read_text().split()[0])
        os.kill(pid, signal.SIGKILL)

    def rows(self, query: str) -> list[dict[str, Any]]:
        url = json.loads((self.data / "runtime.json").read_text())["DATABASE_URL"]
        with psycopg.connect(url, row_factory=dict_row) as connection:
            return connection.execute(query).fetchall()

    def command(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        run = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True)
        return run.stdout

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            self.listener.join(5)
            assert self.process.stdout
            self.process.stdout.close()


class Correspondent:
    """A player with nothing but a mailbox, who sends every third e-mail twice."""

    def __init__(self, name: str, stack: Stack, sink: Sink) -> None:
        self.address, self.stack, self.sink = f"{name}@{DOMAIN}", stack, sink
        self.read = 0
        self.known: set[str] = set()
        self.sent: list[str] = []
        self.finished = False

    def look(self) -> None:
        emails = self.sink.emails
        while self.read < len(emails):
            email = emails[self.read]
            self.read += 1
            if str(email["To"]) == self.address and email["Message-ID"] not in self.known:
                self.known.add(str(email["Message-ID"]))
                self.answer(email)

    def answer(self, email: EmailMessage) -> None:
        body = email.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        self.finished |= "The match is over." in text or "La partie est terminée." in text
        answers = re.findall(r"^ *\d+ · (.+)", text, re.M)
        if not answers or not email["Reply-To"]:
            return
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, email["Reply-To"]
        reply["Subject"] = f"Re: {email['Subject']}"
        reply["Message-ID"] = f"<{uuid4()}@mail.example.org>"
        reply["In-Reply-To"] = email["Message-ID"]
        number = chosen(answers, len(self.sent))
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        reply.set_content(f"{number}\n\nOn Monday the service wrote:\n{quoted}")
        self.sent.append(str(reply["Message-ID"]))
        for _ in range(2 if len(self.sent) % 3 == 0 else 1):
            self.send(reply)

    def send(self, reply: EmailMessage) -> None:
        """Retry until it is accepted, like a mail server."""
        end = time.monotonic() + 120
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self.stack.smtp_port, timeout=20) as smtp:
                    smtp.send_message(reply)
                return
            except (OSError, smtplib.SMTPException):
                assert time.monotonic() < end, "the mailroom does not come back"
                time.sleep(0.3)


class Visitor:
    """A player in a browser."""

    def __init__(self, name: str, stack: Stack) -> None:
        self.site = f"http://localhost:{stack.port}"
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self.browser = urllib.request.build_opener(jar)
        self.turns = 0
        self.looks_at = 0.0
        page = self.get("/")
        self.post("/sign-in/demo/", csrfmiddlewaretoken=self.field(page, "csrfmiddlewaretoken"),
                  name=name)  # fmt: skip

    def get(self, path: str) -> str:
        return str(self.browser.open(self.site + path, timeout=20).read().decode())

    def post(self, path: str, **fields: str) -> None:
        data = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self.site + path, data, {"Referer": self.site})
        self.browser.open(request, timeout=20).read()

    @staticmethod
    def field(page: str, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', page)
        assert found
        return found[1]

    def look(self) -> None:
        """Poll twice a second, because a page costs more than looking into a mailbox."""
        if time.monotonic() < self.looks_at:
            return
        try:
            page = self.get("/matches/1/")
            form = re.search(r'action="(/p/[a-z2-7]+/)"(.*?)</form>', page, re.S)
            answered = "You have answered" in page or "may still be changed" in page
            if form and not answered:
                answers = re.findall(r'class="words">([^<]*)<', form[2])
                number = str(chosen(answers, self.turns)) if answers else "1"
                self.turns += 1
                keys = ("csrfmiddlewaretoken", "nonce", "ply")
                fields = {key: self.field(form[2], key) for key in keys}
                self.post(form[1], line=number, **fields)
            else:
                self.looks_at = time.monotonic() + 0.5
        except (urllib.error.URLError, OSError):
            # The site is away or refused a stale answer: try again.
            time.sleep(0.3)


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    yield sink
    sink.controller.stop()


@pytest.fixture
def stack(tmp_path: Path, sink: Sink) -> Iterator[Stack]:
    # PostgreSQL may run as another user than the tests.
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(folder.stat().st_mode | 0o055)
    stack = Stack(tmp_path, sink)
    yield stack
    stack.stop()


@pytest.mark.long
def test_a_match_by_mail_and_page_survives_the_death_of_its_servers(
    stack: Stack, sink: Sink
) -> None:
    writers = [Correspondent(name, stack, sink) for name in ("bob", "carol")]
    alice = Visitor("alice", stack)
    stack.command("shell", "-v", "0", "-c", TEXT_ALONE)
    deaths = iter([(8, "worker"), (16, "database"), (24, "broker")])
    after, victim = next(deaths)
    end = time.monotonic() + PATIENCE
    while not all(writer.finished for writer in writers):
        assert time.monotonic() < end, story(stack, sink)
        alice.look()
        for writer in writers:
            writer.look()
        if sum(len(writer.sent) for writer in writers) >= after:
            stack.kill(victim)
            after, victim = next(deaths, (10**9, ""))
        time.sleep(0.05)

    assert victim == "", "the match ended before every server was killed once"
    check_rows(stack, {number for writer in writers for number in writer.sent})
    check_emails(stack, sink)
    assert "the same" in stack.command("replay")


def check_rows(stack: Stack, sent: set[str]) -> None:
    """Check that every e-mail sent was accepted once and decided once, and no prompt has two
    answers."""
    (match,) = stack.rows("SELECT * FROM games_match")
    moves = stack.rows("SELECT * FROM games_move ORDER BY ply")
    assert match["status"] == "finished"
    assert [move["ply"] for move in moves] == list(range(1, match["ply"] + 1))
    assert {move["source"] for move in moves} == {"email", "page", "bot"}

    inbound = stack.rows("SELECT message_id, state, reason FROM notifications_inboundemail")
    assert {row["message_id"] for row in inbound} == sent and len(inbound) == len(sent)
    assert {row["state"] for row in inbound} == {"done"}
    by_email = Counter(move["key"].split()[0] for move in moves if move["source"] == "email")
    assert set(by_email.values()) == {1}
    played = {row["message_id"] for row in inbound if row["reason"] == "played"}
    assert played == set(by_email)
    # What was not played came after the prompt was closed: nothing was unreadable or illegal.
    assert {row["reason"] for row in inbound} <= {"played", "stale"}

    unsealed = stack.rows("SELECT id FROM games_prompt WHERE NOT sealed")
    answers = Counter(move["prompt_id"] for move in moves)
    assert all(answers[row["id"]] <= 1 for row in unsealed)


def check_emails(stack: Stack, sink: Sink) -> None:
    """Check that every notification was sent or withdrawn, and that duplicates are identical."""
    end = time.monotonic() + 120
    queued = "SELECT count(*) FROM notifications_notification WHERE state = 'queued'"
    while stack.rows(queued)[0]["count"]:
        assert time.monotonic() < end, "e-mails are left in the outbox"
        time.sleep(0.2)
    states = stack.rows("SELECT message_id, state FROM notifications_notification")
    came = {str(email["Message-ID"]) for email in sink.emails}
    assert {row["message_id"] for row in states if row["state"] == "sent"} <= came
    assert {row["state"] for row in states} <= {"sent", "withdrawn"}
    texts: dict[str, set[str]] = {}
    for email in sink.emails:
        body = email.get_body(("plain",))
        assert body is not None
        texts.setdefault(str(email["Message-ID"]), set()).add(body.get_content())
    assert all(len(same) == 1 for same in texts.values())


def story(stack: Stack, sink: Sink) -> str:
    """Return what is known when the match takes too long."""
    asked = stack.rows(
        "SELECT seat, question, opened_at, answered_at FROM games_prompt WHERE closed_at IS NULL"
    )
    emails = stack.rows("SELECT reason, first_line FROM notifications_inboundemail ORDER BY id")
    notifications = stack.rows(
        "SELECT kind, state, why FROM notifications_notification ORDER BY id"
    )
    told = [f"{len(sink.emails)} e-mails; open: {asked}", *emails[-3:], *notifications[-5:]]
    return "\n".join([*map(str, told), *stack.output[-40:]])
