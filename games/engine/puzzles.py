"""Find puzzles in an analysed match: decisions of which one answer is clearly the best.

The analysis compares an answer with one other. A puzzle needs more: the best answer has to beat
every other that is listed. So all of them are tried again on the same FRESH deals, which are others
than those of the analysis.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .analysis import (
    FRESH_DEALS,
    PARTS,
    Judgement,
    Position,
    Report,
    Summary,
    Walk,
    find_mean,
    try_answers,
)
from .contract import AnyGame, Decision, Prompt
from .legal_answers import canonical_text
from .random_match import seed_of

# Minimum and maximum number of answers to choose from.
MIN_ANSWERS, MAX_ANSWERS = 3, 12
# The best answer is clearly better than another if it brings at least so many points more on
# average, and so many times the standard error of that difference.
MARGIN, SURE = 1.5, 2.0
# Maximum number of positions of a match that are tried, and of puzzles that are made of them.
MAX_TRIED, MAX_PUZZLES = 5, 2


class FoundPuzzle(Struct, frozen=True):
    """A puzzle: its position, and what the analysis says about the answer that was played.

    `answers` are in an order that tells nothing about them, `best` is the index of the best one,
    and `losses[n]` is by how many points the n-th does worse: 0 for the best one.
    """

    position: Position
    remark: Judgement
    answers: list[Decision]
    best: int
    losses: list[float]

    @property
    def gain(self) -> float:
        """Return by how many points the best answer does better than the second best."""
        return min(loss for n, loss in enumerate(self.losses) if n != self.best)


def list_suitable_positions(walk: Walk, summary: Summary) -> list[tuple[Position, Judgement]]:
    """Return the decisions that may become puzzles, the largest difference first.

    A decision of which an earlier answer could still be changed is left out: its player saw it.
    """
    by_ply = {item.ply: item for item in walk.positions}
    remarks = sorted([*summary.mistakes, *summary.finds], key=lambda item: (-item.points, item.ply))
    pairs = [(by_ply[item.ply], item) for item in remarks if item.ply in by_ply]
    return [
        (position, remark)
        for position, remark in pairs
        if MIN_ANSWERS <= len(position.answers) <= MAX_ANSWERS and position.prompt.answered is None
    ]


def find_puzzle(
    game: AnyGame, position: Position, remark: Judgement, seed: bytes, report: Report
) -> FoundPuzzle | None:
    """Return the puzzle of a decision; None if its best answer is not clearly the best.

    `report` is called after each deal.
    """
    right = remark.played if remark.is_find else remark.other
    answers = sort_answers(position.prompt, position.answers)
    best = next((n for n, answer in enumerate(answers) if answer == right), None)
    if best is None:
        return None
    losses = _measure_losses(game, position, answers, best, seed, report)
    if losses is None:
        return None
    return FoundPuzzle(position, remark, answers, best, losses)


def sort_answers(prompt: Prompt, answers: Sequence[Decision]) -> list[Decision]:
    """Return answers in the order of the prompt's choices, and those of a choice by their text."""
    verbs = [choice.verb for choice in prompt.choices]
    return sorted(answers, key=lambda answer: (verbs.index(answer.verb), canonical_text(answer)))


def _measure_losses(
    game: AnyGame,
    position: Position,
    answers: list[Decision],
    best: int,
    seed: bytes,
    report: Report,
) -> list[float] | None:
    """Return by how many points each answer does worse than the best one; None if one may not.

    It stops as soon as one of them can hardly be worse by the margin.
    """
    place = [position.answers.index(answer) for answer in answers]
    others = [n for n in range(len(answers)) if n != best]
    differences = dict[int, list[float]]((n, []) for n in others)
    for deal in range(FRESH_DEALS):
        if (
            deal
            and deal % (FRESH_DEALS // PARTS) == 0
            and not _may_be_clear(differences, surely=False)
        ):
            return None
        luck = seed_of(seed, "puzzle", position.ply, deal)
        leads = try_answers(game, position, place, luck)
        for n in others:
            differences[n].append(leads[place[best]] - leads[place[n]])
        report()
    if not _may_be_clear(differences, surely=True):
        return None
    return [
        0.0 if n == best else round(find_mean(differences[n])[0], 2) for n in range(len(answers))
    ]


def _may_be_clear(differences_by_answer: dict[int, list[float]], *, surely: bool) -> bool:
    """Return whether all differences can still reach the margin, or `surely`: whether they do."""
    for differences in differences_by_answer.values():
        mean, error = find_mean(differences)
        limit = mean if surely else mean + error
        if limit < MARGIN or (surely and mean < SURE * error):
            return False
    return True
