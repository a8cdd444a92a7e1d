"""DOOR: stopping letters by the link in them. Its address is the proof; nobody signs in for it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.models import Notification
from notifications.outgoing import introductions, planning, reply_addresses


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """GET shows a button; POST stops the letters (RFC 8058): no cookie, no sign-in, no redirect."""
    notification = _get_notification(code)
    everything = request.POST.get("what") == "everything"
    if request.method == "POST":
        planning.unsubscribe_recipient(notification, timezone.now(), everything=everything)
    context = {
        "is_done": request.method == "POST",
        "is_stranger": introductions.is_introduction(notification),
        "everything": everything or not notification.thread,
        "subject": notification.subject,
    }
    response = render(request, "notifications/unsubscribe.html", context)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _get_notification(code: str) -> Notification:
    address = reply_addresses.parse_reply_address(f"unsub+{code}")
    number = reply_addresses.row_of(address.token) if address else None
    notification = Notification.objects.filter(pk=number).first() if number else None
    is_forgotten = (
        notification and introductions.is_introduction(notification) and not notification.address
    )
    if notification is None or is_forgotten or not planning.may_be_stopped(notification):
        raise Http404("no such letter")
    return notification
