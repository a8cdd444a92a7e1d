"""Parse raw e-mails to a tree of MIME parts, in linear time and with limited depth.

The standard library's parser takes minutes for deeply nested e-mails. Here every level is split
once by its boundary, and parts nested deeper than MAX_LEVELS are not split.
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

from abyss_site.core.unicode_text import drop_stray_joiners, limit_marks

from . import tnef
from .cms import signed_content

MAX_LEVELS = 20
MAX_PARTS = 100
MAX_HEADER_OCTETS = 256 * 1024
MAX_BOUNDARY_LINE = 1000
# Longer header values are cut off before they are parsed.
MAX_VALUE_OCTETS = 8 * 1024
# S/MIME: either signed content or encrypted data.
SIGNED_KINDS = ("application/pkcs7-mime", "application/x-pkcs7-mime")
# A boundary with the headers of a part below it.
_USED_BOUNDARY = re.compile(rb"^--([^\s]{1,200})[ \t]{0,9}\r?\nContent-", re.MULTILINE | re.I)
_AFTER_BOUNDARY = rb"[ \t\r\v\f]{0,90}(?:--)?[ \t\r\v\f]{0,90}$"
# Words with spaces or punctuation, which base64 does not contain: a gateway has decoded the body.
_SAYS_WORDS = re.compile(rb"\s{0,20}[A-Za-z0-9+/]{1,40}[,.!?:;]{0,2} {1,3}[A-Za-z0-9]")


class Part(msgspec.Struct):
    """An e-mail or a MIME part: its headers, its undecoded body, and its parts if it has any."""

    headers: Message
    body: bytes
    parts: list[Part] = []

    @property
    def kind(self) -> str:
        """The content type in lower case; "text/plain" if there is none."""
        return self.headers.get_content_type()

    def value(self, name: str) -> str:
        """Return the first header of a name, unfolded; "" if it is missing."""
        return next(iter(self.values(name)), "")

    def values(self, name: str) -> list[str]:
        """Return all headers of a name, unfolded. `name` is in lower case."""
        # raw_items(), because other methods replace characters that are not ASCII.
        return [
            unfold_header(value) for key, value in self.headers.raw_items() if key.lower() == name
        ]

    def parameter(self, name: str, header: str = "content-type") -> str:
        """Return one parameter of a header; "" if it is missing or malformed."""
        try:
            value = self.headers.get_param(name, "", header)
        except (ValueError, LookupError, TypeError):
            return ""
        text = value[2] if isinstance(value, tuple) else value
        return str(text or "").strip()

    def is_attachment(self) -> bool:
        """Return whether the part is an attachment rather than text to display."""
        disposition = self.value("content-disposition").split(";")[0].strip().lower()
        filename = self.parameter("filename", "content-disposition") or self.parameter("name")
        return disposition == "attachment" or bool(filename and disposition != "inline")

    def is_tnef(self) -> bool:
        """Return whether the part is what Outlook wraps a whole e-mail in, winmail.dat."""
        names = (self.parameter("filename", "content-disposition"), self.parameter("name"))
        return self.kind in tnef.KINDS or "winmail.dat" in map(str.lower, names)

    def content(self) -> bytes:
        """Return the body with its transfer encoding decoded as far as possible."""
        match re.split(r"[\s;(]", self.value("content-transfer-encoding").strip().lower())[0]:
            case "quoted-printable":
                return quopri.decodestring(self.body)
            case "base64" if not _SAYS_WORDS.match(self.body):
                return _decode_base64(self.body)
        return self.body

    def walk(self) -> Iterator[Part]:
        """Yield the part and all parts inside it, depth first."""
        yield self
        for part in self.parts:
            yield from part.walk()


def parse_email(raw: bytes) -> Part:
    """Parse an e-mail to a tree of parts. Never raises."""
    return _parse_part(raw, 0, [MAX_PARTS])


def parse_headers(raw: bytes) -> Part:
    """Parse the headers of an e-mail only; the part has no body. Never raises."""
    return Part(_parse_headers(_split_head(raw)[0]), b"")


def unfold_header(value: str) -> str:
    """Return a raw header value as one line; bytes that are not ASCII are decoded as text."""
    line = " ".join(value[:MAX_VALUE_OCTETS].split())
    if line.isascii():
        return line
    return clean_text(decode_text(line.encode("utf-8", "surrogateescape"), "utf-8"))


def decode_encoded_words(value: str) -> str:
    """Decode the encoded words (RFC 2047) of a header value; if one is invalid, all stay as is.

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
    if part.kind.startswith("multipart/") and level < MAX_LEVELS:
        for piece in _split_multipart(body, _find_boundary(part)):
            left[0] -= 1
            if left[0] < 0:
                break
            part.parts.append(_parse_part(piece, level + 1, left))
        if not part.parts and body.strip():
            # Its boundary never occurs: the text is all there is.
            part.parts.append(Part(Message(), body))
    elif part.kind in SIGNED_KINDS and level < MAX_LEVELS:
        content = signed_content(part.content())
        part.parts.extend([_parse_part(content, level + 1, left)] if content else [])
    elif part.is_tnef():
        part.parts.extend(map(_build_text_part, tnef.tnef_texts(part.content())))
    return part


def _build_text_part(text: tnef.TnefText) -> Part:
    headers = Message()
    headers["Content-Type"] = f'{text.kind}; charset="{text.charset}"'
    return Part(headers, text.data)


def _find_boundary(part: Part) -> bytes:
    """Return the boundary of a multipart, as its header says or as it is used; b"" for none."""
    boundary = part.parameter("boundary").encode(errors="surrogateescape")
    if boundary and _next_mark(part.body, b"--" + boundary, 0) >= 0:
        return boundary
    match = _USED_BOUNDARY.search(part.body[:MAX_HEADER_OCTETS])
    return match[1] if match else b""


def _parse_headers(head: bytes) -> Message:
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(head[:MAX_HEADER_OCTETS])
    except (ValueError, LookupError, IndexError):
        return Message()
    for name in ("content-type", "content-disposition"):
        if len(str(message.get(name, ""))) > MAX_VALUE_OCTETS:
            del message[name]
    return message


def _split_head(raw: bytes) -> tuple[bytes, bytes]:
    """Split headers and body; an e-mail that starts with an empty line has no headers."""
    if raw[:2] == b"\r\n" or raw[:1] == b"\n":
        return b"", raw.lstrip(b"\r\n")
    ends = [(raw.find(gap), len(gap)) for gap in (b"\n\n", b"\n\r\n", b"\r\r")]
    gaps = [(at, length) for at, length in ends if at >= 0]
    if not gaps:
        return raw, b""
    at, length = min(gaps)
    return raw[: at + 1], raw[at + length :]


def _split_multipart(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield the parts between the boundary lines; the closing boundary may be missing."""
    if not boundary:
        return
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
    """Return the index of the next boundary line, or -1."""
    # "--ab" is not the boundary "--a".
    line = re.compile(rb"\n" + re.escape(mark) + _AFTER_BOUNDARY, re.MULTILINE)
    if body.startswith(mark, start) and line.match(b"\n" + body[start : start + MAX_BOUNDARY_LINE]):
        return start
    # Searching for a text is faster than for a pattern, but not if it occurs in every line.
    at = body.find(b"\n" + mark, max(start - 1, 0))
    match = line.search(body, at) if at >= 0 else None
    return match.start() + 1 if match else -1


def _decode_base64(body: bytes) -> bytes:
    # Text after the padding was added by others, such as a mailing list.
    clean = body.partition(b"=")[0].translate(None, _NOT_BASE64)
    clean = clean[: len(clean) - (len(clean) % 4 == 1)]
    try:
        return binascii.a2b_base64(clean + b"=" * (-len(clean) % 4))
    except binascii.Error:
        return b""


_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


# Charset names that Python does not know, or that stand for a superset in practice.
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
# Encodings of Python that are never used in e-mails; some are extremely slow.
NO_CHARSETS = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs"}
# Charsets whose two-byte characters are often valid UTF-8 by accident.
WIDE = {"gb18030", "big5hkscs", "big5", "cp932", "cp949", "cp950", "euc_jp", "johab"}
# 7-bit charsets and those that are not supersets of ASCII: being valid UTF-8 proves nothing.
NOT_ASCII = re.compile(r"utf-?(7|16|32)|iso-?2022|hz", re.IGNORECASE)

# Translation table that removes NUL, soft hyphens, zero-width and direction marks, byte order marks
# and other control characters. Joiners stay for the scripts and emoji that need them.
_INVISIBLE = {
    **dict.fromkeys([*range(9), 0x0B, *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)]),
    **dict.fromkeys([0xAD, 0x034F, 0x061C, 0x180E, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC]),
    **dict.fromkeys([0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070)]),
    # Other spaces and line separators are replaced with plain ones.
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0x0C, 0x85, 0x2028, 0x2029], "\n"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode_text(data: bytes, charset: str) -> str:
    """Decode bytes declared to be in `charset`, which may be wrong. Never raises.

    >>> decode_text("Grüße".encode(), "big5")
    'Grüße'
    """
    name = _normalize_charset(charset)
    for attempt in _candidate_charsets(data, name):
        try:
            return data.decode(attempt)
        except (UnicodeError, LookupError, ValueError):
            if attempt == "utf-8" and _mostly_utf8(data):
                return data.decode("utf-8", "replace")
    return data.decode("cp1252", "replace")


def clean_text(text: str) -> str:
    """Normalize spaces and line breaks, remove invisible characters, and limit combining marks."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE)
    return limit_marks(drop_stray_joiners(_SURROGATE.sub("\ufffd", text)))


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
    """Return whether bytes are certainly UTF-8, not a two-byte charset that happens to be valid."""
    try:
        text = data.decode()
    except UnicodeError:
        return False
    return text.isascii() or any(char >= "\u0800" for char in text)


def _mostly_utf8(data: bytes) -> bool:
    """Return whether bytes are UTF-8 but for a few: a broken byte must not garble all others."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    # Counting them one by one in Python takes as long as all the rest of a large e-mail.
    others = len(text) - len(text.encode("ascii", "ignore"))
    return others - broken > 2 * broken


def _normalize_charset(charset: str) -> str:
    label = charset.strip().strip("\"'").lower()[:40]
    label = ALIASES.get(label, label)
    try:
        codec = codecs.lookup(label)
    except (LookupError, ValueError):
        return "utf-8"
    name = codec.name
    is_text = getattr(codec, "_is_text_encoding", True)
    return name if is_text and name.replace("_", "-") not in NO_CHARSETS else "utf-8"


# Components of an address in a header.
_ADDRESS_COMMENT = re.compile(r"\([^()\\]{0,200}\)")
_QUOTED_NAME = re.compile(r'"(?:[^"\\]|\\.){0,300}"')
_ADDRESS = re.compile(r"[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,64}@[^\s\x00-\x1f@<>\"(),:;\[\]\\]{1,255}")


def parse_sender(email: Part) -> str:
    """Return the address in the From header in lower case; "" if there is not exactly one.

    Stricter than RFC 5322: returns "" for everything that programs interpret differently (quoted
    local parts, groups, two headers, an address within the name).
    """
    values = email.values("from")
    return parse_single_address(values[0]) if len(values) == 1 else ""


def parse_single_address(value: str) -> str:
    """Return the address in a header value in lower case; "" if there is not exactly one.

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
    # Outlook repeats an address as its display name, in single quotes.
    if rest and re.search("[@,;:<>]", name) and name.strip(" '") != address:
        return ""
    return address if _ADDRESS.fullmatch(address) and len(address) <= 254 else ""
