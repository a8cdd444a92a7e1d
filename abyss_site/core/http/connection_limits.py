"""Limits of the web server's connections: time, octets, and number of connections.

uvicorn has only a limit on idle connections, and none per address. docs/running.md lists the
figures; deploy/Caddyfile has the same ones for the proxy.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import cache

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from abyss_site.core.http.proxies import is_proxy, network_of

# Seconds for the head of a request, from its first octet or from the start of the connection.
HEAD_SECONDS = 10.0
# Maximum octets of a head: request line, headers, and the trailers of a chunked body.
MOST_HEAD_OCTETS = 32 * 1024
# A body must arrive within BODY_SECONDS, or at BODY_RATE octets a second, and never take longer
# than LONGEST_BODY_SECONDS.
BODY_SECONDS = 20.0
BODY_RATE = 8 * 1024
LONGEST_BODY_SECONDS = 300.0
# A client must read READ_RATE octets a second, averaged over READ_SECONDS.
READ_SECONDS = 20.0
READ_RATE = 1024
# Seconds between two checks of the connections.
CHECK_EVERY_SECONDS = 1.0


class Connections:
    """All connections of this process."""

    def __init__(self, most: int, most_for_address: int) -> None:
        self.most = most
        self.most_for_address = most_for_address
        self.all = set[LimitedConnection]()
        self.of_address = Counter[str]()
        # Connections waiting for a request or the rest of it; the first one has waited longest.
        self.waiting = dict[LimitedConnection, None]()
        self.closing: asyncio.Task[None] | None = None

    def admit(self, connection: LimitedConnection) -> bool:
        """Register a connection; return whether it may stay.

        If there are too many, the one that has waited longest for a request is closed.
        """
        if self.closing is None:
            self.closing = asyncio.get_running_loop().create_task(self.close_slow_connections())
        address = connection.network
        if connection.is_counted and self.of_address[address] >= self.most_for_address:
            return False
        if len(self.all) >= self.most and not self.make_room():
            return False
        self.all.add(connection)
        self.of_address[address] += 1
        return True

    def make_room(self) -> bool:
        oldest = next(iter(self.waiting), None)
        if oldest is None:
            return False
        self.forget(oldest)
        oldest.transport.abort()
        return True

    def forget(self, connection: LimitedConnection) -> None:
        self.waiting.pop(connection, None)
        if connection not in self.all:
            return
        self.all.discard(connection)
        self.of_address[connection.network] -= 1
        if not self.of_address[connection.network]:
            del self.of_address[connection.network]

    async def close_slow_connections(self) -> None:
        """Close, in an endless loop, the connections of clients that are too slow."""
        while True:
            await asyncio.sleep(CHECK_EVERY_SECONDS)
            now = time.monotonic()
            for connection in list(self.all):
                if connection.is_too_slow(now):
                    connection.transport.abort()


class Outgoing:
    """A transport that silently drops what is written after the client has gone.

    uvloop would raise, which is of no interest to anybody.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def write(self, octets: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(octets)

    def pause_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def __getattr__(self, name: str) -> object:
        return getattr(self.transport, name)


class LimitedConnection(HttpToolsProtocol):
    """One uvicorn connection with the limits above."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Outgoing(transport))  # type: ignore[arg-type]
        peer = self.client[0] if self.client else ""
        # Our own proxies are not counted: they limit their clients themselves.
        self.network, self.is_counted = network_of(peer), not is_proxy(peer)
        self.head_began_at: float | None = time.monotonic()
        self.head_octets = 0
        self.body_began_at = 0.0
        self.body_octets = 0
        # Since when this many octets have been waiting for the client to read them.
        self.unread_since: float | None = None
        self.unread_octets = 0
        self.parsed_octets, self.is_in_head = 0, True
        if connections().admit(self):
            connections().waiting[self] = None
        else:
            self.connections.discard(self)
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        connections().forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.head_began_at is None and self.is_between_requests():
            self.head_began_at = time.monotonic()
        super().data_received(data)
        if self.head_began_at is not None:
            # A single header that never ends; complete ones are counted when they end.
            self.head_octets += len(data)
            if self.head_octets > 2 * MOST_HEAD_OCTETS and not self.transport.is_closing():
                self.send_400_response("The head of the request is too large.")

    def is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        self.parsed_octets, self.is_in_head = 0, True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self.count_parsed(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count_parsed(len(name) + len(value))
        # uvicorn would add the trailers of a body to the headers, unseen by a proxy that has
        # checked those.
        if self.is_in_head:
            super().on_header(name, value)

    def count_parsed(self, octets: int) -> None:
        """Count parsed octets of the head. An exception raised here is answered with 400."""
        self.parsed_octets += octets
        if self.parsed_octets > MOST_HEAD_OCTETS:
            raise ValueError("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        self.head_began_at, self.head_octets, self.is_in_head = None, 0, False
        self.body_began_at, self.body_octets = time.monotonic(), 0
        # A client that sends the next request has read the response.
        self.unread_since = None
        connections().waiting.pop(self, None)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.body_octets += len(body)
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if (
            not self.transport.is_closing()
            and self.is_between_requests()
            and self in connections().all
        ):
            connections().waiting[self] = None

    def resume_writing(self) -> None:
        self.unread_since = None
        super().resume_writing()

    def shutdown(self) -> None:
        self.app.end_streams()
        super().shutdown()

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: anybody may ask for an upgrade, and gets HTTP/1.1."""

    def is_too_slow(self, now: float) -> bool:
        """Return whether the client sends or reads too slowly."""
        if self.reads_too_slowly(now):
            return True
        if self.head_began_at is not None:
            return now - self.head_began_at > HEAD_SECONDS
        if self.is_between_requests() or self.pipeline or not self.cycle.more_body:
            return False
        took = now - self.body_began_at
        allowance = BODY_SECONDS + self.body_octets / BODY_RATE
        return took > min(allowance, LONGEST_BODY_SECONDS)

    def reads_too_slowly(self, now: float) -> bool:
        """Return whether sent data has been waiting for the client for too long."""
        unread = self.transport.get_write_buffer_size()
        if not unread:
            self.unread_since = None
            return False
        if self.unread_since is None:
            self.unread_since, self.unread_octets = now, unread
            return False
        if now - self.unread_since < READ_SECONDS:
            return False
        octets = self.unread_octets - unread
        self.unread_since, self.unread_octets = now, unread
        return octets < READ_RATE * READ_SECONDS


@cache
def connections() -> Connections:
    return Connections(settings.WEB_MAX_CONNECTIONS, settings.WEB_MAX_CONNECTIONS_PER_ADDRESS)
