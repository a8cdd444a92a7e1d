"""The four processes of the service, the same under `manage.py up` and in containers."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Shell commands; docker-compose.yml has the same, and a test compares them.
COMMANDS = {
    "web": "abyss_site.http.web_server --workers 2",
    "worker": (
        "celery --quiet -A abyss_site worker --concurrency 2 --loglevel warning"
        " --without-gossip --without-mingle"
    ),
    "beat": "celery --quiet -A abyss_site beat --loglevel warning --pidfile=",
    "mailroom": "manage.py mailroom",
}


def command(line: str, *more: str) -> list[str]:
    """Return such a command with this interpreter, independent of the working directory."""
    program, *arguments = line.split()
    start = [str(ROOT / program)] if program == "manage.py" else ["-m", program]
    return [sys.executable, *start, *arguments, *more]
