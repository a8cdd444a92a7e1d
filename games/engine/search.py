"""A bot that thinks: tries each answer on tables as they could be, and looks what comes of it.

A determinised search over nothing but the contract of a game (Ginsberg 2001, “GIB: Imperfect
Information in a Computationally Challenging Game”). In each round the unseen is dealt anew, as
`imagine` does, and every answer that is still in the running is tried on the same deal: played on
by the game's quick bot at every seat until the own turn has come round a few times, and judged
there. After each part of the time the worse half of the answers is dropped (Karnin, Koren and
Somekh 2013, “Almost Optimal Exploration in Multi-Armed Bandits”, sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import Any

from msgspec import Struct

from .chance import Chance
from .contract import AnyGame, Decision, Prompt
from .legal_answers import canonical_text, copy_state
from .random_match import MOST_MOVES

# The own turn begins so many times more before the table is judged.
TURNS_AHEAD = 3
# What a match that is won is worth beyond its points, and one that is lost takes away.
WON = 10.0
# Beyond so many answers the last ones of a letter's list are not looked at.
MOST_ANSWERS = 24

# Returns a table that the seat cannot tell from the real one; see `Game.imagine_state`.
Imagine = Callable[[Chance], Any]
# The share of the time for thinking that is over after so many trials, 0 to 1 or more.
Spent = Callable[[int], float]


class Tried(Struct):
    """An answer, and what came of it: the sum of the leads, in points, over `times` trials."""

    decision: Decision
    total: float = 0.0
    times: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.times if self.times else 0.0


def can_think(game: AnyGame) -> bool:
    """Tell whether the game says how a table is judged, without which thinking leads nowhere."""
    return game.bot.estimate_lead is not None


def find_best_decision(
    game: AnyGame, imagine: Imagine, prompt: Prompt, chance: Chance, spent: Spent
) -> Decision:
    """Return the answer to `prompt` that did best, the quick bot's where nothing did better.

    `imagine` is all that is known of the table. The same chance and number of trials give the same
    answer.
    """
    left = _candidate_answers(game, imagine(chance), prompt, chance)
    halvings, trials = ceil(log2(len(left))), 0
    for part in range(halvings):
        while True:
            table = imagine(chance)
            for tried in left:
                tried.total += _run_playout(
                    game, copy_state(game, table), prompt, tried.decision, chance
                )
                tried.times += 1
            trials += len(left)
            if spent(trials) >= (part + 1) / halvings:
                break
        # Equals stay in order, so that the quick bot's answer is kept.
        left = sorted(left, key=lambda tried: -tried.mean)[: ceil(len(left) / 2)]
    return left[0].decision


def _candidate_answers(game: AnyGame, table: object, prompt: Prompt, chance: Chance) -> list[Tried]:
    """The answers worth a trial, each once: the quick bot's, then as a letter lists them."""
    quick = game.bot.choose_decision(game.build_view(table, prompt.seat), prompt, chance)
    found = {canonical_text(decision): decision for decision in [quick, *prompt.offered()]}
    return [Tried(decision) for decision in found.values()][:MOST_ANSWERS]


def _run_playout(
    game: AnyGame, table: object, prompt: Prompt, decision: Decision, chance: Chance
) -> float:
    """Answer on this table, let it be played on quickly, and return the lead that is seen then."""
    seat, turns = prompt.seat, 0
    game.play_decision(table, seat, decision)
    for _ in range(MOST_MOVES):
        waiting = [asked for asked in game.list_prompts(table) if asked.answered is None]
        if not waiting:
            break
        asked = waiting[0]
        topic = game.topics.get(asked.question)
        if asked.seat == seat and topic is not None and topic.begins_turn:
            turns += 1
            if turns == TURNS_AHEAD:
                break
        view = game.build_view(table, asked.seat)
        game.play_decision(table, asked.seat, game.bot.choose_decision(view, asked, chance))
    return point_lead(game, table, seat)


def point_lead(game: AnyGame, table: object, seat: int) -> float:
    """Return by how many points a seat is ahead of the best of the others, as the game judges."""
    outcome = game.find_outcome(table)
    if outcome is None:
        if game.bot.estimate_lead is None:
            raise ValueError(f"no bot of {game.name} can tell who is ahead")
        return game.bot.estimate_lead(game.build_view(table, seat))
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    won = WON if outcome.places[seat] == 1 else -WON
    return won + outcome.scores[seat] - max(others)
