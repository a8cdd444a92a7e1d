"""Reminders: when they come, how many, and that they are gathered."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games.engine import clock
from games.models import Match, Player, Prompt
from games.services.reminders import send_reminders
from notifications.models import Notification

from ..conftest import NOON

HOUR = timedelta(hours=1)


def told() -> list[datetime]:
    """When each reminder was posted."""
    return list(Notification.objects.filter(kind="reminder").values_list("created_at", flat=True))


def tick(hours: float, step: float = 1) -> None:
    """Let a clock tick from the deal on."""
    now = NOON
    while now <= NOON + hours * HOUR:
        send_reminders(now)
        now += step * HOUR


def test_at_half_of_the_time_and_when_a_tenth_is_left(deal: Any) -> None:
    """V3: at 50 % and 10 % of the time."""
    deal("pebbles", seats=2)
    tick(72)
    assert told() == [NOON + 36 * HOUR, NOON + 65 * HOUR]


def test_questions_of_one_sitting_know_none(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    match.prompts.update(deadline_at=NOON + HOUR, remind_at=None)
    tick(1)
    assert told() == []


def test_what_is_due_soon_as_well_comes_at_once(deal: Any) -> None:
    """Three matches dealt two hours apart: one e-mail, and one at the end."""
    for number in range(3):
        deal("pebbles", seats=2, now=NOON + 2 * number * HOUR)
    asked = Prompt.objects.values_list("match__seats__player", flat=True)
    assert len(set(asked)) > 0
    tick(80)
    by_player: dict[Any, set[datetime]] = {}
    for player, at in Notification.objects.filter(kind="reminder").values_list(
        "player", "created_at"
    ):
        by_player.setdefault(player, set()).add(at)
    for instants in by_player.values():
        ordered = sorted(instants)
        assert all(b - a >= 6 * HOUR for a, b in zip(ordered, ordered[1:], strict=False))
    assert Notification.objects.filter(kind="reminder").count() == 6


def test_one_match_reminds_once_a_day(deal: Any) -> None:
    """V3: at most one a match and day."""
    match = deal("pebbles", seats=2)
    row = match.prompts.get()
    match.prompts.update(deadline_at=NOON + 30 * HOUR, remind_at=NOON + 15 * HOUR)
    tick(30, step=0.5)
    assert told() == [NOON + 15 * HOUR]
    row.refresh_from_db()
    assert row.remind_at is None


def test_none_comes_in_the_night_of_its_reader(deal: Any, people: dict[str, Any]) -> None:
    """V2, V3: quiet hours."""
    days = clock.serialize_hours(clock.Hours("UTC", ((8 * 60, 20 * 60),) * 7))
    Player.objects.update(hours=days)
    for number in range(4):
        deal("pebbles", seats=2, now=NOON + 3 * number * HOUR)
    tick(300)
    assert told() and all(8 <= at.hour <= 20 for at in told())


def test_nobody_is_reminded_twice_by_two_clocks(deal: Any) -> None:
    deal("pebbles", seats=2)
    assert [send_reminders(NOON + 36 * HOUR) for _ in range(2)] == [1, 0]
    assert len(told()) == 1


def test_a_match_that_waits_reminds_nobody(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    Match.objects.filter(pk=match.pk).update(paused_at=NOON)
    tick(72)
    assert told() == []
