"""The effects of cards, one class for each word of the card files.

A word is the name of its class, its fields are those of the class. `apply` carries it out,
`describe` puts it into words with the phrases of `words/phrases.py`, and `worth` is what house bots
weigh it by. A new word is a class in one of these modules and its phrase.
"""

from __future__ import annotations

from ..card_checks import decode_effect
from ..effect import EFFECT_WORDS
from ..running import EFFECTS, Run
from ..state import Task
from . import (
    burying,
    choices,
    combat,
    country,
    crystals,
    discards,
    gifts,
    overlord,
    swaps,
    track,
    wounds,
)

# Importing them gives each word its class.
MODULES = (
    wounds,
    crystals,
    discards,
    gifts,
    swaps,
    burying,
    track,
    combat,
    country,
    overlord,
    choices,
)


def apply_task(run: Run, task: Task) -> None:
    """Carry out the effect of a task."""
    decode_effect(task.op, task.args).apply(run, task)


EFFECTS.update(dict.fromkeys(EFFECT_WORDS, apply_task))
