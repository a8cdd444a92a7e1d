"""What is on offer: segments, Advisors, treaties, and what an effect or the beginning lists."""

from __future__ import annotations

from html import escape

from games.titles.essence.building import price
from games.titles.essence.cards import FACTIONS, PALACE_OF, SEGMENT, TREATIES
from games.titles.essence.meanings import effect, effects, segment, stat
from games.titles.essence.seats import Seat, Segment
from games.titles.essence.story import cards, together
from games.titles.essence.table import label
from games.titles.essence.words import name_of

from . import faces
from .tags import Sheet, area, icon, tag, thing


def market(sheet: Sheet) -> str:
    """Return the market, the cheapest first, with what is left of its decks."""
    view = sheet.view
    codes = sorted(set(view["market"]), key=lambda code: (SEGMENT[code].cost, code))
    many = {"locations": view["location_deck"], "monuments": view["monument_deck"]}
    decks = [sheet.word(kind, many=left) for kind, left in many.items()]
    decks.append(sheet.word("discard", many=len(view["segment_discard"])))
    told = f"{label(sheet.language, 'market', **many)} {label(sheet.language, 'discard')}"
    told += cards(view["segment_discard"], sheet.language)
    stack = thing(sheet, "market-decks", told, escape(" · ".join(decks)), css="stack-note")
    return area("market", sheet.word("market"), stack, *(_offer(sheet, code) for code in codes))


def _offer(sheet: Sheet, code: str) -> str:
    cost, many = _price(sheet, code), sheet.view["market"].count(code)
    yours = sheet.word("for_you", price=cost) if cost != SEGMENT[code].cost else ""
    copies = sheet.word("copies", many=many) if many > 1 else ""
    said = faces.told(sheet, code, copies, yours)
    inside = faces.offered(sheet, code, cost, many)
    css = f"card segment {faces.kind_of(code)} {SEGMENT[code].kind}"
    return thing(sheet, f"market-{code}", said, inside, css=css, item=code)


def _price(sheet: Sheet, code: str) -> int:
    """Return what a card costs the viewer now; for a stranger what is printed."""
    view = sheet.view
    if view["you"] is None:
        return SEGMENT[code].cost
    island = view["seats"][view["you"]]["island"]
    own = Seat(island={cell: Segment(one["card"]) for cell, one in island.items()})
    return price(own, code, int(view["discount"]))


def advisors(sheet: Sheet) -> str:
    """Return the six piles: the card that lies open on each, or how many lie face down."""
    piles = []
    for place, pile in enumerate(sheet.view["advisors"]):
        where, code = f"advisor-{place}", pile["card"]
        below = sheet.word("below", many=pile["left"])
        if code is None:
            down = sheet.word("face_down", many=pile["left"])
            inside = tag("span", "power", escape(down))
            piles.append(thing(sheet, where, down, inside, css="card back"))
            continue
        wealth = pile["wealth"]
        on_it = label(sheet.language, "advisor.wealth", wealth=wealth) if wealth else ""
        said = faces.told(sheet, code, on_it, below)
        inside = faces.speaking(sheet, code, wealth)
        piles.append(thing(sheet, where, said, inside, css="card person advisor", item=code))
    return area("advisors", sheet.word("advisors"), "", *piles)


def treaties(sheet: Sheet) -> str:
    """Return the four treaties with who has signed and what the next signature costs."""
    rows = [_treaty(sheet, code) for code in sheet.view["treaties"]]
    return area("treaties", sheet.word("treaties"), "", *rows)


def _treaty(sheet: Sheet, code: str) -> str:
    view, language = sheet.view, sheet.language
    signed = view["treaties"][code]
    name, does = name_of(code, language), effects(TREATIES[code].effect, language)
    left = view["spaces"] - len(signed)
    said = label(language, "treaty", name=name, effect=does, left=left)
    yours = view["prices"].get(code)
    if yours is not None:
        said += label(language, "treaty.price", price=yours)
    if signed:
        said += f" ({together([sheet.names[seat] for seat in signed], language)})"
    spaces = [
        tag("b", "badge", signed[place] + 1)
        if place < len(signed)
        else tag("span", "space", TREATIES[code].prices[place])
        for place in range(view["spaces"])
    ]
    inside = tag("span", "name", escape(name)) + tag("span", "spaces", "".join(spaces))
    inside += tag("span", "power", escape(does))
    note = "full" if not left else ""
    return thing(sheet, f"treaty-{code}", said, inside, css="card treaty", note=note)


def listed(sheet: Sheet) -> str:
    """Return the effects that somebody picks from; "" while nobody does."""
    view = sheet.view
    shown = []
    for place, one in enumerate(view["listed"], 1):
        does = effect(one, sheet.language)
        said = sheet.word("option", number=place, effect=does)
        inside = tag("b", "badge", place) + tag("span", "name", escape(does))
        shown.append(thing(sheet, f"option-{place}", said, inside, css="card option"))
    aside = escape(name_of(view["source"], sheet.language)) if view["source"] else ""
    return area("listed", sheet.word("listed"), aside, *shown) if shown else ""


def factions(sheet: Sheet) -> str:
    """Return the factions that nobody has, while they are chosen."""
    if sheet.view["question"] != "faction":
        return ""
    taken = {seat["faction"] for seat in sheet.view["seats"]}
    free = [_faction(sheet, code) for code in FACTIONS if code not in taken]
    return area("factions", sheet.word("factions"), "", *free)


def _faction(sheet: Sheet, code: str) -> str:
    faction, language = FACTIONS[code], sheet.language
    palace = PALACE_OF[code]
    begins = ", ".join(f"{stat(of, language)} {many}" for of, many in faction.stats.items())
    does = sheet.word("named", name=name_of(palace, language), told=segment(palace, language))
    name = name_of(code, language)
    said = sheet.word("named", name=name, told=f"{begins}. {does}.")
    inside = tag("span", "line", icon(faction.type, "kind")) + tag("span", "name", escape(name))
    inside += tag("span", "power", escape(f"{begins}. {does}."))
    return thing(sheet, f"faction-{code}", said, inside, css=f"card segment {faction.type}")
