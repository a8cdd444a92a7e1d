"""What a letter says that is wrapped into its own signature (S/MIME, RFC 8551 §3.5.2; RFC 5652).

Only what is signed is looked for: no signature is checked here, as From is not believed for one.
"""

from __future__ import annotations

SEQUENCE, OCTETS, CHUNKS, EXPLICIT = 0x30, 0x04, 0x24, 0xA0
# Of one letter so many chunks are put together.
MOST_CHUNKS = 100_000


def signed_content(data: bytes) -> bytes:
    """Return the octets that a SignedData (RFC 5652 §5.1) encloses, b"" if there are none.

    ContentInfo { type, [0] { version, algorithms, { type, [0] octets } ... } }
    """
    at = 0
    for wrap, skipped in (
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
        for _ in range(skipped):
            _, start, length = _parse_element_header(data, at)
            if length < 0:
                return b""
            at = start + length
    tag, start, length = _parse_element_header(data, at)
    if tag == OCTETS and length >= 0:
        return data[start : start + length]
    return _join_chunks(data, start, length) if tag == CHUNKS else b""


def _join_chunks(data: bytes, at: int, length: int) -> bytes:
    """Return octets that were written in pieces; `length` is negative where an end mark follows."""
    end = at + length if length >= 0 else len(data)
    found: list[bytes] = []
    while at < end and len(found) < MOST_CHUNKS:
        tag, start, size = _parse_element_header(data, at)
        if tag != OCTETS or size < 0:
            break
        found.append(data[start : start + size])
        at = start + size
    return b"".join(found)


def _parse_element_header(data: bytes, at: int) -> tuple[int, int, int]:
    """Return the tag at a place, where its content starts, and how long that is; -1: to a mark."""
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
