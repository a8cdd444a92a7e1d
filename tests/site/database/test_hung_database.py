"""A database that hangs: nothing waits for it without end, and monitoring is told in time."""

from __future__ import annotations

import http.client
import json
import os
import selectors
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection
from django.db.utils import OperationalError

from abyss_site.bootstrap.processes import any_free_port
from abyss_site.bootstrap.stack import COMMANDS, command
from abyss_site.core.database import base
from abyss_site.core.http import web_server
from games.presentation import health
from tests.drippers import dripping, taking_at_most

ROOT = Path(__file__).parents[3]
# What monitoring waits for, and what `/health/` may take of it.
PROMISED_SECONDS = 3.0
THREADS = 8
# It reads a row, and needs no static files.
PAGE = "/api/v1/matches/1/"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("hung_database")]


class Link:
    """A network between us and PostgreSQL; while `is_frozen`, no byte passes, and none is refused.

    That is what a stopped server looks like: the kernel still accepts connections for it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.is_frozen = False
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far, suppress(OSError):
            self._wait_until_thawed()
            far.connect(self.path)
            ends = selectors.DefaultSelector()
            ends.register(near, selectors.EVENT_READ, far)
            ends.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in ends.select():
                    self._wait_until_thawed()
                    octets = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    if not octets:
                        return
                    key.data.sendall(octets)

    def _wait_until_thawed(self) -> None:
        while self.is_frozen:
            sleep(0.02)


@pytest.fixture
def link() -> Iterator[Link]:
    connection.ensure_connection()
    info = connection.connection.info
    link = Link(f"{info.host}/.s.PGSQL.{info.port}")
    yield link
    link.is_frozen = False
    link.listener.close()


@pytest.fixture
def wrapper(link: Link) -> Iterator[Any]:
    """Return another connection of ours, over the link."""
    options = connection.settings_dict["OPTIONS"] | {"host": "127.0.0.1", "port": link.port}
    wrapper = base.DatabaseWrapper(
        connection.settings_dict | {"OPTIONS": options}, f"over_{link.port}"
    )
    wrapper.inc_thread_sharing()
    yield wrapper
    link.is_frozen = False
    wrapper.close()
    base.limit_waits(None)


def ping(wrapper: Any) -> Any:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()


def ping_together(wrapper: Any) -> Any:
    return wrapper.execute_together(("SELECT 1", {}))


@pytest.mark.parametrize("ask", [ping, ping_together])
def test_a_statement_is_waited_for_no_longer_than_it_may(
    wrapper: Any, link: Link, ask: Any
) -> None:
    base.limit_waits(0.5)
    ask(wrapper)
    link.is_frozen = True

    with taking_at_most(4), pytest.raises(OperationalError):
        ask(wrapper)
    with taking_at_most(1), pytest.raises(OperationalError, match="a moment ago"):
        wrapper.close()
        ask(wrapper)

    link.is_frozen = False
    sleep(base.AWAY_SECONDS)
    assert ask(wrapper)


def test_connecting_too_is_part_of_the_time(wrapper: Any, link: Link) -> None:
    link.is_frozen = True

    with taking_at_most(4), wrapper.give_up_after(1), pytest.raises(OperationalError):
        ping(wrapper)


def test_an_error_of_the_server_closes_nothing(wrapper: Any) -> None:
    base.limit_waits(5)
    ping(wrapper)
    before = wrapper.connection

    with pytest.raises(OperationalError), wrapper.cursor() as cursor:
        cursor.execute("SET statement_timeout = 1")
        cursor.execute("SELECT pg_sleep(1)")

    assert wrapper.connection is before and not before.closed


def hang(*_: Any, **__: Any) -> list[Any]:
    sleep(5)
    return []


@pytest.mark.parametrize("part", ["broker", "mailroom", "resolver"])
def test_the_report_comes_in_time_whatever_hangs(
    part: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dripping("silence") as server, taking_at_most(PROMISED_SECONDS):
        if part == "broker":
            settings.REDIS_URL = f"redis://127.0.0.1:{server.port}/0"
        elif part == "mailroom":
            settings.SMTP_HOST, settings.SMTP_PORT = "127.0.0.1", server.port
        else:
            monkeypatch.setattr(socket, "getaddrinfo", hang)
        report = health.check_health()

    hung = "mailroom" if part == "resolver" else part
    assert not report["ok"] and not report[hung]["ok"] and report["database"]["ok"]


class Service:
    """A web server whose database is reached over the link."""

    def __init__(self, link: Link, folder: Path) -> None:
        self.port = any_free_port()
        name = connection.settings_dict["NAME"]
        url = f"postgresql://abyss@127.0.0.1:{link.port}/{name}"
        self.output = folder / "output"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command(COMMANDS["web"].replace("--workers 2", "--workers 1"))
                + ["--bind", f"127.0.0.1:{self.port}"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": url, "PORT": str(self.port)},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def ask(self, path: str, patience: float = 40) -> tuple[int, bytes, float]:
        """Return status, body and seconds."""
        began = monotonic()
        caller = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            caller.request("GET", path, headers={"Host": "localhost", "Cookie": "sessionid=x"})
            answer = caller.getresponse()
            return answer.status, answer.read(), monotonic() - began
        finally:
            caller.close()

    def wait_until_database_is(self, *, ok: bool, patience: float = 60) -> None:
        give_up = monotonic() + patience
        while True:
            with suppress(OSError, ValueError, http.client.HTTPException):
                if json.loads(self.ask("/health/")[1])["database"]["ok"] is ok:
                    return
            assert monotonic() < give_up, self.output.read_text()
            sleep(0.2)


@pytest.fixture
def service(link: Link, tmp_path: Path) -> Iterator[Service]:
    service = Service(link, tmp_path)
    try:
        service.wait_until_database_is(ok=True)
        yield service
    finally:
        link.is_frozen = False
        service.process.terminate()
        service.process.wait(30)


def test_health_metrics_and_pages_answer_while_the_database_hangs(
    service: Service, link: Link
) -> None:
    """Every thread of the web server once waited for it without end, and with them /health/."""
    assert service.ask(PAGE)[0] == 404
    link.is_frozen = True
    with ThreadPoolExecutor(THREADS) as visitors:
        pages = [visitors.submit(service.ask, PAGE) for _ in range(THREADS)]
        sleep(0.5)
        checks = [service.ask("/health/") for _ in range(2)]
        status, body, took = service.ask("/metrics")
        answers = [page.result() for page in pages]

    for code, report, seconds in checks:
        assert (code, json.loads(report)["ok"]) == (503, False)
        assert seconds < PROMISED_SECONDS
    assert status == 200 and b'abyss_part_up{part="database"} 0.0' in body and took < 10
    assert {code for code, _, _ in answers} == {503}
    assert max(seconds for _, _, seconds in answers) < 2 * web_server.DATABASE_SECONDS

    link.is_frozen = False
    service.wait_until_database_is(ok=True, patience=10)
    assert service.ask(PAGE)[0] == 404
