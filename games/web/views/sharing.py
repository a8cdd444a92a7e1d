"""What a phone shares with the installed site: a link of ours is opened, words become a message."""

from __future__ import annotations

import re
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.http.responses import see_other
from games.http.viewers import signed_in
from games.queries import direct_messages as queries
from games.services import direct_messages
from games.web.views.accounts import safe_path
from games.web.views.installing import SHARED_FIELDS

# Maximum length of what is read of each field, and of a link that is opened.
MAX_LENGTH = 2000
LINK = re.compile(r"https?://\S+")


@never_cache
@require_safe
def receive_share(request: HttpRequest) -> HttpResponse:
    """Open the first link of ours, or show the form to send the words to a player.

    Nothing is sent without the player's click.
    """
    texts = [request.GET.get(name, "")[:MAX_LENGTH].strip() for name in SHARED_FIELDS]
    for link in LINK.findall(" ".join(reversed(texts))):
        path = _find_own_path(request, link)
        if path:
            return see_other(path)
    return _show_words(request, texts)


def _find_own_path(request: HttpRequest, link: str) -> str:
    """Return the path of a page of ours that a link leads to; "" if it leads elsewhere."""
    try:
        parts = urlsplit(link)
        hosts = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
        if parts.netloc not in hosts or resolve(parts.path).url_name == "share":
            return ""
    except (ValueError, Resolver404):
        return ""
    return safe_path(request, urlunsplit(("", "", parts.path, parts.query, parts.fragment)))


@login_required
def _show_words(request: HttpRequest, texts: list[str]) -> HttpResponse:
    me = signed_in(request)
    if me.is_guest:
        # Guests write to nobody; the page of messages leads them to the form for an address.
        return see_other(reverse("conversations"))
    words = "\n".join(dict.fromkeys(text for text in texts if text))
    longest = direct_messages.LONGEST
    context = {
        "text": words[:longest],
        "is_cut": len(words) > longest,
        "longest": longest,
        "people": queries.list_correspondents(me),
    }
    return render(request, "games/messages/share.html", context)
