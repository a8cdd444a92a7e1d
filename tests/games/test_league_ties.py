"""Ties in leagues: what told players apart is told, and where nothing does, a rule decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import beacon, commitment
from games.leagues import ties
from games.models import Division, Pairing, Player, Round, Season
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.tasks.beacon_rounds import deal_due
from tests.beacons import OWN, Address, sign

from .reading import text_of
from .test_directing_pages import emails_about
from .test_public_randomness import address as address

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
Club = Callable[..., Season]


@pytest.fixture
def club(people: dict[str, Player]) -> Club:
    """A season that has just begun, which four play: club(form="knock_out")."""

    def club(**given: Any) -> Season:
        now = timezone.now() - timedelta(hours=1)
        terms = {
            **{"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2},
            **{"hurries": True, "tie_breaks": (), "draw": 0, "goes_on": False, **given},
        }
        league = directing.found_league(name="Club", slug="club", values=terms)
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in ("alice", "bob", "carol", "dave"):
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        return Season.objects.get(pk=season.pk)

    return club


def decide_all(season: Season, *places: int) -> None:
    """Decide all open tables, and let the clock go on."""
    rows = Pairing.objects.filter(round__division__season=season, settled_at=None)
    for pairing in rows:
        directing.decide_pairing(pairing, places=list(places), why="x")
    run_leagues(timezone.now())


def page_of(season: Season, division: str = "1.1") -> str:
    return text_of(Client().get(f"/leagues/club/{season.number}/{division}/"))


def records(division: Division) -> list[Any]:
    """The ties of a division that a rule decided."""
    return division.ties or []


def survivors(season: Season) -> set[int | None]:
    last = Round.objects.filter(division__season=season).order_by("number").last()
    assert last is not None
    return set(last.pairings.values_list("seats__entry__seed", flat=True))


def repeat_lot(division: Division) -> list[tuple[int, ...]]:
    """Draw the lots of a division again, by what the page says after the season."""
    season = division.season
    page = Client().get(f"/leagues/club/{season.number}/{division}/")
    orders = []
    for proof, tie in zip(page.context["proofs"], records(division), strict=True):
        assert commitment.hash_secret(bytes.fromhex(proof.secret)) == proof.fingerprint
        drand = commitment.DrandRound(proof.chain, proof.round, proof.signature)
        words = json.loads(proof.words)
        seed = commitment.seed_of(
            bytes.fromhex(proof.secret), words, drand if proof.signature else None
        )
        names = dict(zip(tie["entrants"], words[2:], strict=True))
        orders.append(ties.draw_lot(seed, names))
    return orders


def test_a_lot_decides_a_drawn_table_of_a_knock_out_and_is_told(club: Club) -> None:
    season = club(form="knock_out")
    fingerprint = season.lot_secret and commitment.hash_secret(bytes(season.lot_secret))
    assert fingerprint and fingerprint in text_of(Client().get("/leagues/club/1/"))

    decide_all(season, 1, 1)

    division = season.divisions.get()
    winners = {tie["order"][0] for tie in records(division)}
    assert [tie["rule"] for tie in records(division)] == ["lot", "lot"]
    assert survivors(season) == winners
    said = page_of(season)
    assert "Round 1, table 1: level were" in said and "It was drawn from the secret" in said
    assert "is published when the season is over" in said
    assert len(emails_about("tie")) == 4

    decide_all(season, 1, 1)

    season.refresh_from_db()
    division.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert repeat_lot(division) == [tuple(tie["order"]) for tie in records(division)]
    # The lot of the final is a figure of the standings, and explains them.
    lines = division.table or []
    assert [line["seed"] for line in lines[:2]] == records(division)[2]["order"]
    assert [line["place"] for line in lines[:2]] == [1, 2]
    assert "Lot: " in page_of(season) and "How ties were broken" in page_of(season)
    assert "Level on everything, so they share the place" in page_of(season)
    told = " ".join(" ".join(email.text for email in emails_about("closed")).split())
    assert "Level: " in told and "they share the place" in told


def test_a_play_off_decides_and_then_a_lot(club: Club) -> None:
    season = club(form="knock_out", ties="play_off")

    decide_all(season, 1, 1)

    play_offs = Pairing.objects.filter(is_play_off=True)
    assert [row.round.number for row in play_offs] == [2, 2]
    first, second = play_offs
    assert "A play-off decides." in page_of(season)
    assert "Play-off" in page_of(season)
    directing.decide_pairing(first, places=[2, 1], why="x")
    directing.decide_pairing(second, places=[1, 1], why="x")
    run_leagues(timezone.now())

    division = season.divisions.get()
    assert [(tie["about"], tie["rule"]) for tie in records(division)] == [
        ("1.1", "play_off"),
        ("1.2", "play_off"),
        ("1.2", "lot"),
    ]
    winner = first.seats.get(number=1).entry.seed
    assert survivors(season) == {winner, records(division)[2]["order"][0]}
    # The play-off is no round that was reached.
    assert {line["figures"]["reached"] for line in division.table or []} == {"1"}


@pytest.mark.parametrize("drawn_tables", [1, 2])
def test_all_advance_unless_nobody_would_be_out(club: Club, drawn_tables: int) -> None:
    season = club(form="knock_out", ties="all")
    tables = list(Pairing.objects.order_by("number"))
    for pairing in tables[drawn_tables:]:
        directing.decide_pairing(pairing, places=[1, 2], why="x")

    decide_all(season, 1, 1)

    rules = [tie["rule"] for tie in records(season.divisions.get())]
    assert rules == (["all"] if drawn_tables == 1 else ["lot", "lot"])
    assert len(survivors(season)) == (3 if drawn_tables == 1 else 2)


def test_a_title_is_shared_by_all_if_that_is_the_rule(club: Club) -> None:
    season = club(form="knock_out", ties="all", third_place=True)
    decide_all(season, 1, 2)

    decide_all(season, 1, 1)

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert [line["place"] for line in season.divisions.get().table or []] == [1, 1, 3, 3]
    assert "all of them have won" in page_of(season)


TWO = {"division_size": 2, "up": 1, "down": 1, "rounds": 1}


def play_two_divisions(club: Club, **given: Any) -> Season:
    """A season of two divisions of two, in which both tables end in a draw."""
    season = club(**TWO, **given)
    decide_all(season, 1, 1)
    return season


def next_divisions(season: Season) -> list[set[str]]:
    """The names in the divisions of the next season, in which everybody plays again."""
    now = timezone.now()
    following = directing.open_season(season.league, now=now)
    for entry in season.entries.select_related("player"):
        entries.sign_up(following, entry.player, now=now)
    run_leagues(now)
    return [
        set(division.entries.values_list("player__display_name", flat=True))
        for division in following.divisions.order_by("level")
    ]


def names_of(rows: Any) -> dict[int, str]:
    return dict(rows.values_list("seed", "player__display_name"))


def test_a_lot_decides_promotion_and_relegation(club: Club) -> None:
    season = play_two_divisions(club)

    season.refresh_from_db()
    upper, lower = season.divisions.order_by("level")
    assert season.state == Season.State.CLOSED
    assert [tie["about"] for tie in (*records(upper), *records(lower))] == ["down", "up"]
    assert "The last place of promotion: level were" in page_of(season, "2.1")
    stays, falls = (names_of(upper.entries)[seed] for seed in records(upper)[0]["order"])
    rises, waits = (names_of(lower.entries)[seed] for seed in records(lower)[0]["order"])
    assert next_divisions(season) == [{stays, rises}, {falls, waits}]


def test_all_who_are_tied_rise_and_nobody_tied_falls(club: Club) -> None:
    season = play_two_divisions(club, ties="all")

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert "all of them go through" in page_of(season, "2.1")
    # Nobody is left for a second division.
    assert next_divisions(season) == [{"Alice", "Bob", "Carol", "Dave"}]


def test_a_play_off_decides_promotion_and_counts_for_nothing_else(club: Club) -> None:
    season = play_two_divisions(club, ties="play_off")

    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    decide_all(season, 2, 1)

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    for division in season.divisions.all():
        play_off = Pairing.objects.get(round__division=division, is_play_off=True)
        winner = play_off.seats.get(number=1).entry.seed
        first, second = division.table or []
        assert (first["seed"], first["figures"]["play_off"]) == (winner, "1")
        assert first["figures"]["points"] == second["figures"]["points"] == "0"
        assert [first["place"], second["place"], first["played"]] == [1, 2, 1]
    assert "Play-off: " in page_of(season)


def test_an_early_end_draws_lots_at_once(club: Club, settings: Any) -> None:
    settings.BEACON_URLS = ["https://drand.example"]
    season = club(**TWO | {"rounds": 2}, ties="play_off")
    for pairing in Pairing.objects.filter(round__number=1):
        directing.decide_pairing(pairing, places=[1, 1], why="x")

    directing.close_early(season)

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert [tie["rule"] for row in season.divisions.all() for tie in records(row)] == ["lot"] * 2


def test_a_lot_is_bound_to_a_round_of_the_beacon_that_is_named_before(
    club: Club, address: Address
) -> None:
    season = club(**TWO)
    deal_due(timezone.now)
    decide_all(season, 1, 1)

    season.refresh_from_db()
    upper = season.divisions.get(level=0)
    number = records(upper)[0]["round"]
    assert season.state == Season.State.RUNNING and upper.lot_due_at is not None
    told = f"A lot decides, from round {number} of the public randomness"
    assert told in page_of(season)
    run_leagues(timezone.now() + timedelta(minutes=2))
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    appears_at = beacon.round_time(OWN, number)
    assert deal_due(lambda: appears_at - timedelta(milliseconds=1)) == 0

    assert deal_due(lambda: appears_at) == 2

    run_leagues(timezone.now() + timedelta(minutes=2))
    season.refresh_from_db()
    upper = Division.objects.select_related("season").get(pk=upper.pk)
    assert season.state == Season.State.CLOSED and upper.lot_due_at is None
    assert records(upper)[0]["signature"] == sign(number).hex()
    assert repeat_lot(upper) == [tuple(records(upper)[0]["order"])]
    assert f"It was drawn from round {number} of the public randomness." in page_of(season)


def test_a_lot_is_drawn_from_the_secret_if_its_round_cannot_be_fetched(
    club: Club, address: Address, settings: Any
) -> None:
    season = club(**TWO)
    deal_due(timezone.now)
    decide_all(season, 1, 1)
    address.tells = lambda _chain, _number: b""
    late = timezone.now() + timedelta(seconds=settings.BEACON_WAIT_SECONDS + 60)

    assert deal_due(lambda: timezone.now() + timedelta(minutes=1)) == 0
    assert deal_due(lambda: late) == 2

    upper = season.divisions.get(level=0)
    assert len(records(upper)[0]["order"]) == 2
    assert "could not be fetched" in page_of(season)
