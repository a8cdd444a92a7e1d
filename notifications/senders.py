"""Who wrote a letter, as far as its From header says so beyond doubt."""

from __future__ import annotations

import re

from .replies import Part

_COMMENT = re.compile(r"\([^()\\]{0,200}\)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.){0,300}"')
_ADDRESS = re.compile(r"[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,64}@[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,255}")


def sender(letter: Part) -> str:
    """Return the one address in the From header, lower case; "" when it is not exactly one.

    Stricter than RFC 5322: what some programs read as another address than others do (quoted local
    parts, groups, two headers, an address within the name) counts as unknown.

    """
    values = letter.values("from")
    return mailbox(values[0]) if len(values) == 1 else ""


def mailbox(value: str) -> str:
    """Return the one address in a header value, lower case; "" when it is not exactly one.

    >>> mailbox('"bob@example.org" <Eve@example.net>')
    'eve@example.net'
    >>> mailbox("bob@example.org <eve@example.net>")
    ''
    """
    bare = _QUOTED.sub(" ", value[:2000])
    for _ in range(3):
        bare = _COMMENT.sub(" ", bare)
    name, _, rest = bare.strip().lower().partition("<")
    address = rest.removesuffix(">").strip() if rest else name.strip()
    if rest and re.search("[@,;:<>]", name) and name.strip() != address:
        return ""
    return address if _ADDRESS.fullmatch(address) and len(address) <= 254 else ""
