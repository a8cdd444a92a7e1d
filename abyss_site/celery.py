"""The Celery application: bells that say there may be work; the rows know which."""

from __future__ import annotations

import os
import signal
import warnings

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning
from celery.platforms import SecurityWarning
from celery.signals import worker_process_init

from abyss_site.processes import ask_to_die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
# Messages are JSON, so a worker that runs as root, as in a container, is no worse than any other.
warnings.filterwarnings("ignore", category=SecurityWarning)
# Said at every loss of the broker, whatever is set.
warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)

app = Celery("abyss_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def leave_no_orphan(**_: object) -> None:
    """Let a pool process end when its worker is killed; it would wait for work forever."""
    ask_to_die_with_parent(signal.SIGKILL)
