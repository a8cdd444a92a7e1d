"""The shelf: every game we know, by its name. Nothing below this folder may import Django."""

from __future__ import annotations

from games.engine.contract import AnyGame

from .abyss.game import ABYSS
from .enchanters.game import ENCHANTERS
from .essence.game import ESSENCE
from .pebbles.game import PEBBLES
from .sealed.game import SEALED

GAMES: dict[str, AnyGame] = {
    game.name: game for game in (ABYSS, ENCHANTERS, ESSENCE, PEBBLES, SEALED)
}
