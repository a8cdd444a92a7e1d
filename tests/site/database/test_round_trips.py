"""Statements that are sent together: how many round trips there are, and what a rollback undoes."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DataError, IntegrityError, ProgrammingError, transaction

from abyss_site.core.database import connection
from abyss_site.core.database.base import MOST_PARAMETERS
from games.engine.contract import Decision
from games.models import Heartbeat, Match, Player, Status, sql
from games.services.play.decisions import submit_decision

pytestmark = pytest.mark.django_db(transaction=True)

# The heartbeat has a single row.
BEAT = "INSERT INTO games_heartbeat (id, ticked_at) VALUES (%(id)s::int, now())"


@contextmanager
def counted_round_trips() -> Iterator[list[str]]:
    """List the messages of the protocol that the server answers with being ready."""
    connection.ensure_connection()
    pgconn, messages = connection.connection.pgconn, list[str]()
    with tempfile.TemporaryFile("w+") as trace:
        pgconn.trace(trace.fileno())
        try:
            yield messages
        finally:
            pgconn.untrace()
        trace.seek(0)
        sent = [line.split("\t") for line in trace if "\tF\t" in line]
        messages += [line[3].strip() for line in sent if line[3].strip() in ("Sync", "Query")]


@contextmanager
def limited_time(seconds: int) -> Iterator[None]:
    """Raise TimeoutError if it takes longer."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def answer(match: Match, key: str) -> None:
    asked = match.prompts.get(closed_at=None)
    submit_decision(asked.token, Decision("take", {"number": 1}), source="page", key=key)


def test_an_answer_is_two_round_trips(deal: Callable[..., Match]) -> None:
    """Lock and read; then move, events, notifications and COMMIT."""
    match = deal("pebbles", seats=2)
    token = match.prompts.get(closed_at=None).token

    with counted_round_trips() as sent:
        submit_decision(token, Decision("take", {"number": 1}), source="page", key="a")

    assert len(sent) == 2
    match.refresh_from_db()
    assert match.ply == 1


def test_an_overdue_sealed_answer_is_three_round_trips(deal: Callable[..., Match]) -> None:
    """One more, for how often its seat has missed such a prompt before."""
    match = deal("sealed", seats=2)
    asked = match.prompts.filter(closed_at=None).order_by("seat").first()
    assert asked is not None and asked.deadline_at is not None

    with counted_round_trips() as sent:
        submit_decision(asked.token, None, source="clock", key="late", now=asked.deadline_at)

    assert len(sent) == 3
    assert match.moves.get().source == "clock"


def test_what_waits_is_sent_before_the_next_statement() -> None:
    with transaction.atomic():
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})

        assert Heartbeat.objects.count() == 1


def test_what_waits_is_committed() -> None:
    with transaction.atomic():
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})

    assert Heartbeat.objects.count() == 1


def test_what_waits_is_rolled_back() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})
        raise ZeroDivisionError

    assert not Heartbeat.objects.exists()


def test_a_savepoint_rolls_back_only_what_followed_it() -> None:
    with transaction.atomic():
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            connection.execute_later("DELETE FROM games_heartbeat", {})
            raise ZeroDivisionError

    assert Heartbeat.objects.count() == 1


def test_an_error_of_what_waits_undoes_everything() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})
        connection.execute_later(BEAT, {"id": Heartbeat.ONLY})

    assert not Heartbeat.objects.exists()
    assert connection.get_autocommit()


def test_answers_go_on_after_a_rollback(deal: Callable[..., Match]) -> None:
    """A rollback deallocates what the server has prepared."""
    match = deal("pebbles", seats=2)
    answer(match, "a")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Heartbeat.objects.create(pk=Heartbeat.ONLY, ticked_at=match.created_at)
        raise ZeroDivisionError

    answer(match, "b")

    match.refresh_from_db()
    assert match.ply == 2


def test_a_lost_session_is_replaced(deal: Callable[..., Match], people: dict[str, Any]) -> None:
    match = deal("pebbles", seats=2)
    answer(match, "a")
    connection.close()

    answer(match, "b")

    match.refresh_from_db()
    assert match.ply == 2


def test_values_larger_than_the_buffer_of_the_socket_are_sent() -> None:
    many = 30_000_000

    with limited_time(30):
        rows = connection.execute_together(("SELECT length(%(text)s::text)", {"text": "a" * many}))

    assert rows == [[(many,)]]


def test_text_with_a_nul_is_refused_before_anything_is_sent() -> None:
    """libpq would end the text there."""
    with transaction.atomic():
        with pytest.raises(DataError, match="NUL"):
            connection.execute_together(
                ("SELECT %(text)s::text", {"text": "a"}),
                ("SELECT %(text)s::text", {"text": "b\0c"}),
            )

        assert connection.execute_together(("SELECT 1", {})) == [[(1,)]]


def test_statements_stay_prepared_after_a_commit_that_failed(deal: Callable[..., Match]) -> None:
    """psycopg forgets its own only if it has something to roll back."""
    connection.close()
    match = deal("pebbles", seats=2)
    answer(match, "a")
    for _ in range(8):
        Heartbeat.objects.count()

    with pytest.raises(IntegrityError), transaction.atomic():
        # The foreign key is checked by the COMMIT.
        missing = "UPDATE games_seat SET player_id = gen_random_uuid() WHERE match_id = %(id)s"
        connection.execute_later(missing, {"id": match.pk})

    assert not Heartbeat.objects.exists()
    assert Heartbeat.objects.count() == 0
    answer(match, "b")


def test_a_prepared_statement_that_is_gone_says_nothing_about_the_match(
    deal: Callable[..., Match],
) -> None:
    match = deal("pebbles", seats=2)
    answer(match, "a")
    with connection.cursor() as cursor:
        cursor.execute(f"DEALLOCATE {connection.prepared[sql.WRITE_MOVE].decode()}")

    with pytest.raises(ProgrammingError):
        answer(match, "b")

    answer(match, "b")
    match.refresh_from_db()
    assert (match.status, match.ply) == (Status.RUNNING, 2)


def test_a_session_that_had_an_error_is_checked_by_a_statement() -> None:
    with pytest.raises(ProgrammingError):
        connection.execute_together(("SELECT no_column", {}))
    assert connection.is_usable()
    assert connection.errors_occurred

    with counted_round_trips() as sent:
        connection.is_usable()

    assert sent
    connection.errors_occurred = False


def test_rows_with_more_parameters_than_a_statement_may_have_are_written_in_parts() -> None:
    """Ten thousand at once used to end with an error: the protocol counts them with 16 bits."""
    rows = [
        Player(email=f"p{n}@example.org", display_name=f"Person {n} of many") for n in range(4000)
    ]
    assert len(rows) * len(Player._meta.concrete_fields) > MOST_PARAMETERS

    Player.objects.bulk_create(rows)

    assert Player.objects.count() == len(rows)
