"""The tableau of a player as HTML: Lords, Locations, Allies; and the viewer's hand."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import bind_facts

from ...rules.components import LORDS, RACE
from ...rules.view import LordView
from .. import spoken
from . import faces
from .depths import render_ally_cards
from .tags import (
    Sheet,
    render_area,
    render_component,
    render_element,
    render_fold,
    render_shape_icon,
)


def render_tableau(sheet: Sheet, number: int) -> str:
    """Return the area of one player: the name, which opens the rest of it."""
    scene = sheet.scene
    rows = (
        _render_free_lords(sheet, number),
        _render_controlled_locations(sheet, number),
        _render_affiliated_allies(sheet, number),
        _render_monster_tokens(sheet, number),
    )
    states = {
        "active": scene.view.scores is None and number == scene.view.active,
        "won": number in spoken.find_winning_seats(scene),
        "me": number == scene.view.you,
    }
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    head = _render_tableau_header(sheet, number)
    inside = _fold_tableau(sheet, number, "".join(rows)) if any(rows) else ""
    return f'<section class="{css}">{head}{inside}</section>'


def _fold_tableau(sheet: Sheet, number: int, rows: str) -> str:
    """Return a player's rows in a fold, open before the viewer until the end, where an answer is
    about one of them, and before a winner.

    A live update keeps a fold as the reader has left it, unless its name changes: it does when the
    fold has to open or may close.
    """
    scene = sheet.scene
    is_linked = any(where.startswith(f"seat-{number}-") for where in sheet.links)
    is_won = number in spoken.find_winning_seats(scene)
    is_own = number == scene.view.you and scene.view.scores is None
    is_open = is_own or is_won or is_linked
    where = f"seat-{number}-{'open' if is_open else 'closed'}"
    own = scene.view.seats[number]
    many = {
        "lords": len(own.lords),
        "locations": len(own.locations),
        "affiliated": len(own.affiliated),
    }
    lies_there = (f"{scene.word(kind)} {number}" for kind, number in many.items() if number)
    words = bind_facts(lies_there) or scene.word("tokens")
    head = render_element("span", "lines", escape(words))
    return render_fold(where, "before", head, rows, is_open=is_open)


def _render_tableau_header(sheet: Sheet, number: int) -> str:
    """Return the name of a player, and whether they have won."""
    scene = sheet.scene
    name = scene.names[number]
    header = f'<b class="badge seat{number}">{number + 1}</b><span class="who">{escape(name)}'
    if number == scene.view.you:
        header += f" <small>{escape(scene.word('you'))}</small>"
    header += "</span>"
    who = render_component(sheet, f"seat-{number}", name, header, css="player")
    crown = (
        render_shape_icon("lords", "crown") if number in spoken.find_winning_seats(scene) else ""
    )
    return f'<h3 class="head">{who}{crown}</h3>'


def _render_free_lords(sheet: Sheet, number: int) -> str:
    """Return the free Lords, including disabled ones."""
    free = [lord for lord in sheet.scene.view.seats[number].lords if lord.under is None]
    return _render_tableau_row(
        "lords", "".join(_render_free_lord(sheet, number, lord) for lord in free)
    )


def _render_free_lord(sheet: Sheet, number: int, lord: LordView) -> str:
    scene, code = sheet.scene, lord.id
    label = spoken.describe_lord(scene, code)
    note = ""
    if lord.disabled:
        label, note = f"{label} ({scene.word('disabled')})", "disabled"
    inside = faces.render_lord_chip(scene, code, is_disabled=lord.disabled)
    css = f"chip {LORDS[code].guild} {note}"
    return render_component(sheet, f"seat-{number}-{code}", label, inside, css=css, item=code)


def _render_controlled_locations(sheet: Sheet, number: int) -> str:
    """Return the Locations of a player, each with the Lords under it."""
    scene = sheet.scene
    own = scene.view.seats[number]
    scores = dict(scene.view.scores[number]) if scene.view.scores else {}
    signs = []
    for code in own.locations:
        tile = faces.render_location_face(code, scene.language, scores.get(code))
        where = f"seat-{number}-{code}"
        sign = render_component(
            sheet, where, spoken.describe_location(scene, code), tile, css="place", item=code
        )
        under = "".join(
            _render_lord_under_location(sheet, number, lord.id)
            for lord in own.lords
            if lord.under == code
        )
        below = render_element("div", "under", under) if under else ""
        signs.append(render_element("div", "held", sign + below))
    return _render_tableau_row("places", "".join(signs))


def _render_lord_under_location(sheet: Sheet, number: int, code: str) -> str:
    """Return a Lord under a Location: only the influence still counts."""
    label = spoken.describe_lord(sheet.scene, code)
    css = f"small {LORDS[code].guild}"
    where = f"seat-{number}-{code}"
    return render_component(
        sheet, where, label, faces.render_guild_emblem(code), css=css, item=code
    )


def _render_affiliated_allies(sheet: Sheet, number: int) -> str:
    codes = sheet.scene.view.seats[number].affiliated
    if not codes:
        return ""
    label = render_element("span", "label", escape(sheet.scene.word("affiliated")))
    return _render_tableau_row(
        "allies", label + render_ally_cards(sheet, codes, f"seat-{number}-ally")
    )


def _render_monster_tokens(sheet: Sheet, number: int) -> str:
    """Return the values of monster tokens where they are visible."""
    values = sheet.scene.view.seats[number].monster_tokens
    if not values:
        return ""
    label = render_element("span", "label", escape(sheet.scene.word("tokens")))
    return _render_tableau_row(
        "tokens", label + "".join(render_element("span", "worth", value) for value in values)
    )


def _render_tableau_row(css: str, inside: str) -> str:
    return render_element("div", f"own-{css}", inside) if inside else ""


def render_own_hand(sheet: Sheet) -> str:
    """Return the viewer's own hand as cards, race by race; "" for a spectator and for an empty
    hand."""
    scene = sheet.scene
    you = scene.view.you
    codes = scene.view.own.hand if you is not None else None
    if not codes:
        return ""
    parts = [
        render_component(
            sheet,
            f"hand-{n}",
            spoken.describe_ally(scene, code),
            faces.render_ally_face(code),
            css=f"card {RACE[code]}",
            item=code,
        )
        for n, code in enumerate(sorted(codes, key=spoken.hand_order))
    ]
    return render_area("hand", scene.word("hand"), str(len(codes)), *parts)
