"""Matches that bots play for a statistic, or at random for a check: the jobs of simulations.

A job is a name of JOBS with arguments that JSON can carry. The same job has the same result
wherever it runs, as long as the code is the same.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Generic, TypeVar

import msgspec

from games.engine import balance, bot_match, part_weights
from games.engine.contract import PlayedMatch
from games.engine.fuzz import fuzz_match
from games.titles import GAMES

R_co = TypeVar("R_co", covariant=True)


class FuzzedMatch(msgspec.Struct):
    """The number of moves of a random match, and the traceback of what was wrong; "" if nothing."""

    moves: int
    problem: str = ""


class FoughtMatch(msgspec.Struct):
    """The result of a match between levels of bots, and the processor time it took in seconds."""

    result: bot_match.BotMatchResult
    seconds: float


class Job(msgspec.Struct, Generic[R_co], frozen=True):
    """A function whose arguments and result JSON can carry; `result` is the type it returns."""

    name: str
    run: Callable[..., R_co]
    result: type[R_co]


def check_random_match(name: str, seats: int, number: int, check_every: int) -> FuzzedMatch:
    """Play a random match with all checks of `manage.py fuzz`."""
    try:
        return FuzzedMatch(fuzz_match(GAMES[name], seats, number, check_every=check_every))
    except Exception:
        return FuzzedMatch(0, traceback.format_exc())


def play_bot_match(
    name: str,
    seats: int,
    number: int,
    levels: tuple[str, str],
    trials: int,
    options: Mapping[str, object],
) -> FoughtMatch:
    """Let a bot of the first level play against bots of the second."""
    started_at = process_time()
    levels = (levels[0], levels[1])
    result = bot_match.play_bot_match(GAMES[name], seats, number, levels, trials, options)
    return FoughtMatch(result, process_time() - started_at)


def play_for_balance(
    name: str, seats: int, number: int, trials: int, options: part_weights.Options
) -> PlayedMatch:
    """Let bots of one level play; 0 trials: quick ones."""
    game = GAMES[name]
    if game.weighing:
        return part_weights.play_match(game, game.weighing, seats, number, options, trials)
    return balance.play_match(game, seats, number, options, trials)


FUZZ_MATCH = Job("fuzz", check_random_match, FuzzedMatch)
BOT_MATCH = Job("bot_match", play_bot_match, FoughtMatch)
BALANCE_MATCH = Job("balance", play_for_balance, PlayedMatch)
JOBS: dict[str, Job[object]] = {job.name: job for job in (FUZZ_MATCH, BOT_MATCH, BALANCE_MATCH)}


def run_job(job: Job[R_co], arguments: Sequence[object]) -> R_co:
    """Run a job and return its result."""
    return job.run(*arguments)


def run_piece(name: str, piece: list[list[object]]) -> list[object]:
    """Run several jobs of a name whose arguments came as JSON; return results JSON can carry."""
    return [msgspec.to_builtins(run_job(JOBS[name], arguments)) for arguments in piece]


def read_results(job: Job[R_co], results: list[object]) -> list[R_co]:
    """Return what `run_job` would have returned, from what `run_piece` did."""
    return [msgspec.convert(result, job.result) for result in results]
