"""The table as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import text

from .components import LORDS, THREAT_REWARDS, VALUE
from .meanings import power, scoring
from .names import RACES, bare, card, index, name_of, the
from .questions import LABELS
from .story import counted
from .words import words

View = Mapping[str, Any]
EMPTY = "-"


def table(view: dict[str, Any], names: Sequence[str], language: str) -> str:
    """Return the view as plain text: yours first, then the middle, then every player."""
    blocks = [
        _turn(view, names, language),
        _yours(view, language),
        _court(view, language),
        _depths(view, language),
        _locations(view, language),
        *(_seat(view, number, names, language) for number in range(len(view["seats"]))),
        _scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


# What the view implies ----------------------------------------------------------------------------


def has_active(view: View, seat: int, lord: str) -> bool:
    """Whether this Lord stands before a seat, free and not disabled."""
    return any(
        one["id"] == lord and not one["disabled"] and one["under"] is None
        for one in view["seats"][seat]["lords"]
    )


def cost_for(view: View, lord: str) -> int:
    """Return what a Lord costs the viewer: Treasurer and Recruiter are counted in."""
    cost, you = LORDS[lord].cost, view["you"]
    if you is None:
        return cost
    others = [seat for seat in range(len(view["seats"])) if seat != you]
    raised = any(has_active(view, seat, "recruiter") for seat in others)
    if raised and not has_active(view, you, "shaman"):
        cost += 2
    if has_active(view, you, "treasurer"):
        cost -= 2
    return max(0, cost)


# Blocks -------------------------------------------------------------------------------------------


def _label(language: str, kind: str, **values: object) -> str:
    return text.phrase(LABELS, language, kind, **values)


def _turn(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is not None:
        return [_label(language, "over")]
    lines = [_label(language, "turn", turn=view["turn"], name=names[view["active"]])]
    if view["extra_turns"]:
        lines.append(_label(language, "extra"))
    for debt in view["debts"]:
        by = the(debt["by"], language)
        lines.append(_label(language, "owes", name=names[debt["seat"]], by=by))
    if view["ended_by"] is not None:
        lines.append(_label(language, "last_round", name=names[view["ended_by"]]))
    return lines


def _yours(view: View, language: str) -> list[str]:
    if view["you"] is None or view["scores"] is not None:
        return []
    seat = view["seats"][view["you"]]
    lines = [_row(language, "hand", _allies(seat["hand"], language), many=len(seat["hand"]))]
    if seat["monster_tokens"]:
        lines.append(_row(language, "tokens", ", ".join(map(str, seat["monster_tokens"]))))
    if view["drawn"]:
        lines += _tiles(_label(language, "drawn"), view["drawn"], language)
    if view["stack_seen"]:
        lines += _tiles(_label(language, "stack_seen"), view["stack_seen"], language)
    return lines


def _court(view: View, language: str) -> list[str]:
    lines = [_label(language, "court", deck=counted(view["lord_deck"], "cards", language))]
    for lord in view["court"]:
        lines.append(text.item("  - ", _court_lord(view, lord, language)))
    return lines if view["court"] else [f"{lines[0]} {EMPTY}"]


def _court_lord(view: View, code: str, language: str) -> str:
    """Return a Lord of the Court: name and guild, what he costs, what he brings."""
    lord = LORDS[code]
    lexicon = words(language)
    races = counted(lord.races, "races", language)
    if lord.mandatory:
        races = _label(language, "with", races=races, race=lexicon[lord.mandatory])
    cost = str(lord.cost)
    if cost_for(view, code) != lord.cost:
        cost = _label(language, "for_you", cost=cost, yours=cost_for(view, code))
    parts = [_label(language, "costs", cost=cost, races=races)]
    if keys := _keys(view, code):
        parts.append(counted(keys, "key", language))
    parts.append(counted(lord.influence, "influence", language))
    told = power(code, language)
    return (
        f"{_name(code, language)} ({lexicon[lord.guild]}){_colon(language)} {', '.join(parts)}."
        f"{' ' + told if told else ''}"
    )


def _keys(view: View, code: str) -> int:
    lord = LORDS[code]
    if lord.guild == "ambassadors":
        return int(view["options"].get("ambassador_keys", 3))
    return lord.keys


def _depths(view: View, language: str) -> list[str]:
    lexicon = words(language)
    track = [f"{space} {card(code, language)}" for space, code in enumerate(view["track"], 1)]
    rewards = [lexicon[take] for take in THREAT_REWARDS[view["threat"]]]
    reward = text.listed(rewards, ("or", "ou", "oder")[index(language)])
    lines = [
        _row(language, "track", ", ".join(track) or EMPTY),
        _row(language, "price", counted(view["price"], "pearls", language)),
        _row(language, "threat", reward, threat=view["threat"]),
        _row(language, "council", _council(view, language)),
        _row(
            language,
            "exploration",
            counted(view["exploration_deck"], "cards", language),
            tokens=view["token_pile"],
        ),
    ]
    discard = _allies(view["discard"], language)
    unseen = [f"{many} {lexicon[race]}" for race, many in view["discard_unseen"].items()]
    if unseen:
        discard += _label(language, "face_down", cards=", ".join(unseen))
    lines.append(_row(language, "discard", discard))
    return lines


def _council(view: View, language: str) -> str:
    """Return the stacks: how many cards of each race, and which ones if that is open."""
    column = index(language)
    seen = view["council_cards"] or {}
    parts = []
    for race, many in view["council"].items():
        part = f"{RACES[race][column]}\u00a0{many}"
        if seen.get(race):
            part += f" ({', '.join(ally[-1] for ally in seen[race])})"
        parts.append(part)
    return ", ".join(parts)


def _locations(view: View, language: str) -> list[str]:
    stack = view["location_stack"]
    lines = _tiles(_label(language, "offer", stack=stack), view["location_offer"], language)
    return lines if view["location_offer"] else [f"{lines[0]} {EMPTY}"]


def _tiles(heading: str, tiles: Sequence[str], language: str) -> list[str]:
    rows = [_tile(tile, language) for tile in tiles]
    return [heading, *(text.item("  - ", row) for row in rows)]


def _tile(code: str, language: str) -> str:
    return f"{_name(code, language)}{_colon(language)} {scoring(code, language)}."


def _colon(language: str) -> str:
    """Return a colon; in French it stands apart."""
    return " :" if language == "fr" else ":"


def _seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    """Return everything that lies before one player."""
    seat = view["seats"][number]
    name = names[number] + (_label(language, "you") if number == view["you"] else "")
    has = [
        counted(seat["pearls"], "pearls", language),
        counted(seat["keys"], "keys", language),
        counted(seat["hand_size"], "cards", language),
        counted(seat["monster_token_count"], "tokens", language),
    ]
    lines = [text.item(f"{name}{_colon(language)} ", ", ".join(has))]
    if view["scores"] is not None and seat["monster_tokens"]:
        lines.append("  " + _row(language, "tokens", ", ".join(map(str, seat["monster_tokens"]))))
    lords = [_lord(lord, view, language) for lord in seat["lords"]]
    if lords:
        lines.append(text.item("  " + _label(language, "lords"), "; ".join(lords)))
    if seat["affiliated"]:
        label = "  " + _label(language, "affiliated")
        lines.append(text.item(label, _allies(seat["affiliated"], language)))
    for tile in seat["locations"]:
        label = "  " + _label(language, "location")
        lines.append(text.item(label, _tile(tile, language)))
    return lines


def _lord(lord: Mapping[str, Any], view: View, language: str) -> str:
    card_ = LORDS[lord["id"]]
    parts = [str(card_.influence)]
    if lord["under"] is not None:
        parts.append(_label(language, "under", location=_name(lord["under"], language)))
    elif lord["disabled"]:
        parts.append(_label(language, "disabled"))
    elif keys := _keys(view, lord["id"]):
        parts.append(counted(keys, "key", language))
    return f"{_name(lord['id'], language)} ({', '.join(parts)})"


def _scores(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is None:
        return []
    lexicon = words(language)
    lines = [_label(language, "scores")]
    for name, parts in zip(names, view["scores"], strict=True):
        total = counted(sum(points for _, points in parts), "points", language)
        told = ", ".join(f"{lexicon[code]} {points}" for code, points in parts)
        lines.append(text.item(f"  {name}{_colon(language)} ", f"{total} ({told})"))
    return lines


def _row(language: str, kind: str, value: str, **values: object) -> str:
    return text.item(_label(language, kind, **values), value)


def _name(code: str, language: str) -> str:
    return bare(name_of(code, language))


def _allies(codes: Sequence[str], language: str) -> str:
    """Return cards by race and value; equal ones are counted."""
    ordered = sorted(set(codes), key=lambda code: (code[:-1], -VALUE.get(code, 0)))
    many = [(codes.count(code), card(code, language)) for code in ordered]
    return ", ".join(name if n == 1 else f"{n}\u00a0×\u00a0{name}" for n, name in many) or EMPTY
