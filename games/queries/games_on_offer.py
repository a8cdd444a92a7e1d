"""The games that this site offers: all but the examples, which a setting shows."""

from __future__ import annotations

from django.conf import settings

from games.engine.contract import AnyGame
from games.titles import GAMES


def games_on_offer() -> dict[str, AnyGame]:
    """Return the games that can be chosen, by name. Running matches of others go on."""
    shows_examples = settings.SHOW_EXAMPLE_GAMES
    return {name: game for name, game in GAMES.items() if shows_examples or not game.is_example}


def list_hidden_games() -> list[str]:
    """Return the names of games that nobody is shown."""
    return [name for name in GAMES if name not in games_on_offer()]
