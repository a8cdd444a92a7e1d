"""Views of the local mailbox. They respond with 404 unless DEV_MAILBOX is set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_http_methods

from abyss_site.core.email_addresses import address_key
from notifications.models import CapturedEmail, InboundEmail

from . import mailbox

PAGE = 50
MAX_REPLY_LENGTH = 100_000

# E-mails may use inline styles and data URLs of pictures, and nothing else.
EMAIL_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
)

# Session key of the sign-in page: the request, with the `email` that a code was requested for.
SIGN_IN_REQUEST = "sign_in_request"

View = Callable[..., HttpResponse]


def local_only(view: View) -> View:
    """Restrict a view to installations with DEV_MAILBOX, and to staff except in a demo.

    In a demo, newcomers read the e-mail with their code before they are signed in.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not settings.DEV_MAILBOX:
            raise Http404("there is no local mailbox")
        if settings.DEMO and _requested_address(request):
            return never_cache(view)(request, *args, **kwargs)
        return signed_in(request, *args, **kwargs)

    @never_cache
    @login_required
    def signed_in(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not (settings.DEMO or _is_staff(request)):
            raise PermissionDenied("only staff may read e-mails here")
        return view(request, *args, **kwargs)

    return guarded


@require_GET
@local_only
def list_mailboxes(request: HttpRequest) -> HttpResponse:
    """List all mailboxes for staff; redirect a player to their own."""
    if not _is_staff(request):
        return redirect("mailbox", _requested_address(request) or _own_address(request))
    boxes = CapturedEmail.objects.values("recipient").annotate(
        emails=Count("id"), unread=Count("id", filter=Q(opened_at=None)), newest=Max("captured_at")
    )
    return render(request, "mailbox/mailboxes.html", {"boxes": boxes.order_by("-newest")})


@require_GET
@local_only
def show_mailbox(request: HttpRequest, address: str) -> HttpResponse:
    """Show the e-mails of one mailbox, newest first, and the status of the replies sent from it."""
    address = _require_own_address(request, address_key(address))
    emails = CapturedEmail.objects.filter(recipient=address).order_by("-id").defer("raw")
    answers = InboundEmail.objects.filter(sender=address).order_by("-id").defer("raw")
    page = Paginator(emails, PAGE).get_page(request.GET.get("page"))
    context = {"address": address, "page": page, "answers": answers[:5]}
    return render(request, "mailbox/mailbox.html", context)


@require_GET
@local_only
def show_email(request: HttpRequest, number: UUID) -> HttpResponse:
    """Show one e-mail as text and as HTML, with a form to reply."""
    row = _get_captured_email(request, number)
    if row.opened_at is None:
        CapturedEmail.objects.filter(pk=row.pk, opened_at=None).update(opened_at=timezone.now())
    return _render_email_page(request, row, mailbox.quote_email(mailbox.parse_captured_email(row)))


@require_GET
@xframe_options_sameorigin
@local_only
def show_email_html(request: HttpRequest, number: UUID) -> HttpResponse:
    """Return the HTML of one e-mail with its own styles, for the frame on its page."""
    email = mailbox.parse_captured_email(_get_captured_email(request, number))
    response = HttpResponse(f"<!DOCTYPE html>{email.html}")
    response.headers["Content-Security-Policy"] = EMAIL_POLICY
    return response


@require_GET
@local_only
def show_email_source(request: HttpRequest, number: UUID) -> HttpResponse:
    """Return the source of one e-mail."""
    raw = bytes(_get_captured_email(request, number).raw)
    return HttpResponse(raw, content_type="text/plain; charset=utf-8")


@require_http_methods(["POST"])
@local_only
def reply_to_email(request: HttpRequest, number: UUID) -> HttpResponse:
    """Send a reply through the mailroom."""
    row = _get_captured_email(request, number)
    text = request.POST.get("text", "")[:MAX_REPLY_LENGTH].replace("\r\n", "\n")
    refusal = mailbox.send_reply(row, text, name=str(request.user))
    if refusal:
        return _render_email_page(request, row, text, refusal=refusal, status=502)
    messages.success(request, _("Your e-mail was sent. The reply comes within seconds."))
    return redirect("mailbox", row.recipient)


def _render_email_page(
    request: HttpRequest, row: CapturedEmail, text: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "posted": row,
        "email": mailbox.parse_captured_email(row),
        "text": text,
        "refusal": refusal,
        "newer": CapturedEmail.objects.filter(recipient=row.recipient, id__gt=row.pk).count(),
    }
    return render(request, "mailbox/email.html", context, status=status)


def _get_captured_email(request: HttpRequest, number: UUID) -> CapturedEmail:
    row = get_object_or_404(CapturedEmail, pk=number)
    _require_own_address(request, row.recipient)
    return row


def _require_own_address(request: HttpRequest, address: str) -> str:
    # 404 rather than 403, so that nobody can find out which mailboxes exist.
    own = {_own_address(request), settings.DEMO and _requested_address(request)}
    if not _is_staff(request) and (not address or address not in own):
        raise Http404("no such mailbox")
    return address


def _own_address(request: HttpRequest) -> str:
    return address_key(str(getattr(request.user, "email", "")))


def _requested_address(request: HttpRequest) -> str:
    """Return the address for which this browser has requested a code, "" if it has not."""
    return address_key(str(request.session.get(SIGN_IN_REQUEST, {}).get("email", "")))


def _is_staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False))
