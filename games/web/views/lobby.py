"""The lobby: open matches, joining and leaving them."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.contract import Refused
from games.engine.numbers import parse_number
from games.http.responses import see_other
from games.http.viewers import (
    known_match_or_404,
    language_of,
    signed_in,
    viewer_of,
    visible_match_or_404,
)
from games.models import Level, Match, Player
from games.presentation import errors_text, labels, shuffle
from games.queries import lobby as lobby_queries
from games.queries import match_lists, states
from games.queries import matches as match_queries
from games.queries.games_on_offer import games_on_offer
from games.services import accounts, change_marks, inactivity, matches, own_bots, substitutes
from games.services.play import dealing
from games.web import page_updates
from games.web.forms.lobby import LobbyForm


@require_safe
def show_lobby(request: HttpRequest) -> HttpResponse:
    """Show open matches, filtered by GET parameters, offered seats, and matches to watch.

    Each of the three lists is paginated separately; the game filter applies to all of them.
    """
    viewer = viewer_of(request)
    player, language = viewer.player, viewer.language
    marks = page_updates.fetch_known_marks(player, change_marks.LOBBY)
    form = LobbyForm(request.GET)
    wishes = form.wishes()
    game, before = wishes.get("game", ""), _parse_page_cursor(request)
    after, running_before = (
        match_lists.Mark.read(request.GET.get(name, "")) for name in ("after", "begun")
    )
    open_matches = lobby_queries.filter_matches(
        lobby_queries.open_to(player), wishes, player, language
    )
    waiting, older = lobby_queries.fetch_lobby_page(open_matches, before)
    seats_on_offer, later = match_lists.fetch_match_page(
        match_lists.seats_offered(game, after), "offered"
    )
    running, earlier = match_lists.fetch_match_page(
        match_lists.watchable_matches(game, running_before), "started_at"
    )
    sitting = labels.players_by_match(waiting)
    context = {
        "live": page_updates.describe_updates(viewer, "lobby", marks),
        "form": form,
        "games": [(name, rules.title) for name, rules in games_on_offer().items()],
        "game": game,
        "wishes": wishes,
        "is_narrowed": bool(wishes.keys() - {"game"}),
        "before": before,
        "older": older,
        "after": after,
        "later": later,
        "begun": running_before,
        "earlier": earlier,
        "wanted": [_summarize_match(match, player, language) for match in seats_on_offer],
        "open": [
            _summarize_match(match, player, language) | {"sitting": sitting[match.pk]}
            for match in waiting
        ],
        "running": [_summarize_match(match, player, language) for match in running],
    }
    return render(request, "games/lobby/lobby.html", context)


def _parse_page_cursor(request: HttpRequest) -> int | None:
    """Return the number of the last match on the previous page; None: the first page."""
    return parse_number(request.GET.get("before", ""), match_queries.LARGEST)


def _summarize_match(match: Match, player: Player | None, language: str) -> dict[str, object]:
    names = match_queries.player_names(match)
    return {
        "match": match,
        "title": labels.match_title(match),
        "names": names,
        "seats": match.seats.all(),
        "free": match.seats_wanted - len(names),
        "seat": match_queries.seat_of(match, player),
        "is_mine": player is not None and match.created_by_id == player.pk,
        **_settings_in_words(match, language),
    }


def _settings_in_words(match: Match, language: str) -> dict[str, object]:
    """Describe the settings of a match; a damaged one is marked as set aside."""
    try:
        with states.convert_rules_errors(match):
            return {
                "pace": labels.pace_in_words(match),
                "terms": labels.describe_match_settings(match),
                "options": labels.options_in_words(match, language),
            }
    except states.RulesFailed:
        return {"pace": "", "terms": [_("This match is unavailable")], "options": []}


@require_POST
@login_required
def join_match(request: HttpRequest, number: int) -> HttpResponse:
    """Join a public match."""
    match = visible_match_or_404(request, number)
    return _act_and_redirect(request, match, lambda: _join_as_player(request, match))


@require_POST
@login_required
def take_seat(request: HttpRequest, number: int) -> HttpResponse:
    """Take over an offered seat."""
    match = known_match_or_404(request, number)
    return _act_and_redirect(
        request, match, lambda: substitutes.take_seat(match, signed_in(request))
    )


@require_POST
@login_required
def reclaim_seat(request: HttpRequest, number: int) -> HttpResponse:
    """Reclaim one's own seat from a house bot, or withdraw it from the offered ones."""
    match = visible_match_or_404(request, number)
    return _act_and_redirect(
        request, match, lambda: inactivity.reclaim_seat(match, signed_in(request))
    )


@require_POST
@login_required
def add_bot(request: HttpRequest, number: int) -> HttpResponse:
    """Add a house bot, or the given own bot."""
    match = visible_match_or_404(request, number)
    if "bot" in request.POST:
        return _act_and_redirect(request, match, lambda: _seat_own(request, match))
    level = request.POST.get("level", Level.QUICK)
    return _act_and_redirect(
        request, match, lambda: matches.add_bot(match, signed_in(request), level=level)
    )


@require_POST
@login_required
def leave_match(request: HttpRequest, number: int) -> HttpResponse:
    """Leave a match before the deal."""
    match = visible_match_or_404(request, number)
    try:
        matches.leave_match(match, signed_in(request))
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other(f"/matches/{number}/")
    messages.info(request, _("You have left %(title)s.") % {"title": labels.match_title(match)})
    return see_other("/matches/")


@never_cache
@login_required
def show_invitation(request: HttpRequest, link: str) -> HttpResponse:
    """Show the match of an invitation link; its button joins."""
    match_id = accounts.read_invitation_link(link)
    match = match_queries.open_match_by_id(match_id) if match_id else None
    if match is None:
        raise Http404
    if request.method == "POST":
        return _act_and_redirect(request, match, lambda: _join_as_player(request, match))
    if match_queries.seat_of(match, signed_in(request)) is not None:
        return see_other(f"/matches/{match.number}/")
    row = _summarize_match(match, signed_in(request), language_of(request))
    row["longest_word"] = dealing.MAX_WORD_LENGTH
    return render(request, "games/invitations/invitation.html", row)


def _seat_own(request: HttpRequest, match: Match) -> object:
    try:
        bot = UUID(request.POST["bot"])
    except ValueError as error:
        raise Http404 from error
    return own_bots.seat_bot(signed_in(request), match, bot)


def _join_as_player(request: HttpRequest, match: Match) -> object:
    return matches.join_match(match, signed_in(request), **shuffle.parse_shuffle_word(request.POST))


def _act_and_redirect(
    request: HttpRequest, match: Match, act: Callable[[], object]
) -> HttpResponse:
    """Run `act` and redirect to the match, which shows a refusal."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/matches/{match.number}/")
