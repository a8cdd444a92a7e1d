"""Characters that HTML displays without writing them: numbers of lists, and pictures of emoji."""

from __future__ import annotations

import re
import unicodedata

import msgspec

# Maximum length of a number of a list; longer ones are not written by people.
_NUMBER = re.compile(r"\s{0,5}(-?[0-9]{1,6})\s{0,5}")
_NO_MARKER = re.compile(r"list-style(?:-type)?\s?:\s?none", re.IGNORECASE)
_STYLES = re.compile(
    r"list-style(?:-type)?\s?:\s?((?:lower|upper)-(?:alpha|latin|roman))", re.IGNORECASE
)
_TYPES = {
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
}
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
MAX_ROMAN = 3999
# Maximum length of a text in place of a picture that stands for a character.
MAX_EMOJI_LENGTH = 20


class NumberedList(msgspec.Struct):
    """An open `<ol>`, and the marker of its item that has no text yet.

    `kind` is its type as HTML writes it: "1", "a", "A", "i", "I"; "" for a list without markers.
    """

    kind: str
    next_number: int
    marker: str = ""
    # Marker of its first item, while none of its items has a text.
    first_marker: str = ""
    has_text: bool = False


def open_list(attributes: dict[str, str]) -> NumberedList:
    """Return the list that an `<ol>` opens."""
    style = attributes.get("style", "")
    list_style = _STYLES.search(style)
    kind = _TYPES[list_style[1].lower()] if list_style else attributes.get("type", "").strip()
    if _NO_MARKER.search(style):
        kind = ""
    elif kind not in ("a", "A", "i", "I"):
        kind = "1"
    return NumberedList(kind, _parse_number(attributes.get("start", ""), 1))


def begin_item(numbered_list: NumberedList, attributes: dict[str, str]) -> None:
    """Set the marker of the next item of a list."""
    number = _parse_number(attributes.get("value", ""), numbered_list.next_number)
    numbered_list.next_number = number + 1
    numbered_list.marker = (
        f"{_write_number(number, numbered_list.kind)}. " if numbered_list.kind else ""
    )
    numbered_list.first_marker = numbered_list.first_marker or numbered_list.marker.strip()


def find_emoji(attributes: dict[str, str]) -> str:
    """Return the character that a picture stands for; "" if it is another picture.

    >>> find_emoji({"alt": "👍"}), find_emoji({"alt": ":-)", "class": "emoji"})
    ('👍', ':-)')
    >>> find_emoji({"alt": "Logo"}), find_emoji({"alt": "2"})
    ('', '')
    """
    alt = attributes.get("alt", "").strip()
    if not alt or len(alt) > MAX_EMOJI_LENGTH or any(map(str.isalpha, alt)):
        return ""
    is_picture = any(unicodedata.category(char) in ("So", "Me") for char in alt)
    return alt if is_picture or "emoji" in attributes.get("class", "").lower() else ""


def _parse_number(text: str, otherwise: int) -> int:
    number = _NUMBER.fullmatch(text)
    return int(number[1]) if number else otherwise


def _write_number(number: int, kind: str) -> str:
    if kind in ("a", "A") and number > 0:
        numeral = _write_letters(number)
    elif kind in ("i", "I") and 0 < number <= MAX_ROMAN:
        numeral = _write_roman(number)
    else:
        return str(number)
    return numeral.upper() if kind.isupper() else numeral


def _write_letters(number: int) -> str:
    """Return a number in letters.

    >>> [_write_letters(number) for number in (1, 26, 27)]
    ['a', 'z', 'aa']
    """
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _write_roman(number: int) -> str:
    numeral = ""
    for amount, letters in _ROMAN:
        many, number = divmod(number, amount)
        numeral += letters * many
    return numeral
