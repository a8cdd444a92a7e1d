"""Analysis boards as they are shown: the question, what was tried, and what a bot thinks."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine import notation
from games.engine.contract import Event, name_players
from games.engine.opinion import Estimate
from games.engine.text import format_number
from games.models import AnalysisBoard, Match, Player, Prompt
from games.presentation import labels
from games.presentation.analyses import PERCENT_PER_POINT
from games.queries import matches
from games.queries.matches import Answer, Question
from games.services.analysis_boards import TriedPosition
from games.services.rate_limits import is_too_often
from games.titles import GAMES

# How many opinions a player may ask for per hour.
OPINIONS, HOUR = 120, timedelta(hours=1)
# Maximum number of answers of an opinion that are shown.
MAX_SHOWN = 5


class TriedLine(Struct, frozen=True):
    """A move that was tried, in words: whose it is, the answer, and what it led to."""

    name: str
    answer: str
    sentences: list[str]
    is_forced: bool


class OpinionLine(Struct, frozen=True):
    """An answer with the lead that a bot expects from it, in words, and its form value."""

    answer: str
    value: str
    lead: str


class BoardLine(Struct, frozen=True):
    """A board in a list."""

    board: AnalysisBoard
    title: str
    moves: int


def build_question(match: Match, position: TriedPosition, language: str) -> Question | None:
    """Return the question that is open on a board, None after the end."""
    prompt, game = position.prompt, GAMES[match.game]
    if prompt is None:
        return None
    view = game.build_view(position.state, prompt.seat)
    words, view_with_names = (
        game.list_words(language),
        name_players(view, matches.player_names(match)),
    )
    answers = tuple(
        Answer(
            number,
            decision,
            notation.format_decision(decision, words),
            game.describe_cost(decision, view_with_names, language),
        )
        for number, decision in enumerate(prompt.list_offered_decisions(), start=1)
    )
    return Question(
        row=Prompt(match=match, seat=prompt.seat, number=prompt.number),
        asked=prompt,
        text=game.describe_prompt(prompt, view, language),
        answers=answers,
        slotted=tuple(choice for choice in prompt.choices if choice.slots),
        answered=None,
    )


def describe_moves(match: Match, position: TriedPosition, language: str) -> list[TriedLine]:
    """Return what was tried, in order, as its own seat sees it."""
    game, names = GAMES[match.game], matches.player_names(match)
    words = game.list_words(language)
    return [
        TriedLine(
            names[move.seat],
            notation.format_decision(move.decision, words),
            _tell_events(match, move.seat, events, names, language),
            move.is_forced,
        )
        for move, events in zip(position.moves, position.events, strict=True)
    ]


def _tell_events(
    match: Match, seat: int, events: list[Event], names: tuple[str, ...], language: str
) -> list[str]:
    game = GAMES[match.game]
    mine = [event for event in events if event.audience is None or seat in event.audience]
    if game.tell_events is not None:
        return game.tell_events(mine, names, language)
    return [game.describe_event(event, names, language) for event in mine]


def has_asked_often(player: Player) -> bool:
    """Count one more question to a bot; return whether these are too many."""
    return is_too_often("opinion", player.pk.hex, times=OPINIONS, within=HOUR)


def load_opinion(board: AnalysisBoard) -> list[Estimate] | None:
    """Return what a bot thinks of the answers, the best first; None if there is no opinion."""
    if board.opinion is None:
        return None
    try:
        return msgspec.convert(board.opinion, list[Estimate])
    except msgspec.ValidationError:
        return None


def describe_opinion(board: AnalysisBoard, match: Match, language: str) -> list[OpinionLine] | None:
    """Return the best answers of a bot's opinion in words; None if there is no opinion."""
    opinion = load_opinion(board)
    if opinion is None:
        return None
    words, is_joint = GAMES[match.game].list_words(language), matches.is_cooperative(match)
    return [
        OpinionLine(
            notation.format_decision(line.decision, words),
            msgspec.json.encode(line.decision).decode(),
            _describe_lead(line.lead, is_joint),
        )
        for line in opinion[:MAX_SHOWN]
    ]


def _describe_lead(lead: float, is_joint: bool) -> str:
    if is_joint:
        percent = min(100, max(0, round((lead + 10) * PERCENT_PER_POINT)))
        return _("chance of winning about %(percent)s%%") % {"percent": percent}
    points = round(lead, 1)
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return sign + number_format(abs(points), 1)


def describe_result(match: Match, position: TriedPosition) -> list[tuple[int, str, str]]:
    """Return (place, name, score in words) by place; [] before the end."""
    outcome = position.outcome
    if outcome is None:
        return []
    names, scores = matches.player_names(match), outcome.scores
    lines = [
        (place, names[seat], format_number(scores[seat]) if scores else "")
        for seat, place in enumerate(outcome.places)
    ]
    return sorted(lines, key=lambda line: line[0])


def describe_board(board: AnalysisBoard) -> BoardLine:
    """Return a board as a line of a list; its match is loaded with its seats."""
    return BoardLine(board, labels.match_title(board.match), count_moves(board))


def count_moves(board: AnalysisBoard) -> int:
    """Return how many moves were tried; 0 if they cannot be read."""
    return len(board.moves) if isinstance(board.moves, list) else 0


def build_board_names(match: Match, seat: int) -> list[dict[str, object]]:
    """Return the seats whose views can be chosen, and whether each is the one that is shown."""
    names = matches.player_names(match)
    return [
        {"seat": number, "name": name, "is_shown": number == seat}
        for number, name in enumerate(names)
    ]
