"""Databases of earlier versions, made by `tests/upgrades/make.py`: none loses what is in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from psycopg.conninfo import make_conninfo

from abyss_site.maintenance import backups
from games.models import Match, Message, Move, Player, Prompt, Season, Seat, Snapshot, Status
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.models import CapturedEmail, Notification
from tests.upgrades.make import FOLDER, SECRET_KEY

KEPT = sorted(FOLDER.glob("*.backup"))
MAIN = (
    *(Match, Message, Move, Player, Prompt, Seat, Season, Snapshot),
    *(CapturedEmail, Notification),
)
SERVER = os.environ["DATABASE_URL"]
NAME = f"abyss_upgraded_{os.getpid()}"
# What makes a schema: columns, indexes and constraints, each with its table and its name. Without
# conditions: what has been dumped and restored says the same in other words.
SCHEMA = """
SELECT table_name, column_name, concat_ws(' ', data_type, character_maximum_length, is_nullable,
    column_default, is_identity)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT tablename, indexname, split_part(indexdef, ' WHERE ', 1)
FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT conrelid::regclass::text, conname,
    CASE contype WHEN 'c' THEN '' ELSE pg_get_constraintdef(oid) END
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""
# For each column its type, and whether rows can be added by code that does not know it.
COLUMNS = """
SELECT table_name, column_name, data_type,
    is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES'
FROM information_schema.columns WHERE table_schema = 'public'
"""
# (table, column) -> (type, whether it can be left out)
Columns = dict[tuple[str, str], tuple[str, bool]]


class Upgraded(NamedTuple):
    """The manifest of a kept database, its columns before, and the schema that ours has."""

    manifest: backups.Manifest
    columns: Columns
    schema: set[tuple[str, ...]]


@pytest.fixture(params=KEPT, ids=lambda file: file.stem)
def upgraded(
    request: pytest.FixtureRequest, settings: Any, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Upgraded]:
    """A kept database, restored and migrated, in the place of ours."""
    file: Path = request.param
    settings.SECRET_KEY = SECRET_KEY
    with psycopg.connect(SERVER, autocommit=True) as server, django_db_blocker.unblock():
        new = read_schema()
        server.execute(f"CREATE DATABASE {NAME}".encode())
        ours = connection.settings_dict["NAME"]
        connection.close()
        try:
            manifest = backups.restore(make_conninfo(SERVER, dbname=NAME), file)
            connection.settings_dict["NAME"] = NAME
            columns = read_columns()
            call_command("migrate", verbosity=0, interactive=False)
            yield Upgraded(manifest, columns, new)
        finally:
            connection.close()
            connection.settings_dict["NAME"] = ours
            server.execute(f"DROP DATABASE {NAME} WITH (FORCE)".encode())


def read_schema() -> set[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(SCHEMA)
        return set(cursor.fetchall())


def read_columns() -> Columns:
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        return {(table, column): (*what,) for table, column, *what in cursor.fetchall()}


def test_there_is_a_database_to_upgrade() -> None:
    assert KEPT


def test_a_database_of_an_earlier_version_is_played_on(upgraded: Upgraded, client: Client) -> None:
    """One test, for restoring takes a while."""
    manifest, columns, schema = upgraded

    # Nothing is left to migrate, and the tables are those of a new database.
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert read_schema() == schema
    check_earlier_code_can_write(columns, read_columns())
    counted = {model: model.objects.count() for model in MAIN}
    assert counted == {model: manifest.tables[model._meta.db_table].rows for model in MAIN}
    # What is encrypted can be read.
    assert all(bytes(email.raw) for email in CapturedEmail.objects.all())
    assert all(one.data for one in Notification.objects.filter(kind="your_turn"))
    running = list(Match.objects.filter(status=Status.RUNNING))
    assert {match.game for match in running} >= {"abyss", "enchanters", "essence"}
    for match in running:
        check_is_played_on(match, client)


def check_earlier_code_can_write(before: Columns, after: Columns) -> None:
    """While processes are replaced one by one, those of the earlier version go on.

    So each of their columns stays, with its type, and rows can be added without a new one.
    """
    assert {name: kind for name, (kind, _) in before.items()} == {
        name: after.get(name, ("gone", False))[0] for name in before
    }
    tables = {table for table, _ in before}
    required = [
        name
        for name, (_, can_be_left_out) in after.items()
        if name not in before and name[0] in tables and not can_be_left_out
    ]
    assert required == []


def check_is_played_on(match: Match, client: Client) -> None:
    """The state is loaded, everybody sees the table, and an answer is taken."""
    state, before = states.load_state(match), match.ply
    for seat in match.seats.select_related("player"):
        assert GAMES[match.game].build_view(state, seat.number)
        if not seat.player.is_bot:
            client.force_login(seat.player)
            assert client.get(f"/matches/{match.number}/").status_code == 200
    prompt = match.prompts.filter(closed_at=None, answered_at=None, awaits_bot=False)[0]
    player = match.seats.get(number=prompt.seat).player_id

    submit_decision(prompt.token, None, source="page", key=f"upgraded-{match.pk}", by=player)

    match.refresh_from_db()
    assert match.ply > before
