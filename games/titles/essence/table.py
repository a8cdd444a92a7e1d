"""The table as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import text

from .cards import SEGMENT, TREATIES
from .chart import chart
from .meanings import character, effects, fragment, segment
from .seats import Segment
from .sentences import LABELS
from .story import cards, together
from .words import name_of, words

View = Mapping[str, Any]
# What a player has only sometimes.
RARE = ("revenge", "shields")


def table(view: dict[str, Any], names: Sequence[str], language: str) -> str:
    """Return the view as plain text: yours first, then the middle, then every player."""
    blocks = [
        _head(view, names, language),
        _yours(view, language),
        _advisors(view, language),
        _market(view, language),
        _row(view, language),
        _treaties(view, names, language),
        *(_seat(view, number, names, language) for number in around(view)),
        _scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def around(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many = len(view["seats"])
    return [((view["you"] or 0) + n) % many for n in range(many)]


def label(language: str, kind: str, **values: object) -> str:
    return text.phrase(LABELS, language, kind, **values)


def _colon(language: str) -> str:
    """Return a colon; in French it stands apart."""
    return " :" if language == "fr" else ":"


def standing(seat: View, language: str) -> list[str]:
    """Return what is counted of a player and how large their piles are, in words."""
    numbers = ("essence", "shards", "wealth", "influence", "ready")
    facts = {key: seat[key] for key in numbers} | {"all": seat["ready"] + seat["spent"]}
    facts |= {"attack": seat["attack_value"], "defense": seat["defense_value"]}
    told = [label(language, "seat", **facts, hand=seat["hand_size"])]
    told.append(label(language, "draw_pile", many=seat["draw_pile"]))
    return told + [label(language, key, many=seat[key]) for key in RARE if seat[key]]


def _head(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is not None:
        return [label(language, "over")]
    facts = {key: view[key] for key in ("round", "turn", "goal")}
    order = [names[seat] for seat in view["order"]]
    lines = [
        label(language, "round", **facts),
        text.item(label(language, "order"), together(order, language)),
    ]
    if view["passed"]:
        passed = [names[seat] for seat in view["passed"]]
        lines.append(text.item(label(language, "passed"), together(passed, language)))
    return [*lines, label(language, "threat", threat=view["threat"])]


def _yours(view: View, language: str) -> list[str]:
    """Return the viewer's hand, card by card."""
    if view["you"] is None or view["scores"] is not None:
        return []
    hand = view["seats"][view["you"]]["hand"]
    heading = label(language, "hand", many=len(hand))
    if not hand:
        return [heading + label(language, "empty")]
    rows = []
    for code in dict.fromkeys(hand):
        many = hand.count(code)
        name = name_of(code, language) + (f" ({many})" if many > 1 else "")
        rows.append(_row_of(name, character(code, language), language))
    return [heading.rstrip(), *rows]


def _row_of(name: str, told: str, language: str) -> str:
    return text.item("  - ", f"{name}{_colon(language)} {told}.")


def _advisors(view: View, language: str) -> list[str]:
    shown = [pile for pile in view["advisors"] if pile["card"]]
    if not shown or view["scores"] is not None:
        return []
    rows = []
    for pile in shown:
        name = name_of(pile["card"], language)
        if pile["wealth"]:
            name += f", {label(language, 'advisor.wealth', wealth=pile['wealth'])}"
        rows.append(_row_of(name, character(pile["card"], language), language))
    return [label(language, "advisors"), *rows]


def _market(view: View, language: str) -> list[str]:
    decks = {"locations": view["location_deck"], "monuments": view["monument_deck"]}
    heading = label(language, "market", **decks)
    if view["scores"] is not None or not view["market"]:
        return []
    rows = []
    for code in sorted(set(view["market"]), key=lambda c: (SEGMENT[c].cost, c)):
        many = view["market"].count(code)
        name = name_of(code, language) + (f" ({many})" if many > 1 else "")
        rows.append(_row_of(name, segment(code, language, priced=True), language))
    return [text.paragraph(heading), *rows]


def _row(view: View, language: str) -> list[str]:
    if view["scores"] is not None:
        return []
    rows = []
    for place, code in enumerate(view["row"]):
        if code is None:
            continue
        name = name_of(code, language)
        if not place:
            name += f" ({label(language, 'row.first')})"
        rows.append(_row_of(name, fragment(code, language), language))
    return [label(language, "row", deck=view["prophecy_deck"]), *rows]


def _treaties(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is not None:
        return []
    rows = [label(language, "treaties")]
    for code, signed in view["treaties"].items():
        told = label(
            language,
            "treaty",
            name=name_of(code, language),
            effect=effects(TREATIES[code].effect, language),
            left=view["spaces"] - len(signed),
        )
        if view["prices"].get(code) is not None:
            told += label(language, "treaty.price", price=view["prices"][code])
        if signed:
            told += f" ({together([names[seat] for seat in signed], language)})"
        rows.append(text.item("  - ", told))
    return rows


def _seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    """Return everything that lies before one player."""
    seat = view["seats"][number]
    name = names[number] + (label(language, "you") if number == view["you"] else "")
    if seat["faction"]:
        name += f", {name_of(seat['faction'], language)}"
    lines = [text.item(f"{name}{_colon(language)} ", ", ".join(standing(seat, language)))]
    if seat["discard"]:
        lines.append(text.item("  " + label(language, "discard"), cards(seat["discard"], language)))
    for code in seat["fragments"]:
        heading = "  " + label(language, "fragments")
        lines.append(text.item(heading, f"{name_of(code, language)}, {fragment(code, language)}"))
    island = {cell: Segment(**segment) for cell, segment in seat["island"].items()}
    return [*lines, *chart(island, language, full=number == view["you"])]


def _scores(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is None:
        return []
    lexicon = words(language)
    lines = [label(language, "scores")]
    for name, parts in zip(names, view["scores"], strict=True):
        total = sum(points for _, points in parts)
        told = ", ".join(f"{lexicon[code]} {points}" for code, points in parts)
        value = label(language, "value", total=total, parts=told)
        lines.append(text.item(f"  {name}{_colon(language)} ", value))
    return lines
