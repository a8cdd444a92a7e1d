"""MIME without surprises: raw bytes to a tree of parts, in linear time and bounded depth.

The standard library's parser takes minutes over deeply nested letters; here every level is one
split by its boundary, and what lies deeper than twenty levels is text like any other.
"""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

import msgspec

from .cms import signed_content

MOST_LEVELS = 20
MOST_PARTS = 100
MOST_HEADER = 256 * 1024
# A header value longer than this is cut before it is taken apart.
MOST_VALUE = 8 * 1024
# They may hold what they sign, or something locked.
SIGNED_KINDS = ("application/pkcs7-mime", "application/x-pkcs7-mime")
# Words, in whose first line base64 has neither blanks nor punctuation: a gateway has undone it.
_SAYS_WORDS = re.compile(rb"\s{0,20}[A-Za-z0-9+/]{1,40}[,.!?:;]{0,2} {1,3}[A-Za-z0-9]")


class Part(msgspec.Struct):
    """A letter, or one part of one: its headers, and its body as it came or its parts."""

    headers: Message
    body: bytes
    parts: list[Part] = []

    @property
    def kind(self) -> str:
        """The content type, lower case; "text/plain" when there is none."""
        return self.headers.get_content_type()

    def value(self, name: str) -> str:
        """Return the first header of a name on one line, "" when missing."""
        return next(iter(self.values(name)), "")

    def values(self, name: str) -> list[str]:
        """Return all headers of a name, each on one line."""
        # Raw: the standard library would replace what is not ASCII.
        return [
            unfold_header(value) for key, value in self.headers.raw_items() if key.lower() == name
        ]

    def parameter(self, name: str, header: str = "content-type") -> str:
        """Return one parameter of a header, "" when missing or written wrongly."""
        try:
            value = self.headers.get_param(name, "", header)
        except (ValueError, LookupError, TypeError):
            return ""
        text = value[2] if isinstance(value, tuple) else value
        return str(text or "").strip()

    def is_attachment(self) -> bool:
        """Tell whether the part is a file rather than something to read."""
        disposition = self.value("content-disposition").split(";")[0].strip().lower()
        named = self.parameter("filename", "content-disposition") or self.parameter("name")
        return disposition == "attachment" or bool(named and disposition != "inline")

    def content(self) -> bytes:
        """Return the body with its transfer encoding undone, as far as it can be."""
        match re.split(r"[\s;(]", self.value("content-transfer-encoding").strip().lower())[0]:
            case "quoted-printable":
                return quopri.decodestring(self.body)
            case "base64" if not _SAYS_WORDS.match(self.body):
                return _decode_base64(self.body)
            case _:
                return self.body

    def walk(self) -> Iterator[Part]:
        """Yield the part itself and all parts within, in reading order."""
        yield self
        for part in self.parts:
            yield from part.walk()


def parse_email(raw: bytes) -> Part:
    """Return a letter as a tree of parts. Never raises."""
    return _parse_part(raw, 0, [MOST_PARTS])


def unfold_header(value: str) -> str:
    """Return a raw header value as one line; bytes that should not be there are read as text."""
    line = " ".join(value[:MOST_VALUE].split())
    if line.isascii():
        return line
    return clean_text(decode_text(line.encode("utf-8", "surrogateescape"), "utf-8"))


def decode_encoded_words(value: str) -> str:
    """Return a header value with its encoded words (RFC 2047) decoded; bad ones stay as they are.

    >>> decode_encoded_words("=?utf-8?q?R=C3=A9ponse?= automatique")
    'Réponse automatique'
    """
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
        return "".join(
            piece.decode(charset or "latin-1", "replace") if isinstance(piece, bytes) else piece
            for piece, charset in pieces
        )
    except (ValueError, LookupError):
        return value


def _parse_part(raw: bytes, level: int, left: list[int]) -> Part:
    head, body = _split_head(raw)
    part = Part(_parse_headers(head), body)
    if part.kind.startswith("multipart/") and level < MOST_LEVELS:
        boundary = part.parameter("boundary").encode(errors="surrogateescape")
        for piece in _split_multipart(body, boundary) if boundary else ():
            left[0] -= 1
            if left[0] < 0:
                break
            part.parts.append(_parse_part(piece, level + 1, left))
    elif part.kind in SIGNED_KINDS and level < MOST_LEVELS:
        content = signed_content(part.content())
        part.parts.extend([_parse_part(content, level + 1, left)] if content else [])
    return part


def _parse_headers(head: bytes) -> Message:
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(head[:MOST_HEADER])
    except (ValueError, LookupError, IndexError):
        return Message()
    for name in ("content-type", "content-disposition"):
        if len(str(message.get(name, ""))) > MOST_VALUE:
            del message[name]
    return message


def _split_head(raw: bytes) -> tuple[bytes, bytes]:
    """Return headers and body; a letter that starts with an empty line has no headers."""
    if raw[:2] == b"\r\n" or raw[:1] == b"\n":
        return b"", raw.lstrip(b"\r\n")
    ends = [(raw.find(gap), len(gap)) for gap in (b"\n\n", b"\n\r\n", b"\r\r")]
    found = [(at, length) for at, length in ends if at >= 0]
    if not found:
        return raw, b""
    at, length = min(found)
    return raw[: at + 1], raw[at + length :]


def _split_multipart(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield what lies between the boundary lines; the last one may miss its end."""
    mark = b"--" + boundary
    inside = False
    start = 0
    at = _next_mark(body, mark, 0)
    while at >= 0:
        if inside:
            yield body[start:at].removesuffix(b"\n").removesuffix(b"\r")
        if body.startswith(b"--", at + len(mark)):
            return
        inside = True
        end = body.find(b"\n", at)
        start = len(body) if end < 0 else end + 1
        at = _next_mark(body, mark, start)
    if inside:
        yield body[start:]


def _next_mark(body: bytes, mark: bytes, start: int) -> int:
    """Return where the next boundary line starts, -1 if there is none."""
    if body.startswith(mark, start) and _is_mark(body, mark, start):
        return start
    at = body.find(b"\n" + mark, max(start - 1, 0))
    while at >= 0 and not _is_mark(body, mark, at + 1):
        at = body.find(b"\n" + mark, at + 1)
    return at + 1 if at >= 0 else -1


def _is_mark(body: bytes, mark: bytes, at: int) -> bool:
    # "--a" must not be taken for the start of "--ab".
    rest = body[at + len(mark) : at + len(mark) + 200].partition(b"\n")[0].strip()
    return rest in (b"", b"--")


def _decode_base64(body: bytes) -> bytes:
    # What stands behind its end was added by somebody else, such as a list.
    clean = body.partition(b"=")[0].translate(None, _NOT_BASE64)
    clean = clean[: len(clean) - (len(clean) % 4 == 1)]
    try:
        return binascii.a2b_base64(clean + b"=" * (-len(clean) % 4))
    except binascii.Error:
        return b""


_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


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


# What one address in a header is made of.
_ADDRESS_COMMENT = re.compile(r"\([^()\\]{0,200}\)")
_QUOTED_NAME = re.compile(r'"(?:[^"\\]|\\.){0,300}"')
_ADDRESS = re.compile(r"[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,64}@[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,255}")


def parse_sender(letter: Part) -> str:
    """Return the one address in the From header, lower case; "" when it is not exactly one.

    Stricter than RFC 5322: what some programs read as another address than others do (quoted local
    parts, groups, two headers, an address within the name) counts as unknown.

    """
    values = letter.values("from")
    return parse_single_address(values[0]) if len(values) == 1 else ""


def parse_single_address(value: str) -> str:
    """Return the one address in a header value, lower case; "" when it is not exactly one.

    >>> parse_single_address('"bob@example.org" <Eve@example.net>')
    'eve@example.net'
    >>> parse_single_address("bob@example.org <eve@example.net>")
    ''
    >>> parse_single_address("'bob@example.org' <bob@example.org>")
    'bob@example.org'
    """
    bare = _QUOTED_NAME.sub(" ", value[:2000])
    for _ in range(3):
        bare = _ADDRESS_COMMENT.sub(" ", bare)
    name, _, rest = bare.strip().lower().partition("<")
    address = rest.removesuffix(">").strip() if rest else name.strip()
    # Outlook repeats an address as its own name, between single quotes.
    if rest and re.search("[@,;:<>]", name) and name.strip(" '") != address:
        return ""
    return address if _ADDRESS.fullmatch(address) and len(address) <= 254 else ""
