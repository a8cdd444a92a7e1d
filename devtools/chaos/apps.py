"""The Django application that makes planted faults possible; only the service under test installs
it."""

from __future__ import annotations

import os
from pathlib import Path

from django.apps import AppConfig

from devtools.chaos import faults


class FaultsConfig(AppConfig):
    """Plants every fault; the file named by CHAOS_FAULTS says which one is on."""

    name = "devtools.chaos"
    label = "chaos"

    def ready(self) -> None:
        faults.plant_all(Path(os.environ["CHAOS_FAULTS"]))
