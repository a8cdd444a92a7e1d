"""Processes by id: their children, whether they are running, and signals to a whole tree."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

# States in /proc/<pid>/stat: stopped, traced, dead, and zombie.
NOT_WORKING = frozenset("TtXZ")


def process_tree(pid: int) -> list[int]:
    """Return a process and all its descendants, parents first.

    PostgreSQL's backends leave its process group, so a group is not enough.
    """
    pids = [pid]
    for parent in pids:
        with suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                pids += map(int, (task / "children").read_text().split())
    return pids


def is_working(pid: int) -> bool:
    """Return whether a process lives and is not stopped."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in NOT_WORKING


def send(pids: list[int], number: signal.Signals) -> int:
    """Signal the processes that live; return how many did."""
    count = 0
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
            count += 1
    return count
