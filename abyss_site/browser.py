"""Find the browser for the browser tests, and the message if there is none."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET = (
    "Chromium is not installed. On Debian or Ubuntu: apt-get install chromium (.ci/run does it)."
)


def chromium_path() -> str | None:
    """Return the path of the system's Chromium; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)
