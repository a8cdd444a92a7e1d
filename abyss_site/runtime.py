"""What a running `manage.py up` leaves for others to find in the data folder.

`up.lock` is locked for as long as it lives. `runtime.json` says by which variables other commands
reach its servers; `children.json` says which processes the next start must end if this one was
killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from abyss_site.children import Child
from abyss_site.processes import command_line

# What `runtime.json` tells.
VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "SITE_URL",
    "TRUSTED_PROXIES",
    "PORT",
    "SMTP_HOST",
    "SMTP_PORT",
    "MAIL_DOMAIN",
)

# For so long it is waited until those who were killed have ended.
LEFTOVER_SECONDS = 10.0


class AlreadyRunning(Exception):
    """Another `manage.py up` works in this data folder."""


def claim(data_dir: Path) -> IO[str]:
    """Lock the data folder for this process; raise AlreadyRunning if another holds it.

    Keep the returned file open: the lock ends with it.
    """
    lock = (data_dir / "up.lock").open("a")
    give_up = time.monotonic() + 1
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # A command that only looks whether we run holds the lock for an instant.
            if time.monotonic() > give_up:
                lock.close()
                raise AlreadyRunning from None
            time.sleep(0.1)
        else:
            forget(data_dir)
            return lock


def announce(data_dir: Path, variables: dict[str, str]) -> None:
    """Let other commands find this run; the addresses hold a password, so only for this user."""
    write_privately(data_dir / "runtime.json", variables)


def forget(data_dir: Path) -> None:
    (data_dir / "runtime.json").unlink(missing_ok=True)


def note_children(data_dir: Path, children: Iterable[Child]) -> None:
    pids = {child.name: [child.pid, " ".join(child.command)] for child in children if child.pid}
    write_privately(data_dir / "children.json", pids)


def stop_leftover_children(data_dir: Path) -> None:
    """End what a killed supervisor has left; a number given to somebody else is not touched."""
    try:
        noted = json.loads((data_dir / "children.json").read_text())
    except (OSError, ValueError):
        return
    # Of a group whose leader has ended others may go on, and listen at our ports; nobody else is
    # given its number until they have ended.
    leftover = [pid for pid, command in noted.values() if command_line(pid) in ("", command)]
    give_up = time.monotonic() + LEFTOVER_SECONDS
    while leftover and time.monotonic() < give_up:
        leftover = [pid for pid in leftover if _kill_group(pid)]
        time.sleep(0.05)


def _kill_group(pid: int) -> bool:
    """End a group of processes; tell whether there is one."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def write_privately(path: Path, value: object) -> None:
    """Replace a file in one step, readable by this user only."""
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(value))
    draft.replace(path)
