"""Leagues that run by themselves: signed up for, drawn, seated, adjudicated, closed, promoted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.engine.chance import Chance
from games.models import (
    Entry,
    League,
    Match,
    Pairing,
    Player,
    Prompt,
    RatingStep,
    Season,
    Status,
)
from games.queries import states
from games.services import resigning
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.leagues.terms import BadTerms
from games.services.play.decisions import submit_decision
from games.services.ratings import rate_finished
from games.titles import GAMES
from notifications.models import Notification
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
            name="Club", slug="club", values={"game": "pebbles", **few, **given}
        )

    return found


def entered(season: Season, people: dict[str, Any], names: str) -> list[Entry]:
    return [entries.sign_up(season, people[name], now=NOON) for name in names.split()]


def at(days: float) -> datetime:
    """Move the season on to so many days after it was opened, and say when that is."""
    now = NOON + days * DAY
    while run_leagues(now):
        if not Season.objects.filter(due_at__lte=now).exists():
            break
    return now


def play(now: datetime, matches: Any = None) -> None:
    """Let bots answer for everybody until matches are over."""
    running = Match.objects.filter(status=Status.RUNNING) if matches is None else matches
    for match in running:
        while row := Prompt.objects.filter(match=match, closed_at=None, answered_at=None).first():
            match.refresh_from_db()
            game, state = GAMES[match.game], states.load_state(match)
            asked = next(p for p in game.list_prompts(state) if p.seat == row.seat)
            answer = game.bot.choose_decision(
                game.build_view(state, row.seat), asked, Chance(str(row.pk).encode())
            )
            submit_decision(row.token, answer, source="page", key=str(row.pk), now=now)


def told(what: str) -> list[str]:
    rows = Notification.objects.filter(kind__startswith="league").select_related("player")
    return sorted(row.player.display_name for row in rows if row.data["news"] == what)


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


def test_reserves_move_up_for_who_does_not_check_in_and_for_who_leaves(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(check_in_days=2, capacity=2), now=NOON)
    entered(season, people, "alice bob carol dave")
    at(7)
    assert told("check_in") == ["Alice", "Bob"]

    entries.check_in(season, people["alice"], now=NOON + 8 * DAY)
    at(9)

    rows = season.entries.select_related("player")
    assert {row.player.display_name: row.state for row in rows} == {
        "Alice": "playing",
        "Bob": "missed",
        "Carol": "playing",
        "Dave": "reserve",
    }
    assert told("missed") == ["Bob"] and told("moved_up") == ["Carol"]
    entries.withdraw_entry(season, people["alice"], now=NOON + 9 * DAY)
    dave = season.entries.get(player=people["dave"])
    assert (dave.state, dave.seed) == ("playing", season.entries.get(state="left").seed)
    with pytest.raises(entries.CannotEnter):
        entries.sign_up(season, people["alice"], now=NOON + 9 * DAY)


def test_who_leaves_without_a_reserve_loses_what_was_drawn_and_plays_on_what_runs(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(), now=NOON)
    entered(season, people, "alice bob carol")
    at(7)
    running = Match.objects.filter(seats__player=people["alice"], status=Status.RUNNING)
    was_playing = running.count()

    entries.withdraw_entry(season, people["alice"], now=NOON + 7 * DAY)
    for n in range(4):
        play(at(7 + 14 * n))

    assert Match.objects.filter(seats__player=people["alice"]).count() == was_playing
    won = Pairing.objects.filter(how=Pairing.How.WALKOVER)
    assert won.count() == 2 - was_playing
    for pairing in won:
        chairs = pairing.seats.order_by("number")
        assert [chair.away for chair in chairs] == [place == 2 for place in pairing.places or []]


def test_a_match_that_outlasts_its_round_is_decided_by_rule_once(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(round_days=8, pace="week"), now=NOON)
    entered(season, people, "alice bob")
    at(7)
    match = Match.objects.get()
    asked = match.prompts.get(closed_at=None).seat
    at(14)
    assert told("warned") == ["Alice", "Bob"]

    at(15.5)
    at(15.5)

    pairing = Pairing.objects.get()
    assert (pairing.how, (pairing.places or [])[asked]) == (Pairing.How.LATE, 2)
    assert told("adjudicated") == told("closed") == ["Alice", "Bob"]
    match.refresh_from_db()
    assert match.status == Status.RUNNING
    season.refresh_from_db()
    assert season.state == State.CLOSED


def test_a_cup_starts_when_it_is_full_and_is_played_to_its_final(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    once = {"starts_when_full": True, "capacity": 4, "hurries": True, "goes_on": False}
    cup = league(form="knock_out", third_place=True, **once)
    season = directing.open_season(cup, now=NOON)
    entered(season, people, "alice bob carol")
    at(20)
    assert Season.objects.get().state == State.SIGN_UP

    entries.sign_up(season, people["dave"], now=NOON + 20 * DAY)
    for hour in range(4):
        play(at(20 + hour / 24))

    season = Season.objects.get()
    assert season.state == State.CLOSED and Match.objects.count() == 4
    table = season.divisions.get().table or []
    final, third = Pairing.objects.filter(round__number=2).order_by("number")
    assert (final.is_third_place, third.is_third_place) == (False, True)
    assert final.match is not None and third.match is not None
    best = [season.entries.get(pk=row["entry"]).player for row in table]
    assert best == [
        match.seats.get(place=place).player
        for match in (final.match, third.match)
        for place in (1, 2)
    ]
    assert [row["place"] for row in table] == [1, 2, 3, 4]


def test_a_cup_that_goes_on_opens_again_when_it_is_over(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    cup = league(form="knock_out", starts_when_full=True, capacity=2, hurries=True)
    season = directing.open_season(cup, now=NOON)
    entered(season, people, "alice bob")
    for hour in range(3):
        play(at(hour / 24))

    again = Season.objects.get(number=2)
    assert (again.state, again.sign_up_until, again.starts_at) == (State.SIGN_UP, None, None)
    assert told("opened") == ["Alice", "Bob"]
    entered(again, people, "carol dave")
    at(1)
    again.refresh_from_db()
    assert again.state == State.RUNNING


def test_swiss_rounds_follow_the_standings_and_too_many_matches_wait(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(form="swiss", most_at_once=1), now=NOON)
    entered(season, people, "alice bob carol dave")

    at(7)
    first = Match.objects.count()
    play(at(8))
    at(21)
    play(at(22))
    at(36)

    season.refresh_from_db()
    assert (first, season.state) == (2, State.CLOSED)
    table = season.divisions.get().table or []
    assert [row["figures"]["points"] for row in table] == ["2", "1", "1", "0"]


def test_a_season_for_which_too_few_sign_up_is_called_off(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(least_entrants=3, goes_on=False), now=NOON)
    entered(season, people, "alice bob")

    at(7)

    season.refresh_from_db()
    assert (season.state, told("called_off")) == (State.VOID, ["Alice", "Bob"])
    assert run_leagues(NOON + 99 * DAY) == 0


def test_a_director_edits_a_round_before_it_is_seated_and_not_after(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(), now=NOON)
    entered(season, people, "alice bob carol dave")
    at(7)
    second = Pairing.objects.filter(round__number=2).order_by("number")
    one, two = (pairing.seats.get(number=0) for pairing in second)
    seated = Pairing.objects.filter(round__number=1)[0].seats.all()

    directing.exchange_entrants(one, two)

    assert [p.seats.get(number=0).entry for p in second] == [two.entry, one.entry]
    with pytest.raises(directing.CannotDirect, match="meanwhile"):
        directing.exchange_entrants(one, two)
    with pytest.raises(directing.CannotDirect):
        directing.exchange_entrants(seated[0], seated[1])
    with pytest.raises(directing.CannotDirect):
        directing.exchange_entrants(second[0].seats.all()[0], seated[0])


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 9}, "seats"),
        ({"form": "knock_out", "through": 2}, "through"),
        ({"tie_breaks": ["luck"]}, "tie_breaks"),
        ({"by_place": {"2": [1]}}, "by_place"),
        ({"pace": "never"}, "pace"),
        ({"starts_when_full": True}, "capacity"),
        ({"sign_up": 3}, "sign_up"),
    ],
)
def test_terms_that_cannot_be_are_refused_by_name(
    league: Callable[..., League], given: dict[str, Any], name: str
) -> None:
    with pytest.raises(BadTerms) as refused:
        league(**given)

    assert name in str(refused.value)
    assert not League.objects.exists()


def test_who_is_not_strong_enough_or_has_no_address_cannot_enter(
    league: Callable[..., League], people: dict[str, Any]
) -> None:
    season = directing.open_season(league(least_rating=1600), now=NOON)
    Player.objects.filter(pk=people["bob"].pk).update(email_verified_at=None)
    people["bob"].refresh_from_db()

    for name in ("alice", "bob"):
        with pytest.raises(entries.CannotEnter):
            entries.sign_up(season, people[name], now=NOON)
    assert not season.entries.exists()


def test_a_substitute_gains_and_a_leaver_loses_by_a_seat(people: dict[str, Any], deal: Any) -> None:
    match = deal("pebbles", seats=2)
    resigning.resign_seat(match, people["alice"], now=NOON)
    play(NOON)
    match.refresh_from_db()
    match.seats.filter(number=0).update(place=1)
    match.seats.filter(number=1).update(place=2)

    rate_finished(NOON)

    steps = {step.player.display_name: step for step in RatingStep.objects.all()}
    assert (steps["Alice"].part, steps["Alice"].mean) == (RatingStep.Part.LEAVER, 25)
    assert steps["Bob"].mean < 25
    assert set(steps) == {"Alice", "Bob"}
