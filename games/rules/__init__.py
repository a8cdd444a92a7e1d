"""The shelf: every game we know, by its name. Nothing below this folder may import Django."""

from __future__ import annotations

from typing import cast

from . import abyss, enchanters, essence, pebbles, sealed
from .contract import Game
from .enchanters.weighing import WEIGHING
from .weighing import Weighing

GAMES: dict[str, Game] = {
    game.NAME: game
    for game in cast(tuple[Game, ...], (abyss, enchanters, essence, pebbles, sealed))
}

# Games with parts that are weighed against each other: `manage.py balance`.
WEIGHINGS: dict[str, Weighing] = {enchanters.NAME: WEIGHING}
