"""The shelf: every game we know, by its name. Nothing below this folder may import Django."""

from __future__ import annotations

from typing import cast

from . import abyss, enchanters, essence, pebbles, sealed
from .contract import Game

GAMES: dict[str, Game] = {
    game.NAME: game
    for game in cast(tuple[Game, ...], (abyss, enchanters, essence, pebbles, sealed))
}
