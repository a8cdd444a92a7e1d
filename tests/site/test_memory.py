"""What processes load, and what those that do the same work share."""

from __future__ import annotations

import subprocess
import sys

import pytest

from abyss_site.bootstrap.stack import ROOT

LOADED = "import sys; print([name for name in sys.modules if name.split('.')[0] == 'games'])"


@pytest.mark.parametrize(
    "begin",
    [
        "import abyss_site.beat; abyss_site.beat.app.finalize()",
        "from abyss_site.bootstrap.command_line import run; run(['manage.py', 'up', '--help'])",
    ],
    ids=["beat", "up"],
)
def test_what_only_watches_or_sends_loads_no_game(begin: str) -> None:
    text = f"import atexit\natexit.register(lambda: exec({LOADED!r}))\n{begin}"

    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_what_is_forked_shares_what_is_loaded() -> None:
    """A thread or a connection would not survive the fork."""
    text = (
        "import gc, os, threading\nfrom abyss_site.core.http import web_server\n"
        "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'abyss_site.settings')\n"
        "web_server.share_memory('abyss_site.asgi:application')\n"
        "from django.db import connections\n"
        "opened = [one for one in connections.all() if one.connection is not None]\n"
        "print(gc.get_freeze_count() > 100_000, threading.active_count(), opened)"
    )

    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["True", "1", "[]"]
