"""The board as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import text

from ..rules.components import LORDS, THREAT_REWARDS, VALUE
from ..rules.view import LordView, View
from .lexicon import list_words
from .meanings import describe_location_scoring, describe_lord_power
from .names import (
    RACES,
    STACKS,
    exploration_card_name,
    language_column,
    name_of,
    name_with_article,
    strip_article,
)
from .questions import LABELS
from .story import format_counted_noun

EMPTY = "-"


def describe_table(view: View, names: Sequence[str], language: str) -> str:
    """Return the view as plain text: the viewer's seat first, then the middle, then every
    player."""
    blocks = [
        _format_turn(view, names, language),
        _format_private_info(view, language),
        _format_court(view, language),
        _format_depths(view, language),
        _format_locations(view, language),
        *(_format_seat(view, number, names, language) for number in range(len(view.seats))),
        _format_scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


# Values derived from the view ---------------------------------------------------------------------


def has_active(view: View, seat: int, lord: str) -> bool:
    """Return whether a seat has this Lord, free and not disabled."""
    return any(
        lord_view.id == lord and not lord_view.disabled and lord_view.under is None
        for lord_view in view.seats[seat].lords
    )


def cost_for(view: View, lord: str) -> int:
    """Return what a Lord costs the viewer, with Treasurer and Recruiter."""
    cost, you = LORDS[lord].cost, view.you
    if you is None:
        return cost
    others = [seat for seat in range(len(view.seats)) if seat != you]
    is_dearer = any(has_active(view, seat, "recruiter") for seat in others)
    if is_dearer and not has_active(view, you, "shaman"):
        cost += 2
    if has_active(view, you, "treasurer"):
        cost -= 2
    return max(0, cost)


# Blocks -------------------------------------------------------------------------------------------


def _format_label(language: str, kind: str, **values: object) -> str:
    return text.format_phrase(LABELS, language, kind, **values)


def _format_turn(view: View, names: Sequence[str], language: str) -> list[str]:
    if view.scores is not None:
        return [_format_label(language, "over")]
    lines = [_format_label(language, "turn", turn=view.turn, name=names[view.active])]
    if view.extra_turns:
        lines.append(_format_label(language, "extra"))
    for debt in view.debts:
        by = name_with_article(debt.by, language)
        lines.append(_format_label(language, "owes", name=names[debt.seat], by=by))
    if view.ended_by is not None:
        lines.append(_format_label(language, "last_round", name=names[view.ended_by]))
    return lines


def _format_private_info(view: View, language: str) -> list[str]:
    if view.you is None or view.scores is not None:
        return []
    seat, hand = view.own, view.own.hand or []
    lines = [_format_labelled_row(language, "hand", _format_allies(hand, language), many=len(hand))]
    if seat.monster_tokens:
        lines.append(
            _format_labelled_row(language, "tokens", ", ".join(map(str, seat.monster_tokens)))
        )
    if view.drawn:
        lines += _format_location_list(_format_label(language, "drawn"), view.drawn, language)
    if view.stack_seen:
        lines += _format_location_list(
            _format_label(language, "stack_seen"), view.stack_seen, language
        )
    return lines


def _format_court(view: View, language: str) -> list[str]:
    lines = [
        _format_label(
            language, "court", deck=format_counted_noun(view.lord_deck, "cards", language)
        )
    ]
    for lord in view.court:
        lines.append(text.wrap_item("  - ", _court_lord(view, lord, language)))
    return lines if view.court else [f"{lines[0]} {EMPTY}"]


def describe_races(code: str, language: str) -> str:
    """Return which races pay for a Lord: “5 races”, “3 races with crab”, “crab only”."""
    lord = LORDS[code]
    races = format_counted_noun(lord.races, "races", language)
    if not lord.mandatory:
        return races
    race = STACKS[lord.mandatory][language_column(language)]
    return _format_label(language, "with" if lord.races > 1 else "only", races=races, race=race)


def _court_lord(view: View, code: str, language: str) -> str:
    """Return a Lord in the Court: name and guild, cost, and what he brings."""
    lord = LORDS[code]
    lexicon = list_words(language)
    races = describe_races(code, language)
    cost = str(lord.cost)
    if cost_for(view, code) != lord.cost:
        cost = _format_label(language, "for_you", cost=cost, yours=cost_for(view, code))
    parts = [_format_label(language, "costs", cost=cost, races=races)]
    if keys := _count_lord_keys(view, code):
        parts.append(format_counted_noun(keys, "key", language))
    parts.append(format_counted_noun(lord.influence, "influence", language))
    power = describe_lord_power(code, language)
    name, colon = _format_component_name(code, language), _localize_colon(language)
    return (
        f"{name} ({lexicon[lord.guild]}){colon} {', '.join(parts)}.{' ' + power if power else ''}"
    )


def _count_lord_keys(view: View, code: str) -> int:
    lord = LORDS[code]
    if lord.guild == "ambassadors":
        return view.options.ambassador_keys
    return lord.keys


def _format_depths(view: View, language: str) -> list[str]:
    lexicon = list_words(language)
    track = [exploration_card_name(code, language) for code in view.track]
    rewards = [lexicon[take] for take in THREAT_REWARDS[view.threat]]
    reward = text.join_words(rewards, ("or", "ou", "oder")[language_column(language)])
    lines = [
        _format_labelled_row(language, "track", ", ".join(track) or EMPTY),
        _format_labelled_row(
            language, "price", format_counted_noun(view.price, "pearls", language)
        ),
        _format_labelled_row(language, "threat", reward, threat=view.threat),
        _format_labelled_row(language, "council", _format_council(view, language)),
        _format_labelled_row(
            language,
            "exploration",
            format_counted_noun(view.exploration_deck, "cards", language),
            tokens=view.token_pile,
        ),
    ]
    discard = _format_allies(view.discard, language)
    unseen = [f"{many} {lexicon[race]}" for race, many in view.discard_unseen.items()]
    if unseen:
        discard += _format_label(language, "face_down", cards=", ".join(unseen))
    lines.append(_format_labelled_row(language, "discard", discard))
    return lines


def _format_council(view: View, language: str) -> str:
    """Return the stacks: the number of cards of each race, and which they are if that is public."""
    column = language_column(language)
    cards_by_race = view.council_cards or {}
    parts = []
    for race, many in view.council.items():
        part = f"{RACES[race][column]}\u00a0{many}"
        if cards_by_race.get(race):
            part += f" ({', '.join(ally[-1] for ally in cards_by_race[race])})"
        parts.append(part)
    return ", ".join(parts)


def _format_locations(view: View, language: str) -> list[str]:
    stack = view.location_stack
    lines = _format_location_list(
        _format_label(language, "offer", stack=stack), view.location_offer, language
    )
    return lines if view.location_offer else [f"{lines[0]} {EMPTY}"]


def _format_location_list(heading: str, tiles: Sequence[str], language: str) -> list[str]:
    rows = [_format_location(tile, language) for tile in tiles]
    return [heading, *(text.wrap_item("  - ", row) for row in rows)]


def _format_location(code: str, language: str) -> str:
    name, colon = _format_component_name(code, language), _localize_colon(language)
    return f"{name}{colon} {describe_location_scoring(code, language)}."


def _localize_colon(language: str) -> str:
    """Return a colon; French has a space before it."""
    return "\u00a0:" if language == "fr" else ":"


def _format_seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    """Return the lines about one player's tableau."""
    seat = view.seats[number]
    name = names[number] + (_format_label(language, "you") if number == view.you else "")
    has = [
        format_counted_noun(seat.pearls, "pearls", language),
        format_counted_noun(seat.keys, "keys", language),
        format_counted_noun(seat.hand_size, "cards", language),
        format_counted_noun(seat.monster_token_count, "tokens", language),
    ]
    lines = [text.wrap_item(f"{name}{_localize_colon(language)} ", ", ".join(has))]
    if view.scores is not None and seat.monster_tokens:
        lines.append(
            "  "
            + _format_labelled_row(language, "tokens", ", ".join(map(str, seat.monster_tokens)))
        )
    lords = [_format_lord(lord, view, language) for lord in seat.lords]
    if lords:
        lords_line = text.join_clauses(lords, language)
        lines.append(text.wrap_item("  " + _format_label(language, "lords"), lords_line))
    if seat.affiliated:
        label = "  " + _format_label(language, "affiliated")
        lines.append(text.wrap_item(label, _format_allies(seat.affiliated, language)))
    for tile in seat.locations:
        label = "  " + _format_label(language, "location")
        lines.append(text.wrap_item(label, _format_location(tile, language)))
    return lines


def _format_lord(lord: LordView, view: View, language: str) -> str:
    card_ = LORDS[lord.id]
    parts = [str(card_.influence)]
    if lord.under is not None:
        parts.append(
            _format_label(language, "under", location=_format_component_name(lord.under, language))
        )
    elif lord.disabled:
        parts.append(_format_label(language, "disabled"))
    elif keys := _count_lord_keys(view, lord.id):
        parts.append(format_counted_noun(keys, "key", language))
    return f"{_format_component_name(lord.id, language)} ({', '.join(parts)})"


def _format_scores(view: View, names: Sequence[str], language: str) -> list[str]:
    if view.scores is None:
        return []
    lexicon = list_words(language)
    lines = [_format_label(language, "scores")]
    for name, parts in zip(names, view.scores, strict=True):
        total = format_counted_noun(sum(points for _, points in parts), "points", language)
        points_line = ", ".join(f"{lexicon[code]} {points}" for code, points in parts)
        lines.append(
            text.wrap_item(f"  {name}{_localize_colon(language)} ", f"{total} ({points_line})")
        )
    return lines


def _format_labelled_row(language: str, kind: str, value: str, **values: object) -> str:
    return text.wrap_item(_format_label(language, kind, **values), value)


def _format_component_name(code: str, language: str) -> str:
    return strip_article(name_of(code, language))


def _format_allies(codes: Sequence[str], language: str) -> str:
    """Return cards by race and value, with a count of equal ones."""
    distinct_codes = sorted(set(codes), key=lambda code: (code[:-1], -VALUE.get(code, 0)))
    many = [(codes.count(code), exploration_card_name(code, language)) for code in distinct_codes]
    return ", ".join(name if n == 1 else f"{n}\u00a0×\u00a0{name}" for n, name in many) or EMPTY
