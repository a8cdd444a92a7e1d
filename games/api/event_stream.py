"""DOOR: programs that wait for what happens to their players, without holding a thread each.

A request that has nothing to answer yet becomes a stream on the event loop of the web server
(`abyss_site/http/gateway.py`). One task of each process asks the database for what is new a few
times a second, once for everybody, and only while somebody waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar, TypeVarTuple
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, close_old_connections
from msgspec import Struct

from abyss_site.http.gateway import KEEPS_STREAMS
from games.services import player_events
from games.services.player_events import Position, Told

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

log = logging.getLogger(__name__)

Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")


# What a listener is told next; None: it is too far behind, and shall come back.
Queue = asyncio.Queue[Told | None]


class MustComeBack(Exception):
    """A listener cannot be told more here, as it reads more slowly than things happen."""


class Wish(Struct, frozen=True):
    """What a program waits for: its player's happenings behind a position."""

    player_id: UUID
    position: Position
    # Whether what the program has seen last is forgotten.
    starts_over: bool = False


def render_stream_start(wish: Wish) -> str:
    """How a stream begins: whether to start over, and what was missed."""
    missed = player_events.events_after(wish.position, player_id=wish.player_id)
    return _render_stream_preamble(wish) + "".join(map(as_event, missed))


def _render_stream_preamble(wish: Wish) -> str:
    start_over = "event: start_over\ndata: {}\n\n" if wish.starts_over else ""
    return f"retry: {RETRY}\n\n{start_over}"


def as_event(told: Told) -> str:
    """One happening as a server-sent event (WHATWG HTML, “Server-sent events”)."""
    data = _dump_json(serialize_event(told))
    return f"id: {told.number}\nevent: {told.kind}\ndata: {data}\n\n"


def serialize_event(told: Told) -> dict[str, Any]:
    """One happening as programs are told it."""
    return {"id": told.number, "event": told.kind, "occurred_at": told.occurred_at, **told.facts}


def serialize_event_list(found: list[Told], *, start_over: bool = False) -> dict[str, Any]:
    """A list of happenings, and the id with which to ask for more; None: ask as before."""
    last = found[-1].number if found else None
    return {
        "results": [serialize_event(told) for told in found],
        "next": last,
        "start_over": start_over,
    }


def _dump_json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":"))


def can_keep(environ: Mapping[str, Any]) -> bool:
    """Tell whether this request may be answered with a stream that goes on.

    Only the web server keeps streams, and no more than MOST_LISTENERS in one process.
    """
    return bool(environ.get(KEEPS_STREAMS)) and _get_listeners().many < MOST_LISTENERS


async def stream_events(wish: Wish) -> AsyncIterator[bytes]:
    """Yield a player's happenings behind a position, as they happen, as server-sent events.

    It ends when its listener shall come back: after LIFE seconds, or when it cannot go on.
    """
    yield _render_stream_preamble(wish).encode()
    try:
        async for part in _generate_event_chunks(wish):
            yield part
    except (MustComeBack, player_events.OtherEpoch):
        log.info("a listener has to come back")
    except DatabaseError as error:
        log.error("listening failed: %s", type(error).__name__)


async def _generate_event_chunks(wish: Wish) -> AsyncIterator[bytes]:
    loop, listeners = asyncio.get_running_loop(), _get_listeners()
    ends_at, position = loop.time() + LIFE, wish.position
    async with listeners.queue_of(wish.player_id) as queue:
        while missed := await listeners.read(wish.player_id, position):
            yield "".join(map(as_event, missed)).encode()
            position = missed[-1].position
        while (left := ends_at - loop.time()) > 0:
            told = await _wait_for_next_event(queue, min(HEARTBEAT, left))
            if told is None:
                yield b":\n\n"
            elif told.position > position:
                position = told.position
                yield as_event(told).encode()


async def single_answer(wish: Wish, wait: float) -> AsyncIterator[bytes]:
    """Yield what there is behind a position, once there is something or `wait` seconds are over."""
    try:
        told = serialize_event_list(await _wait_for_first_events(wish, wait))
    except (MustComeBack, player_events.OtherEpoch):
        told = serialize_event_list([], start_over=True)
    yield _dump_json(told).encode()


async def _wait_for_first_events(wish: Wish, wait: float) -> list[Told]:
    """Return what happens first, nothing if nothing does. Raises MustComeBack and OtherEpoch."""
    loop, listeners = asyncio.get_running_loop(), _get_listeners()
    ends_at = loop.time() + wait
    async with listeners.queue_of(wish.player_id) as queue:
        found = await listeners.read(wish.player_id, wish.position)
        while not found and (left := ends_at - loop.time()) > 0:
            told = await _wait_for_next_event(queue, left)
            found = [told] if told is not None and told.position > wish.position else []
    return found


class _Listeners:
    """Those who wait in this process, and the one task that asks the database for all of them."""

    def __init__(self) -> None:
        # All questions to the database go one after the other through one connection.
        self.database = ThreadPoolExecutor(1, "listening")
        self.queues: dict[UUID, set[Queue]] = {}
        self.many = 0
        self.looking: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def queue_of(self, player_id: UUID) -> AsyncIterator[Queue]:
        """Yield a queue of what happens to a player from now on."""
        self.many += 1
        try:
            # What comes after this is looked for; what was before, the listener reads itself.
            position = None if self.looking else await self.ask(player_events.newest_position)
            with self._queue(player_id) as queue:
                if self.looking is None:
                    assert position is not None
                    self.looking = asyncio.create_task(self._look(position))
                yield queue
        finally:
            self.many -= 1

    @contextlib.contextmanager
    def _queue(self, player_id: UUID) -> Iterator[Queue]:
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
        try:
            while self.queues:
                position, many = await self._look_once(position)
                if many < player_events.MOST_READ:
                    await asyncio.sleep(LOOK_EVERY)
        finally:
            self.looking = None

    async def _look_once(self, position: Position) -> tuple[Position, int]:
        """Hand out what is behind a position; return the new position, and how much it was."""
        try:
            found = await self.ask(player_events.events_after, position)
        except player_events.OtherEpoch:
            # Everybody comes back, and is told to start over.
            for queue in [one for queues in self.queues.values() for one in queues]:
                queue.put_nowait(None)
            return await self.ask(player_events.newest_position), 0
        except Exception as error:  # The database is away: what happens meanwhile is read then.
            log.warning("listening waits: %s", type(error).__name__)
            return position, 0
        for told in found:
            position = told.position
            for queue in self.queues.get(told.player_id, ()):
                if queue.qsize() <= MOST_BEHIND:
                    queue.put_nowait(told if queue.qsize() < MOST_BEHIND else None)
        return position, len(found)

    async def read(self, player_id: UUID, position: Position) -> list[Told]:
        """Return what a player has missed. Raises OtherEpoch."""
        return await self.ask(lambda: player_events.events_after(position, player_id=player_id))

    async def ask(self, question: Callable[[*Arguments], Found], *args: *Arguments) -> Found:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.database, _run_query, question, *args)


def _run_query(question: Callable[[*Arguments], Found], *args: *Arguments) -> Found:
    # Outside of requests nobody else looks whether a connection is still good.
    close_old_connections()
    return question(*args)


async def _wait_for_next_event(queue: Queue, seconds: float) -> Told | None:
    """Return what happens next; None if nothing does. Raises MustComeBack."""
    try:
        told = await asyncio.wait_for(queue.get(), seconds)
    except TimeoutError:
        return None
    if told is None:
        raise MustComeBack
    return told


@cache
def _get_listeners() -> _Listeners:
    return _Listeners()
