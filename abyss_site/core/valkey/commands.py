"""Execute several commands in one round trip, at once or after the commit of a transaction.

redis-py's client takes a connection from a pool and records what it did with each command, which
costs more than the command. Here each thread has a connection of its own.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import connection, transaction

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

Command = tuple[str | int, ...]
# Called with the reply of a command.
Then = Callable[[object], None]

log = logging.getLogger(__name__)


class _Connections(threading.local):
    """The connections of one thread, by process, URL and patience."""

    def __init__(self) -> None:
        self.known = dict[tuple[int, str, float], Any]()


_connections = _Connections()


def execute_commands(*commands: Command, patience: float = 0) -> list[Any]:
    """Execute commands in one round trip and return their replies; for `patience` see valkey().

    Raises one of CONNECTION_ERRORS; some of the commands may have been executed then.
    """
    link = _connect(patience)
    request = b"".join(bytes(part) for command in commands for part in link.pack_command(*command))
    link.send_packed_command([request], check_health=False)
    replies, refusal = list[object](), None
    for _ in commands:
        try:
            replies.append(link.read_response())
        except redis.ResponseError as error:
            # The replies to the other commands still arrive.
            refusal = error
    if refusal is not None:
        raise refusal
    return replies


def _connect(patience: float) -> Any:
    """Return this thread's connection, a new one if the server has closed it."""
    key = (os.getpid(), settings.REDIS_URL, patience)
    if (link := _connections.known.get(key)) is None:
        # The pool would count it, also after its thread has ended, and refuse the hundredth.
        pool: Any = valkey(patience).connection_pool
        link = _connections.known[key] = pool.connection_class(**pool.connection_kwargs)
        link.connect()
        return link
    try:
        is_closed = link.can_read()
    except CONNECTION_ERRORS:
        is_closed = True
    if is_closed:
        link.disconnect()
    return link


class _Batch:
    """Commands that are executed together after the commit."""

    def __init__(self) -> None:
        self.commands = list[Command]()
        self.then = list[Then | None]()

    def execute(self) -> None:
        try:
            replies = execute_commands(*self.commands)
        except CONNECTION_ERRORS as error:
            log.info("not executed after the commit: %s", type(error).__name__)
            return
        for then, reply in zip(self.then, replies, strict=True):
            if then is not None:
                then(reply)


def execute_on_commit(command: Command, then: Then | None = None) -> None:
    """Execute a command after the commit, with others that follow each other; failures are logged.

    `then` is called with the reply.
    """
    waiting = connection.run_on_commit
    same = bool(waiting) and waiting[-1][0] == set(connection.savepoint_ids)
    before = getattr(waiting[-1][1], "__self__", None) if same else None
    batch = before if isinstance(before, _Batch) else _Batch()
    batch.commands.append(command)
    batch.then.append(then)
    if batch is not before:
        transaction.on_commit(batch.execute, robust=True)
