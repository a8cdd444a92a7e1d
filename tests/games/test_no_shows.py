"""What a league does about players who miss turns, and about those who never came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues.terms import Terms, find_invalid_term
from games.models import Entry, Match, Pairing, Player, Season, Seat
from games.services.leagues import directing, directors, entries, results, rolling
from games.services.leagues.seasons import run_leagues
from games.services.play.deadlines import expire_deadlines
from games.services.resigning import resign_seat

from .reading import text_of
from .test_directing_pages import emails_about

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Club = Callable[..., Season]


@pytest.fixture
def club(people: dict[str, Player]) -> Club:
    """A running season of alice and bob, which dave directs: club(missed_turns=2)."""

    def club(*names: str, **given: Any) -> Season:
        now = timezone.now()
        terms = {
            **{"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2},
            **{"pace": "live", **given},
        }
        league = directing.found_league(name="Club", slug="club", values=terms)
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in names or ("alice", "bob"):
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        return Season.objects.get(pk=season.pk)

    return club


def miss_turns(players: int = 2) -> Seat:
    """Let time pass until one or both players have missed a turn; return the first who has."""
    now = timezone.now()
    for _ in range(players):
        now += 2 * HOUR
        expire_deadlines(now)
    # The moves are of now, whatever time passed for the deadlines.
    run_leagues(timezone.now() + timedelta(minutes=2))
    match = Match.objects.get()
    first = match.moves.filter(source="clock").order_by("ply")[0]
    return match.seats.select_related("player").get(number=first.seat)


def absent(season: Season) -> set[str]:
    rows = Pairing.objects.get().seats.filter(no_show_at__isnull=False)
    return {seat.entry.player.display_name for seat in rows}


def test_nothing_happens_without_such_a_rule(club: Club) -> None:
    season = club()

    miss_turns()

    assert not absent(season) and not emails_about("no_show")


def test_those_who_miss_turns_are_warned_once_and_their_directors_told(
    club: Club, as_: Callable[[str], Client]
) -> None:
    season = club(missed_turns=1)

    miss_turns()
    run_leagues(timezone.now() + timedelta(minutes=4))

    assert absent(season) == {"Alice", "Bob"}
    assert "You have missed 1 turn in Pebbles #" in emails_about("no_show")[0].text
    assert "the player and the league’s directors get an e-mail" in " ".join(
        emails_about("no_show")[0].text.split()
    )
    assert len(emails_about("no_show")) == len(emails_about("absent")) == 2
    told = " ".join(emails_about("absent")[0].text.split())
    assert "has missed too many turns. The league’s rule: " in told
    page = text_of(as_("dave").get("/leagues/club/manage/"))
    assert "Players who have missed too many turns" in page
    assert "After 1 missed turn in a match: " in text_of(Client().get("/leagues/club/1/"))
    assert Pairing.objects.get().settled_at is None


def test_a_house_bot_plays_until_the_player_is_back(club: Club) -> None:
    club(missed_turns=1, no_show="bot")

    miss_turns()

    assert Match.objects.get().seats.exclude(bot_took_over_at=None).count() == 2
    assert Match.objects.get().prompts.filter(closed_at=None, awaits_bot=True).exists()


@pytest.mark.parametrize(("rule", "state"), [("walkover", "playing"), ("out", "left")])
def test_the_opponent_wins_the_table(club: Club, rule: str, state: str) -> None:
    season = club(missed_turns=1, no_show=rule, substitutes="counts")

    late = miss_turns(1)

    pairing = Pairing.objects.get()
    assert pairing.how == Pairing.How.WALKOVER
    places = {
        seat.entry.player_id: place
        for seat, place in zip(pairing.seats.all(), pairing.places or [], strict=True)
    }
    assert places[late.player_id] == 2
    mine = season.entries.get(player=late.player)
    assert mine.state == state
    division = season.divisions.get()
    assert results.stored_standings(division)[-1]["entry"] == str(mine.pk)
    assert absent(season) == {late.player.display_name}


def test_a_table_at_which_nobody_plays_counts_for_nobody(club: Club) -> None:
    season = club(missed_turns=1, no_show="out")

    miss_turns()

    assert Pairing.objects.get().how == Pairing.How.VOID
    assert not season.entries.exclude(state=Entry.State.LEFT).exists()


def test_who_never_answered_leaves_when_the_match_is_over(
    club: Club, people: dict[str, Player]
) -> None:
    season = club("alice", "bob", "carol", ejects_absent=True)
    now = timezone.now()
    expire_deadlines(now + 2 * HOUR)
    match = Match.objects.get()
    late = match.moves.get(source="clock")
    pairing = Pairing.objects.get(match=match)
    other = match.seats.exclude(number=late.seat).get()
    resign_seat(match, other.player)
    directing.decide_pairing(pairing, places=[1, 2], why="x", now=now + 3 * HOUR)
    Pairing.objects.filter(pk=pairing.pk).update(settled_at=None)

    run_leagues(now + 3 * HOUR)
    Pairing.objects.filter(pk=pairing.pk).update(settled_at=now + 4 * HOUR)
    run_leagues(now + 4 * HOUR)

    gone = season.entries.filter(state=Entry.State.LEFT)
    assert [entry.player_id for entry in gone] == [match.seats.get(number=late.seat).player_id]
    assert len(emails_about("ejected")) == 1
    told = " ".join(emails_about("absent")[0].text.split())
    assert "has never answered, and has left the season" in told


@pytest.mark.parametrize(("minutes", "begins"), [(110, False), (130, True)])
def test_no_match_of_an_arena_begins_that_outlasts_it(
    club: Club, minutes: int, begins: bool
) -> None:
    """Two clocks of an hour do not fit into less than two hours."""
    season = club("alice", "bob", form="arena", arena_hours=5)
    pairing = Pairing.objects.get()
    directing.decide_pairing(pairing, places=[1, 2], why="x")
    row = season.divisions.get().rounds.get()

    run_leagues(row.ends_at - timedelta(minutes=minutes))

    assert (Pairing.objects.count() > 1) == begins


def test_an_arena_with_a_long_pace_pairs_until_its_end() -> None:
    arena = Terms("pebbles", form="arena", arena_hours=48)

    assert rolling.time_of_match(arena) == timedelta()


def test_teams_have_no_such_rules() -> None:
    teams = Terms("pebbles", team_size=2)

    assert find_invalid_term(teams) is None
    for term in ({"missed_turns": 1}, {"ejects_absent": True}):
        assert find_invalid_term(Terms("pebbles", team_size=2, **term)) == next(iter(term))
