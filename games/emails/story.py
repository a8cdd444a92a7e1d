"""What happened since a player's last move, in sentences: runs of events are told together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, groupby

from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.addressing import begin_with
from games.engine.contract import Event
from games.queries.move_log import MoveSummary
from games.titles import GAMES

# Maximum number of moves in the story, and of its characters; older ones are on the history page.
MAX_MOVES, MAX_CHARACTERS = 30, 800
# Maximum number of statements in one sentence, and of its characters.
MAX_JOINED, MAX_LENGTH = 3, 140
# Maximum numbers of sentences and of characters before the question of an HTML e-mail.
MAX_SENTENCES_ABOVE, MAX_ABOVE = 5, 320
# Maximum number of characters of the story below the question; the page has the rest.
MAX_BELOW = 160
# The first screen of a phone, in pixels: two answers have to begin above its end. FRAME is what
# stands above the story, and the first answer; the rest are lines of the question and the story.
FIRST_SCREEN, FRAME = 560, 200
QUESTION_LINE, QUESTION_CHARACTERS = 24, 34
LINE, CHARACTERS, HEADING_CHARACTERS = 23.5, 38, 60


class Story(Struct, frozen=True):
    """The sentences of a story: `latest` go before the question in HTML, `below` below it.

    `below` are the last of the `earlier` ones; a text tells all.
    """

    earlier: Sequence[str]
    latest: Sequence[str]

    @property
    def below(self) -> Sequence[str]:
        """What came right before `latest`, as far as there is room for it."""
        return _take_last(self.earlier, MAX_BELOW) if self.earlier else []

    @property
    def sentences(self) -> list[str]:
        """All sentences, oldest first."""
        return [*self.earlier, *self.latest]


def count_characters_above(question: str) -> int:
    """Return how many characters of the story fit above a question and two answers on a phone.

    >>> count_characters_above("What do you do?")
    320
    >>> count_characters_above("What do you bid in secret, and for whom? " * 8)
    130
    """
    lines = -(-len(question) // QUESTION_CHARACTERS)
    height_left = FIRST_SCREEN - FRAME - lines * QUESTION_LINE
    room = int(height_left / LINE) * CHARACTERS - HEADING_CHARACTERS
    return max(0, min(room, MAX_ABOVE))


def tell_story(
    game: str,
    summaries: Sequence[MoveSummary],
    names: Sequence[str],
    language: str,
    *,
    room: int = MAX_ABOVE,
    without: Collection[str] = (),
) -> Story:
    """Tell the last moves, without those that were taken back, in the active language.

    `names` by seat; sentences address the reader (`mark_reader`) as “you”. `room` is the maximum
    number of characters before the question. `without`: kinds of events that the e-mail tells
    elsewhere.
    """
    counting = [move for move in summaries[-MAX_MOVES:] if not move.undone]
    sentences: list[str] = []
    for has_events, run in groupby(counting, lambda move: bool(move.events)):
        moves = list(run)
        if has_events:
            events = [e for move in moves for e in move.events if e.kind not in without]
            sentences += _tell_joined(game, events, names, language)
        else:
            sentences += [sentence for move in moves for sentence in move.sentences]
    return _split_story(sentences, room)


def tell_events(
    game: str, events: Sequence[Event], names: Sequence[str], language: str
) -> list[str]:
    """Return consecutive events as sentences, with runs told together if the game does that."""
    rules = GAMES[game]
    if rules.tell_events is not None:
        return rules.tell_events(events, names, language)
    return [rules.describe_event(event, names, language) for event in events]


def tell_move(
    summaries: Sequence[MoveSummary], game: str, names: Sequence[str], language: str
) -> list[str]:
    """Return a move in sentences, with runs of events told together."""
    events = [event for move in summaries for event in move.events]
    if not events:
        return [sentence for move in summaries for sentence in move.sentences]
    return _tell_joined(game, events, names, language)


def _tell_joined(
    game: str, events: Sequence[Event], names: Sequence[str], language: str
) -> list[str]:
    subjects = [begin_with(name, language) for name in names]
    return join_sentences(tell_events(game, events, names, language), subjects)


def join_sentences(sentences: Iterable[str], names: Sequence[str]) -> list[str]:
    """Join neighbouring short sentences that begin with the same player's name.

    >>> join_sentences(["Bob reads.", "Bob sings.", "Eve hums: la."], ["Bob", "Eve"])
    ['Bob reads and sings.', 'Eve hums: la.']
    """
    joined_sentences: list[str] = []
    for name, group in groupby(sentences, lambda sentence: _subject_of(sentence, names)):
        run = list(group)
        joined_sentences += _join_run(name, run) if name else run
    return joined_sentences


def _subject_of(sentence: str, names: Sequence[str]) -> str:
    """Return the player that a sentence begins with; "" if it cannot be joined with others."""
    candidates = [name for name in names if name and sentence.startswith(f"{name} ")]
    name = max(candidates, key=len, default="")
    statement = sentence[len(name) : -1]
    is_simple = sentence.endswith(".") and not re.search(r"[:;()]|\. ", statement)
    return name if is_simple else ""


def _joining_word() -> str:
    return _("%(names)s and %(last)s") % {"names": "", "last": ""}


def _join_run(name: str, run: Sequence[str]) -> list[str]:
    statements = [sentence[len(name) + 1 : -1] for sentence in run]
    return [f"{name} {_join_statements(part)}." for part in _split_into_sentences(statements)]


def _split_into_sentences(statements: Iterable[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for statement in statements:
        if len(part) == MAX_JOINED or len(", ".join([*part, statement])) > MAX_LENGTH:
            if part:
                yield part
            part = []
        part.append(statement)
        if _joining_word() in statement:
            # Its own “and” ends the sentence.
            yield part
            part = []
    if part:
        yield part


def _join_statements(part: Sequence[str]) -> str:
    part = _drop_repeated_verbs(part)
    if len(part) == 1 or _joining_word() in part[-1]:
        return ", ".join(part)
    return _("%(names)s and %(last)s") % {"names": ", ".join(part[:-1]), "last": part[-1]}


def _drop_repeated_verbs(statements: Sequence[str]) -> list[str]:
    """Return statements of amounts without a verb that the one before has already.

    >>> _drop_repeated_verbs(["gains 1 crystal", "gains 3 crystals", "gains a card"])
    ['gains 1 crystal', '3 crystals', 'gains a card']
    """
    result: list[str] = []
    for before, statement in zip(["", *statements], statements, strict=False):
        verb, _blank, amount = statement.partition(" ")
        is_same = before.startswith(f"{verb} ") and before[len(verb) + 1 :][:1].isdigit()
        result.append(amount if is_same and amount[:1].isdigit() else statement)
    return result


def _split_story(sentences: Sequence[str], room: int) -> Story:
    """Put as many of the last sentences as fit above the question into `latest`, one if any may."""
    sentences = _take_last(sentences, MAX_CHARACTERS)
    is_short = bool(sentences) and len(sentences[-1]) <= room
    latest = _take_last(sentences, room) if is_short or room == MAX_ABOVE else []
    latest = latest[-MAX_SENTENCES_ABOVE:]
    return Story(sentences[: len(sentences) - len(latest)], latest)


def _take_last(sentences: Sequence[str], room: int) -> Sequence[str]:
    """Return the last sentences that fit into so many characters, at least one."""
    lengths = accumulate(len(sentence) + 1 for sentence in reversed(sentences))
    fitting = sum(length <= room for length in lengths)
    return sentences[-max(fitting, 1) :]
