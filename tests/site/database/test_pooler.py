"""Everything behind PgBouncer, which gives each transaction another session of the database."""

from __future__ import annotations

import json
import os
import shutil
import signal
import smtplib
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from abyss_site.bootstrap.embedded import unprivileged_prefix
from abyss_site.bootstrap.processes import Daemon, any_free_port, is_listening
from tests.site.bootstrap.test_up import PATIENCE, Up, eventually

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
# Fewer sessions than processes, so that every transaction may get that of another one.
SESSIONS = 3

DEAL = """
import json
from django.utils import timezone
from games.models import Match, Player, Seat
from games.services.play import dealing
from games.services import matches, tokens
from games.titles import GAMES
from notifications.outgoing import reply_addresses
told = []
for number in range(3):
    match = Match.objects.create(
        game="pebbles", seats_wanted=2, options=matches.chosen_options(GAMES["pebbles"], {}, 2)
    )
    people = [Player.objects.get(email=f"{name}@abyss.localhost") for name in ("alice", "bob")]
    for seat, player in enumerate(people):
        Seat.objects.create(match=match, number=seat, player=player)
    dealing.deal_match(match, seed=bytes([number]) * 32, now=timezone.now())
    prompt = match.prompts.get()
    asked = people[prompt.seat]
    key = tokens.make_token(asked, name="pooler", scopes=["read", "play"])[1]
    address = reply_addresses.build_address("play", prompt.token)
    told.append([prompt.token, address, asked.email, key])
print(json.dumps(told))
"""


SOURCES = "SELECT source FROM games_move JOIN games_prompt p ON p.id = prompt_id WHERE token = %s"
ASKED = "SELECT 1 FROM notifications_notification WHERE reply_token = %s AND sent_at IS NOT NULL"
# Somebody who has just been asked has a quarter of their time.
LATE = [
    "UPDATE notifications_notification SET sent_at = now() - interval '9 days'"
    " WHERE reply_token = %s",
    "UPDATE games_prompt SET deadline_at = now() - interval '1 hour' WHERE token = %s",
]


class Pooled(Up):
    """`manage.py up` whose database is a pooler."""

    url = ""

    def environment(self) -> dict[str, str]:
        return super().environment() | {
            "DATABASE_URL": self.url,
            "DATABASE_POOLED": "yes",
            "MAIL_DEBOUNCE_SECONDS": "0",
        }

    def deal(self) -> list[list[str]]:
        """Deal three matches; return token, reply address, player's address and API token."""
        command = [sys.executable, "manage.py", "shell", "-v0", "-c", DEAL]
        done = subprocess.run(
            command, cwd=self.root, env=self.environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        told: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
        return told

    def answer_by_program(self, token: str, key: str) -> int:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/prompts/{token}/answer/",
            b'{"line": "1"}',
            {"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return int(answer.status)

    def answer_by_email(self, address: str, player: str) -> None:
        email = EmailMessage()
        email["From"], email["To"], email["Subject"] = player, address, "Re: Your turn"
        email["Message-ID"] = "<one@pooler.example.org>"
        email.set_content("1\n")
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=30) as smtp:
            smtp.send_message(email)


@pytest.fixture
def database() -> Iterator[str]:
    """Yield the connection string of an empty database on the server of the test run."""
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS pooled WITH (FORCE)")
        connection.execute("CREATE DATABASE pooled")
        yield psycopg.conninfo.make_conninfo(server, dbname="pooled")
        connection.execute("DROP DATABASE pooled WITH (FORCE)")


@pytest.fixture
def pooler(database: str, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a PgBouncer before that database, as old as Debian's: it knows no prepared
    statements."""
    if PGBOUNCER is None:
        pytest.skip("pgbouncer is not installed")
    port, behind = any_free_port(), conninfo_to_dict(database)
    file = tmp_path / "pgbouncer.ini"
    target = " ".join(
        f"{name}={behind[name]}" for name in ("host", "port", "user") if name in behind
    )
    secret = f" password={behind['password']}" if behind.get("password") else ""
    file.write_text(
        f"[databases]\npooled = {target} dbname=pooled{secret}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = any\npool_mode = transaction\ndefault_pool_size = {SESSIONS}\n"
        "max_client_conn = 200\nignore_startup_parameters = extra_float_digits\n"
    )
    daemon = Daemon("PgBouncer", tmp_path / "pgbouncer.log")
    daemon.start([*unprivileged_prefix(), PGBOUNCER, str(file)], on_death=signal.SIGTERM)
    daemon.wait_until(partial(is_listening, port))
    yield f"postgresql://abyss@127.0.0.1:{port}/pooled"
    daemon.stop(signal.SIGTERM)


def read(database: str, query: str, *values: Any) -> list[Any]:
    with psycopg.connect(database) as connection:
        return [row[0] for row in connection.execute(query, values).fetchall()]


@pytest.mark.long
def test_every_process_works_behind_a_pooler(pooler: str, database: str, tmp_path: Path) -> None:
    """By program, by e-mail, and by the clock; the e-mails about it leave."""
    Pooled.url = pooler
    (tmp_path / "up").mkdir()
    running = Pooled(tmp_path / "up")
    try:
        assert eventually(running.is_ready, 3 * PATIENCE), running.output.read_text()
        by_program, by_email, by_clock = running.deal()

        assert running.answer_by_program(by_program[0], by_program[3]) == 200
        running.answer_by_email(by_email[1], by_email[2])
        assert eventually(lambda: read(database, ASKED, by_clock[0]))
        with psycopg.connect(database) as connection:
            for statement in LATE:
                connection.execute(statement, [by_clock[0]])

        assert read(database, SOURCES, by_program[0]) == ["api"]
        assert eventually(lambda: read(database, SOURCES, by_email[0]) == ["email"])
        assert eventually(lambda: read(database, SOURCES, by_clock[0]) == ["clock"])
        assert eventually(
            lambda: running.is_well("database", "broker", "worker", "beat", "mailroom", "jobs")
        )
    finally:
        running.process.terminate()
        running.process.wait(30)
