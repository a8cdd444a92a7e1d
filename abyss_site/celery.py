"""The Celery application: bells that say there may be work; the rows know which."""

from __future__ import annotations

import os
import signal
import warnings

from celery import Celery, Task
from celery.exceptions import CPendingDeprecationWarning
from celery.platforms import SecurityWarning
from celery.signals import (
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
)

from abyss_site import ids
from abyss_site.bootstrap.processes import ask_to_die_with_parent
from abyss_site.valkey import scheduler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
# Messages are JSON, so a worker that runs as root, as in a container, is no worse than any other.
warnings.filterwarnings("ignore", category=SecurityWarning)
# Said at every loss of the broker, whatever is set.
warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)

# What stands before the names of what rang for a task.
RUNG_BY = "rung_by_"

app = Celery("abyss_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def leave_the_log_alone(**_: object) -> None:
    """Log as settings say: Celery would raise the level of everything to that of its own."""


def leave_no_orphan(**_: object) -> None:
    """Let a pool process end when its worker is killed; it would wait for work forever."""
    ask_to_die_with_parent(signal.SIGKILL)


def tell_who_rings(headers: dict[str, object], **_: object) -> None:
    """Send along what was being worked upon when the bell was rung, for the log."""
    told = ids.trail()
    # A task that rings for itself tells what rang for it before, not that it was told so.
    before = {name: one for name, one in told.items() if name.startswith(RUNG_BY)}
    own = {name: one for name, one in told.items() if name not in before}
    headers["rung"] = {name.removeprefix(RUNG_BY): one for name, one in before.items()} | own


def let_it_be_queued_again(task: Task, **_: object) -> None:
    """Let beat ask for a job anew from now on; what comes meanwhile is seen by the next run."""
    scheduler.clear_queued(task.name)


def begin_trail(task: Task, task_id: str, **_: object) -> None:
    """Let each line of the log name the task, and what rang for it: one bell may stand for many."""
    rung = task.request.get("rung") or {}
    entered = ids.about(task=task_id, **{f"{RUNG_BY}{name}": one for name, one in rung.items()})
    entered.__enter__()
    task.request.trail = entered


def end_trail(task: Task, **_: object) -> None:
    """What this process does next is about something else."""
    if entered := task.request.get("trail"):
        entered.__exit__(None, None, None)


setup_logging.connect(leave_the_log_alone)
worker_process_init.connect(leave_no_orphan)
before_task_publish.connect(tell_who_rings)
task_prerun.connect(let_it_be_queued_again)
task_prerun.connect(begin_trail)
task_postrun.connect(end_trail)
