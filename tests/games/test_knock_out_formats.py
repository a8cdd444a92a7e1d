"""Groups that come before a knock-out, and double elimination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Entry, Pairing, PairingSeat, Player, Season
from games.services.leagues import directing, entries, group_stages, results, terms
from games.services.leagues.directing import CannotDirect
from games.services.leagues.seasons import run_leagues

pytestmark = pytest.mark.django_db
# Seeds of a table -> their places.
Decide = Callable[[list[int]], list[int]]


def start(size: int, **values: Any) -> Season:
    """Start a season of so many players."""
    now = timezone.now() - timedelta(minutes=5)
    values = {
        **{"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2},
        **{"hurries": True, "goes_on": False, "round_days": 1, "division_size": 0},
        **values,
    }
    league = directing.found_league(name="Club", slug="club", values=values)
    season = directing.open_season(league, now=now)
    for n in range(size):
        player = Player.objects.create_user(
            f"p{n}@example.org", display_name=f"Player {n}", email_verified_at=now
        )
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    season.refresh_from_db()
    return season


def best_seed_wins(seeds: list[int]) -> list[int]:
    return [1 + sum(other < mine for other in seeds) for mine in seeds]


def all_level(seeds: list[int]) -> list[int]:
    return [1 for _seed in seeds]


def play_round(season: Season, step: int, decide: Decide = best_seed_wins) -> None:
    rows = Pairing.objects.filter(round__division__season=season, settled_at=None)
    for pairing in rows.exclude(match=None):
        seeds = [seat.entry.seed or 0 for seat in pairing.seats.all()]
        directing.decide_pairing(pairing, places=decide(seeds), why="x")
    run_leagues(timezone.now() + timedelta(minutes=step))
    season.refresh_from_db()


def play_to_the_end(season: Season, decide: Decide = best_seed_wins, first: int = 1) -> None:
    for step in range(first, first + 30):
        if season.state != Season.State.RUNNING:
            return
        play_round(season, step, decide)
    raise AssertionError("The season does not end.")


def play_groups(season: Season, decide: Decide = best_seed_wins) -> int:
    """Play until a round after those of the groups is drawn; return the number of the next step."""
    rounds = season.divisions.get().rounds
    before = rounds.count()
    for step in range(1, 20):
        play_round(season, step, decide)
        if rounds.count() > before:
            return step + 1
    raise AssertionError("The groups do not end.")


def list_losses(season: Season) -> Counter[int]:
    """Seed -> matches lost."""
    tables = results.list_tables(season.divisions.get())
    return Counter(
        seed
        for row in tables
        if row.result is not None
        for seed, place in zip(row.result.table, row.result.places, strict=True)
        if place > 1
    )


def list_places(season: Season) -> dict[int, int]:
    """Seed -> place in the standings."""
    return {
        line["seed"]: line["place"] for line in results.stored_standings(season.divisions.get())
    }


@pytest.mark.parametrize("size", [3, 6, 8])
def test_in_double_elimination_two_losses_knock_out(size: int) -> None:
    season = start(size, form="double_elimination")

    play_to_the_end(season)

    assert list_losses(season) == dict.fromkeys(range(1, size), 2)
    places = list_places(season)
    assert [seed for seed, place in places.items() if place == 1] == [0]


def test_a_final_that_the_unbeaten_lose_is_played_once_more() -> None:
    season = start(4, form="double_elimination")
    for step in range(1, 4):
        play_round(season, step)
    # In the final the one who has lost before wins, and once more.
    play_to_the_end(season, lambda seeds: best_seed_wins([-seed for seed in seeds]), first=4)

    assert list_losses(season)[0] == 2
    places = list_places(season)
    assert sorted(places.values())[:2] == [1, 2] and places[0] == 2
    page = Client().get("/leagues/club/1/1.1/").content.decode()
    assert "Winners’ bracket" in page and "Losers’ bracket" in page
    assert page.count("<h3>Final</h3>") == 2


def test_the_best_of_each_group_meet_the_others_in_the_knock_out() -> None:
    season = start(8, form="groups", rounds_at_once=3)
    division = season.divisions.get()
    first_rounds = division.rounds.count()

    step = play_groups(season)
    tables = [row for row in results.list_tables(division) if not row.is_group]
    page = Client().get("/leagues/club/1/1.1/").content.decode()
    play_to_the_end(season, first=step)

    assert first_rounds == 3
    # Groups of seeds 0, 3, 4, 7 and 1, 2, 5, 6: two of each, and nobody meets their own group.
    assert {frozenset(row.table) for row in tables} == {frozenset({0, 2}), frozenset({1, 3})}
    assert "Group 2" in page and "Semi-finals" in page and "advances" in page
    places = list_places(season)
    assert [places[seed] for seed in range(4)] == [1, 2, 3, 3]


def test_a_tie_in_a_group_is_decided_by_the_rule_and_told() -> None:
    season = start(6, form="groups", group_size=3, group_through=1, tie_breaks=["wins"])
    step = play_groups(season, all_level)

    page = Client().get("/leagues/club/1/1.1/").content.decode()
    advancing = [row for row in results.list_tables(season.divisions.get()) if not row.is_group]
    play_to_the_end(season, first=step)

    assert "The last place of group 1 that advances: level were" in page
    assert [len(row.table) for row in advancing] == [2]
    assert sorted(list_places(season).values())[:2] == [1, 2]


def test_play_offs_of_a_group_count_for_nothing_else() -> None:
    season = start(
        6, form="groups", group_size=3, group_through=1, tie_breaks=["wins"], ties="play_off"
    )
    step = play_groups(season, all_level)
    division = season.divisions.get()
    play_offs = Pairing.objects.filter(round__division=division, is_play_off=True).count()

    play_to_the_end(season, first=step)

    assert play_offs == 6
    assert all("play_off" not in line["figures"] for line in results.stored_standings(division))
    assert sorted(list_places(season).values())[:3] == [1, 2, 3]


@pytest.mark.parametrize("form", ["knock_out", "double_elimination"])
def test_who_would_have_met_somebody_that_left_wins_alone(form: str) -> None:
    season = start(2 if form == "double_elimination" else 4, form=form)
    if form == "knock_out":
        for pairing in Pairing.objects.filter(match__isnull=False):
            seeds = [seat.entry.seed or 0 for seat in pairing.seats.all()]
            directing.decide_pairing(pairing, places=best_seed_wins(seeds), why="x")
    else:
        play_round(season, 1)
    # Both have come equally far until then.
    leaver = Entry.objects.get(season=season, seed=0)
    entries.leave_season(season, leaver.player)

    play_to_the_end(season, first=2)

    places = list_places(season)
    assert places[1] == 1 and list(places.values()).count(1) == 1


def test_nobody_is_exchanged_into_another_group() -> None:
    season = start(8, form="groups", notification_hours=48)
    row = season.divisions.get().rounds.get(number=1)
    seats = list(PairingSeat.objects.filter(pairing__round=row).order_by("entry__seed"))

    with pytest.raises(CannotDirect):
        directing.exchange_entrants(seats[0], seats[1])
    directing.exchange_entrants(seats[0], seats[3])

    tables = results.list_tables(season.divisions.get())
    league_terms = terms.terms_from_row(season)
    assert len(group_stages.list_groups(season.divisions.get(), tables, league_terms)) == 2
