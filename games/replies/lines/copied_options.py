"""Parse a line of our own e-mail that was copied as an answer: “2 · buy – 1 Pearl”."""

from __future__ import annotations

import re

from msgspec import Struct

from games.engine import notation

# “Option 2: take 2”, “I choose number 2, take 2”.
_LABEL = re.compile(
    r"\W{0,3}(?:(?:i|je|ich)\s\w{1,10}\s(?:the\s|l['’]|die\s)?)?"
    r"(?:option|answer|choice|number|no|nr|réponse|choix|numéro|n|antwort|nummer|wahl)\b"
    r"[\s.:°#]{0,4}(?=\d)",
    re.IGNORECASE,
)
# “2 · take 2”, “2. take 2”, “[2] take 2”.
_NUMBER = re.compile(r"[\s\[(*#]{0,4}(\d{1,3})([\s\])*.:=·•–-]{1,5})(?=[^\W\d_])")
# “2 (take 2)”, “take 2 (2)”.
_WORDS_IN_BRACKETS = re.compile(r"\s{0,4}(\d{1,3})\s{0,3}\(([^()\d][^()]{0,200})\)\W{0,3}")
_NUMBER_IN_BRACKETS = re.compile(
    r"([^()]{1,200})\((?:option|answer|number|nr\.|réponse|antwort|nummer)?\s{0,2}"
    r"(\d{1,3})\s{0,2}\)\W{0,3}",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s[–—-]{1,2}\s")


class ListedLine(Struct, frozen=True):
    """The number (0: missing), the words of the answer, and the hint after them, or "".

    `is_dashed`: a dash separates number and words; `is_bare`: only blanks do.
    """

    number: int
    words: str
    hint: str
    is_dashed: bool = False
    is_bare: bool = False


def parse_copied_option(line: str) -> ListedLine | None:
    """Return the parts of a line that may be copied from a list; None if it is only words.

    >>> parse_copied_option("[2] buy – 1 Pearl"), parse_copied_option("buy")
    (ListedLine(number=2, words='buy', hint='1 Pearl', is_dashed=False, is_bare=False), None)
    """
    line = _LABEL.sub("", line, count=1) if _LABEL.match(line) else line
    if bracket_match := _WORDS_IN_BRACKETS.fullmatch(line):
        return ListedLine(int(bracket_match[1]), bracket_match[2].strip(), "")
    if bracket_match := _NUMBER_IN_BRACKETS.fullmatch(line):
        return ListedLine(int(bracket_match[2]), bracket_match[1].strip(), "")
    number_match = _NUMBER.match(line)
    words, *hint = _DASH.split(line[number_match.end() if number_match else 0 :], maxsplit=1)
    if not number_match and not hint:
        return None
    is_dashed = bool(number_match and _DASH.fullmatch(number_match[2]))
    number = int(number_match[1]) if number_match else 0
    is_bare = bool(number_match and not number_match[2].strip())
    return ListedLine(number, words.strip(), "".join(hint).strip(), is_dashed, is_bare)


def is_hint(text: str, hint: str) -> bool:
    """Return whether words are our hint, or its beginning if a mail program wrapped the line."""
    words = notation.tokenize_line(text)
    return notation.tokenize_line(hint)[: len(words)] == words
