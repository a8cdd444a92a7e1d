"""The settings of the service under test: its own, with a clock that may be wrong.

All its processes get the time from `timezone.now`, which returns the time of this machine plus the
seconds in the file CHAOS_CLOCK. PostgreSQL, Valkey and Celery keep the right time: changing theirs
would need root, and a service must cope with the difference anyway.
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
    INSTALLED_APPS = [*INSTALLED_APPS, "devtools.chaos.apps.FaultsConfig"]  # noqa: F405
