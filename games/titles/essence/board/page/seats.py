"""The area of a player: numbers, Island, fragments, piles; and the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ...rules.components import FACTIONS, SEGMENT
from ...rules.island import free_cells, parse_cell
from ...rules.scoring import order_of
from ...rules.seats import Seat
from ...rules.view import SeatView, SegmentView, View
from ...words.labels import describe_place
from ...words.lexicon import name_of
from ...words.story import format_card_list
from ...words.text_table import RARE, format_label
from . import faces
from .sky import render_read_fragments
from .tags import (
    Sheet,
    render_area,
    render_component,
    render_counter,
    render_element,
    render_fold,
    render_icon,
)

# What decides ties.
# Questions in which the viewer may choose a free cell.
PLACING = ("build", "rearrange")


def render_seat_panel(sheet: Sheet, number_: int) -> str:
    """Return the area of one player; an opponent's is folded to its head, after the end all are.

    It is open if an answer is about a component in it, and before a winner.
    """
    view = sheet.view
    states = {
        "active": view.scores is None and number_ in view.asked,
        "won": number_ in _find_winners(view),
        "me": number_ == view.you,
    }
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    head = _render_seat_header(sheet, number_)
    inside = "".join(
        (
            _render_island(sheet, number_),
            render_read_fragments(sheet, number_),
            _render_piles(sheet, number_),
        )
    )
    if states["me"] and view.scores is None:
        return render_element("section", css, head + inside)
    # A fold that is asked about has another name, so that a live update opens it.
    is_asked_about = any(thing.startswith(f"seat-{number_}-") for thing in sheet.links)
    where = f"seat-{number_}-asked" if is_asked_about else f"seat-{number_}"
    is_open = is_asked_about or states["won"]
    if f"seat-{number_}" in sheet.links:
        # The head is a link then, which cannot be in a summary: the fold opens beside it.
        title = render_element("span", "hidden", escape(sheet.word("island")))
        fold = render_fold(where, "", title, inside, is_open=is_open)
        return render_element("section", f"{css} linked", head + fold)
    return render_fold(where, css, head, inside, is_open=is_open)


def _find_winners(view: View) -> list[int]:
    if view.scores is None:
        return []
    orders = [
        order_of(
            sum(points for _, points in lines),
            Seat(
                fragments=own.fragments,
                essence=own.essence,
                wealth=own.wealth,
                influence=own.influence,
            ),
        )
        for lines, own in zip(view.scores, view.seats, strict=True)
    ]
    return [seat for seat, order in enumerate(orders) if order == max(orders)]


def _render_seat_header(sheet: Sheet, number_: int) -> str:
    """Return the name, faction and counters of a player."""
    view, language = sheet.view, sheet.language
    own = view.seats[number_]
    faction = name_of(own.faction, language) if own.faction else ""
    you = format_label(language, "you") if number_ == view.you else ""
    label = ", ".join(filter(None, (sheet.names[number_] + you, faction)))
    name = f'<b class="badge seat{number_}">{number_ + 1}</b>'
    name += f'<span class="who">{escape(sheet.names[number_])}<small>{escape(you)}</small></span>'
    if faction:
        icon = faces.render_picture(own.faction, "chip")
        icon += render_icon(FACTIONS[own.faction].type)
        faction_name = render_element("span", "called", escape(faction))
        name += render_element("span", "faction", icon + faction_name)
    name += _render_counters(sheet, number_)
    who = render_component(
        sheet, f"seat-{number_}", label, name, css=f"player {_faction_type(own)}"
    )
    return render_element("h3", "head", who)


def _faction_type(own: SeatView) -> str:
    return FACTIONS[own.faction].type if own.faction else ""


def _render_counters(sheet: Sheet, number_: int) -> str:
    """Return the counters that the strip of players has no space for."""
    own = sheet.view.seats[number_]
    counters: list[tuple[str, int | str]] = [
        ("attack", own.attack_value),
        ("defense", own.defense_value),
        ("foundations", f"{own.ready}/{own.ready + own.spent}"),
        ("cards", own.hand_size),
    ]
    return render_element(
        "span", "counters", "".join(render_counter(*counter) for counter in counters)
    )


def _render_island(sheet: Sheet, number_: int) -> str:
    """Return the Island row by row, the highest first; with free cells while the viewer can choose
    one."""
    own = sheet.view.seats[number_].island
    free = free_cells(own) if _may_choose(sheet, number_) else []
    places = [parse_cell(cell) for cell in (*own, *free)]
    if not places:
        return ""
    across = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    down = range(max(y for _, y in places), min(y for _, y in places) - 1, -1)
    rows = "".join(
        render_element("div", "cells", "".join(_render_cells(sheet, number_, y, across, free)))
        for y in down
    )
    css = "island" if number_ == sheet.view.you else "island map"
    label = escape(sheet.word("island"))
    return f'<div class="{css}" role="group" tabindex="0" aria-label="{label}">{rows}</div>'


def _may_choose(sheet: Sheet, number_: int) -> bool:
    """Return whether the viewer may build on their Island, or move a segment on it."""
    view = sheet.view
    if number_ != view.you or number_ not in view.asked:
        return False
    if view.question == "turn":
        return bool(view.seats[number_].ready) and not view.main_done
    return view.question in PLACING


def _render_cells(
    sheet: Sheet, number_: int, y: int, across: range, free: list[str]
) -> Iterator[str]:
    own = sheet.view.seats[number_].island
    for cell in (f"{x},{y}" for x in across):
        if cell in own:
            yield _render_tile(sheet, number_, cell, own[cell])
        elif cell in free:
            place = describe_place(cell, sheet.view, sheet.language) or cell
            label = sheet.word("free_cell", cell=place)
            yield render_component(sheet, f"cell-{cell}", label, css="free-cell", item=cell)
        else:
            yield '<span class="gap"></span>'


def _render_tile(sheet: Sheet, number_: int, cell: str, segment: SegmentView) -> str:
    code = segment.card
    mark = format_label(sheet.language, "exhausted") if segment.exhausted else ""
    label = faces.describe_card_in_full(sheet, code, mark)
    note = "exhausted" if mark else ""
    css = f"tile segment {faces.kind_of(code)} {SEGMENT[code].kind} {note}"
    is_own = number_ == sheet.view.you
    item = cell if is_own else ""
    inside = (
        faces.render_island_segment(sheet, code) if is_own else faces.render_mapped_segment(code)
    )
    return render_component(sheet, f"seat-{number_}-{cell}", label, inside, css=css, item=item)


def _render_piles(sheet: Sheet, number_: int) -> str:
    """Return the sizes of a player's piles, which tell what is discarded, and rare tokens."""
    own, language = sheet.view.seats[number_], sheet.language
    piles = [format_label(language, "draw_pile", many=own.draw_pile)]
    piles.append(sheet.word("discard", many=len(own.discard)))
    piles += [format_label(language, key, many=own.count(key)) for key in RARE if own.count(key)]
    label = ", ".join(piles)
    if own.discard:
        label += f". {format_label(language, 'discard')}"
        label += format_card_list(own.discard, language)
    inside = escape(" · ".join(piles))
    return render_component(sheet, f"seat-{number_}-piles", label, inside, css="stack-note lines")


def render_own_hand(sheet: Sheet) -> str:
    """Return the viewer's hand; "" for a spectator, and if it is empty."""
    you = sheet.view.you
    codes = sheet.view.own.hand if you is not None else None
    if not codes:
        return ""
    cards = [
        render_component(
            sheet,
            f"hand-{place_}",
            faces.describe_card_in_full(sheet, code),
            faces.render_character(sheet, code),
            css=f"card person {faces.kind_of(code)}",
            item=code,
        )
        for place_, code in enumerate(codes)
    ]
    return render_area("hand", sheet.word("hand"), str(len(codes)), *cards)
