"""What a mail server found out about the sender of an e-mail: `Authentication-Results` (RFC 8601).

A header value is read in full or not at all. Its quoted strings and comments hold what the sender
wrote, such as the local part of the envelope address, so they are never searched for results.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# The result of a method that is not written as RFC 8601 has it.
UNREADABLE = "unreadable"
# Longer values are written by nobody we believe.
MOST = 8000

_WORD = re.compile(r'[^\s;=()"\\]+')


class Result(NamedTuple):
    """The result of one method, such as ("dmarc", "pass", {"header.from": "example.org"}).

    Everything is lower case.
    """

    method: str
    result: str
    properties: dict[str, str]


class Results(NamedTuple):
    """One header: which server wrote it, and what it found out."""

    server: str
    results: tuple[Result, ...]


def parse_results(value: str) -> Results | None:
    """Return what a header value says; None if it does not follow RFC 8601.

    >>> parse_results("mx.example; dmarc=pass (p=none) header.from=example.org")
    Results(server='mx.example', results=(Result(method='dmarc', result='pass', \
properties={'header.from': 'example.org'}),))
    >>> parse_results('mx.example; spf=pass smtp.mailfrom="; dmarc=pass"@x.example').results[0][2]
    {'smtp.mailfrom': '; dmarc=pass@x.example'}
    >>> parse_results("mx.example; dmarc=pass (")
    """
    tokens = _tokenize_value(value.lower()) if len(value) <= MOST else None
    if not tokens:
        return None
    parts = _split_tokens(tokens, ";")
    server = parts[0]
    # A version may follow the name.
    if not server or len(server) > 2 or "=" in server:
        return None
    return Results(
        server[0],
        tuple(_parse_method_result(part) for part in parts[1:] if part != ["none"] and part),
    )


def _tokenize_value(value: str) -> list[str] | None:
    """Return words, `;` and `=`; words that touch are one. None for what is not closed."""
    tokens: list[str] = []
    at, touches = 0, False
    while at < len(value):
        letter = value[at]
        if letter == "(":
            end = _comment_end(value, at)
            if end is None:
                return None
            at, touches = end, False
            continue
        if letter.isspace():
            at, touches = at + 1, False
            continue
        if letter in ";=":
            tokens.append(letter)
            at, touches = at + 1, False
            continue
        if letter == '"':
            quoted = _read_quoted_string(value, at)
            if quoted is None:
                return None
            word, at = quoted
        elif found := _WORD.match(value, at):
            word, at = found[0], found.end()
        else:
            return None
        if touches:
            tokens[-1] += word
        else:
            tokens.append(word)
        touches = True
    return tokens


def _comment_end(value: str, at: int) -> int | None:
    """Return where a comment that begins at `at` is over; comments may lie within comments."""
    depth = 0
    while at < len(value):
        if value[at] == "\\":
            at += 1
        elif value[at] == "(":
            depth += 1
        elif value[at] == ")":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return None


def _read_quoted_string(value: str, at: int) -> tuple[str, int] | None:
    """Return what stands between quotation marks, and where it is over."""
    said, at = "", at + 1
    while at < len(value):
        if value[at] == '"':
            return said, at + 1
        at += value[at] == "\\"
        said += value[at : at + 1]
        at += 1
    return None


def _split_tokens(tokens: list[str], at: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == at:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _parse_method_result(part: list[str]) -> Result:
    """Read `method = result` and the properties behind it: `name = value`.

    What does not look so, or says something twice, has the result UNREADABLE.
    """
    pairs, rest = [], part
    while len(rest) >= 3 and rest[1] == "=" and "=" not in (rest[0], rest[2]):
        pairs.append((rest[0], rest[2]))
        rest = rest[3:]
    is_whole = not rest and len({name for name, _value in pairs}) == len(pairs)
    if not is_whole:
        return Result(_strip_method_version(part[0]), UNREADABLE, {})
    return Result(_strip_method_version(pairs[0][0]), pairs[0][1], dict(pairs[1:]))


def _strip_method_version(word: str) -> str:
    """Return the name of a method without the version that may follow it."""
    return word.partition("/")[0]
