"""`bench share`: the throughput of one, two and four processes of a kind on one database."""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from devtools.bench import sample_matches
from devtools.bench.mail import write_answer
from devtools.bench.match_copies import copy_match
from devtools.bench.scale import database_time
from devtools.bench.stopwatch import Figures
from games.models import Level, Match, Prompt
from games.services.house_bots import house_bots
from games.services.play.deadlines import expire_deadlines
from games.services.play.decisions import submit_decision
from games.tasks.house_bots import answer_strong_bot
from notifications.incoming import dispatch, intake

# Numbers of processes that are compared.
PROCESSES = (1, 2, 4)
# Number of matches of people for each number of processes, and of matches of strong bots.
MATCHES = 300
BOT_MATCHES = 12
# Answers of strong bots for each number of processes, and the playouts of each.
BOT_ANSWERS = 80
BOT_TRIALS = 60
# Target for two processes, compared with one, where there are enough cores.
MIN_SPEEDUP = 1.7

# Does share `number` of `workers` shares; returns the number of operations.
Work = Callable[[int, int], int]


def measure_sharing() -> Figures:
    """Measure each kind with one, two and four processes, on equal amounts of work."""
    settings.MAIL_DAILY_LIMIT = 30_000
    copy_match(sample_matches.deal_match("abyss", 0), 1, len(PROCESSES) * MATCHES)
    running = list(Match.objects.filter(status="running").order_by("number"))
    thinkers = house_bots(4, Level.STRONG)
    for number in range(BOT_MATCHES):
        sample_matches.deal_match("abyss", 1 + number, thinkers)
    kinds: dict[str, tuple[Callable[[Sequence[Match]], object], Callable[[Any], Work]]] = {
        "web: decisions": (list, lambda sample: partial(_submit_decisions, sample)),
        "mailroom: e-mails received": (
            _write_emails,
            lambda sample: partial(_receive_emails, sample),
        ),
        "worker: e-mails decided": (_store_emails, lambda _: _dispatch_emails),
        "worker: deadlines fallen": (_make_overdue, lambda _: _expire_prompts),
        "worker: answers of strong bots": (list, lambda _: _answer_strong_bots),
    }
    figures = {}
    for name, (prepare, work) in kinds.items():
        runs = {
            workers: _run_workers(
                work(prepare(running[turn * MATCHES : (turn + 1) * MATCHES])), workers
            )
            for turn, workers in enumerate(PROCESSES)
        }
        single = runs[1]
        figures[name] = {
            "processes": runs,
            "times_one": {
                workers: round(run["per_second"] / single["per_second"], 2)
                for workers, run in runs.items()
            },
            "cores_allow": round((os.cpu_count() or 1) / single["cores_used"], 2),
        }
    return {"rooms": figures, "aims": {"two processes, at least": MIN_SPEEDUP}}


def _run_workers(work: Work, workers: int) -> Figures:
    """Run `workers` processes at once; `cores_used` includes their database sessions."""
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()

    def run_worker(number: int) -> None:
        connection.ensure_connection()
        cpu_before = time.process_time() + database_time()
        count = work(number, workers)
        results.put((count, time.process_time() + database_time() - cpu_before))

    together = [fork.Process(target=run_worker, args=(number,)) for number in range(workers)]
    started_at = time.perf_counter()
    for process in together:
        process.start()
    counts, busy = zip(*(results.get() for _ in together), strict=True)
    wall = time.perf_counter() - started_at
    for process in together:
        process.join()
    return {
        "operations": sum(counts),
        "each": list(counts),
        "per_second": round(sum(counts) / wall, 1),
        "processor_us": round(sum(busy) / sum(counts) * 1e6),
        "cores_used": round(sum(busy) / wall, 2),
    }


def _submit_decisions(matches: Sequence[Match], number: int, workers: int) -> int:
    luck, count = random.Random(number), 0
    for match in matches[number::workers]:
        for _ in range(3):
            if answer := sample_matches.next_answer(match, luck):
                submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
                count += 1
    return count


def _write_emails(matches: Sequence[Match]) -> list[tuple[bytes, intake.Envelope]]:
    prompts = Prompt.objects.filter(match__in=matches, closed_at=None, answered_at=None)
    return [write_answer(uuid4().hex, row, "") for row in prompts.select_related("match")]


def _receive_emails(emails: Sequence[Any], number: int, workers: int) -> int:
    mine = emails[number::workers]
    for raw, envelope in mine:
        intake.receive_email(raw, envelope, "bench", intake.message_id(raw), timezone.now())
    return len(mine)


def _store_emails(matches: Sequence[Match]) -> None:
    while dispatch.process_due(timezone.now()):
        pass
    _receive_emails(_write_emails(matches), 0, 1)


def _dispatch_emails(number: int, workers: int) -> int:
    return sum(iter(lambda: dispatch.process_due(timezone.now()), 0))


def _make_overdue(matches: Sequence[Match]) -> None:
    rows = Prompt.objects.filter(match__in=matches, closed_at=None, answered_at=None)
    rows.update(deadline_at=timezone.now() - timedelta(hours=1))


def _expire_prompts(number: int, workers: int) -> int:
    now = timezone.now()
    return sum(iter(lambda: expire_deadlines(now), 0))


def _answer_strong_bots(number: int, workers: int) -> int:
    share = BOT_ANSWERS // workers
    return sum(answer_strong_bot(trials=BOT_TRIALS) for _ in range(share))
