"""The guides of games: rules in our own words, and all cards, searchable."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.engine.board.chapters import Entry
from games.engine.contract import AnyGame
from games.presentation import boards
from games.presentation.request import language_of
from games.titles import GAMES
from games.web import board_html

LONGEST = 60
# The header with which a script requests only the list of cards, and its value.
PART, CARDS = "X-Part", "cards"


@require_safe
def show_guide_index(request: HttpRequest) -> HttpResponse:
    """List the games that have a guide."""
    return render(
        request, "games/guide/rules.html", {"shelf": list_games_with_guide(language_of(request))}
    )


def list_games_with_guide(language: str) -> list[tuple[AnyGame, str]]:
    """Return the games that have a guide, each with its first paragraph."""
    return [
        (GAMES[name], book.list_sections(language)[0].paragraphs[0])
        for name, book in boards.GUIDES.items()
    ]


@require_safe
def show_guide(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules and the cards of a game; `?q=` filters cards by their words."""
    if game not in boards.GUIDES:
        raise Http404
    book, language = boards.GUIDES[game], language_of(request)
    wanted = request.GET.get("q", "")[:LONGEST].strip()
    found = [card for card in book.list_cards(language) if _has_all_words(wanted, card)]
    # Games escape their own words.
    cards = [(card, mark_safe(card.picture)) for card in found]  # nosec B308 B703
    context: dict[str, Any] = {"cards": cards, "wanted": wanted}
    if request.headers.get(PART) == CARDS:
        return render(request, "games/guide/_card_list.html", context)
    legend = book.render_legend(language)
    pictures = legend + "".join(card.picture for card in found)
    context |= {
        "game": GAMES[game],
        "may_learn": GAMES[game].coach is not None,
        "sections": book.list_sections(language),
        "legend": mark_safe(legend),  # nosec B308 B703
        "sprite": mark_safe(book.render_sprite(pictures)),  # nosec B308 B703
        "style": board_html.stylesheet_path(game),
    }
    return render(request, "games/guide/guide.html", context)


def _has_all_words(wanted: str, card: Entry) -> bool:
    """Return whether the card contains every word of `wanted`, ignoring accents."""
    said = _normalize_text(f"{card.group} {card.name} {card.says}")
    return all(word in said for word in _normalize_text(wanted).split())


def _normalize_text(words: str) -> str:
    """Return text in lower case without accents.

    >>> _normalize_text("Geôlier")
    'geolier'
    """
    parts = unicodedata.normalize("NFD", words.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))
