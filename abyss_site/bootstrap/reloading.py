"""Notices changes of our own files, for `manage.py up --reload`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from abyss_site.bootstrap.stack import ROOT

FOLDERS = ("abyss_site", "games", "notifications", "templates", "locale")
# What each process reads once: code, what games bring, templates (they are cached), translations;
# and what `manage.py migrate_and_seed` collects.
SUFFIXES = (
    *(".py", ".yaml", ".html", ".txt", ".md", ".svg", ".mo"),
    *(".css", ".js", ".png", ".ttf"),
)
# Changes in these folders need `manage.py migrate_and_seed` before a restart.
COLLECTED = ("/migrations/", "/static/")
# Looking takes some 30 ms of processor time.
LOOK_EVERY_SECONDS = 1.0


class SourceWatcher:
    """Compares our files with how they were when it looked last."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.known = self._read_times()
        self.next_look = time.monotonic() + LOOK_EVERY_SECONDS

    def changed_files(self) -> list[str]:
        """Return which files changed, came or went since the last look; paths from the root.

        Between two looks it returns nothing.
        """
        if time.monotonic() < self.next_look:
            return []
        before, self.known = self.known, self._read_times()
        self.next_look = time.monotonic() + LOOK_EVERY_SECONDS
        names = before.keys() | self.known.keys()
        return sorted(name for name in names if before.get(name) != self.known.get(name))

    def _read_times(self) -> dict[str, int]:
        return {
            name: changed
            for folder in FOLDERS
            for name, changed in _modification_times(self.root / folder, folder)
        }


def needs_setup(changed: list[str]) -> bool:
    """Tell whether migrations or static files are among changed files."""
    return any(part in path for path in changed for part in COLLECTED)


def _modification_times(folder: Path, name: str) -> Iterator[tuple[str, int]]:
    """Yield each file below a folder with when it was changed, in nanoseconds."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        # It was removed this moment.
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _modification_times(Path(entry.path), f"{name}/{entry.name}")
        elif entry.name.endswith(SUFFIXES):
            try:
                yield f"{name}/{entry.name}", entry.stat().st_mtime_ns
            except OSError:
                # An editor replaced it this moment; the next look sees the new one.
                continue
