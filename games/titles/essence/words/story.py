"""Describe events as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import text
from games.engine.addressing import format_addressed_phrase, name_subject
from games.engine.contract import Event

from ..rules import event_kinds
from ..rules.components import NAMES, TREATIES
from .lexicon import AND, language_column, list_words, name_of
from .meanings import describe_effect, name_stat
from .sentences import EVENTS, LABELS

TOKENS = ("wealth", "influence")
# Between a card and what it brings.
COLONS = (":", "\u00a0:", ":")
# Around a name in a sentence: French and German names would need an article.
QUOTES = ("{}", "«\u00a0{}\u00a0»", "„{}“")


def join_as_prose(parts: Sequence[str], language: str) -> str:
    """Join parts as prose; “nothing” if there are none."""
    return text.join_words(list(parts), AND[language_column(language)]) or text.format_phrase(
        EVENTS, language, "nothing"
    )


def format_card_list(codes: Sequence[str], language: str) -> str:
    """Return cards as a list in prose, with a count of equal ones."""
    many = {code: list(codes).count(code) for code in codes}
    counted_names = [(n, name_of(code, language)) for code, n in many.items()]
    return join_as_prose(
        [name if n == 1 else f"{n}\u00a0×\u00a0{name}" for n, name in counted_names], language
    )


THE_THREAT = ("the Threat", "la Menace", "die Bedrohung")


def describe_event(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence; `names[seat]` are the players' names."""
    args = event.args
    values = {key: _format_argument(key, value, names, language) for key, value in args.items()}
    if "seat" in args:
        values["name"] = names[args["seat"]]
    if "wealth" in args and "influence" in args:
        values["tokens"] = format_tokens(args, language)
    if event.kind == "income":
        values["income"] = _format_income(args, language)
    if event.kind == "gained":
        values["what"] = name_stat(args["what"], language, args["many"])
    if event.kind == "ended":
        values["ranking"] = _format_ranking(args, names)
    return format_addressed_phrase(EVENTS, language, _find_sentence_key(event), **values)


def tell_events(events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
    """Return events as sentences, without those that only say whose turn it is.

    What a card or a treaty brings at once is told in its sentence, and all cards that are new in
    the prophecy in one. The reader's own bid is told once, with its wishes.
    """
    own_seats = {e.args["seat"] for e in events if e.kind == event_kinds.BID_SEALED}
    telling = [
        event
        for event in events
        if event.kind != event_kinds.TURN_STARTED
        and not (event.kind == event_kinds.BID and event.args["seat"] in own_seats)
    ]
    rest = _join_revealed(telling)
    sentences = []
    while rest:
        event = rest.pop(0)
        gains = []
        while rest and _is_gain_of(event, rest[0]):
            gains.append(_format_gain(rest.pop(0), language))
        sentence = describe_event(event, names, language)
        if gains:
            sentence = f"{sentence.removesuffix('.')}{COLONS[language_column(language)]} "
            sentence += ", ".join(gains) + "."
        sentences.append(sentence)
        if _draws_nothing(event, rest):
            sentences.append(_format_no_draw(event, names, language))
    return sentences


def _join_revealed(events: Sequence[Event]) -> list[Event]:
    """Return the events with neighbouring new cards of the prophecy in one."""
    joined_events: list[Event] = []
    for event in events:
        if event.kind != event_kinds.CARD_REVEALED:
            joined_events.append(event)
        elif joined_events and joined_events[-1].kind == "revealed.cards":
            cards = [*joined_events[-1].args["cards"], event.args["card"]]
            joined_events[-1] = replace(joined_events[-1], args={"cards": cards})
        else:
            joined_events.append(
                replace(event, kind="revealed.cards", args={"cards": [event.args["card"]]})
            )
    return joined_events


def format_tokens(args: Mapping[str, object], language: str) -> str:
    """Return Wealth and Influence as prose without what there is none of; “nothing” for none."""
    return join_as_prose(_list_tokens(args, language), language)


def _list_tokens(args: Mapping[str, Any], language: str) -> list[str]:
    return [
        f"{args[kind]} {name_stat(kind, language, args[kind])}" for kind in TOKENS if args[kind]
    ]


def _format_income(args: Mapping[str, object], language: str) -> str:
    parts = _list_tokens(args, language)
    if args["cards"]:
        kind = "income.card" if args["cards"] == 1 else "income.cards"
        parts.append(text.format_phrase(LABELS, language, kind, many=args["cards"]))
    return join_as_prose(parts, language)


def list_asides(events: Sequence[Event], names: Sequence[str], language: str) -> dict[int, str]:
    """Return which treaties to draw cards drew nothing, by the position of their events."""
    return {
        position: _format_no_draw(event, names, language)
        for position, event in enumerate(events)
        if _draws_nothing(event, events[position + 1 :])
    }


def _format_no_draw(event: Event, names: Sequence[str], language: str) -> str:
    return format_addressed_phrase(EVENTS, language, "drew.none", name=names[event.args["seat"]])


def _draws_nothing(event: Event, following: Sequence[Event]) -> bool:
    """Return whether a treaty to draw cards is signed with an empty draw pile (H-37)."""
    if event.kind != event_kinds.TREATY_SIGNED:
        return False
    if not any("draw" in effect for effect in TREATIES[event.args["treaty"]].effect):
        return False
    later = next(
        (other_event for other_event in following if other_event.kind != event_kinds.GAIN), None
    )
    if later is None or later.kind != event_kinds.DREW:
        return True
    return bool(later.args["seat"] != event.args["seat"])


def _is_gain_of(event: Event, following: Event) -> bool:
    """Return whether an event tells what the card used, or the treaty signed, before it brings."""
    card = event.args.get("card" if event.kind == event_kinds.CARD_USED else "treaty")
    return (
        event.kind in (event_kinds.CARD_USED, event_kinds.TREATY_SIGNED)
        and following.kind == event_kinds.GAIN
        and (following.args["seat"], following.args["source"]) == (event.args["seat"], card)
    )


def _format_gain(event: Event, language: str) -> str:
    """Return what an event of the kind “gained” brings: “+1 Wealth”."""
    return f"+{event.args['many']} {name_stat(event.args['what'], language, event.args['many'])}"


def _find_sentence_key(event: Event) -> str:
    """Return the key of an event's sentence: some kinds have several."""
    match event.kind:
        case "passed" if event.args["cards"]:
            return "passed.cards"
        case "bid" if not event.args["wealth"] and not event.args["influence"]:
            return "bid.nothing"
        case "bid_sealed" if event.args.get("wishes"):
            return "bid_sealed.wishes"
        case "advisor_taken" if event.args["wealth"]:
            return "advisor_taken.wealth"
        case "signed" if not event.args["wealth"] and not event.args["influence"]:
            return "signed.free"
        case "drew" if event.args["many"] == 1:
            return "drew.one"
        case "attacked":
            return "attacked.won" if event.args["won"] else "attacked.lost"
        case "scored" if event.args["shards"] < 2:
            return "scored.one" if event.args["shards"] else "scored.none"
    return event.kind


def _format_argument(key: str, value: Any, names: Sequence[str], language: str) -> object:
    """Return one argument as words."""
    match key:
        case "victim":
            return names[value]
        case "order":
            order = [name_subject(names[seat], language) for seat in value]
            return join_as_prose(order, language)
        case "cards" | "wishes" if isinstance(value, list):
            return format_card_list(value, language)
        case "effect":
            return describe_effect(value, language)
        case "target" if value == "threat":
            return THE_THREAT[language_column(language)]
        case "what" | "target":
            return list_words(language).get(value, value)
        case "essence" if value < 0:
            return text.format_number(value)
        case "cell":
            # “2,−1”
            return value.replace("-", "−")
    if isinstance(value, str) and value in NAMES:
        quote = "{}" if key == "source" else QUOTES[language_column(language)]
        return quote.format(name_of(value, language))
    return value


def _format_ranking(args: Mapping[str, Any], names: Sequence[str]) -> str:
    seats = sorted(range(len(args["places"])), key=lambda seat: (args["places"][seat], seat))
    return ", ".join(f"{args['places'][s]}. {names[s]} ({args['scores'][s]})" for s in seats)
