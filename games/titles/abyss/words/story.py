"""Describe events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import text
from games.engine.addressing import format_addressed_phrase, name_subject
from games.engine.contract import Event

from .names import (
    STACKS,
    an_exploration_card,
    counted_race,
    exploration_card_name,
    language_column,
    name_of,
    name_with_article,
    strip_article,
    this_exploration_card,
)
from .sentences import EVENTS

AND = ("and", "et", "und")
NOTHING = ("nothing", "rien", "nichts")
# Singular and plural.
COUNT_NOUNS: dict[str, tuple[tuple[str, str], ...]] = {
    "pearls": (("Pearl", "Pearls"), ("Perle", "Perles"), ("Perle", "Perlen")),
    "tokens": (
        ("Monster token", "Monster tokens"),
        ("jeton Monstre", "jetons Monstre"),
        ("Monstermarker", "Monstermarker"),
    ),
    "keys": (
        ("key token", "key tokens"),
        ("jeton clé", "jetons clé"),
        ("Schlüsselmarker", "Schlüsselmarker"),
    ),
    "cards": (("card", "cards"), ("carte", "cartes"), ("Karte", "Karten")),
    "points": (("point", "points"), ("point", "points"), ("Punkt", "Punkte")),
    "influence": (
        ("influence", "influence"),
        ("influence", "influence"),
        ("Einfluss", "Einfluss"),
    ),
    "locations": (("Location", "Locations"), ("Lieu", "Lieux"), ("Ort", "Orte")),
    "key": (("key", "keys"), ("clé", "clés"), ("Schlüssel", "Schlüssel")),
    "races": (("race", "races"), ("peuple", "peuples"), ("Volk", "Völker")),
}
# Kinds that list cards after a colon, without articles.
BARE_CARDS = ("stack_seen", "stack_taken.seen", "commanded")
SOURCES = {
    "court": (
        "for refilling the Court",
        "pour avoir fait compléter la Cour",
        "für das Auffüllen des Hofes",
    ),
    "last_space": (
        "last space of the track",
        "dernière case de la piste",
        "letztes Feld der Leiste",
    ),
}


def format_counted_noun(number: int, thing: str, language: str) -> str:
    """Return a number with its noun.

    >>> rows = ((1, "pearls", "en"), (2, "cards", "de"), (0, "keys", "fr"))
    >>> [format_counted_noun(*row) for row in rows]
    ['1 Pearl', '2 Karten', '0 jeton clé']
    """
    singular, plural = COUNT_NOUNS[thing][language_column(language)]
    single = number < 2 if language_column(language) == 1 else number == 1
    return f"{number} {singular if single else plural}"


def format_card_list(codes: Sequence[str], language: str) -> str:
    """Return Exploration cards as the objects of a sentence; “nothing” if there are none."""
    return join_prose_list([an_exploration_card(code, language) for code in codes], language)


def format_bare_card_list(codes: Sequence[str], language: str) -> str:
    """Return Exploration cards as a list after a colon; “nothing” if there are none."""
    return join_prose_list([exploration_card_name(code, language) for code in codes], language)


def join_prose_list(parts: Sequence[str], language: str) -> str:
    """Join parts as prose; “nothing” if there are none."""
    column = language_column(language)
    return text.join_words(list(parts), AND[column]) or NOTHING[column]


def power_name(code: str, language: str) -> str:
    """Return the source of something: the bare name of a Lord or Location, or the space."""
    if code in SOURCES:
        return SOURCES[code][language_column(language)]
    return strip_article(name_of(code, language))


def describe_event(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence; `names[seat]` are the players' names."""
    args = event.args
    values: dict[str, object] = {
        key: _format_argument(key, value, names, language) for key, value in args.items()
    }
    for key in ("seat", "explorer", "owner", "victim"):
        if key in args:
            values["name" if key == "seat" else key] = names[args[key]]
    if event.kind in MORE:
        values |= MORE[event.kind](args, names, language)
    kind = _select_sentence_kind(event)
    if kind in BARE_CARDS:
        values["allies"] = format_bare_card_list(args["allies"], language)
    sentence = _format_sentence(language, kind, values)
    if args.get("passed"):
        sentence += " " + _format_sentence(language, "passed", values)
    return sentence


def _format_sentence(language: str, kind: str, values: Mapping[str, object]) -> str:
    sentence = format_addressed_phrase(EVENTS, language, kind, **values)
    if sentence.startswith(str(values.get("name") or "\0")):
        # A player's name at the beginning is not capitalized.
        return sentence
    return sentence[0].upper() + sentence[1:]


def _select_sentence_kind(event: Event) -> str:
    """Return the key of an event's sentence: some kinds have several."""
    args = event.args
    match event.kind:
        case "turn_started" if args.get("extra"):
            return "turn_started.extra"
        case "fought" if args["row"] < args["threat"]:
            return "fought.lower"
        case "exploration_ended" if not args["allies"]:
            return f"exploration_ended.{'monsters' if args['monsters'] else 'nothing'}"
        case "exploration_ended" if args["monsters"]:
            return "exploration_ended.both"
        case "end_triggered":
            return f"end_triggered.{args['reason']}"
        case "hand_limited" if not args["allies"]:
            return "hand_limited.paid"
        case "hand_limited" if not args["pearls"]:
            return "hand_limited.discarded"
        case "last_affiliated" if not args["allies"]:
            return f"last_affiliated.{'none' if args['discarded'] else 'nothing'}"
        case "last_affiliated" if not args["discarded"]:
            return "last_affiliated.all"
        case "owed":
            return f"owed.{args['by']}"
    return event.kind


def _format_argument(key: str, value: Any, names: Sequence[str], language: str) -> object:
    """Return one argument as words."""
    match key:
        case "card" | "ally":
            return this_exploration_card(value, language)
        case "race":
            return STACKS[value][language_column(language)]
        case "lord" | "by" | "location" | "own" | "other" if name_of(value, language):
            return name_with_article(value, language)
        case "lords" | "locations":
            return join_prose_list([power_name(code, language) for code in value], language)
        case "allies" | "discarded" if isinstance(value, list):
            return format_card_list(value, language)
        case "pearls" | "cards" if isinstance(value, int):
            return format_counted_noun(value, key, language)
        case "tokens" if isinstance(value, list):
            return ", ".join(map(str, value))
        case "passed":
            passing = [name_subject(names[seat], language) for seat in value]
            return join_prose_list(passing, language)
        case "power" | "source":
            return power_name(value, language) if value else ""
    return value


Args = Mapping[str, Any]
Words = dict[str, object]


def _exploration_ended(args: Args, names: Sequence[str], language: str) -> Words:
    cards = [counted_race(race, many, language) for race, many in args["allies"].items()]
    return {"allies": join_prose_list(cards, language)}


def _format_payment(args: Args, names: Sequence[str], language: str) -> Words:
    parts = [an_exploration_card(code, language, is_dative=True) for code in args["allies"]]
    if args["pearls"]:
        parts.append(format_counted_noun(args["pearls"], "pearls", language))
    return {"payment": join_prose_list(parts, language)}


def _format_purchase_price(args: Args, names: Sequence[str], language: str) -> Words:
    return {"pearls": format_counted_noun(args["price"], "pearls", language)}


def _format_key_payment(args: Args, names: Sequence[str], language: str) -> Words:
    parts = [power_name(lord, language) for lord in args["lords"]]
    if args["tokens"]:
        parts.append(format_counted_noun(args["tokens"], "keys", language))
    return {"payment": join_prose_list(parts, language)}


def _format_reward(args: Args, names: Sequence[str], language: str) -> Words:
    got = [
        format_counted_noun(args[k], k, language) for k in ("keys", "pearls", "tokens") if args[k]
    ]
    return {"reward": join_prose_list(got, language)}


def _count_drawn_locations(args: Args, names: Sequence[str], language: str) -> Words:
    return {"locations_counted": format_counted_noun(args["number"], "locations", language)}


def _name_arriving_lords(args: Args, names: Sequence[str], language: str) -> Words:
    return {f"{key}_comes": name_of(args[key], language) for key in ("lord", "by") if key in args}


def _format_ranking(args: Args, names: Sequence[str], language: str) -> Words:
    seats = sorted(range(len(args["places"])), key=lambda seat: (args["places"][seat], seat))
    rows = [
        f"{args['places'][seat]}. {names[seat]} "
        f"({format_counted_noun(args['scores'][seat], 'points', language)})"
        for seat in seats
    ]
    return {"ranking": ", ".join(rows)}


# Kinds whose arguments cannot be formatted one by one.
MORE: dict[str, Callable[[Args, Sequence[str], str], Words]] = {
    "exploration_ended": _exploration_ended,
    "recruited": _format_payment,
    "controlled": _format_key_payment,
    "bought": _format_purchase_price,
    "rewarded": _format_reward,
    "locations_drawn": _count_drawn_locations,
    "plotted": _name_arriving_lords,
    "opportunist_used": _name_arriving_lords,
    "ended": _format_ranking,
}
