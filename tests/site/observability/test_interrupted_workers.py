"""A worker survives an e-mail that ends its processes, and time limits blame no row."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import Any
from urllib.parse import urlsplit

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.utils import timezone

from abyss_site.celery import app
from abyss_site.core.time_limits import OutOfTime, interrupt_at_soft_limit, limit_seconds
from notifications.incoming import dispatch, intake
from notifications.incoming.intake import Envelope
from notifications.incoming.time_limit import limit_processor_time
from notifications.models import InboundEmail, Notification, Quarantine
from notifications.outgoing import delivery, reply_addresses, transport

from . import reading_tasks, slow_tasks

ROOT = Path(__file__).parents[3]
PATIENCE = 30


@pytest.fixture
def worker(tmp_path: Path, transactional_db: None) -> Iterator[Path]:
    """Run a worker of one process on the test database; yield the file of its output."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    line = "-A tests.site.observability.slow_tasks worker --concurrency 1 --loglevel warning"
    line += f" -Q {slow_tasks.QUEUE} --without-gossip --without-mingle"
    line += " --include tests.site.observability.reading_tasks"
    path = tmp_path / "output"
    with path.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", *line.split()],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": url.geturl()},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    yield path
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(is_so: Callable[[], bool]) -> bool:
    give_up = monotonic() + PATIENCE
    while monotonic() < give_up and not is_so():
        sleep(0.2)
    return is_so()


def arrive(line: str) -> InboundEmail:
    name = time_ns()
    head = f"From: alice@example.org\nMessage-ID: <{name}@client.example>\n\n"
    to = reply_addresses.build_address("play", reading_tasks.TOKEN)
    envelope = Envelope("alice@example.org", [to])
    raw = f"{head}{line}\n".encode()
    return intake.receive_email(raw, envelope, "test", str(name), timezone.now())


def test_a_worker_replaces_a_process_that_an_email_has_ended(worker: Path) -> None:
    """I4: the kernel ends the process, by SIGPROF; the next task runs in another one."""
    hostile = arrive(reading_tasks.HOSTILE)
    app.send_task(reading_tasks.READING, queue=slow_tasks.QUEUE)
    assert wait_for(lambda: "SIGPROF" in worker.read_text()), worker.read_text()
    ordinary = arrive("2")

    app.send_task(reading_tasks.READING, queue=slow_tasks.QUEUE)

    is_done = InboundEmail.objects.filter(pk=ordinary.pk, reason="played").exists
    assert wait_for(is_done), worker.read_text()
    hostile.refresh_from_db()
    assert (hostile.state, hostile.reason, hostile.tries) == ("received", "reading", 1)


def test_code_that_catches_every_error_is_interrupted_at_the_soft_limit(worker: Path) -> None:
    """It would go on with the next row, and take the row in hand for a broken one."""
    app.send_task(slow_tasks.CATCHING, queue=slow_tasks.QUEUE)

    assert wait_for(lambda: "SoftTimeLimitExceeded" in worker.read_text()), worker.read_text()


@contextmanager
def interrupted_in(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Iterator[None]:
    """Interrupt the block as a worker does, as soon as it calls a function."""

    def interrupt(*_: Any, **__: Any) -> None:
        signal.raise_signal(signal.SIGUSR1)

    monkeypatch.setattr(module, name, interrupt)
    with pytest.raises(SoftTimeLimitExceeded), interrupt_at_soft_limit():
        yield
    monkeypatch.undo()


def test_an_email_is_not_set_aside_because_its_task_is_interrupted(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    email = arrive("2")

    with interrupted_in(monkeypatch, dispatch, "parse_email"):
        dispatch.process_due(timezone.now())

    email.refresh_from_db()
    assert (email.state, email.reason) == ("received", "reading")
    assert not Quarantine.objects.exists()


@pytest.mark.parametrize(
    ("module", "name"),
    [(delivery, "send_email"), (delivery, "render_batch"), (transport, "build_message")],
)
def test_an_email_of_ours_is_not_set_aside_because_its_task_is_interrupted(
    deal: Any, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    deal("pebbles", 2)
    now = timezone.now()
    Notification.objects.update(due_at=now, planned_at=now)
    assert Notification.objects.filter(state="queued").exists()

    with interrupted_in(monkeypatch, module, name):
        delivery.deliver_due_emails(now)

    assert not Quarantine.objects.exists()
    assert {*Notification.objects.values_list("tries", flat=True)} == {0}


def test_the_limit_of_waiting_leaves_that_of_the_processor_alone() -> None:
    """Both are used in one process of the worker, by timers and signals of their own."""
    alarm = signal.getsignal(signal.SIGALRM)

    with limit_processor_time(5.0):
        with pytest.raises(OutOfTime), limit_seconds(0.1):
            sleep(5)
        left = signal.getitimer(signal.ITIMER_PROF)[0]
        with limit_seconds(5):
            waiting = signal.getitimer(signal.ITIMER_REAL)[0]

    assert 4 < left < 6 and 4 < waiting < 6
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is alarm


def test_an_interrupted_wait_ends_its_limit() -> None:
    with (
        pytest.raises(SoftTimeLimitExceeded),
        interrupt_at_soft_limit(),
        limit_processor_time(5.0),
        limit_seconds(5),
    ):
        signal.raise_signal(signal.SIGUSR1)

    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL
