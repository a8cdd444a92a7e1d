"""Bytes to text, whatever the letter claims about them."""

from __future__ import annotations

import codecs
import re

# Names clients use that Python does not know, or that promise less than they send.
ALIASES = {
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "windows-874": "cp874",
    "tis-620": "cp874",
    "big5": "big5hkscs",
    "x-mac-roman": "mac_roman",
    "unicode-1-1-utf-7": "utf-7",
    "unicode": "utf-16",
}
# Python calls these encodings too, but no letter is written in them, and some take forever.
NO_CHARSETS = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs"}
# Two bytes of these often happen to be valid UTF-8 as well.
WIDE = {"gb18030", "big5hkscs", "big5", "cp932", "cp949", "cp950", "euc_jp", "johab"}
# Seven bits wide or not a superset of ASCII: valid UTF-8 says nothing about them.
NOT_ASCII = re.compile(r"utf-?(7|16|32)|iso-?2022|hz", re.IGNORECASE)

# NUL, soft hyphen, zero width and direction marks, byte order marks, other control characters.
_INVISIBLE = {
    **dict.fromkeys([*range(9), 0x0B, *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)]),
    **dict.fromkeys([0xAD, 0x034F, 0x061C, 0x180E, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC]),
    **dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]),
    # Spaces of other widths are spaces; other line ends are line ends.
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0x0C, 0x85, 0x2028, 0x2029], "\n"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode_text(data: bytes, charset: str) -> str:
    """Return text from bytes said to be in `charset`. Never raises.

    >>> decode_text("Grüße".encode(), "big5")
    'Grüße'
    """
    name = _normalize_charset(charset)
    for attempt in _candidate_charsets(data, name):
        try:
            return data.decode(attempt)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def clean_text(text: str) -> str:
    """Return text with plain spaces and line ends and nothing invisible."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE)
    return _SURROGATE.sub("\ufffd", text)


def _candidate_charsets(data: bytes, name: str) -> list[str]:
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and len(data) % 2 == 0:
        return ["utf-16", name, "utf-8"]
    if NOT_ASCII.match(name):
        return [name, "utf-8"]
    if name in WIDE and not _plainly_utf8(data):
        return [name, "utf-8"]
    # Text in another charset is almost never valid UTF-8 by accident.
    return ["utf-8", name]


def _plainly_utf8(data: bytes) -> bool:
    """Tell whether bytes are UTF-8 beyond what chance makes of two-byte charsets."""
    try:
        text = data.decode()
    except UnicodeError:
        return False
    return text.isascii() or any(letter >= "\u0800" for letter in text)


def _normalize_charset(charset: str) -> str:
    asked = charset.strip().strip("\"'").lower()[:40]
    asked = ALIASES.get(asked, asked)
    try:
        found = codecs.lookup(asked)
    except (LookupError, ValueError):
        return "utf-8"
    name = found.name
    is_text = getattr(found, "_is_text_encoding", True)
    return name if is_text and name.replace("_", "-") not in NO_CHARSETS else "utf-8"
