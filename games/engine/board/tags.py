"""What every table that is laid out on a page is made of: things, areas, elements."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Protocol


class Linked(Protocol):
    """What is laid out; `links[thing]` is where a press on that thing leads."""

    @property
    def links(self) -> Mapping[str, str]: ...


def render_component(
    sheet: Linked,
    where: str,
    label: str,
    *parts: str,
    css: str,
    item: str = "",
    note: str = "",
) -> str:
    """Return a thing on the table: a link if something can be answered with it.

    `where` is its name on the page, `label` what it says when it is pointed at, `item` the code it
    is picked by, `note` one more class for its state.
    """
    named = f' data-item="{item}"' if item else ""
    classes = " ".join(filter(None, ("thing", css, note)))
    common = (
        f'id="at-{where}" class="{classes}" data-thing="{where}"{named} '
        f'aria-label="{escape(label)}"'
    )
    inside = "".join(parts)
    if link := sheet.links.get(where):
        return f'<a href="{escape(link)}" {common}>{inside}</a>'
    return f'<span role="img" tabindex="0" {common}>{inside}</span>'


def render_area(name: str, heading: str, aside: str, *parts: str) -> str:
    """Return a part of the table under its heading; `aside` stands at its right, as HTML."""
    return (
        f'<section class="area {name}"><h3>{escape(heading)}<span class="aside">{aside}</span>'
        f'</h3><div class="{name}-things">{"".join(parts)}</div></section>'
    )


def render_element(name: str, css: str, inside: str | int) -> str:
    """Return an element of a class around HTML."""
    return f'<{name} class="{css}">{inside}</{name}>'


def render_icon(href: str, box: str, css: str = "") -> str:
    """Return a shape of the page's sprite, in the colour of the text around it."""
    classes = f"i {css}" if css else "i"
    return f'<svg class="{classes}" viewBox="{box}" aria-hidden="true"><use href="#{href}"/></svg>'
