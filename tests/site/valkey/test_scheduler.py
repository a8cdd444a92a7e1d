"""Scheduled jobs in the queue: each one once, however slow the workers are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery.beat import ScheduleEntry, SchedulingError
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from abyss_site.celery import app
from abyss_site.core.valkey.client import valkey
from abyss_site.core.valkey.heartbeats import JOBS_KEY, record_success
from abyss_site.core.valkey.queues import QUEUES
from abyss_site.core.valkey.scheduler import KEY, Scheduler, clear_queued
from abyss_site.observability.metrics import MetricsCollector

TASK = "games.tasks.remind"
QUEUE = QUEUES["clock"]
HOURLY = "games.tasks.delete_expired_data"


@pytest.fixture
def entry() -> Iterator[ScheduleEntry]:
    def forget() -> None:
        valkey(5).delete(*QUEUES.values(), KEY.format(TASK))

    forget()
    yield ScheduleEntry(TASK, TASK, schedule=5.0, app=app)
    forget()


@pytest.fixture
def scheduler() -> Scheduler:
    return Scheduler(app=app, lazy=True)


def queued() -> int:
    return int(valkey(5).llen(QUEUE))


def test_a_job_that_waits_is_not_queued_again(scheduler: Scheduler, entry: ScheduleEntry) -> None:
    for _ in range(3):
        scheduler.apply_entry(entry, producer=scheduler.producer)

    assert queued() == 1


def test_a_job_that_has_begun_may_be_queued(scheduler: Scheduler, entry: ScheduleEntry) -> None:
    scheduler.apply_entry(entry, producer=scheduler.producer)

    clear_queued(TASK)
    scheduler.apply_entry(entry, producer=scheduler.producer)

    assert queued() == 2


def test_a_job_that_was_lost_is_queued_again(scheduler: Scheduler, entry: ScheduleEntry) -> None:
    scheduler.apply_entry(entry, producer=scheduler.producer)

    assert 0 < int(valkey(5).ttl(KEY.format(TASK))) <= 20


def test_a_job_that_could_not_be_sent_is_sent_next_time(
    scheduler: Scheduler, entry: ScheduleEntry
) -> None:
    class Refusing:
        def __getattr__(self, name: str) -> None:
            raise OperationalError("full")

    with pytest.raises(SchedulingError):
        scheduler.apply_async(entry, producer=Refusing())
    scheduler.apply_entry(entry, producer=scheduler.producer)

    assert queued() == 1


def test_what_is_soon_done_goes_before_long_rounds(
    scheduler: Scheduler, entry: ScheduleEntry
) -> None:
    """Reminders used to wait behind long rounds of e-mails and house bots."""
    app.send_task("notifications.tasks.send_due_emails", ignore_result=True)
    scheduler.apply_entry(entry, producer=scheduler.producer)
    order: list[Any] = []

    with app.connection() as connection:
        connection.transport_options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS}
        with app.amqp.TaskConsumer(connection, on_message=order.append):
            while len(order) < 2:
                connection.drain_events(timeout=5)

    assert [message.headers["task"] for message in order] == [
        TASK,
        "notifications.tasks.send_due_emails",
    ]


def test_every_task_has_a_queue_that_workers_read() -> None:
    app.loader.import_default_modules()
    tasks = [name for name in app.tasks if name.startswith(("games.", "notifications."))]
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in tasks}

    assert set(settings.CELERY_TASK_ROUTES) <= set(tasks)
    assert set(queues.values()) == set(settings.QUEUE_NAMES)
    assert queues["games.tasks.expire_deadlines"] == "clock"


def test_the_figure_of_waiting_tasks_counts_each_queue(
    scheduler: Scheduler, entry: ScheduleEntry
) -> None:
    app.send_task("notifications.tasks.send_due_emails", ignore_result=True)
    scheduler.apply_entry(entry, producer=scheduler.producer)

    [metric] = MetricsCollector()._queue()

    waiting = {sample.labels["queue"]: sample.value for sample in metric.samples}
    assert waiting == {"clock": 1, "mail": 1, "bots": 0, "upkeep": 0, "simulation": 0}


@pytest.fixture
def finished() -> Iterator[Callable[[str, timedelta], None]]:
    """Record that a job finished so long ago; nothing is recorded of the others."""
    valkey(5).delete(JOBS_KEY)
    yield lambda task, ago: record_success(task, timezone.now() - ago)
    valkey(5).delete(JOBS_KEY)


def due_seconds(task: str) -> float:
    """After how many seconds a beat that is started now sends a job."""
    due_in: float = Scheduler(app=app).schedule[task].is_due().next
    return 0 if Scheduler(app=app).schedule[task].is_due().is_due else due_in


@pytest.mark.parametrize(
    ("ago", "least", "most"),
    [
        (timedelta(minutes=50), 590, 600),
        (timedelta(minutes=61), 0, 0),
        (timedelta(minutes=-50), 3590, 3600),
        (None, 0, 0),
    ],
)
def test_a_beat_that_is_restarted_continues_its_schedule(
    finished: Callable[[str, timedelta], None], ago: timedelta | None, least: int, most: int
) -> None:
    """Hourly jobs used to be due an hour after the start, so frequent restarts stopped them."""
    if ago is not None:
        finished(HOURLY, ago)

    assert least <= due_seconds(HOURLY) <= most


def test_every_job_of_a_service_that_has_run_none_is_due_at_once(
    finished: Callable[[str, timedelta], None],
) -> None:
    schedule = Scheduler(app=app).schedule

    late = [name for name, entry in schedule.items() if not entry.is_due().is_due]
    assert set(schedule) == set(settings.CELERY_BEAT_SCHEDULE) and late == []


def test_every_job_of_the_clock_is_scheduled_by_it() -> None:
    assert f"{Scheduler.__module__}:{Scheduler.__qualname__}" == settings.CELERY_BEAT_SCHEDULER
