"""The pages of `docs/` as HTML, with their links, and the search in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

INDEX, FOLDER_INDEX = "README", "/README"
# The guide of the API has an address of its own, beside its reference.
API_GUIDE = "api"
MOST_RESULTS = 30


class Section(Struct, frozen=True):
    """What stands below a heading: its anchor ("" at the top), its words, text and code."""

    anchor: str
    heading: str
    text: str
    code: str

    def count_words(self, words: list[str]) -> tuple[int, int]:
        """Return how many of `words` its heading has, and how many it has anywhere."""
        heading, whole = self.heading.casefold(), " ".join((self.heading, self.text, self.code))
        return sum(word in heading for word in words), sum(
            word in whole.casefold() for word in words
        )


class DocumentationPage(Struct, frozen=True):
    """A file of `docs/`: its name without `.md`, its title, HTML and sections.

    `headings` are (anchor, words) of the second level.
    """

    name: str
    title: str
    html: str
    headings: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]

    @property
    def path(self) -> str:
        """Return the address of the page."""
        return find_path(self.name)


class SearchResult(Struct, frozen=True):
    """A section that has all words of a search, with a part of its text."""

    page: str
    heading: str
    path: str
    excerpt: str


def find_path(name: str) -> str:
    """Return the address of the page of a file in `docs/`, named without `.md`."""
    if name == INDEX:
        return reverse("documentation")
    if name == API_GUIDE:
        return reverse("api")
    return reverse("documentation_page", args=[name.removesuffix(FOLDER_INDEX)])


def load_page(name: str) -> DocumentationPage:
    """Return the page of a file in `docs/`, or of the index of a folder.

    `name` comes without `.md`. Raises LookupError if there is no such file.
    """
    if name not in list_names():
        name += FOLDER_INDEX
    if name not in list_names():
        raise LookupError(name)
    return _read_page(name)


@cache
def list_names() -> frozenset[str]:
    """Return the names of all files of `docs/`, without `.md`."""
    root = settings.DOCS_FILES
    files = [*root.glob("*.md"), *(root / "decisions").glob("*.md")]
    return frozenset(str(path.relative_to(root).with_suffix("")) for path in files)


def search_pages(query: str) -> list[SearchResult]:
    """Return the sections that have every word of `query`, those with them in the heading first.

    At most MOST_RESULTS. An empty query finds nothing.
    """
    words = query.casefold().split()
    results = [
        (-in_heading, len(section.text), page, section)
        for page in map(_read_page, sorted(list_names()))
        for section in page.sections
        for in_heading, anywhere in [section.count_words(words)]
        if words and anywhere == len(words)
    ]
    results.sort(key=lambda result: result[:2])
    return [
        SearchResult(
            page.title,
            section.heading,
            page.path + (f"#{section.anchor}" if section.anchor else ""),
            _cut_excerpt(section.text, words[0]),
        )
        for _in_heading, _length, page, section in results[:MOST_RESULTS]
    ]


def _cut_excerpt(text: str, word: str, length: int = 200) -> str:
    """Return the part of a text around a word, cut between words."""
    start = max(0, text.casefold().find(word) - length // 3)
    start = text.rfind(" ", 0, start) + 1
    excerpt = text[start : start + length]
    if start + length < len(text):
        excerpt = f"{excerpt.rpartition(' ')[0]} …"
    return f"… {excerpt}" if start else excerpt


@cache
def _read_page(name: str) -> DocumentationPage:
    # Nothing but Markdown: what looks like HTML is shown as text.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse((settings.DOCS_FILES / f"{name}.md").read_text())
    sections = list(_name_sections(tokens))
    headings = tuple(
        (str(opening.attrGet("id")), _read_text(words))
        for opening, words in zip(tokens, tokens[1:], strict=False)
        if opening.type == "heading_open" and opening.tag == "h2"
    )
    folder = PurePosixPath(name).parent
    for token in tokens:
        if token.children is not None:
            token.children = list(_link_pages(token.children, folder))
    html = markdown.renderer.render(tokens, markdown.options, {})
    return DocumentationPage(
        name=name,
        title=sections[0].heading,
        html=mark_safe(html),  # nosec B308 B703
        headings=headings,
        sections=tuple(sections),
    )


def _name_sections(tokens: list[Token]) -> Iterator[Section]:
    """Give each heading an anchor of its own, as GitHub does, and yield the sections."""
    anchor, heading, used = "", "", set[str]()
    texts, code = list[str](), list[str]()
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open":
            if heading or texts:
                yield Section(anchor, heading, " ".join(texts), " ".join(code))
            heading, texts, code = _read_text(token), [], []
            # The title is the page itself.
            anchor = "" if before.tag == "h1" else _free_anchor(slugify(heading), used)
            if anchor:
                before.attrSet("id", anchor)
        elif token.type in ("inline", "fence", "code_block"):
            (texts if token.type == "inline" else code).append(_read_text(token))
    yield Section(anchor, heading, " ".join(texts), " ".join(code))


def _free_anchor(anchor: str, used: set[str]) -> str:
    number, name = 0, anchor
    while name in used:
        number += 1
        name = f"{anchor}-{number}"
    used.add(name)
    return name


def _read_text(token: Token) -> str:
    """Return the text of a token, without its Markdown."""
    if token.children is None:
        return token.content
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children)


def _link_pages(tokens: list[Token], folder: PurePosixPath) -> Iterator[Token]:
    """Yield the tokens of a line, with links to other files of `docs/` as addresses of pages.

    Links to files elsewhere are left out; their words stay.
    """
    is_elsewhere = False
    for token in tokens:
        if token.type == "link_open":
            href = _find_address(str(token.attrGet("href")), folder)
            is_elsewhere = not href
            token.attrSet("href", href)
        if not (is_elsewhere and token.type in ("link_open", "link_close")):
            yield token


def _find_address(href: str, folder: PurePosixPath) -> str:
    """Return the address that a link leads to; "" for a file that has no page."""
    if "://" in href or href.startswith(("#", "mailto:")):
        return href
    file, mark, anchor = href.partition("#")
    parts = list[str]()
    for part in (folder / file).parts:
        if part == "..":
            parts = parts[:-1] if parts else [".."]
        else:
            parts.append(part)
    name = "/".join(parts).removesuffix(".md")
    return f"{find_path(name)}{mark}{anchor}" if name in list_names() else ""
