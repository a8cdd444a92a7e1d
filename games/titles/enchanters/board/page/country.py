"""What lies beside the road: the village, the Overlord, an event, the desert, and the piles."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from games.engine.board.tags import area, tag, thing
from games.titles.enchanters.card_texts import event_text, overlord_lines, upper
from games.titles.enchanters.meanings import Speaker
from games.titles.enchanters.names import index, name_of
from games.titles.enchanters.phrases import PHRASES
from games.titles.enchanters.table import label

from .faces import face, said, stack_of
from .marks import Sheet, icon

# So many cards of the graveyard are named.
NAMED = 6


def country(sheet: Sheet) -> str:
    """Return everything that belongs to nobody; "" before it is laid out."""
    if not sheet.view["village"]:
        return ""
    parts = [_village(sheet), _overlord(sheet), _event(sheet), _desert(sheet)]
    parts += [*_lying(sheet), _piles(sheet)]
    return area("country", sheet.word("country"), "", *filter(None, parts))


def _village(sheet: Sheet) -> str:
    code = sheet.view["village"]
    name, says = name_of(code, sheet.language), upper(code, sheet.language)
    many = sheet.view["village_rewards"]
    rewards = f". {label(sheet.language, 'tokens.rewards', n=many)}" if many else ""
    told = f"{sheet.word('village')} {name}: {says}{rewards}"
    inside = _title("village", name) + _counted("rewards", "reward", many)
    inside += tag("span", "says", escape(says))
    return thing(sheet, "village", told, inside, css="place village", item=code)


def _title(shape: str, name: str) -> str:
    return tag("b", "name", icon(shape) + escape(name))


def _counted(css: str, shape: str, many: int) -> str:
    return tag("span", f"count {css}", f"{icon(shape)}<b>{many}</b>") if many else ""


def _overlord(sheet: Sheet) -> str:
    """Return the Overlord with its powers and what lies on it; struck out once it has fallen."""
    shown, language = sheet.view["overlord"], sheet.language
    if not shown:
        return ""
    name = name_of(shown["card"], language)
    if not shown["active"]:
        gone = label(language, "overlord.gone", card=name)
        told = _title("overlord", name)
        return thing(sheet, "overlord", gone, told, css="place overlord gone", item=shown["card"])
    coop = sheet.view["options"]["mode"] == "coop"
    lines = overlord_lines(shown["card"], "coop" if coop else "competitive", language)
    values = {key: shown[key] for key in ("health", "strength", "rewards", "hit_points")}
    kind = "overlord.coop" if coop else "overlord"
    told = label(language, kind, card=name, text=". ".join(lines), **values)
    if shown["crystals"]:
        told += f". {Speaker(language).many(shown['crystals'], 'crystal')}"
    says = "".join(tag("span", "line", escape(line)) for line in lines)
    inside = _title("overlord", name) + _powers(shown, coop=coop) + tag("span", "says", says)
    fights = sheet.view["fight"] and sheet.view["fight"]["card"] == shown["card"]
    note = "fought" if fights else ""
    return thing(
        sheet, "overlord", told, inside, css="place overlord", item=shown["card"], note=note
    )


def _powers(shown: Mapping[str, Any], *, coop: bool) -> str:
    """Return how strong the Overlord is, and the tokens on it."""
    powers = tag("span", "health", icon("health") + f"<b>{shown['health']}</b>")
    powers += tag("span", "strength", icon("attack") + f"<b>{shown['strength']}</b>")
    if coop:
        powers += tag("span", "hit-points", icon("overlord") + f"<b>{shown['hit_points']}</b>")
    powers += _counted("rewards", "reward", shown["rewards"])
    return tag("span", "powers", powers + _counted("crystals", "crystal", shown["crystals"]))


def _event(sheet: Sheet) -> str:
    view, language = sheet.view, sheet.language
    if not view["event"] or view["result"]:
        return ""
    name, says = (
        name_of(view["event"], language),
        event_text(view["event"], view["anger"], language),
    )
    inside = _title("overlord_event", name) + tag("span", "says", escape(says))
    told = label(language, "event", card=name, text=says)
    return thing(sheet, "event", told, inside, css="place event")


def _desert(sheet: Sheet) -> str:
    if not sheet.view["desert"]:
        return ""
    side = PHRASES[sheet.view["desert"]][index(sheet.language)]
    told = label(sheet.language, "desert", side=side)
    inside = tag("b", "name", escape(sheet.word("desert"))) + tag("span", "says", escape(side))
    return thing(sheet, "desert", told, inside, css="place desert")


def _lying(sheet: Sheet) -> list[str]:
    """Return the cards on the Overlord, and those that were won and are not yet laid down."""
    piles = {"won": sheet.view["won"], "on-overlord": []}
    if sheet.view["overlord"]:
        piles["on-overlord"] = sheet.view["overlord"]["cards"]
    things = []
    for pile, cards in piles.items():
        where, name = pile.removeprefix("on-"), sheet.word(pile)
        for place, code in enumerate(cards):
            told = f"{said(code, sheet.language)} ({name})"
            inside = face(code, sheet.language) + tag("small", "where", escape(name))
            css = f"face {stack_of(code)}"
            things.append(thing(sheet, f"{where}-{place}", told, inside, css=css, item=code))
    return things


def _piles(sheet: Sheet) -> str:
    view = sheet.view
    return tag(
        "div",
        "piles",
        _pile(sheet, "deck", "", view["deck"])
        + _pile(sheet, "graveyard", _buried(sheet), len(view["graveyard"]))
        + _pile(sheet, "wound-deck", "", view["wound_deck"]),
    )


def _buried(sheet: Sheet) -> str:
    """Return the names of the uppermost cards of the graveyard, the top first."""
    cards = sheet.view["graveyard"][::-1]
    shown = [name_of(card, sheet.language) for card in cards[:NAMED]]
    return ", ".join(shown) + (" …" if len(cards) > NAMED else "")


def _pile(sheet: Sheet, where: str, cards: str, many: int) -> str:
    """Return a pile by its number of cards; of the graveyard the top is named."""
    name = sheet.word(where)
    told = f"{name}: {many}" + (f". {cards}" if cards else "")
    top = tag("span", "says", escape(cards.split(", ")[0].removesuffix(" …"))) if cards else ""
    inside = f"<b>{many}</b>" + tag("small", "", escape(name)) + top
    return thing(sheet, where, told, inside, css=f"pile {where}")
