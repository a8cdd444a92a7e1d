"""A short chaos run, and some planted faults that its checks must detect.

CHAOS is the duration of the run in minutes; the default is a quarter of a minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from email.message import Message
from itertools import islice
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from devtools.chaos.checks import CHECKS
from devtools.chaos.checks.emails import find_unasked
from devtools.chaos.clock import Clock
from devtools.chaos.evidence import Windows
from devtools.chaos.faults import FAULTS
from devtools.chaos.plan import KILLS, KINDS, SHORT_KINDS, short_plan, waves
from devtools.chaos.planting import replace, replacements, switch
from devtools.chaos.webhook_receiver import WebhookCall
from games.engine.contract import Decision
from games.queries import states
from games.queries.matches import match_by_number
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from notifications.webhooks import formats

ROOT = Path(__file__).parent.parent
MINUTES = float(os.environ.get("CHAOS", "0.25"))
# Fast to occur, and for different checks: e-mails, deadlines, decisions, votes, logs.
QUICK_FAULTS = ("receipt_lost", "clock_late", "move_doubled", "undo_forced", "token_logged")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "chaos", "--seed=1", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_seed_plans_the_same_disruptions_and_a_short_run_each_kind_once() -> None:
    short = short_plan(7, 15)

    assert short == short_plan(7, 15) != short_plan(8, 15)
    assert sorted(act.kind for act in short) == sorted(SHORT_KINDS)
    assert all(0 < act.at < 15 for act in short)


def test_every_wave_has_every_kind_and_kills_more_than_twenty_five_processes_a_minute() -> None:
    first, *others = islice(waves(7), 4)

    assert [first, *others] == list(islice(waves(7), 4))
    assert all({act.kind for act in wave} == set(KINDS) for wave in (first, *others))
    kills = [act for act in first if act.kind in KILLS]
    assert len(kills) > 25 * first[-1].at / 60
    # Longer than the broker waits for a task that was delivered.
    assert max(act.size for act in others[-1] if act.kind.startswith("stop_")) > 30


def test_a_clock_put_back_makes_everything_later_and_an_outage_deadlines_alone(
    tmp_path: Path,
) -> None:
    clock = Clock(tmp_path / "clock")
    clock.jumps += [(100.0, -30.0), (200.0, 870.0)]
    # The service ticked last at 170 and first again at 240.
    clock.outages = [(170.0, 240.0)]

    assert clock.due_at(90.0) == 120.0
    assert clock.due_at(50.0) == 50.0
    assert clock.due_at(190.0) == 190.0 + 30 + 70
    assert clock.sent_at(190.0) == 190.0 + 30
    assert (clock.seconds_put_back_since(90.0), clock.seconds_put_back_since(150.0)) == (30.0, 0.0)


def test_only_time_in_peace_counts_as_late() -> None:
    windows = Windows([(100.0, 150.0), (200.0, 220.0)])

    assert windows.is_late(90.0, 140.0, limit=30)
    assert not windows.is_late(90.0, 120.0, limit=30)
    assert not windows.is_late(160.0, 225.0, limit=30)
    assert windows.lateness(90.0, 140.0) == 40.0


def test_who_answers_again_for_the_rules_was_not_asked_but_everybody_else_must_be(
    deal: Callable[..., Any],
) -> None:
    """A refused e-mail repeats the answer that the rules gave for who has no other."""
    match = deal("sealed", seats=2)
    hands = states.load_state(match_by_number(match.number)).hands
    for seat, stones in ((0, hands[0]), (1, hands[1][:1])):
        row = match.prompts.get(closed_at=None, seat=seat)
        stake = Decision("stake", {"stones": stones})
        submit_decision(row.token, stake, source="page", key=f"{seat}")
    given = match.prompts.get(closed_at=None, seat=0)
    submit_decision(given.token, Decision("pass"), source="email", key="again")
    evidence: Any = SimpleNamespace(service=SimpleNamespace(rows=read_rows))

    assert {move.source for move in given.moves.all()} == {"rules", "email"}
    assert find_unasked(evidence) == []

    asked = match.prompts.get(closed_at=None, seat=1)
    Notification.objects.filter(reply_token=asked.token).delete()
    assert find_unasked(evidence) == [f"nobody was sent the question {asked.pk} to bob@example.org"]


def read_rows(query: str) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def test_a_call_of_other_bytes_is_not_signed() -> None:
    headers = Message()
    headers["webhook-id"], headers["webhook-timestamp"] = "1", "7"
    headers["webhook-signature"] = formats.sign_bytes("key", b'1.7.{"id": 1}')

    assert WebhookCall("/", headers, b'{"id": 1}').is_signed_with("key")
    assert not WebhookCall("/", headers, b'{"id": 2}').is_signed_with("key")
    assert not WebhookCall("/", Message(), b'{"id": 1}').is_signed_with("key")


def test_a_fault_replaces_a_function_for_whoever_has_imported_it(tmp_path: Path) -> None:
    # A function of this test only: those of the service are never replaced in this process.
    module = sys.modules[__name__]
    code = add.__code__
    imported, switch.file = add, tmp_path / "fault"
    try:
        replace("off_by_one", f"{module.__name__}.add", lambda original, *args: original(*args) + 1)
        switch.file.write_text("")
        before = imported(1, 2)
        switch.file.write_text("off_by_one")

        assert (before, imported(1, 2)) == (3, 4)
    finally:
        assert isinstance(add, FunctionType)
        add.__code__, switch.file = code, None
        replacements.clear()


def add(one: int, other: int) -> int:
    return one + other


def test_a_fault_that_fits_nowhere_is_said() -> None:
    with pytest.raises(LookupError, match="no function games.services.play.votes.gone"):
        replace("fault", "games.services.play.votes.gone", add)


def test_every_fault_names_the_checks_that_catch_it() -> None:
    beyond = {"stuck", "late bots", "late deadlines"}

    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 20
    assert all(set(fault.caught_by) <= CHECKS.keys() | beyond for fault in FAULTS)


def test_no_fault_is_planted_without_the_settings_of_the_chaos_run() -> None:
    source = (ROOT / "abyss_site" / "settings.py").read_text()

    assert "devtools.chaos" not in source and "CHAOS" not in source
    assert not any("chaos" in app for app in settings.INSTALLED_APPS)


@pytest.mark.slow
def test_every_fault_fits_the_code_as_it_is(tmp_path: Path) -> None:
    clock, switched = tmp_path / "clock", tmp_path / "fault"
    clock.write_text("0")
    switched.write_text("")
    mine = {"DJANGO_SETTINGS_MODULE": "devtools.chaos.settings", "DATA_DIR": str(tmp_path)}
    mine |= {"CHAOS_CLOCK": str(clock), "CHAOS_FAULTS": str(switched)}
    code = "from devtools.chaos.planting import replacements; print(len(replacements))"
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | mine, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) == len({path for one in FAULTS for path in one.replacements})


@pytest.mark.long
def test_planted_faults_are_caught() -> None:
    done = run(*(f"--fault={name}" for name in QUICK_FAULTS))

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["violations without a fault"] == told["missed"] == []
    assert set(told["faults"]) == set(QUICK_FAULTS)


# Its bounds on lateness assume a machine that does nothing else.
@pytest.mark.long
def test_the_service_survives_a_short_chaos_run() -> None:
    # It lasts as long as every match needs to go on; its folder is kept if something is wrong.
    done = run(f"--minutes={MINUTES}")

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["violations"] == []
    assert set(told["disruptions"]) >= set(SHORT_KINDS)
    # Players have played through every channel.
    assert all(told["accepted"][door] > 0 for door in ("email", "page", "api"))
    assert {"bot", "clock"} & set(told["moves"]) and told["emails"] > 0
