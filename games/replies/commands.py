"""Lines of a letter that are commands of every game: “help”, “away 3 days”, “say well played”.

Where a game has the same word, it is the game's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from msgspec import Struct

from games.engine import notation
from games.engine.contract import Decision
from games.replies import command_words
from games.titles import GAMES

# “say” and its words; nothing may stand before, not even a mark.
# “name” or “my name” and the name.
_NAME = re.compile(r"\s{0,3}([^\W\d_]{2,6}(?: [^\W\d_]{2,6})?)(?:\s{0,3}:|\s)\s*(\S.{0,80})")
_SAY = re.compile(r"\s{0,3}([^\W\d_]{2,6})(?:\s{0,3}:|\s|$)(.{0,2000})", re.DOTALL)


class Plain(Struct, frozen=True):
    """A command of one word: such as "help", "undo", "resume" or "stop"."""

    kind: str


class Away(Struct, frozen=True):
    """“away 3 days”: no time runs from today until the last day, both included.

    None: just “away”, to hear how it is written.
    """

    last: date | None


class Wish(Struct, frozen=True):
    """“more time 24 hours”, “pause 3 days”: ask the others; `kind` is "time" or "pause".

    `hours` None: just “pause”, to hear how it is written.
    """

    kind: str
    hours: int | None


class Name(Struct, frozen=True):
    """“name Anna”: be called so from now on."""

    name: str


class Say(Struct, frozen=True):
    """“say well played”: tell the others."""

    text: str


Command = Plain | Away | Wish | Name | Say
WISHES = ("time", "pause")


class Spoken(Struct, frozen=True):
    """A command and the line it was written in."""

    command: Command
    line: str


def split_commands(
    lines: Sequence[str],
    language: str,
    *,
    game: str,
    today: date,
    is_answer: Callable[[str], bool],
) -> tuple[list[Spoken], list[str]]:
    """Return the commands among the lines, and the lines that are none.

    `is_answer` tells whether a line answers the question.
    """
    commands, others = [], []
    for line in lines:
        command = parse_command(line, language, today=today)
        if command is None or _is_of_game(command, line, game, language) or is_answer(line):
            others.append(line)
        else:
            commands.append(Spoken(command, line))
    return commands, others


def parse_command(line: str, language: str, *, today: date) -> Command | None:
    """Return the command that a line is, None if it is none.

    >>> parse_command("Away until 24 Dec.", "en", today=date(2026, 11, 21))
    Away(last=datetime.date(2026, 12, 24))
    """
    if line.lstrip().startswith((">", "|")):
        # Quoted: by our own answers, among others.
        return None
    if line.strip() in ("?", "??"):
        return Plain("help")
    said = notation.tokenize_line(line.split("//")[0])
    for kind in command_words.ALONE:
        if kind not in command_words.BEFORE and said in command_words.get_command_phrases(
            kind, language
        ):
            return Plain(kind)
    if said[:1] in command_words.get_command_phrases("away", language):
        last = command_words.last_day(said[1:], today)
        return Away(last) if last or len(said) == 1 else None
    for kind in WISHES:
        if (behind := command_words.extract_arguments(said, kind, language)) is not None:
            hours = command_words.parse_hours(behind)
            return Wish(kind, hours) if hours or not behind else None
    if named := read_name(line, language):
        return Name(named)
    found = _SAY.fullmatch(line)
    if found and notation.tokenize_line(found[1]) in command_words.get_command_phrases(
        "say", language
    ):
        return Say(found[2].strip())
    return None


def read_name(line: str, language: str) -> str:
    """Return the name that a line asks to be called by, "" if it asks for none.

    >>> read_name("Name: Anna B.", "en"), read_name("mein Name Ännchen", "de")
    ('Anna B.', 'Ännchen')
    """
    found = _NAME.fullmatch(line.rstrip())
    if not found or notation.tokenize_line(found[1]) not in command_words.get_command_phrases(
        "name", language
    ):
        return ""
    return " ".join(found[2].split())


def _is_of_game(command: Command, line: str, game: str, language: str) -> bool:
    """Whether the words of a command are a verb of the game as well."""
    said = notation.tokenize_line(line.split("//")[0])
    said = said if isinstance(command, Plain) else said[:1]
    return said in get_game_verbs(game, language)


def get_game_verbs(game: str, language: str) -> set[notation.Tokens]:
    """The verbs of a game in the reader's language and in English."""
    codes = {verb for topic in GAMES[game].topics.values() for verb in topic.verbs}
    lexicons = [GAMES[game].list_words(spoken) for spoken in dict.fromkeys((language, "en"))]
    written = (
        notation.format_decision(Decision(verb), words) for words in lexicons for verb in codes
    )
    return set(map(notation.tokenize_line, written))


def until_end(lines: Iterable[str], language: str, *, game: str) -> list[str]:
    """Return the lines above the one that ends a letter: “--”, “stop”, “thanks”.

    The first line never ends it.
    """
    ends = command_words.get_end_words(language)
    kept: list[str] = []
    for line in lines:
        said = line.strip().casefold().strip(".,! ")
        is_end = said == "--" or said in ends
        if kept and is_end and notation.tokenize_line(line) not in get_game_verbs(game, language):
            break
        kept.append(line)
    return kept


def get_reason_code(commands: Sequence[Spoken]) -> str:
    """The reason code of a letter of commands: what it asks for, “commands” if several things."""
    kinds = {
        one.command.kind
        if isinstance(one.command, Plain | Wish)
        else type(one.command).__name__.lower()
        for one in commands
    }
    return kinds.pop() if len(kinds) == 1 else "commands"
