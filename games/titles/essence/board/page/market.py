"""What is on offer: segments, Advisors, treaties, and the options of an effect or of the set-up."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import bind_facts, escape_name

from ...rules.building import segment_price
from ...rules.components import FACTIONS, PALACE_OF, SEGMENT, TREATIES
from ...rules.seats import Seat, Segment
from ...words.lexicon import name_of
from ...words.meanings import describe_effect, describe_effects, describe_segment, name_stat
from ...words.story import format_card_list, join_as_prose
from ...words.text_table import format_label
from . import faces
from .icons import render_effects, render_faction_effects
from .tags import Sheet, render_area, render_component, render_element, render_icon


def render_market(sheet: Sheet) -> str:
    """Return the market, the cheapest first, and the sizes of its decks."""
    view = sheet.view
    codes = sorted(set(view.market), key=lambda code: (SEGMENT[code].cost, code))
    many = {"locations": view.location_deck, "monuments": view.monument_deck}
    decks = [sheet.word(kind, many=left) for kind, left in many.items()]
    decks.append(sheet.word("discard", many=len(view.segment_discard)))
    label = format_label(sheet.language, "market", **many)
    label += f" {format_label(sheet.language, 'discard')}"
    label += format_card_list(view.segment_discard, sheet.language)
    stack = render_component(
        sheet, "market-decks", label, escape(bind_facts(decks)), css="stack-note"
    )
    offers = [_render_offer(sheet, code) for code in codes]
    return render_area("market", sheet.word("market"), stack, *offers, is_strip=True)


def _render_offer(sheet: Sheet, code: str) -> str:
    cost, many = _price_for_viewer(sheet, code), sheet.view.market.count(code)
    yours = sheet.word("for_you", price=cost) if cost != SEGMENT[code].cost else ""
    copies = sheet.word("copies", many=many) if many > 1 else ""
    label = faces.describe_card_in_full(sheet, code, copies, yours)
    inside = faces.render_market_segment(sheet, code, cost, many)
    css = f"card segment {faces.kind_of(code)} {SEGMENT[code].kind}"
    return render_component(sheet, f"market-{code}", label, inside, css=css, item=code)


def _price_for_viewer(sheet: Sheet, code: str) -> int:
    """Return what a card costs the viewer now; the printed price for a spectator."""
    view = sheet.view
    if view.you is None:
        return SEGMENT[code].cost
    island = view.own.island
    own = Seat(island={cell: Segment(segment.card) for cell, segment in island.items()})
    return segment_price(own, code, int(view.discount))


def render_advisors(sheet: Sheet) -> str:
    """Return the six piles: the face-up card on each, or the number of face-down ones."""
    piles = []
    for place, pile in enumerate(sheet.view.advisors):
        where, code = f"advisor-{place}", pile.card
        below = sheet.word("below", many=pile.left)
        if code is None:
            down = sheet.word("face_down", many=pile.left)
            inside = render_icon("person") + render_element("b", "", pile.left)
            piles.append(render_component(sheet, where, down, inside, css="card back"))
            continue
        wealth = pile.wealth
        on_it = format_label(sheet.language, "advisor.wealth", wealth=wealth) if wealth else ""
        label = faces.describe_card_in_full(sheet, code, on_it, below)
        inside = faces.render_character(sheet, code, wealth)
        piles.append(
            render_component(sheet, where, label, inside, css="card person advisor", item=code)
        )
    return render_area("advisors", sheet.word("advisors"), "", *piles, is_strip=True)


def render_treaties(sheet: Sheet) -> str:
    """Return the four treaties with their signatories and the price of the next signature."""
    rows = [_render_treaty(sheet, code) for code in sheet.view.treaties]
    return render_area("treaties", sheet.word("treaties"), "", *rows, is_strip=True)


def _render_treaty(sheet: Sheet, code: str) -> str:
    view, language = sheet.view, sheet.language
    signers = view.treaties[code]
    name, does = name_of(code, language), describe_effects(TREATIES[code].effect, language)
    left = view.spaces - len(signers)
    label = format_label(language, "treaty", name=name, effect=does, left=left)
    yours = view.prices.get(code)
    if yours is not None:
        label += format_label(language, "treaty.price", price=yours)
    if signers:
        label += f" ({join_as_prose([sheet.names[seat] for seat in signers], language)})"
    spaces = [
        render_element("b", f"badge seat{signers[place]}", signers[place] + 1)
        if place < len(signers)
        else render_element("span", "space", TREATIES[code].prices[place])
        for place in range(view.spaces)
    ]
    inside = (
        render_element("span", "name", faces.render_picture(code, "chip") + escape_name(name))
        + render_element("span", "spaces", "".join(spaces))
        + render_element("span", "deed", render_effects(TREATIES[code].effect))
    )
    note = "full" if not left else ""
    return render_component(sheet, f"treaty-{code}", label, inside, css=f"card treaty {note}")


def render_effect_options(sheet: Sheet) -> str:
    """Return the effects to pick from; "" while there is no such question."""
    view = sheet.view
    options = []
    for place, effect in enumerate(view.listed, 1):
        does = describe_effect(effect, sheet.language)
        label = sheet.word("option", number=place, effect=does)
        inside = render_element("b", "badge", place) + render_element("span", "name", escape(does))
        options.append(render_component(sheet, f"option-{place}", label, inside, css="card option"))
    aside = escape(name_of(view.source, sheet.language)) if view.source else ""
    return render_area("listed", sheet.word("listed"), aside, *options) if options else ""


def render_factions(sheet: Sheet) -> str:
    """Return the free factions, while they are being chosen."""
    if sheet.view.question != "faction":
        return ""
    factions = {seat.faction for seat in sheet.view.seats}
    free = [_render_faction(sheet, code) for code in FACTIONS if code not in factions]
    return render_area("factions", sheet.word("factions"), "", *free, is_strip=True)


def _render_faction(sheet: Sheet, code: str) -> str:
    faction, language = FACTIONS[code], sheet.language
    palace = PALACE_OF[code]
    begins = ", ".join(f"{name_stat(of, language)} {many}" for of, many in faction.stats.items())
    does = sheet.word(
        "named", name=name_of(palace, language), told=describe_segment(palace, language)
    )
    name = name_of(code, language)
    label = sheet.word("named", name=name, told=f"{begins}. {does}.")
    line = render_element("span", "name", escape(name)) + render_icon(faction.type, "kind")
    inside = faces.render_picture(code, "hand") + render_element("span", "line", line)
    inside += render_element("span", "deeds", render_faction_effects(code))
    return render_component(
        sheet, f"faction-{code}", label, inside, css=f"card segment faction-card {faction.type}"
    )
