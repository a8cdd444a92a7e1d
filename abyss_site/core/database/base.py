"""Django's PostgreSQL backend, with statements that are sent together.

A round trip costs more processor time than most statements, and psycopg's cursors cost more than
libpq. Two additions save both: statements that are sent at once, and statements without a result
that wait until something else is sent, at the latest the COMMIT.
"""

from __future__ import annotations

import re
import select
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache, partial
from itertools import count
from typing import Any

import psycopg
from django.db.backends.postgresql import base, features, operations
from psycopg import generators
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus, TransactionStatus

# Seconds after which a connection is checked by a statement again. Until then it is only checked
# that its socket has nothing to report, as it would if the server had gone.
CHECKED_SECONDS = 1.0
# Seconds for which no connection is tried after a server did not answer: whoever asks meanwhile is
# told at once, instead of waiting in turn.
AWAY_SECONDS = 2.0
PARAMETER = re.compile(r"%\((\w+)\)s")
GOOD = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)

# Parameters that a statement has at most when the server binds them.
MOST_PARAMETERS = 2**16 - 1

# SQL with named parameters, each cast to its type or compared with a column, and their values.
Command = tuple[str, Mapping[str, object]]
Rows = list[tuple[object, ...]]


class WaitLimit:
    """How long this process waits for each statement, and which servers have just not answered."""

    def __init__(self) -> None:
        # In seconds; None: without end, which tasks and commands do, whose time is limited as a
        # whole or watched by a person.
        self.seconds: float | None = None
        # Alias of a connection -> time.monotonic() until which no new one is tried.
        self.away_until = dict[str, float]()


_limit = WaitLimit()


def limit_waits(seconds: float | None) -> None:
    """Let no statement of this process wait longer for its server. For processes that serve."""
    _limit.seconds = seconds


class DatabaseFeatures(features.DatabaseFeatures):  # type: ignore[misc, unused-ignore]
    """What the database can do: no statement has more parameters than the protocol counts."""

    max_query_params = MOST_PARAMETERS


class DatabaseOperations(operations.DatabaseOperations):  # type: ignore[misc, unused-ignore]
    """Statements over many rows are split, so that none has too many parameters."""

    def bulk_batch_size(self, fields: Sequence[object], objs: Sequence[object]) -> int:
        """Return how many rows one statement writes; an update has two parameters per field."""
        return MOST_PARAMETERS // 2 // len(fields) if fields else len(objs)


class DatabaseWrapper(base.DatabaseWrapper):  # type: ignore[misc, unused-ignore]
    """A connection that can send several statements in one round trip."""

    features_class = DatabaseFeatures
    ops_class = DatabaseOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Statements that are not sent yet.
        self.waiting = list[Command]()
        # The names of statements that the server has prepared, by SQL.
        self.prepared = dict[str, bytes]()
        self.names = count()
        self.checked_at = 0.0
        # Until when this thread waits for the server, as time.monotonic(); None: see WaitLimit.
        self.give_up_at: float | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> object:
        """Return a connection of psycopg whose waits are bounded. Raises OperationalError at once
        if the server did not answer a moment ago."""
        if time.monotonic() < _limit.away_until.get(self.alias, 0.0):
            raise psycopg.OperationalError("the server did not answer a moment ago")
        if (seconds := self._seconds_left()) is not None:
            # In whole seconds; psycopg waits for two at least.
            longest = min(int(conn_params.get("connect_timeout", seconds)), int(seconds))
            conn_params = conn_params | {"connect_timeout": max(1, longest)}
        try:
            link = super().get_new_connection(conn_params)
        except psycopg.errors.ConnectionTimeout:
            self._note_away()
            raise
        # Every statement waits by this method, also those of cursors.
        link.wait = partial(self._wait, link, link.wait)
        return link

    def _wait(
        self, link: Any, wait: Callable[..., object], generator: object, **options: object
    ) -> object:
        """Wait for the server no longer than it may take; then close the connection.

        A server that hangs, or a network that swallows packets, would be waited for without end:
        limits that the server enforces do not help then.
        """
        seconds = self._seconds_left()
        if seconds is None:
            return wait(generator, **options)
        began = time.monotonic()
        try:
            return wait(generator, **options | {"timeout": seconds})
        except psycopg.OperationalError:
            if time.monotonic() - began >= seconds:
                link.pgconn.finish()
                self._note_away()
            raise

    def _seconds_left(self) -> float | None:
        """Return how long to wait for the server now. Raises OperationalError if the time is up."""
        if self.give_up_at is None:
            return _limit.seconds
        left = self.give_up_at - time.monotonic()
        if left <= 0:
            raise psycopg.OperationalError("the server took too long")
        return left

    def _note_away(self) -> None:
        _limit.away_until[self.alias] = time.monotonic() + AWAY_SECONDS

    @contextmanager
    def give_up_after(self, seconds: float) -> Iterator[None]:
        """Wait for the server no longer than this in all during the block, connecting included.

        Connecting may take two seconds nevertheless. Afterwards statements raise OperationalError.
        """
        before, self.give_up_at = self.give_up_at, time.monotonic() + seconds
        try:
            yield
        finally:
            self.give_up_at = before

    def execute_together(self, *commands: Command) -> list[Rows]:
        """Execute statements in one round trip, in this order, and return the rows of each.

        Each sees what was committed before it began, as if it had been sent alone.
        """
        self._send_waiting()
        return self._exchange(commands)

    def execute_later(self, sql: str, values: Mapping[str, object]) -> None:
        """Execute a statement without a result before the next statement, or the COMMIT, is sent.

        Its errors are raised then. Outside a transaction it is executed at once.
        """
        self.waiting.append((sql, values))
        if not self.in_atomic_block:
            self._send_waiting()

    def send_waiting(self, *, commits: bool = False) -> None:
        """Send the statements of `execute_later` in one round trip.

        `commits`: send the COMMIT with them if this is the outermost transaction, so that it must
        be the last thing that the transaction does.
        """
        is_outermost = self.in_atomic_block and not self.savepoint_ids and not self.needs_rollback
        self._send_waiting(commits=commits and is_outermost)

    def _send_waiting(self, *, commits: bool = False) -> None:
        waiting, self.waiting = self.waiting, []
        if waiting:
            # Django's own COMMIT then finds nothing to do.
            self._exchange(waiting, commits=commits)

    def _exchange(self, commands: Sequence[Command], *, commits: bool = False) -> list[Rows]:
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        self.close_if_health_check_failed()
        self.ensure_connection()
        link, started_at = self.connection, time.monotonic()
        with self.wrap_database_errors:
            # Before anything is sent, because a value may be refused.
            statements = [(sql, _adapt_values(sql, values)) for sql, values in commands]
        with self.wrap_database_errors, link.lock, _in_pipeline(link.pgconn):
            before = self._send_begin()
            result_names = before + [
                result_name
                for sql, parameters in statements
                for result_name in self._send(sql, parameters)
            ]
            if commits:
                link.pgconn.send_query_params(b"COMMIT", None)
                result_names.append("")
            link.pgconn.pipeline_sync()
            rows = self._read_results(result_names)
        self._log(commands, time.monotonic() - started_at)
        return rows

    def _send_begin(self) -> list[str]:
        """Let BEGIN travel with the first statement; psycopg would wait for its result."""
        link = self.connection
        if self.autocommit or link.pgconn.transaction_status != TransactionStatus.IDLE:
            return []
        level = link.isolation_level
        how = f" ISOLATION LEVEL {level.name.replace('_', ' ')}" if level else ""
        link.pgconn.send_query_params(f"BEGIN{how}".encode(), None)
        return [""]

    def _send(self, sql: str, values: list[bytes | None]) -> list[str]:
        """Send a statement, prepared if sessions are ours; return what results are expected: ""
        for none, `sql` for rows, and "prepare" with it for its preparation."""
        pgconn, (text, _names) = self.connection.pgconn, number_parameters(sql)
        if self.connection.prepare_threshold is None:
            pgconn.send_query_params(text, values)
            return [sql]
        if sql in self.prepared:
            pgconn.send_query_prepared(self.prepared[sql], values)
            return [sql]
        name = f"together_{next(self.names)}".encode()
        pgconn.send_prepare(name, text)
        pgconn.send_query_prepared(name, values)
        return [f"prepare {name.decode()} {sql}", sql]

    def _read_results(self, result_names: list[str]) -> list[Rows]:
        """Return the rows of each statement. Raises the first error of one."""
        link, row_lists, wrong = self.connection, list[Rows](), None
        *results, _sync = link.wait(_fetch_results(link.pgconn, len(result_names) + 1))
        adapter = Transformer(link)
        for what, (result,) in zip(result_names, results, strict=True):
            if result.status not in GOOD:
                wrong = wrong or result
            elif what.startswith("prepare "):
                _word, name, sql = what.split(" ", 2)
                self.prepared[sql] = name.encode()
            elif what:
                adapter.set_pgresult(result)
                row_lists.append(adapter.load_rows(0, result.ntuples, tuple))
        if wrong is not None:
            error = psycopg.errors.error_from_result(wrong, encoding="utf-8")
            if isinstance(error, psycopg.errors.InvalidSqlStatementName):
                # Somebody has deallocated them.
                self.prepared.clear()
            raise error
        return row_lists

    def _log(self, commands: Sequence[Command], seconds: float) -> None:
        if self.queries_logged:
            self.queries_log.extend({"sql": sql, "time": f"{seconds:.3f}"} for sql, _ in commands)

    def init_connection_state(self) -> None:
        """Forget what another session had prepared."""
        self.prepared.clear()
        super().init_connection_state()

    def _cursor(self, name: str | None = None) -> object:
        self._send_waiting()
        return super()._cursor(name)  # type: ignore[misc]

    def _commit(self) -> None:
        self._send_waiting(commits=True)
        super()._commit()  # type: ignore[misc]

    def _rollback(self) -> None:
        self.waiting.clear()
        # After a COMMIT that failed there is none left, so psycopg sends and forgets nothing.
        link = self.connection
        is_open = link and link.pgconn.transaction_status != TransactionStatus.IDLE
        super()._rollback()  # type: ignore[misc]
        if is_open:
            self._forget_prepared()

    def _savepoint_rollback(self, sid: str) -> None:
        # Whatever waits was added after the savepoint, which was a statement itself.
        self.waiting.clear()
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self._forget_prepared()

    def _forget_prepared(self) -> None:
        """Deallocate our prepared statements after a rollback, as psycopg does, which may have
        deallocated all and knows only its own."""
        if self.prepared:
            self.prepared.clear()
            # Past psycopg, which would begin a transaction for it.
            self.connection.pgconn.exec_(b"DEALLOCATE ALL")

    def close(self) -> None:
        self.waiting.clear()
        super().close()

    def is_usable(self) -> bool:
        """Return whether the connection works. Django asks before the first statement of each
        request, with a statement of its own."""
        now = time.monotonic()
        is_recent = now - self.checked_at < CHECKED_SECONDS and not self.errors_occurred
        if is_recent and self._is_silent():
            return True
        is_usable: bool = super().is_usable()
        self.checked_at = now if is_usable else 0.0
        return is_usable

    def _is_silent(self) -> bool:
        """Return whether the server has sent nothing, such as the end of the connection."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not poll.poll(0)


@cache
def number_parameters(sql: str) -> tuple[bytes, list[str]]:
    """Return a statement with $1, $2 … for its parameters, and their names."""
    names = list(dict.fromkeys(PARAMETER.findall(sql)))
    text = PARAMETER.sub(lambda hit: f"${names.index(hit[1]) + 1}", sql)
    return text.encode(), names


def _adapt_values(sql: str, values: Mapping[str, object]) -> list[bytes | None]:
    _text, names = number_parameters(sql)
    return [_adapt(values[name]) for name in names]


def _adapt(value: object) -> bytes | None:
    """Return a value as PostgreSQL reads it; the statement says of which type it is.

    Raises DataError for text with a NUL, where libpq would end it.
    """
    if value is None:
        return None
    if isinstance(value, bytes | bytearray | memoryview):
        return b"\\x" + bytes(value).hex().encode()
    if isinstance(value, datetime):
        return value.isoformat().encode()
    text = str(value)
    if "\0" in text:
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return text.encode()


@contextmanager
def _in_pipeline(pgconn: Any) -> Iterator[None]:
    pgconn.enter_pipeline_mode()
    try:
        yield
    finally:
        if pgconn.status == psycopg.pq.ConnStatus.OK:
            pgconn.exit_pipeline_mode()


def _fetch_results(pgconn: object, many: int) -> Any:
    """Generator of psycopg: return the results of as many commands."""
    # What did not fit into the socket at once.
    yield from generators.send(pgconn)
    results = []
    for _ in range(many):
        results.append((yield from generators.fetch_many(pgconn)))
    return results
