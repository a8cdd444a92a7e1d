"""`manage.py read_emails`: parse e-mails in files to JSON lines, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec
from django.core.management.base import BaseCommand

from notifications.incoming import explain

KINDS = (".eml", ".txt", ".html", ".htm", ".msg", ".mbox", "")


class Options(TypedDict):
    """The options of the command line."""

    paths: list[Path]
    sent: list[Path]


class Command(BaseCommand):
    help = (
        "Read e-mails from files or folders (.eml, .txt: a bare body, .html) and print one JSON "
        "line for each: its kind, and the person's own words. Needs no database."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--sent", type=Path, action="append", default=[], metavar="FILE")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        sent_texts = [
            text
            for path in options["sent"]
            for text in explain.load_sent_versions(_read_file(path), path.suffix)
        ]
        for path in _iterate_files(options["paths"]):
            line = explain.explain_email(_read_file(path), path.suffix.lower(), sent_texts)
            self.stdout.write(msgspec.json.encode({"file": str(path), **line}).decode())


def _iterate_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file())
            yield from (file for file in inside if file.suffix.lower() in KINDS[:4])
        else:
            yield path


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
