"""Where the browser of the browser tests is, and what to say if there is none."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET = (
    "Chromium is not installed. On Debian or Ubuntu: apt-get install chromium (.ci/run does it)."
)


def chromium_path() -> str | None:
    """The system's Chromium; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)
