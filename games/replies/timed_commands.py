"""Commands of an e-mail that take a date or a span: “away until Monday”, “2 more days”."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from msgspec import Struct

from games.engine import dates, notation
from games.engine.dates import Period, UnclearPeriod
from games.engine.notation import Tokens
from games.replies.lines import small_talk

# Commands and their names by language; “back” also stands alone.
PHRASES: dict[str, dict[str, tuple[str, ...]]] = {
    "away": {
        "en": (
            *("away", "absent", "i am away", "i'm away", "i will be away", "i'll be away"),
            *("i am absent", "i'm absent", "i'm going away", "i am going away", "on holiday"),
            *("i'm on holiday", "i am on holiday", "i'll be on holiday", "on vacation"),
            *("i'm on vacation", "i am on vacation", "i'll be on vacation"),
        ),
        "fr": (
            *("absent", "absente", "je suis absent", "je suis absente", "en vacances"),
            *("je serai absent", "je serai absente", "je suis en vacances", "je pars"),
            *("je serai en vacances", "je m'absente"),
        ),
        "de": (
            *("abwesend", "weg", "ich bin abwesend", "ich bin weg", "bin weg", "im urlaub"),
            *("bin abwesend", "ich bin im urlaub", "bin im urlaub", "verreist"),
            *("ich bin verreist", "bin verreist", "ich bin nicht da", "bin nicht da"),
        ),
    },
    "back": {
        "en": ("back", "i'm back", "i am back", "back again", "not away", "no longer away"),
        "fr": ("de retour", "je suis de retour", "me revoilà", "présent", "présente"),
        "de": ("wieder da", "ich bin wieder da", "bin wieder da", "ich bin zurück", "bin zurück"),
    },
    "time": {
        "en": (
            *("more time", "extend", "i need more time", "need more time", "we need more time"),
            *("i want more time", "i would like more time", "i'd like more time"),
            *("can i have more time", "could i have more time", "may i have more time"),
            *("can i get more time", "could i get more time", "give me more time"),
            *("a bit more time", "i need a bit more time", "some more time", "ask for more time"),
        ),
        "fr": (
            *("plus temps", "plus de temps", "besoin de plus de temps", "davantage de temps"),
            *("j'ai besoin de plus de temps", "il me faut plus de temps", "je veux plus de temps"),
            *("je voudrais plus de temps", "j'aimerais plus de temps", "un peu plus de temps"),
            *("puis-je avoir plus de temps", "je peux avoir plus de temps"),
        ),
        "de": (
            *("mehr zeit", "ich brauche mehr zeit", "brauche mehr zeit", "etwas mehr zeit"),
            *("ich möchte mehr zeit", "ich hätte gern mehr zeit", "gib mir mehr zeit"),
            *("wir brauchen mehr zeit", "ich brauche etwas mehr zeit"),
        ),
    },
    "pause": {
        "en": (
            *("pause", "let's pause", "pause the match", "pause the game", "a pause"),
            *("can we pause", "could we pause", "i need a pause", "let's take a pause"),
        ),
        "fr": (
            *("pause", "une pause", "faire une pause", "faisons une pause", "mettre en pause"),
            *("on fait une pause", "pause de la partie", "j'ai besoin d'une pause"),
        ),
        "de": (
            *("pause", "eine pause", "pause machen", "machen wir eine pause", "pausieren"),
            *("spielpause", "ich brauche eine pause", "können wir pausieren"),
        ),
    },
}
# Commands that take a date or a span.
TIMED_KINDS = ("away", "back", "time", "pause")
# The same as “back”, but only with a day: “I’ll be back on Monday”.
RETURNS = {
    "en": (
        *("i'll be back", "i will be back", "will be back", "i return", "i'll return", "i am back"),
        *("be back", "i come back", "i'm coming back", "returning"),
    ),
    "fr": (
        *("je reviens", "je serai de retour", "je rentre", "je reviendrai", "je suis de retour"),
        *("retour", "serai de retour"),
    ),
    "de": (
        *("ich komme zurück", "zurück", "ich komme wieder", "wieder zurück", "ich bin zurück"),
        *("ich bin wieder zurück"),
    ),
}
# Commands whose words stand around a date: “ich bin bis Montag weg”.
AROUND = {
    "away": {
        "en": (("i am", "i'm", "i will be", "i'll be"), ("away", "absent", "on holiday")),
        "fr": (("je suis", "je serai"), ("absent", "absente", "en vacances")),
        "de": (
            ("ich bin", "bin", "ich", "wir sind"),
            ("weg", "abwesend", "nicht da", "verreist", "im urlaub", "unterwegs"),
        ),
    },
    "back": {
        "en": (("i am", "i'm", "i will be", "i'll be"), ("back",)),
        "fr": (("je suis", "je serai"), ("de retour",)),
        "de": (
            ("ich bin", "bin", "ich komme", "ich"),
            ("wieder da", "zurück", "wieder zurück", "wieder"),
        ),
    },
}
# The same around a deadline: “kann ich bis Freitag Zeit haben”.
AROUND["until"] = {
    "de": (
        ("kann ich", "ich brauche", "ich hätte gern", "ich bräuchte", "gib mir"),
        ("zeit haben", "zeit", "mehr zeit", "zeit bekommen"),
    ),
}
# What may stand before “2 more days”.
LEADS_OF_TIME = {
    "en": (
        *("i need", "need", "can i have", "could i have", "may i have", "give me", "i want"),
        *("i would like", "i'd like", "can i get", "could i get", "extend by"),
    ),
    "fr": (
        *("j'ai besoin de", "il me faut", "il me faudrait", "puis-je avoir", "je voudrais"),
        *("j'aimerais", "besoin de", "donnez-moi"),
    ),
    "de": ("ich brauche", "brauche", "ich brauch", "ich möchte", "ich hätte gern", "gib mir"),
}


# What may stand before “until Friday” alone.
LEADS_OF_DEADLINE = {
    "en": (
        *("can i have", "could i have", "may i have", "can i get", "give me", "i need"),
        *("can i have time", "could i have time", "give me time", "i need time"),
    ),
    "fr": (
        *("puis-je avoir", "je peux avoir", "donnez-moi", "laissez-moi", "j'ai besoin"),
        *("puis-je avoir le temps", "il me faut"),
    ),
    "de": ("kann ich", "gib mir", "gebt mir", "ich brauche", "kann ich zeit haben", "gib mir zeit"),
}
_UNTIL = frozenset(["until", "till", "bis", "jusqu", "jusque"])


class Away(Struct, frozen=True):
    """“away 3 days”: no time runs from the first day (None: today) until the last, inclusive.

    `last` None: just “away”, or an unclear time, to get an explanation. `readings` are the days
    that an unclear date may mean.
    """

    last: date | None
    first: date | None = None
    readings: tuple[date, ...] = ()


class Back(Struct, frozen=True):
    """“back on Monday”: an absence ends the day before; `day` None: the time is unclear."""

    day: date | None
    readings: tuple[date, ...] = ()


class Wish(Struct, frozen=True):
    """“more time 24 hours”, “pause 3 days”: ask the others; `kind` is "time" or "pause".

    `hours` None: just “pause”, or an unclear time, to get an explanation.
    """

    kind: str
    hours: int | None
    readings: tuple[date, ...] = ()


TimedCommand = Away | Back | Wish


def parse_timed_command(line: str, language: str, today: date) -> TimedCommand | None:
    """Return the command with a date or a span in a line: “away until Monday”; None if none is."""
    question: TimedCommand | None = None
    for text in dict.fromkeys((line, small_talk.cut_courtesies(line))):
        for tokens in list_timed_tokens(text):
            for kind, arguments in _iter_timed_arguments(tokens, language):
                command = _build_timed_command(kind, arguments, today, language)
                if command is not None and not _asks_back(command):
                    return command
                question = question or command
    return question


def _asks_back(command: TimedCommand) -> bool:
    """Return whether a command lacks the time that it needs."""
    match command:
        case Away(None) | Back(None) | Wish(_, None):
            return True
    return False


def list_timed_tokens(line: str) -> list[Sequence[str]]:
    """Return the tokens of a line: all, and without the small talk around them.

    Small talk has words of time, as in “bis morgen”, so that all tokens are tried first.
    """
    plain = small_talk.cut_greeting(line.split("//")[0])
    tokens = dates.tokenize_dates(plain)
    words = notation.split_words(plain)
    cut = small_talk.cut_talk(words)
    behind = small_talk.cut_talk(words, before=False)
    if not cut or cut == words:
        return [tokens]
    places = [at for at, token in enumerate(tokens) if token.isalnum()]
    if len(places) != len(words):
        return [tokens]
    start, end = len(behind) - len(cut), len(behind)
    return [tokens, tokens[places[start] : places[end - 1] + 1]]


def _iter_timed_arguments(
    tokens: Sequence[str], language: str
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield (kind, the other tokens) for each command whose words begin or surround a line."""
    for kind in TIMED_KINDS:
        size = match_phrase(tokens, _get_phrases(f"timed {kind}", language))
        if kind == "back":
            size = max(size, match_phrase(tokens, _get_phrases("returns", language)))
        if size:
            yield kind, tokens[size:]
    for kind in AROUND:
        before = match_phrase(tokens, _get_phrases(f"before {kind}", language))
        behind = match_phrase(tokens[::-1], _get_phrases(f"behind {kind}", language))
        if behind and before + behind < len(tokens):
            yield f"around {kind}", tokens[before : len(tokens) - behind]
    size = match_phrase(tokens, _get_phrases("deadline", language))
    rest = [token for token in tokens[size:] if token.isalnum()]
    if size and rest and rest[0] in _UNTIL:
        yield "until", tokens[size:]
    yield "more", tokens[match_phrase(tokens, _get_phrases("more", language)) :]


def match_phrase(tokens: Sequence[str], phrases: Iterable[Tokens]) -> int:
    """Return the number of tokens that the longest phrase takes at the start; 0 if none begins it.

    Punctuation and words that notation ignores may stand between its words.
    """
    phrase_set, longest = set(phrases), max(map(len, phrases), default=0)
    words: list[str] = []
    size = 0
    for at, token in enumerate(tokens):
        if token in notation.FILLERS or not token.isalnum():
            continue
        words.append(token)
        if len(words) > longest:
            break
        size = at + 1 if tuple(words) in phrase_set else size
    return size


@cache
def _get_phrases(name: str, language: str) -> frozenset[Tokens]:
    """Return the phrases of a table beside the commands, in the reader's language and English."""
    where, _, kind = name.partition(" ")
    phrases: list[str] = []
    for language_code in ("en", language):
        match where:
            case "timed":
                phrases += PHRASES[kind].get(language_code, ())
            case "returns":
                phrases += RETURNS.get(language_code, ())
            case "more":
                phrases += LEADS_OF_TIME.get(language_code, ())
            case "deadline":
                phrases += LEADS_OF_DEADLINE.get(language_code, ())
            case "before" | "behind":
                sides = AROUND[kind].get(language_code, ((), ()))
                phrases += sides[where == "behind"]
    words = map(notation.tokenize_line, phrases)
    return frozenset(words if where != "behind" else (tokens[::-1] for tokens in words))


def _build_timed_command(
    kind: str, arguments: Sequence[str], today: date, language: str
) -> TimedCommand | None:
    """Return the command of a kind with these arguments; None if it is none."""
    is_bare = not any(token.isalnum() for token in arguments)
    period = None if is_bare else dates.parse_period(arguments, today, language)
    readings = period.readings if isinstance(period, UnclearPeriod) else ()
    clear = period if isinstance(period, Period) else Period()
    match kind:
        case "away" if is_bare or period:
            first, last = _find_absence(clear, today)
            return Away(last, first if last else None, readings)
        case "back" if period:
            return Back(_find_return(clear), readings)
        case "time" | "pause" if is_bare or period:
            return Wish(kind, _find_hours(clear, today), readings)
        case "around away" if (absence := _find_absence(clear, today))[1]:
            return Away(absence[1], absence[0])
        case "around back" if day := _find_return(clear):
            return Back(day)
        case "until" | "around until" if clear.last:
            return Wish("time", _find_hours(clear, today))
        case "more" if clear.is_more and clear.hours and not clear.last and not clear.first:
            return Wish("time", clear.hours)
    return None


def _find_absence(period: Period, today: date) -> tuple[date | None, date | None]:
    """Return the first day (None: today) and the last day of an absence; None if not clear."""
    first, last = period.first, period.last
    if last is None and period.hours and not period.hours % 24:
        last = (first or today) + timedelta(days=period.hours // 24 - 1)
    return (first if first and first > today else None), last


def _find_return(period: Period) -> date | None:
    """Return the day on which somebody is back: a single one, or “in 3 days”."""
    is_single = period.last in (None, period.first) and period.hours is None
    return period.first if is_single else None


def _find_hours(period: Period, today: date) -> int | None:
    """Return the hours from now of a wish that begins today; None if it begins later."""
    if period.first and period.first > today:
        return None
    if period.last:
        return (period.last - today).days * 24 or None
    return period.hours
