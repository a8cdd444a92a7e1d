"""What links and headings call each moderator action: a verb, and an icon."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.services.moderation.roles import Action


class ActionLink(Struct, frozen=True):
    """A link to the form of an action, with its label and the name of its icon."""

    path: str
    label: str
    icon: str


# Action -> label and icon, by its name in Material Symbols.
LABELS = {
    Action.EXTEND: (_("Give more time"), "more_time"),
    Action.PAUSE: (_("Pause"), "pause"),
    Action.RESUME: (_("Resume"), "play_arrow"),
    Action.ANSWER: (_("Answer"), "reply"),
    Action.REPLACE: (_("Replace a player"), "person_add"),
    Action.SWAP: (_("Swap two players"), "swap_horiz"),
    Action.REWIND: (_("Rewind"), "history"),
    Action.ADJUDICATE: (_("Adjudicate"), "gavel"),
    Action.VOID: (_("Void"), "cancel"),
    Action.NOTE: (_("Add a note"), "edit_note"),
    Action.WARN: (_("Warn"), "warning"),
    Action.MUTE: (_("Mute"), "voice_over_off"),
    Action.HIDE: (_("Hide or show"), "visibility_off"),
    Action.SUSPEND: (_("Suspend"), "timer_off"),
    Action.BAN: (_("Ban"), "block"),
    Action.LIFT: (_("Lift restrictions"), "lock_open"),
    Action.MERGE: (_("Merge accounts"), "merge"),
    Action.RESEND: (_("Send again"), "forward_to_inbox"),
    Action.RELEASE: (_("Release"), "check"),
    Action.REJECT: (_("Reject"), "close"),
    Action.SETTLE: (_("Settle"), "task_alt"),
    Action.LOOK: (_("Look at a seat"), "visibility"),
    Action.DISMISS: (_("Dismiss"), "close"),
    Action.EDIT_ROUND: (_("Change pairings"), "swap_horiz"),
    Action.PAIR_ROUND: (_("Pair by hand"), "swap_horiz"),
    Action.FOUND_LEAGUE: (_("Create a league"), "add"),
    Action.EDIT_LEAGUE: (_("Change the league"), "edit"),
    Action.ADD_DEPUTY: (_("Add a director"), "person_add"),
    Action.DROP_DEPUTY: (_("Remove a director"), "person_remove"),
    Action.OPEN_SEASON: (_("Open a season"), "add"),
    Action.START_SEASON: (_("Start now"), "play_arrow"),
    Action.MOVE_START: (_("Move the start"), "more_time"),
    Action.INVITE: (_("Invite a player"), "person_add"),
    Action.ENTER_LIST: (_("Enter a list"), "person_add"),
    Action.SEED: (_("Seed"), "edit"),
    Action.FORBID_PAIR: (_("Forbid a pairing"), "block"),
    Action.ALLOW_PAIR: (_("Allow a pairing"), "check"),
    Action.WRITE: (_("Write to everybody"), "mail"),
    Action.DECIDE_TABLE: (_("Decide the table"), "gavel"),
    Action.ADMIT_ENTRY: (_("Let a reserve play"), "person_add"),
    Action.REMOVE_ENTRY: (_("Remove the entrant"), "person_remove"),
    Action.RENAME_TEAM: (_("Rename the team"), "edit"),
    Action.POSTPONE: (_("Postpone"), "more_time"),
    Action.CALL_OFF: (_("Call off"), "cancel"),
    Action.CLOSE_SEASON: (_("Close the season"), "check"),
    Action.CLEAR_CLUB: (_("Remove the texts"), "visibility_off"),
    Action.EDIT_ACCOUNT: (_("Edit the account"), "edit"),
    Action.ADD_ACCOUNT: (_("Add an account"), "person_add"),
    Action.SET_ROLES: (_("Set roles"), "badge"),
    Action.SET_PASSWORD: (_("Set a password"), "key"),
    Action.APPROVE: (_("Approve"), "check"),
}


def label_of(action: Action) -> str:
    """Return what an action is called, in the active language."""
    return str(LABELS[action][0])


def label_of_code(code: str) -> str:
    """Return what a stored action is called; its code if this release does not know it."""
    return label_of(Action(code)) if code in {str(action.value) for action in Action} else code
