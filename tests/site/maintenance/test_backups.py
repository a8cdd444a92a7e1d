"""A backup restores the same data, and never overwrites anything by mistake."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg.conninfo import make_conninfo

from abyss_site.maintenance import backups
from abyss_site.management.commands.schedule_backups import seconds_until

pytestmark = pytest.mark.django_db(transaction=True)

EMPTY = f"abyss_restored_{os.getpid()}"
SERVER = os.environ["DATABASE_URL"]
# A server on which the schema can be dropped but not created again.
FULL = """
CREATE SCHEMA guard;
CREATE FUNCTION guard.refuse() RETURNS event_trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE 'no room is left'; END $$;
CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE INDEX')
EXECUTE FUNCTION guard.refuse();
"""


@pytest.fixture
def empty() -> Iterator[str]:
    """Yield the URL of an empty database."""
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {EMPTY}".encode())
        yield make_conninfo(SERVER, dbname=EMPTY)
        server.execute(f"DROP DATABASE {EMPTY} WITH (FORCE)".encode())


def test_what_was_backed_up_comes_back_row_by_row(
    deal: Any, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    match, file = deal("pebbles", seats=2), tmp_path / "one.backup"
    ours = make_conninfo(SERVER, dbname=str(connection.settings_dict["NAME"]))
    monkeypatch.setenv("DATABASE_URL", ours)

    call_command("backup", str(file), "--check")

    assert "restored aside and compared" in capsys.readouterr().out
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="nothing is written over it"):
        call_command("backup", str(file))
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    monkeypatch.setenv("DATABASE_URL", empty)
    call_command("restore", str(file))
    with psycopg.connect(empty) as restored:
        (state,) = restored.execute("SELECT state FROM games_match").fetchall()[0]
        assert state == bytes(match.state)
        # The next match has the next number: sequences are restored, too.
        (number,) = restored.execute("SELECT nextval('games_match_numbers')").fetchall()[0]
        assert number == match.number + 1
        restored.execute("INSERT INTO games_heartbeat VALUES (7, now())")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    with psycopg.connect(empty) as restored:
        assert not restored.execute("SELECT 1 FROM games_heartbeat WHERE id = 7").fetchall()
    # A damaged file, or one of a later version, changes nothing.
    damaged = tmp_path / "two.backup"
    whole = file.read_bytes()
    # In the dump; and where the central directory names the compression of the first part, in two
    # ways.
    packed = whole.rindex(b"PK\x01\x02", 0, whole.rindex(b"PK\x01\x02")) + 10
    for at, byte in ((5000, whole[5000] ^ 1), (packed, 8), (packed, 99)):
        damaged.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        with pytest.raises(CommandError, match="damaged"):
            call_command("restore", str(damaged), "--replace")
    with psycopg.connect(empty) as restored:
        restored.execute(FULL.encode())
    with pytest.raises(CommandError, match="no room is left"):
        call_command("restore", str(file), "--replace")
    monkeypatch.setattr(backups.Manifest, "migrations", ("games.9999_later",))
    with pytest.raises(CommandError, match=r"newer code: .* games\.9999_later"):
        call_command("restore", str(file), "--replace")
    with psycopg.connect(empty) as restored:
        assert restored.execute("SELECT count(*) FROM games_match").fetchall() == [(1,)]


def test_a_scheduled_backup_counts_when_it_was_restored_and_old_ones_go(
    deal: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    deal("pebbles", seats=2)
    ours = make_conninfo(SERVER, dbname=str(connection.settings_dict["NAME"]))
    monkeypatch.setenv("DATABASE_URL", ours)
    for day in ("20260101", "20260102"):
        (tmp_path / f"abyss-{day}-030000.backup").touch()

    call_command("schedule_backups", str(tmp_path), "--once", "--keep", "2")
    call_command("schedule_backups", str(tmp_path), "--is-recent")

    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == 2 and kept[0] == "abyss-20260102-030000.backup"
    assert (tmp_path / kept[1]).stat().st_mode & 0o077 == 0
    assert "restored aside and compared" in capsys.readouterr().out


def test_a_missing_or_failed_backup_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "abyss-20260101-030000.backup"
    old.touch()
    os.utime(old, (0, 0))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")

    with pytest.raises(CommandError, match="No recent backup"):
        call_command("schedule_backups", str(tmp_path), "--is-recent")
    with pytest.raises(CommandError):
        call_command("schedule_backups", str(tmp_path), "--once", "--keep", "1")

    assert list(tmp_path.iterdir()) == [old]


def test_the_next_night_is_the_next_full_hour() -> None:
    now = datetime(2026, 11, 24, 3, 0, tzinfo=UTC)

    assert seconds_until(3, now) == 24 * 3600
    assert seconds_until(4, now) == 3600
