"""The area of a player as HTML: counters, and four stacks of cards."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from games.engine.board.tags import render_component, render_element

from ...rules.vocabulary import STACKS
from ...words.meanings import Speaker
from ...words.text_table import format_label
from .faces import describe_card_text, render_card_face, render_covered_card
from .marks import Sheet, render_icon

# The counters of every player, with their shapes; others are described in words if not zero.
COUNTED = {"attack": "attack", "defense": "defense", "crystals": "crystal", "wound_count": "wound"}
RARE = ("weight", "speed", "slime", "undead", "pearls", "rewards")


def render_seat_panel(sheet: Sheet, number: int) -> str:
    """Return the panel of one player."""
    view = sheet.view
    states = {
        "active": number == view["active"] and not view["result"],
        "me": number == view["you"],
    }
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    stacks = "".join(_render_stack(sheet, number, stack) for stack in STACKS)
    below = render_element("div", "stacks", stacks) if stacks else ""
    above = _render_seat_header(sheet, number) + _render_rare_counters(sheet, number)
    return f'<section class="{css}">{above}{below}</section>'


def _render_seat_header(sheet: Sheet, number: int) -> str:
    """Return the name of a player, whether they are asked, and the counters."""
    name = escape(sheet.names[number])
    you = f" <small>{escape(sheet.word('you'))}</small>" if number == sheet.view["you"] else ""
    badge = f'<b class="badge">{number + 1}</b><span class="who">{name}{you}</span>'
    who = render_component(
        sheet, f"seat-{number}", _describe_seat(sheet, number), badge, css="player"
    )
    asked = ""
    if number in sheet.view["asked"] and not sheet.view["result"]:
        asked = render_element("span", "asked", render_icon("asked") + escape(sheet.word("asked")))
    return f'<h3 class="head">{who}{asked}{_render_counters(sheet, number)}</h3>'


def _describe_seat(sheet: Sheet, number: int) -> str:
    """Return a player's possessions, in words."""
    own, speaker = sheet.view["seats"][number], Speaker(sheet.language)
    return format_label(
        sheet.language,
        "seat",
        name=sheet.names[number],
        attack=own["attack"],
        defense=own["defense"],
        crystals=speaker.many(own["crystals"], "crystal"),
        wounds=speaker.many(own["wound_count"], "wound"),
        points=speaker.many(_seat_points(sheet, number), "point"),
    )


def _seat_points(sheet: Sheet, number: int) -> int:
    """Return a seat's current or final score."""
    if sheet.view["scores"] is not None:
        return sum(points for _, points in sheet.view["scores"][number])
    return int(sheet.view["seats"][number]["points"])


def _render_counters(sheet: Sheet, number: int) -> str:
    own = sheet.view["seats"][number]
    shown = "".join(
        render_element(
            "span",
            f"count {code}" + ("" if own[code] else " zero"),
            f"{render_icon(shape)}<b>{own[code]}</b>",
        )
        for code, shape in COUNTED.items()
    )
    if sheet.view["options"]["mode"] != "coop":
        shown += render_element(
            "span", "count points", f"{render_icon('points')}<b>{_seat_points(sheet, number)}</b>"
        )
    return render_element("span", "counters", shown)


def _render_rare_counters(sheet: Sheet, number: int) -> str:
    """Return what only some players have: pearls, rewards, icons of some kingdoms."""
    own, speaker = sheet.view["seats"][number], Speaker(sheet.language)
    told = [f"{speaker.noun(code)} {own[code]}" for code in RARE if own.get(code)]
    return render_element("p", "lines", escape(" · ".join(told))) if told else ""


def _render_stack(sheet: Sheet, number: int, stack: str) -> str:
    """Return a stack with its top above and the covered cards below; "" if it is empty."""
    cards = sheet.view["seats"][number]["stacks"][stack]
    if not cards:
        return ""
    return render_element(
        "div",
        f"stack {stack}",
        "".join(_render_stack_cards(sheet, f"seat-{number}-{stack}", cards)),
    )


def _render_stack_cards(sheet: Sheet, where: str, cards: list[str]) -> Iterator[str]:
    """Yield the cards of a stack, the top first."""
    language, top = sheet.language, len(cards) - 1
    stack = where.rpartition("-")[2]
    for place in range(top, -1, -1):
        code = cards[place]
        if place == top:
            told, inside, css = (
                describe_card_text(code, language),
                render_card_face(code, language),
                f"face {stack}",
            )
        else:
            told = describe_card_text(code, language, covered=True)
            inside, css = render_covered_card(code, language), f"strip {stack}"
        yield render_component(sheet, f"{where}-{place}", told, inside, css=css, item=code)
