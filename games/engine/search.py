"""The strong bot: tries each answer on sampled states and looks at the results.

A determinised search that uses only the contract of a game (Ginsberg 2001, “GIB: Imperfect
Information in a Computationally Challenging Game”). In each round hidden information is dealt anew
by `imagine`, and every answer still in the running is tried on the same deal: the game's quick bot
plays on at every seat until the own turn has come round a few times, and the position is evaluated.
After each part of the time the worse half of the answers is dropped (Karnin, Koren and Somekh 2013,
“Almost Optimal Exploration in Multi-Armed Bandits”, sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2

from msgspec import Struct

from .chance import Chance
from .contract import AnyGame, Decision, Prompt, View
from .legal_answers import canonical_text, copy_state
from .random_match import MAX_MOVES

# Number of own turns that are played before the position is evaluated.
TURNS_AHEAD = 3
# Bonus in points for a won match, and penalty for a lost one.
WIN_BONUS = 10.0
# Maximum number of candidate answers; further ones of the e-mail's list are ignored.
MAX_ANSWERS = 24

# Returns a state that the seat cannot distinguish from the real one; see `Game.imagine_state`.
Imagine = Callable[[Chance], object]
# Returns the share of the time budget used after this many trials, 0 to 1 or more.
BudgetMeter = Callable[[int], float]


class AnswerTrial(Struct):
    """A candidate answer, and the sum of the resulting leads, in points, over `times` trials."""

    decision: Decision
    total: float = 0.0
    times: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.times if self.times else 0.0


def can_think(game: AnyGame) -> bool:
    """Return whether the game can evaluate positions, which the strong bot needs."""
    return game.bot.estimate_lead is not None


def find_best_decision(
    game: AnyGame, imagine: Imagine, prompt: Prompt, chance: Chance, budget_meter: BudgetMeter
) -> Decision:
    """Return the answer to `prompt` that did best; on ties the quick bot's.

    `imagine` is all that is known of the state. The same chance and number of trials give the same
    answer.
    """
    candidates = list_candidates(
        game, game.build_view(imagine(chance), prompt.seat), prompt, chance
    )
    left = [AnswerTrial(decision) for decision in candidates]
    halvings, trials = ceil(log2(len(left))), 0
    for part in range(halvings):
        while True:
            table = imagine(chance)
            for trial in left:
                trial.total += run_playout(
                    game, copy_state(game, table), prompt, trial.decision, chance
                )
                trial.times += 1
            trials += len(left)
            if budget_meter(trials) >= (part + 1) / halvings:
                break
        # The sort is stable, so that the quick bot's answer wins ties.
        left = sorted(left, key=lambda trial: -trial.mean)[: ceil(len(left) / 2)]
    return left[0].decision


def list_candidates(game: AnyGame, view: View, prompt: Prompt, chance: Chance) -> list[Decision]:
    """Return the answers to try, each once: the quick bot's, then those offered in e-mails."""
    quick = game.bot.choose_decision(view, prompt, chance)
    offers = prompt.list_offered_decisions()
    decisions = {canonical_text(decision): decision for decision in [quick, *offers]}
    return list(decisions.values())[:MAX_ANSWERS]


def run_playout(
    game: AnyGame,
    table: object,
    prompt: Prompt,
    decision: Decision,
    chance: Chance,
    *,
    bonus: float = WIN_BONUS,
) -> float:
    """Play this answer, let quick bots play on, and return the resulting lead; see `point_lead`."""
    game.play_decision(table, prompt.seat, decision)
    play_on(game, table, prompt.seat, chance)
    return point_lead(game, table, prompt.seat, bonus=bonus)


def play_on(game: AnyGame, table: object, seat: int, chance: Chance) -> None:
    """Let quick bots play until the seat's turn has come round a few times."""
    turns = 0
    for _ in range(MAX_MOVES):
        waiting = [prompt for prompt in game.list_prompts(table) if prompt.answered is None]
        if not waiting:
            return
        prompt = waiting[0]
        topic = game.topics.get(prompt.question)
        if prompt.seat == seat and topic is not None and topic.begins_turn:
            turns += 1
            if turns == TURNS_AHEAD:
                return
        view = game.build_view(table, prompt.seat)
        game.play_decision(table, prompt.seat, game.bot.choose_decision(view, prompt, chance))


def point_lead(game: AnyGame, table: object, seat: int, *, bonus: float = WIN_BONUS) -> float:
    """Return by how many points a seat leads over the best other seat.

    After the end this is the final score, with a bonus or penalty; in a match without scores, which
    all seats win or lose together, WIN_BONUS or -WIN_BONUS. Before the end it is the game's
    estimate. Raises ValueError if the game cannot estimate.
    """
    outcome = game.find_outcome(table)
    if outcome is None:
        if game.bot.estimate_lead is None:
            raise ValueError(f"no bot of {game.name} can tell who is ahead")
        return game.bot.estimate_lead(game.build_view(table, seat))
    has_won = outcome.places[seat] == 1
    if not outcome.scores:
        return WIN_BONUS if has_won else -WIN_BONUS
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    return (bonus if has_won else -bonus) + outcome.scores[seat] - max(others)
