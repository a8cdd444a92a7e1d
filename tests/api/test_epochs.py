"""After a restore every program hears at once that it is to start over, and then misses nothing."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from abyss_site.bootstrap.embedded import Postgres
from abyss_site.core.epoch import current_epoch
from abyss_site.maintenance import backups
from games.api import event_stream
from games.models import Match
from games.services import player_events
from games.services.player_events import Fresh, Kind
from notifications.models import Webhook
from notifications.preferences import webhooks
from notifications.webhooks import calls

pytestmark = pytest.mark.django_db(transaction=True)

SERVER = os.environ["DATABASE_URL"]
# As if the database had been brought back: nothing tells its old life from the new one but this.
ANOTHER_LIFE = """
CREATE OR REPLACE FUNCTION site_epoch() RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'another' $$
"""
# A test beside this one may hold a transaction open for as long as it runs.
PATIENCE = 150


@pytest.fixture
def other_cluster(tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of another cluster, which has counted few transactions."""
    server = Postgres(tmp_path / "other", throwaway=True)
    server.start()
    try:
        yield server.url
    finally:
        connection.close()
        server.stop()


@pytest.fixture
def move_to(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Let this process talk to the database at an address from now on, until the test is over."""

    def move_to(url: str) -> None:
        parts: dict[str, Any] = dict(conninfo_to_dict(url))
        connection.close()
        for name in ("NAME", "HOST", "PORT", "USER", "PASSWORD"):
            key = {"NAME": "dbname"}.get(name, name.lower())
            monkeypatch.setitem(connection.settings_dict, name, parts.get(key, ""))

    yield move_to
    connection.close()
    monkeypatch.undo()


@pytest.fixture
def brought_back() -> Iterator[Callable[[], None]]:
    """Begin another epoch of the database; the first one comes back with the end of the test."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('site_epoch'::regproc)")
        (written,) = cursor.fetchone()

    def brought_back() -> None:
        with connection.cursor() as cursor:
            cursor.execute(ANOTHER_LIFE)

    yield brought_back
    with connection.cursor() as cursor:
        cursor.execute(written)


def ours() -> str:
    return make_conninfo(SERVER, dbname=str(connection.settings_dict["NAME"]))


def answer(program: Any, match: Match, seat: int) -> None:
    token = match.prompts.get(closed_at=None, seat=seat).token
    taken = program("POST", f"prompts/{token}/answer/", {"line": "1"})
    assert taken.status_code == 200, taken.content


def first_event(program: Any) -> str:
    """Return the id of an event; it is told once no older transaction of the server is open."""
    end = time.monotonic() + PATIENCE
    while not (found := program.get("me/events/")["next"]):
        assert time.monotonic() < end
        time.sleep(0.1)
    return str(found)


def last_transaction(url: str) -> int:
    with psycopg.connect(url) as server:
        found: Any = server.execute("SELECT pg_current_xact_id()::text::bigint").fetchone()
    return int(found[0])


def test_a_restore_elsewhere_tells_programs_to_start_over_and_they_miss_nothing(
    program: Any, pebbles: Match, other_cluster: str, move_to: Any, tmp_path: Path
) -> None:
    """Positions compared transactions of two clusters: after a restore programs heard nothing."""
    alice, file = program("alice"), tmp_path / "one.backup"
    before = first_event(alice)
    epoch, spent = current_epoch(), last_transaction(ours())
    backups.back_up(ours(), file)
    backups.restore(other_cluster, file)
    assert last_transaction(other_cluster) < spent

    move_to(other_cluster)
    told = alice.get(f"me/events/?after={before}")
    stream = alice("GET", "me/events/", Accept="text/event-stream", **{"Last-Event-ID": before})
    # What the documentation says: ask without `after`, and look at everything anew.
    again = alice.get("me/events/")
    asked = alice.get("prompts/")
    answer(alice, pebbles, 0)
    after = f"?after={again['next']}" if again["next"] else ""
    heard = alice.get(f"me/events/{after}")

    assert told == {"results": [], "next": None, "start_over": True}
    assert b"event: start_over\n" in stream.content
    assert len(asked["results"]) == 1
    assert [one["event"] for one in heard["results"]] == ["prompt_closed", "moved"]
    assert not heard["start_over"] and current_epoch() != epoch


def test_a_restore_into_the_same_place_is_another_epoch_too(pebbles: Match, tmp_path: Path) -> None:
    name, file = f"abyss_epoch_{os.getpid()}", tmp_path / "one.backup"
    there, found = make_conninfo(SERVER, dbname=name), []
    backups.back_up(ours(), file)
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        try:
            for _ in range(2):
                backups.restore(there, file, replace=True)
                with psycopg.connect(there) as restored:
                    found += restored.execute("SELECT site_epoch()").fetchall()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    assert len({(current_epoch(),), *found}) == 3


def test_an_epoch_lasts_while_nothing_is_brought_back(pebbles: Match) -> None:
    first = current_epoch()
    connection.close()
    assert current_epoch() == first


def test_a_role_that_may_not_read_the_control_file_has_epochs_as_well(pebbles: Match) -> None:
    name = f"abyss_plain_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {name}")
        cursor.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
        try:
            cursor.execute(f"SET ROLE {name}")
            cursor.execute("SELECT site_epoch()")
            (epoch,) = cursor.fetchone()
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC")
            cursor.execute(f"DROP ROLE {name}")

    assert len(epoch) == 16 and epoch != current_epoch()


@pytest.mark.parametrize("wait", [None, 60.0])
def test_who_listens_hears_of_it_at_once(
    people: dict[str, Any], brought_back: Callable[[], None], wait: float | None
) -> None:
    """A stream ends, and says `start_over` when its listener is back; a question is answered so."""
    alice = people["alice"]
    fresh = Fresh(alice.pk, Kind.MOVED, {"match": 1, "ply": 1})
    before = player_events.newest_position()
    player_events.write_events([fresh], now=timezone.now())
    # Events are read once all older transactions of the server have ended, those of other tests
    # among them.
    give_up = time.monotonic() + PATIENCE
    while not list(player_events.events_after(before, player_id=alice.pk)):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    subscription = event_stream.EventSubscription(alice.pk, player_events.newest_position())
    parts = (
        event_stream.stream_events(subscription)
        if wait is None
        else event_stream.poll_events(subscription, wait)
    )

    # In a thread of its own: a browser test may have left its event loop running in this one.
    with ThreadPoolExecutor(1) as other:
        heard = other.submit(asyncio.run, listen(parts, brought_back)).result(PATIENCE)

    if wait is not None:
        told = json.loads(heard)
        assert told == {"results": [], "next": None, "start_over": True}


async def listen(parts: AsyncIterator[bytes], then: Callable[[], None]) -> bytes:
    """Return all that comes until the end; `then` is called once somebody listens."""

    async def collect() -> bytes:
        return b"".join([part async for part in parts])

    listener = asyncio.create_task(collect())
    await asyncio.sleep(3 * event_stream.LOOK_EVERY)
    await asyncio.get_running_loop().run_in_executor(None, call_and_close, then)
    return await listener


def call_and_close(work: Callable[[], None]) -> None:
    """Call in a thread of its own, whose connection nobody else would close."""
    work()
    connection.close()


def test_a_program_that_is_called_is_told_once(
    people: dict[str, Any], brought_back: Callable[[], None], settings: Any
) -> None:
    settings.WEBHOOK_PRIVATE_HOSTS = ["localhost"]
    now = timezone.now()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        url = f"http://localhost:{server.getsockname()[1]}/in"
        webhook = webhooks.add_webhook(
            people["alice"], url=url, shape="json", questions_only=False, thread="", now=now
        )
        assert calls.announce_new_epoch(now) == 0

        brought_back()
        heard: list[bytes] = []

        def hear() -> None:
            taken, _ = server.accept()
            said = b""
            while not said.endswith(b"}"):
                said += taken.recv(4096)
            heard.append(said)
            taken.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            taken.close()

        listener = threading.Thread(target=hear)
        listener.start()
        called = [calls.announce_new_epoch(now), calls.announce_new_epoch(now)]
        listener.join(PATIENCE)

    told = json.loads(heard[0].split(b"\r\n\r\n")[1])
    assert called == [1, 0]
    assert (told["event"], told["epoch"]) == ("start_over", "another")
    assert b"webhook-signature: v1," in heard[0]
    assert Webhook.objects.get(pk=webhook.pk).epoch == "another"
