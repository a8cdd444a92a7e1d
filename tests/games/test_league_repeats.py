"""Leagues that repeat themselves: every format opens its next season, also after one too small."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
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
    return directing.found_league(name="Club", slug="club", values=asked)


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


@pytest.mark.sampled(6)
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
        # Whoever climbed begins where they ended. The last has played the first; either may win.
        assert order(first)[0] in ("Player 0", "Player 7")
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


# From Friday, 20:00 in Paris, to Sunday.
FRIDAY = datetime(2026, 10, 16, 18, tzinfo=UTC)
LATE = timedelta(minutes=20)


def weekend(players: list[Player], zone: str = "Europe/Paris", **given: Any) -> League:
    """An arena of 48 hours, whose founder lives in this zone."""
    asked = {"form": "arena", "arena_hours": 48, "sign_up_days": 5, "least_entrants": 2}
    league = found(**asked, **given)
    Player.objects.filter(pk=players[0].pk).update(zone=zone)
    directed(league, players[0])
    return league


@pytest.mark.parametrize(
    ("zone", "second", "third"),
    # The clocks of Paris go back on 25 October: 20:00 there is 19:00 then.
    [("Europe/Paris", 7 * DAY, 14 * DAY + HOUR), ("UTC", 7 * DAY, 14 * DAY)],
)
def test_an_arena_is_held_every_weekend_at_the_same_hour_of_its_founder(
    players: list[Player], zone: str, second: timedelta, third: timedelta
) -> None:
    league = weekend(players, zone)
    season = directing.open_season(league, starts_at=FRIDAY, now=FRIDAY - 3 * DAY)
    assert (season.starts_at, season.sign_up_until) == (FRIDAY, FRIDAY)

    for number, begins in enumerate((timedelta(), second, third), start=1):
        season = league.seasons.get(number=number)
        assert season.starts_at == FRIDAY + begins
        enter(season, players[:2], now=season.opened_at)
        # Nobody plays before, and the clock is always late.
        run_leagues(season.starts_at - LATE)
        assert not season.divisions.exists()
        run_leagues(season.starts_at + LATE)
        season.refresh_from_db()
        assert (season.state, season.starts_at) == (State.RUNNING, FRIDAY + begins)
        run_leagues(season.starts_at + 2 * DAY + 3 * LATE)
        season.refresh_from_db()
        assert season.state == State.CLOSED


def test_an_arena_waits_for_the_weekend_that_leaves_time_for_sign_up(
    players: list[Player],
) -> None:
    """Also if nobody comes, or the clock stood still for a month."""
    league = weekend(players, check_in_days=1)
    first = directing.open_season(league, starts_at=FRIDAY, now=FRIDAY - 3 * DAY)
    assert first.sign_up_until == FRIDAY - DAY
    run_leagues(FRIDAY - DAY)
    run_leagues(FRIDAY)

    second = league.seasons.get(number=2)
    assert second.starts_at == FRIDAY + 7 * DAY
    enter(second, players[:2], now=FRIDAY)
    second.refresh_from_db()
    run_leagues(FRIDAY + 6 * DAY)
    for player in players[:2]:
        entries.check_in(second, player, now=FRIDAY + 6 * DAY)
    run_leagues(FRIDAY + 7 * DAY)
    run_leagues(FRIDAY + 9 * DAY)
    # Five days of sign-up and one of check-in end on a Saturday.
    third = league.seasons.get(number=3)
    assert third.starts_at == FRIDAY + 21 * DAY + HOUR
    month = third.starts_at + 30 * DAY
    while third.state != State.VOID:
        run_leagues(month)
        third.refresh_from_db()
    fourth = league.seasons.get(number=4)
    assert fourth.starts_at is not None and fourth.starts_at > month
    assert (fourth.starts_at - third.starts_at) % (7 * DAY) == timedelta()


def test_a_start_too_soon_or_too_late_or_of_a_cup_that_waits_is_refused(
    players: list[Player],
) -> None:
    league = weekend(players, check_in_days=2)
    for starts_at, said in (
        (FRIDAY + 2 * DAY, "later start"),
        (FRIDAY - DAY, "later start"),
        (FRIDAY + 366 * DAY, "365 days"),
    ):
        with pytest.raises(directing.CannotDirect, match=said):
            directing.open_season(league, starts_at=starts_at, now=FRIDAY)
    League.objects.update(is_player_made=True)
    with pytest.raises(directing.CannotDirect, match="60 days"):
        directing.open_season(league, starts_at=FRIDAY + 61 * DAY, now=FRIDAY)
    League.objects.update(is_player_made=False)
    directing.change_league(league, values={"starts_when_full": True, "capacity": 4})
    with pytest.raises(directing.CannotDirect, match="when it is full"):
        directing.open_season(league, starts_at=FRIDAY + 3 * DAY, now=FRIDAY)
    assert not Season.objects.exists()
