"""Describe events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import text
from games.engine.contract import Event

from ..rules.state import OVERLORD
from .card_texts import event_text, line_text
from .meanings import Speaker
from .names import Row, language_index, name_of, quote_name
from .nouns import WHO
from .phrases import PHRASES
from .sentences import EVENTS

AND: Row = ("and", "et", "und")


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
    match kind:
        case "laid_out" if args["overlord"]:
            kind = "laid_out.overlord"
        case "used":
            values["line"] = line_text(args["card"], args["label"], language) or "–"
        case "gained":
            powers = {key: args[key] for key in ("attack", "defense") if args[key]}
            values["powers"] = speaker.powers(powers) or "±0"
        case "journey.paid" | "journey.paid.took" | "journey.paid.won_fight":
            values["crystals"] = speaker.many(args["cost"], "crystal")
        case "crystals":
            values["change"] = speaker.signed(args["n"], "crystal")
        case "hurt" | "healed":
            values["wounds"] = speaker.many(args["n"], "wound")
        case "scored":
            values["points"] = speaker.many(args["n"], "point")
        case "hit_points":
            values["n"] = speaker.signed(args["n"], "point")
        case "together_won" | "together_lost":
            values["wounds"] = speaker.many(args["pool"], "wound")
            values["points"] = speaker.many(args.get("left", 0), "point")
        case "event":
            values["text"] = event_text(args["card"], args["anger"], language)
        case "invasion":
            values["type"] = speaker.noun(args["type"], 1)
    sentence = EVENTS[kind][column].format(**values)
    return sentence[:1].upper() + sentence[1:]


def tell_events(events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
    """Return events as sentences, without those that only say whose turn it is.

    What a journey costs, and the card that it takes or defeats at once, are told in its sentence.
    """
    visible_events: list[Event] = []
    for event in events:
        last = visible_events[-1] if visible_events else None
        kind = _find_joint_kind(last, event) if last else ""
        if last and kind:
            visible_events[-1] = replace(last, kind=kind)
        elif event.kind != "turn":
            visible_events.append(event)
    return [describe_event(event, names, language) for event in visible_events]


def _find_joint_kind(last: Event, event: Event) -> str:
    """Return the kind of a journey that is told with the event behind it; "" if it is not."""
    if last.kind == "journey" and event.kind == "crystals":
        payment = {"seat": last.args["seat"], "n": -last.args["cost"]}
        return "journey.paid" if event.args == payment else ""
    if last.kind in ("journey", "journey.paid") and event.kind in ("took", "won_fight"):
        about = {key: last.args[key] for key in ("seat", "card")}
        return f"{last.kind}.{event.kind}" if event.args == about else ""
    return ""


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
