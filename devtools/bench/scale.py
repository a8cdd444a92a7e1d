"""`bench scale`: the same work in a small and in a large database."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.db.models import Max
from django.test import Client
from django.utils import timezone

from devtools.bench import sample_matches
from devtools.bench.clients import TICKS
from devtools.bench.mail import write_answer
from devtools.bench.match_copies import copy_match
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Match, Move, Player, Prompt, Seat
from games.services import matches
from games.services.play.deadlines import expire_deadlines
from games.services.play.decisions import submit_decision
from notifications.incoming import dispatch, intake

# Number of moves in the copied match, so that a hundred thousand copies have ten million.
PLIES = 100
SMALL = 1_000
DECISIONS, OVERDUE, LOOKS, EMAILS, OPEN = 400, 400, 40, 100, 200
# Highest accepted ratio of the times in the large and the small database.
MAX_RATIO = 1.5


def measure_scale(large: int) -> Figures:
    """Measure at 1,000 and at `large` matches, each with a hundred moves of Abyss."""
    call_command("collectstatic", verbosity=0, interactive=False)
    settings.DEMO, settings.MAIL_DAILY_LIMIT = True, 30_000
    template = _play_match()
    for _ in range(OPEN):
        # Nobody is asked before it begins, so their openers are strangers to the players below.
        matches.open_match(_create_opener(), matches.MatchTerms("abyss", seats=4))
    copy_match(template, 1, SMALL)
    few = _measure_size()
    size_few = _count_rows()
    copy_match(template, SMALL + 1, large - SMALL)
    many = _measure_size()
    ratios = {name: _ratio(few[name], many[name], "wall_us") for name in few}
    busy = {name: _ratio(few[name], many[name], "cpu_us", "database_us") for name in few}
    return {
        "sizes": {"small": size_few, "large": _count_rows()},
        "small": few,
        "large": many,
        "large_to_small": ratios,
        "large_to_small_by_processor": busy,
        "aims": {"at most": MAX_RATIO, "above it": [n for n, r in ratios.items() if r > MAX_RATIO]},
    }


def _measure_size() -> dict[str, Figures]:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    # A first run to load what is loaded once.
    _measure_work()
    return _measure_work()


def _ratio(few: Figures, many: Figures, *names: str) -> float:
    ratio: float = sum(many[name] for name in names) / sum(few[name] for name in names)
    return round(ratio, 2)


def _play_match() -> Match:
    match, luck = sample_matches.deal_match("abyss", 1), random.Random(1)
    while match.ply < PLIES and (answer := sample_matches.next_answer(match, luck)):
        submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
        match.refresh_from_db()
    return match


def _create_opener() -> Player:
    name = uuid4().hex
    return Player.objects.create(email=f"{name}@example.org", display_name=name[:8])


def _count_rows() -> dict[str, int]:
    return {
        "matches": Match.objects.count(),
        "prompts": Prompt.objects.count(),
        "moves": Move.objects.count(),
    }


def _measure_work() -> dict[str, Figures]:
    luck = random.Random(2)
    return {
        "door: decisions": _measure_decisions(luck),
        "tick: overdue prompts": _measure_overdue(luck),
        "desk": _measure_looks(luck, lambda seat: "/"),
        "table": _measure_looks(luck, lambda seat: f"/matches/{seat.match.number}/"),
        "history": _measure_looks(luck, lambda seat: f"/matches/{seat.match.number}/history/"),
        "lobby": _measure_looks(luck, lambda seat: "/matches/"),
        "admin: matches": _measure_lists("/admin/games/match/"),
        "admin: moves": _measure_lists("/admin/games/move/"),
        "admin: prompts": _measure_lists("/admin/games/prompt/"),
        "e-mails in: received and decided": _measure_emails(luck),
    }


def _pick_matches(luck: random.Random, many: int) -> list[Match]:
    """Return running matches from all over the table."""
    most = Match.objects.aggregate(Max("number"))["number__max"]
    match_by_number: dict[int, Match] = {}
    while len(match_by_number) < many:
        numbers = [luck.randint(1, most) for _ in range(many)]
        rows = Match.objects.filter(number__in=numbers, status="running", prompts__closed_at=None)
        match_by_number |= {match.number: match for match in rows}
    return list(match_by_number.values())[:many]


class DatabaseStopwatch(Stopwatch):
    """Measures work including that of the PostgreSQL process of our connection."""

    def __init__(self) -> None:
        super().__init__()
        self.served = 0.0

    def __enter__(self) -> DatabaseStopwatch:
        self._served = database_time()
        super().__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        self.served += database_time() - self._served

    def figures(self, operations: int) -> Figures:
        database_time = round(self.served / operations * 1e6, 1)
        return super().figures(operations) | {"database_us": database_time}


def database_time() -> float:
    """Return the seconds of processor time of this connection's PostgreSQL process."""
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _time_work(work: Iterable[Callable[[], object]]) -> Figures:
    watch, count = DatabaseStopwatch(), 0
    for task in work:
        with watch:
            task()
        count += 1
    return watch.figures(count)


def _measure_decisions(luck: random.Random) -> Figures:
    def work() -> Iterable[Callable[[], object]]:
        for match in _pick_matches(luck, DECISIONS):
            token, decision = sample_matches.next_answer(match, luck) or ("", None)
            yield partial(submit_decision, token, decision, source="page", key=token)

    return _time_work(work())


def _measure_overdue(luck: random.Random) -> Figures:
    now = timezone.now()
    rows = Prompt.objects.filter(
        match__in=_pick_matches(luck, OVERDUE), closed_at=None, answered_at=None
    )
    rows.update(deadline_at=now - timedelta(hours=1))
    watch = DatabaseStopwatch()
    with watch:
        count = sum(iter(lambda: expire_deadlines(now), 0))
    return watch.figures(count)


def _measure_looks(luck: random.Random, path: Callable[[Seat], str]) -> Figures:
    def work() -> Iterable[Callable[[], object]]:
        for match in _pick_matches(luck, LOOKS):
            seat = match.seats.select_related("match", "player")[0]
            client = Client(SERVER_NAME="localhost")
            client.force_login(seat.player)
            yield partial(_open_page, client, path(seat))

    return _time_work(work())


def _measure_lists(path: str) -> Figures:
    staff, _ = Player.objects.get_or_create(
        email="staff@example.org",
        defaults={"display_name": "Staff", "is_staff": True, "is_superuser": True},
    )
    client = Client(SERVER_NAME="localhost")
    client.force_login(staff)
    return _time_work([partial(_open_page, client, path)] * (LOOKS // 4))


def _open_page(client: Client, path: str) -> None:
    caches["memory"].clear()
    page = client.get(path)
    assert page.status_code == 200, (path, page.status_code)


def _measure_emails(luck: random.Random) -> Figures:
    prompts = Prompt.objects.filter(
        match__in=_pick_matches(luck, EMAILS), closed_at=None, answered_at=None
    )
    emails = [
        write_answer(uuid4().hex, row, "") for row in prompts.select_related("match")[:EMAILS]
    ]
    watch = DatabaseStopwatch()
    with watch:
        for raw, envelope in emails:
            intake.receive_email(raw, envelope, "bench", intake.message_id(raw), timezone.now())
        while dispatch.process_due(timezone.now()):
            pass
    return watch.figures(len(emails))
