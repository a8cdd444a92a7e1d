"""The page of a player, and blocking them."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from abyss_site.core.database.replica import may_lag
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import player_of, signed_in
from games.models import Match, Player, Status
from games.presentation import errors_text, labels
from games.queries import blocking as block_queries
from games.queries import people, players, punctuality
from games.services import blocking, own_bots
from games.titles import GAMES
from games.web import rating_plots
from games.web.views.people import describe_presence, may_speak


@never_cache
@require_safe
@may_lag
def show_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Show a player's public information; signed-in visitors get a button to block them."""
    other, me = _get_player_or_404(number), player_of(request)
    may_block = me is not None and me.pk != other.pk and not other.is_house_bot
    context = {
        "player": other,
        "kept": labels.describe_punctuality(players.player_reliability(other, now=timezone.now())),
        "least": punctuality.MIN_ANSWERS,
        "results": [
            {
                "title": GAMES[row.game].title,
                "played": row.played,
                "wins": sum(many for place, many in row.places if place == 1),
                "share": _wins_in_percent(row),
                "places": row.places,
            }
            for row in players.results_by_game(other)
        ],
        "about": other.about if may_speak(other) else "",
        "presence": describe_presence([other])[other.pk],
        "may_follow": may_block,
        "may_message": may_block and not other.is_bot,
        "is_followed": may_block and me is not None and me.follows.filter(followed=other).exists(),
        "against": _list_head_to_head(me, other) if may_block and me is not None else [],
        "opponents": people.frequent_opponents(other),
        "bots": own_bots.bots_of(other),
        "ratings": rating_plots.rating_plots_for_player(other),
        "running": _list_matches(other, Status.RUNNING),
        "finished": _list_matches(other, Status.FINISHED),
        "may_block": may_block,
        "is_blocked": may_block
        and me is not None
        and block_queries.blocked_by(me).filter(pk=other.pk).exists(),
    }
    return render(request, "games/players/player.html", context)


def _wins_in_percent(row: players.Results) -> int:
    return round(100 * sum(many for place, many in row.places if place == 1) / row.played)


def _list_head_to_head(me: Player, other: Player) -> list[dict[str, object]]:
    return [
        {"title": GAMES[row.game].title, "row": row} for row in people.compare_players(me, other)
    ]


@require_POST
@login_required
def block_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Block or unblock a player."""
    other, me = _get_player_or_404(number), signed_in(request)
    try:
        if "lift" in request.POST:
            blocking.unblock_player(me, other)
            messages.success(request, _("The block is lifted."))
        else:
            blocking.block_player(me, other)
            messages.success(request, _("%(name)s is blocked.") % {"name": other.display_name})
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/players/{number}/")


def _get_player_or_404(number: UUID) -> Player:
    player = players.fetch_player(number)
    if player is None:
        raise Http404
    return player


def _list_matches(other: Player, status: Status) -> list[dict[str, object]]:
    return [
        _summarize_match(match, other)
        for match in players.public_matches(other, status)[: players.LIST_LENGTH]
    ]


def _summarize_match(match: Match, other: Player) -> dict[str, object]:
    seats = list(match.seats.all())
    mine = next(seat for seat in seats if seat.player_id == other.pk)
    names = [seat.player.display_name for seat in seats]
    return {
        "match": match,
        "title": labels.match_title(match),
        "names": names,
        "place": mine.place,
        "rated": not labels.explain_unrated(match),
    }
