"""Worker and beat, started by `up`, keep working around a damaged match."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.services import bare_environment, put_database

from .test_up import PATIENCE, ROOT, Up, eventually

# Seconds within which everything else must be done.
SOON = 15
# Three matches are due in the same way, one of them is unreadable; a bot is asked in a fourth.
PREPARE = """
from datetime import timedelta
from django.utils import timezone
from games.models import Match, Player, Prompt, Undo
from games.services import house_bots, matches
alice, bob = Player.objects.filter(display_name__in=("Alice", "Bob")).order_by("display_name")
bot = house_bots.house_bots(1)[0]
now, made = timezone.now(), []
def seat(*players):
    terms = matches.MatchTerms("pebbles", seats=len(players), undo=Undo.OFF)
    made.append(matches.seat_match(list(players), terms, now=now - timedelta(days=30)))
"""
ASK = """
import json
from games.models import Match, Move
from notifications.models import Quarantine
numbers = {numbers}
rows = Match.objects.filter(number__in=numbers).order_by("number")
print(json.dumps({{
    "status": [row.status for row in rows],
    "moves": [row.moves.count() for row in rows],
    "aside": list(Quarantine.objects.values_list("job", "table", "error")),
}}))
"""


def shell(up: Up, code: str) -> str:
    """Return the output of a piece of code that runs beside the service."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
        cwd=ROOT,
        env={**bare_environment(), "DATA_DIR": str(up.data_dir)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def prepare() -> str:
    due = "Prompt.objects.filter(match__in=made).update(deadline_at=now - timedelta(days=1))"
    damage = 'Match.objects.filter(pk=made[0].pk).update(state=b"junk")'
    told = "print([one.number for one in Match.objects.filter(pk__in=[m.pk for m in made])])"
    seats = "[seat(alice, bob) for _ in range(3)]; seat(bot, alice)"
    return "\n".join(
        (
            PREPARE,
            "from django.db import transaction",
            "with transaction.atomic():",
            *(f"    {line}" for line in (seats, due, damage)),
            told,
        )
    )


@pytest.mark.slow
@pytest.mark.xdist_group("up")
def test_everything_else_goes_on_within_seconds(tmp_path: Path) -> None:
    put_database(tmp_path)
    up = Up(tmp_path)
    try:
        assert eventually(up.is_ready, 4 * PATIENCE), up.output.read_text()
        assert eventually(lambda: up.is_well("worker", "beat"))
        numbers = sorted(json.loads(shell(up, prepare())))
        begun = time.monotonic()

        def report() -> dict[str, object]:
            return dict(json.loads(up.get("/health/")[1])["set_aside"])

        def found() -> dict[str, list[Any]]:
            return dict(json.loads(shell(up, ASK.format(numbers=numbers))))

        def gone_on() -> bool:
            return bool(min(found()["moves"][1:]) >= 1)

        assert eventually(lambda: report()["rows"], SOON)
        assert eventually(gone_on, SOON - (time.monotonic() - begun))
        assert found()["status"][0] == "frozen"
        assert found()["aside"] == [["match", "games.match", "ZstdError"]]
        assert report()["tables"] == {"games.match": 1}
        assert up.is_well("deadlines", "outbox", "jobs")
        assert "ZstdError" not in up.get("/matches/")[1].decode()
    finally:
        up.process.terminate()
        up.process.wait(30)
