"""The rows of the table."""

from .chat import Message
from .match import Match, Move, Prompt, Seat, Snapshot, Status, Undo, new_token
from .orders import Order
from .people import Player
from .pulse import Pulse
from .votes import Ballot, Vote

__all__ = [
    "Ballot",
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
    "Undo",
    "Vote",
    "new_token",
]
