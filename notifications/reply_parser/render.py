"""Convert HTML to lines as displayed, and mark the text that mail programs have quoted."""

from __future__ import annotations

import re
from itertools import islice

import msgspec

from .html_characters import NumberedList, begin_item, find_emoji, open_list
from .lines import OWN, QUOTE, Line
from .markup import Token, tokenize_html
from .quoting import is_quote, opens_history

MAX_DEPTH = 200
MAX_LINES = 10_000
# Maximum number of tags and texts; the longest real e-mails have a third of that.
MAX_TOKENS = 100_000

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
# Elements whose content is not displayed as text.
SILENT = frozenset(
    ["head", "script", "style", "title", "template", "noscript", "object", "svg", "math", "select"]
    # Struck out: the sender has retracted it.
    + ["s", "strike", "del"]
)
# Elements that start a new line; those in APART also have blank lines around them.
BLOCK = frozenset(
    [
        "address",
        "article",
        "aside",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "html",
        "body",
        "legend",
        "li",
        "main",
        "nav",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
    ]
)
APART = frozenset(["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "ul"])
CELL = frozenset(("td", "th"))
# Text for <hr>, wide enough to be recognized as a separator in plain text.
RULE = "_" * 32

_SPACES = re.compile(r"[ \t\n\r\f]+")
_TIGHT_CLASS = re.compile(r"(?:^|\s)(?:x_)*(?:Mso(?:Normal|PlainText|NoSpacing)|p\d{1,2})(?:$|\s)")
_TIGHT_STYLE = re.compile(
    r"(?:^|[;\s])margin(?:-bottom)?\s?:\s?0(?:\.0+)?(?:px|pt|in|cm|em)?\s?(?:0\S{0,5}\s?){0,3}(?:;|$)"
)
_HIDDEN_STYLE = re.compile(
    r"display\s?:\s?none|mso-hide\s?:\s?all"
    r"|text-decoration(?:-line)?\s?:\s?[a-z ]{0,20}line-through",
    re.IGNORECASE,
)
# A font size; the group matches only a size of zero. Nested elements may set another size.
_SIZE = re.compile(r"font-size\s?:\s?(0(?:px|pt|em)?\s?(?:;|$|!))?", re.IGNORECASE)


class Element(msgspec.Struct):
    """An open element and its effect on the text inside it."""

    tag: str
    quoted: bool
    silent: bool
    depth: int
    pre: bool
    # A paragraph without a margin, which Outlook and Apple Mail use for every line.
    tight: bool = False
    # Its font size is zero.
    tiny: bool = False
    # The list whose items it contains, if they are numbered.
    numbered: NumberedList | None = None


def html_to_lines(document: str) -> list[Line]:
    """Convert an HTML document to lines; those quoted by the mail program are marked."""
    page = Page()
    for token in islice(tokenize_html(document), MAX_TOKENS):
        page.take(token)
        if len(page.lines) > MAX_LINES:
            break
    page.flush()
    return page.lines


def _is_tight(token: Token) -> bool:
    """Return whether a paragraph has no margin, and so no blank lines around it."""
    if token.tag != "p" or not token.attributes:
        return False
    style = token.attributes.get("style", "")
    return bool(
        _TIGHT_CLASS.search(token.attributes.get("class", "")) or _TIGHT_STYLE.search(style)
    )


class Page:
    """The lines converted so far, and the open elements."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.open: list[Element] = [Element("", False, False, 0, False)]
        # Tags of the open elements, for look-ups at every end tag.
        self.tags: list[str] = [""]
        self.text: list[str] = []
        # Some programs mark only the start of the earlier e-mail, which extends to the end.
        self.history = False

    def take(self, token: Token) -> None:
        if not token.tag:
            self.write(token.text)
        elif token.closing:
            self.close(token.tag)
        else:
            self.start(token)

    def write(self, text: str) -> None:
        inside = self.open[-1]
        if inside.silent or inside.tiny:
            return
        if not inside.pre:
            self.text.append(_SPACES.sub(" ", text))
            return
        first, *rest = text.split("\n")
        self.text.append(first)
        for line in rest:
            self.flush(keep_blank=True)
            self.text.append(line)

    def start(self, token: Token) -> None:
        tag = token.tag
        if tag == "br":
            self.flush(keep_blank=True)
        elif tag == "img":
            self.write(find_emoji(token.attributes))
        elif tag in CELL:
            self.text.append(" ")
        elif tag in BLOCK or tag in APART:
            self.flush()
            self.blank(tag in APART and not _is_tight(token))
        if tag == "p" and self.open[-1].tag == "p":
            self.open.pop()
            self.tags.pop()
        # Ignored inside a quote, because an answer may follow after the quote.
        if not self.open[-1].quoted:
            self.history = self.history or opens_history(tag, token.attributes)
        if tag == "hr":
            self.lines.append(Line(RULE, self.why()))
        elif tag not in VOID and len(self.open) < MAX_DEPTH:
            self.open.append(self.element(token))
            self.tags.append(tag)
        if tag == "li" and (numbered_list := self.open[-1].numbered):
            begin_item(numbered_list, token.attributes)

    def element(self, token: Token) -> Element:
        inside, tag = self.open[-1], token.tag
        style = token.attributes.get("style", "")
        is_hidden, size = bool(_HIDDEN_STYLE.search(style)), _SIZE.search(style)
        return Element(
            tag=tag,
            quoted=inside.quoted or is_quote(tag, token.attributes),
            silent=inside.silent or tag in SILENT or is_hidden,
            depth=inside.depth + (tag == "blockquote"),
            pre=inside.pre or tag in ("pre", "textarea"),
            tight=_is_tight(token),
            tiny=inside.tiny if size is None else bool(size[1]),
            numbered=self.find_list(token),
        )

    def find_list(self, token: Token) -> NumberedList | None:
        """Return the numbered list whose items an element contains."""
        if token.tag in ("ul", "menu", "dir"):
            return None
        return open_list(token.attributes) if token.tag == "ol" else self.open[-1].numbered

    def close(self, tag: str) -> None:
        if tag == "ol" and self.open[-1].tag in (tag, "li"):
            self.show_empty_list()
        if tag in BLOCK or tag in APART:
            tight = self.open[-1].tight and self.open[-1].tag == tag
            # Outlook writes an empty line as a paragraph with a no-break space.
            self.flush(keep_blank=tight and "\xa0" in "".join(self.text))
            self.blank(tag in APART and not tight)
        # An end tag without a start tag is ignored; others also close the elements inside.
        if tag not in self.tags:
            return
        while self.tags.pop() != tag:
            self.open.pop()
        self.open.pop()

    def why(self) -> str:
        return QUOTE if self.history or self.open[-1].quoted else OWN

    def flush(self, *, keep_blank: bool = False) -> None:
        """End the current line. An empty line is kept only with `keep_blank`."""
        inside = self.open[-1]
        text = "".join(self.text)
        text = text.rstrip() if inside.pre else _SPACES.sub(" ", text).strip()
        self.text.clear()
        if text and inside.numbered:
            text = inside.numbered.marker + text
            inside.numbered.marker, inside.numbered.has_text = "", True
        if text or keep_blank:
            why = self.why()
            mark = "> " * inside.depth if text and not (why and inside.depth == 1) else ""
            self.lines.append(Line(mark + text, why, by_markup=why == QUOTE))

    def show_empty_list(self) -> None:
        """Write the number of a list that has no text: programs turn “2.” into such a list."""
        numbered_list = self.open[-1].numbered
        if numbered_list and not numbered_list.has_text and not "".join(self.text).strip():
            numbered_list.marker = ""
            self.text.append(numbered_list.first_marker)

    def blank(self, apart: bool) -> None:
        if apart and self.lines and self.lines[-1].text:
            self.lines.append(Line("", self.why()))
