"""The board as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import text

from ..rules.components import SEGMENT, TREATIES
from ..rules.view import SeatView, View
from .chart import format_island
from .lexicon import list_words, name_of
from .meanings import describe_character, describe_effects, describe_fragment, describe_segment
from .sentences import LABELS
from .story import format_card_list, join_as_prose

# Tokens that a player rarely has.
RARE = ("revenge", "shields")


def describe_table(view: View, names: Sequence[str], language: str) -> str:
    """Return the view as plain text: the viewer's seat first, then the middle, then every
    player."""
    blocks = [
        format_header(view, names, language),
        _format_own_hand(view, language),
        format_advisors(view, language),
        _format_market(view, language),
        _format_prophecy_row(view, language),
        _format_treaties(view, names, language),
        *(_format_seat(view, number, names, language) for number in seats_from_viewer(view)),
        format_scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def seats_from_viewer(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many = len(view.seats)
    return [((view.you or 0) + n) % many for n in range(many)]


def format_label(language: str, kind: str, **values: object) -> str:
    """Return one of the labels of the text table."""
    return text.format_phrase(LABELS, language, kind, **values)


def localize_colon(language: str) -> str:
    """Return a colon; French has a space before it."""
    return "\u00a0:" if language == "fr" else ":"


def describe_seat_counts(seat: SeatView, language: str) -> list[str]:
    """Return a player's counters and the sizes of the piles, in words."""
    numbers = ("essence", "shards", "wealth", "influence", "ready")
    facts = {key: seat.count(key) for key in numbers} | {"all": seat.ready + seat.spent}
    facts |= {"attack": seat.attack_value, "defense": seat.defense_value}
    lines = [format_label(language, "seat", **facts, hand=seat.hand_size)]
    lines.append(format_label(language, "draw_pile", many=seat.draw_pile))
    rare = {key: seat.count(key) for key in RARE}
    return lines + [format_label(language, key, many=many) for key, many in rare.items() if many]


def format_header(view: View, names: Sequence[str], language: str) -> list[str]:
    """Return the lines about the round."""
    if view.scores is not None:
        return [format_label(language, "over")]
    facts = {"round": view.round, "turn": view.turn, "goal": view.goal}
    order = [names[seat] for seat in view.order]
    lines = [
        # Advisors are taken before the first turn.
        format_label(language, "round" if view.turn else "round_before_turns", **facts),
        text.wrap_item(format_label(language, "order"), join_as_prose(order, language)),
    ]
    if view.passed:
        passing_names = [names[seat] for seat in view.passed]
        lines.append(
            text.wrap_item(format_label(language, "passed"), join_as_prose(passing_names, language))
        )
    return [*lines, format_label(language, "threat", threat=view.threat)]


def _format_own_hand(view: View, language: str) -> list[str]:
    """Return the viewer's hand, card by card."""
    if view.you is None or view.scores is not None:
        return []
    hand = view.own_hand
    heading = format_label(language, "hand", many=len(hand))
    if not hand:
        return [heading + format_label(language, "empty")]
    rows = []
    for code in dict.fromkeys(hand):
        many = hand.count(code)
        name = name_of(code, language) + (f" ({many})" if many > 1 else "")
        rows.append(_row_of(name, describe_character(code, language), language))
    return [heading.rstrip(), *rows]


def _row_of(name: str, value: str, language: str) -> str:
    return text.wrap_item("  - ", f"{name}{localize_colon(language)} {value}.")


def format_advisors(view: View, language: str) -> list[str]:
    """Return the Advisors on offer and what they do, one by one."""
    open_piles = [(pile.card, pile) for pile in view.advisors if pile.card]
    if not open_piles or view.scores is not None:
        return []
    rows = []
    for card, pile in open_piles:
        name = name_of(card, language)
        if pile.wealth:
            name += f", {format_label(language, 'advisor.wealth', wealth=pile.wealth)}"
        rows.append(_row_of(name, describe_character(card, language), language))
    return [format_label(language, "advisors"), *rows]


def _format_market(view: View, language: str) -> list[str]:
    decks = {"locations": view.location_deck, "monuments": view.monument_deck}
    heading = format_label(language, "market", **decks)
    if view.scores is not None or not view.market:
        return []
    rows = []
    for code in sorted(set(view.market), key=lambda c: (SEGMENT[c].cost, c)):
        many = view.market.count(code)
        name = name_of(code, language) + (f" ({many})" if many > 1 else "")
        rows.append(_row_of(name, describe_segment(code, language, with_price=True), language))
    return [text.wrap_paragraph(heading), *rows]


def _format_prophecy_row(view: View, language: str) -> list[str]:
    if view.scores is not None:
        return []
    rows = []
    for place, code in enumerate(view.row):
        if code is None:
            continue
        name = name_of(code, language)
        if not place:
            name += f" ({format_label(language, 'row.first')})"
        rows.append(_row_of(name, describe_fragment(code, language), language))
    return [format_label(language, "row", deck=view.prophecy_deck), *rows]


def _format_treaties(view: View, names: Sequence[str], language: str) -> list[str]:
    if view.scores is not None:
        return []
    rows = [format_label(language, "treaties")]
    for code, signers in view.treaties.items():
        line = format_label(
            language,
            "treaty",
            name=name_of(code, language),
            effect=describe_effects(TREATIES[code].effect, language),
            left=view.spaces - len(signers),
        )
        if view.prices.get(code) is not None:
            line += format_label(language, "treaty.price", price=view.prices[code])
        if signers:
            line += f" ({join_as_prose([names[seat] for seat in signers], language)})"
        rows.append(text.wrap_item("  - ", line))
    return rows


def _format_seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    """Return the lines about one player's area."""
    seat = view.seats[number]
    name = names[number] + (format_label(language, "you") if number == view.you else "")
    if seat.faction:
        name += f", {name_of(seat.faction, language)}"
    lines = [
        text.wrap_item(
            f"{name}{localize_colon(language)} ", ", ".join(describe_seat_counts(seat, language))
        )
    ]
    if seat.discard:
        lines.append(
            text.wrap_item(
                "  " + format_label(language, "discard"),
                format_card_list(seat.discard, language),
            )
        )
    for code in seat.fragments:
        heading = "  " + format_label(language, "fragments")
        lines.append(
            text.wrap_item(
                heading, f"{name_of(code, language)}, {describe_fragment(code, language)}"
            )
        )
    return [*lines, *format_island(seat.island, language, full=number == view.you)]


def format_scores(view: View, names: Sequence[str], language: str) -> list[str]:
    """Return the final score of each player; [] before the end."""
    if view.scores is None:
        return []
    lexicon = list_words(language)
    lines = [format_label(language, "scores")]
    for name, parts in zip(names, view.scores, strict=True):
        total = sum(points for _, points in parts)
        points_line = ", ".join(f"{lexicon[code]} {points}" for code, points in parts)
        value = format_label(language, "value", total=total, parts=points_line)
        lines.append(text.wrap_item(f"  {name}{localize_colon(language)} ", value))
    return lines
