"""`bench pages`: requests, bytes and server time of each page, late in a long match."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from devtools.bench import sample_matches
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Match
from games.services.play.decisions import submit_decision
from games.web.page_updates import Subscription, page_of_match

GAME = "abyss"
MOVES = 300
AGAIN = 7
# The static files that a page requests, all of them cacheable forever.
ASSET = re.compile(rb'(?:src|href)="(/static/[^"]+)"')


def measure_pages() -> Figures:
    """Request every page as a player of a match with 300 moves, and of a finished one."""
    call_command("collectstatic", verbosity=0, interactive=False)
    running, over = _play_match(1, stop=MOVES), _play_match(2, stop=None)
    player = sample_matches.create_players()[0]
    mine, stranger = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    mine.force_login(player)
    match, ended_path = f"/matches/{running.number}/", f"/matches/{over.number}/"
    live = reverse("live", args=[Subscription(player.pk, page_of_match(running, 0)).sign()])
    pages = {
        "table": _measure_page(mine, match),
        "table, a stranger": _measure_page(stranger, match),
        "table, at the end": _measure_page(mine, ended_path),
        "history": _measure_page(mine, f"{match}history/"),
        "history, move 150": _measure_page(mine, f"{match}history/?ply=150"),
        "history, move 150 alone": _measure_page(mine, f"{match}history/?ply=150", part="moment"),
        "scores": _measure_page(mine, f"{ended_path}scores/"),
        "desk": _measure_page(mine, "/"),
        "lobby": _measure_page(mine, "/matches/"),
        "rules": _measure_page(mine, f"/rules/{GAME}/"),
        "is anything new?": _measure_page(stranger, live),
    }
    return {"moves": running.ply, "pages": pages}


def format_pages_table(figures: Figures) -> str:
    """Return the figures as a text table."""
    head = (
        f"{'page':26}{'requests':>9}{'bytes':>8}{'first ms':>9}{'then ms':>8}{'cpu ms':>8}"
        f"{'queries':>8}"
    )
    rows = [
        f"{name:26}{page['requests']:9}{page['compressed_bytes']:8}{page['first_ms']:9.1f}"
        f"{page['then_ms']:8.1f}{page['cpu_ms']:8.1f}{page['queries']:8}"
        for name, page in figures["pages"].items()
    ]
    return "\n".join([head, *rows, ""])


def _play_match(number: int, *, stop: int | None) -> Match:
    luck, match = random.Random(number), sample_matches.deal_match(GAME, number)
    while (stop is None or match.ply < stop) and (
        answer := sample_matches.next_answer(match, luck)
    ):
        submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
    match.refresh_from_db()
    return match


def _measure_page(client: Client, path: str, *, part: str = "") -> Figures:
    """Return the size of a page, the time of its first view without cache, and of later ones."""
    headers = {"accept-encoding": "gzip", "x-part": part}

    def get() -> Any:
        return client.get(path, headers=headers)

    caches["memory"].clear()
    first = _time_requests(get)
    times = [_time_requests(get) for _ in range(AGAIN)]
    with CaptureQueriesContext(connection) as queries:
        page = get()
    # The next request resets the query log that is counted here.
    query_count = len(queries)
    assert page.status_code == 200, path
    plain = client.get(path, headers={"x-part": part})
    return {
        "requests": 1 + len(set(ASSET.findall(plain.content))),
        "compressed_bytes": len(page.content),
        "bytes": len(plain.content),
        "first_ms": _to_milliseconds(first.wall),
        "then_ms": _to_milliseconds(statistics.median(time.wall for time in times)),
        "cpu_ms": _to_milliseconds(statistics.median(time.cpu for time in times)),
        "queries": query_count,
    }


def _time_requests(get: Callable[[], object]) -> Stopwatch:
    watch = Stopwatch()
    with watch:
        get()
    return watch


def _to_milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)
