"""The rows of the table."""

from .chat import Message
from .match import Match, Move, Prompt, Seat, Snapshot, Status, Undo, new_token
from .memos import Memo
from .notes import Leaver, Note
from .orders import Order
from .people import Block, Level, Player
from .pulse import Outage, Pulse
from .submissions import Submission
from .tokens import PersonalToken
from .votes import Ballot, Vote

__all__ = [
    "Ballot",
    "Block",
    "Leaver",
    "Level",
    "Match",
    "Memo",
    "Message",
    "Move",
    "Note",
    "Order",
    "Outage",
    "PersonalToken",
    "Player",
    "Prompt",
    "Pulse",
    "Seat",
    "Snapshot",
    "Status",
    "Submission",
    "Undo",
    "Vote",
    "new_token",
]
