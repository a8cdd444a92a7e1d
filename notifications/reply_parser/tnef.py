"""Extract the text from TNEF data, the winmail.dat of Outlook and Exchange ([MS-OXTNEF]).

Compressed rich text is not read: such e-mails have their text in a part of its own. tnefparse, the
only library for it, copies all that is left for each attribute and believes any count.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import msgspec

KINDS = ("application/ms-tnef", "application/vnd.ms-tnef")
_SIGNATURE = 0x223E9F78
# Maximum numbers of attributes and properties that are read.
MAX_ATTRIBUTES, MAX_PROPERTIES = 1000, 2000
# Attributes of a message ([MS-OXTNEF] §2.1.3.3).
_BODY, _PROPERTIES, _CODE_PAGE = 0x0002800C, 0x00069003, 0x00069007
# Properties, and the types of their values ([MS-OXPROPS], [MS-OXCDATA] §2.11.1).
_TEXT, _HTML, _CHARSET = 0x1000, 0x1013, 0x3FDE
_STRING, _UNICODE, _OBJECT, _BINARY, _INTEGER = 0x001E, 0x001F, 0x000D, 0x0102, 0x0003
_SIZES = {0x02: 4, 0x03: 4, 0x04: 4, 0x0A: 4, 0x0B: 4, 0x48: 16}
_SIZES |= dict.fromkeys([0x05, 0x06, 0x07, 0x14, 0x40], 8)
_VARIABLE = (_STRING, _UNICODE, _OBJECT, _BINARY)
_IS_LIST, _FIRST_NAMED = 0x1000, 0x8000


class TnefText(msgspec.Struct, frozen=True):
    """A text in TNEF data, of a MIME type and in a charset."""

    kind: str
    charset: str
    data: bytes


def tnef_texts(data: bytes) -> list[TnefText]:
    """Return the texts of a message in TNEF data; [] if it is malformed or has none."""
    texts: list[TnefText] = []
    charset = "cp1252"
    try:
        for attribute, value in _iter_attributes(data):
            if attribute == _CODE_PAGE:
                charset = _name_charset(value)
            elif attribute == _BODY:
                texts.append(TnefText("text/plain", charset, value.rstrip(b"\0")))
            elif attribute == _PROPERTIES:
                texts += _list_property_texts(value, charset)
    except struct.error:
        # Cut off: what was read before counts.
        pass
    return [text for text in texts if text.data.strip()]


def _iter_attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (id and type, value) of each attribute. Raises struct.error where the data ends."""
    signature, _ = struct.unpack_from("<IH", data, 0)
    at = 6
    for _ in range(MAX_ATTRIBUTES if signature == _SIGNATURE else 0):
        _, attribute, length = struct.unpack_from("<BII", data, at)
        yield attribute, data[at + 9 : at + 9 + length]
        at += 9 + length + 2


def _list_property_texts(data: bytes, charset: str) -> list[TnefText]:
    texts: list[TnefText] = []
    html_charset = ""
    try:
        for code, kind, value in _iter_properties(data):
            if code == _CHARSET and kind == _INTEGER:
                html_charset = _name_charset(value)
            elif code in (_TEXT, _HTML) and kind in _VARIABLE:
                name = "text/plain" if code == _TEXT else "text/html"
                is_wide = kind == _UNICODE
                text = value.decode("utf-16-le", "replace").encode() if is_wide else value
                texts.append(TnefText(name, "utf-8" if is_wide else charset, text.rstrip(b"\0")))
    except struct.error:
        pass
    return [
        TnefText(text.kind, html_charset, text.data)
        if html_charset and text.kind == "text/html"
        else text
        for text in texts
    ]


def _iter_properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield (id, type, value) of each property, the first value of a list ([MS-OXTNEF] §2.1.3.4).

    Raises struct.error where the data ends.
    """
    (count,) = struct.unpack_from("<I", data, 0)
    at = 4
    for _ in range(min(count, MAX_PROPERTIES)):
        kind, code = struct.unpack_from("<HH", data, at)
        at += 4
        if code >= _FIRST_NAMED:
            at = _skip_name(data, at)
        values = 1
        if kind & _IS_LIST or kind in _VARIABLE:
            (values,) = struct.unpack_from("<I", data, at)
            at += 4
        kind &= ~_IS_LIST
        if kind not in _VARIABLE:
            if kind not in _SIZES:
                return
            yield code, kind, data[at : at + _SIZES[kind]]
            at += _SIZES[kind] * values
            continue
        for number in range(min(values, MAX_PROPERTIES)):
            (length,) = struct.unpack_from("<I", data, at)
            if number == 0:
                yield code, kind, data[at + 4 : at + 4 + length]
            at += 4 + _pad(length)


def _skip_name(data: bytes, at: int) -> int:
    """Return where the name of a property, a GUID and a number or a text, ends."""
    (has_text,) = struct.unpack_from("<I", data, at + 16)
    if not has_text:
        return at + 24
    (length,) = struct.unpack_from("<I", data, at + 20)
    return at + 24 + _pad(length)


def _pad(length: int) -> int:
    return (length + 3) // 4 * 4


def _name_charset(value: bytes) -> str:
    number = int.from_bytes(value[:4], "little")
    return {65001: "utf-8", 20127: "ascii", 20866: "koi8-r"}.get(
        number, f"iso-8859-{number - 28590}" if 28590 < number < 28606 else f"cp{number}"
    )
