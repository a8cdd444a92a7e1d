"""Numbers in text that anybody may send: only as many digits are read as a number may have."""

from __future__ import annotations


def parse_number(text: str, most: int, *, least: int = 0) -> int | None:
    """Return the whole number from `least` to `most` that a text consists of, None for another.

    Python refuses to read thousands of digits, and a database to store twenty.

    >>> parse_number("07", 99), parse_number("100", 99), parse_number("-1", 99)
    (7, None, None)
    >>> parse_number("9" * 5000, 99), parse_number("²", 99), parse_number("٣", 99)
    (None, None, 3)
    """
    if not text.isdecimal() or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if least <= number <= most else None
