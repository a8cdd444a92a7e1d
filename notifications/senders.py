"""Who wrote a letter, as far as its From header says so beyond doubt."""

from __future__ import annotations

import re

from .replies import Part

_COMMENT = re.compile(r"\([^()\\]{0,200}\)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.){0,300}"')
_ADDRESS = re.compile(r"[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,64}@[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,255}")

_DMARC = re.compile(r";\s?dmarc\s?=\s?([a-z]{1,20})")
_VERDICTS = {"pass": "pass", "bestguesspass": "pass", "fail": "fail"}
# Our border server's own Received, and the one of the step to the mailroom.
TRUSTED_HOPS = 3


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
    >>> mailbox("'bob@example.org' <bob@example.org>")
    'bob@example.org'
    """
    bare = _QUOTED.sub(" ", value[:2000])
    for _ in range(3):
        bare = _COMMENT.sub(" ", bare)
    name, _, rest = bare.strip().lower().partition("<")
    address = rest.removesuffix(">").strip() if rest else name.strip()
    # Outlook repeats an address as its own name, between single quotes.
    if rest and re.search("[@,;:<>]", name) and name.strip(" '") != address:
        return ""
    return address if _ADDRESS.fullmatch(address) and len(address) <= 254 else ""


def verdict(letter: Part, authserv_id: str) -> str:
    """Return what our own border server found out about From: "pass", "fail", "none" or "".

    Only the topmost Authentication-Results (RFC 8601) with our server's name counts, and only
    above the third Received, as our own servers write two: what stands below came with the letter.
    """
    hops = 0
    for name, value in letter.headers.raw_items():
        hops += name.lower() == "received"
        if hops >= TRUSTED_HOPS or not authserv_id:
            return ""
        if name.lower() == "authentication-results":
            said = " ".join(str(value)[:4000].split()).lower()
            if re.split(r"[;\s]", said, maxsplit=1)[0] == authserv_id.lower():
                found = _DMARC.search(said)
                return _VERDICTS.get(found[1], "none") if found else "none"
    return ""
