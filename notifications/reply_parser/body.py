"""Find the readable bodies of an e-mail and convert them to lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from . import mime
from .lines import SIGNATURE, Line
from .markup import unescape_entities
from .mime import SIGNED_KINDS, Part
from .render import html_to_lines

# Maximum size of a text that is read; nobody writes that much above a quote.
MAX_OCTETS = 512 * 1024
MAX_LINES = 5000
# Longer lines are cut.
MAX_LINE_LENGTH = 4000

_SEES_HTML = re.compile(r"\bhtml\b", re.IGNORECASE)
_DOCUMENT = re.compile(
    r"\s{0,200}(?:<!doctype html|<html|<head|<body|<div|<p>|<(?:span|font|table)\s)", re.IGNORECASE
)


def body_alternatives(email: Part) -> Iterator[list[Line]]:
    """Yield the alternative bodies of an e-mail as lines, plain text before HTML.

    They are decoded one by one: most readers need only the first.
    """
    bodies = list(_iterate_text_parts(email)) or [
        [part] for part in email.walk() if _is_named_body(part)
    ]
    plain = [parts for parts in bodies if parts[0].kind == "text/plain"]
    html = [parts for parts in bodies if parts[0].kind == "text/html"]
    others = [parts for parts in bodies if parts not in plain and parts not in html]
    alternatives = plain[:3] + html[:1] + others[:1]
    return map(_join_parts, alternatives)


def is_encrypted(email: Part) -> bool:
    """Return whether an e-mail is encrypted (S/MIME or PGP)."""
    for part in email.walk():
        is_signed = part.parameter("smime-type").lower() == "signed-data" or part.parts
        if part.kind == "multipart/encrypted" or (part.kind in SIGNED_KINDS and not is_signed):
            return True
        if b"-----BEGIN PGP MESSAGE-----" in part.body[:2000]:
            return True
    return False


def asks_for_html(lines: list[Line]) -> bool:
    """Return whether the plain text only says that the e-mail is in HTML."""
    text = " ".join(line.text for line in lines if line.own)
    return len(text) < 300 and bool(_SEES_HTML.search(text))


def _iterate_text_parts(part: Part) -> Iterator[list[Part]]:
    """Yield groups of text parts in order, without attachments and embedded e-mails.

    Adjacent texts of one type are one group: pictures may stand between the text written above and
    below them.
    """
    is_wrapped = bool(part.parts) and (part.kind in SIGNED_KINDS or part.is_tnef())
    is_file = part.is_attachment() and not is_wrapped
    if part.kind.startswith("message/") or is_file:
        return
    if part.kind == "multipart/signed":
        for inner in part.parts[:1]:
            yield from _iterate_text_parts(inner)
    elif part.parts:
        pieces = [inner for inner in part.parts if _is_piece(part, inner)]
        beside = {
            kind: [piece for piece in pieces if piece.kind == kind]
            for kind in ("text/plain", "text/html")
        }
        for inner in part.parts:
            if inner not in pieces:
                yield from _iterate_text_parts(inner)
            elif inner is beside[inner.kind][0]:
                yield beside[inner.kind]
    elif part.kind.startswith("text/") and part.kind not in ("text/calendar", "text/vcard"):
        yield [part]


def _is_named_body(part: Part) -> bool:
    """Return whether a text part with a file name is a body, as some phones send it."""
    is_file = part.value("content-disposition").strip().lower().startswith("attachment")
    return part.kind in ("text/plain", "text/html") and not is_file


def _is_piece(part: Part, inner: Part) -> bool:
    """Return whether a part of a multipart/mixed is a piece of its text, not a file."""
    is_text = part.kind == "multipart/mixed" and inner.kind in ("text/plain", "text/html")
    return is_text and not inner.is_attachment() and not _has_name(inner)


def _has_name(part: Part) -> bool:
    return bool(part.parameter("filename", "content-disposition") or part.parameter("name"))


def _join_parts(parts: list[Part]) -> list[Line]:
    lines: list[Line] = []
    left = MAX_OCTETS
    for part in parts:
        data = part.content()[:left]
        left -= len(data)
        lines += [*([Line("")] if lines else []), *_read_part_lines(part, data)]
    lines = lines[:MAX_LINES]
    for line in lines:
        line.text = line.text[:MAX_LINE_LENGTH]
    mark_armor(lines)
    return lines


def _read_part_lines(part: Part, data: bytes) -> list[Line]:
    text = mime.decode_text(data, part.parameter("charset"))
    if part.kind == "text/html" or _DOCUMENT.match(text[:400]):
        return _clean_lines(html_to_lines(text))[:MAX_LINES]
    if part.kind in ENRICHED_KINDS:
        return enriched_to_lines(mime.clean_text(text))[:MAX_LINES]
    rows = without_breaks(mime.clean_text(text)).split("\n")[:MAX_LINES]
    if part.parameter("format").lower() == "flowed":
        return join_flowed_lines(rows, delete_space=part.parameter("delsp").lower() == "yes")
    return [Line(row.rstrip()) for row in rows]


def _clean_lines(lines: list[Line]) -> list[Line]:
    # After decoding, because invisible characters may be written as entities.
    return [
        Line(piece.strip(), line.why, by_markup=line.by_markup)
        for line in lines
        for piece in mime.clean_text(line.text).split("\n")
    ]


def join_flowed_lines(rows: list[str], *, delete_space: bool) -> list[Line]:
    """Join the lines of a format=flowed text (RFC 3676); quotes keep their depth as `> `.

    >>> rows = ["> a long ", "> quote", "my ", "answer", " > 2"]
    >>> [line.text for line in join_flowed_lines(rows, delete_space=False)]
    ['> a long quote', 'my answer', '> 2']
    """
    lines: list[Line] = []
    paragraph: list[str] = []
    last = 0
    for row in rows:
        text = row.lstrip(">")
        depth = len(row) - len(text)
        text = text.removeprefix(" ")
        if paragraph and (depth != last or text == "-- "):
            lines.append(_build_quoted_line("".join(paragraph), last))
            paragraph = []
        last = depth
        flows = text.endswith(" ") and text != "-- "
        paragraph.append(text[:-1] if flows and delete_space else text)
        if not flows:
            lines.append(_build_quoted_line("".join(paragraph), depth))
            paragraph = []
    return lines + ([_build_quoted_line("".join(paragraph), last)] if paragraph else [])


def _build_quoted_line(text: str, depth: int) -> Line:
    text = text.rstrip()
    if depth:
        return Line(">" * depth + " " + text)
    return Line(text, stuffed=text.lstrip().startswith(">"))


# Enriched text (RFC 1896) and its predecessor.
ENRICHED_KINDS = ("text/enriched", "text/richtext")
# A tag of either type; “<<” is an escaped “<”.
_TAG = re.compile(r"<<|<(/?)([a-z0-9-]{1,60})>", re.IGNORECASE)
# n line breaks mean n-1 line breaks, and a single one means a space (RFC 1896, “Formatting”).
_ENDS = re.compile(r"\n+")
_SILENT = ("param", "comment")
_BLANK = re.compile(r"^(?:[ \t]{0,20}&nbsp;){1,100}[ \t]{0,20}$", re.MULTILINE)
_BREAK = re.compile(r"<br\s{0,3}/?>(?:\r?\n)?", re.IGNORECASE)


def enriched_to_lines(text: str) -> list[Line]:
    """Convert enriched text to lines; excerpts are prefixed with `> `.

    >>> [line.text for line in enriched_to_lines("<bold>2</bold>\\n\\n<excerpt>take\\n2</excerpt>")]
    ['2', '> take 2']
    """
    lines: list[Line] = []
    depth = silent = at = 0
    pieces: list[str] = []

    def end_line() -> None:
        lines.append(Line("> " * depth + "".join(pieces).strip()))
        pieces.clear()

    for tag in _TAG.finditer(text):
        _append_text(text[at : tag.start()], silent, pieces, end_line)
        at, name = tag.end(), (tag[2] or "").lower()
        step = -1 if tag[1] else 1
        if not name:
            pieces.append("<")
        elif name == "nl":
            end_line()
        elif name in _SILENT:
            silent = max(silent + step, 0)
        elif name == "excerpt":
            if "".join(pieces).strip():
                end_line()
            pieces.clear()
            depth = min(max(depth + step, 0), 20)
    _append_text(text[at:], silent, pieces, end_line)
    if "".join(pieces).strip():
        end_line()
    return lines


def _append_text(text: str, silent: int, pieces: list[str], end_line: Callable[[], None]) -> None:
    if silent:
        return
    at = 0
    for ends in _ENDS.finditer(text):
        pieces.append(text[at : ends.start()])
        at = ends.end()
        count = len(ends[0])
        if count == 1:
            pieces.append(" ")
        for _ in range(count - 1):
            end_line()
    pieces.append(text[at:])


def without_breaks(text: str) -> str:
    """Replace `<br>` in plain text, left there by some programs, with line breaks.

    Entities are then decoded as well. Lines that consist of `&nbsp;` become empty.

    >>> without_breaks("2<br>Thanks<br />\\nAnn &amp; Bob"), without_breaks("a &lt; b")
    ('2\\nThanks\\nAnn & Bob', 'a &lt; b')
    """
    if "&nbsp;" in text:
        text = _BLANK.sub("", text)
    return unescape_entities(_BREAK.sub("\n", text)) if _BREAK.search(text) else text


_OPENS = re.compile(r"\s{0,4}-----BEGIN PGP SIGNED MESSAGE-----\s*$")
_SIGNS = re.compile(r"\s{0,4}-----BEGIN PGP SIGNATURE-----\s*$")
_CLOSES = re.compile(r"\s{0,4}-----END PGP SIGNATURE-----\s*$")


def mark_armor(lines: list[Line]) -> None:
    """Mark the PGP armor around a signed text and undo its dash-escaping: `- --` to `--`.

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
            # An empty line ends the armor headers.
            within = "text"
        elif _CLOSES.match(line.text):
            within = ""
