"""What staff can do: one struct for each action, with what that action needs to know."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec

from games.services.moderation.roles import Action


class BaseAction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="action"):
    """What every action says. Its kind is stored under the key `action`."""

    reason: str
    """Why, for the staff's audit log only; blank only for what NEEDS_NO_REASON lists."""
    told: str = ""
    """What those concerned and the public read; "" for nothing but that it happened."""

    @property
    def kind(self) -> Action:
        """Which action it is."""
        return kind_of(type(self))


class MatchAction(BaseAction, frozen=True, kw_only=True):
    """An action on a match."""

    match: UUID
    """The id of the match."""


class SeatAction(MatchAction, frozen=True, kw_only=True):
    """An action on one seat of a match."""

    seat: int
    """The number of the seat, from 0."""


class PlayerAction(BaseAction, frozen=True, kw_only=True):
    """An action on a player."""

    player: UUID
    """The id of the player."""


class SanctionAction(PlayerAction, frozen=True, kw_only=True):
    """A sanction imposed on a player, who reads `told`."""

    told: str
    """What the player and the public read; never blank."""


class LeagueAction(BaseAction, frozen=True, kw_only=True):
    """An action on a league, which needs no reason."""

    reason: str = ""
    """Why, for the audit log only; "" for none."""
    league: UUID
    """The id of the league."""


class SeasonAction(BaseAction, frozen=True, kw_only=True):
    """An action on a season of a league."""

    season: UUID
    """The id of the season."""


class EmailAction(BaseAction, frozen=True, kw_only=True):
    """An action on an e-mail."""

    email: UUID
    """The id of its notification."""


class ExtendDeadline(SeatAction, tag=Action.EXTEND.value, frozen=True, kw_only=True):
    """Give a seat more time for its open prompt."""

    hours: int
    """By how many hours the deadline moves."""


class PauseMatch(MatchAction, tag=Action.PAUSE.value, frozen=True):
    """Stop the clocks of a match."""


class ResumeMatch(MatchAction, tag=Action.RESUME.value, frozen=True):
    """Let a paused or frozen match go on."""


class AnswerForSeat(SeatAction, tag=Action.ANSWER.value, frozen=True, kw_only=True):
    """Answer the open prompt of a seat."""

    answer: str = ""
    """The answer as a player would write it in an e-mail; "" for the fallback."""


class ReplacePlayer(SeatAction, tag=Action.REPLACE.value, frozen=True, kw_only=True):
    """Give a seat to another player, or to a house bot."""

    whom: str = ""
    """The address of the player who takes the seat; "" for a house bot."""


class SwapPlayers(SeatAction, tag=Action.SWAP.value, frozen=True, kw_only=True):
    """Let the players of two seats change places."""

    other: int
    """The number of the other seat, from 0."""


class RewindMatch(MatchAction, tag=Action.REWIND.value, frozen=True, kw_only=True):
    """Take a match back to an earlier position."""

    ply: int
    """The ply after which the match stands again; 0 is the deal."""


class AdjudicateMatch(MatchAction, tag=Action.ADJUDICATE.value, frozen=True, kw_only=True):
    """End a match with places that staff decides."""

    places: list[int]
    """`places[seat]`, from 1; shared places are equal."""


class VoidMatch(MatchAction, tag=Action.VOID.value, frozen=True):
    """End a match without a result."""


class NotePlayer(PlayerAction, tag=Action.NOTE.value, frozen=True):
    """Write a note about a player, which is its reason; only staff reads it."""


class WarnPlayer(SanctionAction, tag=Action.WARN.value, frozen=True):
    """Warn a player."""


class MutePlayer(SanctionAction, tag=Action.MUTE.value, frozen=True, kw_only=True):
    """Keep a player from sending chat messages."""

    hours: int | None = None
    """How long; None for the next step of the ladder, 0 for good."""


class HideMessage(BaseAction, tag=Action.HIDE.value, frozen=True, kw_only=True):
    """Hide a chat message from the players, or show it again."""

    message: UUID
    """The id of the message."""
    shows: bool = False
    """Whether a hidden message is shown again."""


class SuspendPlayer(SanctionAction, tag=Action.SUSPEND.value, frozen=True, kw_only=True):
    """Keep a player from joining and opening matches."""

    hours: int | None = None
    """How long; None for the next step of the ladder, 0 for good."""


class BanPlayer(SanctionAction, tag=Action.BAN.value, frozen=True, kw_only=True):
    """Keep a player from signing in, and take their seats."""

    hours: int | None = None
    """How long; None for the next step of the ladder, 0 for good."""


class LiftSanctions(PlayerAction, tag=Action.LIFT.value, frozen=True):
    """End all active sanctions of a player."""


class MergeAccounts(PlayerAction, tag=Action.MERGE.value, frozen=True, kw_only=True):
    """Close the account of `player`, and give what it holds to another account of theirs."""

    whom: str
    """The address of the account that stays."""


class ResendEmail(EmailAction, tag=Action.RESEND.value, frozen=True):
    """Send an e-mail of ours once more."""


class ReleaseEmail(EmailAction, tag=Action.RELEASE.value, frozen=True):
    """Let a held e-mail count as if its player had sent it."""


class RejectEmail(EmailAction, tag=Action.REJECT.value, frozen=True):
    """Never let a held e-mail count."""


class SettleReport(BaseAction, tag=Action.SETTLE.value, frozen=True, kw_only=True):
    """Close a report or an appeal."""

    report: UUID
    """The id of the report."""
    upheld: bool = False
    """Whether whoever wrote it is right."""


class ViewAsSeat(SeatAction, tag=Action.LOOK.value, frozen=True):
    """See a match as one seat sees it."""


class DismissSignal(BaseAction, tag=Action.DISMISS.value, frozen=True, kw_only=True):
    """Set a fraud signal aside."""

    hint: UUID
    """The id of the fraud signal."""


class EditRound(BaseAction, tag=Action.EDIT_ROUND.value, frozen=True, kw_only=True):
    """Exchange two entrants of a league's round before it starts."""

    round: UUID
    """The id of the round."""
    table: int
    """The number of the first entrant's pairing in the round, from 1."""
    seat: int
    """The number of the first entrant's seat there, from 0."""
    other_table: int
    """The number of the second entrant's pairing, from 1; it may be the same."""
    other: int
    """The number of the second entrant's seat there, from 0."""


class PairRound(BaseAction, tag=Action.PAIR_ROUND.value, frozen=True, kw_only=True):
    """Pair a league's round by hand before it starts."""

    round: UUID
    """The id of the round."""
    tables: str
    """A line for each table, with the names in the order of the seats; one name: a bye."""


class FoundLeague(BaseAction, tag=Action.FOUND_LEAGUE.value, frozen=True, kw_only=True):
    """Found a league, which has no season yet."""

    reason: str = ""
    name: str
    """What it is called."""
    slug: str
    """Its part of addresses."""
    description: str = ""
    """What its page says about it."""
    access: str = "open"
    """Who can sign up, one of League.Access."""
    terms: dict[str, object] = {}
    """Its terms by name, see games/leagues/terms.py."""


class EditLeague(LeagueAction, tag=Action.EDIT_LEAGUE.value, frozen=True, kw_only=True):
    """Change a league and the terms of its coming seasons; None leaves a field as it is."""

    name: str | None = None
    description: str | None = None
    access: str | None = None
    is_open: bool | None = None
    terms: dict[str, object] = {}
    """The terms to change, by name; others stay."""


class AddDeputy(LeagueAction, tag=Action.ADD_DEPUTY.value, frozen=True, kw_only=True):
    """Let another player run the league as well."""

    whom: str
    """Their name."""


class DropDeputy(LeagueAction, tag=Action.DROP_DEPUTY.value, frozen=True, kw_only=True):
    """Let a deputy not run the league any more."""

    whom: str
    """Their name."""


class OpenSeason(LeagueAction, tag=Action.OPEN_SEASON.value, frozen=True):
    """Open the next season for sign-up."""

    starts_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    """When it starts, with a time zone; None: by its terms."""


class StartSeason(SeasonAction, tag=Action.START_SEASON.value, frozen=True, kw_only=True):
    """Start a season that waits for its date at once."""

    reason: str = ""


class MoveSeasonStart(SeasonAction, tag=Action.MOVE_START.value, frozen=True, kw_only=True):
    """Let a season that waits for its date start at another time; `told` is why."""

    starts_at: Annotated[datetime, msgspec.Meta(tz=True)]
    """When it starts, with a time zone."""


class InvitePlayer(SeasonAction, tag=Action.INVITE.value, frozen=True, kw_only=True):
    """Invite a player to sign up for a season."""

    reason: str = ""
    whom: str
    """Their name."""


class EnterList(SeasonAction, tag=Action.ENTER_LIST.value, frozen=True, kw_only=True):
    """Invite people to a season by a list; whoever accepts is entered."""

    reason: str = ""
    people: str
    """A line for each, see leagues/entry_lists.py. No log keeps it: it may hold addresses."""


class SeedEntries(SeasonAction, tag=Action.SEED.value, frozen=True, kw_only=True):
    """Rank those who have signed up for the draw."""

    reason: str = ""
    order: str = ""
    """Their names on lines, the first seed first; others follow by rating. "": all by rating."""


class EntryAction(BaseAction, frozen=True, kw_only=True):
    """An action on an entry of a season."""

    entry: UUID
    """The id of the entry."""


class ForbidPairing(EntryAction, tag=Action.FORBID_PAIR.value, frozen=True, kw_only=True):
    """Let two entrants of a season never meet."""

    reason: str = ""
    whom: str
    """The name of the other one."""


class AllowPairing(EntryAction, tag=Action.ALLOW_PAIR.value, frozen=True, kw_only=True):
    """Let two entrants of a season meet again."""

    reason: str = ""
    whom: str
    """The name of the other one."""


class WriteToEntrants(SeasonAction, tag=Action.WRITE.value, frozen=True, kw_only=True):
    """Send an e-mail to everybody who takes part in a season, reserves too."""

    reason: str = ""
    text: str
    """What it says."""


class CallOffSeason(SeasonAction, tag=Action.CALL_OFF.value, frozen=True):
    """End a season without standings; running matches go on."""


class CloseSeason(SeasonAction, tag=Action.CLOSE_SEASON.value, frozen=True):
    """End a running season now: open tables are decided by rule, and the standings are final."""


class AdmitEntry(EntryAction, tag=Action.ADMIT_ENTRY.value, frozen=True, kw_only=True):
    """Let a reserve of a running season in the Swiss system play from the next draw on."""

    reason: str = ""
    missed: str
    """What the rounds until then count, one of late_entries.MissedRounds."""
    division: str = ""
    """The name of the division, such as 1.1; "" for the last."""


class RemoveEntry(EntryAction, tag=Action.REMOVE_ENTRY.value, frozen=True, kw_only=True):
    """Remove an entrant from a season, for good."""


class RenameTeam(EntryAction, tag=Action.RENAME_TEAM.value, frozen=True, kw_only=True):
    """Give a team of a season another name."""

    name: str
    """The new name."""


class PostponeRound(BaseAction, tag=Action.POSTPONE.value, frozen=True, kw_only=True):
    """Move a round that is not over, and those after it."""

    round: UUID
    """The id of the round."""
    days: int
    """By how many days."""


class DecideTable(BaseAction, tag=Action.DECIDE_TABLE.value, frozen=True, kw_only=True):
    """Decide a table of a round; `told` is why, for everybody."""

    pairing: UUID
    """The id of the pairing."""
    places: list[int] = []
    """`places[seat]`, from 1, shared places alike; empty if it counts for nobody."""


class ClearClub(BaseAction, tag=Action.CLEAR_CLUB.value, frozen=True, kw_only=True):
    """Remove what a club says about itself, its name and address too."""

    club: UUID
    """The id of the club."""
    closes: bool = False
    """Whether the club is closed as well."""


class EditAccount(PlayerAction, tag=Action.EDIT_ACCOUNT.value, frozen=True, kw_only=True):
    """Change the address or the name of a player."""

    whom: str = ""
    """The new address; "" to leave it."""
    name: str = ""
    """The new name; "" to leave it."""


class AddAccount(BaseAction, tag=Action.ADD_ACCOUNT.value, frozen=True, kw_only=True):
    """Make an account for somebody."""

    whom: str
    """Their address."""
    name: str
    """Their name."""


class SetRoles(PlayerAction, tag=Action.SET_ROLES.value, frozen=True, kw_only=True):
    """Change which roles somebody has on the staff."""

    roles: str = ""
    """The roles, with commas between; "" for nobody on the staff any more."""


class SetPassword(PlayerAction, tag=Action.SET_PASSWORD.value, frozen=True):
    """Give a member of the staff a password, which is no part of this: it is never recorded."""


# All that is previewed and taken at the desk. SetPassword is not: a preview would have to carry
# the password along.
StaffAction: TypeAlias = (
    ExtendDeadline
    | PauseMatch
    | ResumeMatch
    | AnswerForSeat
    | ReplacePlayer
    | SwapPlayers
    | RewindMatch
    | AdjudicateMatch
    | VoidMatch
    | NotePlayer
    | WarnPlayer
    | MutePlayer
    | HideMessage
    | SuspendPlayer
    | BanPlayer
    | LiftSanctions
    | MergeAccounts
    | ResendEmail
    | ReleaseEmail
    | RejectEmail
    | SettleReport
    | ViewAsSeat
    | DismissSignal
    | EditRound
    | PairRound
    | FoundLeague
    | EditLeague
    | AddDeputy
    | DropDeputy
    | OpenSeason
    | StartSeason
    | MoveSeasonStart
    | InvitePlayer
    | EnterList
    | SeedEntries
    | ForbidPairing
    | AllowPairing
    | WriteToEntrants
    | CallOffSeason
    | CloseSeason
    | AdmitEntry
    | RemoveEntry
    | RenameTeam
    | PostponeRound
    | DecideTable
    | ClearClub
    | EditAccount
    | AddAccount
    | SetRoles
)

# What is done to a league in the ordinary course of things, without anybody to explain it to.
NEEDS_NO_REASON = {
    *(Action.FOUND_LEAGUE, Action.EDIT_LEAGUE, Action.ADD_DEPUTY, Action.DROP_DEPUTY),
    *(Action.OPEN_SEASON, Action.START_SEASON, Action.INVITE, Action.WRITE, Action.ADMIT_ENTRY),
    *(Action.ENTER_LIST, Action.SEED, Action.FORBID_PAIR, Action.ALLOW_PAIR),
}


def kind_of(struct: type[BaseAction]) -> Action:
    """Return which action a struct stands for."""
    return Action(str(struct.__struct_config__.tag))


def parse_staff_action(facts: object) -> StaffAction:
    """Return the action that a stored row or a form holds, by its key `action`.

    Raises msgspec.ValidationError if a field is missing, or is of another type.
    """
    action: StaffAction = msgspec.convert(facts, StaffAction, strict=False)
    return action


def match_id_of(action: BaseAction) -> UUID | None:
    """Return the id of the match that is acted on, None if there is none."""
    return action.match if isinstance(action, MatchAction) else None


def player_id_of(action: BaseAction) -> UUID | None:
    """Return the id of the player who is acted on, None if there is none."""
    return action.player if isinstance(action, PlayerAction) else None


def facts_for_log(action: BaseAction) -> dict[str, object]:
    """Return what logs store of an action: all it says but addresses of people on a list."""
    facts: dict[str, object] = msgspec.to_builtins(action)
    return facts | {"people": ""} if isinstance(action, EnterList) else facts


def address_in(action: BaseAction) -> str:
    """Return the address of a person that an action names, "" for none."""
    if isinstance(action, ReplacePlayer | MergeAccounts | EditAccount | AddAccount):
        return action.whom
    return ""
