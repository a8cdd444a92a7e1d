"""Start the processes of the service from one that has loaded it, so that they share its memory.

`python -m abyss_site.bootstrap.launcher JOBS` loads everything, forks one process for each job and
ends. The supervisor adopts what it leaves (PR_SET_CHILD_SUBREAPER, prctl(2)) and supervises it like
processes that it has started itself. One that ends later is started alone, and shares nothing.
"""

from __future__ import annotations

import ctypes
import json
import os
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from signal import SIGTERM
from typing import Any

from abyss_site.bootstrap.children import START_ERRORS, Child, print_line
from abyss_site.bootstrap.processes import LIBC, ask_to_die_with_parent, die_with_parent
from abyss_site.bootstrap.stack import ROOT

PR_SET_CHILD_SUBREAPER = 36
# Seconds to load everything. What has not been forked by then is started alone.
PATIENCE = 60.0
LOOK_EVERY = 0.02
# What the processes would load themselves; Django's apps are loaded anyway.
PRELOADED_MODULES = (
    *("abyss_site.asgi", "abyss_site.core.http.connection_limits", "uvicorn", "uvloop"),
    *("abyss_site.celery", "celery.apps.worker", "celery.concurrency.prefork"),
    *("celery.bin.celery", "kombu.transport.redis", "notifications.management.commands.mailroom"),
)


def launch(
    children: Sequence[Child], environment: dict[str, str], is_stopping: Callable[[], bool]
) -> None:
    """Start children that share memory; those that cannot be started so are left as they were.

    Linux only; elsewhere it does nothing.
    """
    if sys.platform != "linux":
        return
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        _launch(children, environment, is_stopping)
    except START_ERRORS as error:
        print_line("up", f"starting one by one, since nothing can be shared: {error}")
    finally:
        # Processes that lose their parent later are not ours.
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def _launch(
    children: Sequence[Child], environment: dict[str, str], is_stopping: Callable[[], bool]
) -> None:
    """Fork the children, and let them begin once they are ours: before, they end with the pipe."""
    begin, go = os.pipe()
    outputs = [os.pipe() for _ in children]
    try:
        jobs = [[child.command[1:], end] for child, (_, end) in zip(children, outputs, strict=True)]
        task = json.dumps({"supervisor": os.getpid(), "begin": begin, "jobs": jobs})
        launcher = subprocess.Popen(
            [sys.executable, "-m", "abyss_site.bootstrap.launcher", task],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            # Each child that is started alone will say itself what keeps it from starting.
            stderr=subprocess.DEVNULL,
            pass_fds=[begin, *(end for _, end in outputs)],
            start_new_session=True,
            preexec_fn=die_with_parent(SIGTERM),
        )
        give_up = time.monotonic() + PATIENCE
        while launcher.poll() is None:
            if is_stopping() or time.monotonic() > give_up:
                launcher.kill()
            time.sleep(LOOK_EVERY)
        assert launcher.stdout is not None
        with launcher.stdout as output_file:
            pids = json.loads(output_file.read() or "[]") if launcher.returncode == 0 else []
        for child, pid, (output, _) in zip(children, pids, outputs, strict=False):
            child.adopt(pid, os.fdopen(os.dup(output), errors="replace"))
        os.write(go, b"." * len(pids))
    finally:
        for descriptor in (begin, go, *(end for both in outputs for end in both)):
            os.close(descriptor)


def main() -> None:
    """Load everything, fork the jobs, and print their process ids as a JSON list."""
    task = json.loads(sys.argv[1])
    import_module("django").setup()
    for name in PRELOADED_MODULES:
        import_module(name)
    import_module("abyss_site.core.preload").load_for_forks()
    if threading.active_count() != 1:
        raise RuntimeError("a thread would not survive the fork")
    pids = []
    for command, output in task["jobs"]:
        pid = os.fork()
        if not pid:
            return become(command, output, task)
        pids.append(pid)
    print(json.dumps(pids), flush=True)
    # Cleaning up here would write to the memory that they share with us.
    os._exit(0)


def become(command: list[str], output: int, task: dict[str, Any]) -> None:
    """Do in this process what `python *command` would do."""
    os.setsid()
    for standard in (1, 2):
        os.dup2(output, standard)
    is_adopted = os.read(task["begin"], 1)
    for descriptor in (task["begin"], *(end for _, end in task["jobs"])):
        os.close(descriptor)
    ask_to_die_with_parent(SIGTERM)
    if not is_adopted or os.getppid() != task["supervisor"]:
        os._exit(1)
    show_command([sys.executable, *command])
    if command[0] == "-m":
        sys.argv = command[1:]
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = command
        runpy.run_path(command[0], run_name="__main__")


def show_command(command: list[str]) -> None:
    """Let the list of processes show this command line (proc(5): arg_start and arg_end).

    It stays as it is if there is no room; ours has room, because it contains all commands.
    """
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = int(fields[45]), int(fields[46])
    line = b"".join(os.fsencode(part) + b"\0" for part in command)
    if len(line) <= end - begin:
        ctypes.memmove(begin, line.ljust(end - begin, b"\0"), end - begin)


if __name__ == "__main__":
    main()
