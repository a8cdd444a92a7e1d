"""The page of one's standing orders in a match: write, preview, cancel."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.order_words import OrderError
from games.engine.orders import ASK
from games.models import Match, Player
from games.presentation import errors_text, labels
from games.presentation import orders as order_text
from games.presentation.request import language_of, see_other, signed_in, visible_match_or_404
from games.queries import matches
from games.services import orders
from games.services.orders import Rehearsed
from games.titles import GAMES
from games.web.views import matches as match_views


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_orders(request: HttpRequest, number: int) -> HttpResponse:
    """Show my orders; POST saves one, or with `try` previews it on past prompts."""
    match, player = _own_match(request, number), signed_in(request)
    text = request.POST.get("order", "") or request.GET.get("order", "")
    context: dict[str, Any] = {"text": text[:500]}
    if request.method == "POST":
        try:
            order = orders.read_order(match, player, text)
            if "try" not in request.POST:
                kept = orders.write_order(match, player, order)
                messages.success(request, _("Order %(number)s is kept.") % {"number": kept.number})
                return see_other(f"/matches/{number}/orders/")
            context["rehearsed"] = _describe_rehearsal(
                match, orders.preview_order(match, player, order), player
            )
            context["tried"] = True
        except Refused as refusal:
            context["refusal"] = errors_text.describe_refusal(refusal, match.game)
            if isinstance(refusal, OrderError):
                context["pointed"] = refusal.text_with_caret()
    return _render_orders_page(request, match, context, status=422 if "refusal" in context else 200)


@require_POST
@login_required
def cancel_order(request: HttpRequest, number: int, order: int) -> HttpResponse:
    """Cancel one of my orders."""
    try:
        orders.cancel_order(_own_match(request, number), signed_in(request), order)
        messages.success(request, _("Order %(number)s is cancelled.") % {"number": order})
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/matches/{number}/orders/")


def _own_match(request: HttpRequest, number: int) -> Match:
    """Return the match for one of its players. Raises Http404."""
    match = visible_match_or_404(request, number)
    if matches.seat_of(match, signed_in(request)) is None or match.started_at is None:
        raise Http404
    return match


def _render_orders_page(
    request: HttpRequest, match: Match, context: dict[str, Any], *, status: int
) -> HttpResponse:
    language, seat = language_of(request), matches.seat_of(match, signed_in(request))
    assert seat is not None
    listed = order_text.own_orders(match, seat, language)
    context |= match_views.build_match_header(match, seat, language)
    context |= {
        "active": [order for order in listed if order.row.active],
        "ended": [(order, labels.ENDED[order.row.why]) for order in listed if not order.row.active],
        "presets": order_text.list_preset_orders(match.game, language),
    }
    return render(request, "games/orders/orders.html", context, status=status)


def _describe_rehearsal(
    match: Match, past: list[Rehearsed], player: Player
) -> list[dict[str, Any]]:
    """Return one row per past prompt: its facts, my answer, and what the order would have done."""
    game, language = GAMES[match.game], player.language
    words = game.list_words(language)

    def said(decision: Decision | str | None) -> str:
        if isinstance(decision, Decision):
            return notation.format_decision(decision, words)
        return _("asks you") if decision == ASK else _("does not fit: asks you")

    return [
        {
            "facts": order_text.facts_in_words(match.game, row.prompt, language),
            "answered": said(row.answered),
            "would": said(row.would),
            "same": row.would == row.answered,
        }
        for row in past
    ]
