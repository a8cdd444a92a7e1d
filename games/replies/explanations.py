"""Questions about cards in the lines of an e-mail: “explain Sage”, “What do the Advisors do?”.

They are answered from the game's list of cards, which everybody may read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache

from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine import notation
from games.engine.board.chapters import Entry
from games.engine.contract import Pick, Prompt
from games.engine.notation import Tokens
from games.presentation import boards
from games.replies.lines import small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH

# Maximum number of cards that one line explains.
MAX_CARDS = 12
# How alike two names must be for one of them to be taken as misspelt.
MIN_LIKENESS = 0.8
# Words that ask for an explanation, and nothing else.
_EXPLAINS = re.compile(
    r"(?:please )?(?:explain|expliquer?|expliquez|erkla(?:r|re|rt))(?: (?:me|moi|mir|uns))?"
    r"(?: (?P<about>.+))?"
)
# Questions that may also be about something else.
_ASKS = tuple(
    re.compile(pattern)
    for pattern in (
        r"what (?:do|does|can|could|would) (?P<about>.+) (?:do|mean|bring)(?: for me)?",
        r"what (?:is|are|s) (?:there about )?(?P<about>.+)",
        r"que (?:fait|font|peut faire|peuvent faire) (?P<about>.+)",
        r"(?:c est quoi|qu est ce que(?: c est que)?|a quoi ser(?:vent|t)) (?P<about>.+)",
        r"was (?:macht|machen|tut|tun|kann|konnen|ist|sind|bringt|bringen|bewirkt) (?P<about>.+)",
        r"wozu (?:dient|dienen|ist|sind) (?P<about>.+)",
    )
)
# Words around the name of a card.
_AROUND = frozenset(
    ["my", "a", "an", "this", "un", "une", "mon", "ma", "mes", "ce", "cette", "de"]
) | {
    *("ein", "eine", "mein", "meine", "meinen", "dieser", "diese", "card", "carte", "karte", "gut"),
    *("cards", "cartes", "karten", "these", "ces", "d", "s", "du", "des", "dem"),
}


class Explain(Struct, frozen=True):
    """“explain Sage”: what the cards with these codes do; () if none is called so."""

    game: str
    cards: tuple[str, ...]


def parse_explanation(
    line: str, game: str, language: str, *, prompt: Prompt | None = None
) -> Explain | None:
    """Return the cards that a line asks about; None if it asks about none.

    Of a group of cards, it asks about those that `prompt` is about, if there are some.
    """
    if game not in boards.GUIDES or line.lstrip().startswith((">", "|")):
        return None
    plain = small_talk.cut_greeting(line.split("//")[0])
    text = " ".join(notation.drop_fillers(notation.split_words(plain)))
    if match := _EXPLAINS.fullmatch(text):
        return Explain(game, _find_cards(match["about"] or "", game, language, prompt))
    for pattern in _ASKS:
        match = pattern.fullmatch(text)
        if match and (cards := _find_cards(match["about"], game, language, prompt)):
            return Explain(game, cards)
    return None


def describe_cards(request: Explain, language: str) -> list[str]:
    """Return what each card does, as a line of text for each."""
    by_code = {card.code: card for card in boards.GUIDES[request.game].list_cards(language)}
    lines = []
    for code in request.cards:
        card = by_code[code]
        says = " · ".join(filter(None, map(str.strip, card.says.split("\n"))))
        facts = {"name": card.name, "group": card.group, "text": says}
        lines.append(_("%(name)s (%(group)s): %(text)s") % facts)
    return lines


def _find_cards(about: str, game: str, language: str, prompt: Prompt | None) -> tuple[str, ...]:
    """Return the codes of cards with a name, of those of a group, or with words of a name."""
    prompt_codes: set[str] = _list_codes(prompt) if prompt else set()
    words = tuple(word for word in about.split() if word not in _AROUND)
    if not words or any(map(str.isdigit, words[:1])):
        return ()
    words = tuple(word for word in words if not word.isdigit())
    for language_code in dict.fromkeys((language, "en")):
        cards = _list_names(game, language_code)
        matches = (
            [code for code, name, _group in cards if name == words],
            [code for code, _name, group in cards if _is_group(words, group)],
            [code for code, name, _group in cards if _is_part(words, name)],
        )
        if codes := next(filter(None, matches), []):
            return tuple([code for code in codes if code in prompt_codes] or codes)[:MAX_CARDS]
        by_name = {" ".join(name): code for code, name, _group in cards}
        if alike := get_close_matches(" ".join(words), by_name, 1, MIN_LIKENESS):
            return (by_name[alike[0]],)
    return ()


def _list_codes(prompt: Prompt) -> set[str]:
    """Return the codes that the answers to a prompt name."""
    values = [value for choice in prompt.choices for value in choice.args.values()]
    codes = {value for value in values if isinstance(value, str)}
    slots = [slot for choice in prompt.choices for slot in choice.slots if isinstance(slot, Pick)]
    return codes.union(*(slot.items for slot in slots))


def _is_group(words: Tokens, group: Tokens) -> bool:
    """Return whether words name a group of cards, perhaps in the singular."""
    [first] = words if len(words) == len(group) == 1 else [""]
    return words == group or (len(first) >= MIN_NAME_LENGTH and group[0].startswith(first))


def _is_part(words: Tokens, name: Tokens) -> bool:
    """Return whether words stand in the name of a card: “Birch” for the Birch Bow."""
    return set(words) <= set(name) and max(map(len, words)) >= MIN_NAME_LENGTH


@cache
def _list_names(game: str, language: str) -> Sequence[tuple[str, Tokens, Tokens]]:
    """Return (code, words of the name, words of the group) of every card of a game."""
    cards: Sequence[Entry] = boards.GUIDES[game].list_cards(language)
    tokenize = notation.tokenize_line
    return [(card.code, tokenize(card.name), tokenize(card.group)) for card in cards]
