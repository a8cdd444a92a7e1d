"""The rows of the table."""

from .match import Match, Move, Prompt, Seat, Snapshot, Status, new_token
from .orders import Order
from .people import Player
from .pulse import Pulse

__all__ = [
    "Match",
    "Move",
    "Order",
    "Player",
    "Prompt",
    "Pulse",
    "Seat",
    "Snapshot",
    "Status",
    "new_token",
]
