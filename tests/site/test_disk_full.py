"""A small disk under DATA_DIR is filled and freed while answers arrive by program and by e-mail.

Everything is real: a mounted volume of 200 MB with the supervisor, PostgreSQL and Valkey. DISK is
the number of times the disk is filled.
"""

from __future__ import annotations

import json
import os
import signal
import smtplib
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import pytest

from abyss_site.bootstrap.processes import any_free_port
from tests.services import put_database

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = int(os.environ.get("DISK", "2"))
MEGABYTES = 200
# Seconds that the disk stays full, and within which the service must be healthy afterwards.
FULL_SECONDS, READY_SECONDS = 8, 90
# An e-mail whose decision could not be written is retried after minutes.
DECIDED_SECONDS = 600
START_SECONDS = 300
# Number of prompts answered by program, and as many by e-mail.
QUESTIONS = 10 + 15 * ROUNDS

# What is killed while the disk is full, in turn.
VICTIMS = (("postgres", "web"), ("valkey", "worker"), ("mailroom", "beat"), ())

DEAL = """
import json
from django.utils import timezone
from games.models import Match, Player, Seat
from games.titles import GAMES
from games.services.play import dealing
from games.services import matches, tokens
from notifications.outgoing import reply_addresses
now = timezone.now()
people = [
    Player.objects.create_user(f"full{n}@example.org", display_name=f"N{n}", email_verified_at=now)
    for n in range(10)
]
keys = [tokens.make_token(one, name="disk", scopes=["read", "play"])[1] for one in people]
told = []
for n in range(QUESTIONS):
    match = Match.objects.create(
        game="pebbles", seats_wanted=2, options=matches.chosen_options(GAMES["pebbles"], {}, 2)
    )
    match.refresh_from_db(fields=["number", "created_at"])
    for seat in range(2):
        Seat.objects.create(match=match, number=seat, player=people[(n + seat) % 10])
    dealing.deal_match(match, seed=n.to_bytes(32, "big"), now=now)
    prompt = match.prompts.get()
    asked = (n + prompt.seat) % 10
    address = reply_addresses.build_address("play", prompt.token)
    told.append([prompt.token, address, people[asked].email, keys[asked]])
print(json.dumps(told))
""".replace("QUESTIONS", str(2 * QUESTIONS))


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Yield a mounted volume that PostgreSQL, another user here, may enter."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(folder.stat().st_mode | 0o055)
    disk = tmp_path / "disk"
    disk.mkdir()
    options = f"size={MEGABYTES}m,mode=0755"
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


class Service:
    """`manage.py up` on the small disk; its output goes to the same disk."""

    def __init__(self, disk: Path) -> None:
        self.disk, self.data = disk, disk / "var"
        put_database(self.data)
        self.port, self.smtp_port = any_free_port(), any_free_port()
        ours = ("DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_", "SECRET_KEY")
        kept = {name: one for name, one in os.environ.items() if not name.startswith(ours)}
        self.environment = kept | {"DATA_DIR": str(self.data), "SMTP_PORT": str(self.smtp_port)}
        self.output = disk / "output"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        """Return its last output and that of its servers."""
        logs = [self.output, self.data / "postgres.log", self.data / "valkey.log"]
        return "\n".join(f"{log.name}:\n{log.read_text()[-4000:]}" for log in logs)

    def is_well(self) -> bool:
        """Return whether every part is healthy."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/health/", timeout=10
            ) as told:
                return bool(told.status == 200)
        except OSError:
            return False

    def kill(self, victim: str) -> None:
        if victim == "postgres":
            pid = int((self.data / "postgres/postmaster.pid").read_text().split()[0])
        elif victim == "valkey":
            pid = int((self.data / "valkey/valkey.pid").read_text())
        else:
            pid = json.loads((self.data / "children.json").read_text())[victim][0]
        os.kill(pid, signal.SIGKILL)

    def command(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def rows(self, query: str) -> list[Any]:
        url = json.loads((self.data / "runtime.json").read_text())["DATABASE_URL"]
        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()


class Filler:
    """Leaves no octet free on a disk until told to stop."""

    def __init__(self, disk: Path) -> None:
        self.path = disk / "filler"

    def fill(self, seconds: float) -> None:
        give_up = time.monotonic() + seconds
        with self.path.open("ab", buffering=0) as filler:
            while time.monotonic() < give_up:
                for octets in (1024 * 1024, 4096, 1):
                    with suppress(OSError):
                        while filler.write(b"x" * octets):
                            pass
                time.sleep(0.2)

    def free(self) -> None:
        self.path.unlink()


class Answering(threading.Thread):
    """Answers one prompt after the other, each until it is acknowledged."""

    def __init__(self, questions: list[Any], send: Callable[[Any], None]) -> None:
        super().__init__(daemon=True)
        self.questions, self.send = questions, send
        self.acknowledged: list[Any] = []
        self.failures = 0

    def run(self) -> None:
        for question in self.questions:
            while True:
                try:
                    self.send(question)
                    break
                except (OSError, smtplib.SMTPException):
                    self.failures += 1
                    time.sleep(0.2)
            self.acknowledged.append(question)
            time.sleep(0.5)


def answer_by_program(service: Service) -> Callable[[Any], None]:
    def send(question: Any) -> None:
        token, _, _, key = question
        asked = urllib.request.Request(
            f"http://127.0.0.1:{service.port}/api/v1/prompts/{token}/answer/",
            b'{"line": "1"}',
            {
                "Content-Type": "application/json",
                "Authorization": f"Bearer {key}",
                "Idempotency-Key": token,
            },
        )
        with urllib.request.urlopen(asked, timeout=15) as told:
            assert told.status == 200

    return send


def answer_by_mail(service: Service) -> Callable[[Any], None]:
    def send(question: Any) -> None:
        token, address, player, _ = question
        email = EmailMessage()
        email["From"], email["To"], email["Subject"] = player, address, "Re: Your turn"
        email["Message-ID"] = f"<{token}@full.example.org>"
        email.set_content("1\n")
        with smtplib.SMTP("127.0.0.1", service.smtp_port, timeout=15) as smtp:
            smtp.send_message(email)

    return send


def eventually(is_true: Callable[[], object], seconds: float) -> bool:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if is_true():
            return True
        time.sleep(0.2)
    return False


@pytest.mark.long
@pytest.mark.xdist_group("disk")
def test_a_disk_that_fills_and_empties_loses_nothing_that_was_acknowledged(volume: Path) -> None:
    """`up` used to end for good at the first file it could not write."""
    service = Service(volume)
    try:
        assert eventually(service.is_well, START_SECONDS), service.said()
        told = json.loads(service.command("shell", "-v0", "-c", DEAL).splitlines()[-1])
        writers = [
            Answering(told[:QUESTIONS], answer_by_program(service)),
            Answering(told[QUESTIONS:], answer_by_mail(service)),
        ]
        for writer in writers:
            writer.start()
        took = [fill_and_free(service, writers, number) for number in range(ROUNDS)]
        print(f"well again after {took} s; {[one.failures for one in writers]} failed attempts")
        for writer in writers:
            writer.join(60 + QUESTIONS)
        check_moves(service, writers)
    finally:
        service.process.terminate()
        assert service.process.wait(60) == 0


def fill_and_free(service: Service, writers: list[Answering], number: int) -> float:
    """Fill the disk for a while, during which something has to be restarted.

    Return the seconds until the service is healthy after the disk is freed.
    """
    filler = Filler(service.disk)
    filler.fill(FULL_SECONDS / 4)
    for victim in VICTIMS[number % len(VICTIMS)]:
        service.kill(victim)
    filler.fill(FULL_SECONDS * 3 / 4)
    assert service.process.poll() is None, service.said()
    filler.free()
    begun, before = time.monotonic(), [len(writer.acknowledged) for writer in writers]

    def goes_on() -> bool:
        more = all(
            len(writer.acknowledged) > many or not writer.is_alive()
            for writer, many in zip(writers, before, strict=True)
        )
        return more and service.is_well()

    assert eventually(goes_on, READY_SECONDS), service.said()
    return round(time.monotonic() - begun, 1)


def check_moves(service: Service, writers: list[Answering]) -> None:
    """Check that each acknowledged answer is one move and each accepted e-mail was decided."""
    by_program, by_mail = writers
    assert [len(writer.acknowledged) for writer in writers] == [QUESTIONS, QUESTIONS]
    waiting = "SELECT count(*) FROM notifications_inboundemail WHERE state = 'received'"
    assert eventually(lambda: service.rows(waiting) == [(0,)], DECIDED_SECONDS), service.said()

    emails = service.rows("SELECT message_id, state, reason FROM notifications_inboundemail")
    moves = service.rows("SELECT source, count(*) FROM games_move GROUP BY source")

    taken = {f"<{question[0]}@full.example.org>" for question in by_mail.acknowledged}
    assert {name for name, _, _ in emails} == taken and len(emails) == QUESTIONS
    assert {(state, reason) for _, state, reason in emails} == {("done", "played")}
    assert {source: many for source, many in moves if source in ("api", "email")} == {
        "api": QUESTIONS,
        "email": QUESTIONS,
    }
