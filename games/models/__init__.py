"""The rows of the table."""

from .match import Match, Move, Prompt, Seat, Snapshot, Status, new_token
from .people import Player

__all__ = ["Match", "Move", "Player", "Prompt", "Seat", "Snapshot", "Status", "new_token"]
