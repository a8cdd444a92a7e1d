"""Leagues that run by themselves: signed up for, drawn, seated, adjudicated, closed, promoted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import (
    Entry,
    League,
    Match,
    Prompt,
    Season,
    Status,
)
from games.rules import GAMES
from games.rules.chance import Chance
from games.services import states
from games.services.decisions import submit_decision
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from notifications.models import Notice
from tests.conftest import NOON

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
State = Season.State


@pytest.fixture
def league(db: None) -> Callable[..., League]:
    """A league of pebbles for two, in which everybody plays everybody: league(round_days=5)."""

    def found(**given: Any) -> League:
        few: dict[str, Any] = {"sign_up_days": 7, "check_in_days": 0, "least_entrants": 2}
        return directing.found_league(
            name="Club", slug="club", given={"game": "pebbles", **few, **given}
        )

    return found


def entered(season: Season, people: dict[str, Any], names: str) -> list[Entry]:
    return [entries.sign_up(season, people[name], now=NOON) for name in names.split()]


def at(days: float) -> datetime:
    """Move the season on to so many days after it was opened, and say when that is."""
    now = NOON + days * DAY
    while run_leagues(now):
        if not Season.objects.filter(due__lte=now).exists():
            break
    return now


def play(now: datetime, matches: Any = None) -> None:
    """Let bots answer for everybody until matches are over."""
    running = Match.objects.filter(status=Status.RUNNING) if matches is None else matches
    for match in running:
        while row := Prompt.objects.filter(match=match, closed=None, answered=None).first():
            match.refresh_from_db()
            game, state = GAMES[match.game], states.load(match)
            asked = next(p for p in game.prompts(state) if p.seat == row.seat)
            answer = game.bot(game.view(state, row.seat), asked, Chance(str(row.pk).encode()))
            submit_decision(row.token, answer, source="page", key=str(row.pk), now=now)


def told(what: str) -> list[str]:
    rows = Notice.objects.filter(kind="league", data__news=what)
    return sorted(rows.values_list("player__display_name", flat=True))


def test_a_season_runs_from_sign_up_to_its_end_and_the_next_one_opens(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(), now=NOON)
    entered(season, people, "alice bob carol dave")

    at(6)
    season.refresh_from_db()
    assert season.state == State.SIGN_UP
    for n in range(3):
        play(at(7 + 14 * n))
    at(7 + 14 * 2 + 1)

    season.refresh_from_db()
    assert season.state == State.CLOSED
    (division,) = season.divisions.all()
    table = division.table
    assert table is not None
    assert [row["played"] for row in table] == [3, 3, 3, 3]
    assert sum(int(row["figures"]["points"]) for row in table) == 6
    assert Match.objects.count() == 6
    assert told("begins") == told("closed") == ["Alice", "Bob", "Carol", "Dave"]
    following = Season.objects.get(number=2)
    assert (following.state, following.league) == (State.SIGN_UP, season.league)
    assert told("opened") == ["Alice", "Bob", "Carol", "Dave"]
