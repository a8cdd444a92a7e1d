"""Play levels of house bots against each other and measure the results."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from . import search
from .chance import Chance
from .contract import AnyGame, MatchOptions
from .random_match import MAX_MOVES, Broken, seed_of

QUICK, STRONG = "quick", "strong"
LEVELS = (QUICK, STRONG)


class BotMatchResult(Struct):
    """The result of one match: the challenger's share of the win, and its lead in points.

    In a cooperative match everybody has the whole win or nothing, and no lead.
    """

    won: float
    lead: int
    answers: int


def play_bot_match(
    game: AnyGame,
    seats: int,
    number: int,
    levels: tuple[str, str],
    trials: int,
    options: MatchOptions | None = None,
) -> BotMatchResult:
    """Let one bot of the first level play against bots of the second level, to the end.

    Every deal is played from each seat in turn. The same `number` always gives the same match;
    strong bots try `trials` answers for each decision. Options that are not given have their
    default.
    """
    deal, place = divmod(number, seats)
    settings = {**game.default_options, **(options or {})}
    state = game.set_up_match(seats, seed_of(game.name, "duel", deal), settings)
    luck, answers = Chance(seed_of("duel", number)), 0
    for _ in range(MAX_MOVES):
        waiting = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not waiting:
            break
        prompt = waiting[0]
        if levels[prompt.seat != place] == STRONG:
            imagine = partial(game.imagine_state, state, prompt.seat)
            decision = search.find_best_decision(
                game, imagine, prompt, luck, lambda trial_count: trial_count / trials
            )
        else:
            decision = game.bot.choose_decision(game.build_view(state, prompt.seat), prompt, luck)
        game.play_decision(state, prompt.seat, decision)
        answers += 1
    outcome = game.find_outcome(state)
    if outcome is None:
        raise Broken("the match does not end")
    if not outcome.scores:
        return BotMatchResult(float(outcome.places[place] == 1), 0, answers)
    win = 1 / outcome.places.count(1) if outcome.places[place] == 1 else 0.0
    others = [score for seat, score in enumerate(outcome.scores) if seat != place]
    return BotMatchResult(win, outcome.scores[place] - max(others), answers)
