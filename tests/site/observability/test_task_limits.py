"""Every task has time limits, and one that hits them is counted and shown."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.conf import settings
from django.test import Client

from abyss_site.celery import app
from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import valkey
from games.presentation import health
from games.services import metric_counters

from . import slow_tasks

ROOT = Path(__file__).parents[3]
PATIENCE = 60


def tasks_of_ours() -> list[str]:
    app.loader.import_default_modules()
    return sorted(name for name in app.tasks if name.startswith(("games.", "notifications.")))


@pytest.mark.parametrize("name", tasks_of_ours())
def test_every_task_is_interrupted_and_then_killed(name: str) -> None:
    task = app.tasks[name]

    soft, hard = task.soft_time_limit, task.time_limit

    assert 0 < (soft or app.conf.task_soft_time_limit) < (hard or app.conf.task_time_limit)


def test_tasks_of_the_clock_end_before_the_broker_sends_them_again() -> None:
    visible = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]

    assert isinstance(visible, int) and app.conf.task_time_limit < visible


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[None]:
    """Run a worker for the queue of the slow tasks."""
    valkey(5).delete(health.TIMED_OUT_KEY, health.TIMEOUTS_KEY)
    line = "-A tests.site.observability.slow_tasks worker --concurrency 2 --loglevel warning"
    line += f" -Q {slow_tasks.QUEUE} --without-gossip --without-mingle"
    with (tmp_path / "output").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", *line.split()],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    yield
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    valkey(5).delete(health.TIMED_OUT_KEY, health.TIMEOUTS_KEY)


@pytest.mark.usefixtures("worker")
def test_a_worker_without_tasks_has_a_heartbeat_of_its_own() -> None:
    valkey(5).delete(heartbeats.process_key(heartbeats.WORKER))

    give_up = monotonic() + PATIENCE
    while monotonic() < give_up and not health.check_process("worker")["ok"]:
        sleep(0.2)

    assert health.check_process("worker")["ok"]


@pytest.mark.django_db
@pytest.mark.usefixtures("worker")
def test_a_task_that_hits_a_limit_is_counted_and_shown(client: Client) -> None:
    wanted = {
        f"{slow_tasks.SOFT} soft": 1,
        f"{slow_tasks.HARD} soft": 1,
        f"{slow_tasks.HARD} hard": 1,
    }
    for name in (slow_tasks.SOFT, slow_tasks.HARD):
        app.send_task(name, queue=slow_tasks.QUEUE)
    give_up = monotonic() + PATIENCE
    while monotonic() < give_up and len(metric_counters.read_counts(health.TIMEOUTS_KEY)) < 3:
        sleep(0.2)

    counts = metric_counters.read_counts(health.TIMEOUTS_KEY)
    shown = client.get("/health/").json()["jobs"]["timed_out_seconds_ago_of"]
    figures = client.get("/metrics").content.decode()

    assert counts == wanted
    assert set(shown) == {slow_tasks.SOFT, slow_tasks.HARD}
    assert f'abyss_task_timeouts_total{{limit="hard",task="{slow_tasks.HARD}"}} 1.0' in figures
