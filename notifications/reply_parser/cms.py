"""Extract the content of an opaque-signed S/MIME message (RFC 8551 §3.5.2, RFC 5652).

Signatures are not verified, because they are not used to authenticate the sender.
"""

from __future__ import annotations

SEQUENCE, OCTETS, CHUNKS, EXPLICIT = 0x30, 0x04, 0x24, 0xA0
# Maximum number of chunks that are joined.
MAX_CHUNKS = 100_000


def signed_content(data: bytes) -> bytes:
    """Return the content of a SignedData (RFC 5652 §5.1), or b"" if there is none.

    ContentInfo { type, [0] { version, algorithms, { type, [0] octets } ... } }
    """
    at = 0
    for wrap, skip_count in (
        (SEQUENCE, 1),
        (EXPLICIT, 0),
        (SEQUENCE, 2),
        (SEQUENCE, 1),
        (EXPLICIT, 0),
    ):
        tag, start, _ = _parse_element_header(data, at)
        if tag != wrap:
            return b""
        at = start
        for _ in range(skip_count):
            _, start, length = _parse_element_header(data, at)
            if length < 0:
                return b""
            at = start + length
    tag, start, length = _parse_element_header(data, at)
    if tag == OCTETS and length >= 0:
        return data[start : start + length]
    return _join_chunks(data, start, length) if tag == CHUNKS else b""


def _join_chunks(data: bytes, at: int, length: int) -> bytes:
    """Join the chunks of a constructed octet string; `length` is negative if it is indefinite."""
    end = at + length if length >= 0 else len(data)
    chunks: list[bytes] = []
    while at < end and len(chunks) < MAX_CHUNKS:
        tag, start, size = _parse_element_header(data, at)
        if tag != OCTETS or size < 0:
            break
        chunks.append(data[start : start + size])
        at = start + size
    return b"".join(chunks)


def _parse_element_header(data: bytes, at: int) -> tuple[int, int, int]:
    """Return the tag at `at`, the start of its content and its length (-1: indefinite).

    The tag is -1 if there is no valid header.
    """
    if at + 2 > len(data):
        return -1, at, -1
    tag, first = data[at], data[at + 1]
    if first < 0x80:
        return tag, at + 2, first
    count = first & 0x7F
    if count == 0:
        return tag, at + 2, -1
    if count > 4:
        return -1, at, -1
    return tag, at + 2 + count, int.from_bytes(data[at + 2 : at + 2 + count], "big")
