"""Who on the staff may do what, and what needs a second pair of eyes. Nothing else decides it."""

from __future__ import annotations

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from games.models import Player


class Role(StrEnum):
    """What a member of the staff is there for. A group of that name holds its people."""

    # Answers questions, gives time, looks after e-mails.
    HELPER = "helper"
    # Settles disputes, sanctions people.
    MODERATOR = "moderator"
    # Runs leagues, and decides about their matches.
    DIRECTOR = "league director"
    # Runs the service; a superuser is one as well.
    OPERATOR = "operator"


class Action(StrEnum):
    """What can be done at the desk."""

    EXTEND = "extend"
    PAUSE = "pause"
    RESUME = "resume"
    ANSWER = "answer"
    REPLACE = "replace"
    SWAP = "swap"
    REWIND = "rewind"
    ADJUDICATE = "adjudicate"
    VOID = "void"
    WARN = "warn"
    # Keep a player from the chat.
    MUTE = "mute"
    # Hide a message of the chat.
    HIDE = "hide"
    SUSPEND = "suspend"
    BAN = "ban"
    LIFT = "lift"
    MERGE = "merge"
    RESEND = "resend"
    RELEASE = "release"
    REJECT = "reject"
    # Write a note about a player for the staff.
    NOTE = "note"
    # Close a report or an appeal.
    SETTLE = "settle"
    # See what a match hides.
    LOOK = "look"
    # Set a hint of double accounts or collusion aside; who may do it sees them.
    DISMISS = "dismiss"
    # Agree to, or refuse, what another wants to do.
    APPROVE = "approve"
    # Change the pairings of a league's round before it starts.
    EDIT_ROUND = "edit_round"
    # Pair a league's round by hand before it starts.
    PAIR_ROUND = "pair_round"
    # The next ones are for the directors of a league as well, see league_directors.py.
    FOUND_LEAGUE = "found_league"
    EDIT_LEAGUE = "edit_league"
    # Let another player run a league too, and end that.
    ADD_DEPUTY = "add_deputy"
    DROP_DEPUTY = "drop_deputy"
    OPEN_SEASON = "open_season"
    # Start a season that waits for its date at once, or move that date.
    START_SEASON = "start_season"
    MOVE_START = "move_start"
    # Invite a player to a season.
    INVITE = "invite"
    # Invite people to a season by a list of names and addresses.
    ENTER_LIST = "enter_list"
    # Rank entrants for the draw, and let two never meet, or meet again.
    SEED = "seed"
    FORBID_PAIR = "forbid_pair"
    ALLOW_PAIR = "allow_pair"
    # Write to everybody in a season.
    WRITE = "write"
    # Decide a table of a round.
    DECIDE_TABLE = "decide_table"
    # Let a reserve play in a season that is running.
    ADMIT_ENTRY = "admit_entry"
    REMOVE_ENTRY = "remove_entry"
    # Give a team another name.
    RENAME_TEAM = "rename_team"
    POSTPONE = "postpone"
    # Remove what a club says about itself, and perhaps close it.
    CLEAR_CLUB = "clear_club"
    # End a season without standings.
    CALL_OFF = "call_off"
    # End a season now, with the standings as they are.
    CLOSE_SEASON = "close_season"
    # Change a player's address or name.
    EDIT_ACCOUNT = "edit_account"
    ADD_ACCOUNT = "add_account"
    # Say who is on the staff, and give them a password: superusers alone, who are operators.
    SET_ROLES = "set_roles"
    SET_PASSWORD = "set_password"


_H, _M, _D, _O = Role

# What is done to leagues, by staff for all of them and by directors for their own.
LEAGUE_ACTIONS = (
    *(Action.FOUND_LEAGUE, Action.EDIT_LEAGUE, Action.ADD_DEPUTY, Action.DROP_DEPUTY),
    *(Action.OPEN_SEASON, Action.START_SEASON, Action.MOVE_START, Action.INVITE, Action.WRITE),
    *(Action.ENTER_LIST, Action.SEED, Action.FORBID_PAIR, Action.ALLOW_PAIR),
    *(Action.EDIT_ROUND, Action.PAIR_ROUND, Action.DECIDE_TABLE),
    *(Action.ADMIT_ENTRY, Action.REMOVE_ENTRY, Action.RENAME_TEAM, Action.POSTPONE),
    *(Action.CALL_OFF, Action.CLOSE_SEASON),
)

# Who may do it. What nobody stands beside here nobody may do.
MAY: dict[Action, frozenset[Role]] = {
    Action.EXTEND: frozenset({_H, _M, _D, _O}),
    Action.PAUSE: frozenset({_H, _M, _D, _O}),
    Action.RESUME: frozenset({_H, _M, _D, _O}),
    Action.ANSWER: frozenset({_M, _D, _O}),
    Action.REPLACE: frozenset({_M, _D, _O}),
    Action.SWAP: frozenset({_M, _D, _O}),
    Action.REWIND: frozenset({_M, _O}),
    Action.ADJUDICATE: frozenset({_M, _D, _O}),
    Action.VOID: frozenset({_M, _D, _O}),
    Action.NOTE: frozenset({_H, _M, _O}),
    Action.WARN: frozenset({_H, _M, _O}),
    Action.MUTE: frozenset({_M, _O}),
    Action.HIDE: frozenset({_M, _O}),
    Action.SUSPEND: frozenset({_M, _O}),
    Action.BAN: frozenset({_M, _O}),
    Action.LIFT: frozenset({_M, _O}),
    Action.MERGE: frozenset({_M, _O}),
    Action.RESEND: frozenset({_H, _M, _O}),
    Action.RELEASE: frozenset({_H, _M, _O}),
    Action.REJECT: frozenset({_H, _M, _O}),
    Action.SETTLE: frozenset({_M, _O}),
    Action.LOOK: frozenset({_M, _O}),
    Action.DISMISS: frozenset({_M, _O}),
    Action.APPROVE: frozenset({_M, _D, _O}),
    **dict.fromkeys(LEAGUE_ACTIONS, frozenset({_D, _O})),
    Action.RENAME_TEAM: frozenset({_M, _D, _O}),
    Action.CLEAR_CLUB: frozenset({_M, _O}),
    Action.EDIT_ACCOUNT: frozenset({_O}),
    Action.ADD_ACCOUNT: frozenset({_O}),
    # No role: see SUPERUSERS_ONLY.
    Action.SET_ROLES: frozenset(),
    Action.SET_PASSWORD: frozenset(),
}

# Who is on the staff is for those who run the service to say, or one could promote oneself.
SUPERUSERS_ONLY = frozenset({Action.SET_ROLES, Action.SET_PASSWORD})

_TABLES = ("games.match", "games.seat", "games.prompt", "games.move", "games.outage")
_EMAILS = ("notifications.notification", "notifications.delivery", "notifications.inboundemail")
_REST_OF_POST = (
    "notifications.channelpreference",
    "notifications.bouncescore",
    "notifications.emailpreferences",
)
_SET_ASIDE = ("notifications.quarantine",)
_PROGRAMS = ("notifications.webhook", "notifications.capturedemail")

_REPORTS = ("games.report", "games.sanction")
_CHAT = ("games.message",)
_HINTS = ("games.fraudsignal",)
_LOG = ("games.auditlogentry", "games.proposal")
_LEAGUES = (
    *("games.club", "games.league", "games.season", "games.division"),
    *("games.entry", "games.round", "games.pairing"),
)

# Which lists a role may look at.
SEES: dict[Role, tuple[str, ...]] = {
    Role.HELPER: ("games.player", *_REPORTS, *_TABLES, *_EMAILS, *_REST_OF_POST),
    Role.MODERATOR: (
        *("games.player", *_REPORTS, *_CHAT, *_HINTS, *_LOG, *_LEAGUES, *_SET_ASIDE),
        *(*_TABLES, *_EMAILS, *_REST_OF_POST, *_PROGRAMS),
    ),
    Role.DIRECTOR: ("games.player", *_LOG, *_TABLES, *_LEAGUES),
    Role.OPERATOR: (
        *("games.player", "games.snapshot", *_REPORTS, *_CHAT, *_HINTS, *_LOG, *_LEAGUES),
        *_SET_ASIDE,
        *(*_TABLES, *_EMAILS, *_REST_OF_POST, *_PROGRAMS),
    ),
}

# Columns that not every role that sees a list may see, as permissions: <app>.see_<model>_<column>.
COLUMNS: dict[str, frozenset[Role]] = {
    # Who reported somebody: for those who settle it.
    "games.see_report_by": frozenset({_M, _O}),
    "games.see_player_is_superuser": frozenset({_O}),
    "games.see_player_groups": frozenset({_O}),
    "games.see_player_last_login": frozenset({_O}),
}

# What a role may write in the lists themselves; everything else is done by an action.
WRITES: dict[Role, tuple[str, ...]] = {
    Role.HELPER: (),
    # E-mails go again to an address that was given up, or about what was called off.
    Role.MODERATOR: (
        *("notifications.delete_channelpreference", "notifications.delete_bouncescore"),
        "notifications.change_quarantine",
    ),
    Role.DIRECTOR: (),
    Role.OPERATOR: (
        *("notifications.delete_channelpreference", "notifications.delete_bouncescore"),
        "notifications.change_quarantine",
    ),
}


def roles_of(player: Player | AnonymousUser) -> frozenset[Role]:
    """The roles of somebody; none for whoever is no staff. Asked for once per object."""
    roles: frozenset[Role] | None = player.__dict__.get("_roles")
    if roles is None:
        roles = player.__dict__["_roles"] = _fetch_roles(player)
    return roles


def _fetch_roles(player: Player | AnonymousUser) -> frozenset[Role]:
    if isinstance(player, AnonymousUser) or not (player.is_active and player.is_staff):
        return frozenset()
    if player.is_superuser:
        return frozenset({Role.OPERATOR})
    names = set(player.groups.values_list("name", flat=True))
    return frozenset(role for role in Role if role in names)


def may_take_action(player: Player | AnonymousUser, action: Action) -> bool:
    """Whether somebody on the staff may do it."""
    if action in SUPERUSERS_ONLY:
        return bool(roles_of(player)) and player.is_superuser
    return bool(MAY[action] & roles_of(player))


def list_permissions(player: Player | AnonymousUser) -> set[str]:
    """What the lists ask for, in Django's words: “games.view_match”."""
    permissions: set[str] = set()
    for role in roles_of(player):
        for label in SEES[role]:
            app, model = label.split(".")
            permissions.add(f"{app}.view_{model}")
        permissions.update(WRITES[role])
        permissions.update(name for name, seers in COLUMNS.items() if role in seers)
    return permissions
