"""Who can enter a league and found a cup, and within which limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import League, Match, Player, Rating
from games.services import tokens
from games.services.leagues import cups, directing, directors, entries
from games.services.moderation import desk
from games.services.moderation.staff_actions import FoundLeague

from .reading import text_of
from .test_directing_pages import do
from .test_reliability import played

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
CUP = {"game": "pebbles", "capacity": 8, "sign_up_days": 7, "check_in_days": 0}


@pytest.fixture
def reliable(deal: Callable[..., Match]) -> datetime:
    """Alice and bob have answered often enough, and in time; return when the last was."""
    return played(deal, matches=3, late=0, begun=timezone.now() - timedelta(days=60))


@pytest.fixture
def late(deal: Callable[..., Match]) -> None:
    """Alice and bob have answered often enough, but a third too late."""
    played(deal, matches=3, late=9, begun=timezone.now() - timedelta(days=90))


def found_by_api(player: Player, **terms: Any) -> Any:
    secret = tokens.make_token(player, name=str(timezone.now())[:40], scopes=["play"])[1]
    body = {"name": "Friday Cup", "slug": "friday-cup", "terms": {**CUP, **terms}}
    return Client().post(
        "/api/v1/leagues/",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


@pytest.mark.usefixtures("late")
def test_a_league_for_the_punctual_lets_in_them_and_newcomers(people: dict[str, Player]) -> None:
    given = {**CUP, "min_punctuality": 90}
    season = directing.open_season(directing.found_league(name="Club", slug="club", values=given))

    with pytest.raises(entries.CannotEnter, match="requires 90% answers in time; yours are"):
        entries.sign_up(season, people["alice"])
    assert not season.entries.exists()
    # Of whom too little is known, nothing is asked.
    entries.sign_up(season, people["carol"])
    directing.change_league(season.league, values={"min_punctuality": 0})
    assert season.entries.get().player == people["carol"]


@pytest.mark.usefixtures("reliable")
def test_who_is_punctual_enough_enters(people: dict[str, Player]) -> None:
    given = {**CUP, "min_punctuality": 90}
    season = directing.open_season(directing.found_league(name="Club", slug="club", values=given))

    assert entries.sign_up(season, people["alice"]).player == people["alice"]


def test_a_league_with_a_highest_rating_keeps_the_stronger_out(people: dict[str, Player]) -> None:
    given = {**CUP, "most_rating": 1600}
    season = directing.open_season(directing.found_league(name="Club", slug="club", values=given))
    Rating.objects.create(
        player=people["alice"], game="pebbles", mean=35.0, deviation=1.0, matches=9
    )

    with pytest.raises(entries.CannotEnter, match="rating of at most 1600; yours is"):
        entries.sign_up(season, people["alice"])
    entries.sign_up(season, people["bob"])

    assert season.entries.get().player == people["bob"]
    page = Client()
    page.force_login(people["alice"])
    assert "rating of at most 1600" in text_of(page.get("/leagues/club/1/"))


@pytest.mark.usefixtures("reliable")
def test_a_cup_for_everybody_is_listed_and_entered_without_a_code(
    as_: As, people: dict[str, Player]
) -> None:
    path = "/leagues/new/?game=pebbles&form=knock_out"

    do(as_("alice"), path, name="Open Cup", access="open", capacity="4")
    do(as_("alice"), "/leagues/open-cup/manage/open_season/")

    cup = League.objects.get()
    assert cup.is_player_made and cup.entry_code == ""
    for reader in (Client(), as_("carol")):
        assert "Open Cup" in text_of(reader.get("/leagues/"))
    as_("carol").post("/leagues/open-cup/1/part/", {"what": "sign_up"})
    assert cup.seasons.get().entries.get().player == people["carol"]


@pytest.mark.usefixtures("late")
def test_who_answers_too_late_founds_no_cup_at_any_door(as_: As, people: dict[str, Player]) -> None:
    page = as_("alice").get("/leagues/new/?game=pebbles")
    answer = found_by_api(people["alice"])

    assert page.status_code == 403 and "80% of your answers in time" in text_of(page)
    assert (answer.status_code, answer.json()["code"]) == (422, "cannot_found")
    assert not League.objects.exists()


@pytest.mark.usefixtures("reliable")
def test_a_reliable_player_founds_a_cup_by_api(people: dict[str, Player]) -> None:
    answer = found_by_api(people["alice"])

    assert answer.status_code in (200, 201), answer.content
    cup = League.objects.get()
    assert cup.is_player_made and cup.slug == "friday-cup"
    assert directors.is_director(people["alice"], cup)


@pytest.mark.usefixtures("reliable")
def test_a_player_has_two_open_cups_at_most(people: dict[str, Player]) -> None:
    alice = people["alice"]

    def found(slug: str) -> None:
        wanted = FoundLeague(name=slug, slug=slug, terms=CUP, reason="")
        desk.take_staff_action(alice, wanted)

    for n in range(cups.MOST_CUPS):
        found(f"cup-{n}")
    with pytest.raises(cups.CannotFound, match="You have 2 cups already"):
        found("one-more")
    assert found_by_api(alice).json()["code"] == "cannot_found"
    League.objects.filter(slug="cup-0").update(is_open=False)

    found("one-more")

    assert League.objects.filter(is_open=True).count() == 2


@pytest.mark.usefixtures("reliable")
@pytest.mark.parametrize("name", ["round_days", "sign_up_days", "check_in_days"])
def test_the_days_of_a_cup_are_limited_at_each_door(people: dict[str, Player], name: str) -> None:
    alice = people["alice"]
    most = {"round_days": 61, "sign_up_days": 61, "check_in_days": 60}[name]
    if name == "check_in_days":
        # The terms themselves allow no more.
        assert found_by_api(alice, check_in_days=61).status_code == 422
        assert found_by_api(alice, check_in_days=most).status_code in (200, 201)
        return
    answer = found_by_api(alice, **{name: most})
    assert answer.json()["code"] == "cannot_found" and "60 days" in answer.json()["detail"]
    assert not League.objects.exists()

    assert found_by_api(alice, **{name: 60}).status_code in (200, 201)
    cup = League.objects.get()
    with pytest.raises(cups.CannotFound, match="60 days"):
        directing.change_league(cup, values={name: most})
