"""The embedded servers: they start, restart, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from abyss_site.bootstrap import embedded
from abyss_site.bootstrap.embedded import Postgres, Valkey
from abyss_site.bootstrap.processes import ServerFailed, command_line

ROOT = Path(__file__).resolve().parents[3]
START_AND_DIE = """
import os, sys
from pathlib import Path
from abyss_site.bootstrap.embedded import Postgres, Valkey
for server in Postgres(Path(sys.argv[1]) / "postgres"), Valkey(Path(sys.argv[1]) / "valkey"):
    server.start()
    print(server.daemon.process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    server = Postgres(tmp_path / "postgres", throwaway=True)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    server = Valkey(tmp_path / "valkey")
    server.start()
    yield server
    server.stop()


def kill(server: Postgres | Valkey) -> None:
    assert server.daemon.process is not None
    server.daemon.process.kill()
    server.daemon.process.wait()


def test_rows_outlive_a_killed_database(tmp_path: Path) -> None:
    postgres = Postgres(tmp_path / "postgres")
    postgres.start()
    with psycopg.connect(postgres.url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    kill(postgres)

    start_patiently(postgres)

    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    postgres.stop()


def start_patiently(server: Postgres) -> None:
    """Start with retries: the killed server's last processes may hold the folder for a moment."""
    for _ in range(20):
        try:
            return server.start()
        except ServerFailed:
            time.sleep(0.2)
    raise AssertionError("PostgreSQL did not come back")


def test_only_its_own_user_reaches_the_database(postgres: Postgres) -> None:
    assert postgres.sockets.stat().st_mode & 0o077 == 0
    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_the_log_is_for_this_user_and_holds_no_row(postgres: Postgres) -> None:
    # A failed statement used to be logged with all its values: hands, e-mails, tokens.
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE held (card text UNIQUE)")
        connection.execute("INSERT INTO held VALUES ('hidden card')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO held VALUES ('hidden card')")

    log = postgres.daemon.log
    assert "duplicate key" in log.read_text()
    assert "hidden card" not in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_deep_folder_has_its_socket_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["folder"] * 15) / "postgres"

    folder = embedded.socket_folder(deep)

    assert len(str(folder)) <= embedded.LONGEST_SOCKET_FOLDER
    assert folder.stat().st_mode & 0o077 == 0
    folder.rmdir()


def test_messages_outlive_a_killed_broker(valkey: Valkey) -> None:
    redis.Redis.from_url(valkey.url).rpush("queue", "message")
    time.sleep(1.2)
    kill(valkey)

    valkey.start()

    assert redis.Redis.from_url(valkey.url).lrange("queue", 0, -1) == [b"message"]


def test_the_broker_asks_for_its_password(valkey: Valkey) -> None:
    stranger = redis.Redis(port=valkey.port, retry=Retry(NoBackoff(), 0))

    with pytest.raises(redis.AuthenticationError):
        stranger.ping()

    assert valkey.daemon.process is not None
    assert valkey.password not in command_line(valkey.daemon.process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a parent's death")
def test_the_servers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    parent = subprocess.run(
        [sys.executable, "-c", START_AND_DIE, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )

    pids = [int(line) for line in parent.stdout.split()]

    assert parent.returncode == -signal.SIGKILL
    assert len(pids) == 2
    assert all_end(pids)


def all_end(pids: list[int]) -> bool:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        if not any(command_line(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def test_a_leftover_server_is_stopped_by_the_next_start(postgres: Postgres) -> None:
    assert postgres.daemon.process is not None
    leftover = postgres.daemon.process
    heir = Postgres(postgres.data, throwaway=True)

    heir.start()

    leftover.wait(10)
    with psycopg.connect(heir.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    heir.stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has privileges to drop")
def test_root_without_namespaces_becomes_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "NAMESPACE", ("false",))
    server = Postgres(tmp_path / "postgres", throwaway=True)

    server.start()

    with psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert server.data.stat().st_uid == embedded.NOBODY_ID
    server.stop()
