"""SVG building blocks: blocks of known height, titled components, rounded rectangles."""

from __future__ import annotations

from html import escape

from msgspec import Struct


class Block(Struct, frozen=True):
    """A piece of SVG with its top left corner at 0,0."""

    svg: str
    height: float


def translate_group(x: float, y: float, *parts: str) -> str:
    """Return the parts in a group, translated by (x, y)."""
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def draw_component(attributes: str, title: str, *parts: str, role: str = "img") -> str:
    """Return a component as a group with a title, so that the page can find and name it."""
    inside = "".join(parts)
    escaped_title = escape(title, quote=False)
    return f'<g {attributes} role="{role}"><title>{escaped_title}</title>{inside}</g>'


def draw_rounded_rect(
    width: float, height: float, fill: str, edge: str = "", *, round_: int = 10, extra: str = ""
) -> str:
    """Return a rounded rectangle at 0,0; the stroke lies inside its bounds."""
    if not edge:
        return f'<rect width="{width:g}" height="{height:g}" rx="{round_}" fill="{fill}"/>'
    return (
        f'<rect x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="{round_}" '
        f'fill="{fill}" stroke="{edge}" stroke-width="2"{extra}/>'
    )
