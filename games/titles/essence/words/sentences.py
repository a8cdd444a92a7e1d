"""The sentences of events, questions and card texts, read from `data/`.

`data/phrases.LANGUAGE.json` has, for each language, `events` (event_kinds.py lists their arguments;
`{name}` is the player it happened to), `questions`, `meanings` (parts of card texts) and `labels`.
"""

from __future__ import annotations

from msgspec import json

from ..rules.components import DATA
from .lexicon import LANGUAGES

# language -> kind -> sentence.
Table = dict[str, dict[str, str]]

PHRASES: dict[str, dict[str, dict[str, str]]] = {
    language: json.decode((DATA / f"phrases.{language}.json").read_bytes())
    for language in LANGUAGES
}
EVENTS, QUESTIONS, MEANINGS, LABELS = (
    {language: PHRASES[language][part] for language in LANGUAGES}
    for part in ("events", "questions", "meanings", "labels")
)
