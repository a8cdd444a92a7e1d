"""What a bot is asked and answers, and the house bots."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

from msgspec import Struct

from games.engine import search
from games.engine.bot_match import LEVELS, QUICK
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Decision, Prompt, View

# How many answers the strong house bot tries for each decision.
TRIALS = 60


class Question(Struct, frozen=True):
    """A prompt, and what the seat that it is put to may see.

    `chance` is the bot's own source of luck, so that a match can be repeated. `imagine(chance)`
    returns a state of the match that looks the same to this seat, with all that is hidden dealt
    anew; None for a question of a server, which tells no states.
    """

    game: AnyGame
    view: View
    prompt: Prompt
    chance: Chance
    imagine: search.Imagine | None = None

    @property
    def offers(self) -> list[Decision]:
        """Return complete legal decisions, one to eight for each kind of answer."""
        return self.prompt.list_offered_decisions()


# Returns the answer to a question.
Bot = Callable[[Question], Decision]


def play_quickly(question: Question) -> Decision:
    """Return the answer of the game's quick house bot."""
    return question.game.bot.choose_decision(question.view, question.prompt, question.chance)


def think(question: Question, trials: int = TRIALS) -> Decision:
    """Return the answer of the strong house bot, which tries so many answers.

    Where nothing can be tried, because the game cannot estimate a position or the question is one
    of a server, it is the answer of the quick bot.
    """
    if question.imagine is None or not search.can_think(question.game):
        return play_quickly(question)
    return search.find_best_decision(
        question.game,
        question.imagine,
        question.prompt,
        question.chance,
        lambda trial_count: trial_count / trials,
    )


def find_bot(name: str, trials: int = TRIALS) -> Bot:
    """Return the bot that a command names: “quick”, “strong”, or “module:function”.

    Modules of the working folder can be named. Raises ValueError.
    """
    if name in LEVELS:
        return play_quickly if name == QUICK else partial(think, trials=trials)
    module, _, function = name.partition(":")
    if not function:
        raise ValueError(f"“{name}” is not {', '.join(LEVELS)} or module:function")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        bot: Bot = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"there is no bot “{name}”: {error}") from error
    return bot
