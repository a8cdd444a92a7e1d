"""Run the jobs of a simulation on all cores of this machine, or on Celery workers of any number."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from math import ceil
from time import monotonic
from typing import TypedDict, TypeVar

from celery import current_app
from celery.exceptions import TimeoutError as NoResultYet
from celery.result import AsyncResult
from django.core.management.base import CommandError, OutputWrapper

from abyss_site.core.release import current_release
from games.services.simulations import Job, read_results, run_job

TASK, QUEUE = "games.tasks.simulate", "simulation"
# Maximum number of pieces that wait for workers or are worked on: what a command that is killed
# leaves behind.
MAX_PIECES = 64
# Seconds after which a piece that no worker has begun is forgotten.
PIECE_EXPIRES = 3600
# Seconds after which a piece without a result is sent again: it may be lost with a killed worker.
RESEND_SECONDS = 600
# How often a piece is sent before the command gives up.
MAX_SENDS = 3
# Seconds for workers to say that they are there.
ROLL_CALL = 2
# How often the progress is printed where it cannot be updated in place.
STEPS = 10


R = TypeVar("R")
# The arguments of several runs of a job.
Piece = list[tuple[object, ...]]


class Places(TypedDict):
    """Where jobs run, as the command line says."""

    jobs: int
    workers: bool


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options that say where jobs run."""
    parser.add_argument(
        "--jobs", type=int, default=_count_cores(), help="how many processes (default: all cores)"
    )
    parser.add_argument(
        "--workers",
        action="store_true",
        help="let Celery workers play, those of all machines that serve the queue simulation, with "
        "the same code as this command",
    )


def iter_results(
    job: Job[R], runs: Sequence[tuple[object, ...]], options: Places, *, piece: int = 1
) -> Iterator[R]:
    """Yield the results of runs of a job in their order, each as soon as those before it are there.

    `runs` are its arguments. `piece` is how many are sent at once: more for short jobs; a piece
    should take a few seconds. Ctrl-C raises KeyboardInterrupt here, and ends
    the processes. Raises CommandError if workers have other code, or none answers.
    """
    if options["workers"]:
        yield from _iter_from_workers(job, runs, piece)
        return
    # Ctrl-C stops the parent alone: a worker stopped between two results would never end.
    pool = ProcessPoolExecutor(options["jobs"], initializer=_ignore_interrupt)
    try:
        yield from pool.map(partial(run_job, job), runs, chunksize=piece)
    finally:
        pool.shutdown(cancel_futures=True)


def _iter_from_workers(job: Job[R], runs: Iterable[tuple[object, ...]], piece: int) -> Iterator[R]:
    """Send pieces to workers, a limited number at a time, and yield the results in their order."""
    if not _count_workers():
        raise CommandError(f"No worker serves the queue {QUEUE}.")
    waiting: deque[tuple[Piece, AsyncResult[list[object]]]] = deque()
    rest, sends = iter(runs), 1
    try:
        while True:
            while len(waiting) < MAX_PIECES and (cut := list(islice(rest, piece))):
                waiting.append((cut, _send_piece(job.name, cut)))
            if not waiting:
                return
            cut, pending_result = waiting[0]
            try:
                results = pending_result.get(timeout=RESEND_SECONDS)
            except NoResultYet:
                if sends == MAX_SENDS:
                    raise CommandError("No worker answers.") from None
                sends += 1
                waiting[0] = cut, _send_piece(job.name, cut)
                continue
            except Exception as error:
                raise CommandError(f"A worker failed. {error}") from None
            waiting.popleft()
            sends = 1
            yield from read_results(job, results)
    finally:
        if waiting:
            current_app.control.revoke([pending_result.id for _cut, pending_result in waiting])


def _send_piece(name: str, piece: Piece) -> AsyncResult[list[object]]:
    arguments = name, current_release(), piece
    return current_app.send_task(TASK, arguments, expires=PIECE_EXPIRES)


def _count_workers() -> int:
    """Return how many workers serve the queue of simulations."""
    queues_by_worker = current_app.control.inspect(timeout=ROLL_CALL).active_queues() or {}
    return sum(
        any(queue["name"] == QUEUE for queue in queues) for queues in queues_by_worker.values()
    )


class Progress:
    """How far a run is, printed in one line on a terminal, elsewhere in ten lines."""

    def __init__(self, name: str, many: int, count: int, stream: OutputWrapper) -> None:
        self.name, self.many, self.stream = name, many, stream
        self.before = self.done = count
        self.begun = monotonic()

    def count(self) -> None:
        """Count one result."""
        self.done += 1
        if self.stream.isatty():
            end = "\n" if self.done == self.many else ""
            self.stream.write(f"\r{self.describe()}\x1b[K", style_func=str, ending=end)
        elif self.done % ceil(self.many / STEPS) == 0:
            self.stream.write(self.describe())

    def describe(self) -> str:
        """Return “pebbles: 40 of 200 matches, 12.5 a second, 0:13 left”."""
        seconds = monotonic() - self.begun
        rate = (self.done - self.before) / seconds if seconds else 0.0
        text = f"{self.name}: {self.done} of {self.many} matches"
        if self.done == self.many or not rate:
            return text
        minutes, rest = divmod(round((self.many - self.done) / rate), 60)
        return f"{text}, {rate:.1f} a second, {minutes}:{rest:02} left"


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _count_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
