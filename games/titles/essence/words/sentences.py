"""What happens, what is asked and what cards mean, as sentences; they stand in `data/`.

`data/phrases.LANGUAGE.json` holds, for each language, `events` (events.py says what each carries;
`{name}` is the seat it happened to), `questions`, `meanings` (parts of what cards do) and `labels`.
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
