"""The conversations of a player: their list, and each one with the form to write."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from abyss_site.core.valkey.presence import record_presence
from games.engine.contract import Refused
from games.http.responses import parse_form_number, see_other
from games.http.viewers import signed_in, viewer_of
from games.models import ConversationSide, MessagesFrom, Player
from games.presentation import errors_text
from games.queries import direct_messages as queries
from games.services import direct_messages
from games.web import page_updates


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_conversations(request: HttpRequest) -> HttpResponse:
    """List my conversations, newest first; the form sets who may write to me."""
    me = signed_in(request)
    if request.method == "POST":
        if request.POST.get("messages_from") not in MessagesFrom.values:
            return see_other(reverse("conversations"))
        direct_messages.choose_message_senders(me, request.POST["messages_from"])
        messages.success(request, _("Saved."))
        return see_other(reverse("conversations"))
    marks = page_updates.fetch_known_marks(me)
    context = {
        "live": page_updates.describe_updates(viewer_of(request), "player", marks),
        "conversations": queries.list_conversations(me),
        "senders": MessagesFrom.choices,
        "chosen": me.messages_from,
        "kept_days": direct_messages.RETENTION.days,
    }
    return render(request, "games/messages/conversations.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_conversation(request: HttpRequest, number: UUID) -> HttpResponse:
    """Show my conversation with a player, which is read then; the form sends a message.

    `?before=` the id of a message shows what was written before it. `?text=` fills in the form.
    """
    me, refusal = signed_in(request), None
    other = queries.find_correspondent(me, number)
    if other is None:
        raise Http404
    if request.method == "POST":
        key = f"page-{parse_form_number(request.POST) or uuid4()}"
        try:
            direct_messages.send_direct_message(me, other, request.POST.get("text", ""), key=key)
        except Refused as error:
            refusal = error
        else:
            return see_other(f"{reverse('conversation', args=[other.pk])}#write")
    marks = page_updates.fetch_known_marks(me)
    side, before = queries.find_side(me, other), _parse_id(request.GET.get("before", ""))
    lines, is_more = queries.list_messages(side, before) if side else ([], False)
    context = {
        "other": other,
        "lines": lines,
        "earlier": lines[0].id if is_more else None,
        "is_latest": before is None,
        "hindrance": "" if refusal else _find_hindrance(me, other),
        "refusal": errors_text.describe_refusal(refusal) if refusal else "",
        "text": request.POST.get("text", "") if refusal else _read_filled_in(request),
        "form_number": uuid4(),
        "longest": direct_messages.LONGEST,
    }
    if before is None:
        context["live"] = _follow_conversation(request, side, marks)
        if side and lines:
            direct_messages.mark_conversation_read(side, lines[-1].sent_at)
    status = 422 if refusal else 200
    return render(request, "games/messages/conversation.html", context, status=status)


def _read_filled_in(request: HttpRequest) -> str:
    return request.GET.get("text", "")[: direct_messages.LONGEST]


def _find_hindrance(me: Player, other: Player) -> str:
    """Return why I cannot write to somebody at all, "" if I can."""
    try:
        direct_messages.check_may_write_to(me, other, now=timezone.now())
    except Refused as refusal:
        return errors_text.describe_refusal(refusal)
    return ""


def _follow_conversation(
    request: HttpRequest, side: ConversationSide | None, marks: page_updates.KnownMarks
) -> page_updates.Updates | None:
    if side is None:
        return page_updates.describe_updates(viewer_of(request), "player", marks)
    record_presence(side.player_id, direct_messages.thread_for_side(side))
    page = page_updates.page_of_conversation(side.conversation_id)
    return page_updates.describe_updates(viewer_of(request), page, marks)


def _parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
