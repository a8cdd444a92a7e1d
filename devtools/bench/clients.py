"""HTTP clients that send requests as fast as a web server answers, and their latencies."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from abyss_site.bootstrap.stack import ROOT, command

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PATIENCE = 60.0
WARM_UP = 1.0

# What a client repeats on its connection. Raises an exception if the response is wrong.
Action = Callable[["Connection"], None]


class Connection:
    """A keep-alive connection. Its own work per request is small compared with the server's."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.latencies: list[float] = []

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request, wait for the whole response and record the latency; return status and
        body."""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        request = "\r\n".join([*lines, "Content-Type: application/json", "", ""]).encode() + body
        started_at = time.perf_counter()
        self.socket.sendall(request)
        answer = self._read()
        self.latencies.append(time.perf_counter() - started_at)
        return answer

    def _read(self) -> tuple[int, bytes]:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        lower = head.lower()
        status = int(head[9:12])
        if b"connection: close" in lower:
            raise RuntimeError(f"the server hung up with {status}")
        at = lower.find(b"content-length:")
        length = int(lower[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        while len(body) < length:
            body += self._more()
        self.head = head.decode("latin-1")
        return status, body

    def _more(self) -> bytes:
        more = self.socket.recv(65536)
        if not more:
            raise RuntimeError("the server hung up")
        return more


@contextmanager
def run_server(
    line: str, port: int, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a web server on a port of this machine for the duration of the block."""
    # All clients are on this machine, possibly a thousand of them.
    environment = environment | {"WEB_MAX_CONNECTIONS_PER_ADDRESS": "10000"}
    with subprocess.Popen(
        command(line, "--bind", f"127.0.0.1:{port}"), cwd=ROOT, env=environment
    ) as server:
        try:
            wait_for(port)
            yield server
        finally:
            server.terminate()


def wait_for(port: int, path: str = "/health/") -> None:
    """Return when a server responds on a port. Raises OSError or RuntimeError after a minute."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            Connection(port).ask("GET", path)
        except (OSError, RuntimeError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.1)
        else:
            return


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def measure_clients(
    server: subprocess.Popen[bytes], port: int, actions: Sequence[Action], seconds: float
) -> Any:
    """Run one client per action, repeating it for `seconds`; return the figures of all of them
    together.

    An extra second before is not counted, because workers load code at their first requests.
    `cpu_us` is the processor time of the web server's processes, without database and clients.
    Raises what an action raises.
    """
    _run_together([Connection(port) for _ in actions], actions, WARM_UP)
    clients = [Connection(port) for _ in actions]
    cpu_before, started_at = processor_time(server.pid), time.perf_counter()
    _run_together(clients, actions, seconds)
    wall, cpu = time.perf_counter() - started_at, processor_time(server.pid) - cpu_before
    latencies = sorted(latency for client in clients for latency in client.latencies)
    many = len(latencies)
    return {
        "operations": many,
        "per_second": round(many / wall),
        "p50_ms": round(latencies[many // 2] * 1000, 1),
        "p99_ms": round(latencies[many * 99 // 100] * 1000, 1),
        "cpu_us": round(cpu / many * 1e6, 1),
    }


def _run_together(clients: Sequence[Connection], actions: Sequence[Action], seconds: float) -> None:
    """Let each client repeat its action for `seconds`. Raises what an action raises."""
    wrong, end = list[Exception](), time.perf_counter() + seconds

    def work(client: Connection, action: Action) -> None:
        try:
            while time.perf_counter() < end:
                action(client)
        except Exception as error:
            wrong.append(error)

    threads = [
        threading.Thread(target=work, args=pair) for pair in zip(clients, actions, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def processor_time(master: int) -> float:
    """Return the seconds of processor time of a web server's workers."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in children]
    return sum(int(field[11]) + int(field[12]) for field in fields) / TICKS
