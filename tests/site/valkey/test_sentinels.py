"""Several Valkey servers: after the primary has died, everything goes on with the promoted one."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import caches

from abyss_site.bootstrap.embedded import Valkey, valkey_program
from abyss_site.bootstrap.processes import Daemon, any_free_port, is_listening
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from abyss_site.core.valkey.commands import execute_commands
from abyss_site.core.valkey.sentinels import Sentinels, parse_sentinels
from abyss_site.core.valkey.stream_client import open_stream_client
from tests.services import put_database
from tests.site.bootstrap.test_up import PATIENCE, Up, eventually

PASSWORD, SENTINEL_PASSWORD, NAME = "p@ss/word", "watch:ful", "club"


class Server(Valkey):
    """A Valkey server that may be a replica of another one."""

    def __init__(self, data: Path, primary: Server | None = None) -> None:
        super().__init__(data)
        self.password, self.primary = PASSWORD, primary

    def configuration(self) -> str:
        followed = f"replicaof 127.0.0.1 {self.primary.port}\n" if self.primary else ""
        more = f"masterauth {PASSWORD}\nrepl-diskless-sync-delay 0\n{followed}"
        return super().configuration() + more

    def kill(self) -> None:
        process = self.daemon.process
        assert process is not None
        process.send_signal(signal.SIGKILL)
        process.wait()


class Club:
    """A primary, its replica, and two Sentinels, of which one is enough to promote it."""

    def __init__(self, folder: Path) -> None:
        self.primary = Server(folder / "primary")
        self.replica = Server(folder / "replica", self.primary)
        self.ports = [any_free_port(), any_free_port()]
        self.sentinels = [self.prepare_sentinel(folder, port) for port in self.ports]
        hosts = ",".join(f"127.0.0.1:{port}" for port in [any_free_port(), *self.ports])
        self.url = f"sentinel://:p%40ss%2Fword@{hosts}/{NAME}/3?sentinel_password=watch%3Aful"

    def prepare_sentinel(self, folder: Path, port: int) -> Daemon:
        return Daemon(f"Sentinel {port}", folder / f"sentinel-{port}.log")

    def start(self) -> None:
        self.primary.start()
        self.replica.start()
        with redis.Redis(port=self.replica.port, password=PASSWORD) as asked:
            assert eventually(lambda: asked.info("replication")["master_link_status"] == "up")
        for port, sentinel in zip(self.ports, self.sentinels, strict=True):
            file = sentinel.log.with_suffix(".conf")
            file.write_text(
                f"bind 127.0.0.1\nport {port}\ndir {file.parent}\n"
                f"requirepass {SENTINEL_PASSWORD}\n"
                f"sentinel monitor {NAME} 127.0.0.1 {self.primary.port} 1\n"
                f"sentinel auth-pass {NAME} {PASSWORD}\n"
                f"sentinel down-after-milliseconds {NAME} 1000\n"
                f"sentinel failover-timeout {NAME} 5000\n"
            )
            command = [valkey_program(), str(file), "--sentinel"]
            sentinel.start(command, on_death=signal.SIGTERM)
            sentinel.wait_until(partial(is_listening, port))
        assert eventually(self.is_watched)

    def is_watched(self) -> bool:
        """Return whether the Sentinels know the replica and each other."""
        with redis.Redis(port=self.ports[0], password=SENTINEL_PASSWORD) as asked:
            known: Any = asked.execute_command("SENTINEL", "MASTER", NAME)
        if not isinstance(known, dict):
            known = dict(zip(known[::2], known[1::2], strict=True))
        told = {_text(key): _text(value) for key, value in known.items()}
        return told["num-slaves"] == "1" and told["num-other-sentinels"] == "1"

    def stop(self) -> None:
        for sentinel in self.sentinels:
            sentinel.stop(signal.SIGTERM)
        self.replica.stop()
        self.primary.stop()


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path)
    club.start()
    yield club
    club.stop()


def works(act: Callable[[], object]) -> bool:
    try:
        act()
    except CONNECTION_ERRORS:
        return False
    return True


async def read_as_streams_do(key: str) -> object:
    client: Any = open_stream_client(connect_seconds=5, seconds=5)
    async with client:
        found = await client.get(key)
    for sentinel in client.connection_pool.sentinel_manager.sentinels:
        await sentinel.aclose()
    return found


@pytest.mark.long
def test_commands_go_to_whoever_is_primary(club: Club, settings: Any) -> None:
    settings.REDIS_URL = club.url
    attempts = caches["default"]
    attempts.set("kept", 1)
    assert execute_commands(("SET", "here", "before"), ("GET", "here"))[1] == b"before"
    assert valkey().connection_pool.connection_kwargs["db"] == 3
    with redis.Redis(port=club.replica.port, password=PASSWORD) as replica:
        assert eventually(lambda: "db3" in replica.info("keyspace"))

    club.primary.kill()

    assert not works(lambda: execute_commands(("PING",)))
    assert eventually(lambda: works(lambda: execute_commands(("SET", "here", "after"))))
    assert valkey().get("here") == b"after"
    assert attempts.get("kept") == 1
    assert attempts.add("new", 1)
    # A browser test may have left an event loop in this thread.
    with ThreadPoolExecutor() as threads:
        assert threads.submit(asyncio.run, read_as_streams_do("here")).result() == b"after"


class UpWithSentinels(Up):
    """`manage.py up` with Valkey servers of its own."""

    url = ""

    def environment(self) -> dict[str, str]:
        return super().environment() | {"REDIS_URL": self.url, "VALKEY_TIMEOUT_MS": "1000"}


@pytest.mark.long
def test_tasks_and_pages_go_on_after_a_failover(club: Club, tmp_path: Path) -> None:
    """The heartbeats of worker and beat are tasks that beat has queued and a worker has run."""
    UpWithSentinels.url = club.url
    put_database(tmp_path / "up")
    running = UpWithSentinels(tmp_path / "up")
    try:
        assert eventually(running.is_ready, 3 * PATIENCE), running.output.read_text()
        assert eventually(lambda: running.is_well("broker", "worker", "beat"))

        club.primary.kill()

        killed = time.time()
        assert running.answers()
        with redis.Redis(port=club.replica.port, password=PASSWORD, db=3) as promoted:
            assert eventually(lambda: _last_heartbeat(promoted) > killed + 10)
        assert eventually(lambda: running.is_well("broker", "worker", "beat", "jobs"))
    finally:
        running.process.terminate()
        running.process.wait(30)


def _last_heartbeat(server: Any) -> float:
    written = server.get("heartbeat:worker")
    return datetime.fromisoformat(written.decode()).timestamp() if written else 0.0


def test_a_url_names_sentinels_primary_and_passwords() -> None:
    parsed = parse_sentinels("sentinel://me:a%40b@[::1]:1,host/club.one/4?sentinel_password=c%26d")

    assert parsed == Sentinels((("::1", 1), ("host", 26379)), "club.one", 4, "me", "a@b", "c&d")
    assert parsed.build_celery_url() == (
        "sentinel://me:a%40b@[::1]:1/4;sentinel://me:a%40b@host:26379/4"
    )
    assert parse_sentinels("redis://host/0") is None
