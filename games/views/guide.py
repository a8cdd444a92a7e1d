"""Help with a game: its rules in our own words, and all its cards, searchable."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games import board
from games.rules import GAMES
from games.views import laying
from games.views.visitors import language_of

LONGEST = 60


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """The games there is help with."""
    return render(request, "games/rules.html", {"games": [GAMES[name] for name in board.PAGES]})


@require_safe
def guide(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game and its cards; `?q=` finds cards by any of their words."""
    if game not in board.PAGES:
        raise Http404
    laid, language = board.PAGES[game], language_of(request)
    wanted = request.GET.get("q", "")[:LONGEST].strip()
    found = [card for card in laid.cards(language) if _fits(wanted, card)]
    cards = [(card, mark_safe(card.picture)) for card in found]  # nosec B308 B703
    legend = laid.legend(language)
    pictures = legend + "".join(card.picture for card in found)
    # The game escapes its own words where it draws them.
    context = {
        "game": GAMES[game],
        "sections": laid.guide(language),
        "legend": mark_safe(legend),  # nosec B308 B703
        "cards": cards,
        "wanted": wanted,
        "sprite": mark_safe(laid.sprite(pictures)),  # nosec B308 B703
        "style": laying.style(game),
    }
    return render(request, "games/guide.html", context)


def _fits(wanted: str, card: Any) -> bool:
    """Whether every word of `wanted` stands on the card, whatever its accents."""
    said = _plain(f"{card.group} {card.name} {card.says}")
    return all(word in said for word in _plain(wanted).split())


def _plain(words: str) -> str:
    """Return words in small letters without accents.

    >>> _plain("Geôlier")
    'geolier'
    """
    parts = unicodedata.normalize("NFD", words.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
