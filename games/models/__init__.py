"""The database models of the games."""

from .analyses import Analysis
from .analysis_boards import AnalysisBoard
from .apps import App, AppGrant, DeviceCode, RefreshToken
from .chat import Message
from .clubs import Club, ClubMember
from .data_dumps import DataDump
from .devices import KnownDevice
from .direct_messages import Conversation, ConversationSide, DirectMessage
from .feeds import Feed
from .fraud_signals import FraudSignal, SignInFingerprint
from .heartbeats import Heartbeat, Outage
from .invitations import Invitation
from .leagues import (
    Board,
    Division,
    Entry,
    ForbiddenPairing,
    League,
    LeagueDirector,
    Pairing,
    PairingSeat,
    Round,
    Season,
    SeasonInvitation,
    SeasonToken,
    TeamMember,
)
from .match import Match, Prompt, Seat, Status, Undo
from .match_presets import MatchPreset
from .moves import Move, Snapshot
from .orders import DefaultOrder, Order
from .player_events import PlayerEvent
from .players import Block, Follow, FormerName, Level, MessagesFrom, Player
from .private_notes import PrivateNote
from .punctuality import Punctuality
from .puzzles import Puzzle, PuzzleAttempt, PuzzleRating
from .ratings import Rating, RatingStep
from .reply_tokens import (
    TokenKind,
    new_prompt_token,
    new_season_invitation_token,
    new_token,
)
from .sign_in import SignInRequest
from .staff import AddressBan, AuditLogEntry, Proposal, Report, Sanction, SavedFilter
from .submissions import Submission
from .timeline import SeatHistory, TimelineEntry
from .tokens import PersonalToken
from .votes import Ballot, Vote

__all__ = [
    "Ballot",
    "AddressBan",
    "Analysis",
    "App",
    "AppGrant",
    "DataDump",
    "DeviceCode",
    "RefreshToken",
    "AnalysisBoard",
    "Block",
    "Club",
    "ClubMember",
    "Board",
    "Conversation",
    "ConversationSide",
    "DirectMessage",
    "Follow",
    "ForbiddenPairing",
    "FormerName",
    "PairingSeat",
    "DefaultOrder",
    "Division",
    "Entry",
    "League",
    "LeagueDirector",
    "Invitation",
    "AuditLogEntry",
    "Feed",
    "PlayerEvent",
    "FraudSignal",
    "KnownDevice",
    "SeatHistory",
    "Level",
    "Match",
    "MatchPreset",
    "PrivateNote",
    "Message",
    "MessagesFrom",
    "Move",
    "TimelineEntry",
    "Order",
    "Outage",
    "Pairing",
    "PersonalToken",
    "Player",
    "Prompt",
    "Proposal",
    "Heartbeat",
    "Punctuality",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleRating",
    "Rating",
    "RatingStep",
    "Round",
    "Season",
    "SeasonInvitation",
    "SeasonToken",
    "TeamMember",
    "Report",
    "Sanction",
    "SavedFilter",
    "Seat",
    "Snapshot",
    "Status",
    "SignInRequest",
    "Submission",
    "SignInFingerprint",
    "Undo",
    "Vote",
    "TokenKind",
    "new_prompt_token",
    "new_season_invitation_token",
    "new_token",
]
