"""Rules that may change: what would differ is told before anybody meets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.models import Match, Status
from games.services.play.decisions import MatchFrozen, submit_decision
from games.titles import GAMES
from notifications.models import Notification
from tests.emails import email_of

KEPT = Path(__file__).parents[1] / "matches"


@pytest.fixture
def running(deal: Any) -> Match:
    match: Match = deal("pebbles", seats=2)
    for key in "ab":
        row = match.prompts.get(closed_at=None)
        submit_decision(row.token, None, source="page", key=key)
    return match


def test_matches_that_play_as_before_are_counted(
    running: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("check_upgrade")

    assert capsys.readouterr().out.startswith("1 running matches, ")


@pytest.mark.parametrize("fails", [ZeroDivisionError, KeyError])
def test_rules_that_fail_on_a_move_are_told_with_its_ply(
    running: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fails: Any
) -> None:
    def broken(*args: Any) -> None:
        raise fails("a secret")

    monkeypatch.setitem(GAMES, "pebbles", replace(GAMES["pebbles"], play_decision=broken))

    with pytest.raises(CommandError, match="differ"):
        call_command("check_upgrade")

    said = capsys.readouterr().err
    assert f"{running}: the rules fail at ply 1 ({fails.__name__})" in said
    assert "a secret" not in said


def test_rules_that_lead_elsewhere_are_told(
    running: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(
        GAMES, "pebbles", replace(GAMES["pebbles"], play_decision=lambda state, seat, decision: [])
    )

    with pytest.raises(CommandError):
        call_command("check_upgrade")

    said = capsys.readouterr().err
    assert f"{running}: the moves do not lead to the stored state (edition " in said
    assert "pebbles-2.jsonl: line 2: something else happens" in said
    assert "abyss-2" not in said


def test_everybody_is_told_once_that_a_match_stands_still(
    running: Match, deal: Any, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = deal("sealed", seats=2)
    people["dave"].is_staff = True
    people["dave"].save()

    def broken(*args: Any) -> None:
        raise ZeroDivisionError("a secret")

    row = running.prompts.get(closed_at=None)
    before = (row.deadline_at, Match.objects.get(pk=running.pk).state)
    monkeypatch.setitem(GAMES, "pebbles", replace(GAMES["pebbles"], play_decision=broken))
    for key in "cd":
        with pytest.raises(MatchFrozen):
            submit_decision(row.token, None, source="page", key=key)

    notifications = Notification.objects.filter(kind="match_frozen").order_by("player__email")
    assert [n.player.display_name for n in notifications] == ["Alice", "Bob", "Dave"]
    emails = [email_of(notification) for notification in notifications]
    assert all(email and "This match is on hold." in email.text for email in emails)
    assert [bool(email and "as a moderator" in email.text) for email in emails] == [0, 0, 1]
    running.refresh_from_db()
    row.refresh_from_db()
    assert (running.status, running.ply) == (Status.FROZEN, 2)
    assert (row.deadline_at, running.state) == before and row.closed_at is None
    assert Match.objects.get(pk=other.pk).status == Status.RUNNING


def test_a_folder_of_kept_files_is_tried_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.jsonl").write_bytes((KEPT / "pebbles-2.jsonl").read_bytes())

    call_command("check_upgrade", kept=tmp_path, only_kept=True)

    assert capsys.readouterr().out.startswith("1 kept files: ")
