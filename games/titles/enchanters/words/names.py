"""The names of cards, kingdoms and players, in English, French and German."""

from __future__ import annotations

from functools import cache

from ..rules.components import CARD, DESIGNS, KINGDOMS

LANGUAGES = ("en", "fr", "de")
Row = tuple[str, str, str]


def language_index(language: str) -> int:
    """Return the column of a language; English for an unknown one."""
    return LANGUAGES.index(language) if language in LANGUAGES else 0


@cache
def name_of(code: str, language: str) -> str:
    """Return the name of a card or kingdom; the number of a copy is ignored.

    >>> name_of("cultists.acolyte/3", "de")
    'Nervöser Akolyth'
    """
    names = KINGDOMS[code].names if code in KINGDOMS else (CARD.get(code) or DESIGNS[code]).names
    return names.get(language) or names["en"]


def theme_of(kingdom: str, language: str) -> str:
    """Return what the cards of a kingdom are about; "" if its file does not say.

    >>> theme_of("faeries", "en")
    'giving to others'
    """
    themes = KINGDOMS[kingdom].themes
    return themes.get(language) or themes.get("en", "")


def quote_name(code: str, language: str) -> str:
    """Return a name for use in a sentence."""
    return QUOTES[language_index(language)].format(name_of(code, language))


QUOTES = ("“{}”", "« {} »", "„{}“")
