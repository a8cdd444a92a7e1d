"""The dashboard: a player's open prompts and matches; for visitors, the landing page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.http.viewers import header_counts, viewer_of
from games.models import Match
from games.presentation import invitations, league_tables
from games.presentation.labels import match_title
from games.queries import match_lists, matches, open_prompts
from games.services.coaching import FIRST_GAME
from games.titles import GAMES
from games.web import page_updates
from games.web.views import landing
from notifications import gateway

FINISHED_SHOWN = 10


@require_safe
def show_dashboard(request: HttpRequest) -> HttpResponse:
    """Show open prompts by deadline, then running and finished matches."""
    viewer = viewer_of(request)
    player = viewer.player
    if player is None:
        return landing.render_landing(request)
    marks = page_updates.fetch_known_marks(player)
    questions: list[dict[str, Any]] = [
        {
            "row": prompt.row,
            "title": match_title(prompt.row.match),
            "text": prompt.text,
            "others": _join_other_names(prompt.names, player.display_name),
        }
        for prompt in open_prompts.describe_open_prompts(player, viewer.language)
    ]
    asked_in = {item["row"].match_id for item in questions}
    has_votes = header_counts(request).asked > 0
    votes_in = matches.find_matches_with_open_ballot(player) if has_votes else set()
    current = [
        _summarize_match(match)
        | {
            "mine": next(seat for seat in match.seats.all() if seat.player_id == player.pk),
            "is_asked": match.pk in asked_in,
            "has_vote": match.pk in votes_in,
        }
        for match in match_lists.current_matches(player)
    ]
    finished_matches = [
        _summarize_match(match) for match in match_lists.finished_matches(player)[:FINISHED_SHOWN]
    ]
    context = {
        "live": page_updates.describe_updates(viewer, "player", marks),
        "waiting": questions,
        "waiting_count": len(questions),
        "invitations": invitations.invitations_for_player(player),
        "current": current,
        "finished": finished_matches,
        "first_game": GAMES[FIRST_GAME],
        # Guests start a match of any of them, and only there.
        "games_to_learn": [game for game in GAMES.values() if game.coach],
        "my_leagues": league_tables.entries_of(player),
        # Players who cannot be reached must not wait for an e-mail.
        "ignored_emails": gateway.count_ignored_emails(player, now=timezone.now()),
        "is_unreachable": gateway.delivery_problem_of_address(player.email) is not None,
    }
    response = render(request, "games/dashboard/dashboard.html", context)
    response["X-Offline"] = "keep"
    return response


def _summarize_match(match: Match) -> dict[str, object]:
    names = matches.player_names(match)
    winners = [seat.player.display_name for seat in match.seats.all() if seat.place == 1]
    return {
        "match": match,
        "title": match_title(match),
        "names": names,
        "free": match.seats_wanted - len(names),
        "winners": ", ".join(winners),
    }


def _join_other_names(names: tuple[str, ...], mine: str) -> str:
    return ", ".join(name for name in names if name != mine)
