"""Seasons without a draw: ladders with challenges, and arenas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Entry, Match, Pairing, PairingSeat, Player, Season
from games.services import tokens
from games.services.leagues import directing, entries, results, rolling
from games.services.leagues.seasons import run_leagues
from games.services.leagues.terms import BadTerms
from tests.games.test_leagues import play

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Make = Callable[..., Season]


@pytest.fixture
def begin(people: dict[str, Player]) -> Make:
    """A running season of alice, bob, carol and dave, in this order: begin("ladder")."""

    def made(form: str, names: str = "alice bob carol dave", **given: Any) -> Season:
        now = timezone.now() - HOUR
        terms = {"game": "pebbles", "form": form, "sign_up_days": 0, "check_in_days": 0} | given
        league = directing.found_league(name="Club", slug="club", values=terms)
        season = directing.open_season(league, now=now)
        for name in names.split():
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        season.refresh_from_db()
        assert season.state == Season.State.RUNNING
        return season

    return made


def order(season: Season) -> list[str]:
    division = season.divisions.get()
    names = {e.seed: e.player.display_name for e in results.list_entrants(division)}
    return [names[line["seed"]] for line in results.stored_standings(division)]


def challengeable(season: Season, player: Player) -> list[str]:
    rows = rolling.list_challengeable(season, player, now=timezone.now())
    return [row.player.display_name for row in rows]


def test_who_beats_somebody_higher_takes_their_rung(begin: Make, people: dict[str, Player]) -> None:
    season = begin("ladder", reach=2)
    assert order(season) == ["Alice", "Bob", "Carol", "Dave"]
    assert challengeable(season, people["dave"]) == ["Bob", "Carol"]
    assert challengeable(season, people["alice"]) == []

    rolling.challenge(season, people["dave"], people["bob"], now=timezone.now())

    assert challengeable(season, people["dave"]) == []
    assert challengeable(season, people["carol"]) == ["Alice"]
    run_leagues(timezone.now())
    pairing = Pairing.objects.get()
    assert pairing.match is not None
    seats = [seat.entry.player.display_name for seat in pairing.seats.all()]
    places = [1, 2] if seats[0] == "Dave" else [2, 1]
    directing.decide_pairing(pairing, places=places, why="x", now=timezone.now())
    assert order(season) == ["Alice", "Dave", "Bob", "Carol"]
    # Not twice in a row against the same player, and not by who was beaten just now.
    assert challengeable(season, people["bob"]) == ["Alice"]


def test_who_loses_a_challenge_stays_and_a_challenge_out_of_reach_is_refused(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("ladder", reach=1)
    for whom in ("alice", "dave"):
        with pytest.raises(rolling.CannotChallenge):
            rolling.challenge(season, people["dave"], people[whom], now=timezone.now())
    assert not Pairing.objects.exists()

    pairing = rolling.challenge(season, people["dave"], people["carol"], now=timezone.now())
    seats = [seat.entry.player.display_name for seat in pairing.seats.all()]
    places = [2, 1] if seats[0] == "Dave" else [1, 2]
    directing.decide_pairing(pairing, places=places, why="x", now=timezone.now())

    assert order(season) == ["Alice", "Bob", "Carol", "Dave"]


def test_newcomers_begin_at_the_bottom_while_the_ladder_runs(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("ladder", "alice bob carol", least_entrants=3)

    entry = entries.sign_up(season, people["dave"])
    run_leagues(timezone.now())

    assert entry.state == Entry.State.PLAYING
    assert order(season) == ["Alice", "Bob", "Carol", "Dave"]
    entries.withdraw_entry(season, people["dave"])
    assert entries.sign_up(season, people["dave"]).seed == entry.seed


def test_a_full_ladder_has_a_reserve_list_from_which_players_join(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("ladder", "alice bob carol", least_entrants=3, capacity=3)
    assert entries.sign_up(season, people["dave"]).state == Entry.State.RESERVE

    entries.withdraw_entry(season, people["bob"])

    dave = season.entries.get(player=people["dave"])
    assert (dave.state, dave.seed, dave.instead_of) == (Entry.State.PLAYING, 3, None)


def test_a_ladder_closes_at_its_end_and_not_before(begin: Make, people: dict[str, Player]) -> None:
    season = begin("ladder", round_days=10)
    now = timezone.now()

    run_leagues(now + timedelta(days=9))
    assert Season.objects.get(pk=season.pk).state == Season.State.RUNNING
    run_leagues(now + timedelta(days=11))

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    with pytest.raises(rolling.CannotChallenge):
        rolling.challenge(season, people["dave"], people["carol"], now=now + timedelta(days=11))
    assert Season.objects.count() == 2


def test_an_arena_pairs_whoever_is_free_again_and_ends_in_time(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("arena", arena_hours=5)
    now = timezone.now()
    run_leagues(now)
    assert Match.objects.count() == 2
    first = {frozenset(s.entry.seed for s in p.seats.all()) for p in Pairing.objects.all()}

    play(now)
    run_leagues(now + timedelta(minutes=1))
    run_leagues(now + timedelta(minutes=2))

    assert Match.objects.count() == 4
    rows = Pairing.objects.filter(settled_at=None)
    second = {frozenset(s.entry.seed for s in p.seats.all()) for p in rows}
    assert not first & second
    run_leagues(now + 5 * HOUR)
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert {p.how for p in Pairing.objects.all()} == {Pairing.How.PLAYED, Pairing.How.LATE}


def test_a_player_joins_an_arena_while_it_runs(begin: Make, people: dict[str, Player]) -> None:
    season = begin("arena", "alice bob carol", least_entrants=3)
    run_leagues(timezone.now())
    assert Match.objects.count() == 1

    entries.sign_up(season, people["dave"])
    run_leagues(timezone.now())

    assert Match.objects.count() == 2


def test_entry_by_time_zone(people: dict[str, Player]) -> None:
    terms = {"game": "pebbles", "zones": ["Europe", "America/Lima"]}
    league = directing.found_league(name="Club", slug="club", values=terms)
    season = directing.open_season(league)
    alice = people["alice"]
    for zone, may in {"Europe/Rome": True, "America/Lima": True, "Asia/Tokyo": False}.items():
        alice.zone = zone
        alice.save()
        season.entries.all().delete()
        if may:
            assert entries.sign_up(season, alice).state == Entry.State.SIGNED
        else:
            with pytest.raises(entries.CannotEnter, match="Europe, America/Lima; yours is Asia"):
                entries.sign_up(season, alice)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"form": "ladder", "seats": 3}, "seats"),
        ({"form": "ladder", "reach": 0}, "reach"),
        ({"form": "arena", "arena_hours": 0}, "arena_hours"),
        ({"zones": ["Atlantis"]}, "zones"),
    ],
)
def test_terms_that_do_not_fit_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(BadTerms) as refused:
        directing.found_league(name="Club", slug="club", values={"game": "pebbles", **given})
    assert refused.value.facts["name"] == name


WHO = {"anonymous": (302, 401), "stranger": (303, 422), "alice": (303, 422), "dave": (303, 201)}


@pytest.mark.parametrize("who", WHO)
def test_challenges_by_page_and_api_for_each_role(
    begin: Make, people: dict[str, Player], who: str
) -> None:
    """Only who is on the ladder, and in reach, gets a match; others get a clear answer."""
    season = begin("ladder", "alice bob dave", least_entrants=3)
    player = people.get(who) or (people["carol"] if who == "stranger" else None)
    bob = season.entries.get(player=people["bob"])
    by_page, by_api = WHO[who]
    client, headers = Client(), {}
    if player is not None:
        client.force_login(player)
        headers["Authorization"] = (
            f"Bearer {tokens.make_token(player, name='x', scopes=['play'])[1]}"
        )
    shown = client.get("/leagues/club/1/").content.decode()
    assert (f'value="{bob.pk}"' in shown) == (who == "dave")

    path = "/api/v1/leagues/club/1/challenges/"
    listed = Client().get(path, headers=headers)
    answer = Client().post(
        path,
        json.dumps({"player": str(bob.player_id)}),
        content_type="application/json",
        headers=headers,
    )
    made = Pairing.objects.count()
    Pairing.objects.all().delete()
    page = client.post("/leagues/club/1/challenge/", {"entry": bob.pk})

    assert (page.status_code, answer.status_code) == (by_page, by_api)
    assert made == Pairing.objects.count() == int(who == "dave")
    if listed.status_code == 200:
        names = ["Alice", "Bob"] if who == "dave" else []
        assert [one["name"] for one in listed.json()["results"]] == names
    if player is not None:
        assert client.post("/leagues/club/1/challenge/", {"entry": "x"}).status_code == 404


@pytest.mark.sampled(3)
@pytest.mark.parametrize("many", [3, 4, 5, 7, 8])
def test_players_of_the_same_speed_play_equally_often_in_an_arena(
    begin: Make, people: dict[str, Player], many: int
) -> None:
    """Until now the first played for the whole evening, and the last waited."""
    season = begin("arena", "alice bob carol", arena_hours=9, least_entrants=2)
    start = season.starts_at
    assert start is not None
    for n in range(3, many):
        player = Player.objects.create_user(
            f"p{n}@example.org", display_name=f"Player {n}", email_verified_at=start
        )
        entries.sign_up(season, player, now=start)
    began: dict[Any, datetime] = {}

    for minute in range(0, 240, 4):
        now = start + timedelta(minutes=minute)
        for pairing in Pairing.objects.filter(settled_at=None):
            # Each match takes twenty minutes; the pairs of the first ones begin at other times.
            if now - began.setdefault(pairing.pk, now) >= timedelta(minutes=20):
                results.settle_pairing(pairing, Pairing.How.STAFF, [1, 2], why="x", now=now)
        Season.objects.filter(pk=season.pk).update(due_at=now)
        run_leagues(now)

    seats = PairingSeat.objects.filter(entry__season=season)
    games = Counter(seats.values_list("entry", flat=True))
    assert len(games) == many and min(games.values()) > 3
    assert max(games.values()) - min(games.values()) <= 2


def test_whoever_waits_longest_is_paired_first(begin: Make, people: dict[str, Player]) -> None:
    season = begin("arena", "alice bob carol", least_entrants=2)
    now = timezone.now()
    first = Pairing.objects.get()
    waiting = season.entries.exclude(pairing_seats__pairing=first).get()
    dave = entries.sign_up(season, people["dave"], now=now)
    results.settle_pairing(first, Pairing.How.STAFF, [1, 2], why="x", now=now + HOUR)
    eve = Player.objects.create_user(
        "eve@example.org", display_name="Eve", email_verified_at=timezone.now()
    )
    late = entries.sign_up(season, eve, now=now + HOUR)

    Season.objects.filter(pk=season.pk).update(due_at=now + HOUR)
    run_leagues(now + HOUR)

    # Five are free. Nobody who came earlier, or has played less, waits for those who come later.
    seats = PairingSeat.objects.exclude(pairing=first)
    seated = set(seats.values_list("entry", flat=True))
    assert {waiting.pk, dave.pk} <= seated and late.pk in seated
    assert len(seated) == 4
