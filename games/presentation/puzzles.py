"""Puzzles as they are shown: the position as its seat saw it, the answers, and why one is best."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.engine import notation
from games.engine.analysis import Judgement
from games.engine.contract import Choice, Decision, View, name_players
from games.leagues.ratings import Rating as Belief
from games.models import Match, Player, Prompt, Puzzle, PuzzleAttempt
from games.presentation import analyses
from games.presentation.analyses import PERCENT_PER_POINT
from games.queries import matches
from games.queries.matches import Answer, Question
from games.services import replays
from games.titles import GAMES


class ShownPuzzle(Struct, frozen=True):
    """The position of a puzzle: what its seat saw, the players' names, and the question."""

    match: Match
    view: View
    names: tuple[str, ...]
    question: Question


class Verdict(Struct, frozen=True):
    """What is said about an answer: whether it is right, the best one, and why, in sentences."""

    is_right: bool
    answer: str
    best: str
    reasons: list[str]


def build_position(puzzle: Puzzle, language: str) -> ShownPuzzle | None:
    """Return a puzzle as its seat saw it; None if the current rules no longer lead there.

    Everything is made from the view of that seat in a match that is over. What is stored of the
    puzzle may be damaged; then it is None as well.
    """
    match = matches.match_with_seats(puzzle.match_id)
    game = GAMES[match.game]
    try:
        state = replays.state_at(match, puzzle.ply)
        decisions, _remark = list_decisions(puzzle), _load_remark(puzzle)
    except (replays.ReplayDiverged, msgspec.ValidationError):
        return None
    prompts = [prompt for prompt in game.list_prompts(state) if prompt.seat == puzzle.seat]
    if not prompts:
        return None
    names = matches.player_names(match)
    view = game.build_view(state, puzzle.seat)
    words, view_with_names = game.list_words(language), name_players(view, names)
    answers = tuple(
        Answer(
            number,
            decision,
            notation.format_decision(decision, words),
            game.describe_cost(decision, view_with_names, language),
        )
        for number, decision in enumerate(decisions, start=1)
    )
    # The listed answers are complete: there is nothing to fill in.
    choices = tuple(Choice(each.verb, each.args) for each in decisions)
    question = Question(
        row=Prompt(match=match, seat=puzzle.seat, number=prompts[0].number),
        asked=msgspec.structs.replace(prompts[0], choices=choices),
        text=game.describe_prompt(prompts[0], view, language),
        answers=answers,
        slotted=(),
        answered=None,
    )
    return ShownPuzzle(match, view, names, question)


def list_decisions(puzzle: Puzzle) -> list[Decision]:
    """Return the answers of a puzzle, in the order in which they are numbered from 1."""
    return msgspec.convert(puzzle.answers, list[Decision])


def _load_remark(puzzle: Puzzle) -> Judgement:
    return msgspec.convert(puzzle.remark, Judgement)


def find_answer(puzzle: Puzzle, value: str) -> int | None:
    """Return the index of the answer that a button sends as JSON; None if it is none of them."""
    values = [msgspec.json.encode(decision).decode() for decision in list_decisions(puzzle)]
    return values.index(value) if value in values else None


def _list_labels(puzzle: Puzzle, view: View, language: str) -> list[str]:
    """Return the answers of a puzzle as their buttons say them."""
    quote = analyses.quote_answer
    return [quote(puzzle.game, decision, view, language) for decision in list_decisions(puzzle)]


def judge_answer(
    puzzle: Puzzle, position: ShownPuzzle, answer: int, language: str, reader: Player | None
) -> Verdict:
    """Return what is said about an answer, an index; the reader is addressed if it was theirs."""
    match, view = position.match, name_players(position.view, position.names)
    words = _list_labels(puzzle, view, language)
    is_right, is_joint = answer == puzzle.best, matches.is_cooperative(match)
    remark = _load_remark(puzzle)
    seat = matches.seat_of(match, reader)
    reasons = [analyses.describe_judged(match, remark, language, seat, view=view).sentence]
    if is_right:
        reasons.append(_describe_gain(puzzle.gain, is_joint))
    elif list_decisions(puzzle)[answer] not in (remark.played, remark.other):
        reasons.append(_describe_loss(words[answer], puzzle.losses[answer], is_joint))
    return Verdict(is_right, words[answer], words[puzzle.best], reasons)


def _describe_gain(gain: float, is_joint: bool) -> str:
    if is_joint:
        percent = max(1, round(gain * PERCENT_PER_POINT))
        return _("Any other answer lowers the chance of winning by %(percent)s%% or more.") % {
            "percent": percent
        }
    points = max(1, round(gain))
    return ngettext(
        "Any other answer is worse by about %(points)s point or more.",
        "Any other answer is worse by about %(points)s points or more.",
        points,
    ) % {"points": points}


def _describe_loss(answer: str, loss: float, is_joint: bool) -> str:
    if is_joint:
        percent = max(1, round(loss * PERCENT_PER_POINT))
        sentence = _("“%(answer)s” lowers the chance of winning by about %(percent)s%%.")
        return sentence % {"answer": answer, "percent": percent}
    points = max(1, round(loss))
    return ngettext(
        "“%(answer)s” is worse by about %(points)s point.",
        "“%(answer)s” is worse by about %(points)s points.",
        points,
    ) % {"answer": answer, "points": points}


class PuzzleLine(Struct, frozen=True):
    """A puzzle in a list: its displayed rating, and what became of the reader's answer.

    `solved_percent` is None if nobody has tried it, `attempt` None if the reader has not.
    """

    puzzle: Puzzle
    title: str
    rating: int
    solved_percent: int | None
    attempt: PuzzleAttempt | None


def describe_puzzle(puzzle: Puzzle, attempt: PuzzleAttempt | None) -> PuzzleLine:
    """Return a puzzle as a line of a list."""
    percent = round(100 * puzzle.solved / puzzle.attempts) if puzzle.attempts else None
    return PuzzleLine(
        puzzle,
        GAMES[puzzle.game].title,
        Belief(puzzle.mean, puzzle.deviation).shown,
        percent,
        attempt,
    )


class OwnRating(Struct, frozen=True):
    """A player's puzzle rating in a game, and twice its deviation."""

    title: str
    rating: int
    margin: int
    attempts: int


def list_own_ratings(player: Player) -> list[OwnRating]:
    """Return a player's puzzle ratings, by game."""
    own_ratings = []
    for row in player.puzzle_ratings.order_by("game"):
        belief = Belief(row.mean, row.deviation)
        title = GAMES[row.game].title
        own_ratings.append(OwnRating(title, belief.shown, belief.margin, row.attempts))
    return own_ratings
