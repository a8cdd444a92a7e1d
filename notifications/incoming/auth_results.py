"""Parse `Authentication-Results` headers (RFC 8601): a mail server's checks of the sender.

A header value is parsed completely or not at all. Its quoted strings and comments are controlled by
the sender, such as the local part of the envelope address, so they are never searched for results.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Result of a method that does not follow RFC 8601.
UNREADABLE = "unreadable"
# Maximum length of a value in characters. No server that we trust writes longer ones.
MAX_LENGTH = 8000

_WORD = re.compile(r'[^\s;=()"\\]+')


class Result(NamedTuple):
    """The result of one method, such as ("dmarc", "pass", {"header.from": "example.org"}).

    Everything is lower case.
    """

    method: str
    result: str
    properties: dict[str, str]


class Results(NamedTuple):
    """One header: the authserv-id of the server that added it, and its results."""

    server: str
    results: tuple[Result, ...]


def parse_results(value: str) -> Results | None:
    """Parse a header value; return None if it does not follow RFC 8601.

    >>> parse_results("mx.example; dmarc=pass (p=none) header.from=example.org")
    Results(server='mx.example', results=(Result(method='dmarc', result='pass', \
properties={'header.from': 'example.org'}),))
    >>> parse_results('mx.example; spf=pass smtp.mailfrom="; dmarc=pass"@x.example').results[0][2]
    {'smtp.mailfrom': '; dmarc=pass@x.example'}
    >>> parse_results("mx.example; dmarc=pass (")
    """
    tokens = _tokenize_value(value.lower()) if len(value) <= MAX_LENGTH else None
    if not tokens:
        return None
    parts = _split_tokens(tokens, ";")
    server = parts[0]
    # A version may follow the authserv-id.
    if not server or len(server) > 2 or "=" in server:
        return None
    return Results(
        server[0],
        tuple(_parse_method_result(part) for part in parts[1:] if part != ["none"] and part),
    )


def _tokenize_value(value: str) -> list[str] | None:
    """Split a value into words, `;` and `=`; adjacent words are joined, comments left out.

    None means that the value is malformed, such as by an unclosed comment.
    """
    tokens: list[str] = []
    at, touches = 0, False
    while at < len(value):
        char = value[at]
        if char == "(":
            end = _comment_end(value, at)
            if end is None:
                return None
            at, touches = end, False
            continue
        if char.isspace():
            at, touches = at + 1, False
            continue
        if char in ";=":
            tokens.append(char)
            at, touches = at + 1, False
            continue
        if char == '"':
            quoted_string = _read_quoted_string(value, at)
            if quoted_string is None:
                return None
            word, at = quoted_string
        elif match := _WORD.match(value, at):
            word, at = match[0], match.end()
        else:
            return None
        if touches:
            tokens[-1] += word
        else:
            tokens.append(word)
        touches = True
    return tokens


def _comment_end(value: str, at: int) -> int | None:
    """Return the index after the comment that begins at `at`, or None if it is not closed.

    Comments may be nested.
    """
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
    """Return the content of the quoted string at `at` and the index after it; None if unclosed."""
    content, at = "", at + 1
    while at < len(value):
        if value[at] == '"':
            return content, at + 1
        at += value[at] == "\\"
        content += value[at : at + 1]
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
    """Parse `method = result` and the properties after it: `name = value`.

    If it has another form or a name occurs twice, the result is UNREADABLE.
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
    """Return the name of a method without its optional version."""
    return word.partition("/")[0]
