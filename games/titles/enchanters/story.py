"""What has happened, one sentence for each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine import text
from games.engine.contract import Event

from .card_texts import event_text, line_text
from .meanings import Speaker
from .names import Row, index, name_of, quoted
from .nouns import WHO
from .phrases import PHRASES
from .sentences import EVENTS
from .state import OVERLORD

AND: Row = ("and", "et", "und")


def player(seat: int, names: Sequence[str], language: str) -> str:
    """Return a player's name, or the Overlord."""
    return WHO["overlord"][index(language)] if seat == OVERLORD else names[seat]


def tell(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence."""
    column, speaker = index(language), Speaker(language)
    values = {key: _said(key, value, speaker, language) for key, value in event.args.items()}
    kind, args = event.kind, event.args
    if "seat" in args:
        values["name"] = player(args["seat"], names, language)
    if "to" in args:
        values["to"] = player(args["to"], names, language)
    if "number" in args:
        values["name"] = names[args["number"]]
    match kind:
        case "laid_out" if args["overlord"]:
            kind = "laid_out.overlord"
        case "used":
            values["line"] = line_text(args["card"], args["label"], language) or "–"
        case "gained":
            shown = {key: args[key] for key in ("attack", "defense") if args[key]}
            values["powers"] = speaker.powers(shown) or "±0"
        case "journey":
            values["crystals"] = speaker.many(args["cost"], "crystal")
        case "crystals":
            values["change"] = speaker.signed(args["n"], "crystal")
        case "hurt" | "healed":
            values["wounds"] = speaker.many(args["n"], "wound")
        case "scored":
            values["points"] = speaker.many(args["n"], "point")
        case "hit_points":
            values["n"] = speaker.signed(args["n"], "point")
        case "event":
            values["text"] = event_text(args["card"], args["anger"], language)
        case "invasion":
            values["type"] = speaker.noun(args["type"], 1)
    said = EVENTS[kind][column].format(**values)
    return said[:1].upper() + said[1:]


def _said(key: str, value: Any, speaker: Speaker, language: str) -> Any:
    if key in ("card", "other", "village", "overlord") and value:
        return quoted(value, language)
    if key == "kingdom":
        return name_of(value, language)
    if key in ("cards", "kingdoms"):
        said = [quoted(v, language) if key == "cards" else name_of(v, language) for v in value]
        return text.listed(said, AND[index(language)])
    if key == "side":
        if value in ("health", "strength"):
            return speaker.noun(value)
        return PHRASES[value][index(language)]
    if key == "token":
        return speaker.noun(value)
    return value
