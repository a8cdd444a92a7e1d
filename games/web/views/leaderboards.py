"""The best players of each game: by rating, or by wins in a season of the year."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.engine.numbers import parse_number
from games.http.responses import see_other
from games.http.viewers import player_of
from games.leagues.ratings import Rating
from games.presentation import labels
from games.queries import leaderboards
from games.queries.games_on_offer import games_on_offer
from games.queries.leaderboards import A_PAGE, LAST_PAGE, Season

# Number of seasons that can be chosen.
SEASONS = 8


@require_safe
def show_leaderboards(request: HttpRequest) -> HttpResponse:
    """Lead to the list of the first game."""
    return see_other(f"/leaderboards/{next(iter(games_on_offer()))}/")


@require_safe
@may_lag
def show_leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Show the highest ratings of a game; with `?season=2026-4` those who won most, `?seats=`."""
    rules = games_on_offer().get(game)
    if rules is None:
        raise Http404
    now = timezone.now()
    season = Season.read(request.GET.get("season", ""), now)
    seat_filter, page = request.GET.get("seats", ""), _parse_page(request.GET.get("page", ""))
    seats = number if (number := parse_number(seat_filter, 99)) in rules.seats else None
    start = (page - 1) * A_PAGE
    lines = (
        list_ratings(game, start)
        if season is None
        else [
            {"player": winner.player, "won": winner.won, "played": winner.played}
            for winner in leaderboards.list_winners(game, season, seats, start)
        ]
    )
    context: dict[str, object] = {
        "game": rules,
        "games": list(games_on_offer().items()),
        "season": season,
        "seasons": [
            (str(winner), describe_season(winner))
            for winner in (Season.at(now).next(-back) for back in range(SEASONS))
        ],
        "seats": seats,
        "lines": [
            line | {"place": start + place} for place, line in enumerate(lines[:A_PAGE], start=1)
        ],
        "me": player_of(request),
        "page": page,
        "later": page + 1 if len(lines) > A_PAGE and page < LAST_PAGE else None,
        "tab": "leaderboards",
    }
    return render(request, "games/players/leaderboard.html", context)


def list_ratings(game: str, start: int, most: int = A_PAGE + 1) -> list[dict[str, object]]:
    """Return lines of the list of a game by rating, from the place `start` on."""
    return [
        {
            "player": row.player,
            "rating": labels.describe_rating(Rating(row.mean, row.deviation)),
            "played": row.matches,
        }
        for row in leaderboards.list_rated(game)[start : start + most]
    ]


def describe_season(season: Season) -> str:
    """Return a season in words: “October to December 2026”."""
    last = season.next(1).begins_at().replace(day=1)
    months = {
        "first": date_format(season.begins_at(), "F"),
        "last": date_format(last.replace(month=last.month - 1 or 12), "F"),
        "year": season.year,
    }
    return _("%(first)s to %(last)s %(year)s") % months


def _parse_page(text: str) -> int:
    return min(max(parse_number(text, 999) or 1, 1), LAST_PAGE)
