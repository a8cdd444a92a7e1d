"""Pages about conduct: reports, own sanctions, appeals, and the public moderation log."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from abyss_site.core.database.replica import may_lag
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.models import AuditLogEntry, Player, Sanction
from games.presentation import errors_text, links, moderation, transparency
from games.queries import matches, players
from games.queries.direct_messages import find_direct_message
from games.services.moderation import reports
from games.web.views import devices

# Number of entries in the public log.
LOG_LENGTH = 100


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Report a player to staff, optionally with a message of theirs that I could read.

    `?club=` is the address of a club that they organise, with which the text begins.
    """
    other, me = players.fetch_player(number), signed_in(request)
    if other is None or other.is_house_bot or other.pk == me.pk:
        raise Http404
    chat_message = matches.message_between(request.GET.get("message", ""), me, other)
    message = chat_message or find_direct_message(request.GET.get("direct", ""), me, other)
    note, text = "", _describe_club(request, other)
    if request.method == "POST":
        try:
            text = request.POST.get("text", "")
            reports.report_player(
                me, other, text, match=chat_message.match if chat_message else None, message=message
            )
        except Refused as refusal:
            note = errors_text.describe_refusal(refusal)
        else:
            messages.success(request, _("Thank you. Our staff will look at it."))
            return see_other(f"/players/{number}/")
    facts = {"player": other, "message": message, "note": note, "most": reports.LONGEST}
    facts["text"] = text
    return render(request, "games/conduct/report.html", facts, status=409 if note else 200)


def _describe_club(request: HttpRequest, organiser: Player) -> str:
    """Return the line that names the club the report is about, "" for none."""
    rows = organiser.club_memberships.filter(is_organiser=True).select_related("club")
    member = rows.filter(club__slug=request.GET.get("club", "")).first()
    if member is None:
        return ""
    path = reverse("club", args=[member.club.slug])
    return f"{member.club.name}: {settings.SITE_URL.rstrip('/')}{path}\n"


@never_cache
@login_required
@require_safe
def own_sanctions(request: HttpRequest) -> HttpResponse:
    """Show my sanctions, and the results of my reports."""
    me = signed_in(request)
    rows = [_describe_sanction(sanction) for sanction in me.sanctions.order_by("-imposed_at")]
    mine = me.reports.select_related("about").order_by("-reported_at")
    return render(request, "games/conduct/sanctions.html", {"rows": rows, "reports": mine})


def _describe_sanction(sanction: Sanction) -> dict[str, object]:
    is_warning = sanction.kind == Sanction.Kind.WARNING
    return {
        "row": sanction,
        "until": "" if is_warning else moderation.describe_sanction_end(sanction),
        "appeal": reports.appeal_link(sanction),
    }


@never_cache
@csrf_exempt  # The nonce replaces the token: banned players cannot sign in.
@require_http_methods(["GET", "HEAD", "POST"])
def appeal_sanction(request: HttpRequest, link: str) -> HttpResponse:
    """Appeal against the sanction that the link in an e-mail is about."""
    sanction = reports.read_appeal_link(link)
    if sanction is None:
        return render(request, "games/answers/bad_link.html", status=410)
    with override(sanction.player.language):
        if devices.may_act(request, sanction.player):
            response = _handle_appeal(request, sanction)
        else:
            response = devices.render_unknown_device_flow(request, sanction.player)
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_appeal(request: HttpRequest, sanction: Sanction) -> HttpResponse:
    note, is_done = "", False
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), sanction.pk.hex, 0)
            reports.appeal_sanction(sanction, request.POST.get("text", ""))
            is_done = True
        except links.BadNonce:
            note = _("Please click the button again.")
        except Refused as refusal:
            note = errors_text.describe_refusal(refusal)
    facts = _describe_sanction(sanction) | {
        "note": note,
        "is_done": is_done,
        "nonce": links.new_nonce(sanction.pk.hex, 0),
        "most": reports.LONGEST,
    }
    return render(request, "games/conduct/appeal.html", facts, status=409 if note else 200)


@require_safe
@may_lag
def show_moderation_log(request: HttpRequest) -> HttpResponse:
    """Show the latest moderator actions, without names of people or private matches."""
    log = AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE)
    entries = log.select_related("match", "league").defer("match__state", "match__seed")
    public_entries = moderation.list_public_entries(entries.order_by("-occurred_at")[:LOG_LENGTH])
    return render(request, "games/conduct/public_log.html", {"entries": public_entries})


@require_safe
@may_lag
def show_transparency(request: HttpRequest) -> HttpResponse:
    """Show what moderation decided, how often and how fast, in counts alone."""
    tables = transparency.list_tables(timezone.now())
    return render(request, "games/conduct/transparency.html", {"tables": tables})
