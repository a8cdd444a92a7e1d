"""A letter as octets: what the standard library writes, without its looking at every line."""

from __future__ import annotations

import re
from email.message import Message
from email.policy import Policy
from secrets import randbelow
from typing import Any

# Up to here no header is folded (RFC 5322 §2.1.1).
SHORT = 78

_END = re.compile(r"\r\n|\r|\n")


def octets(letter: Message[Any, Any], linesep: str = "\n") -> bytes:
    """Return a letter of UTF-8 as it is sent; `linesep` ends its lines."""
    policy = letter.policy.clone(linesep=linesep)
    payload: Any = letter.get_payload()
    body = _bound(letter, payload, linesep) if letter.is_multipart() else _text(payload, linesep)
    head = [_header(name, value, policy) for name, value in letter.raw_items()]
    return b"".join([*head, linesep.encode(), body])


def _bound(letter: Message[Any, Any], parts: list[Message[Any, Any]], linesep: str) -> bytes:
    """Return the parts of a multipart (RFC 2046 §5.1.1), and let its header name the boundary."""
    written = [octets(part, linesep) for part in parts]
    boundary = _boundary()
    while any(boundary.encode() in part for part in written):
        boundary = _boundary()
    letter.set_boundary(boundary)
    between = f"{linesep}--{boundary}".encode()
    inner = [piece for part in written for piece in (between, linesep.encode(), part)]
    return b"".join([*inner, between, b"--", linesep.encode()]).removeprefix(linesep.encode())


def _boundary() -> str:
    return f"{'=' * 15}{randbelow(10**19):019}=="


def _text(payload: str, linesep: str) -> bytes:
    lines = _END.sub(linesep, payload) if "\r" in payload else payload.replace("\n", linesep)
    return lines.encode()


def _header(name: str, value: Any, policy: Policy[Any]) -> bytes:
    line = f"{name}: {value}"
    if len(line) <= SHORT and line.isascii():
        return (line + policy.linesep).encode()
    return policy.fold_binary(name, value)
