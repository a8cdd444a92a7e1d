"""Helpers for tests that start the whole service."""

from __future__ import annotations

import os
from pathlib import Path

from abyss_site.management.commands.migrate_and_seed import ONLY_FIRST
from devtools.testing import copy_migrated_cluster


def put_database(data: Path) -> None:
    """Put a migrated database into DATA_DIR, so that `up` only adds the players and a match."""
    data.mkdir(mode=0o700, exist_ok=True)
    copy_migrated_cluster(data / "postgres")
    (data / "seeding").write_text(ONLY_FIRST)


def bare_environment() -> dict[str, str]:
    """Return the environment of a process that must see none of our settings: PATH and bytecode
    only."""
    names = ("PATH", "PYTHONPYCACHEPREFIX")
    return {name: os.environ[name] for name in names if name in os.environ}
