"""The settings of the service that is tried: its own, under a clock that may be wrong.

All its processes tell the time by `timezone.now`. What they take from it is the time of this
machine and so many seconds more as the file CHAOS_CLOCK says. PostgreSQL, Valkey and Celery keep
the right time: without being root nobody can do more, and a service must bear that too.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from abyss_site.settings import *  # noqa: F403

_clock = Path(os.environ["CHAOS_CLOCK"])
_right_time = timezone.now


def _wrong_time() -> datetime:
    return _right_time() + timedelta(seconds=float(_clock.read_text()))


timezone.now = _wrong_time

# Faults are planted here and nowhere else.
if os.environ.get("CHAOS_FAULTS"):
    INSTALLED_APPS = [*INSTALLED_APPS, "abyss_site.chaos.apps.FaultsConfig"]  # noqa: F405
