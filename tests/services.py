"""What tests that start the whole service have in common."""

from __future__ import annotations

import os
from pathlib import Path

from abyss_site.testing import copy_migrated_cluster


def put_database(data: Path) -> None:
    """Let `up` find a migrated database in its DATA_DIR, so that it adds the demo players alone."""
    data.mkdir(mode=0o700, exist_ok=True)
    copy_migrated_cluster(data / "postgres")
    (data / "seeding").touch()


def bare_environment() -> dict[str, str]:
    """Return what a process needs that shall see none of our settings: PATH and its bytecode."""
    names = ("PATH", "PYTHONPYCACHEPREFIX")
    return {name: os.environ[name] for name in names if name in os.environ}
