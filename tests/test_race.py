"""Two workers and a player race for overdue prompts, each in its own process.

RACE is the number of prompts; the default is less than the 5,000 that we promise.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.utils import timezone

from abyss_site.core.ids import uuid7
from games.models import Match, Move, Prompt, Seat, new_prompt_token
from notifications.models import Notification

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).parent.parent
DEADLINES = int(os.environ.get("RACE", "500"))

# Each process reports that it is ready and waits for the gate file, so that all start at once.
BEGIN = """
import sys, time, django
django.setup()
from pathlib import Path
from django.utils import timezone
from games.models import Prompt
from games.engine.contract import Decision, Refused
from games.services.play.deadlines import expire_deadlines
from games.services.play.decisions import submit_decision
tokens = list(Prompt.objects.order_by("-id").values_list("token", flat=True))
Path(sys.argv[1] + sys.argv[2]).touch()
while not Path(sys.argv[1]).exists():
    time.sleep(0.005)
done = 0
"""
# Small batches, so that both workers compete for the same rows.
WORKER = (
    BEGIN
    + """
while Prompt.objects.filter(closed_at=None, deadline_at__lte=timezone.now()).exists():
    done += expire_deadlines(timezone.now(), limit=50)
print(done)
"""
)
PLAYER = (
    BEGIN
    + """
for token in tokens:
    try:
        submit_decision(token, Decision("take", {"number": 1}), source="page", key="mine")
        done += 1
    except Refused as refusal:
        assert refusal.code == "stale", refusal
print(done)
"""
)


def test_two_workers_and_a_player_over_overdue_questions_never_act_twice(
    deal: Any, tmp_path: Path
) -> None:
    _copy(deal("pebbles", seats=2), DEADLINES - 1)
    gate = tmp_path / "gate"
    hands = [_start(WORKER, gate, "a"), _start(WORKER, gate, "b"), _start(PLAYER, gate, "c")]
    while not all(Path(f"{gate}{name}").exists() for name in "abc"):
        dead = [hand for hand in hands if hand.poll() is not None]
        assert not dead, dead[0].communicate()
        time.sleep(0.01)
    gate.touch()
    said = [hand.communicate(timeout=60 + DEADLINES / 2) for hand in hands]

    assert [hand.returncode for hand in hands] == [0, 0, 0], said
    by_workers, played = int(said[0][0]) + int(said[1][0]), int(said[2][0])
    assert by_workers + played == DEADLINES and 0 < played < DEADLINES
    assert Move.objects.count() == Move.objects.values("prompt").distinct().count() == DEADLINES
    assert Move.objects.filter(source="page").count() == played
    assert set(Match.objects.values_list("ply", flat=True)) == {1}
    assert Prompt.objects.filter(closed_at=None).count() == DEADLINES
    # Nobody was notified twice, and everybody who timed out was notified.
    assert Notification.objects.filter(kind="clock_moved").count() == by_workers


def _copy(match: Match, many: int) -> None:
    """Add copies of a match, each with the same first prompt as `match`, which is overdue."""
    prompt, players = match.prompts.get(), [seat.player_id for seat in match.seats.all()]
    fields = ("game", "options", "seats_wanted", "status", "edition", "revision", "seed", "state")
    alike = {name: getattr(match, name) for name in fields}
    first = Match.objects.order_by("-number").values_list("number", flat=True)[0]
    matches = [Match(id=uuid7(), number=first + n + 1, **alike) for n in range(many)]
    Match.objects.bulk_create(matches, batch_size=1000)
    seats = [
        Seat(match=one, number=number, player_id=player)
        for one in matches
        for number, player in enumerate(players)
    ]
    Seat.objects.bulk_create(seats, batch_size=1000)
    copied = ("seat", "number", "question", "opened_at", "deadline_at")
    asked = {name: getattr(prompt, name) for name in copied}
    rows = [Prompt(match=one, token=new_prompt_token(), **asked) for one in matches]
    Prompt.objects.bulk_create(rows, batch_size=1000)
    assert prompt.deadline_at is not None and prompt.deadline_at < timezone.now()


def _start(code: str, gate: Path, name: str) -> subprocess.Popen[str]:
    """Start a process of our own on the test database."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    ours = {
        "DATABASE_URL": url.geturl(),
        "DJANGO_SETTINGS_MODULE": "abyss_site.settings",
    }
    return subprocess.Popen(
        [sys.executable, "-c", code, str(gate), name],
        cwd=ROOT,
        env={**os.environ, **ours},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
