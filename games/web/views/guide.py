"""The guides of games: rules in our own words, and all cards, searchable."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from abyss_site.core.unicode_text import limit_marks
from games.engine.board.art import render_art_image
from games.engine.board.chapters import ANY_SEATS, Block, Entry
from games.engine.contract import AnyGame
from games.http.viewers import language_of, player_of, visible_match_or_404
from games.models import Match, Player
from games.presentation import boards, labels
from games.queries import match_lists, matches
from games.titles import GAMES
from games.web import board_html
from games.web.views import matches as match_views

LONGEST = 60
# Longer captions of drawings stand beside them on a phone.
LONGEST_LABEL = 20
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
        (GAMES[name], book.list_sections(language, printed_options(name))[0].first_words())
        for name, book in boards.GUIDES.items()
    ]


def printed_options(game: str) -> dict[str, object]:
    """Return the default options of a game, for rules that are about no match."""
    defaults: dict[str, object] = {**GAMES[game].default_options}
    return defaults | {"seats": ANY_SEATS}


@require_safe
def show_guide(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules and the cards of a game; `?q=` filters cards by their words."""
    if game not in boards.GUIDES:
        raise Http404
    language = language_of(request)
    cards = _find_cards(request, game, language)
    if request.headers.get(PART) == CARDS:
        return render(request, "games/guide/_card_list.html", cards)
    context = cards | _build_guide(game, language, printed_options(game))
    context["sprite"] = _render_sprite(game, context)
    context["variants"] = describe_variants(game, language)
    context["own_matches"] = _own_matches(player_of(request), game)
    return render(request, "games/guide/guide.html", context)


@require_safe
def show_match_guide(request: HttpRequest, number: int) -> HttpResponse:
    """Show the rules as they are in a match: with its options and its number of seats."""
    match = visible_match_or_404(request, number)
    if match.game not in boards.GUIDES:
        raise Http404
    language = language_of(request)
    seat = matches.seat_of(match, player_of(request))
    defaults = {option.name: option.unnamed for option in GAMES[match.game].options}
    options = defaults | match.options | {"seats": match.seats_wanted}
    context = match_views.build_match_header(match, seat, language)
    context["match_options"] = context.pop("options")
    context |= _build_guide(match.game, language, options) | {"tab": "rules"}
    context["sprite"] = _render_sprite(match.game, context)
    return render(request, "games/guide/match_guide.html", context)


def _find_cards(request: HttpRequest, game: str, language: str) -> dict[str, object]:
    search = request.GET.get("q", "")[:LONGEST].strip()
    cards = boards.GUIDES[game].list_cards(language)
    hits = [card for card in cards if _has_all_words(search, card)]
    # Games escape their own words.
    cards_with_pictures = [(card, mark_safe(card.picture)) for card in hits]  # nosec B308 B703
    return {"cards": cards_with_pictures, "wanted": search}


def _build_guide(game: str, language: str, options: dict[str, object]) -> dict[str, object]:
    book = boards.GUIDES[game]
    sections = book.list_sections(language, options)
    icons = book.list_icons(language)
    return {
        "game": GAMES[game],
        "legend": mark_safe(book.render_legend(language)),  # nosec B308 B703
        "icons": [(mark_safe(icon), says) for icon, says in icons],  # nosec B308 B703
        "may_learn": GAMES[game].coach is not None,
        "sections": [
            (section, [_describe_block(block, game, language) for block in section.blocks])
            for section in sections
        ],
        "style": board_html.stylesheet_path(game),
    }


def _render_sprite(game: str, context: dict[str, Any]) -> str:
    card_pictures = [picture for _, picture in context.get("cards", ())]
    pictures = "".join([*card_pictures, *(icon for icon, _ in context["icons"])])
    sprite = boards.GUIDES[game].render_sprite(context["legend"] + pictures)
    return mark_safe(sprite)  # nosec B308 B703


def _describe_block(block: Block, game: str, language: str) -> dict[str, object]:
    """Return a block for the template, with its drawings as (HTML, caption)."""
    names = GAMES[game].list_words(language)
    return {
        "kind": block.kind,
        "says": block.says,
        "header": block.rows[0] if block.rows else (),
        "rows": block.rows[1:],
        "drawings": [
            (
                mark_safe(render_art_image(boards.ARTS[game], code, "hand")),  # nosec B308 B703
                caption or names[code],
            )
            for code, caption in block.drawings
        ],
        "is_told": any(len(caption) > LONGEST_LABEL for _, caption in block.drawings),
        "parts": [_describe_block(part, game, language) for part in block.parts],
    }


def describe_variants(game: str, language: str) -> list[tuple[str, list[str]]]:
    """Return what the rules say only with other options than the usual ones, by option.

    An option that needs another one is described with the first preset that makes it count.
    """
    rules, words = GAMES[game], GAMES[game].list_words(language)
    usual = printed_options(game)
    variants = []
    for option in rules.options:
        for value in () if option.many else option.values:
            for base in (usual, *({**usual, **preset} for preset in rules.presets.values())):
                if value == option.default:
                    break
                before = _list_words(game, language, base | {option.name: option.default})
                after = _list_words(game, language, base | {option.name: value})
                if sentences := [text for text in after if text not in before]:
                    name, value_in_words = (
                        labels.translate_code(code, words) for code in (option.name, value)
                    )
                    variants.append((labels.after_colon(name, value_in_words), sentences))
                    break
    return variants


def _list_words(game: str, language: str, options: Mapping[str, object]) -> list[str]:
    """Return the paragraphs of the rules with these options."""
    sections = boards.GUIDES[game].list_sections(language, options)
    return [block.says for section in sections for block in section.blocks if block.says]


def _own_matches(player: Player | None, game: str) -> list[tuple[Match, str]]:
    """Return the player's current matches of a game, each with its title."""
    if player is None:
        return []
    current = match_lists.current_matches(player).filter(game=game)
    return [(match, labels.match_title(match)) for match in current]


def _has_all_words(search: str, card: Entry) -> bool:
    """Return whether the card contains every word of `search`, ignoring accents."""
    text = _normalize_text(f"{card.group} {card.name} {card.says}")
    return all(word in text for word in _normalize_text(search).split())


def _normalize_text(words: str) -> str:
    """Return text in lower case without accents.

    >>> _normalize_text("Geôlier")
    'geolier'
    """
    parts = unicodedata.normalize("NFD", limit_marks(words).casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))
