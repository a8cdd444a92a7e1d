"""The files by which other processes find a running `manage.py up` in the data folder.

`up.lock` is locked for as long as it lives. `runtime.json` has the variables by which other
commands reach its servers; `children.json` has the processes that the next start must end if this
one was killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from abyss_site.bootstrap.children import Child
from abyss_site.bootstrap.processes import command_line

# The variables in `runtime.json`.
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

# Seconds to wait for killed processes to end.
LEFTOVER_SECONDS = 10.0


class AlreadyRunning(Exception):
    """Another `manage.py up` uses this data folder."""


def lock_data_dir(data_dir: Path) -> IO[str]:
    """Lock the data folder for this process; raise AlreadyRunning if another one holds it.

    Keep the returned file open: closing it releases the lock.
    """
    lock = (data_dir / "up.lock").open("a")
    give_up = time.monotonic() + 1
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # A command that only checks whether we run holds the lock for an instant.
            if time.monotonic() > give_up:
                lock.close()
                raise AlreadyRunning from None
            time.sleep(0.1)
        else:
            remove_addresses(data_dir)
            return lock


def publish_addresses(data_dir: Path, variables: dict[str, str]) -> None:
    """Let other commands find this run. The URLs contain a password, so only this user can read
    them."""
    write_privately(data_dir / "runtime.json", variables)


def remove_addresses(data_dir: Path) -> None:
    (data_dir / "runtime.json").unlink(missing_ok=True)


def record_children(data_dir: Path, children: Iterable[Child]) -> None:
    pids = {child.name: [child.pid, " ".join(child.command)] for child in children if child.pid}
    write_privately(data_dir / "children.json", pids)


def stop_leftover_children(data_dir: Path) -> None:
    """End what a killed supervisor has left; leave alone process ids that were reused."""
    try:
        children = json.loads((data_dir / "children.json").read_text())
    except (OSError, ValueError):
        return
    give_up = time.monotonic() + LEFTOVER_SECONDS
    while (leftover := _leftover_of(data_dir, children)) and time.monotonic() < give_up:
        for pid in leftover:
            with suppress(ProcessLookupError):
                end = os.killpg if os.getpgid(pid) == pid else os.kill
                end(pid, signal.SIGKILL)
        time.sleep(0.05)


def _leftover_of(data_dir: Path, children: dict[str, tuple[int, str]]) -> set[int]:
    """Return the recorded children still running, and the processes that they started.

    A group leader is recognized by its command. Of a group whose leader has ended, other members
    may go on and listen on our ports. They are recognized by the data folder in their environment,
    because the process id may have been reused by another program.
    """
    pids = {pid for pid, command in children.values() if command_line(pid) == command}
    groups, mine = {pid for pid, _ in children.values()}, f"DATA_DIR={data_dir}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        # It may be ending, or belong to somebody else.
        with suppress(OSError):
            pid = int(process.name)
            is_noted = os.getpgid(pid) in groups
            if is_noted and mine in (process / "environ").read_bytes().split(b"\0"):
                pids.add(pid)
    return pids


def write_privately(path: Path, value: object) -> None:
    """Replace a file atomically, readable by this user only."""
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(value))
    draft.replace(path)
