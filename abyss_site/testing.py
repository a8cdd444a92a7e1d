"""A pytest plugin: throwaway PostgreSQL and Valkey for one test run, before settings are read.

With DATABASE_URL or REDIS_URL set, those are used instead; so do the workers of pytest-xdist,
which inherit the addresses and each make a test database of their own.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from abyss_site.embedded import Postgres, Valkey

PREFIX = "abyss-test-"


def start_throwaway_servers() -> None:
    """Start what the environment does not name, and name it there."""
    folder = claim_folder()
    if not os.environ.get("DATABASE_URL"):
        postgres = Postgres(folder / "postgres", throwaway=True)
        postgres.start()
        atexit.register(postgres.stop)
        os.environ["DATABASE_URL"] = postgres.url
    if not os.environ.get("REDIS_URL"):
        valkey = Valkey(folder / "valkey", throwaway=True)
        valkey.start()
        atexit.register(valkey.stop)
        os.environ["REDIS_URL"] = valkey.url
    os.environ.setdefault("DATA_DIR", str(folder / "var"))


def claim_folder() -> Path:
    """Make a folder for this run, and remove those of runs that were killed."""
    for old in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        remove_if_abandoned(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    # Registered before the servers, so that it runs after they have stopped.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    claims.append(os.open(folder / "claim", os.O_CREAT | os.O_RDWR))
    fcntl.flock(claims[-1], fcntl.LOCK_EX)
    return folder


def remove_if_abandoned(folder: Path) -> None:
    """Remove another run's folder unless that run still holds its claim."""
    try:
        claim = os.open(folder / "claim", os.O_RDWR)
    except OSError:
        return
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass
    finally:
        os.close(claim)


# Open descriptors: the claim ends with the process, however it ends.
claims: list[int] = []

if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
    start_throwaway_servers()
