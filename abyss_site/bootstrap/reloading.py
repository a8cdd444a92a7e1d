"""Detect changes of our own files, for `manage.py up --reload`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from abyss_site.bootstrap.stack import ROOT

FOLDERS = ("abyss_site", "devtools", "games", "notifications", "templates", "locale")
# Files that each process reads once (code, data of games, cached templates, translations), and
# those that `manage.py migrate_and_seed` collects.
SUFFIXES = (
    *(".py", ".yaml", ".html", ".txt", ".md", ".svg", ".mo"),
    *(".css", ".js", ".png", ".ttf"),
)
# Changes in these folders require `manage.py migrate_and_seed` before a restart.
SETUP_FOLDERS = ("/migrations/", "/static/")
# A scan takes about 30 ms of processor time.
LOOK_EVERY_SECONDS = 1.0


class SourceWatcher:
    """Compares our files with their state at the last scan."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.known = self._read_times()
        self.next_look = time.monotonic() + LOOK_EVERY_SECONDS

    def changed_files(self) -> list[str]:
        """Return the files changed, added or removed since the last scan; paths from the root.

        Between two scans it returns an empty list.
        """
        if time.monotonic() < self.next_look:
            return []
        before, self.known = self.known, self._read_times()
        self.next_look = time.monotonic() + LOOK_EVERY_SECONDS
        names = before.keys() | self.known.keys()
        return sorted(name for name in names if before.get(name) != self.known.get(name))

    def _read_times(self) -> dict[str, int]:
        return {
            name: modified_at
            for folder in FOLDERS
            for name, modified_at in _modification_times(self.root / folder, folder)
        }


def needs_setup(paths: list[str]) -> bool:
    """Return whether migrations or static files are among the changed files."""
    return any(part in path for path in paths for part in SETUP_FOLDERS)


def _modification_times(folder: Path, name: str) -> Iterator[tuple[str, int]]:
    """Yield each file below a folder with its modification time in nanoseconds."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        # It has just been removed.
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _modification_times(Path(entry.path), f"{name}/{entry.name}")
        elif entry.name.endswith(SUFFIXES):
            try:
                yield f"{name}/{entry.name}", entry.stat().st_mtime_ns
            except OSError:
                # An editor has just replaced it; the next scan sees the new one.
                continue
