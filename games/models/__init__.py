"""The rows of the table."""

from .chat import Message
from .match import Match, Move, Prompt, Seat, Snapshot, Status, new_token
from .orders import Order
from .people import Player
from .pulse import Pulse

__all__ = [
    "Match",
    "Message",
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
