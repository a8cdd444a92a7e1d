"""The texts of Sealed in English, French and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import text
from games.engine.addressing import format_addressed_phrase
from games.engine.contract import Decision, Event, Prompt

from .rules import STONES, View

WORDS = {
    "en": {"stake": "stake", "pass": "pass", "rounds": "rounds", "long": "long"}
    | {"fact.round": "round", "fact.stones": "stones"}
    | {"question.stake": "the stake"}
    | {"white": "white", "grey": "grey", "black": "black", "crowns": "crowns"},
    "fr": {"stake": "miser", "pass": "passer", "rounds": "manches", "long": "longue"}
    | {"fact.round": "manche", "fact.stones": "pierres"}
    | {"question.stake": "la mise"}
    | {"white": "blanche", "grey": "grise", "black": "noire", "crowns": "couronnes"},
    "de": {"stake": "setzen", "pass": "passen", "rounds": "Runden", "long": "lang"}
    | {"former.stake": "setze", "former.pass": "passe", ":": ":"}
    | {"fact.round": "Runde", "fact.stones": "Steine"}
    | {"question.stake": "der Einsatz"}
    | {"white": "weiß", "grey": "grau", "black": "schwarz", "crowns": "Kronen"},
}

PHRASES = {
    "en": {
        "ask": "Round {round} of {rounds}: which stones do you stake? All are revealed together.",
        "sealed": "Your stake is sealed: {stones}.",
        "shows": "{name} staked {stones}, worth {worth}.",
        "crown": "{name} [wins|win] the crown.",
        "nobody": "Nobody wins the crown.",
        "nothing": "nothing",
        "label": "Stake {stones}",
        "round": "Round {round} of {rounds}",
        "row": "{name}: crowns {crowns}, stones: {hand}",
    },
    "fr": {
        "ask": "Manche {round} sur {rounds} : quelles pierres misez-vous ? On révèle ensemble.",
        "sealed": "Votre mise secrète : {stones}.",
        "shows": "{name} [a|avez] misé {stones}, valeur {worth}.",
        "crown": "{name} [gagne|gagnez] la couronne.",
        "nobody": "Personne ne gagne la couronne.",
        "nothing": "rien",
        "label": "Miser\u00a0: {stones}",
        "round": "Manche {round} sur {rounds}",
        "row": "{name} : couronnes {crowns}, pierres : {hand}",
    },
    "de": {
        "ask": "Runde {round} von {rounds}: Welche Steine setzt du? Alle decken zugleich auf.",
        "sealed": "Dein verdeckter Einsatz: {stones}.",
        "shows": "{name} [hat|hast] {stones} gesetzt, Wert {worth}.",
        "crown": "{name} [gewinnt|gewinnst] die Krone.",
        "nobody": "Niemand gewinnt die Krone.",
        "nothing": "nichts",
        "label": "{stones} setzen",
        "round": "Runde {round} von {rounds}",
        "row": "{name}: Kronen {crowns}, Steine: {hand}",
    },
}

REFUSALS = {
    "Stake some of your stones, or pass.": (
        "Misez certaines de vos pierres, ou passez.",
        "Setze einige deiner Steine, oder passe.",
    ),
    "Stake at least one stone, or pass.": (
        "Misez au moins une pierre, ou passez.",
        "Setze mindestens einen Stein, oder passe.",
    ),
    "You do not have these stones.": (
        "Vous n’avez pas ces pierres.",
        "Du hast diese Steine nicht.",
    ),
}


def list_words(language: str) -> Mapping[str, str]:
    """Return the lexicon of one language."""
    return WORDS.get(language, WORDS["en"])


def describe_prompt(prompt: Prompt, view: View, language: str) -> str:
    """Return the text of the only question."""
    facts = {"round": view.round, "rounds": view.rounds}
    return text.format_phrase(PHRASES, language, "ask", **facts)


def describe_cost(decision: Decision, view: View, language: str) -> str:
    """Return the total value of the stones as text."""
    stones = decision.args.get("stones", [])
    return (
        str(sum(STONES[stone] for stone in stones)) if isinstance(stones, list) and stones else ""
    )


def label_answer(decision: Decision, view: View | None, language: str) -> str:
    """Return the label of a button for a stake; "" if its written form says it well.

    The verb and a bare adjective read badly in French and German.
    """
    stones = decision.args.get("stones", [])
    if language not in ("fr", "de") or not isinstance(stones, list) or not stones:
        return ""
    stone_words = ", ".join(list_words(language)[str(stone)] for stone in stones)
    label = text.format_phrase(PHRASES, language, "label", stones=stone_words)
    return f"{label[0].upper()}{label[1:]}"


def describe_event(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence."""
    values = dict(event.args)
    if "stones" in values:
        stone_words = ", ".join(list_words(language)[stone] for stone in values["stones"])
        values["stones"] = stone_words or text.format_phrase(PHRASES, language, "nothing")
    if "seat" in values:
        values["name"] = names[values.pop("seat")]
    return format_addressed_phrase(PHRASES, language, event.kind, **values)


def describe_refusal(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """Return the reason for a refused answer."""
    return text.translate_sentence(REFUSALS, sentence, facts, language)


def describe_table(view: View, names: Sequence[str], language: str) -> str:
    """Return a text with the round, and each player's crowns and stones."""
    facts = {"round": min(view.round, view.rounds), "rounds": view.rounds}
    rows = [text.format_phrase(PHRASES, language, "round", **facts)]
    for name, crowns, hand in zip(names, view.crowns, view.hands, strict=True):
        hand_words = (
            hand if isinstance(hand, int) else ", ".join(list_words(language)[s] for s in hand)
        )
        row = text.format_phrase(
            PHRASES, language, "row", name=name, crowns=crowns, hand=hand_words
        )
        rows.append(text.wrap_paragraph(row))
    return "\n".join(rows)
