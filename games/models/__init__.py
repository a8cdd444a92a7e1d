"""The rows of the table."""

from .chat import Message
from .devices import KnownDevice
from .feeds import Feed
from .fraud_signals import Hint, Trace
from .heartbeats import Outage, Pulse
from .invitations import Invitation
from .leagues import Chair, Division, Entry, League, Pairing, Round, Season
from .match import Match, Prompt, Seat, Status, Undo
from .moves import Move, Snapshot
from .orders import Order
from .player_events import Happening
from .players import Block, Level, Player
from .private_notes import Memo
from .punctuality import Punctuality
from .ratings import Rating, RatingStep
from .reply_tokens import TokenKind, new_prompt_token, new_token
from .sign_in import SignInRequest
from .staff import Bar, Deed, Proposal, Report, Sanction
from .submissions import Submission
from .timeline import Leaver, Note
from .tokens import PersonalToken
from .votes import Ballot, Vote

__all__ = [
    "Ballot",
    "Bar",
    "Block",
    "Chair",
    "Division",
    "Entry",
    "League",
    "Invitation",
    "Deed",
    "Feed",
    "Happening",
    "Hint",
    "KnownDevice",
    "Leaver",
    "Level",
    "Match",
    "Memo",
    "Message",
    "Move",
    "Note",
    "Order",
    "Outage",
    "Pairing",
    "PersonalToken",
    "Player",
    "Prompt",
    "Proposal",
    "Pulse",
    "Punctuality",
    "Rating",
    "RatingStep",
    "Round",
    "Season",
    "Report",
    "Sanction",
    "Seat",
    "Snapshot",
    "Status",
    "SignInRequest",
    "Submission",
    "Trace",
    "Undo",
    "Vote",
    "TokenKind",
    "new_prompt_token",
    "new_token",
]
