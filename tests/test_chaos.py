"""A short chaos run: everything that can die dies once while people play, and nothing is lost.

CHAOS says how many minutes it lasts; the suite is content with a quarter of one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from abyss_site.chaos.plan import KINDS, plan

ROOT = Path(__file__).parent.parent
MINUTES = float(os.environ.get("CHAOS", "0.25"))


def test_a_seed_plans_the_same_disruptions_and_a_short_run_each_kind_once() -> None:
    short = plan(7, 15)

    assert short == plan(7, 15) != plan(8, 15)
    assert sorted(act.kind for act in short) == sorted(KINDS)
    assert all(0 < act.at < 15 for act in short)
    assert {act.kind for act in plan(7, 600)[: len(KINDS)]} == set(KINDS)


@pytest.mark.slow
def test_the_service_survives_a_short_chaos_run() -> None:
    # It lasts as long as every match needs to go on, and its folder stays if something is wrong.
    command = [sys.executable, "manage.py", "chaos", f"--minutes={MINUTES}", "--seed=1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["faults"] == []
    assert set(told["disruptions"]) == set(KINDS)
    # Whoever plays through a door has played.
    assert all(told["accepted"][door] > 0 for door in ("letter", "page", "api"))
    assert {"bot", "clock"} & set(told["moves"]) and told["letters"] > 0
