"""The shelf: every game we know, by its name. Nothing below this folder may import Django."""

from __future__ import annotations

from typing import cast

from games.engine.contract import Game
from games.engine.part_weights import Weighing
from games.titles.enchanters.bot.weighing import WEIGHING

from . import abyss, enchanters, essence, pebbles, sealed

GAMES: dict[str, Game] = {
    game.NAME: game
    for game in cast(tuple[Game, ...], (abyss, enchanters, essence, pebbles, sealed))
}

# Games with parts that are weighed against each other: `manage.py balance`.
WEIGHINGS: dict[str, Weighing] = {enchanters.NAME: WEIGHING}
