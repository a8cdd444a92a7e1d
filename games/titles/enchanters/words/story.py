"""Describe events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import text
from games.engine.addressing import format_addressed
from games.engine.contract import Event

from ..rules.state import OVERLORD
from .card_texts import event_text, line_text
from .meanings import Speaker
from .names import Row, language_index, name_of, quote_name
from .nouns import WHO
from .phrases import PHRASES
from .sentences import EVENTS

AND: Row = ("and", "et", "und")
HEALED: Row = ("{wounds} healed", "{wounds} en moins", "{wounds} geheilt")
# What a card brings its player at once, and how a journey ends.
OUTCOMES = ("crystals", "gained", "healed")
# What follows an attack of the Overlord only if nobody is wounded.
ENDS_OF_ATTACKS = ("revealed",)
ENDS_OF_JOURNEYS = ("took", "won_fight", "lost_fight")


def player_name(seat: int, names: Sequence[str], language: str) -> str:
    """Return the name of a player or of the Overlord."""
    return WHO["overlord"][language_index(language)] if seat == OVERLORD else names[seat]


def describe_event(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence."""
    column, speaker = language_index(language), Speaker(language)
    values = {
        key: _format_value(key, value, speaker, language) for key, value in event.args.items()
    }
    kind, args = event.kind, event.args
    if "seat" in args:
        values["name"] = player_name(args["seat"], names, language)
    if "to" in args:
        values["to"] = player_name(args["to"], names, language)
    if "number" in args:
        values["name"] = names[args["number"]]
    if kind.startswith("journey.paid"):
        values["crystals"] = speaker.many(args["cost"], "crystal")
    match kind:
        case "laid_out" if args["overlord"]:
            kind = "laid_out.overlord"
        case "used":
            values["line"] = line_text(args["card"], args["label"], language) or "–"
        case "gained":
            powers = {key: args[key] for key in ("attack", "defense") if args[key]}
            values["powers"] = speaker.powers(powers) or "±0"
        case "crystals":
            kind = kind if args["n"] > 0 else "crystals.paid"
            values["crystals"] = speaker.many(abs(args["n"]), "crystal")
        case "overlord_crystals":
            values["crystals"] = speaker.many(args["n"], "crystal")
        case "overlord_rewards" | "village_rewards" if args["n"] < 2:
            kind = f"{kind}.{args['n']}"
        case "used.outcome":
            values["outcome"] = ", ".join(_format_outcome(e, speaker) for e in args["outcome"])
        case "overlord_attacks.hurt":
            values["wounds"] = speaker.many(args["n"], "wound")
        case "hurt" | "healed":
            values["wounds"] = speaker.many(args["n"], "wound")
        case "scored":
            values["points"] = speaker.many(args["n"], "point")
        case "hit_points":
            kind = "hit_points" if args["n"] > 0 else "hit_points.lost"
            values["points"] = speaker.many(abs(args["n"]), "point")
        case "together_won" | "together_lost":
            values["wounds"] = speaker.many(args["pool"], "wound")
            values["points"] = speaker.many(args.get("left", 0), "point")
        case "event":
            values["text"] = event_text(args["card"], args["anger"], language)
        case "invasion":
            values["type"] = speaker.noun(args["type"], 1)
    sentence = format_addressed(EVENTS[kind][column], values, language)
    return sentence[:1].upper() + sentence[1:]


def tell_events(events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
    """Return events as sentences, without those that only say whose turn it is.

    What a journey costs, the card that it takes or defeats at once, what a card brings and whom the
    Overlord wounds are told in one sentence.
    """
    visible_events: list[Event] = []
    for event in events:
        last = visible_events[-1] if visible_events else None
        kind = _find_joint_kind(last, event)
        if last and kind == "used.outcome":
            outcome = [*last.args.get("outcome", ()), event]
            visible_events[-1] = replace(last, kind=kind, args=last.args | {"outcome": outcome})
        elif last and kind == "overlord_attacks.hurt":
            visible_events[-1] = replace(event, kind=kind)
        elif last and kind:
            visible_events[-1] = replace(last, kind=kind)
        elif not _changes_nothing(event):
            if last and last.kind == "overlord_attacks" and event.kind in ENDS_OF_ATTACKS:
                visible_events[-1] = replace(last, kind="overlord_attacks.unhurt")
            visible_events.append(event)
    return [describe_event(event, names, language) for event in visible_events]


def _changes_nothing(event: Event) -> bool:
    """Return whether an event only says whose turn it is, or that a card gives nothing."""
    is_nothing = event.kind == "gained" and not event.args["attack"] and not event.args["defense"]
    return event.kind == "turn" or is_nothing


def _find_joint_kind(last: Event | None, event: Event) -> str:
    """Return the kind of an event that is told with the event behind it; "" if it is not."""
    if last is None:
        return ""
    if last.kind in ("used", "used.outcome") and event.kind in OUTCOMES:
        return "used.outcome" if event.args["seat"] == last.args["seat"] else ""
    if last.kind == "overlord_attacks" and event.kind == "hurt":
        return "overlord_attacks.hurt"
    if last.kind == "journey" and event.kind == "crystals":
        payment = {"seat": last.args["seat"], "n": -last.args["cost"]}
        return "journey.paid" if event.args == payment else ""
    if last.kind in ("journey", "journey.paid") and event.kind in ENDS_OF_JOURNEYS:
        about = {key: last.args[key] for key in ("seat", "card")}
        return f"{last.kind}.{event.kind}" if event.args == about else ""
    return ""


def _format_outcome(event: Event, speaker: Speaker) -> str:
    """Return what a card brings in a few words: “+3 crystals”."""
    args = event.args
    match event.kind:
        case "crystals":
            return speaker.signed(args["n"], "crystal")
        case "healed":
            wounds = speaker.many(args["n"], "wound")
            return HEALED[speaker.column].format(wounds=wounds)
    powers = {key: args[key] for key in ("attack", "defense") if args[key]}
    return speaker.powers(powers) or "±0"


def _format_value(key: str, value: Any, speaker: Speaker, language: str) -> Any:
    if key in ("card", "other", "village", "overlord") and value:
        return quote_name(value, language)
    if key == "kingdom":
        return name_of(value, language)
    if key in ("cards", "kingdoms"):
        value_names = [
            quote_name(v, language) if key == "cards" else name_of(v, language) for v in value
        ]
        return text.join_words(value_names, AND[language_index(language)])
    if key == "side":
        if value in ("health", "strength"):
            return speaker.noun(value)
        return PHRASES[value][language_index(language)]
    if key == "token":
        return speaker.noun(value)
    return value
