"""Leagues that repeat themselves: every format opens its next season, also after one too small."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Entry, League, Player, Season, TeamMember
from games.services.leagues import directing, directors, entries, results, rolling
from games.services.leagues.seasons import run_leagues
from notifications.models import Notification
from tests.conftest import NOON
from tests.emails import email_of
from tests.games.test_leagues import play

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
State = Season.State
FORMATS: dict[str, dict[str, Any]] = {
    "round robin in divisions": {"form": "round_robin", "division_size": 4, "up": 1, "down": 1},
    "Swiss": {"form": "swiss", "division_size": 0, "rounds": 2},
    "knock-out": {"form": "knock_out", "division_size": 0, "third_place": True},
    "cup": {"form": "knock_out", "division_size": 0, "starts_when_full": True, "capacity": 8},
    "ladder": {"form": "ladder", "round_days": 1, "reach": 8},
    "arena": {"form": "arena", "arena_hours": 5},
    "teams": {"form": "round_robin", "division_size": 0, "team_size": 2},
}


def found(**given: Any) -> League:
    few: dict[str, Any] = {"sign_up_days": 1, "check_in_days": 0, "hurries": True}
    asked = {"game": "pebbles", **few, **given}
    return directing.found_league(name="Club", slug="club", given=asked)


@pytest.fixture
def players() -> list[Player]:
    return [
        Player.objects.create_user(
            f"p{n}@example.org", display_name=f"Player {n}", email_verified_at=NOON
        )
        for n in range(8)
    ]


def enter(season: Season, players: list[Player], *, now: datetime) -> None:
    """Let everybody sign up, in pairs where teams enter."""
    size = season.terms["team_size"]
    for n in range(0, len(players), size):
        entry = entries.sign_up(season, players[n], team_name=f"Team {n}", now=now)
        for other in players[n + 1 : n + size]:
            entries.join_team(season, other, team_code=entry.team_code, now=now)


def run_until_over(season: Season, now: datetime) -> datetime:
    """Play a season to its end; return when that was."""
    while season.state not in (State.CLOSED, State.VOID):
        run_leagues(now)
        season.refresh_from_db()
        if season.terms["form"] == "ladder" and season.state == State.RUNNING:
            challenge_the_first(season, now=now)
            run_leagues(now)
        play(now)
        now += HOUR
        season.refresh_from_db()
    return now


def challenge_the_first(season: Season, *, now: datetime) -> None:
    """Let the last of a ladder challenge the highest whom they may."""
    last = season.entries.select_related("player").order_by("seed").last()
    assert last is not None
    for whom in rolling.list_challengeable(season, last.player, now=now)[:1]:
        rolling.challenge(season, last.player, whom.player, now=now)


def order(season: Season) -> list[str]:
    """The names of everybody, by division and place."""
    found = []
    for division in season.divisions.order_by("level", "number"):
        names = {e.seed: e.player.display_name for e in results.list_entrants(division)}
        found += [names[line["seed"]] for line in results.stored_standings(division)]
    return found


def told(season: Season, what: str) -> list[Notification]:
    rows = Notification.objects.filter(kind__startswith="league").select_related("player")
    mine = [row for row in rows if row.data["season"] == str(season.pk)]
    return [row for row in mine if row.data["news"] == what]


@pytest.mark.parametrize("name", FORMATS)
def test_a_league_of_each_format_is_played_again(name: str, players: list[Player]) -> None:
    league = found(**FORMATS[name])
    first = directing.open_season(league, now=NOON)
    enter(first, players, now=NOON)

    over = run_until_over(first, NOON)

    assert first.state == State.CLOSED
    second = league.seasons.get(number=2)
    assert second.state == State.SIGN_UP
    assert {row.player for row in told(second, "opened")} == set(players)
    enter(second, players, now=over)
    begun = second.sign_up_until or over
    run_leagues(begun)
    second.refresh_from_db()
    assert second.state == State.RUNNING and order(second)
    if name == "ladder":
        # Whoever climbed begins where they ended.
        assert order(first)[0] == "Player 7"
        assert order(second) == order(first)
    if name == "teams":
        assert TeamMember.objects.filter(season=second).count() == 8
    run_until_over(second, begun)
    assert second.state == State.CLOSED and league.seasons.count() == 3


def directed(league: League, player: Player) -> None:
    directors.appoint_director(league, player, is_founder=True, now=NOON)


def test_a_season_too_small_is_followed_by_another_but_two_in_a_row_end_it(
    players: list[Player],
) -> None:
    league = found(sign_up_days=7, least_entrants=3, round_days=1)
    founder, *others = players
    directed(league, founder)
    first = directing.open_season(league, now=NOON)
    enter(first, others[:3], now=NOON)
    now = run_until_over(first, NOON)
    second = league.seasons.get(number=2)
    enter(second, [players[5]], now=now)

    now = run_until_over(second, now)

    assert second.state == State.VOID
    third = league.seasons.get(number=3)
    # Who played last, and who would have played now.
    asked = {row.player.display_name for row in told(third, "opened")}
    assert asked == {"Player 1", "Player 2", "Player 3", "Player 5"}
    [to_founder] = told(second, "cancelled")
    assert to_founder.player == founder
    written = email_of(to_founder)
    assert written is not None
    assert "Entrants: 1. The league needs at least 3." in written.text
    assert "The next season is open for sign-up." in written.text
    assert "/leagues/club/manage/" in written.text
    opened = email_of(told(third, "opened")[0])
    assert opened is not None and "The last season had too few players." in opened.text

    now = run_until_over(third, now)

    assert third.state == State.VOID and league.seasons.count() == 3
    last = email_of(told(third, "cancelled")[0])
    assert last is not None and "the next one does not open by itself" in " ".join(
        last.text.split()
    )
    called_off = email_of(told(second, "called_off")[0])
    assert called_off is not None and "Too few players have signed up." in called_off.text

    # A director can go on; what was cancelled before a season that was played counts no more.
    fourth = directing.open_season(league, now=now)
    enter(fourth, others[:3], now=now)
    now = run_until_over(fourth, now)
    fifth = league.seasons.get(number=5)
    run_until_over(fifth, now)
    assert fifth.state == State.VOID and league.seasons.count() == 6


def test_a_season_that_a_director_called_off_counts_as_none_too_small(
    players: list[Player],
) -> None:
    league = found(sign_up_days=7)
    directed(league, players[0])
    first = directing.open_season(league, now=NOON)
    enter(first, players[1:2], now=NOON)
    directing.call_off(first, now=NOON + DAY)
    assert league.seasons.count() == 1 and not told(first, "cancelled")
    written = email_of(told(first, "called_off")[0])
    assert written is not None and "The league’s director has ended it." in written.text

    second = directing.open_season(league, now=NOON + DAY)
    run_until_over(second, NOON + DAY)

    assert league.seasons.count() == 3


def test_a_closed_league_and_one_that_does_not_repeat_itself_open_nothing(
    players: list[Player],
) -> None:
    league = found(goes_on=False)
    directed(league, players[0])
    first = directing.open_season(league, now=NOON)
    enter(first, players[1:2], now=NOON)

    run_until_over(first, NOON)

    assert league.seasons.count() == 1
    written = email_of(told(first, "cancelled")[0])
    assert written is not None and "next" not in written.text.split("http")[0]
    assert Entry.objects.get().state == Entry.State.SIGNED
