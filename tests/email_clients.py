"""What mail programs make of HTML and CSS, as a table, and a check of an e-mail against it.

A property or element that some program ignores may stand in an e-mail only with what the reader has
there instead. The facts are those of the programs' documentation and of caniemail.com.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

# Outlook for Windows renders with Word; Gmail drops the style sheet for accounts of others (IMAP);
# GMX and web.de, Yahoo and Outlook.com rewrite it.
WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM = "Outlook (Word)", "Gmail", "Gmail (IMAP)", "Outlook.com"
APPLE, YAHOO, GMX, SAMSUNG, THUNDERBIRD = "Apple Mail", "Yahoo", "GMX", "Samsung", "Thunderbird"
ALL = (WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, APPLE, YAHOO, GMX, SAMSUNG, THUNDERBIRD)


class Gap(NamedTuple):
    """The programs that ignore something, and what their readers see instead; "" if it must not be
    used."""

    programs: tuple[str, ...]
    instead: str = ""


EVERYWHERE = Gap(())
# One row a property. What only the style sheet says is missing in Gmail (IMAP) in any case.
PROPERTIES: dict[str, Gap] = {
    "background": EVERYWHERE,
    "background-color": Gap((WORD,), "the bgcolor of the cell around a button"),
    "background-image": Gap((WORD, GMX)),
    "border": Gap((WORD,), "the border of the cell around a button; of a quote none"),
    "border-color": EVERYWHERE,
    "border-left": Gap((WORD,), "a paragraph without a bar"),
    "border-radius": Gap((WORD,), "square corners"),
    "border-top": Gap((WORD,), "the line of <hr>"),
    "border-top-color": EVERYWHERE,
    "box-shadow": Gap((WORD, GMX)),
    "color": EVERYWHERE,
    "color-scheme": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX), "the colours as given"),
    "display": Gap((WORD,), "a link of its own width in a cell of the whole width"),
    "flex": Gap((WORD, GMAIL_IMAP, YAHOO)),
    "float": Gap((WORD,)),
    "font": EVERYWHERE,
    "font-size": EVERYWHERE,
    "font-weight": EVERYWHERE,
    "grid": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX)),
    "height": EVERYWHERE,
    "line-height": EVERYWHERE,
    "list-style": Gap((OUTLOOK_COM,), "a bullet before each answer"),
    "margin": Gap((OUTLOOK_COM,), "the usual distances of paragraphs"),
    "margin-bottom": Gap((OUTLOOK_COM,), "the usual distances of paragraphs"),
    "margin-left": Gap((OUTLOOK_COM,), "lines of a board in words without their indent"),
    "max-width": Gap((WORD,), "the width of the window"),
    "min-height": Gap((WORD,), "the padding of the cell around a button"),
    "min-width": Gap((WORD,), "numbers that do not stand below each other"),
    "opacity": Gap((WORD, GMX)),
    "overflow-wrap": Gap((WORD, GMX), "word-wrap"),
    "overflow-x": Gap((WORD,), "a board in words that is wider than the window"),
    "padding": Gap((WORD,), "the padding of the cell around a button; of other links none"),
    "padding-left": Gap((WORD,), "the usual indent of lists"),
    "position": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX)),
    "text-decoration": EVERYWHERE,
    "transform": Gap((WORD, GMAIL, GMAIL_IMAP, YAHOO)),
    "vertical-align": EVERYWHERE,
    "width": Gap((WORD,), "the width attribute of the picture"),
    "word-wrap": Gap((GMX,), "long addresses that are wider than the window"),
}
ELEMENTS: dict[str, Gap] = {
    **dict.fromkeys(
        (
            *("html", "head", "meta", "title", "body", "a", "b", "blockquote", "br", "em", "h1"),
            *("h2", "h3", "hr", "img", "li", "ol", "p", "pre", "span", "strong", "table", "tbody"),
            *("td", "th", "tr", "ul", "code"),
        ),
        EVERYWHERE,
    ),
    "div": Gap((), ""),
    "style": Gap((GMAIL_IMAP,), "inline styles of the buttons"),
    "details": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX), "the text, unfolded"),
    "summary": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX), "a line above the text"),
    "button": Gap((WORD, GMAIL)),
    "form": Gap((WORD, GMAIL, OUTLOOK_COM)),
    "script": Gap(ALL),
    "svg": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO)),
    "video": Gap((WORD, GMAIL, GMAIL_IMAP, OUTLOOK_COM, YAHOO, GMX)),
}
# What a button must say itself, and the cell around it that Outlook shows instead.
OF_BUTTONS = {"display", "padding", "border", "background-color", "color", "text-decoration"}
CELL = re.compile(r'<!--\[if mso\]><table[^>]+><tr><td bgcolor="#\w{6}" style="padding:[^"]+">')
# Gmail drops a style sheet that is longer, and all of one with such selectors or rules.
MAX_STYLE_SHEET = 8192
DROPPED_BY_GMAIL = re.compile(r"@import|@font-face|url\(|\[[a-z-]+[*^$|~]?=", re.IGNORECASE)

_DECLARATION = re.compile(r"(?:^|[{;])\s*([a-z-]+)\s*:")


class _Tags(HTMLParser):
    """The elements of an e-mail with their attributes, without what comments hide."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def find_unsupported(html: str) -> Iterator[str]:
    """Yield what some mail program ignores in an e-mail, with nothing in its place."""
    elements = _Tags(html).elements
    sheet = "".join(re.findall(r"<style>(.*?)</style>", html, re.DOTALL))
    # Rules within @media (...) begin like those outside.
    rules = re.sub(r"@media[^{]*\{", "", sheet)
    inline = [attributes.get("style") or "" for _, attributes in elements]
    used = {name for text in [rules, *inline] for name in _DECLARATION.findall(text)}
    for kind, names, table in (
        ("property", used, PROPERTIES),
        ("element", {tag for tag, _ in elements}, ELEMENTS),
    ):
        for name in sorted(names):
            gap = table.get(name)
            if gap is None:
                yield f"{kind} {name} is not in the table"
            elif gap.programs and not gap.instead:
                yield f"{kind} {name} is ignored by {', '.join(gap.programs)}"
    if len(sheet) > MAX_STYLE_SHEET or DROPPED_BY_GMAIL.search(sheet):
        yield "the style sheet is dropped by Gmail"
    yield from _find_plain_buttons(html, elements)
    for tag, attributes in elements:
        if tag == "img" and not (attributes.get("alt") and attributes.get("width")):
            yield "a picture without its words or its width"
        if tag == "table" and attributes.get("role") != "presentation":
            yield "a table that is read aloud as one"


def _find_plain_buttons(
    html: str, elements: list[tuple[str, dict[str, str | None]]]
) -> Iterator[str]:
    """Yield the buttons that are plain links without the style sheet, or in Outlook."""
    buttons = [
        attributes
        for tag, attributes in elements
        if "act" in (attributes.get("class") or "").split()
    ]
    for attributes in buttons:
        missing = OF_BUTTONS - set(_DECLARATION.findall(attributes.get("style") or ""))
        if missing:
            yield f"a button without {', '.join(sorted(missing))}"
    if len(CELL.findall(html)) < len(buttons):
        yield "a button without a cell for Outlook"
