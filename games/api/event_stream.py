"""Streams of events and long polling for programs, without a thread per connection.

A request without a response yet becomes a stream on the event loop of the web server
(`abyss_site/core/http/gateway.py`). One task per process polls the database for new events several
times a second, for all listeners, and only while there are any.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TypeVar, TypeVarTuple
from uuid import UUID

import msgspec
from django.db import DatabaseError, close_old_connections
from django.utils import timezone
from msgspec import Struct

from abyss_site.core.http.gateway import KEEPS_STREAMS
from games.presentation.event_json import EventReader, needs_database, serialize_events
from games.queries import stream_rights
from games.queries.stream_rights import StreamRight
from games.services import player_events
from games.services.player_events import Position, StoredEvent

# Seconds between polls for new events.
LOOK_EVERY = 0.1
# Seconds of silence after which a stream sends a heartbeat, and after which it ends, so that its
# listener must authenticate again.
HEARTBEAT, LIFE = 15.0, 900.0
# Milliseconds after which a listener reconnects.
RETRY = 2000
# Maximum number of listeners per process; further ones are asked to reconnect.
MAX_LISTENERS = 2000
# Maximum number of events that a listener may be behind.
MAX_BEHIND = 2000

# Media types of streams: server-sent events, and a JSON value on each line.
SERVER_SENT, NDJSON = STREAMS = ("text/event-stream", "application/x-ndjson")

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


# The next events for a listener; None: it is too far behind, and must reconnect.
Queue = asyncio.Queue[StoredEvent | None]


class ReconnectRequired(Exception):
    """The stream of a listener ends: it reads too slowly, or has no right to events any more."""


class EventSubscription(Struct, frozen=True):
    """What a program waits for: events of its player, or of a match, after a position.

    `match` is the number of the only match of a player; None: all of them.
    """

    player_id: UUID
    position: Position
    reader: EventReader = EventReader()
    match: int | None = None
    media_type: str = SERVER_SENT
    # Whether the last event seen by the program has been deleted.
    starts_over: bool = False
    # What the stream ends with; None: it ends after LIFE alone.
    right: StreamRight | None = None

    def concerns(self, event: StoredEvent) -> bool:
        """Return whether an event of the player is one that the program waits for."""
        return self.match is None or event.facts.get("match") == self.match


def render_stream_start(subscription: EventSubscription) -> bytes:
    """Return the start of a stream: whether to start over, and the missed events."""
    events = player_events.events_after(
        subscription.position, player_id=subscription.player_id, match=subscription.match
    )
    return _render_stream_preamble(subscription) + _render_events(subscription, events)


def _render_stream_preamble(subscription: EventSubscription) -> bytes:
    if subscription.media_type == NDJSON:
        return b'{"event":"start_over"}\n' if subscription.starts_over else b"\n"
    start_over = "event: start_over\ndata: {}\n\n" if subscription.starts_over else ""
    return f"retry: {RETRY}\n\n{start_over}".encode()


def _render_heartbeat(subscription: EventSubscription) -> bytes:
    return b"\n" if subscription.media_type == NDJSON else b":\n\n"


def _render_events(subscription: EventSubscription, events: Sequence[StoredEvent]) -> bytes:
    """Return events as lines of JSON or as server-sent events (WHATWG HTML)."""
    bodies = serialize_events(events, subscription.reader)
    if subscription.media_type == NDJSON:
        return b"".join(msgspec.json.encode(body) + b"\n" for body in bodies)
    return b"".join(
        b"id: %b\nevent: %b\ndata: %b\n\n"
        % (str(body["id"]).encode(), str(body["event"]).encode(), msgspec.json.encode(body))
        for body in bodies
    )


def serialize_event_list(
    events: Sequence[StoredEvent], reader: EventReader, *, start_over: bool = False
) -> dict[str, object]:
    """Return a list of events, and the id to ask for more after; None: unchanged."""
    last = events[-1].number if events else None
    return {
        "results": serialize_events(events, reader),
        "next": last,
        "start_over": start_over,
    }


def can_stream(environ: Mapping[str, object]) -> bool:
    """Return whether this request may be answered by a long-lived stream.

    Only our web server supports that, up to MAX_LISTENERS per process.
    """
    return bool(environ.get(KEEPS_STREAMS)) and _get_listeners().many < MAX_LISTENERS


async def stream_events(subscription: EventSubscription) -> AsyncIterator[bytes]:
    """Yield the events of a subscription as they happen, in its media type.

    Ends when its listener should reconnect: after LIFE seconds, or if it cannot continue.
    """
    yield _render_stream_preamble(subscription)
    try:
        async for part in _generate_event_chunks(subscription):
            yield part
    except (ReconnectRequired, player_events.OtherEpoch):
        log.info("a listener has to come back")
    except DatabaseError as error:
        log.error("listening failed: %s", type(error).__name__)


async def _generate_event_chunks(subscription: EventSubscription) -> AsyncIterator[bytes]:
    loop, listeners = asyncio.get_running_loop(), _get_listeners()
    ends_at, position = loop.time() + LIFE, subscription.position
    async with listeners.queue_of(subscription) as queue:
        while events := await listeners.read(subscription, position):
            yield await listeners.render(subscription, events)
            position = events[-1].position
        while (left := ends_at - loop.time()) > 0:
            event = await _wait_for_next_event(queue, min(HEARTBEAT, left))
            if event is None:
                yield _render_heartbeat(subscription)
            elif event.position > position and subscription.concerns(event):
                position = event.position
                yield await listeners.render(subscription, [event])


async def poll_events(subscription: EventSubscription, wait: float) -> AsyncIterator[bytes]:
    """Yield the events after a position, once there are any or after `wait` seconds."""
    listeners = _get_listeners()
    try:
        events, starts_over = await _wait_for_first_events(subscription, wait), False
    except (ReconnectRequired, player_events.OtherEpoch):
        events, starts_over = [], True
    yield await listeners.render_list(subscription, events, start_over=starts_over)


async def _wait_for_first_events(subscription: EventSubscription, wait: float) -> list[StoredEvent]:
    """Return the first events, [] if there are none in time.

    Raises ReconnectRequired and OtherEpoch.
    """
    loop, listeners = asyncio.get_running_loop(), _get_listeners()
    ends_at = loop.time() + wait
    async with listeners.queue_of(subscription) as queue:
        events = await listeners.read(subscription, subscription.position)
        while not events and (left := ends_at - loop.time()) > 0:
            event = await _wait_for_next_event(queue, left)
            is_new = event is not None and event.position > subscription.position
            events = [event] if event and is_new and subscription.concerns(event) else []
    return events


class _Listeners:
    """The listeners of this process, and the task that polls the database for all of them."""

    def __init__(self) -> None:
        # A single connection for all queries, one after the other.
        self.database = ThreadPoolExecutor(1, "listening")
        # Another one for questions, whose computation must not delay the events of others.
        self.questions = ThreadPoolExecutor(1, "questions")
        self.queues: dict[UUID, set[Queue]] = {}
        self.rights: dict[Queue, StreamRight] = {}
        self.rights_checked_at = 0.0
        self.many = 0
        self.looking: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def queue_of(self, subscription: EventSubscription) -> AsyncIterator[Queue]:
        """Yield a queue of a player's events from now on, as long as the subscription is valid."""
        self.many += 1
        try:
            # Later events will be queued; the listener reads the earlier ones itself.
            position = None if self.looking else await self.ask(player_events.newest_position)
            with self._queue(subscription) as queue:
                if self.looking is None:
                    assert position is not None
                    self.looking = asyncio.create_task(self._look(position))
                yield queue
        finally:
            self.many -= 1

    @contextlib.contextmanager
    def _queue(self, subscription: EventSubscription) -> Iterator[Queue]:
        queue: Queue = asyncio.Queue()
        player_id = subscription.player_id
        self.queues.setdefault(player_id, set()).add(queue)
        if subscription.right is not None:
            self.rights[queue] = subscription.right
        try:
            yield queue
        finally:
            self.rights.pop(queue, None)
            self.queues[player_id].discard(queue)
            if not self.queues[player_id]:
                del self.queues[player_id]

    async def _look(self, position: Position) -> None:
        """Distribute new events to their listeners while there are any."""
        try:
            while self.queues:
                await self._check_rights()
                position, many = await self._look_once(position)
                if many < player_events.MAX_READ:
                    await asyncio.sleep(LOOK_EVERY)
        finally:
            self.looking = None

    async def _check_rights(self) -> None:
        """End the streams whose token, session or player is no longer valid."""
        now = asyncio.get_running_loop().time()
        if not self.rights or now < self.rights_checked_at + stream_rights.CHECK_EVERY:
            return
        self.rights_checked_at = now
        try:
            valid = await self.ask(_find_valid_rights, set(self.rights.values()))
        except Exception as error:  # The database is away: check later.
            log.warning("rights are not checked: %s", type(error).__name__)
            return
        for queue in [queue for queue, right in self.rights.items() if right not in valid]:
            queue.put_nowait(None)

    async def _look_once(self, position: Position) -> tuple[Position, int]:
        """Distribute the events after a position; return the new position and their number."""
        try:
            events = await self.ask(player_events.events_after, position)
        except player_events.OtherEpoch:
            # All listeners reconnect, and are told to start over.
            for queue in [queue for queues in self.queues.values() for queue in queues]:
                queue.put_nowait(None)
            return await self.ask(player_events.newest_position), 0
        except Exception as error:  # The database is away: read on later.
            log.warning("listening waits: %s", type(error).__name__)
            return position, 0
        for event in events:
            position = event.position
            for queue in self.queues.get(event.player_id, ()):
                if queue.qsize() <= MAX_BEHIND:
                    queue.put_nowait(event if queue.qsize() < MAX_BEHIND else None)
        return position, len(events)

    async def read(self, subscription: EventSubscription, position: Position) -> list[StoredEvent]:
        """Return the events that a listener has missed. Raises OtherEpoch."""
        return await self.ask(
            lambda: player_events.events_after(
                position, player_id=subscription.player_id, match=subscription.match
            )
        )

    async def render(self, subscription: EventSubscription, events: Sequence[StoredEvent]) -> bytes:
        """Return events as a part of a stream."""
        if not needs_database(events, subscription.reader):
            return _render_events(subscription, events)
        return await self._compute(_render_events, subscription, events)

    async def render_list(
        self,
        subscription: EventSubscription,
        events: Sequence[StoredEvent],
        *,
        start_over: bool,
    ) -> bytes:
        """Return events as the body of a list."""
        serialize = partial(serialize_event_list, start_over=start_over)
        if not needs_database(events, subscription.reader):
            return msgspec.json.encode(serialize(events, subscription.reader))
        return msgspec.json.encode(await self._compute(serialize, events, subscription.reader))

    async def _compute(self, function: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.questions, _run_query, function, *args)

    async def ask(self, question: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.database, _run_query, question, *args)


def _find_valid_rights(rights: set[StreamRight]) -> set[StreamRight]:
    return stream_rights.find_valid_rights(rights, now=timezone.now())


def _run_query(question: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
    # Outside of requests, Django does not check connections.
    close_old_connections()
    return question(*args)


async def _wait_for_next_event(queue: Queue, seconds: float) -> StoredEvent | None:
    """Return the next event; None if there is none in time. Raises ReconnectRequired."""
    try:
        event = await asyncio.wait_for(queue.get(), seconds)
    except TimeoutError:
        return None
    if event is None:
        raise ReconnectRequired
    return event


@cache
def _get_listeners() -> _Listeners:
    return _Listeners()
