"""Founding a league: the format first, then its own terms, and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from games.leagues.terms import Terms
from games.models import League, Player
from games.presentation import leagues
from games.services.leagues import directing, directors, forecasts
from games.web.forms.directing import UNUSED

from .test_directing_pages import do, posted_form

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
NEW = "/leagues/new/"


@pytest.fixture
def director(people: dict[str, Player], as_: As) -> Client:
    """A browser of alice, who may found leagues for everybody."""
    people["alice"].is_staff = True
    people["alice"].save()
    people["alice"].groups.add(Group.objects.get_or_create(name="league director")[0])
    return as_("alice")


def test_each_format_asks_for_its_own_terms_only(director: Client) -> None:
    page = director.get(f"{NEW}?game=pebbles").content.decode()

    assert all(f"game=pebbles&amp;form={name}" in page for name in leagues.FORMS)
    for name, unused in UNUSED.items():
        names = set(director.get(f"{NEW}?game=pebbles&form={name}").context["form"].fields)
        assert not names & {*unused, "form"}
        assert names >= {"name", "capacity", "pace", "missed_turns"}
    assert len(names) < 35


def test_the_preview_says_what_a_season_is_like(director: Client) -> None:
    said = do(director, f"{NEW}?game=pebbles&form=swiss", name="Club", division_size=0, capacity=16)

    assert "With 16 players: rounds 4, matches of a player 4." in said
    assert "Length of a season in weeks: about 8." in said
    league = League.objects.get()
    assert league.terms["form"] == "swiss" and league.terms["through"] == 1


@pytest.mark.parametrize(
    ("terms", "rounds", "matches", "days"),
    [
        (Terms("pebbles", division_size=7), 7, (6, 6), 98),
        (Terms("pebbles", division_size=8, rounds_at_once=2), 7, (7, 7), 56),
        (Terms("pebbles", form="knock_out", division_size=0, capacity=9), 4, (1, 4), 56),
        (Terms("pebbles", form="groups", division_size=8), 5, (3, 5), 70),
        (Terms("pebbles", form="double_elimination", division_size=8), 7, (2, 7), 98),
        (Terms("pebbles", form="ladder", round_days=30), None, (None, None), 30),
        (Terms("pebbles", form="arena", arena_hours=48), None, (None, None), 2),
    ],
)
def test_a_forecast_counts_rounds_and_matches(
    terms: Terms, rounds: int | None, matches: tuple[int | None, int | None], days: int
) -> None:
    forecast = forecasts.forecast_season(terms)

    assert forecast.rounds == rounds
    assert (forecast.least_matches, forecast.most_matches) == matches
    assert forecast.length == timedelta(days=days)


def test_a_match_of_many_turns_brings_more_emails() -> None:
    forecast = forecasts.forecast_season(Terms("abyss", division_size=4, round_days=7))

    assert forecast.emails is not None and forecast.emails > 5


def test_a_league_is_copied_by_those_who_run_it(
    director: Client, people: dict[str, Player]
) -> None:
    values = {"game": "pebbles", "form": "swiss", "rounds": 5, "requested_byes": 2}
    league = directing.found_league(name="Club", slug="club", words="For all.", values=values)
    directors.appoint_director(league, people["alice"], is_founder=True, now=league.created_at)

    assert "?copy=club" in director.get("/leagues/club/manage/").content.decode()
    filled = posted_form(director, f"{NEW}?copy=club", name="Club two")
    director.post(f"{NEW}?copy=club", filled | {"confirm": "yes"})

    copy = League.objects.get(name="Club two")
    league.refresh_from_db()
    assert copy.terms == league.terms and copy.description == "For all."
