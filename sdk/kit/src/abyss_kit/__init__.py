"""The rules of the games of Abyss by Post, for bots: matches without a server."""

from games.engine.chance import Chance
from games.engine.contract import Decision, Outcome, Prompt
from games.titles import GAMES

from .bots import Bot, Question, find_bot, think
from .matches import BotFault, MatchResult, measure_strength, play_match
from .online import read_question

__all__ = [
    "GAMES",
    "Bot",
    "BotFault",
    "Chance",
    "Decision",
    "MatchResult",
    "Outcome",
    "Prompt",
    "Question",
    "find_bot",
    "measure_strength",
    "play_match",
    "read_question",
    "think",
]
