"""The texts of the cards, for `manage.py weigh`: each can be left out of the rules."""

from __future__ import annotations

from games.engine.contract import CardTexts
from games.engine.left_out import Blank, build_card_texts

from .components import LOCATIONS, LORDS


def list_texts() -> CardTexts:
    """Return the power of every Lord that has one, and what every Location scores."""
    powers = {
        f"{lord.id} power": Blank(lord, {"power": None}) for lord in LORDS.values() if lord.power
    }
    points = {
        f"{tile.id} score": Blank(tile, {"base": 0, "per": 0, "counts": "nothing"})
        for tile in LOCATIONS.values()
        if tile.counts != "nothing"
    }
    return build_card_texts(powers | points)
