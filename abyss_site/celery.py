"""The Celery application. A task only means that there may be work; the database says which."""

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
    worker_init,
    worker_process_init,
)

from abyss_site.bootstrap.processes import ask_to_die_with_parent
from abyss_site.core import ids
from abyss_site.core.preload import load_for_forks
from abyss_site.core.time_limits import interrupt_at_soft_limit
from abyss_site.core.valkey import scheduler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
# Messages are JSON, so a worker running as root, as in a container, is no more dangerous than
# others.
warnings.filterwarnings("ignore", category=SecurityWarning)
# Raised on every loss of the broker, whatever is configured.
warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)

# Prefix for the log ids of what triggered a task.
TRIGGERED_BY = "triggered_by_"


class CountedTask(Task):  # type: ignore[misc]  # Celery is untyped.
    """A task that is counted when it hits a time limit, and cannot ignore the soft one."""

    # By its name, because only workers load it.
    Request = "abyss_site.observability.task_limits:CountedRequest"

    def __call__(self, *args: object, **kwargs: object) -> object:
        if not app.is_pool_process:
            return super().__call__(*args, **kwargs)
        with interrupt_at_soft_limit():
            # The worker has pushed the request, which Task.__call__ would hide.
            return self.run(*args, **kwargs)


app = Celery("abyss_site", task_cls=CountedTask)
# Whether this process is one of a worker's pool, which the worker interrupts.
app.is_pool_process = False
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_logging_config(**_: object) -> None:
    """Keep our logging settings: Celery would raise the level of every logger to its own."""


def share_memory(**_: object) -> None:
    """Load what the pool's processes share before they are forked."""
    load_for_forks()


def die_with_worker(**_: object) -> None:
    """End a pool process when its worker is killed; it would wait for work forever."""
    ask_to_die_with_parent(signal.SIGKILL)


def mark_pool_process(**_: object) -> None:
    """Note that tasks called in this process are interrupted at their time limits."""
    app.is_pool_process = True


def send_trail(headers: dict[str, object], **_: object) -> None:
    """Send along the log ids of the work in progress when a task is published."""
    trail = ids.trail()
    # A task that triggers itself passes on what had triggered it, without another prefix.
    before = {name: log_id for name, log_id in trail.items() if name.startswith(TRIGGERED_BY)}
    own = {name: log_id for name, log_id in trail.items() if name not in before}
    headers["triggered_by"] = {
        name.removeprefix(TRIGGERED_BY): log_id for name, log_id in before.items()
    } | own


def clear_queued_mark(task: Task, **_: object) -> None:
    """Allow beat to queue the job again; whatever comes from now on is seen by the next run."""
    scheduler.clear_queued(task.name)


def begin_trail(task: Task, task_id: str, **_: object) -> None:
    """Add the task's id, and the ids of what triggered it, to each line of the log.

    One task may stand for several triggers; the ids are those of the first.
    """
    triggers = task.request.get("triggered_by") or {}
    trail = ids.about(
        task=task_id, **{f"{TRIGGERED_BY}{name}": log_id for name, log_id in triggers.items()}
    )
    trail.__enter__()
    task.request.trail = trail


def end_trail(task: Task, **_: object) -> None:
    """Remove the ids again: the next work of this process is about something else."""
    if trail := task.request.get("trail"):
        trail.__exit__(None, None, None)


setup_logging.connect(keep_logging_config)
worker_init.connect(share_memory)
worker_process_init.connect(die_with_worker)
worker_process_init.connect(mark_pool_process)
before_task_publish.connect(send_trail)
task_prerun.connect(clear_queued_mark)
task_prerun.connect(begin_trail)
task_postrun.connect(end_trail)
