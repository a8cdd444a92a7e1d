"""The road on a page: six spaces with what lies on them; and the cards one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from games.engine.board.tags import area, tag, thing
from games.engine.contract import Decision
from games.titles.enchanters.meanings import Speaker
from games.titles.enchanters.table import label
from games.titles.enchanters.text import hint

from .faces import face, said, stack_of
from .marks import Sheet, icon

TOKENS = ("wounds", "rewards", "cerberus")
MARKS = {"wounds": "wound", "rewards": "reward", "cerberus": "monster"}


def road(sheet: Sheet) -> str:
    """Return the road; "" before it is laid out."""
    track = sheet.view["track"]
    if not sheet.view["turn"] and not any(track):
        return ""
    spaces = [_space(sheet, slot, space) for slot, space in enumerate(track)]
    return area("road", sheet.word("road"), "", *spaces)


def dealt(sheet: Sheet) -> str:
    """Return the two cards of which the viewer keeps one; "" when there are none."""
    cards = sheet.view["dealt"] or ()
    things = [
        thing(
            sheet,
            f"dealt-{n}",
            said(code, sheet.language),
            face(code, sheet.language),
            css=f"face {stack_of(code)}",
            item=code,
        )
        for n, code in enumerate(cards)
    ]
    return area("dealt", sheet.word("dealt"), "", *things) if things else ""


def _space(sheet: Sheet, slot: int, space: Mapping[str, Any] | None) -> str:
    """Return one space of the road, the nearest one 0."""
    if space is None:
        return tag("span", "space none", f"<b>{slot}</b> {sheet.word('empty')}")
    code = space["card"]
    inside = _price(sheet, slot, space["cost"]) + _powers(sheet, space)
    inside += face(code, sheet.language) + _tokens(space)
    return thing(
        sheet,
        f"track-{slot}",
        _told(sheet, slot, space),
        inside,
        css=f"face space {stack_of(code)}",
        item=code,
        note="fought" if _is_fought(sheet, code) else "",
    )


def _is_fought(sheet: Sheet, code: str) -> bool:
    fight = sheet.view["fight"]
    return fight is not None and bool(fight["card"] == code)


def _price(sheet: Sheet, slot: int, cost: int) -> str:
    price = f"{icon('crystal')}<b>{cost}</b>" if cost else escape(sheet.word("free"))
    return tag("span", "slot", f"<b>{slot}</b>") + tag("span", "price", price)


def _powers(sheet: Sheet, space: Mapping[str, Any]) -> str:
    """Return health and strength of a creature; health that is too much for the viewer stands out.

    A stranger is told of the active player, who is no secret.
    """
    if "health" not in space:
        return ""
    css = "health hard" if space["attack"] < space["health"] else "health"
    health = tag("span", css, icon("health") + f"<b>{space['health']}</b>")
    return tag("span", "powers", health + _strength(space["strength"]))


def _strength(strength: int) -> str:
    return tag("span", "strength", icon("attack") + f"<b>{strength}</b>")


def _tokens(space: Mapping[str, Any]) -> str:
    """Return the tokens that lie on a card."""
    held = [(token, int(space[token])) for token in TOKENS if token in space]
    shown = "".join(f"<b>{n if n > 1 else ''}</b>{icon(MARKS[token])}" for token, n in held)
    return tag("span", "tokens", shown) if shown else ""


def _told(sheet: Sheet, slot: int, space: Mapping[str, Any]) -> str:
    """Return a space in words, with how a journey there would end where one may be made."""
    language, code = sheet.language, space["card"]
    told = [f"{sheet.word('space')} {slot}: {said(code, language)}"]
    if "health" in space:
        told.append(
            f"{sheet.word('health')} {space['health']}, {sheet.word('strength')} "
            f"{space['strength']}"
        )
    told += [label(language, f"tokens.{t}", n=space[t]) for t in TOKENS if t in space]
    if _is_fought(sheet, code):
        told.append(sheet.word("fought"))
    if sheet.view["question"] == "turn" and f"track-{slot}" in sheet.links and "health" in space:
        told.append(hint(Decision("journey", {"at": slot}), dict(sheet.view), language))
    else:
        cost = Speaker(language).many(space["cost"], "crystal")
        told.append(cost if space["cost"] else sheet.word("free"))
    return ". ".join(told) + "."
