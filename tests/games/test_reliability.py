"""How players keep to the clock, as others see it before they sit down."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games import tasks
from games.engine.contract import Decision
from games.models import Heartbeat, Punctuality, Seat, SeatHistory
from games.queries import punctuality as punctuality_queries
from games.services import punctuality
from games.services.matches import MatchTerms, open_match
from games.services.play.decisions import submit_decision

from ..conftest import NOON

ONE = Decision("take", {"number": 1})


def played(deal: Any, *, matches: int, late: int, begun: datetime = NOON) -> datetime:
    """Alice and bob answer after five hours, but for the first `late` questions; return when."""
    now = begun
    for number in range(matches):
        match = deal("pebbles", seats=2, now=now)
        for step in range(9):
            row = match.prompts.get(closed_at=None)
            is_late = number * 9 + step < late
            now = row.deadline_at if is_late else row.opened_at + timedelta(hours=5)
            source, answer = ("clock", None) if is_late else ("email", ONE)
            submit_decision(row.token, answer, source=source, key=f"{step}", now=now)
    return now


def test_the_share_answered_in_time_and_the_usual_time(deal: Any, people: Any) -> None:
    now = played(deal, matches=4, late=0)
    alice = people["alice"].pk
    assert punctuality_queries.compute_reliability([alice], now=now) == {
        alice: punctuality_queries.Reliability(100, timedelta(hours=5))
    }


def test_what_the_clock_answers_counts_against_its_player(deal: Any, people: Any) -> None:
    now = played(deal, matches=4, late=18)
    shares = [
        kept.in_time
        for kept in punctuality_queries.compute_reliability([people["alice"].pk], now=now).values()
    ]
    assert shares and 40 <= shares[0] <= 60


def test_of_newcomers_and_of_long_ago_nothing_is_said(deal: Any, people: Any) -> None:
    now = played(deal, matches=4, late=0)
    assert punctuality_queries.compute_reliability([people["carol"].pk], now=now) == {}
    assert (
        punctuality_queries.compute_reliability([people["alice"].pk], now=now + timedelta(days=400))
        == {}
    )


def test_it_is_shown_before_one_sits_down(deal: Any, people: Any) -> None:
    played(deal, matches=4, late=0, begun=timezone.now() - timedelta(days=30))
    Heartbeat.objects.create(ticked_at=timezone.now())
    tasks.count_punctuality()
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    shown = Client().get(f"/matches/{match.number}/").content.decode()
    assert "answers 100% in time, usually within 5 hours" in shown
    lobby = " ".join(Client().get("/matches/").content.decode().split())
    at = lobby.index("answers 100% in time, usually within 5 hours")
    assert "Alice" in lobby[at - 80 : at], lobby[at - 200 : at]


def test_what_is_kept_is_counted_again_when_an_answer_comes_or_is_a_year_old(
    deal: Any, people: Any
) -> None:
    now = timezone.now()
    Heartbeat.objects.create(ticked_at=now)
    played(deal, matches=3, late=0, begun=now - timedelta(days=30))
    alice, bob, carol = (people[name].pk for name in ("alice", "bob", "carol"))
    seat = Seat.objects.filter(player=alice).latest("match__number")
    SeatHistory.objects.create(seat=seat, player=people["carol"], left_at=now)

    counted = punctuality.update_recent_punctuality(timezone.now())

    assert counted == 3
    assert punctuality_queries.stored_reliability(
        [alice, bob, carol]
    ) == punctuality_queries.compute_reliability([alice, bob, carol], now=now)
    assert punctuality_queries.stored_reliability([alice])[alice].in_time == 100
    Heartbeat.objects.update(counted_until=timezone.now() + punctuality.LATE)
    assert punctuality.update_recent_punctuality(timezone.now() + timedelta(minutes=10)) == 0
    Heartbeat.objects.update(counted_until=timezone.now() + punctuality.LATE)
    played(deal, matches=1, late=9, begun=now)
    assert punctuality.update_recent_punctuality(timezone.now() + timedelta(hours=1)) == 2
    assert punctuality_queries.stored_reliability(
        [alice, bob]
    ) == punctuality_queries.compute_reliability([alice, bob], now=now)
    assert punctuality_queries.stored_reliability([alice])[alice].in_time < 100
    # Nobody has answered for a year.
    assert punctuality.update_recent_punctuality(now + timedelta(days=500)) == 3
    assert not Punctuality.objects.exists()
