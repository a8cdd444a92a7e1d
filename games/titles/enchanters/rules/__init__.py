"""The rules of Enchanters, without phrases, bot or drawing.

Importing them reads the card files, once every effect and cost has its class.
"""

from . import costs, effects
from .components import fill_box

__all__ = ["costs", "effects"]

fill_box()
