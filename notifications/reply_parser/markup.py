"""Split HTML into tags and text.

The standard library's parser is not used, because it takes minutes for some malformed documents,
which an attacker could send. This tokenizer visits every character a bounded number of times.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import msgspec

_TAG_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9:_-]{0,40})")
_TAG_END = re.compile(r"[\"'>]")
_ATTRIBUTE = re.compile(
    r"(class|id|type|style|name|cite|data-marker|dir|(?<![\w-])(?:alt|start|value))"
    r"\s{0,9}=\s{0,9}"
    r"(?:\"([^\"]{0,500})|'([^']{0,500})|([^\s\"'>]{1,200}))",
    re.IGNORECASE,
)
_ENTITY = re.compile(
    r"&(?:#\d{1,7}(?!\d)|#[xX][0-9a-fA-F]{1,6}(?![0-9a-fA-F])|[A-Za-z][A-Za-z0-9]{1,31});?"
)


class Token(msgspec.Struct):
    """A text, or a tag if `tag` is not ""."""

    text: str
    tag: str = ""
    closing: bool = False
    attributes: dict[str, str] = {}


def tokenize_html(document: str) -> Iterator[Token]:
    """Yield texts and tags in one pass; comments and declarations are left out."""
    at, size = 0, len(document)
    missing: set[str] = set()
    while at < size:
        tag = document.find("<", at)
        if tag < 0:
            tag = size
        if tag > at:
            yield Token(unescape_entities(document[at:tag]))
        if tag == size:
            return
        end = _find_markup_end(document, tag, missing)
        name = _TAG_NAME.match(document, tag)
        if name:
            attributes = {} if document[tag + 1] == "/" else _parse_attributes(document[tag:end])
            yield Token("", name[1].lower(), document[tag + 1] == "/", attributes)
        elif document[tag + 1 : tag + 2] not in ("!", "?", "/"):
            yield Token("<")
            end = tag + 1
        at = end


def unescape_entities(text: str) -> str:
    """Replace character references in a text; invalid ones stay.

    >>> unescape_entities("caf&eacute; &amp; &#99999999; th&eacute;")
    'café & &#99999999; thé'
    """
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text) if "&" in text else text


def _find_markup_end(document: str, start: int, missing: set[str]) -> int:
    """Return the index after the markup that starts at `start`.

    `missing` collects the delimiters that do not occur in the rest of the document.
    """
    if document.startswith("<!--", start):
        return _find_end_of_mark(document, "-->", start + 2, missing)
    at = start + 1
    if not document[at : at + 1].isalpha():
        return _find_end_of_mark(document, ">", at, missing)
    while match := _TAG_END.search(document, at):
        at = match.end()
        quote = match[0]
        if quote == ">":
            return at
        # A quotation mark that is never closed is an ordinary character.
        quote_end = -1 if quote in missing else document.find(quote, at)
        if quote_end < 0:
            missing.add(quote)
        else:
            at = quote_end + 1
    return len(document)


def _find_end_of_mark(document: str, mark: str, start: int, missing: set[str]) -> int:
    at = -1 if mark in missing else document.find(mark, start)
    if at < 0:
        missing.add(mark)
        return len(document)
    return at + len(mark)


def _parse_attributes(tag: str) -> dict[str, str]:
    if len(tag) < 6:
        return {}
    attributes = _ATTRIBUTE.findall(tag[:4000])
    return {name.lower(): unescape_entities(a or b or c) for name, a, b, c in attributes}
