"""The end of a match: who won, the change of ratings, turning points, and the shared picture."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from games.leagues.ratings import Rating
from games.models import Match, RatingStep
from games.presentation import results
from games.presentation.history import Series
from games.web.charts import find_turning_points
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def finish(match: Match, outcome: dict[str, Any]) -> Match:
    match.outcome, match.status, match.finished_at = outcome, "finished", NOON
    match.save()
    for seat in match.seats.all():
        seat.place = outcome["places"][seat.number]
        seat.score = outcome["scores"][seat.number] if outcome.get("scores") else None
        seat.save()
    return match


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ({"places": [2, 1], "scores": [41, 44]}, "Bob wins with 44 points, 3 ahead."),
        ({"places": [1, 2], "scores": [41, 41]}, "Alice wins with 41 points, by the tie-break."),
        ({"places": [1, 2]}, "Alice wins."),
        ({"places": [1, 1], "scores": [9, 9]}, "Alice and Bob share the win with 9 points."),
        ({"places": [1, 1]}, "All players win."),
        ({"places": [2, 2]}, "All players lose."),
    ],
)
def test_the_result_is_told_in_a_sentence(deal: Deal, outcome: dict[str, Any], told: str) -> None:
    match = finish(deal("pebbles", seats=2), outcome)

    assert results.describe_result(match) == told


def test_a_shared_win_names_all_winners(deal: Deal) -> None:
    match = finish(deal("pebbles", seats=3), {"places": [1, 3, 1], "scores": [7, 2, 7]})

    assert results.describe_result(match) == "Alice and Carol share the win with 7 points."


def test_ratings_are_shown_before_and_after(as_: As, deal: Deal, people: dict[str, Any]) -> None:
    first, match = deal("pebbles", seats=2), deal("pebbles", seats=2)
    finish(match, {"places": [1, 2], "scores": [5, 1]})
    add_step(first, people["alice"], 30.0, NOON.replace(hour=9))
    add_step(match, people["alice"], 31.0, NOON)
    add_step(match, people["bob"], 24.0, NOON)

    changes = results.list_rating_changes(match)
    page = as_("carol").get(f"/matches/{match.number}/")

    before, after = Rating(30.0, 5.0).shown, Rating(31.0, 5.0).shown
    assert changes[people["alice"].pk] == results.RatingChange(before, after)
    assert changes[people["bob"].pk].before == Rating().shown
    assert f"{after} +{after - before}" in text_of(page)
    assert "Alice wins with 5 points, 4 ahead." in text_of(page)
    assert "Your rating" not in text_of(page)
    mine = text_of(as_("alice").get(f"/matches/{match.number}/"))
    assert f"Your rating: {after} +{after - before}" in mine
    theirs = text_of(as_("bob").get(f"/matches/{match.number}/"))
    assert f" −{Rating().shown - changes[people['bob'].pk].after}" in theirs


def add_step(match: Match, player: Any, mean: float, at: datetime) -> None:
    RatingStep.objects.create(match=match, player=player, mean=mean, deviation=5.0, rated_at=at)


def test_a_match_that_is_not_rated_changes_nothing(deal: Deal) -> None:
    match = finish(deal("pebbles", seats=2), {"places": [1, 2], "scores": [5, 1]})

    assert results.list_rating_changes(match) == {}


def test_the_lead_of_one_player_alone_is_a_turning_point() -> None:
    together = Series("points", (0, 4, 8, 12, 16), ((0, 3, 3, 3, 9), (0, 0, 3, 5, 5)))

    assert find_turning_points(together) == [(4, 0), (12, 1), (16, 0)]
    assert find_turning_points(Series("points", (0, 4), ((0, 0), (0, 0)))) == []


def test_the_shared_picture_is_what_a_stranger_sees(as_: As, deal: Deal) -> None:
    match = deal("abyss", seats=2)
    where = f"/matches/{match.number}/picture.png"

    own, strangers = as_("alice").get(where), as_("carol").get(where)

    assert own.status_code == 200
    assert own["Content-Type"] == "image/png"
    assert own.content == strangers.content
    again = as_("carol").get(where, headers={"If-None-Match": own["ETag"]})
    assert again.status_code == 304
    page = as_("carol").get(f"/matches/{match.number}/").content.decode()
    assert f'<meta property="og:image" content="http://testserver{where}">' in page


@pytest.mark.parametrize("kind", ["private", "unwatched", "without a picture"])
def test_a_match_that_strangers_may_not_see_has_no_picture(as_: As, deal: Deal, kind: str) -> None:
    match = deal("sealed" if kind == "without a picture" else "abyss", seats=2)
    match.private, match.watchable = kind == "private", kind != "unwatched"
    match.save()

    assert as_("alice").get(f"/matches/{match.number}/picture.png").status_code == 404
    page = as_("alice").get(f"/matches/{match.number}/").content.decode()
    assert "og:image" not in page
