"""Processes by their ids: whose children they are, whether they work; signals to all of a tree."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

# As /proc/<pid>/stat says it: stopped, traced, dead, and dead but not yet waited for.
NOT_WORKING = frozenset("TtXZ")


def process_tree(pid: int) -> list[int]:
    """Return a process and all that it and its children have started, parents first.

    PostgreSQL's backends leave its process group, so that a group is not enough.
    """
    found = [pid]
    for parent in found:
        with suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def is_working(pid: int) -> bool:
    """Whether a process lives and is not stopped."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in NOT_WORKING


def send(pids: list[int], number: signal.Signals) -> int:
    """Signal processes as far as they live; return how many did."""
    reached = 0
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
            reached += 1
    return reached
