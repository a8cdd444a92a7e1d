"""Back up the whole database into one file, with checksums to verify a restore.

A backup is a ZIP of `database.dump` (pg_dump's custom format with maximum compression) and
`manifest.json`: the time, the applied migrations, and for each table its number of rows and a
digest of them, all from the same snapshot as the dump.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from abyss_site.bootstrap.embedded import program

DUMP, MANIFEST = "database.dump", "manifest.json"
PIECE = 1024 * 1024
# The sslmode values that require TLS, which the embedded tools do not support.
TLS_MODES = {"require", "verify-ca", "verify-full"}
# Seconds to wait for a lock on a table that is to be replaced.
PATIENCE = 30
TABLES = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
ORDER BY relname
"""
# Independent of order, and cheap; the digest does not protect against deliberate changes.
DIGEST = "SELECT count(*), coalesce(sum(hashtextextended(t.*::text, 0)::numeric), 0) FROM {} t"
# What reading a ZIP with a flipped bit raises: RuntimeError if it seems encrypted, or compressed by
# another method.
DAMAGE_ERRORS = (
    *(OSError, EOFError, KeyError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, msgspec.MsgspecError),
)
# The dump recreates the schema. Notices about dropped objects are suppressed; errors are not.
EMPTY = (
    f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL client_min_messages = error; "
    "DROP SCHEMA public CASCADE"
)


class CannotBackUp(Exception):
    """No backup was made or nothing was restored, for this reason; the database is unchanged."""


class Table(msgspec.Struct, frozen=True):
    """The number of rows of a table, and a digest of them as digits."""

    rows: int
    digest: str


class Manifest(msgspec.Struct, frozen=True):
    """The description of a backup. `made` is ISO 8601 in UTC; `sha256` is that of the dump."""

    made: str
    server: str
    sha256: str
    # "app.name" of each applied migration.
    migrations: tuple[str, ...]
    tables: dict[str, Table]


def back_up(url: str, file: Path) -> Manifest:
    """Write the database at `url` to a new file, from one snapshot.

    Raises CannotBackUp; then there is no file.
    """
    draft, dump = file.with_name(file.name + ".new"), file.with_name(file.name + ".dump")
    try:
        for path in (draft, dump):
            # Readable by this user only, from the first byte on.
            path.unlink(missing_ok=True)
            path.touch(mode=0o600)
        with psycopg.connect(url) as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            (snapshot,) = _one(connection, "SELECT pg_export_snapshot()")
            form = ("--format=custom", "--no-owner", "--no-privileges", "--schema=public")
            _run("pg_dump", url, *form, f"--snapshot={snapshot}", f"--file={dump}")
            manifest = _manifest(connection, dump)
        with zipfile.ZipFile(draft, "w") as archive:
            archive.write(dump, DUMP)
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        draft.replace(file)
    except (psycopg.Error, OSError) as error:
        raise CannotBackUp(str(error).strip()) from error
    finally:
        dump.unlink(missing_ok=True)
        draft.unlink(missing_ok=True)
    return manifest


def read(file: Path) -> Manifest:
    """Return the manifest of a backup. Raises CannotBackUp if it is not a backup or damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            with archive.open(DUMP) as dump:
                digest = hashlib.file_digest(dump, "sha256").hexdigest()  # type: ignore[arg-type]
    except DAMAGE_ERRORS as error:
        raise CannotBackUp(f"{file} is not a backup, or is damaged: {error}") from error
    if digest != manifest.sha256:
        raise CannotBackUp(f"{file} is damaged: the dump in it is another one.")
    return manifest


def restore(url: str, file: Path, *, replace: bool = False) -> Manifest:
    """Restore a backup into the database at `url`, in one transaction.

    Raises CannotBackUp if the file is damaged, the database is not empty (unless `replace`), or the
    restored rows differ from those backed up; except in the last case, nothing is changed.
    """
    manifest = read(file)
    try:
        with psycopg.connect(url) as connection:
            if connection.execute(TABLES.encode()).fetchone() and not replace:
                raise CannotBackUp("The database is not empty; --replace gives up what is in it.")
        with _unpack_archive(file) as dump, _script_of(dump) as script:
            _run("pg_restore", "", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
            files = (f"--command={EMPTY}", f"--file={script}")
            _run("psql", url, "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "-1", *files)
        with psycopg.connect(url) as connection:
            different = _differences(manifest, _tables(connection))
    except (psycopg.Error, OSError) as error:
        raise CannotBackUp(str(error).strip()) from error
    if different:
        raise CannotBackUp(f"These tables came back as others: {', '.join(different)}.")
    return manifest


def check(url: str, file: Path) -> None:
    """Restore into a new database on the server of `url`, compare, and drop it again.

    Raises CannotBackUp.
    """
    name = f"abyss_check_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            restore(make_conninfo(url, dbname=name), file)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def _manifest(connection: psycopg.Connection[Any], dump: Path) -> Manifest:
    with dump.open("rb") as dump_file:
        sha256 = hashlib.file_digest(dump_file, "sha256").hexdigest()
    (server,) = _one(connection, "SHOW server_version")
    rows = connection.execute("SELECT app || '.' || name FROM django_migrations ORDER BY id")
    migrations = tuple(name for (name,) in rows)
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(made_at, server, sha256, migrations, _tables(connection))


def _tables(connection: psycopg.Connection[Any]) -> dict[str, Table]:
    connection.execute("SELECT set_config('timezone', 'UTC', true)")
    tables = {}
    for (name,) in connection.execute(TABLES.encode()).fetchall():
        query = sql.SQL(DIGEST).format(sql.Identifier("public", name))
        rows, digest = _one(connection, query)
        tables[name] = Table(rows, str(digest))
    return tables


def _differences(manifest: Manifest, tables: dict[str, Table]) -> list[str]:
    names = sorted(set(manifest.tables) | set(tables))
    return [name for name in names if manifest.tables.get(name) != tables.get(name)]


def _one(connection: psycopg.Connection[Any], query: Any) -> tuple[Any, ...]:
    row: tuple[object, ...] | None = connection.execute(query).fetchone()
    assert row is not None
    return row


@contextmanager
def _unpack_archive(file: Path) -> Iterator[Path]:
    """Yield the dump of a backup as a file beside it, readable by this user only."""
    dump = file.with_name(f"{file.name}.{os.getpid()}.dump")
    try:
        dump.touch(mode=0o600)
        with zipfile.ZipFile(file) as archive, archive.open(DUMP) as source, dump.open("wb") as out:
            shutil.copyfileobj(source, out, PIECE)
        yield dump
    finally:
        dump.unlink(missing_ok=True)


@contextmanager
def _script_of(dump: Path) -> Iterator[Path]:
    """Yield a path for the dump as SQL, readable by this user only."""
    script = dump.with_suffix(".sql")
    try:
        script.touch(mode=0o600)
        yield script
    finally:
        script.unlink(missing_ok=True)


def _run(name: str, url: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; the password is passed in the environment.

    Raises CannotBackUp with its error message.
    """
    environment = {**os.environ}
    if url:
        parts: dict[str, Any] = dict(conninfo_to_dict(url))
        if password := parts.pop("password", None):
            environment["PGPASSWORD"] = str(password)
        arguments = (f"--dbname={make_conninfo(**parts)}", *arguments)
    result = subprocess.run(
        [_program(name, url), *arguments], env=environment, capture_output=True, text=True
    )
    if result.returncode:
        raise CannotBackUp((result.stderr or f"{name} failed").strip().splitlines()[0])


def _program(name: str, url: str) -> str:
    """Return the path of the embedded program, or that on PATH if the server requires TLS."""
    mode = parse_qs(urlsplit(url).query).get("sslmode", [""])[0] if "://" in url else ""
    return (shutil.which(name) if mode in TLS_MODES else None) or program(name)
