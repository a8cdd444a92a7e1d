"""The stream of changes for an open page: server-sent events, without a thread per connection.

One task per process subscribes to the changes that services publish
(games/services/change_marks.py) and passes them to the streams of that process. A stream costs
nothing while nothing changes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.db import close_old_connections
from django.utils import timezone

from abyss_site.core.http.gateway import KEEPS_STREAMS
from abyss_site.core.valkey.client import CONNECTION_ERRORS
from abyss_site.core.valkey.presence import presence_commands
from abyss_site.core.valkey.stream_client import open_stream_client
from games.queries import stream_rights
from games.queries.stream_rights import StreamRight
from games.services import change_marks
from games.services.change_marks import Marks
from games.web.page_updates import Subscription

# Seconds of silence after which a stream sends a heartbeat, and after which it ends.
HEARTBEAT, LIFE = 15.0, 900.0
# Milliseconds after which a page comes back.
RETRY = 2000
# Maximum number of streams per process; further pages poll.
MAX_STREAMS = 2000
# Seconds between notes that the readers of streams are still here, and players noted at once.
NOTE_EVERY, NOTED_AT_ONCE = 30.0, 250
# Seconds after which a lost connection to Valkey is made again.
RECONNECT_AFTER = 1.0

log = logging.getLogger(__name__)


def can_stream(environ: Mapping[str, object]) -> bool:
    """Return whether this request may be answered by a long-lived stream.

    Only our web server supports that, up to MAX_STREAMS per process.
    """
    return bool(environ.get(KEEPS_STREAMS)) and len(get_streams().all) < MAX_STREAMS


async def stream_marks(subscription: Subscription, *, is_present: bool) -> AsyncIterator[bytes]:
    """Yield the marks of a page, now and after every change, as server-sent events.

    Ends after LIFE seconds, while Valkey is away, and with the right of its reader. `is_present`:
    the reader looks at the page.
    """
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + LIFE
    yield f"retry: {RETRY}\n\n".encode()
    with (
        contextlib.suppress(*CONNECTION_ERRORS),
        get_streams().open(subscription, is_present) as own,
    ):
        last_line = ""
        while (left := ends_at - loop.time()) > 0 and not own.is_over:
            if own.is_stale:
                await get_streams().read_marks(own)
            if (line := subscription.describe_marks(own.known)) != last_line:
                last_line = line
                yield f"data: {line}\n\n".encode()
            try:
                await asyncio.wait_for(own.changed.wait(), min(HEARTBEAT, left))
            except TimeoutError:
                yield b":\n\n"
            own.changed.clear()


class _Stream:
    """One open page: what it follows, and the marks as far as they are known.

    `is_stale`: changes may have been missed, so that the marks must be read. `is_over`: its reader
    has no right to it any more.
    """

    def __init__(self, subscription: Subscription, is_present: bool) -> None:
        self.subscription = subscription
        self.is_present = is_present and subscription.player is not None
        self.seats = {topic: seat for topic, seat in subscription.list_topics() if topic}
        self.known: dict[str, Marks] = {}
        self.right = subscription.find_right()
        self.is_stale = True
        self.is_over = False
        self.changed = asyncio.Event()

    def note_change(self, topic: str, mark: str, fields: list[str]) -> None:
        if not {change_marks.ALL, str(self.seats[topic])}.isdisjoint(fields):
            self.known.setdefault(topic, {}).update(dict.fromkeys(fields, mark))
            self.changed.set()


class _Streams:
    """The streams of this process by topic, and the tasks that serve all of them."""

    def __init__(self) -> None:
        self.all = set[_Stream]()
        self.by_topic: dict[str, set[_Stream]] = {}
        self.tasks = set[asyncio.Task[None]]()
        self.subscribed = asyncio.Event()
        # A single connection for all queries, one after the other.
        self.database = ThreadPoolExecutor(1, "rights")
        self.valkey = open_stream_client(connect_seconds=1, seconds=5)

    @contextlib.contextmanager
    def open(self, subscription: Subscription, is_present: bool) -> Iterator[_Stream]:
        """Yield a stream that is told of changes during the block."""
        own = _Stream(subscription, is_present)
        self.all.add(own)
        for topic in own.seats:
            self.by_topic.setdefault(topic, set()).add(own)
        if not self.tasks:
            # An event belongs to the event loop that first waits for it.
            self.subscribed = asyncio.Event()
            self.tasks = {
                asyncio.create_task(self._listen()),
                asyncio.create_task(self._note_presence()),
                asyncio.create_task(self._check_rights()),
            }
        try:
            yield own
        finally:
            self._close(own)

    def _close(self, own: _Stream) -> None:
        self.all.discard(own)
        for topic in own.seats:
            self.by_topic[topic].discard(own)
            if not self.by_topic[topic]:
                del self.by_topic[topic]
        if not self.all:
            for task in self.tasks:
                task.cancel()
            self.tasks = set()

    async def read_marks(self, own: _Stream) -> None:
        """Read the marks of a stream, once its changes cannot be missed any more."""
        await asyncio.wait_for(self.subscribed.wait(), RECONNECT_AFTER * 3)
        own.is_stale = False
        async with self.valkey.pipeline(transaction=False) as pipeline:
            for topic in own.seats:
                pipeline.hgetall(topic)
            if own.is_present and own.subscription.player is not None:
                for command in presence_commands(
                    own.subscription.player, own.subscription.thread()
                ):
                    pipeline.execute_command(*command)
            replies = await pipeline.execute()
        for topic, raw in zip(own.seats, replies, strict=False):
            own.known[topic] = change_marks.parse_marks(raw)

    async def _listen(self) -> None:
        """Pass on changes as long as there are streams."""
        try:
            while True:
                try:
                    await self._listen_once()
                except CONNECTION_ERRORS as error:
                    log.info("open pages wait: %s", type(error).__name__)
                self.subscribed.clear()
                await asyncio.sleep(RECONNECT_AFTER)
        finally:
            self.subscribed.clear()
            # Connections belong to the event loop that opened them.
            await self.valkey.connection_pool.disconnect(inuse_connections=False)

    async def _listen_once(self) -> None:
        async with self.valkey.pubsub() as channel:
            await channel.subscribe(change_marks.channel_name())
            while True:
                message = await channel.get_message(timeout=HEARTBEAT)
                if message is None:
                    # Raises an error if the connection is dead.
                    await channel.ping()
                elif message["type"] == "subscribe":
                    self._start_over()
                elif message["type"] == "message":
                    self._pass_on(message["data"].decode())

    def _start_over(self) -> None:
        """Let all streams read their marks: what changed before the subscription was not heard."""
        self.subscribed.set()
        for own in self.all:
            own.is_stale = True
            own.changed.set()

    def _pass_on(self, message: str) -> None:
        topic, mark, *fields = message.split(" ")
        for own in self.by_topic.get(topic, ()):
            own.note_change(topic, mark, fields)

    async def _check_rights(self) -> None:
        """End the streams of readers who have signed out, lost their seat, or may not play."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(stream_rights.CHECK_EVERY)
            rights = {own.right for own in self.all if own.right is not None}
            try:
                valid = await loop.run_in_executor(self.database, _find_valid_rights, rights)
            except Exception as error:  # The database is away: check later.
                log.warning("rights are not checked: %s", type(error).__name__)
                continue
            for own in self.all:
                if own.right in rights - valid:
                    own.is_over = True
                    own.changed.set()

    async def _note_presence(self) -> None:
        """Note again and again that the readers of streams are here."""
        while True:
            await asyncio.sleep(NOTE_EVERY)
            here = {
                (own.subscription.player, own.subscription.thread())
                for own in self.all
                if own.is_present and own.subscription.player is not None
            }
            commands = [
                command for player, thread in here for command in presence_commands(player, thread)
            ]
            for first in range(0, len(commands), NOTED_AT_ONCE):
                with contextlib.suppress(*CONNECTION_ERRORS):
                    async with self.valkey.pipeline(transaction=False) as pipeline:
                        for command in commands[first : first + NOTED_AT_ONCE]:
                            pipeline.execute_command(*command)
                        await pipeline.execute()


def _find_valid_rights(rights: set[StreamRight]) -> set[StreamRight]:
    # Outside of requests, Django does not check connections.
    close_old_connections()
    return stream_rights.find_valid_rights(rights, now=timezone.now())


@cache
def get_streams() -> _Streams:
    return _Streams()
