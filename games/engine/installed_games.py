"""Find and check games that other packages bring, by the entry point `abyss_by_post.games`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from .contract import AnyGame, Game

GROUP = "abyss_by_post.games"
# The width of the database's columns for the name of a game.
MAX_NAME_LENGTH = 20
NAME = re.compile(r"[a-z][a-z0-9_]*")


class BadPackage(Exception):
    """A package whose game cannot be offered; the message names the package and the reason."""


def list_entry_points() -> list[EntryPoint]:
    """Return the entry points of installed games, sorted by their names."""
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def load_installed_games(
    own_names: Iterable[str], entries: Iterable[EntryPoint]
) -> dict[str, AnyGame]:
    """Return the games of entry points by name.

    Raises BadPackage for one that cannot be imported, is no game, or has the name of another game.
    """
    names, games = set(own_names), dict[str, AnyGame]()
    for entry in entries:
        game = load_game(entry)
        if game.name in names:
            raise BadPackage(f"{describe_entry(entry)}: there is another game “{game.name}”")
        names.add(game.name)
        games[game.name] = game
    return games


def load_game(entry: EntryPoint) -> AnyGame:
    """Return the game of an entry point. Raises BadPackage."""
    try:
        game = entry.load()
    except Exception as error:
        raise BadPackage(f"{describe_entry(entry)}: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise BadPackage(f"{describe_entry(entry)}: {entry.value} is no Game")
    if problem := find_naming_problem(game, entry.name):
        raise BadPackage(f"{describe_entry(entry)}: {problem}")
    return game


def find_naming_problem(game: AnyGame, entry_name: str) -> str:
    """Return what is wrong with the name of a game, "" if nothing is."""
    if not NAME.fullmatch(game.name) or len(game.name) > MAX_NAME_LENGTH:
        return f"“{game.name}” is not a name of at most {MAX_NAME_LENGTH} of a-z, 0-9 and _"
    if game.name != entry_name:
        return f"the entry point “{entry_name}” brings a game “{game.name}”"
    return ""


def describe_entry(entry: EntryPoint) -> str:
    """Return the name and version of the package of an entry point."""
    if entry.dist is None:
        return entry.value
    return f"{entry.dist.name} {entry.dist.version}"


def find_folder(game: AnyGame) -> Path:
    """Return the folder of a game's code: that of its state, without a folder `rules`."""
    file = sys.modules[game.state_type.__module__].__file__
    if file is None:
        raise BadPackage(f"{game.name} was not loaded from a file")
    folder = Path(file).parent
    return folder.parent if folder.name == "rules" else folder
