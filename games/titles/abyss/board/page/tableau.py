"""What lies before a player on a page: Lords, Locations, Allies, counters; and the own hand."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from games.titles.abyss.board import spoken
from games.titles.abyss.components import LORDS, RACE
from games.titles.abyss.words import words

from . import faces
from .depths import allies
from .tags import Sheet, area, icon, tag, thing


def seat(sheet: Sheet, number: int) -> str:
    """Return the panel of one player."""
    scene = sheet.scene
    rows = (
        _score(sheet, number),
        _lords(sheet, number),
        _controlled(sheet, number),
        _allies(sheet, number),
        _tokens(sheet, number),
    )
    states = {
        "active": scene.view["scores"] is None and number == scene.view["active"],
        "won": number in spoken.winners(scene),
        "me": number == scene.view["you"],
    }
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    return f'<section class="{css}">{_header(sheet, number)}{"".join(rows)}</section>'


def _header(sheet: Sheet, number: int) -> str:
    """Return the name of a player, what is asked of them, and what is counted."""
    scene = sheet.scene
    marks = ""
    if number in scene.view["asked"]:
        marks = tag("span", "asked", icon("asked") + escape(scene.word("asked")))
    elif number in spoken.winners(scene):
        marks = icon("lords", "crown")
    you = f" <small>{escape(scene.word('you'))}</small>" if number == scene.view["you"] else ""
    name = f'<b class="badge">{number + 1}</b><span class="who">{escape(scene.names[number])}{you}'
    label = f"{scene.names[number]}: {spoken.has(scene, number)}"
    who = thing(sheet, f"seat-{number}", label, name, "</span>", css="player")
    return f'<h3 class="head">{who}{marks}{_counters(sheet, number)}</h3>'


def _counters(sheet: Sheet, number: int) -> str:
    """Return Pearls, keys, cards and monsters; after the end the score."""
    view = sheet.scene.view
    own = view["seats"][number]
    counted = [
        ("pearl", own["pearls"]),
        ("key", own["keys"]),
        ("cards", own["hand_size"]),
        ("token", own["monster_token_count"]),
    ]
    shown = "".join(
        tag("span", f"count {name}" + ("" if many else " zero"), f"{icon(name)}<b>{many}</b>")
        for name, many in counted
        if view["scores"] is None or name != "cards"
    )
    if view["scores"] is not None:
        shown += tag("b", "score", spoken.total(view["scores"][number]))
    return f'<span class="counters">{shown}</span>'


def _score(sheet: Sheet, number: int) -> str:
    """Return the lines of the final score that belong to no Location."""
    scene = sheet.scene
    if scene.view["scores"] is None:
        return ""
    lexicon = words(scene.language)
    own = {"lords": scene.word("lords"), "allies": scene.word("allies")}
    places = scene.view["seats"][number]["locations"]
    parts = [
        f"{own.get(code) or lexicon[code]} {points}"
        for code, points in scene.view["scores"][number]
        if code not in places
    ]
    in_places = sum(p for code, p in scene.view["scores"][number] if code in places)
    parts.append(f"{scene.word('locations')} {in_places}")
    return tag("p", "lines", escape(" · ".join(parts)))


def _lords(sheet: Sheet, number: int) -> str:
    """Return the free Lords, those who are disabled among them."""
    free = [lord for lord in sheet.scene.view["seats"][number]["lords"] if lord["under"] is None]
    return _row("lords", "".join(_lord(sheet, number, lord) for lord in free))


def _lord(sheet: Sheet, number: int, lord: Mapping[str, Any]) -> str:
    scene, code = sheet.scene, lord["id"]
    label = spoken.lord(scene, code)
    note = ""
    if lord["disabled"]:
        label, note = f"{label} ({scene.word('disabled')})", "disabled"
    inside = faces.chip(scene, code, disabled=lord["disabled"])
    css = f"chip {LORDS[code].guild}"
    return thing(sheet, f"seat-{number}-{code}", label, inside, css=css, item=code, note=note)


def _controlled(sheet: Sheet, number: int) -> str:
    """Return the Locations of a player, each with the Lords under it."""
    scene = sheet.scene
    own = scene.view["seats"][number]
    scores = dict(scene.view["scores"][number]) if scene.view["scores"] else {}
    held = []
    for code in own["locations"]:
        tile = faces.location(code, scene.language, scores.get(code))
        where = f"seat-{number}-{code}"
        shown = thing(sheet, where, spoken.location(scene, code), tile, css="place", item=code)
        under = "".join(
            _under(sheet, number, lord["id"]) for lord in own["lords"] if lord["under"] == code
        )
        below = tag("div", "under", under) if under else ""
        held.append(tag("div", "held", shown + below))
    return _row("places", "".join(held))


def _under(sheet: Sheet, number: int, code: str) -> str:
    """Return a Lord under a Location: the influence still counts, nothing else does."""
    label = spoken.lord(sheet.scene, code)
    css = f"small {LORDS[code].guild}"
    where = f"seat-{number}-{code}"
    return thing(sheet, where, label, faces.emblem(code), css=css, item=code)


def _allies(sheet: Sheet, number: int) -> str:
    codes = sheet.scene.view["seats"][number]["affiliated"]
    if not codes:
        return ""
    label = tag("span", "label", escape(sheet.scene.word("affiliated")))
    return _row("allies", label + allies(sheet, codes, f"seat-{number}-ally"))


def _tokens(sheet: Sheet, number: int) -> str:
    """Return the values of monster tokens where they are seen."""
    values = sheet.scene.view["seats"][number]["monster_tokens"]
    if not values:
        return ""
    label = tag("span", "label", escape(sheet.scene.word("tokens")))
    return _row("tokens", label + "".join(tag("span", "worth", value) for value in values))


def _row(css: str, inside: str) -> str:
    return tag("div", f"own-{css}", inside) if inside else ""


def hand(sheet: Sheet) -> str:
    """Return the viewer's own hand as cards, race by race; "" for a stranger."""
    scene = sheet.scene
    you = scene.view["you"]
    codes = scene.view["seats"][you]["hand"] if you is not None else None
    if codes is None:
        return ""
    shown = [
        thing(
            sheet,
            f"hand-{n}",
            spoken.ally(scene, code),
            faces.ally(code),
            css=f"card {RACE[code]}",
            item=code,
        )
        for n, code in enumerate(sorted(codes, key=spoken.hand_order))
    ]
    return area("hand", scene.word("hand"), str(len(codes)), *shown)
