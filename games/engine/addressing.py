"""Sentences about players that address their reader as “you”.

A sentence has both forms of what depends on who reads it: “{name} [buys|buy] {card}”. The first is
used unless `name` is the reader. “[victim:from {victim}|from you]” depends on another value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# In English, French and German, as a subject.
YOU = {"en": "you", "fr": "vous", "de": "du"}
# (value that decides, what others read, what the reader reads).
_FORMS = re.compile(r"\[(?:(\w+):)?([^][|]*)\|([^][|]*)\]")


class ReaderName(str):
    """The name of the player who reads a sentence."""


def mark_reader(names: Sequence[str], seat: int | None) -> tuple[str, ...]:
    """Return the players' names by seat, with that of a seat as its reader's."""
    return tuple(
        ReaderName(name) if number == seat else str(name) for number, name in enumerate(names)
    )


def name_subject(name: str, language: str) -> str:
    """Return a player's name as a subject in a sentence: “you” for the reader.

    >>> name_subject(ReaderName("Bob"), "de"), name_subject("Bob", "de")
    ('du', 'Bob')
    """
    return YOU.get(language, YOU["en"]) if isinstance(name, ReaderName) else name


def begin_with(name: str, language: str) -> str:
    """Return the word that a sentence about a player begins with."""
    subject = name_subject(name, language)
    return subject.capitalize() if isinstance(name, ReaderName) else subject


def format_addressed(sentence: str, values: Mapping[str, object], language: str) -> str:
    """Return a sentence with its values, in the form for its reader.

    >>> sentence = "{name} [buys|buy] it [other:from {other}|from you]."
    >>> format_addressed(sentence, {"name": ReaderName("Bob"), "other": "Eve"}, "en")
    'You buy it from Eve.'
    >>> format_addressed(sentence, {"name": "Eve", "other": ReaderName("Bob")}, "en")
    'Eve buys it from you.'
    """
    # Forms may stand within others.
    while "[" in sentence:
        sentence, many = _FORMS.subn(
            lambda form: form[3 if isinstance(values.get(form[1] or "name"), ReaderName) else 2],
            sentence,
        )
        if not many:
            break
    subject = sentence.partition("}")[0].removeprefix("{") if sentence[:1] == "{" else ""
    subjects = {
        key: begin_with(value, language) if key == subject else name_subject(value, language)
        for key, value in values.items()
        if isinstance(value, ReaderName)
    }
    return sentence.format(**{**values, **subjects})


def format_addressed_phrase(
    phrases: Mapping[str, Mapping[str, str]], language: str, kind: str, **values: object
) -> str:
    """Return `phrases[language][kind]` for its reader; English if the language lacks it."""
    table = phrases.get(language) or phrases["en"]
    return format_addressed(table.get(kind) or phrases["en"][kind], values, language)
