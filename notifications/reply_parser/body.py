"""The part of a letter to read, as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import charsets, enriched
from .armor import mark_armor
from .lines import Line
from .mime import SIGNED_KINDS, Part
from .render import html_to_lines

# The text of a letter is read this far; nobody writes that much above what they quote.
MOST_OCTETS = 512 * 1024
MOST_LINES = 5000

_SEES_HTML = re.compile(r"\bhtml\b", re.IGNORECASE)
_DOCUMENT = re.compile(
    r"\s{0,200}(?:<!doctype html|<html|<head|<body|<div|<p>|<(?:span|font|table)\s)", re.IGNORECASE
)


def body_alternatives(letter: Part) -> list[list[Line]]:
    """Return the ways a letter may be read, the plain text before the HTML."""
    found = list(_iterate_text_parts(letter)) or [
        [part] for part in letter.walk() if _is_named_body(part)
    ]
    plain = [parts for parts in found if parts[0].kind == "text/plain"]
    html = [parts for parts in found if parts[0].kind == "text/html"]
    others = [parts for parts in found if parts not in plain and parts not in html]
    ordered = plain[:3] + html[:1] + others[:1]
    return [_join_parts(parts) for parts in ordered]


def is_encrypted(letter: Part) -> bool:
    """Tell whether there is nothing to read because it is locked."""
    for part in letter.walk():
        signed = part.parameter("smime-type").lower() == "signed-data" or part.parts
        if part.kind == "multipart/encrypted" or (part.kind in SIGNED_KINDS and not signed):
            return True
        if b"-----BEGIN PGP MESSAGE-----" in part.body[:2000]:
            return True
    return False


def asks_for_html(lines: list[Line]) -> bool:
    """Tell whether the plain text only says that the letter is in HTML."""
    text = " ".join(line.text for line in lines if line.own)
    return len(text) < 300 and bool(_SEES_HTML.search(text))


def _iterate_text_parts(part: Part) -> Iterator[list[Part]]:
    """Yield text parts in order; never files, nor letters within the letter.

    Texts of one kind side by side are one: pictures stand between what was written above and
    below them.
    """
    is_file = part.is_attachment() and not (part.kind in SIGNED_KINDS and part.parts)
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
    """Tell whether a text that bears a name is no file for all that, as telephones send it."""
    is_file = part.value("content-disposition").strip().lower().startswith("attachment")
    return part.kind in ("text/plain", "text/html") and not is_file


def _is_piece(part: Part, inner: Part) -> bool:
    """Tell whether a part of a letter goes on with the text of those beside it."""
    is_text = part.kind == "multipart/mixed" and inner.kind in ("text/plain", "text/html")
    return is_text and not inner.is_attachment() and not _has_name(inner)


def _has_name(part: Part) -> bool:
    return bool(part.parameter("filename", "content-disposition") or part.parameter("name"))


def _join_parts(parts: list[Part]) -> list[Line]:
    lines = _read_part_lines(parts[0])
    for part in parts[1:]:
        lines += [Line(""), *_read_part_lines(part)]
    lines = lines[:MOST_LINES]
    mark_armor(lines)
    return lines


def _read_part_lines(part: Part) -> list[Line]:
    data = part.content()[:MOST_OCTETS]
    text = charsets.decode_text(data, part.parameter("charset"))
    if part.kind == "text/html" or _DOCUMENT.match(text[:400]):
        return _clean_lines(html_to_lines(text))[:MOST_LINES]
    if part.kind in enriched.KINDS:
        return enriched.enriched_to_lines(charsets.clean_text(text))[:MOST_LINES]
    rows = enriched.without_breaks(charsets.clean_text(text)).split("\n")[:MOST_LINES]
    if part.parameter("format").lower() == "flowed":
        return join_flowed_lines(rows, delete_space=part.parameter("delsp").lower() == "yes")
    return [Line(row.rstrip()) for row in rows]


def _clean_lines(lines: list[Line]) -> list[Line]:
    # Only now: an entity may have stood for what is invisible.
    return [
        Line(piece.strip(), line.why)
        for line in lines
        for piece in charsets.clean_text(line.text).split("\n")
    ]


def join_flowed_lines(rows: list[str], *, delete_space: bool) -> list[Line]:
    """Join what RFC 3676 lets flow; quotes keep their depth as `> `.

    >>> rows = ["> a long ", "> quote", "my ", "answer", " > 2"]
    >>> [line.text for line in join_flowed_lines(rows, delete_space=False)]
    ['> a long quote', 'my answer', '> 2']
    """
    joined: list[Line] = []
    paragraph: list[str] = []
    last = 0
    for row in rows:
        text = row.lstrip(">")
        depth = len(row) - len(text)
        text = text.removeprefix(" ")
        if paragraph and (depth != last or text == "-- "):
            joined.append(_build_quoted_line("".join(paragraph), last))
            paragraph = []
        last = depth
        flows = text.endswith(" ") and text != "-- "
        paragraph.append(text[:-1] if flows and delete_space else text)
        if not flows:
            joined.append(_build_quoted_line("".join(paragraph), depth))
            paragraph = []
    return joined + ([_build_quoted_line("".join(paragraph), last)] if paragraph else [])


def _build_quoted_line(text: str, depth: int) -> Line:
    text = text.rstrip()
    if depth:
        return Line(">" * depth + " " + text)
    return Line(text, stuffed=text.lstrip().startswith(">"))
