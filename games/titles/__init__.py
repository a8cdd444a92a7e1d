"""The registry of games by name. Nothing below this folder may import Django."""

from __future__ import annotations

from importlib import import_module

from games.engine.contract import AnyGame
from games.engine.installed_games import list_entry_points, load_installed_games

# A further game adds one line here: the name of its folder, whose `game.py` defines `GAME`.
FOLDERS = (
    "abyss",
    "enchanters",
    "essence",
    "pebbles",
    "sealed",
)


def _load_game(folder: str) -> AnyGame:
    game: AnyGame = import_module(f"{__name__}.{folder}.game").GAME
    return game


GAMES: dict[str, AnyGame] = {game.name: game for game in map(_load_game, FOLDERS)}
# Games of other packages, which the operator has installed.
GAMES.update(load_installed_games(GAMES, list_entry_points()))
