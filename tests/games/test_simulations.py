"""Tests of simulations: processes of this machine and Celery workers have the same results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper

from abyss_site.core.valkey.client import valkey
from games.management import simulation_runs
from games.management.simulation_runs import Places, Progress, iter_results
from games.services.simulations import BOT_MATCH, FUZZ_MATCH
from games.tasks import OtherRelease, simulate

ROOT = Path(__file__).parent.parent.parent
HERE: Places = {"jobs": 1, "workers": False}
THERE: Places = {"jobs": 1, "workers": True}
DUELS: list[tuple[Any, ...]] = [
    ("essence", 2, number, ("quick", "quick"), 0, {}) for number in range(3)
]
CHECKS = [("pebbles", 2, number, 7) for number in range(6)]

Start = Callable[[str], "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts a worker for simulations and waits until it is there."""
    with ExitStack() as workers:

        def start(name: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "celery", "--quiet", "-A", "abyss_site", "worker"]
            options = ["-Q", "simulation", "-c", "1", "-n", name, "--loglevel", "error"]
            light = ["--without-gossip", "--without-mingle"]
            # A group of its own, so that a test can kill its pool as well.
            worker = subprocess.Popen(command + options + light, cwd=ROOT, start_new_session=True)
            workers.callback(worker.wait)
            workers.callback(kill, worker)
            for _ in range(60):
                if name in str(current_app.control.ping([name], timeout=1)):
                    return worker
            raise AssertionError("the worker does not start")

        yield start
    valkey().delete("simulation\x06\x169")


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker with its pool, as a crash does."""
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)


def without_seconds(fought: Any) -> list[Any]:
    return [match.result for match in fought]


def test_workers_have_the_results_that_this_machine_has(
    start: Start, settings: Any, tmp_path: Path
) -> None:
    start("one@here")
    start("two@here")
    settings.DATA_DIR = tmp_path
    out, alone = StringIO(), StringIO()
    balance = ("balance", "pebbles", "--seats", "2", "--matches", "4", "--fresh")

    here = without_seconds(iter_results(BOT_MATCH, DUELS, HERE))
    there = without_seconds(iter_results(BOT_MATCH, DUELS, THERE))
    checked = list(iter_results(FUZZ_MATCH, CHECKS, THERE, piece=4))
    call_command(*balance, "--workers", stdout=out, stderr=StringIO())
    call_command(*balance, stdout=alone, stderr=StringIO())

    assert here == there
    assert checked == list(iter_results(FUZZ_MATCH, CHECKS, HERE))
    assert out.getvalue() == alone.getvalue() != ""


def test_what_a_killed_worker_had_begun_is_played_by_another(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation_runs, "RESEND_SECONDS", 2)
    first = start("first@here")
    results = iter_results(FUZZ_MATCH, CHECKS * 20, THERE)
    begun = [next(results)]

    kill(first)
    start("second@here")
    begun += results

    assert begun == list(iter_results(FUZZ_MATCH, CHECKS * 20, HERE, piece=8))


def test_without_workers_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_runs, "ROLL_CALL", 0.2)

    with pytest.raises(CommandError, match="No worker serves the queue simulation"):
        call_command("fuzz", "pebbles", "--matches", "2", "--workers")


def test_a_worker_with_other_code_refuses() -> None:
    with pytest.raises(OtherRelease, match="The command has code old"):
        simulate("fuzz", "old", [list(CHECKS[0])])


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on() -> None:
    code = (
        # A run in the background ignores the signal, and so would this process.
        "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from games.management.simulation_runs import Progress;"
        "count = Progress.count;"
        "Progress.count = lambda self: (count(self), self.done == 5 and os.kill(os.getpid(), 2));"
        "from django.core.management import execute_from_command_line as run;"
        "run(['manage.py', 'fuzz', 'pebbles', '--first', '40', '--matches', '30', '--jobs', '2'])"
    )
    told = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert told.returncode == 1
    assert "Stopped after 5 matches, all well. Go on with --first 45 --matches 25." in told.stderr


def test_a_terminal_shows_one_line_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    times = iter([0.0, 2.0, 4.0])
    monkeypatch.setattr(simulation_runs, "monotonic", lambda: next(times))
    progress = Progress("pebbles", 4, 2, OutputWrapper(terminal))

    progress.count()
    progress.count()

    assert terminal.getvalue() == (
        "\rpebbles: 3 of 4 matches, 0.5 a second, 0:02 left\x1b[K\rpebbles: 4 of 4 matches\x1b[K\n"
    )
