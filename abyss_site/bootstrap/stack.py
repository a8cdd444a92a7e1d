"""The four processes of the service, the same under `manage.py up` and in containers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# An installed package has no manage.py; what lies beside the packages in a checkout is in `files`.
IS_CHECKOUT = (ROOT / "manage.py").exists()
FILES = ROOT if IS_CHECKOUT else ROOT / "abyss_site" / "files"

# Shell commands; docker-compose.yml has the same, and a test compares them.
COMMANDS = {
    "web": "abyss_site.core.http.web_server --workers 2",
    "worker": (
        "celery --quiet -A abyss_site worker --concurrency 2 --loglevel warning"
        " --without-gossip --without-mingle"
    ),
    "beat": "celery --quiet -A abyss_site.beat beat --loglevel warning --pidfile=",
    "mailroom": "manage.py mailroom",
}


def default_data_dir() -> Path:
    """Return where data is kept if DATA_DIR is not set: in the checkout, else in the user's home
    folder, as the XDG base directory specification says."""
    if IS_CHECKOUT:
        return ROOT / "var"
    xdg_home = os.environ.get("XDG_DATA_HOME", "")
    # Paths there must be absolute; others are ignored.
    home = Path(xdg_home) if xdg_home.startswith("/") else Path.home() / ".local" / "share"
    return home / "abyss-by-post"


def command(line: str, *more: str) -> list[str]:
    """Return such a command with this interpreter, independent of the working directory."""
    program, *arguments = line.split()
    if program == "manage.py":
        start = [str(ROOT / program)] if IS_CHECKOUT else ["-m", "abyss_site"]
    else:
        start = ["-m", program]
    return [sys.executable, *start, *arguments, *more]
