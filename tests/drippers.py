"""Servers that hang in each way that a time limit has to bound: they never end a response."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep

# Seconds between two bytes: less than the timeout of any socket.
EVERY = 0.1
# What is sent at once before the first byte drips, by phase.
OPENINGS = {
    "silence": b"",
    "status": b"HTTP/1.1 2",
    "headers": b"HTTP/1.1 200 OK\r\nX-Slow: ",
    "body": b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n",
    "banner": b"220-",
}
# In this phase nothing drips.
SILENT = "silence"


class Dripper:
    """A server that sends an opening and then one byte now and then; counts its connections."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.url = f"http://localhost:{self.port}/in"
        self.connections = 0
        self.is_over = False

    def accept_all(self) -> None:
        while not self.is_over:
            with suppress(OSError):
                client, _ = self.listener.accept()
                self.connections += 1
                threading.Thread(target=self.drip, args=(client,), daemon=True).start()

    def drip(self, client: socket.socket) -> None:
        with suppress(OSError), client:
            client.sendall(OPENINGS[self.phase])
            while not self.is_over:
                if self.phase != SILENT:
                    client.sendall(b"x")
                sleep(EVERY)


@contextmanager
def dripping(phase: str) -> Iterator[Dripper]:
    server = Dripper(phase)
    threading.Thread(target=server.accept_all, daemon=True).start()
    try:
        yield server
    finally:
        server.is_over = True
        server.listener.close()


@contextmanager
def taking_at_most(seconds: float) -> Iterator[None]:
    """Assert that the block takes no longer."""
    began = monotonic()
    yield
    took = monotonic() - began
    assert took < seconds, f"took {took:.1f} s"
