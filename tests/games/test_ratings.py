"""Which matches are rated, for whom, and where pages say that one is not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group

from games.leagues.ratings import MEAN
from games.models import Match, Player, Rating, RatingStep, Status
from games.services import substitutes
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import ReplacePlayer
from games.services.ratings import rate_finished

from ..conftest import NOON

pytestmark = pytest.mark.django_db

TOGETHER = {"mode": "coop", "kingdom_selection": "random"}


def end(match: Match, *places: int) -> None:
    """End a match with these places, by seat."""
    for number, place in enumerate(places):
        match.seats.filter(number=number).update(place=place)
    outcome = {"places": list(places), "scores": [0] * len(places), "lines": []}
    over = {"status": Status.FINISHED, "finished_at": NOON, "ply": 9, "outcome": outcome}
    Match.objects.filter(pk=match.pk).update(**over)


def rate_as(player: Player, game: str, mean: float) -> None:
    Rating.objects.create(player=player, game=game, mean=mean, deviation=2, matches=9)


@pytest.mark.parametrize("place", [1, 2], ids=["won", "lost"])
def test_players_who_win_or_lose_together_keep_their_ratings(
    deal: Any, people: dict[str, Player], place: int
) -> None:
    """A 2100 and a 1500 used to win together and become 2088 and 1512."""
    rate_as(people["alice"], "enchanters", 35)
    rate_as(people["bob"], "enchanters", 25)
    match = deal("enchanters", seats=2, **TOGETHER)
    end(match, place, place)

    assert rate_finished(NOON) == 1

    means = Rating.objects.order_by("-mean").values_list("mean", "matches")
    assert list(means) == [(35, 9), (25, 9)]
    assert not RatingStep.objects.exists()
    assert rate_finished(NOON) == 0


def test_players_who_share_the_first_place_against_each_other_are_rated(
    deal: Any, people: dict[str, Player]
) -> None:
    rate_as(people["alice"], "enchanters", 35)
    rate_as(people["bob"], "enchanters", 25)
    match = deal("enchanters", seats=2, kingdom_selection="random")
    end(match, 1, 1)

    rate_finished(NOON)

    assert people["alice"].ratings.get().mean < 35
    assert people["bob"].ratings.get().mean > 25


@pytest.fixture
def moderator(db: None) -> Player:
    person = Player.objects.create_user("mo@example.org", "hush-hush-hush", is_staff=True)
    person.groups.add(Group.objects.get_or_create(name=Role.MODERATOR)[0])
    return person


def give_seat_away(moderator: Player, match: Match, *, seat: int, whom: str = "") -> None:
    """Let a moderator give a seat to a player, or to a house bot."""
    action = ReplacePlayer(
        match=match.pk, seat=seat, whom=whom, reason="they asked", told="As you asked."
    )
    desk.take_staff_action(moderator, action, now=NOON)


@pytest.mark.parametrize("whom", ["", "carol@example.org"], ids=["house bot", "substitute"])
def test_who_was_replaced_by_staff_loses_no_rating(
    deal: Any, people: dict[str, Player], moderator: Player, whom: str
) -> None:
    rate_as(people["alice"], "pebbles", 30)
    match = deal("pebbles", seats=2)
    give_seat_away(moderator, match, seat=0, whom=whom)
    end(match, 2, 1)

    rate_finished(NOON)

    alice = people["alice"].ratings.get()
    assert (alice.mean, alice.matches) == (30, 9)
    assert not RatingStep.objects.filter(player=people["alice"]).exists()


def test_others_are_rated_by_a_seat_that_staff_gave_away(
    deal: Any, people: dict[str, Player], moderator: Player
) -> None:
    """Bob has won against the seat, whoever held it in the end."""
    match = deal("pebbles", seats=2)
    give_seat_away(moderator, match, seat=0)
    end(match, 2, 1)

    rate_finished(NOON)

    assert people["bob"].ratings.get().mean > MEAN
    assert not people["alice"].ratings.exists()


def test_who_left_a_seat_to_a_substitute_can_still_lose_rating(
    deal: Any, people: dict[str, Player]
) -> None:
    match = deal("pebbles", seats=2)
    match.seats.filter(number=0).update(offered_at=NOON)
    substitutes.take_seat(match, people["carol"], now=NOON)
    end(match, 2, 1)

    rate_finished(NOON)

    assert people["alice"].ratings.get().mean < MEAN


def test_pages_say_that_a_match_played_together_is_not_rated(
    deal: Any, people: dict[str, Player], as_: Any
) -> None:
    match = deal("enchanters", seats=2, **TOGETHER)
    said = "Not rated: you play together against the game."
    during = as_("alice").get(f"/matches/{match.number}/").content.decode()
    end(match, 1, 1)

    scores = as_("alice").get(f"/matches/{match.number}/scores/").content.decode()
    player = as_("bob").get(f"/players/{people['alice'].pk}/").content.decode()

    assert said in during and said in scores
    assert re.search(r'<strong>won</strong>\s+<span class="quiet">not rated</span>', player)


def test_pages_of_rated_matches_say_nothing_about_it(
    deal: Any, people: dict[str, Player], as_: Any
) -> None:
    match = deal("enchanters", seats=2, kingdom_selection="random")
    end(match, 1, 2)

    scores = as_("alice").get(f"/matches/{match.number}/scores/").content.decode()
    player = as_("bob").get(f"/players/{people['alice'].pk}/").content.decode()

    assert "rated" not in scores.casefold().replace("generated", "")
    assert "<strong>won</strong>" in player and "not rated" not in player
