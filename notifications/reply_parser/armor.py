"""Signatures around a plain text (RFC 9580 §7): the text is its writer's, the armour is not."""

from __future__ import annotations

import re

from .lines import SIGNATURE, Line

_OPENS = re.compile(r"\s{0,4}-----BEGIN PGP SIGNED MESSAGE-----\s*$")
_SIGNS = re.compile(r"\s{0,4}-----BEGIN PGP SIGNATURE-----\s*$")
_CLOSES = re.compile(r"\s{0,4}-----END PGP SIGNATURE-----\s*$")


def mark_armor(lines: list[Line]) -> None:
    """Mark what encloses a signed text, and take back its dashes: `- --` stands for `--`.

    >>> lines = [Line("-----BEGIN PGP SIGNED MESSAGE-----"), Line(""), Line("2"), Line("- --")]
    >>> mark_armor(lines)
    >>> [line.text for line in lines if not line.why]
    ['2', '--']
    """
    within = ""
    for line in lines:
        if _OPENS.match(line.text):
            within = "head"
        elif within == "text" and _SIGNS.match(line.text):
            within = "signature"
        if within in ("head", "signature"):
            line.why = line.why or SIGNATURE
        elif within == "text":
            line.text = line.text.removeprefix("- ")
        if within == "head" and line.blank:
            # Its hash and comments end with an empty line.
            within = "text"
        elif _CLOSES.match(line.text):
            within = ""
