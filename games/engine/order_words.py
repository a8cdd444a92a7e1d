"""The tokens and phrases of standing orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache

from msgspec import Struct

from .contract import Refused
from .notation import FILLERS, fold_letters
from .numbers import parse_number
from .orders import KEYWORDS, LANGUAGES, SYNONYMS

TOKEN = re.compile(r"\d{4}-\d{2}-\d{2}|[^\W\d_]+|\d+|<=|>=|!=|==|[<>=≤≥≠,;+\n]")
# Signs and spellings that mean the same.
SAME = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "defense": "defence"}
IGNORED_WORDS = FILLERS - {row for rows in KEYWORDS.values() for row in rows} - {"et", "und"}

# Larger numbers stay as they are written: no order holds such a number.
MAX_READ = 999_999_999

Phrase = tuple[str, ...]
Phrases = Mapping[Phrase, list[str]]

# Names and keywords of all games in all languages whose tokens are kept.
MAX_PHRASES = 16_384

# How similar a word must be to be proposed, and how many are proposed.
SIMILARITY, MAX_PROPOSED = 0.6, 3


class OrderError(Refused):
    """Text that is not an order. `position` is the index in `text` of the wrong `word`.

    `nearest` are words that could stand there, the most similar first; () if none is similar.
    `questions` are the questions that the wrong rule can be about; () if that is not known.
    """

    code = "unreadable_order"

    def __init__(
        self,
        sentence: str,
        text: str,
        position: int,
        word: str,
        nearest: tuple[str, ...] = (),
        questions: tuple[str, ...] = (),
    ):
        super().__init__(sentence, word=word)
        self.text, self.position, self.word = text, position, word
        self.nearest, self.questions = nearest, questions

    @property
    def line_number(self) -> int:
        """The number of the wrong line from 1, 0 if the text has only one."""
        return self.text.count("\n", 0, self.position) + 1 if "\n" in self.text else 0

    def list_corrected_texts(self) -> list[str]:
        """Return the text with each of the nearest words in place of the wrong one."""
        end = self.position + len(self.word)
        return [self.text[: self.position] + word + self.text[end:] for word in self.nearest]

    def text_with_caret(self) -> str:
        """Return the line with a caret under the wrong word."""
        start = self.text.rfind("\n", 0, self.position) + 1
        line = self.text[start:].split("\n")[0]
        return f"{line}\n{' ' * (self.position - start)}{'^' * max(1, len(self.word))}"


def find_nearest_words(text: str, valid: Iterable[str]) -> tuple[float, tuple[str, ...]]:
    """Return the similarity of the most similar valid words, from 0 to 1, and the words.

    A word that is the same is not among them.

    >>> find_nearest_words("vale", ["race", "value", "price"])[1]
    ('value',)
    """
    return _find_nearest(text.casefold(), tuple(valid))


# The same word is looked up for every completion of an order that is tried.
@lru_cache(64)
def _find_nearest(plain_text: str, valid: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    names = {word.casefold(): word for word in valid if word}
    names.pop(plain_text, None)
    close_words = get_close_matches(plain_text, names, MAX_PROPOSED, SIMILARITY)
    if not close_words:
        return 0.0, ()
    best = SequenceMatcher(None, close_words[0], plain_text).ratio()
    return best, tuple(names[name] for name in close_words)


class Token(Struct, frozen=True):
    """A word, number or sign, without case and accents, and its position in the text."""

    said: str
    start: int
    end: int


def tokenize_order(text: str) -> list[Token]:
    """Return the tokens of `text`, without fillers and meaningless punctuation."""
    tokens = []
    for match in TOKEN.finditer(text):
        word = fold_letters(match[0])
        if (number := parse_number(word, MAX_READ)) is not None:
            word = str(number)
        if word not in IGNORED_WORDS:
            tokens.append(Token(SAME.get(word, word), match.start(), match.end()))
    return tokens


@lru_cache(MAX_PHRASES)
def parse_phrase(text: str) -> Phrase:
    """Return the tokens of a name; the names of the games' lexicons are parsed once."""
    return tuple(token.said for token in tokenize_order(text) if token.said not in ",+;")


def index_phrases(names: Iterable[Mapping[str, str]]) -> Phrases:
    """Return phrase -> the codes it may mean. `names`: code -> word, by priority."""
    codes_by_phrase: dict[Phrase, list[str]] = {}
    for lexicon in names:
        for code, text in lexicon.items():
            phrase = parse_phrase(text)
            if phrase and code not in codes_by_phrase.setdefault(phrase, []):
                codes_by_phrase[phrase].append(code)
    return codes_by_phrase


@cache
def keyword_phrases(keyword: str, language: str) -> tuple[Phrase, ...]:
    """Return every way to write a keyword, in the reader's language or English, longest first."""
    ways = {
        parse_phrase(text)
        for text in (*keyword_words(keyword, language), *SYNONYMS.get(keyword, ()))
    }
    return tuple(sorted(ways, key=len, reverse=True))


def keyword_words(keyword: str, language: str) -> tuple[str, str]:
    """Return a keyword in the reader's language and in English."""
    row = KEYWORDS[keyword]
    return row[LANGUAGES.index(language) if language in LANGUAGES else 0], row[0]
