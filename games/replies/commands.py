"""Commands in the lines of an e-mail, for every game: “help”, “away 3 days”, “say well played”.

If a game uses the same word, it belongs to the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import cache
from zoneinfo import ZoneInfo

from msgspec import Struct

from games.engine import notation
from games.engine.notation import Tokens
from games.models import Player
from games.replies import timed_commands
from games.replies.explanations import Explain
from games.replies.inquiries import Inquiry
from games.replies.lines import small_talk
from games.replies.timed_commands import Away, Back, Wish
from games.services import order_commands
from games.titles import GAMES

# Commands and their names; without arguments the line must consist of nothing else.
ALONE: dict[str, dict[str, tuple[str, ...]]] = {
    "help": {"en": ("help", "commands"), "fr": ("aide",), "de": ("hilfe",)},
    "status": {"en": ("status",), "fr": ("statut", "etat"), "de": ("status", "stand")},
    "options": {
        "en": ("options", "choices"),
        "fr": ("options", "choix"),
        "de": ("optionen", "antworten"),
    },
    "undo": {
        "en": (
            *("undo", "take back", "undo that", "undo it", "undo my move", "undo my last move"),
            *("undo my last answer", "undo my answer", "take it back", "take that back"),
            *("can i undo", "can i undo that", "can i undo it", "can i undo my move"),
            *("can i undo my last move", "can i take it back", "can i take that back"),
            *("could i undo that", "could i undo my last move", "may i undo that"),
            *("could i take that back", "may i take that back", "can we undo that"),
        ),
        "fr": (
            *("annuler", "annule", "annulez", "annuler mon coup", "annuler mon dernier coup"),
            *("annuler ma réponse", "annuler ma dernière réponse"),
            *("puis-je annuler", "je peux annuler", "est-ce que je peux annuler"),
            *("puis-je annuler mon coup", "puis-je annuler mon dernier coup"),
            *("je peux annuler mon coup", "je peux annuler mon dernier coup"),
        ),
        "de": (
            *("zurucknehmen", "ruckgangig", "rückgängig machen", "zug zurücknehmen"),
            *("meinen zug zurücknehmen", "mach das rückgängig", "nimm das zurück"),
            *("kann ich das zurücknehmen", "kann ich das rückgängig machen"),
            *("kann ich meinen zug zurücknehmen", "darf ich das zurücknehmen"),
            *("kann ich meinen letzten zug zurücknehmen", "darf ich meinen zug zurücknehmen"),
        ),
    },
    "resign": {
        "en": ("resign", "i resign"),
        "fr": ("abandonner", "j abandonne"),
        "de": ("aufgeben", "ich gebe auf"),
    },
    "stop": {
        "en": (
            *("unsubscribe", "unsubscribe me", "stop", "stop mail", "stop mails", "stop e-mail"),
            *("stop e-mails", "stop emails", "stop sending e-mails", "stop sending me e-mails"),
            *("no more e-mails", "no more emails", "remove me", "stop these e-mails"),
            *("stop these emails", "stop these mails", "stop emailing me", "stop mailing me"),
        ),
        "fr": (
            *("désabonner", "me désabonner", "désabonnez-moi", "désabonne-moi", "désinscrire"),
            *(
                "désinscrivez-moi",
                "me désinscrire",
                "plus de lettres",
                "plus d'e-mails",
                "arrêtez ces e-mails",
            ),
            *("arrête ces e-mails", "arrêtez de m'écrire"),
            *("plus d'emails", "plus de mails"),
        ),
        "de": (
            *("abmelden", "abbestellen", "keine briefe mehr", "keine e-mails mehr", "stopp"),
            *("melde mich ab", "ich melde mich ab", "mich abmelden", "keine mails mehr"),
            *("keine emails mehr", "keine mails mehr bitte", "schreib mir nicht mehr"),
            *("hör auf mir zu schreiben", "stoppt diese e-mails"),
        ),
    },
    **timed_commands.PHRASES,
    "resume": {
        "en": ("resume", "end pause"),
        "fr": ("reprendre", "fin de pause"),
        "de": ("fortsetzen", "pause beenden"),
    },
    "end": {
        "en": ("end match", "end the match"),
        "fr": ("terminer la partie", "terminer partie"),
        "de": ("partie beenden", "die partie beenden"),
    },
    "unrated": {
        "en": ("end match unrated", "end the match unrated"),
        "fr": ("terminer la partie sans cote", "terminer la partie hors classement"),
        "de": ("partie ohne wertung beenden", "partie beenden ohne wertung"),
    },
    "annul": {
        "en": ("annul", "annul match", "annul the match"),
        "fr": ("annuler la partie", "annuler partie"),
        "de": ("annullieren", "partie annullieren", "die partie annullieren"),
    },
    "rematch": {
        "en": (
            *("rematch", "a rematch", "play again", "let's play again", "rematch please"),
            *("another game", "another match", "one more game"),
        ),
        "fr": (
            *("revanche", "une revanche", "la revanche", "rejouer", "on rejoue"),
            *("une autre partie", "encore une partie"),
        ),
        "de": (
            *("revanche", "eine revanche", "rückspiel", "noch eine partie", "noch ein spiel"),
            *("noch eine runde",),
        ),
    },
    "name": {
        "en": ("name", "my name"),
        "fr": ("nom", "mon nom", "pseudo"),
        "de": ("name", "mein name"),
    },
    "say": {"en": ("say",), "fr": ("dire", "dis"), "de": ("sag", "sage")},
}
# Commands that end something for good: no other words may stand beside them, but thanks.
FINAL = ("stop", "resign", "end", "unrated", "annul")
# Commands that take arguments.
BEFORE = ("away", "time", "pause", "name", "say")

# Lines that end an e-mail: what follows is ignored.
ENDS = {
    "en": ("end", "quit", "stop", "thanks", "thank you", "thx"),
    "fr": ("fin", "merci", "arret"),
    "de": ("ende", "schluss", "danke", "vielen dank", "stopp"),
}

# Minimum length of a word of a name that tells what a line is about.
SHORTEST_NAME = 3


@cache
def get_command_phrases(kind: str, language: str) -> set[Tokens]:
    """Return the names of a command, in the reader's language and in English."""
    words = ALONE[kind]
    return {
        notation.tokenize_line(phrase)
        for language_code in ("en", language)
        for phrase in words.get(language_code, ())
    }


def get_end_words(language: str) -> set[str]:
    """Return the words that end an e-mail, in the reader's language and in English."""
    return {word for language_code in ("en", language) for word in ENDS.get(language_code, ())}


# “name” or “my name” followed by the name, and “say” followed by the message; nothing may stand
# before, not even punctuation.
_NAME = re.compile(r"\s{0,3}([^\W\d_]{2,6}(?: [^\W\d_]{2,6})?)(?:\s{0,3}:|\s)\s*(\S.{0,80})")
_SAY = re.compile(r"\s{0,3}([^\W\d_]{2,6})(?:\s{0,3}:|\s|$)(.{0,2000})", re.DOTALL)


# The end of a sentence that may have a command behind it: “explore. say good luck”.
_SENTENCE_ENDS = re.compile(r"(?<=[^\W_][.!;])\s+(?=[^\W\d_])")


class Plain(Struct, frozen=True):
    """A command without arguments, such as "help", "undo", "resume" or "stop"."""

    kind: str


class Name(Struct, frozen=True):
    """“name Anna”: change the player's name."""

    name: str


class Say(Struct, frozen=True):
    """“say well played”: send a chat message."""

    text: str


Command = Plain | Away | Back | Wish | Name | Say | Explain | Inquiry


class CommandLine(Struct, frozen=True):
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
) -> tuple[list[CommandLine], list[str]]:
    """Return the commands among the lines, and the other lines.

    `is_answer` returns whether a line answers the prompt.
    """
    commands, others = [], []
    for line in lines:
        command = parse_command(line, language, today=today)
        if command is None or _is_of_game(command, line, game, language) or is_answer(line):
            others.append(line)
        else:
            commands.append(CommandLine(command, line))
    return commands, others


def parse_command(line: str, language: str, *, today: date) -> Command | None:
    """Return the command in a line, None if there is none.

    >>> parse_command("Away until 24 Dec.", "en", today=date(2026, 11, 21))
    Away(last=datetime.date(2026, 12, 24), first=None, readings=())
    """
    if line.lstrip().startswith((">", "|")):
        # Quoted text, e.g. of our own e-mails.
        return None
    if line.strip() in ("?", "??"):
        return Plain("help")
    tokens = _split_command_words(line)
    plain = _split_command_words(small_talk.cut_courtesies(line))
    for kind in ALONE:
        words = tokens if kind in FINAL else plain
        if kind not in BEFORE and words in get_command_phrases(kind, language):
            return Plain(kind)
    if not any(map(str.isalpha, tokens)):
        # Most lines: a number.
        return None
    timed_command = timed_commands.parse_timed_command(line, language, today)
    if timed_command is not None:
        return timed_command
    if name := read_name(line, language):
        return Name(name)
    match = _SAY.fullmatch(line)
    if match and notation.tokenize_line(match[1]) in get_command_phrases("say", language):
        return Say(match[2].strip())
    return None


def begins_with_command(line: str, game: str, language: str) -> bool:
    """Return whether a line begins with the words of a command that are no verb of the game.

    >>> begins_with_command("Resume on 3 December", "abyss", "en")
    True
    """
    verbs = get_game_verbs(game, language)
    return any(
        timed_commands.match_phrase(tokens, get_command_phrases(kind, language) - verbs)
        for tokens in timed_commands.list_timed_tokens(line)
        for kind in ALONE
    )


# Commands that are recognized inside a sentence: “can I get suggested orders too”. The words of
# others are common.
_REQUEST_KINDS = ("undo", "pause", "resume", "rematch", "resign")
# Words before a request.
_ASKING = re.compile(
    r"^\W{0,3}(?:(?:and|also|please|then|but|et|aussi|puis|mais|und|auch|dann|bitte|aber)\s)*"
    r"(?:(?:can|could|may) (?:i|we|you)(?: get| have)?|i(?:'d| would) like(?: to)?|i need|"
    r"(?:je|on) peux avoir|puis-je avoir|je voudrais|il me faut|kann ich|ich hätte gern|"
    r"ich brauche)?\s?",
    re.IGNORECASE,
)
# Of those, the words that make a request of what stands behind them.
_ASKS = re.compile(r"\b(?:i|we|you|je|il|ich)\b", re.IGNORECASE)
# What may stand behind one.
_TOO = small_talk.list_words("too also as well please now aussi également svp auch noch bitte")


def is_request(piece: str, game: str, language: str) -> bool:
    """Return whether a part of a line asks for something that a command does.

    >>> [is_request(piece, "abyss", "en") for piece in ("can i get suggested orders too", "nice")]
    [True, False]
    """
    if begins_with_command(_ASKING.sub("", piece, count=1), game, language):
        return True
    return _names_request(piece, game, language)


def is_wish(line: str, game: str, language: str) -> bool:
    """Return whether a line beside an answer wants something that a command does: its writer is
    told if it is not done.

    >>> [is_wish(line, "abyss", "en") for line in ("rematch after this?", "back to you", "gg")]
    [True, False, False]
    """
    if small_talk.is_phrase(line):
        return False
    asking = _ASKING.match(line)
    is_asking = bool(asking and _ASKS.search(asking[0]))
    plain = _ASKING.sub("", line, count=1)
    if is_asking and begins_with_command(plain, game, language):
        return True
    return _names_request(line, game, language)


def unwrap_request(line: str) -> str:
    """Return the bare command about orders that a line asks for politely, or the line itself.

    >>> unwrap_request("can i get suggested orders too?"), unwrap_request("can i get tea too?")
    ('suggested orders', 'can i get tea too?')
    """
    tokens = notation.tokenize_line(_ASKING.sub("", line, count=1))
    while tokens and not _TOO.isdisjoint((tokens[0], tokens[-1])):
        tokens = tokens[1:] if tokens[0] in _TOO else tokens[:-1]
    return " ".join(tokens) if tokens in order_commands.SUGGESTION_PHRASES else line


def _names_request(piece: str, game: str, language: str) -> bool:
    tokens = notation.tokenize_line(piece)
    verbs = get_game_verbs(game, language)
    phrases = {
        phrase for kind in _REQUEST_KINDS for phrase in get_command_phrases(kind, language) - verbs
    } | order_commands.SUGGESTION_PHRASES
    return any(
        tokens[at : at + len(phrase)] == phrase for phrase in phrases for at in range(len(tokens))
    )


def split_sentences(line: str, language: str, *, today: date) -> list[str]:
    """Return the sentences of a line of which all but the first are commands, or the line itself.

    >>> split_sentences("Explore. Say good luck, Bob!", "en", today=date(2026, 11, 21))
    ['Explore.', 'Say good luck, Bob!']
    >>> split_sentences("Say hello. Say bye.", "en", today=date(2026, 11, 21))
    ['Say hello. Say bye.']
    """
    first, *rest = _SENTENCE_ENDS.split(line.split("//")[0], maxsplit=1)
    if not rest or parse_command(first, language, today=today):
        return [line]
    if unwrap_request(rest[0]) != rest[0]:
        return [first, unwrap_request(rest[0])]
    command = parse_command(rest[0], language, today=today)
    is_final = isinstance(command, Plain) and command.kind in (*FINAL, "undo")
    return [line] if command is None or is_final else [first, rest[0]]


def _split_command_words(line: str) -> Tokens:
    """Return the words of a line without the small talk around a command: “undo, thanks, Bob”."""
    tokens = notation.split_words(small_talk.cut_greeting(line.split("//")[0]))
    return notation.drop_fillers(small_talk.cut_talk(tokens) or tokens)


def read_name(line: str, language: str) -> str:
    """Return the new name that a line asks for, "" if it asks for none.

    >>> read_name("Name: Anna B.", "en"), read_name("mein Name Ännchen", "de")
    ('Anna B.', 'Ännchen')
    """
    match = _NAME.fullmatch(line.rstrip())
    if not match or notation.tokenize_line(match[1]) not in get_command_phrases("name", language):
        return ""
    return " ".join(match[2].split())


def _is_of_game(command: Command, line: str, game: str, language: str) -> bool:
    """Return whether the words of a command are also a verb of the game."""
    tokens = notation.tokenize_line(line.split("//")[0])
    tokens = tokens if isinstance(command, Plain) else tokens[:1]
    return tokens in get_game_verbs(game, language)


@cache
def get_game_verbs(game: str, language: str) -> set[notation.Tokens]:
    """Return the verbs of a game in the reader's language and in English."""
    return {words for words, _ in list_game_verbs(game, language)}


@cache
def list_game_verbs(game: str, language: str) -> tuple[tuple[notation.Tokens, str], ...]:
    """Return (words, language) of each verb of a game, in the reader's language and in English."""
    codes = dict.fromkeys(verb for topic in GAMES[game].topics.values() for verb in topic.verbs)
    return tuple(
        (notation.tokenize_line(verb_text), language_code)
        for language_code in dict.fromkeys((language, "en"))
        for words in [GAMES[game].list_words(language_code)]
        for verb in codes
        for verb_text in notation.list_written_verbs(verb, words)
    )


@cache
def list_game_names(game: str, language: str) -> frozenset[str]:
    """Return the words of everything that can stand with a verb of a game, in one language."""
    words = GAMES[game].list_words(language)
    codes = {
        code
        for topic in GAMES[game].topics.values()
        for codes in topic.verbs.values()
        for code in codes
    }
    names = (notation.tokenize_line(words.get(code) or code.replace("_", " ")) for code in codes)
    return frozenset(word for name in names for word in name if len(word) >= SHORTEST_NAME)


def split_at_end(lines: Iterable[str], language: str, *, game: str) -> tuple[list[str], list[str]]:
    """Return the lines above and below the one that ends an e-mail: “--”, “stop”, “thanks”.

    What stands below a greeting only is not the end.
    """
    above: list[str] = []
    below = list(lines)
    while below:
        line = below.pop(0)
        if _is_end(line, language, game) and not all(map(small_talk.is_talk, above)):
            break
        above.append(line)
    return above, below


def _is_end(line: str, language: str, game: str) -> bool:
    text = line.strip().casefold().strip(".,! ")
    if notation.tokenize_line(line) in get_game_verbs(game, language):
        return False
    return text == "--" or text in get_end_words(language) or small_talk.is_closing(line)


def get_reason_code(commands: Sequence[CommandLine]) -> str:
    """Return the reason code of an e-mail of commands: the only kind, or “commands” for several."""
    kinds = {
        command_line.command.kind
        if isinstance(command_line.command, Plain | Wish | Inquiry)
        else type(command_line.command).__name__.lower()
        for command_line in commands
    }
    return kinds.pop() if len(kinds) == 1 else "commands"


def get_local_date(player: Player, now: datetime) -> date:
    """Return the current date in the player's zone."""
    return now.astimezone(ZoneInfo(player.zone)).date()
