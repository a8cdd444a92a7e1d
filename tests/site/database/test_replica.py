"""Pages that may be a second old come from a streaming replica, or else from the primary."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from abyss_site.bootstrap.embedded import Postgres, program
from abyss_site.core.database import replica
from devtools.testing import TEMPLATE_VARIABLE
from games.engine.contract import Decision
from games.models import Heartbeat, Match, Player
from games.presentation import health
from games.services import tokens
from games.services.play.decisions import submit_decision

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", replica.REPLICA]),
    # One worker copies the server, once.
    pytest.mark.xdist_group("replica"),
]

PATIENCE = 60.0


class Standby:
    """A streaming replica of the server of this test run, with our test database."""

    def __init__(self, folder: Path) -> None:
        self.server = Postgres(folder / "standby", throwaway=True)
        options = connection.settings_dict["OPTIONS"] | {"host": str(self.server.sockets)}
        # Nothing is emptied in a mirror after a test.
        test = connection.settings_dict["TEST"] | {"MIRROR": "default"}
        self.settings = connection.settings_dict | {"OPTIONS": options, "TEST": test}

    def start(self) -> None:
        copy = [program("pg_basebackup"), "-D", str(self.server.data), "-R", "--checkpoint=fast"]
        subprocess.run(
            [*self.server.prefix, *copy, "-d", os.environ["DATABASE_URL"]],
            env=self.server.environment(),
            cwd="/",
            check=True,
            capture_output=True,
            timeout=120,
        )
        self.server.start()

    def kill(self) -> None:
        """Kill it and its sessions, as a power cut would."""
        process = self.server.daemon.process
        assert process is not None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def ask(self, query: str) -> Any:
        database = self.settings["NAME"]
        with psycopg.connect(self.server.url, dbname=database, autocommit=True) as link:
            row = link.execute(query.encode()).fetchone()
            return row and row[0]

    def catch_up(self) -> None:
        """Commit something, as the jobs do every five seconds, and wait until it has arrived."""
        now = timezone.now()
        Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults={"ticked_at": now})
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()")
            (written,) = cursor.fetchone()
        self.wait_until(f"SELECT pg_last_wal_replay_lsn() >= '{written}'")
        replica._state = type(replica._state)()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let it replay nothing during the block: whoever reads from it sees what was before."""
        self.catch_up()
        self.ask("SELECT pg_wal_replay_pause()")
        self.wait_until("SELECT pg_get_wal_replay_pause_state() = 'paused'")
        try:
            yield
        finally:
            self.ask("SELECT pg_wal_replay_resume()")

    def wait_until(self, query: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.ask(query):
            assert time.monotonic() < end, query
            time.sleep(0.02)


@pytest.fixture(scope="module", autouse=True)
def server(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any
) -> Iterator[Standby]:
    """Run a replica, and make it known as DATABASE_REPLICA_URL does."""
    if TEMPLATE_VARIABLE not in os.environ:
        pytest.skip("only the embedded server is copied")
    with django_db_blocker.unblock():
        standby = Standby(tmp_path_factory.mktemp("replica"))
        standby.start()
    connections.settings[replica.REPLICA] = standby.settings
    yield standby
    del connections.settings[replica.REPLICA]
    standby.server.stop()


@pytest.fixture
def standby(server: Standby, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standby]:
    """Read from the replica."""
    # A busy machine may take long from the last commit to the page.
    monkeypatch.setattr(replica, "MAX_LAG_SECONDS", 60.0)
    settings.DATABASE_ROUTERS = ["abyss_site.core.database.replica.Router"]
    settings.MIDDLEWARE = ["abyss_site.core.database.replica.remember_writes", *settings.MIDDLEWARE]
    if not server.server.daemon.is_running():
        server.server.start()
    yield server
    connections[replica.REPLICA].close()


def rename(player: Player, name: str) -> None:
    player.display_name = name
    player.save()


def finish(match: Match) -> None:
    """End the match, an hour ago."""
    while match.finished_at is None:
        asked = match.prompts.get(closed_at=None)
        submit_decision(
            asked.token, Decision("take", {"number": 1}), source="page", key=asked.token
        )
        match.refresh_from_db()
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=1))


def test_a_page_is_read_from_the_replica(standby: Standby, people: dict[str, Player]) -> None:
    with standby.paused():
        rename(people["alice"], "Alicia")

        page = Client().get("/players/").content.decode()

    assert "Alice" in page and "Alicia" not in page


def test_a_replica_that_is_too_far_behind_is_not_read(
    standby: Standby, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    with standby.paused(), monkeypatch.context() as patched:
        rename(people["alice"], "Alicia")
        standby.wait_until("SELECT pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()")
        patched.setattr(replica, "MAX_LAG_SECONDS", 0.0)

        page = Client().get("/players/").content.decode()
        report = health.check_health()["replica"]

    assert "Alicia" in page
    assert not report["ok"] and report["seconds_behind"] > 0
    standby.catch_up()
    # The server may write something of its own at any time.
    assert health.check_health()["replica"]["ok"]


def test_what_one_has_just_done_is_shown(standby: Standby, people: dict[str, Player]) -> None:
    client, page = Client(), f"/players/{people['bob'].pk}/"
    client.force_login(people["alice"])
    with standby.paused():
        before = client.get(page).content
        client.post(f"{page}follow/")

        after = client.get(page).content

    assert b'name="lift"' not in before and b'name="lift"' in after


def test_a_program_sees_what_it_has_done(standby: Standby, people: dict[str, Player]) -> None:
    """It sends no cookies."""
    _token, secret = tokens.make_token(people["bob"], name="laptop", scopes=["read"])
    with standby.paused():
        rename(people["alice"], "Alicia")
        where = f"/api/v1/players/{people['alice'].pk}/"

        visitor = Client().get(where).json()
        program = Client().get(where, headers={"Authorization": f"Bearer {secret}"}).json()

    assert (visitor["name"], program["name"]) == ("Alice", "Alicia")


@pytest.mark.parametrize("part", ["history/", "scores/", "file/", "picture.png", "analysis/"])
def test_a_match_comes_from_the_replica_once_it_is_long_over(
    part: str, standby: Standby, deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2)
    standby.catch_up()
    with CaptureQueriesContext(connections[replica.REPLICA]) as running:
        Client().get(f"/matches/{match.number}/{part}")
    finish(match)
    standby.catch_up()

    with (
        CaptureQueriesContext(connections[replica.REPLICA]) as over,
        CaptureQueriesContext(connection) as primary,
    ):
        response = Client().get(f"/matches/{match.number}/{part}")

    assert response.status_code == (404 if part in ("analysis/", "picture.png") else 200)
    # How far it is behind, and that the match is not long over.
    assert len(running) == 2
    assert len(over) > 2
    assert response.status_code == 404 or not primary.captured_queries


def test_what_the_replica_does_not_have_yet_is_found(
    standby: Standby, people: dict[str, Player]
) -> None:
    with standby.paused():
        new = Player.objects.create_user(
            "eve@example.org", display_name="Eve", email_verified_at=timezone.now()
        )

        response = Client().get(f"/players/{new.pk}/")

    assert response.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/players/", "/leaderboards/pebbles/", "/archive/", "/games/pebbles/", "/leagues/"),
        *("/moderation/", "/moderation/figures/", "/api/v1/leagues/"),
    ],
)
def test_a_page_needs_nothing_of_the_primary(
    path: str, standby: Standby, people: dict[str, Player]
) -> None:
    standby.catch_up()

    with CaptureQueriesContext(connection) as primary:
        response = Client().get(path)

    assert response.status_code == 200
    assert not primary.captured_queries


def test_what_waits_for_a_player_is_counted_in_the_primary(
    standby: Standby, deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    client = Client()
    client.force_login(people["alice"])
    with standby.paused():
        deal("pebbles", seats=2)

        page = client.get("/archive/").content

    assert b'data-count="1"' in page


def test_pages_go_on_without_the_replica(
    standby: Standby, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    standby.catch_up()
    assert client.get("/players/").status_code == 200

    standby.kill()

    assert client.get("/players/").status_code == 200
    assert not health.check_health()["replica"]["ok"]
    # It is left alone for a while, and then it is used again.
    standby.server.start()
    standby.ask("SELECT 1")
    with CaptureQueriesContext(connections[replica.REPLICA]) as asked:
        client.get("/players/")
    assert not asked.captured_queries
    standby.catch_up()
    with CaptureQueriesContext(connections[replica.REPLICA]) as asked:
        client.get("/players/")
    assert asked.captured_queries


def test_without_the_setting_there_is_no_replica(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(connections.settings, replica.REPLICA)

    response = Client().post("/appearance/", {"theme": "dark"})

    assert not replica.has_replica()
    assert replica.WROTE_COOKIE not in response.cookies
