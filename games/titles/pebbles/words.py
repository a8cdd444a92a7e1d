"""The texts of Pebbles in English, French and German."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import text
from games.engine.addressing import format_addressed_phrase
from games.engine.contract import Decision, Event, Prompt

from .rules import View

WORDS = {
    "en": {"take": "take", "pile": "pebbles in the pile", "pebbles": "pebbles"}
    | {"fact.pile": "pile", "question.take": "a number of pebbles"},
    "fr": {"take": "prendre", "pile": "cailloux dans le tas", "pebbles": "cailloux"}
    | {"fact.pile": "tas", "question.take": "un nombre de cailloux"},
    "de": {"take": "nehmen", "former.take": "nimm", "pile": "Kiesel im Haufen", "pebbles": "Kiesel"}
    | {"fact.pile": "Haufen", "question.take": "eine Zahl von Kieseln"},
}

PHRASES = {
    "en": {
        "ask": "How many pebbles do you take? There are {pile} in the pile.",
        "takes": "{name} [takes|take] {number}; {pile} left.",
        "wins": "{name} [takes|take] the last pebble and [wins|win].",
        "pile": "Pile: {pile}",
        "row": "{name}: {taken}",
    },
    "fr": {
        "ask": "Combien de cailloux prenez-vous ? Il y en a {pile} dans le tas.",
        "takes": "{name} en [prend|prenez] {number} ; il en reste {pile}.",
        "wins": "{name} [prend|prenez] le dernier caillou et [gagne|gagnez].",
        "pile": "Tas : {pile}",
        "row": "{name} : {taken}",
    },
    "de": {
        "ask": "Wie viele Kiesel nimmst du? Es liegen {pile} im Haufen.",
        "takes": "{name} [nimmt|nimmst] {number}; {pile} bleiben.",
        "wins": "{name} [nimmt|nimmst] den letzten Kiesel und [gewinnt|gewinnst].",
        "pile": "Haufen: {pile}",
        "row": "{name}: {taken}",
    },
}


REFUSALS = {
    "Say how many pebbles you take.": (
        "Dites combien de cailloux vous prenez.",
        "Sag, wie viele Kiesel du nimmst.",
    ),
    "Take 1 to {most} of {pile} pebbles.": (
        "Prenez de 1 à {most} cailloux sur {pile}.",
        "Nimm 1 bis {most} von {pile} Kieseln.",
    ),
}


def list_words(language: str) -> Mapping[str, str]:
    """Return the lexicon of one language."""
    return WORDS.get(language, WORDS["en"])


def describe_prompt(prompt: Prompt, view: View, language: str) -> str:
    """Return the text of the only question."""
    return text.format_phrase(PHRASES, language, "ask", pile=view.pile)


def describe_cost(decision: Decision, view: View, language: str) -> str:
    """Return an empty comment: the decision needs no explanation."""
    return ""


def describe_event(event: Event, names: Sequence[str], language: str) -> str:
    """Return one event as a sentence."""
    values = {key: value for key, value in event.args.items() if key != "seat"}
    return format_addressed_phrase(
        PHRASES, language, event.kind, name=names[event.args["seat"]], **values
    )


def describe_refusal(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """Return the reason for a refused answer."""
    return text.translate_sentence(REFUSALS, sentence, facts, language)


def describe_table(view: View, names: Sequence[str], language: str) -> str:
    """Return a text with the pile and the pebbles in front of each player."""
    rows = [text.format_phrase(PHRASES, language, "pile", pile=view.pile)]
    for name, pebbles in zip(names, view.taken, strict=True):
        rows.append(text.format_phrase(PHRASES, language, "row", name=name, taken=pebbles))
    return "\n".join(rows)
