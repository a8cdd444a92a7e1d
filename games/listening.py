"""DOOR: programs that wait for what happens to their players, without holding a thread each.

A request that has nothing to answer yet is taken out of the hands of gunicorn, with its connection,
and given to one thread of this process, whose event loop keeps all that wait. It asks the database
for what is new a few times a second, once for everybody, and only while somebody waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import close_old_connections
from msgspec import Struct

from games.services import happenings
from games.services.happenings import Position, Told

# Seconds between looks at what is new.
LOOK_EVERY = 0.1
# Seconds of silence after which a stream says that it is alive, and after which it ends, so that
# its listener shows again who it is.
HEARTBEAT, LIFE = 15.0, 900.0
# Milliseconds after which a listener comes back.
RETRY = 2000
# One process keeps no more than so many; who cannot be kept comes back.
MOST_LISTENERS = 2000
# Happenings that a listener may be behind.
MOST_BEHIND = 2000

STREAM = "text/event-stream"
HEAD = (
    "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\n"
    "X-Accel-Buffering: no\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n{more}\r\n"
)

log = logging.getLogger(__name__)


# What a listener is told next; None: it is too far behind, and shall come back.
Queue = asyncio.Queue[Told | None]


class Wish(Struct, frozen=True):
    """What a program waits for: its player's happenings behind a position.

    `wait`: seconds until a single answer is given at any rate; None for a stream, which goes on.
    """

    player_id: UUID
    position: Position
    wait: float | None = None
    # Whether what the program has seen last is forgotten.
    starts_over: bool = False


def take_over(environ: Mapping[str, Any]) -> socket.socket | None:
    """Return the connection of a request, which nobody else writes to any more.

    None where it cannot be had: another server than gunicorn, TLS, or HTTP/2. What is answered to
    the request afterwards goes nowhere.
    """
    theirs = environ.get("gunicorn.socket")
    plain = type(theirs) is socket.socket and environ["SERVER_PROTOCOL"].startswith("HTTP/1")
    if not plain or _ears().many >= MOST_LISTENERS:
        return None
    assert isinstance(theirs, socket.socket)
    ours = socket.socket(fileno=os.dup(theirs.fileno()))
    nowhere, gone = socket.socketpair()
    gone.close()
    os.dup2(nowhere.fileno(), theirs.fileno())
    nowhere.close()
    return ours


def keep(connection: socket.socket, wish: Wish) -> None:
    """Tell what happens on this connection until the wish is fulfilled, or the other side goes."""
    connection.setblocking(False)
    _ears().call(connection, wish)


def beginning(wish: Wish) -> str:
    """How a stream begins: whether to start over, and what was missed."""
    missed = happenings.after(wish.position, player_id=wish.player_id)
    return _greeting(wish) + "".join(map(as_event, missed))


def _greeting(wish: Wish) -> str:
    start_over = "event: start_over\ndata: {}\n\n" if wish.starts_over else ""
    return f"retry: {RETRY}\n\n{start_over}"


def as_event(told: Told) -> str:
    """One happening as a server-sent event (WHATWG HTML, “Server-sent events”)."""
    data = _json(shown(told))
    return f"id: {told.number}\nevent: {told.kind}\ndata: {data}\n\n"


def shown(told: Told) -> dict[str, Any]:
    """One happening as programs are told it."""
    return {"id": told.number, "event": told.kind, "at": told.at, **told.facts}


def batch(found: list[Told], *, start_over: bool = False) -> dict[str, Any]:
    """A list of happenings, and the id with which to ask for more; None: ask as before."""
    last = found[-1].number if found else None
    return {"results": [shown(told) for told in found], "next": last, "start_over": start_over}


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":"))


class _Ears:
    """The thread of this process that keeps listeners."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        # All questions to the database go one after the other through one connection.
        self.database = ThreadPoolExecutor(1, "listening")
        self.queues: dict[UUID, set[Queue]] = {}
        self.many = 0
        self.looking: asyncio.Task[None] | None = None
        threading.Thread(target=self.loop.run_forever, name="ears", daemon=True).start()

    def call(self, connection: socket.socket, wish: Wish) -> None:
        self.many += 1
        asyncio.run_coroutine_threadsafe(self._serve(connection, wish), self.loop)

    async def _serve(self, connection: socket.socket, wish: Wish) -> None:
        try:
            reader, writer = await asyncio.open_connection(sock=connection)
        except OSError:
            connection.close()
            self.many -= 1
            return
        told = asyncio.ensure_future(self._tell(writer, wish))
        gone = asyncio.ensure_future(_gone(reader))
        try:
            await asyncio.wait({told, gone}, timeout=2 * LIFE, return_when=asyncio.FIRST_COMPLETED)
            if told.done() and not isinstance(told.exception(), OSError | None):
                log.error("listening failed: %s", type(told.exception()).__name__)
        finally:
            self.many -= 1
            told.cancel()
            gone.cancel()
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _tell(self, writer: asyncio.StreamWriter, wish: Wish) -> None:
        # What comes after this is looked for; what was before, the listener reads itself.
        position = None if self.looking else await self._ask(happenings.newest)
        with self._ear(wish.player_id) as queue:
            if self.looking is None:
                assert position is not None
                self.looking = self.loop.create_task(self._look(position))
            if wish.wait is None:
                await self._stream(writer, wish, queue)
            else:
                await self._answer(writer, wish, queue, wish.wait)

    async def _stream(self, writer: asyncio.StreamWriter, wish: Wish, queue: Queue) -> None:
        ends = self.loop.time() + LIFE
        writer.write((HEAD.format(kind=STREAM, more="") + _greeting(wish)).encode())
        position = wish.position
        while missed := await self._read(wish.player_id, position):
            writer.write("".join(map(as_event, missed)).encode())
            await writer.drain()
            position = missed[-1].position
        while (left := ends - self.loop.time()) > 0:
            told = await _next(queue, min(HEARTBEAT, left))
            if told is None:
                writer.write(b":\n\n")
            elif told.position > position:
                position = told.position
                writer.write(as_event(told).encode())
            await writer.drain()

    async def _answer(
        self, writer: asyncio.StreamWriter, wish: Wish, queue: Queue, wait: float
    ) -> None:
        try:
            found, start_over = await self._wait(wish, queue, wait), False
        except ConnectionAbortedError:
            found, start_over = [], True
        body = _json(batch(found, start_over=start_over)).encode()
        more = f"Content-Length: {len(body)}\r\n"
        writer.write(HEAD.format(kind="application/json", more=more).encode() + body)
        await writer.drain()

    async def _wait(self, wish: Wish, queue: Queue, wait: float) -> list[Told]:
        """Return what happens first, nothing if nothing does. Raises ConnectionAbortedError."""
        found = await self._read(wish.player_id, wish.position)
        ends = self.loop.time() + wait
        while not found and (left := ends - self.loop.time()) > 0:
            told = await _next(queue, left)
            found = [told] if told is not None and told.position > wish.position else []
        return found

    @contextlib.contextmanager
    def _ear(self, player_id: UUID) -> Iterator[Queue]:
        """Yield a queue of what happens to a player from now on."""
        queue: Queue = asyncio.Queue()
        self.queues.setdefault(player_id, set()).add(queue)
        try:
            yield queue
        finally:
            self.queues[player_id].discard(queue)
            if not self.queues[player_id]:
                del self.queues[player_id]

    async def _look(self, position: Position) -> None:
        """Hand what is new to whoever waits for it, as long as anybody does."""
        while self.queues:
            try:
                found = await self._ask(happenings.after, position)
            except happenings.OtherEpoch:
                # Everybody comes back, and is told to start over.
                found, position = [], await self._ask(happenings.newest)
                for queue in [one for queues in self.queues.values() for one in queues]:
                    queue.put_nowait(None)
            except Exception as error:  # The database is away: what happens meanwhile is read then.
                log.warning("listening waits: %s", type(error).__name__)
                found = []
            for told in found:
                position = told.position
                for queue in self.queues.get(told.player_id, ()):
                    queue.put_nowait(told if queue.qsize() < MOST_BEHIND else None)
            if len(found) < happenings.MOST_READ:
                await asyncio.sleep(LOOK_EVERY)
        self.looking = None

    async def _read(self, player_id: UUID, position: Position) -> list[Told]:
        try:
            return await self._ask(lambda: happenings.after(position, player_id=player_id))
        except happenings.OtherEpoch as error:
            raise ConnectionAbortedError from error

    async def _ask(self, question: Any, *args: Any) -> Any:
        return await self.loop.run_in_executor(self.database, _asked, question, *args)


def _asked(question: Any, *args: Any) -> Any:
    # Outside of requests nobody else looks whether a connection is still good.
    close_old_connections()
    return question(*args)


async def _gone(reader: asyncio.StreamReader) -> None:
    """Return when the other side has closed; what it says meanwhile is not listened to."""
    while await reader.read(4096):
        pass


async def _next(queue: Queue, seconds: float) -> Told | None:
    """Return what happens next; None if nothing does. Raises ConnectionAbortedError."""
    try:
        told = await asyncio.wait_for(queue.get(), seconds)
    except TimeoutError:
        return None
    if told is None:
        raise ConnectionAbortedError
    return told


@cache
def _ears() -> _Ears:
    return _Ears()
