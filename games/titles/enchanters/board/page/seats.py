"""The area of a player as HTML: four stacks of cards."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import render_component, render_element, render_fold

from ...rules.vocabulary import STACKS
from ...words.meanings import Speaker
from .faces import describe_card_text, render_card_face, render_covered_card
from .marks import Sheet, render_icon

# Counters that are described in words if not zero.
RARE = ("weight", "speed", "slime", "undead", "pearls", "rewards")
# The shape for each stack of cards.
STACK_KINDS = {stack: stack for stack in STACKS} | {"creature": "monster"}


def render_seat_panel(sheet: Sheet, number: int) -> str:
    """Return the panel of one player: a head, and below it the stacks.

    The viewer's own is open until the end, and then a winner's; the others open by their head.
    """
    view = sheet.view
    is_own = number == view.you
    states = {"active": number == view.active and not view.result, "me": is_own}
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    head = _render_seat_header(sheet, number)
    stacks = "".join(_render_stack(sheet, number, stack) for stack in STACKS)
    inside = "" if is_own else _render_rare_counters(sheet, number)
    inside += render_element("div", "stacks", stacks) if stacks else ""
    if not inside:
        return render_element("section", css, head)
    is_open = _has_won(sheet, number) if view.result else is_own
    return render_fold(f"seat-{number}", css, head, inside, is_open=is_open)


def _render_seat_header(sheet: Sheet, number: int) -> str:
    """Return the name of a player; the viewer's own head has the rare counters."""
    name, is_own = sheet.names[number], number == sheet.view.you
    you = f" <small>{escape(sheet.word('you'))}</small>" if is_own else ""
    badge = f'<b class="badge seat{number}">{number + 1}</b>'
    badge += f'<span class="who">{escape(name)}{you}</span>'
    head = render_component(sheet, f"seat-{number}", name, badge, css="player")
    if is_own:
        head += _render_rare_counters(sheet, number)
    return render_element("h3", "head", head)


def _has_won(sheet: Sheet, number: int) -> bool:
    """Return whether a seat has the most points; False during a match, and in one won together."""
    points = [sum(points for _, points in lines) for lines in sheet.view.scores or ()]
    return bool(points) and points[number] == max(points)


def _render_rare_counters(sheet: Sheet, number: int) -> str:
    """Return what only some players have: pearls, rewards, icons of some kingdoms."""
    own, speaker = sheet.view.seats[number], Speaker(sheet.language)
    counters = [f"{speaker.noun(code)} {own.count(code)}" for code in RARE if own.count(code)]
    return render_element("span", "lines", escape(" · ".join(counters))) if counters else ""


def _render_stack(sheet: Sheet, number: int, stack: str) -> str:
    """Return a stack with its top above and the covered cards below; "" if it is empty.

    The top of the viewer's own stack is in their hand until the end.
    """
    cards = sheet.view.seats[number].stacks[stack]
    where, top = f"seat-{number}-{stack}", len(cards) - 1
    strips = "".join(
        _render_covered_card(sheet, f"{where}-{place}", cards[place])
        for place in range(top - 1, -1, -1)
    )
    if number == sheet.view.you and not sheet.view.result:
        face = render_icon(STACK_KINDS[stack]) if strips else ""
    else:
        face = _render_top_card(sheet, f"{where}-{top}", cards[top], stack) if cards else ""
    return render_element("div", f"stack {stack}", face + strips) if face else ""


def _render_top_card(sheet: Sheet, where: str, code: str, stack: str) -> str:
    label, inside = describe_card_text(code, sheet.language), render_card_face(code, sheet.language)
    return render_component(sheet, where, label, inside, css=f"face {stack}", item=code)


def _render_covered_card(sheet: Sheet, where: str, code: str) -> str:
    label = describe_card_text(code, sheet.language, is_covered=True)
    inside = render_covered_card(code, sheet.language)
    return render_component(sheet, where, label, inside, css="covered", item=code)
