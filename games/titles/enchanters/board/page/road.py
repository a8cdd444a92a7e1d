"""The road as HTML: six spaces with their cards."""

from __future__ import annotations

from html import escape

from games.engine import text
from games.engine.board.tags import escape_name, render_area, render_component, render_element
from games.engine.contract import Decision

from ...rules.view import SpaceView
from ...words.meanings import Speaker
from ...words.names import name_of
from ...words.prompts import describe_cost
from ...words.text_table import describe_token
from .faces import (
    describe_card_text,
    render_card_parts,
    render_card_picture,
    stack_of,
)
from .marks import Sheet, kind_of, render_icon

MARKS = {"wounds": "wound", "rewards": "reward", "cerberus": "monster"}


def render_road(sheet: Sheet) -> str:
    """Return the road; "" before it is laid out."""
    track = sheet.view.track
    if not sheet.view.turn and not any(track):
        return ""
    spaces = [_render_space(sheet, slot, space) for slot, space in enumerate(track)]
    return render_area("road", sheet.word("road"), "", *spaces)


def _render_space(sheet: Sheet, slot: int, space: SpaceView | None) -> str:
    """Return one space of the road; the nearest one is 0."""
    if space is None:
        return render_element("span", "space none", f"<b>{slot}</b> {sheet.word('empty')}")
    code = space.card
    note = "fought" if _is_fought(sheet, code) else ""
    inside = render_card_picture(code)
    inside += _render_price(sheet, slot, space) + _render_creature_powers(space)
    inside += render_element("b", "name", escape_name(name_of(code, sheet.language)))
    inside += render_card_parts(code, sheet.language) + _render_tokens(space)
    return render_component(
        sheet,
        f"track-{slot}",
        _describe_space(sheet, slot, space),
        inside,
        css=f"face space {stack_of(code)} {note}",
        item=code,
    )


def _is_fought(sheet: Sheet, code: str) -> bool:
    fight = sheet.view.fight
    return fight is not None and bool(fight.card == code)


def _render_price(sheet: Sheet, slot: int, space: SpaceView) -> str:
    """Return the number of a space, the kind of its card, and the crystals to pay on the way."""
    cost = space.cost
    price = f"{render_icon('crystal')}<b>{cost}</b>" if cost else escape(sheet.word("free"))
    place = f"<b>{slot}</b>{render_icon(kind_of(space.card))}"
    return render_element("span", "slot", place) + render_element("span", "price", price)


def _render_creature_powers(space: SpaceView) -> str:
    """Return health and strength of a creature; health that is too much for the viewer stands out.

    A spectator sees the public numbers of the active player.
    """
    powers = space.powers
    if powers is None:
        return ""
    css = "health hard" if powers.attack < powers.health else "health"
    health = render_element("span", css, render_icon("health") + f"<b>{powers.health}</b>")
    return render_element("span", "powers", health + _render_strength(powers.strength))


def _render_strength(strength: int) -> str:
    return render_element("span", "strength", render_icon("attack") + f"<b>{strength}</b>")


def _render_tokens(space: SpaceView) -> str:
    """Return the tokens on a card."""
    icons = "".join(
        f"<b>{n if n > 1 else ''}</b>{render_icon(MARKS[token])}"
        for token, n in space.list_tokens()
    )
    return render_element("span", "tokens", icons) if icons else ""


def _describe_space(sheet: Sheet, slot: int, space: SpaceView) -> str:
    """Return a space in words, and how a journey there would end if it is possible."""
    language, code = sheet.language, space.card
    head = f"{sheet.word('space')} {slot}"
    parts = [text.join_head(head, describe_card_text(code, language), language)]
    powers = space.powers
    if powers:
        parts.append(
            f"{sheet.word('health')} {powers.health}, {sheet.word('strength')} {powers.strength}"
        )
    parts += [describe_token(kind, many, language) for kind, many in space.list_tokens()]
    if _is_fought(sheet, code):
        parts.append(sheet.word("fought"))
    if sheet.view.question == "turn" and f"track-{slot}" in sheet.links and powers:
        parts.append(describe_cost(Decision("journey", {"at": slot}), sheet.view, language))
    else:
        cost = Speaker(language).many(space.cost, "crystal")
        parts.append(cost if space.cost else sheet.word("free"))
    return ". ".join(parts) + "."
