"""The page of a game: what it is, how it is learnt, who plays it."""

from __future__ import annotations

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.http.viewers import language_of, player_of
from games.models import Match
from games.presentation import boards, labels
from games.queries import lobby, match_lists
from games.queries.games_on_offer import games_on_offer
from games.web.views.guide import list_games_with_guide
from games.web.views.leaderboards import list_ratings

# Number of lines of each list, and of records.
MOST = 5
RECORDS = 3
# Seconds for which the number of running matches is shown again.
COUNT_SECONDS = 60
# How much there is to learn before the first match; games that are not listed are small.
WEIGHTS = {
    "abyss": gettext_noop("medium: ten minutes to learn"),
    "enchanters": gettext_noop("medium: ten minutes to learn, many cards"),
    "essence": gettext_noop("heavy: twenty minutes to learn, several plans to pursue"),
}


@require_safe
@may_lag
def show_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game: its players, length and weight, how to learn it, the best, records, matches."""
    rules = games_on_offer().get(game)
    if rules is None:
        raise Http404
    about = {
        game_rules.name: words for game_rules, words in list_games_with_guide(language_of(request))
    }
    open_now = lobby.filter_matches(
        lobby.open_to(player_of(request)), {"game": game}, player_of(request), ""
    )
    context = {
        "game": rules,
        "about": about.get(game, ""),
        "weight": _(WEIGHTS[game]) if game in WEIGHTS else _("light: learnt at once"),
        "paces": labels.describe_lengths(rules),
        "has_guide": game in boards.GUIDES,
        "best": list_ratings(game, 0, MOST),
        "records": match_lists.highest_scores(game, RECORDS),
        "running_count": _count_running(game),
        "open": [_summarize(match) for match in open_now[:MOST]],
        "running": [_summarize(match) for match in match_lists.watchable_matches(game)[:MOST]],
        "finished": [
            _summarize(match) for match in match_lists.archived_matches({"game": game})[:MOST]
        ],
    }
    return render(request, "games/players/game.html", context)


def _count_running(game: str) -> int:
    many = caches["memory"].get_or_set(
        f"running-{game}", match_lists.running_matches().filter(game=game).count, COUNT_SECONDS
    )
    assert isinstance(many, int)
    return many


def _summarize(match: Match) -> dict[str, object]:
    return {"match": match, "title": labels.match_title(match), "seats": match.seats.all()}
