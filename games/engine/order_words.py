"""The tokens and phrases of standing orders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from msgspec import Struct

from .contract import Refused
from .notation import FILLERS
from .orders import KEYWORDS, LANGUAGES, SYNONYMS

TOKEN = re.compile(r"\d{4}-\d{2}-\d{2}|[^\W\d_]+|\d+|<=|>=|!=|==|[<>=≤≥≠,;+\n]")
SAME = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!="}
SKIPPED = FILLERS - {row for rows in KEYWORDS.values() for row in rows} - {"et", "und"}

Phrase = tuple[str, ...]
Phrases = Mapping[Phrase, list[str]]


class OrderError(Refused):
    """Text that is not an order. `position` is the index in `text` of the wrong `word`."""

    code = "unreadable_order"

    def __init__(self, sentence: str, text: str, position: int, word: str):
        super().__init__(sentence, word=word)
        self.text, self.position, self.word = text, position, word

    def text_with_caret(self) -> str:
        """Return the line with a caret under the wrong word."""
        start = self.text.rfind("\n", 0, self.position) + 1
        line = self.text[start:].split("\n")[0]
        return f"{line}\n{' ' * (self.position - start)}{'^' * max(1, len(self.word))}"


class Token(Struct, frozen=True):
    """A word, number or sign, without case and accents, and its position in the text."""

    said: str
    start: int
    end: int


def tokenize_order(text: str) -> list[Token]:
    """Return the tokens of `text`, without fillers and meaningless punctuation."""
    found = []
    for match in TOKEN.finditer(text):
        plain = unicodedata.normalize("NFKD", match[0].casefold())
        said = "".join(char for char in plain if not unicodedata.combining(char))
        if said.isdecimal():
            said = str(int(said))
        if said not in SKIPPED:
            found.append(Token(SAME.get(said, said), match.start(), match.end()))
    return found


def parse_phrase(written: str) -> Phrase:
    return tuple(token.said for token in tokenize_order(written) if token.said not in ",+;")


def index_phrases(names: Iterable[Mapping[str, str]]) -> Phrases:
    """Return phrase -> the codes it may mean. `names`: code -> word, by priority."""
    found: dict[Phrase, list[str]] = {}
    for lexicon in names:
        for code, written in lexicon.items():
            said = parse_phrase(written)
            if said and code not in found.setdefault(said, []):
                found[said].append(code)
    return found


def keyword_phrases(keyword: str, language: str) -> list[Phrase]:
    """Return every way to write a keyword, in the reader's language or English, longest first."""
    row = KEYWORDS[keyword]
    column = LANGUAGES.index(language) if language in LANGUAGES else 0
    ways = {parse_phrase(said) for said in (row[column], row[0], *SYNONYMS.get(keyword, ()))}
    return sorted(ways, key=len, reverse=True)
