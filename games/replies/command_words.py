"""Words that a line of a letter may be alone, in the languages of letters, and days in words.

All are written as notation.tokens() writes them: no case, accents, punctuation, fillers.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from games.engine.notation import Tokens

# The line has to be one of these and nothing else.
ALONE: dict[str, dict[str, tuple[str, ...]]] = {
    "help": {"en": ("help", "commands"), "fr": ("aide",), "de": ("hilfe",)},
    "status": {"en": ("status",), "fr": ("statut", "etat"), "de": ("status", "stand")},
    "options": {
        "en": ("options", "choices"),
        "fr": ("options", "choix"),
        "de": ("optionen", "antworten"),
    },
    "undo": {
        "en": ("undo", "take back"),
        "fr": ("annuler", "annule", "annulez"),
        "de": ("zurucknehmen", "ruckgangig"),
    },
    "resign": {
        "en": ("resign", "i resign"),
        "fr": ("abandonner", "j abandonne"),
        "de": ("aufgeben", "ich gebe auf"),
    },
    "stop": {
        "en": ("unsubscribe", "stop mail", "stop letters"),
        "fr": ("desabonner", "me desabonner", "plus de lettres"),
        "de": ("abmelden", "abbestellen", "keine briefe mehr"),
    },
    "away": {
        "en": ("away", "absent"),
        "fr": ("absent", "absente"),
        "de": ("abwesend", "weg"),
    },
    "time": {
        "en": ("more time", "extend"),
        "fr": ("plus temps", "plus de temps"),
        "de": ("mehr zeit",),
    },
    "pause": {"en": ("pause",), "fr": ("pause",), "de": ("pause",)},
    "resume": {
        "en": ("resume", "end pause"),
        "fr": ("reprendre", "fin de pause"),
        "de": ("fortsetzen", "pause beenden"),
    },
    "name": {
        "en": ("name", "my name"),
        "fr": ("nom", "mon nom", "pseudo"),
        "de": ("name", "mein name"),
    },
    "say": {"en": ("say",), "fr": ("dire", "dis"), "de": ("sag", "sage")},
}
# The line goes on behind them.
BEFORE = ("away", "time", "pause", "name", "say")

# What follows them in a letter is not read.
ENDS = {
    "en": ("end", "quit", "stop", "thanks", "thank you", "thx"),
    "fr": ("fin", "merci", "arret"),
    "de": ("ende", "schluss", "danke", "vielen dank", "stopp"),
}

UNTIL = frozenset(["until", "till", "to", "jusqu", "jusque", "bis", "zum"])
# Said between, they change nothing.
BETWEEN = frozenset(["for", "of", "de", "pendant", "pour", "fur", "au", "a", "incl", "on"])
DAYS = {
    **dict.fromkeys(["day", "days", "jour", "jours", "tag", "tage", "tagen"], 1),
    **dict.fromkeys(["week", "weeks", "semaine", "semaines", "woche", "wochen"], 7),
}
HOURS = frozenset(["hour", "hours", "h", "heure", "heures", "stunde", "stunden"])
# Three letters or more of a name, of which only one month's begins so.
MONTHS = (
    ("january", "janvier", "januar", "janner"),
    ("february", "fevrier", "februar"),
    ("march", "mars", "marz"),
    ("april", "avril"),
    ("may", "mai"),
    ("june", "juin", "juni"),
    ("july", "juillet", "juli"),
    ("august", "aout"),
    ("september", "septembre"),
    ("october", "octobre", "oktober"),
    ("november", "novembre"),
    ("december", "decembre", "dezember"),
)
SHORTEST_MONTH = 3


def get_command_phrases(kind: str, language: str) -> set[Tokens]:
    """The ways to say a kind of command: in the reader's language and in English."""
    words = ALONE[kind]
    return {tuple(said.split()) for spoken in ("en", language) for said in words.get(spoken, ())}


def get_end_words(language: str) -> set[str]:
    """The words that end a letter, in the reader's language and in English."""
    return {word for spoken in ("en", language) for word in ENDS.get(spoken, ())}


def extract_arguments(said: Tokens, kind: str, language: str) -> Tokens | None:
    """What follows the words of a command that goes on behind them; None if it is not that one.

    >>> extract_arguments(("more", "time", "2", "days"), "time", "en")
    ('2', 'days')
    """
    found = [words for words in get_command_phrases(kind, language) if said[: len(words)] == words]
    return said[len(max(found, key=len)) :] if found else None


def parse_hours(said: Sequence[str]) -> int | None:
    """The hours that “24 hours”, “for 3 days”, “2 weeks” are; None if unclear.

    >>> parse_hours(["24", "hours"]), parse_hours(["for", "3", "days"]), parse_hours(["3"])
    (24, 72, None)
    """
    words = [word for word in said if word not in BETWEEN]
    if len(words) != 2 or not words[0].isdigit() or len(words[0]) > 3:
        return None
    if words[1] in HOURS:
        return int(words[0])
    return int(words[0]) * DAYS[words[1]] * 24 if words[1] in DAYS else None


def last_day(said: Sequence[str], today: date) -> date | None:
    """The last day of an absence that begins today: “3 days”, “until 24 Dec”; None if unclear.

    A day without a year is the next one. Days and months in numbers stand as in Europe, or as in
    ISO 8601.

    >>> last_day(["until", "24", "dec"], date(2026, 11, 21))
    datetime.date(2026, 12, 24)
    >>> last_day(["3", "days"], date(2026, 11, 21))
    datetime.date(2026, 11, 23)
    """
    words = [word for word in said if word not in BETWEEN]
    if len(words) == 2 and words[0].isdigit() and words[1] in DAYS:
        many = int(words[0]) * DAYS[words[1]] if len(words[0]) < 4 else 0
        return today + timedelta(days=many - 1) if many else None
    if not words or words[0] not in UNTIL:
        return None
    return _parse_day_words([word for word in words[1:] if word not in UNTIL], today)


def _parse_day_words(words: Sequence[str], today: date) -> date | None:
    match words:
        case [year, month, day] if len(year) == 4:
            return _parse_date(year, month, day)
        case [day, month, year]:
            return _parse_date(year, *_in_order(day, month))
        case [day, month]:
            month, day = _in_order(day, month)
            found = _parse_date(str(today.year), month, day)
            is_over = found is not None and found < today
            return _parse_date(str(today.year + 1), month, day) if is_over else found
    return None


def _in_order(day: str, month: str) -> tuple[str, str]:
    """Month and day, as “dec 24” is written as well."""
    return (month, day) if day.isdigit() else (day, month)


def _parse_date(year: str, month: str, day: str) -> date | None:
    named = [
        number
        for number, names in enumerate(MONTHS, start=1)
        if len(month) >= SHORTEST_MONTH and any(name.startswith(month) for name in names)
    ]
    if month.isdigit():
        named = [int(month)]
    try:
        return date(int(year), named[0], int(day)) if len(named) == 1 else None
    except ValueError:
        return None
