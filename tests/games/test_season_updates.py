"""A result is in the standings at once: the end of a match wakes the job, and pages are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from abyss_site.core.valkey.client import valkey
from games.models import Match, Pairing, Season, Status
from games.services import change_marks
from games.services.leagues import directing
from games.services.leagues.seasons import run_leagues
from tests.conftest import NOON
from tests.games.test_leagues import entered, play

pytestmark = pytest.mark.django_db(transaction=True)
WAKEUP = "wakeup:leagues"


@pytest.fixture
def season(people: dict[str, Any]) -> Season:
    """A season whose first round is dealt, and which is looked at again in a minute."""
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Club", slug="club", values=terms)
    row = directing.open_season(league, now=NOON)
    entered(row, people, "alice bob carol dave")
    run_leagues(NOON)
    row.refresh_from_db()
    valkey().delete(WAKEUP)
    return row


def mark_of(season: Season) -> str:
    marks = change_marks.fetch_marks([change_marks.topic_of_season(season.pk)])
    assert marks is not None
    return change_marks.mark_for_seat(marks[0], None)


def test_the_end_of_a_match_wakes_the_job_that_settles_it(season: Season) -> None:
    """It used to wait for the next look, a minute later."""
    now, before = NOON + timedelta(seconds=5), mark_of(season)
    assert season.due_at is not None and season.due_at > now
    match = Match.objects.filter(status=Status.RUNNING).order_by("number")[0]

    play(now, [match])
    assert valkey().exists(WAKEUP)
    assert run_leagues(now) == 1

    assert Pairing.objects.get(match=match).settled_at == now
    assert mark_of(season) != before
    assert run_leagues(now) == 0


def test_a_match_of_no_league_wakes_nothing(deal: Callable[..., Match]) -> None:
    valkey().delete(WAKEUP)

    play(NOON, [deal("pebbles", seats=2)])

    assert not valkey().exists(WAKEUP)


@pytest.mark.parametrize("path", ["", "1.1/", "live/"])
def test_pages_of_a_season_are_drawn_under_its_mark(season: Season, path: str) -> None:
    response = Client().get(f"/leagues/{season.league.slug}/1/{path}")

    assert response.context["live"].mark == f"- {mark_of(season)}"
    line = Client().get(response.context["live"].url, headers={"Accept": "text/plain"})
    assert line.content.decode() == response.context["live"].mark


def test_a_season_that_ends_tells_its_page(season: Season) -> None:
    before = mark_of(season)

    directing.call_off(season, now=NOON)

    assert mark_of(season) != before
