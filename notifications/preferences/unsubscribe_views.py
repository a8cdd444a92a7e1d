"""Unsubscribe by the link in an e-mail, without sign-in: the signed link is sufficient."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.models import Notification
from notifications.outgoing import channels, introductions, planning, reply_addresses


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Show a confirmation page (GET), and unsubscribe (POST, RFC 8058).

    One-click unsubscribe must work without cookies, sign-in and redirects.
    """
    notification = _get_notification(code)
    everything = request.POST.get("what") == "everything"
    if request.method == "POST":
        planning.unsubscribe_recipient(notification, timezone.now(), everything=everything)
    context = {
        "is_done": request.method == "POST",
        "is_stranger": introductions.is_introduction(notification),
        "is_conversation": notification.kind in planning.DIRECT_MESSAGES,
        "is_puzzle": notification.thread in channels.OPT_IN_THREADS,
        "everything": everything or planning.is_about_everything(notification),
        "subject": notification.subject,
    }
    response = render(request, "notifications/unsubscribe.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _get_notification(code: str) -> Notification:
    address = reply_addresses.parse_reply_address(f"unsub+{code}")
    number = reply_addresses.uuid_from_token(address.token) if address else None
    notification = Notification.objects.filter(pk=number).first() if number else None
    is_forgotten = (
        notification and introductions.is_introduction(notification) and not notification.address
    )
    if notification is None or is_forgotten or not planning.is_unsubscribable(notification):
        raise Http404("no such e-mail")
    return notification
