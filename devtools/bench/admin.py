"""`bench admin`: the lists of the admin site with 100,000 matches and 1,000,000 moves."""

from __future__ import annotations

import json
import secrets
from typing import Any

from django.apps import apps
from django.contrib.admin import site
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from abyss_site.core.ids import uuid7
from devtools.bench import sample_matches
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Player

MATCHES, MOVES_A_MATCH = 100_000, 10
AGAIN = 5
# The lists to search, and the term: a match number where the list has one.
SEARCHES = {"games.match": "77777", "games.move": "77777", "games.prompt": "77777"}


def measure_admin_lists(matches: int) -> Figures:
    """Fill the tables, then open each list plain, filtered and searched, as an operator."""
    call_command("collectstatic", verbosity=0, interactive=False)
    _fill_tables(matches)
    boss = Player.objects.create_superuser("boss@example.org", secrets.token_hex(16))
    client = Client(SERVER_NAME="localhost")
    client.force_login(boss)
    pages = {"front page": "/admin/"}
    for model in site._registry:
        name = f"{model._meta.app_label}.{model._meta.model_name}"
        path = f"/admin/{name.replace('.', '/')}/"
        pages[name] = path
        if name in SEARCHES:
            pages[f"{name}, searched"] = f"{path}?q={SEARCHES[name]}"
    rows = {"matches": matches, "moves": matches * MOVES_A_MATCH}
    return {"rows": rows, "pages": {name: _time_list(client, path) for name, path in pages.items()}}


def _time_list(client: Client, path: str) -> Figures:
    """Return processor and wall-clock milliseconds and the number of queries of one request."""
    with CaptureQueriesContext(connection) as queries:
        status = client.get(path).status_code
    # The next request resets the query log that is counted here.
    query_count = len(queries)
    with Stopwatch() as watch:
        for _ in range(AGAIN):
            client.get(path)
    wall, processor = watch.wall / AGAIN * 1000, watch.cpu / AGAIN * 1000
    figures = {"status": status, "queries": query_count, "milliseconds": round(wall, 1)}
    return figures | {"processor_milliseconds": round(processor, 1)}


def _fill_tables(many: int) -> None:
    """Copy one dealt match `many` times, each with an open prompt and ten moves."""
    model = sample_matches.deal_match("pebbles", 1)
    prompt = model.prompts.get(closed_at=None)
    now, ids = timezone.now(), [uuid7() for _ in range(many)]
    prompt_ids = [uuid7() for _ in range(many)]
    _copy_rows(
        "games_match",
        "id, number, game, options, seats_wanted, status, secret, seed, state, ply",
        (
            (pk, 1000 + n, "pebbles", "{}", 4, "running", b"", b"", bytes(model.state), 10)
            for n, pk in enumerate(ids)
        ),
    )
    _copy_rows(
        "games_prompt",
        "id, match_id, seat, number, question, token, sealed, awaits_bot, opened_at, deadline_at,"
        " hours",
        (
            (own, pk, 0, 1, prompt.question, own.hex[-26:], False, False, now, prompt.deadline_at)
            + ("{}",)
            for own, pk in zip(prompt_ids, ids, strict=True)
        ),
    )
    _copy_rows(
        "games_move",
        "id, match_id, prompt_id, ply, seat, decision, events, source, key, edition, played_at",
        (
            (uuid7(), pk, own, ply, 0, "{}", "[]", "page", f"k{ply}", 1, now)
            for own, pk in zip(prompt_ids, ids, strict=True)
            for ply in range(1, MOVES_A_MATCH + 1)
        ),
    )


def _copy_rows(table: str, names: str, rows: Any) -> None:
    """Write rows by COPY; columns that are not named get the default of their model."""
    with connection.cursor() as cursor:
        given_names = {name.strip() for name in names.split(",")}
        more = {k: v for k, v in _default_values(table).items() if k not in given_names}
        columns = ", ".join(f'"{name}"' for name in [*map(str.strip, names.split(",")), *more])
        with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row((*row, *more.values()))
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {table}")


def _default_values(table: str) -> Figures:
    """Return the model's defaults of columns that are NOT NULL and have no database default."""
    model = next(m for m in apps.get_models() if m._meta.db_table == table)
    defaults: dict[str, object] = {}
    for field in model._meta.concrete_fields:
        if not field.null and not field.primary_key and not field.has_db_default():
            value = field.get_default()
            defaults[field.attname] = json.dumps(value) if isinstance(value, dict | list) else value
    return defaults
