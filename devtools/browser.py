"""Find the browser for the browser tests, and the message if there is none."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The same without windows of its own, which take two thirds of the time of a page; it has no
# notifications.
SHELL = "chromium-headless-shell"
HOW_TO_GET = (
    "Chromium is not installed. On Debian or Ubuntu: apt-get install chromium (.ci/run does it)."
)


def chromium_path(*, is_whole: bool = False) -> str | None:
    """Return the path of the system's Chromium, without windows if possible; None if there is none.

    `is_whole`: with all that its windows have, such as notifications.
    """
    names = NAMES if is_whole else (SHELL, *NAMES)
    return next((path for path in map(shutil.which, names) if path), None)
