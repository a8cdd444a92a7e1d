"""Thousands of idle and slow connections at once do not affect other clients.

Everything is real: `manage.py up`, and clients from many addresses of this machine. IDLE is the
number of idle connections, SLOW that of slow ones.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from abyss_site.bootstrap.processes import any_free_port
from abyss_site.core.http.connection_limits import HEAD_SECONDS
from tests.services import put_database

ROOT = Path(__file__).resolve().parents[3]
IDLE, SLOW = int(os.environ.get("IDLE", "1000")), int(os.environ.get("SLOW", "200"))
# Number of connections per address, and to the mailroom.
OF_ADDRESS, TO_MAILROOM = 100, 150
START_SECONDS = 300
# Maximum latency of other clients: of a hundred requests, the second slowest.
LONGEST_SECONDS = 1.0
PAGE = b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SLOW_HEAD = b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
SLOW_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
FILES = b"GET /static/games/board.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Result = TypeVar("Result")


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own: Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


class Service:
    """`manage.py up`, observed from outside."""

    def __init__(self, folder: Path) -> None:
        self.port, self.smtp_port = any_free_port(), any_free_port()
        self.data, self.output = folder / "var", folder / "output"
        put_database(self.data)
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port)],
                cwd=ROOT,
                env={
                    "PATH": os.environ["PATH"],
                    "HOME": str(folder),
                    "DATA_DIR": str(self.data),
                    "SMTP_PORT": str(self.smtp_port),
                },
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait_until_ready(self) -> None:
        give_up = time.monotonic() + START_SECONDS
        while "is ready at" not in self.output.read_text():
            assert self.process.poll() is None and time.monotonic() < give_up, self.said()
            time.sleep(0.1)

    def said(self) -> str:
        return self.output.read_text()[-4000:]

    def largest_web_process(self) -> int:
        """Return the megabytes of memory of the largest web server process."""
        master = json.loads((self.data / "children.json").read_text())["web"][0]
        workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        return max(resident(int(worker)) for worker in workers)


def resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("slow")
    # PostgreSQL may run as another user than the tests.
    for above in (folder, *folder.parents[:2]):
        above.chmod(above.stat().st_mode | 0o055)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most < IDLE + SLOW + 500:
        pytest.skip(f"this system lets a process open only {most} files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    running = Service(folder)
    try:
        running.wait_until_ready()
        # The first pages of a process take longer.
        run_apart(slowest_but_one(ask_for_page, running.port))
        yield running
    finally:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(60) == 0


async def connect(port: int, many: int) -> list[Client]:
    """Open connections from many addresses; leave out refused ones."""

    async def one(number: int) -> Client | None:
        block, rest = divmod(number // OF_ADDRESS, 200)
        try:
            return await asyncio.wait_for(
                asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.0.{1 + block}.{1 + rest}", 0)
                ),
                30,
            )
        except OSError:
            return None

    found: list[Client | None] = []
    for begin in range(0, many, 250):
        found += await asyncio.gather(*map(one, range(begin, min(many, begin + 250))))
    return [client for client in found if client]


@asynccontextmanager
async def dripping(clients: list[Client], head: bytes, drip: bytes) -> AsyncIterator[None]:
    """Send the head on each connection, then an octet a second during the block."""

    async def drip_on() -> None:
        octets = head
        while True:
            for _, writer in clients:
                if octets and not writer.is_closing():
                    writer.write(octets)
            octets = drip
            await asyncio.sleep(1)

    task = asyncio.create_task(drip_on())
    try:
        yield
    finally:
        task.cancel()
        for _, writer in clients:
            writer.transport.abort()


async def ask_for_page(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(PAGE)
    said = await reader.read()
    writer.close()
    assert said.startswith(b"HTTP/1.1 200 "), said[:100]


async def bring_email(port: int) -> None:
    await asyncio.to_thread(say_hello, port)


def say_hello(port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        assert client.ehlo()[0] == 250
        assert client.mail("alice@example.org")[0] == 250
        assert client.rcpt("postmaster@abyss.localhost")[0] == 250


async def slowest_but_one(ask: Callable[[int], Awaitable[None]], port: int) -> float:
    """Send a hundred requests; return the seconds of the second slowest."""
    took = []
    for _ in range(100):
        begun = time.perf_counter()
        await ask(port)
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(0.05)
    return sorted(took)[-2]


@pytest.mark.slow
@pytest.mark.xdist_group("slow_clients")
class TestSlowClients:
    """900 idle connections, or twelve slow heads, used to block all pages."""

    @pytest.mark.sampled(4)
    @pytest.mark.parametrize(
        ("many", "head", "drip"),
        [
            (IDLE, b"", b""),
            (SLOW, SLOW_HEAD, b"a"),
            (SLOW, SLOW_BODY, b"a"),
            (SLOW, FILES, b""),
        ],
        ids=["idle", "slow heads", "slow bodies", "slow readers"],
    )
    def test_they_cost_nobody_else_a_second(
        self, service: Service, many: int, head: bytes, drip: bytes
    ) -> None:
        async def attack() -> tuple[int, float]:
            clients = await connect(service.port, many)
            for reader, _ in clients:
                with suppress(NotImplementedError, RuntimeError):
                    # The client does not read the response.
                    reader._transport.pause_reading()  # type: ignore[attr-defined]
            async with dripping(clients, head, drip):
                await asyncio.sleep(1)
                return len(clients), await slowest_but_one(ask_for_page, service.port)

        opened, seconds = run_apart(attack())

        print(f"{opened} of {many} opened; p99 {seconds * 1000:.0f} ms")
        assert opened > many * 0.9
        assert seconds < LONGEST_SECONDS

    def test_idle_and_slow_connections_together_do_not_either(self, service: Service) -> None:
        async def attack() -> tuple[float, int]:
            idle = await connect(service.port, IDLE)
            slow = await connect(service.port, SLOW)
            async with dripping(idle, b"", b""), dripping(slow, SLOW_HEAD, b"a"):
                seconds = await slowest_but_one(ask_for_page, service.port)
                return seconds, service.largest_web_process()

        seconds, megabytes = run_apart(attack())

        print(f"p99 {seconds * 1000:.0f} ms; {megabytes} MB")
        assert seconds < LONGEST_SECONDS
        assert megabytes < 400

    def test_idle_connections_are_closed_after_the_time_for_a_head(self, service: Service) -> None:
        async def wait() -> float:
            begun = time.perf_counter()
            clients = await connect(service.port, 50)
            async with dripping(clients, b"", b""):
                reading = (reader.read() for reader, _ in clients)
                await asyncio.gather(*reading, return_exceptions=True)
                return time.perf_counter() - begun

        assert HEAD_SECONDS - 1 < run_apart(wait()) < HEAD_SECONDS + 5

    def test_idle_mail_connections_cost_nobody_else_a_second(self, service: Service) -> None:
        async def attack() -> float:
            clients = await connect(service.smtp_port, TO_MAILROOM)
            async with dripping(clients, b"EHLO ", b"a"):
                return await slowest_but_one(bring_email, service.smtp_port)

        seconds = run_apart(attack())

        print(f"p99 {seconds * 1000:.0f} ms")
        assert seconds < LONGEST_SECONDS
