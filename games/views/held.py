"""The page behind a letter that came from another address: its button lets it count.

It asks for no sign-in: the link was mailed to the player's own address. Only its form acts.
"""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links, mail, queries
from games.models import Prompt, Status
from games.views import wording
from notifications.models import Notice


@never_cache
@csrf_exempt  # The nonce stands for it: it works without a cookie, and only for this letter.
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, link: str) -> HttpResponse:
    """A letter that is held, as its player was told of it."""
    letter = links.held_letter(link)
    asked = Notice.objects.select_related("player").filter(key=f"held-{letter}", kind="held")
    notice = asked.first() if letter else None
    if notice is None:
        raise Http404
    prompt = Prompt.objects.select_related("match").get(pk=notice.data["prompt"])
    with override(notice.player.language):
        response = _show(request, notice, prompt)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _show(request: HttpRequest, notice: Notice, prompt: Prompt) -> HttpResponse:
    note, counted = "", False
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), prompt.token, 0)
        except links.BadNonce:
            note = _("Please press the button again.")
        else:
            with transaction.atomic():
                code = mail.let_count(notice)
            prompt.refresh_from_db()
            note, counted = _told(code), True
    is_open = prompt.closed is None and prompt.match.status == Status.RUNNING
    context = {
        "match": prompt.match,
        "title": wording.title(prompt.match),
        "lines": notice.data["lines"],
        "sender": notice.data["sender"],
        "is_open": is_open,
        "settled": "" if is_open else queries.settled(prompt, notice.player.language),
        "nonce": links.new_nonce(prompt.token, 0),
        "note": note,
        "counted": counted,
    }
    return render(request, "games/held.html", context)


def _told(code: str) -> str:
    if code == "played":
        return _("Your answer is in.")
    return _("The letter has been read. What became of it comes to you by letter.")
