"""The history of a match, as its viewer saw it; after the end, as any seat saw it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag_if
from games.engine.numbers import parse_number
from games.http.viewers import is_long_over, language_of, player_of, visible_match_or_404
from games.models import Match, Status
from games.presentation import analyses, history_text
from games.presentation import history as match_history
from games.queries import matches
from games.queries.move_log import MoveSummary
from games.services import replays
from games.titles import GAMES
from games.web import board_html
from games.web.charts import build_match_charts
from games.web.views import matches as match_views
from games.web.views.hotseat import cover_board

# The value of `?as=` for spectators; seats are numbers.
STRANGER = "watching"
# Larger numbers of moves are not read.
MAX_PLY = 999_999
# The header with which a script requests only one position, and its value.
PART, MOMENT = "X-Part", "moment"


@require_safe
@may_lag_if(is_long_over)
def show_history(request: HttpRequest, number: int) -> HttpResponse:
    """Show every move that the viewer may see, and the board after one of them: `?ply=`, `?as=`."""
    match = visible_match_or_404(request, number)
    if not match.is_hotseat:
        return _render_history(request, match)
    response = cover_board(request, match) or _render_history(request, match)
    # The next who hold the device must not find it in the browser's cache.
    add_never_cache_headers(response)
    return response


def _render_history(request: HttpRequest, match: Match) -> HttpResponse:
    language = language_of(request)
    seat = matches.seat_of(match, player_of(request))
    context = match_views.build_match_header(match, seat, language)
    if match.started_at is None:
        return render(request, "games/history/history.html", context)
    viewer = _choose_viewer(request, match, seat)
    context |= {
        "viewer": viewer,
        "chosen_view": _format_viewer(viewer) if "as" in request.GET else "",
        "may_try": match.status == Status.FINISHED and _has_account(request),
    }
    if request.headers.get(PART) == MOMENT:
        ply = _parse_ply(request) or 0
        context |= _render_position(match, ply, viewer, language) | {"ply": ply}
        context["story"] = match_views.serialize_moves(
            history_text.fetch_moment(match, viewer, language, ply)
        )
        context["remarks"] = analyses.find_remarks_at(match, ply, language, seat)
        return render(request, "games/matches/_moment.html", context)
    history = history_text.fetch_history(match, viewer, language)
    moves = match_views.serialize_moves(history)
    stops = [0, *(move["ply"] for move in moves)]
    # Not `match.ply`, which would reveal that another seat has given a sealed answer.
    last = stops[-1]
    requested_ply = _parse_ply(request)
    ply = last if requested_ply is None else min(requested_ply, last)
    context |= _render_position(match, ply, viewer, language)
    context |= {
        "ply": ply,
        "last": last,
        "told": moves,
        **_filter_by_player(request, match, history),
        "story": [move for move in moves if move["ply"] == ply],
        "remarks": analyses.find_remarks_at(match, ply, language, seat),
        "stops": ",".join(map(str, stops)),
        "before": max((stop for stop in stops if stop < ply), default=0),
        "behind": min((stop for stop in stops if stop > ply), default=last),
        "viewers": _viewer_choices(match, viewer),
        "charts": build_match_charts(match, language, upto=last),
        "shared_picture": board_html.shared_picture_url(request, match),
    }
    return render(request, "games/history/history.html", context)


def _filter_by_player(
    request: HttpRequest, match: Match, history: list[MoveSummary]
) -> dict[str, object]:
    """Return the moves of the player in `?by=`, or all, and the names to choose from."""
    seat = parse_number(request.GET.get("by", ""), match.seats_wanted - 1)
    moves = [move for move in history if seat is None or move.seat == seat]
    return {
        "listed_moves": match_views.serialize_moves(moves),
        "by": seat,
        "movers": list(enumerate(matches.player_names(match))),
    }


def _has_account(request: HttpRequest) -> bool:
    player = player_of(request)
    return player is not None and not player.is_guest


def _parse_ply(request: HttpRequest) -> int | None:
    return parse_number(request.GET.get("ply", ""), MAX_PLY)


def _format_viewer(viewer: int | None) -> str:
    return STRANGER if viewer is None else str(viewer)


def _choose_viewer(request: HttpRequest, match: Match, seat: int | None) -> int | None:
    """Return the seat whose view is shown: one's own, or after the end the chosen one."""
    choice = request.GET.get("as", "")
    if match.status != Status.FINISHED or not choice:
        return seat
    number = parse_number(choice, match.seats_wanted - 1)
    return None if choice == STRANGER else seat if number is None else number


def _viewer_choices(match: Match, viewer: int | None) -> list[tuple[str, str, bool]]:
    """Return (value, name, whether it is selected) of each view; [] before the end."""
    if match.status != Status.FINISHED:
        return []
    names = matches.player_names(match)
    seats = [(str(seat), name, seat == viewer) for seat, name in enumerate(names)]
    return [*seats, (STRANGER, _("spectator"), viewer is None)]


def _render_position(
    match: Match, ply: int, viewer: int | None, language: str
) -> dict[str, object]:
    """Return the board after `ply` moves.

    It is {"diverged": True} if the current rules do not lead there.
    """
    try:
        view = match_history.view_at(match, ply, viewer)
    except replays.ReplayDiverged:
        return {"diverged": True}
    names = matches.player_names(match)
    context = board_html.board_context(match.game, view, names, language)
    if "summaries" in context:
        players = match_views.list_players(list(match.seats.all()), context["summaries"], {})
        return context | {"players": players}
    return context | {
        "table": board_html.render_table_in_words(
            GAMES[match.game].describe_table(view, names, language)
        )
    }
