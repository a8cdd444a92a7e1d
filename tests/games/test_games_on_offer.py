"""Pebbles and Sealed are for tests and developers: nobody else finds or starts a match of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client, override_settings

from games.engine.contract import BadOptions
from games.models import Match, Player
from games.queries.games_on_offer import games_on_offer
from games.services import matches
from games.services.leagues import directing
from games.services.leagues.terms import BadTerms
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden() -> Iterator[None]:
    with override_settings(SHOW_EXAMPLE_GAMES=False):
        yield


def test_only_real_games_are_on_offer(hidden: None) -> None:
    assert list(games_on_offer()) == ["abyss", "enchanters", "essence"]


@pytest.mark.parametrize(
    "path",
    ["/", "/matches/", "/matches/new/", "/rules/", "/leagues/new/", "/api/v1/games/", "/leagues/"],
)
def test_no_page_names_an_example(
    path: str, hidden: None, as_: As, people: dict[str, Player], deal: Callable[..., Match]
) -> None:
    deal("pebbles", seats=2)
    Player.objects.filter(pk=people["dave"].pk).update(is_superuser=True)

    said = text_of(as_("carol").get(path, follow=True)).lower()

    assert "pebbles" not in said and "sealed answers" not in said
    assert "abyss" in said


def test_no_match_or_league_of_an_example_begins(hidden: None, people: dict[str, Player]) -> None:
    with pytest.raises(BadOptions):
        matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    with pytest.raises(BadTerms):
        directing.found_league(name="L", slug="l", values={"game": "sealed"})
    assert Client().get("/api/v1/games/pebbles/").status_code == 404
    assert not Match.objects.exists()


def test_a_running_match_of_an_example_goes_on(
    hidden: None, as_: As, deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2)

    assert as_("alice").get(f"/matches/{match.number}/").status_code == 200


def test_with_the_setting_they_are_there(as_: As) -> None:
    assert "Pebbles" in text_of(as_("alice").get("/matches/new/"))
