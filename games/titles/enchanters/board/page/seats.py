"""The area of a player as HTML: counters, and four stacks of cards."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import render_component, render_element, render_fold
from games.engine.text import format_number

from ...rules.vocabulary import STACKS
from ...words.meanings import Speaker
from ...words.text_table import format_label
from .faces import describe_card_text, render_card_face, render_covered_card
from .marks import Sheet, render_icon

# The counters of every player, with their shapes; others are described in words if not zero.
COUNTED = {"attack": "attack", "defense": "defense", "crystals": "crystal", "wound_count": "wound"}
RARE = ("weight", "speed", "slime", "undead", "pearls", "rewards")
# The shape for each stack of cards.
STACK_KINDS = {stack: stack for stack in STACKS} | {"creature": "monster"}


def render_seat_panel(sheet: Sheet, number: int) -> str:
    """Return the panel of one player: a head, and below it the stacks.

    The viewer's own is open, and a winner's; the others open by their head.
    """
    view = sheet.view
    is_own = number == view["you"]
    states = {"active": number == view["active"] and not view["result"], "me": is_own}
    css = " ".join(("seat", *(state for state, is_on in states.items() if is_on)))
    head = _render_seat_header(sheet, number)
    stacks = "".join(_render_stack(sheet, number, stack) for stack in STACKS)
    inside = "" if is_own else _render_rare_counters(sheet, number)
    inside += render_element("div", "stacks", stacks) if stacks else ""
    if not inside:
        return render_element("section", css, head)
    is_open = is_own or _has_won(sheet, number)
    return render_fold(f"seat-{number}", css, head, inside, is_open=is_open)


def _render_seat_header(sheet: Sheet, number: int) -> str:
    """Return the name of a player, whether they are asked, and the counters.

    The viewer's own head has the rare counters; the others are in their hand until the end.
    """
    name, is_own = escape(sheet.names[number]), number == sheet.view["you"]
    you = f" <small>{escape(sheet.word('you'))}</small>" if is_own else ""
    badge = f'<b class="badge">{number + 1}</b><span class="who">{name}{you}</span>'
    who = describe_seat(sheet, number)
    parts = [render_component(sheet, f"seat-{number}", who, badge, css="player")]
    if number in sheet.view["asked"] and not sheet.view["result"]:
        told = render_icon("asked") + escape(sheet.word("asked"))
        parts.append(render_element("span", "asked", told))
    if is_own:
        parts.append(_render_rare_counters(sheet, number))
    if not is_own or sheet.view["result"]:
        parts.append(render_counters(sheet, number))
    return render_element("h3", "head", "".join(parts))


def describe_seat(sheet: Sheet, number: int) -> str:
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


def _has_won(sheet: Sheet, number: int) -> bool:
    """Return whether a seat has the most points; False during a match, and in one won together."""
    points = [sum(points for _, points in lines) for lines in sheet.view["scores"] or ()]
    return bool(points) and points[number] == max(points)


def _seat_points(sheet: Sheet, number: int) -> int:
    """Return a seat's current or final score."""
    if sheet.view["scores"] is not None:
        return sum(points for _, points in sheet.view["scores"][number])
    return int(sheet.view["seats"][number]["points"])


def render_counters(sheet: Sheet, number: int) -> str:
    """Return the numbers of a player as icons: attack, defense, crystals, wounds, points."""
    own = sheet.view["seats"][number]
    shown = "".join(
        render_element(
            "span",
            f"count {code}" + ("" if own[code] else " zero"),
            f"{render_icon(shape)}<b>{format_number(own[code])}</b>",
        )
        for code, shape in COUNTED.items()
    )
    if sheet.view["options"]["mode"] != "coop":
        shown += render_element(
            "span",
            "count points",
            f"{render_icon('points')}<b>{format_number(_seat_points(sheet, number))}</b>",
        )
    return render_element("span", "counters", shown)


def _render_rare_counters(sheet: Sheet, number: int) -> str:
    """Return what only some players have: pearls, rewards, icons of some kingdoms."""
    own, speaker = sheet.view["seats"][number], Speaker(sheet.language)
    told = [f"{speaker.noun(code)} {own[code]}" for code in RARE if own.get(code)]
    return render_element("span", "lines", escape(" · ".join(told))) if told else ""


def _render_stack(sheet: Sheet, number: int, stack: str) -> str:
    """Return a stack with its top above and the covered cards below; "" if it is empty.

    The top of the viewer's own stack is in their hand until the end.
    """
    cards = sheet.view["seats"][number]["stacks"][stack]
    where, top = f"seat-{number}-{stack}", len(cards) - 1
    covered = "".join(
        _render_covered_card(sheet, f"{where}-{place}", cards[place])
        for place in range(top - 1, -1, -1)
    )
    if number == sheet.view["you"] and not sheet.view["result"]:
        face = render_icon(STACK_KINDS[stack]) if covered else ""
    else:
        face = _render_top_card(sheet, f"{where}-{top}", cards[top], stack) if cards else ""
    return render_element("div", f"stack {stack}", face + covered) if face else ""


def _render_top_card(sheet: Sheet, where: str, code: str, stack: str) -> str:
    label, inside = describe_card_text(code, sheet.language), render_card_face(code, sheet.language)
    return render_component(sheet, where, label, inside, css=f"face {stack}", item=code)


def _render_covered_card(sheet: Sheet, where: str, code: str) -> str:
    label = describe_card_text(code, sheet.language, covered=True)
    inside = render_covered_card(code, sheet.language)
    return render_component(sheet, where, label, inside, css="covered", item=code)
