"""What lies before a player: numbers, Island, fragments, piles; and the viewer's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from games.titles.essence.cards import FACTIONS, SEGMENT
from games.titles.essence.island import free_cells, place
from games.titles.essence.meanings import stat
from games.titles.essence.scoring import order_of
from games.titles.essence.seats import Seat
from games.titles.essence.story import cards
from games.titles.essence.table import RARE, label, standing
from games.titles.essence.words import name_of, words

from . import faces
from .sky import claimed
from .tags import Sheet, area, icon, number, tag, thing

# An Island of more columns than these shows no names on a telephone, so that all of it is seen;
# one that is broader still is rolled there, by keys as well.
BROAD = 3
# What decides equal scores.
COUNTED = ("fragments", "essence", "wealth", "influence")
# Questions in which the viewer may choose a free cell.
PLACING = ("build", "rearrange")


def seat(sheet: Sheet, number_: int) -> str:
    """Return the panel of one player."""
    view = sheet.view
    states = {
        "active": view["scores"] is None and number_ in view["asked"],
        "won": number_ in _winners(view),
        "me": number_ == view["you"],
    }
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    rows = (
        _header(sheet, number_),
        _counters(sheet, number_),
        _island(sheet, number_),
        claimed(sheet, number_),
        _piles(sheet, number_),
    )
    return tag("section", css, "".join(rows))


def _winners(view: Mapping[str, Any]) -> list[int]:
    if view["scores"] is None:
        return []
    orders = [
        order_of(sum(points for _, points in lines), Seat(**{key: own[key] for key in COUNTED}))
        for lines, own in zip(view["scores"], view["seats"], strict=True)
    ]
    return [seat for seat, order in enumerate(orders) if order == max(orders)]


def _header(sheet: Sheet, number_: int) -> str:
    """Return the name and the faction of a player, and that they are asked."""
    view, language = sheet.view, sheet.language
    own = view["seats"][number_]
    faction = name_of(own["faction"], language) if own["faction"] else ""
    you = label(language, "you") if number_ == view["you"] else ""
    said = ", ".join(filter(None, (sheet.names[number_] + you, faction)))
    said = sheet.word("named", name=said, told=", ".join(standing(own, language)))
    name = f'<b class="badge">{number_ + 1}</b><span class="who">{escape(sheet.names[number_])}'
    name += f"<small>{escape(you)}</small></span>"
    if faction:
        name += tag("span", "faction", icon(FACTIONS[own["faction"]].type) + escape(faction))
    who = thing(sheet, f"seat-{number_}", said, name, css="player", note=_kind(own))
    asked = tag("span", "asked", icon("asked") + escape(sheet.word("asked")))
    return tag("h3", "head", who + (asked if number_ in view["asked"] else ""))


def _kind(own: Mapping[str, Any]) -> str:
    return FACTIONS[own["faction"]].type if own["faction"] else ""


def _counters(sheet: Sheet, number_: int) -> str:
    """Return what is counted; after the end the score."""
    view, language = sheet.view, sheet.language
    own = view["seats"][number_]
    if view["scores"] is not None:
        return _score(sheet, number_)
    counted: list[tuple[str, int | str]] = [
        *((code, own[code]) for code in ("shards", "essence", "wealth", "influence")),
        ("attack", own["attack_value"]),
        ("defense", own["defense_value"]),
        ("foundations", f"{own['ready']}/{own['ready'] + own['spent']}"),
    ]
    return tag("div", "counters", "".join(number(c, n, stat(c, language)) for c, n in counted))


def _score(sheet: Sheet, number_: int) -> str:
    lines = sheet.view["scores"][number_]
    lexicon = words(sheet.language)
    told = ", ".join(f"{lexicon[code]} {points}" for code, points in lines)
    total = sum(points for _, points in lines)
    said = label(sheet.language, "value", total=total, parts=told)
    return tag("p", "score", icon("shards") + escape(said))


def _island(sheet: Sheet, number_: int) -> str:
    """Return the Island row by row, the highest first; free cells where the viewer may choose."""
    own = sheet.view["seats"][number_]["island"]
    free = free_cells(own) if _may_choose(sheet, number_) else []
    places = [place(cell) for cell in (*own, *free)]
    if not places:
        return ""
    across = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    down = range(max(y for _, y in places), min(y for _, y in places) - 1, -1)
    rows = "".join(
        tag("div", "cells", "".join(_cells(sheet, number_, y, across, free))) for y in down
    )
    if len(across) <= BROAD:
        return tag("div", "island", rows)
    called = escape(sheet.word("island"))
    return f'<div class="island broad" role="group" tabindex="0" aria-label="{called}">{rows}</div>'


def _may_choose(sheet: Sheet, number_: int) -> bool:
    """Whether the viewer may build on their Island, or move a segment on it."""
    view = sheet.view
    if number_ != view["you"] or number_ not in view["asked"]:
        return False
    if view["question"] == "turn":
        return bool(view["seats"][number_]["ready"]) and not view["main_done"]
    return view["question"] in PLACING


def _cells(sheet: Sheet, number_: int, y: int, across: range, free: list[str]) -> Iterator[str]:
    own = sheet.view["seats"][number_]["island"]
    for cell in (f"{x},{y}" for x in across):
        if cell in own:
            yield _tile(sheet, number_, cell, own[cell])
        elif cell in free:
            said = sheet.word("free_cell", cell=cell)
            yield thing(sheet, f"cell-{cell}", said, cell, css="free-cell", item=cell)
        else:
            yield '<span class="gap"></span>'


def _tile(sheet: Sheet, number_: int, cell: str, segment: Mapping[str, Any]) -> str:
    code = segment["card"]
    spent = label(sheet.language, "exhausted") if segment["exhausted"] else ""
    said = faces.told(sheet, code, cell, spent)
    css = f"tile segment {faces.kind_of(code)} {SEGMENT[code].kind}"
    note = "exhausted" if spent else ""
    item = cell if number_ == sheet.view["you"] else ""
    inside = faces.lying(sheet, code, cell)
    return thing(sheet, f"seat-{number_}-{cell}", said, inside, css=css, item=item, note=note)


def _piles(sheet: Sheet, number_: int) -> str:
    """Return what is in hand and in the piles of a player, and what only sometimes is there."""
    own, language = sheet.view["seats"][number_], sheet.language
    told = [f"{sheet.word('cards')} {own['hand_size']}"]
    told.append(label(language, "draw_pile", many=own["draw_pile"]))
    told += [label(language, key, many=own[key]) for key in RARE if own[key]]
    if own["discard"]:
        told.append(label(language, "discard") + cards(own["discard"], language))
    return tag("p", "lines", escape(" · ".join(told)))


def hand(sheet: Sheet) -> str:
    """Return the viewer's own hand; "" for a stranger, and for an empty one."""
    you = sheet.view["you"]
    codes = sheet.view["seats"][you]["hand"] if you is not None else None
    if not codes:
        return ""
    shown = [
        thing(
            sheet,
            f"hand-{place_}",
            faces.told(sheet, code),
            faces.speaking(sheet, code),
            css=f"card person {faces.kind_of(code)}",
            item=code,
        )
        for place_, code in enumerate(codes)
    ]
    return area("hand", sheet.word("hand"), str(len(codes)), *shown)
