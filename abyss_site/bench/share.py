"""`bench share`: what two processes of a kind do together on one database, and one alone."""

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

from abyss_site.bench import tables
from abyss_site.bench.crowd import crowd
from abyss_site.bench.mail import answer_to
from abyss_site.bench.scale import served
from games.models import Match, Prompt
from games.services.deadlines import expire_deadlines
from games.services.decisions import submit_decision
from notifications.incoming import dispatch, intake

# Matches that are played, and as many that are answered by letter.
MATCHES = 80
# Wanted where the cores allow it.
WANTED = 1.7

# Does a share of the work, of so many; returns how much that was.
Work = Callable[[int, int], int]


def measure() -> dict[str, Any]:
    """Let one process do it, then two; each time as much is there to do."""
    settings.MAIL_DAILY_LIMIT = 30_000
    crowd(tables.dealt("abyss", 0), 1, 4 * MATCHES)
    running = list(Match.objects.filter(status="running").order_by("number"))
    rooms: dict[str, tuple[Callable[[Sequence[Match]], Any], Callable[[Any], Work]]] = {
        "web: decisions": (list, lambda found: partial(_decide, found)),
        "mailroom: letters received": (_letters, lambda found: partial(_receive, found)),
        "worker: letters decided": (_received, lambda _: _sort),
        "worker: deadlines fallen": (_overdue, lambda _: _expire),
    }
    figures = {}
    for name, (prepare, work) in rooms.items():
        one, two = (
            _done(work(prepare(running[turn * MATCHES : (turn + 1) * MATCHES])), hands)
            for turn, hands in ((0, 1), (1, 2))
        )
        figures[name] = {
            "one": one,
            "two": two,
            "two_to_one": round(two["per_second"] / one["per_second"], 2),
            "cores_allow": round((os.cpu_count() or 1) / one["cores_used"], 2),
        }
    return {"rooms": figures, "aims": {"at least": WANTED}}


def _done(work: Work, hands: int) -> dict[str, Any]:
    """What so many processes do at once; `cores_used` are ours and their database sessions'."""
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    told = fork.SimpleQueue()

    def hand(number: int) -> None:
        connection.ensure_connection()
        begun = time.process_time() + served()
        done = work(number, hands)
        told.put((done, time.process_time() + served() - begun))

    together = [fork.Process(target=hand, args=(number,)) for number in range(hands)]
    begun = time.perf_counter()
    for one in together:
        one.start()
    done, busy = zip(*(told.get() for _ in together), strict=True)
    wall = time.perf_counter() - begun
    for one in together:
        one.join()
    return {
        "operations": sum(done),
        "each": list(done),
        "per_second": round(sum(done) / wall, 1),
        "processor_us": round(sum(busy) / sum(done) * 1e6),
        "cores_used": round(sum(busy) / wall, 2),
    }


def _decide(matches: Sequence[Match], number: int, hands: int) -> int:
    luck, done = random.Random(number), 0
    for match in matches[number::hands]:
        for _ in range(3):
            if answer := tables.next_answer(match, luck):
                submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
                done += 1
    return done


def _letters(matches: Sequence[Match]) -> list[tuple[bytes, intake.Envelope]]:
    asked = Prompt.objects.filter(match__in=matches, closed=None, answered=None)
    return [answer_to(uuid4().hex, row, "") for row in asked.select_related("match")]


def _receive(letters: Sequence[Any], number: int, hands: int) -> int:
    mine = letters[number::hands]
    for raw, envelope in mine:
        intake.receive_email(raw, envelope, "bench", intake.message_id(raw), timezone.now())
    return len(mine)


def _received(matches: Sequence[Match]) -> None:
    while dispatch.read_due(timezone.now()):
        pass
    _receive(_letters(matches), 0, 1)


def _sort(number: int, hands: int) -> int:
    return sum(iter(lambda: dispatch.read_due(timezone.now()), 0))


def _overdue(matches: Sequence[Match]) -> None:
    rows = Prompt.objects.filter(match__in=matches, closed=None, answered=None)
    rows.update(deadline=timezone.now() - timedelta(hours=1))


def _expire(number: int, hands: int) -> int:
    now = timezone.now()
    return sum(iter(lambda: expire_deadlines(now), 0))
