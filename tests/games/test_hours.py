"""A player's hours: kept on a page, counted by the clock of every new question."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Player
from games.services.play.decisions import submit_decision

from ..conftest import NAMES, NOON

As = Callable[[str], Client]
OFFICE = {
    "weekdays_counts": "on",
    "weekdays_from": "09:00",
    "weekdays_until": "18:00",
    "weekend_from": "00:00",
    "weekend_until": "00:00",
}


def test_hours_are_kept_and_shown(as_: As, people: Any) -> None:
    assert as_("alice").post("/settings/hours/", OFFICE).status_code == 303
    alice = Player.objects.get(pk=people["alice"].pk)
    assert alice.hours["week"] == [[540, 1080]] * 5 + [None, None]
    assert 'value="09:00"' in as_("alice").get("/settings/hours/").content.decode()


def test_every_hour_is_kept_as_nothing(as_: As, people: Any) -> None:
    whole = OFFICE | {"weekend_counts": "on", "weekdays_from": "00:00", "weekdays_until": "00:00"}
    as_("alice").post("/settings/hours/", whole)
    assert Player.objects.get(pk=people["alice"].pk).hours == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"weekdays_until": "10:00"},
        {"weekdays_counts": ""},
        {"away_from": "2026-12-01"},
        {"away_from": "2026-12-01", "away_until": "2027-03-01"},
    ],
)
def test_hours_that_let_others_wait_too_long_are_refused(
    as_: As, people: Any, wrong: dict[str, str]
) -> None:
    form = {key: value for key, value in (OFFICE | wrong).items() if value}
    assert as_("alice").post("/settings/hours/", form).status_code == 422
    assert Player.objects.get(pk=people["alice"].pk).hours == {}


def test_an_absence_is_announced_and_taken_back(as_: As, people: Any) -> None:
    away = OFFICE | {"away_from": "2026-12-24", "away_until": "2027-01-02"}
    as_("alice").post("/settings/hours/", away)
    assert Player.objects.get(pk=people["alice"].pk).hours["away"] == [["2026-12-24", "2027-01-02"]]
    as_("alice").post("/settings/hours/", OFFICE | {"drop": "2026-12-24"})
    assert Player.objects.get(pk=people["alice"].pk).hours["away"] == []


def test_a_question_falls_due_within_its_players_hours(deal: Any, people: Any) -> None:
    """Noon of a Monday; bob's nights and weekends cost him nothing."""
    week = [[540, 1080]] * 5 + [None, None]
    Player.objects.filter(display_name="Bob").update(hours={"week": week})
    match = deal("pebbles", seats=2)
    for key in "ab":
        row = match.prompts.get(closed_at=None)
        hours = (row.deadline_at - row.opened_at) / timedelta(hours=1)
        # 72 hours of nine a day are eight days and two weekend days; the cap comes before.
        assert hours == (72 if NAMES[row.seat] == "alice" else 216)
        submit_decision(
            row.token, Decision("take", {"number": 1}), source="page", key=key, now=NOON
        )


def test_hours_are_suggested_and_never_applied_by_themselves(
    as_: As, deal: Any, people: Any
) -> None:
    for number in range(6):
        match = deal("pebbles", seats=2, now=NOON - timedelta(days=7 * number))
        now = NOON - timedelta(days=7 * number)
        for step in range(9):
            row = match.prompts.get(closed_at=None)
            take = Decision("take", {"number": 1})
            now += timedelta(minutes=20)
            submit_decision(row.token, take, source="page", key=f"{step}", now=now)

    page = as_("alice").get("/settings/hours/").content.decode()
    assert "we suggest these hours" in page and 'value="08:00"' not in page
    filled = as_("alice").get("/settings/hours/?suggested=1").content.decode()
    assert "Nothing changes until you save" in filled
    assert 'value="08:00"' in filled and 'value="20:00"' in filled
    assert Player.objects.get(pk=people["alice"].pk).hours == {}


def test_others_see_about_when_somebodys_hours_begin_again(as_: As, deal: Any, people: Any) -> None:
    now = timezone.now()
    begin = (now.hour * 60 + 120) % 1440 // 60 * 60
    window = (begin, begin + 180) if begin <= 1260 else (0, 180)
    Player.objects.update(hours={"week": [list(window)] * 7})
    match = deal("pebbles", seats=2, now=now)
    asked = match.seats.get(number=match.prompts.get().seat).player.display_name.lower()
    other = "bob" if asked == "alice" else "alice"
    assert "available again about" in as_(other).get(f"/matches/{match.number}/").content.decode()
