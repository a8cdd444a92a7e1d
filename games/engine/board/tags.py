"""HTML building blocks for boards: clickable components, areas, elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Protocol

from games.engine.text import soften


class LayoutWithLinks(Protocol):
    """A board layout; `links[thing]` is the URL that clicking on a component leads to."""

    @property
    def links(self) -> Mapping[str, str]: ...


def render_component(
    sheet: LayoutWithLinks,
    where: str,
    label: str,
    *parts: str,
    css: str,
    item: str = "",
) -> str:
    """Return a component as HTML: a link if it can be clicked to answer, otherwise a span.

    `where` is its name on the page, which follows “at-” in its id; `label` what it says when it is
    pointed at, `item` the code it is picked by, `css` its classes, separated by blanks.
    """
    data_item = f' data-item="{item}"' if item else ""
    classes = " ".join(["thing", *css.split()])
    common = f'id="at-{where}" class="{classes}"{data_item} aria-label="{escape(label)}"'
    inside = "".join(parts)
    if link := sheet.links.get(where):
        return f'<a href="{escape(link)}" {common}>{inside}</a>'
    return f'<span role="img" tabindex="0" {common}>{inside}</span>'


def render_area(name: str, heading: str, aside: str, *parts: str, is_strip: bool = False) -> str:
    """Return a section of the board with a heading; `aside` is HTML shown to its right.

    On a narrow board a strip is a single row that scrolls sideways.
    """
    css = f"{name}-things strip" if is_strip else f"{name}-things"
    return (
        f'<section class="area {name}"><h3>{escape(heading)}<span class="aside">{aside}</span>'
        f'</h3><div class="{css}">{"".join(parts)}</div></section>'
    )


def render_fold(where: str, css: str, head: str, inside: str, *, is_open: bool = False) -> str:
    """Return a part of the board that opens and closes by its head, which is always shown.

    `where` is its name on the page; a live update keeps it as the reader has left it.
    """
    state = " open" if is_open else ""
    return (
        f'<details id="fold-{where}" class="folded {css}"{state}><summary>{head}</summary>'
        f"{inside}</details>"
    )


def bind_facts(facts: Iterable[str]) -> str:
    """Join short facts with dots; each stays on one line, and so does the dot behind it."""
    return "\u00a0· ".join(fact.replace(" ", "\u00a0") for fact in facts)


def escape_name(name: str) -> str:
    """Return the name of a card as HTML; its long words may be divided."""
    return escape(soften(name))


def render_element(name: str, css: str, inside: str | int) -> str:
    """Return an element with a class around `inside` (HTML)."""
    return f'<{name} class="{css}">{inside}</{name}>'


def render_icon(href: str, box: str, css: str = "") -> str:
    """Return an icon from the file of icons; it inherits the text colour.

    `href` is the address of the file with the icon's name after “#”.
    """
    classes = f"i {css}" if css else "i"
    return f'<svg class="{classes}" viewBox="{box}" aria-hidden="true"><use href="{href}"/></svg>'
