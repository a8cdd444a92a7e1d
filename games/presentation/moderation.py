"""What staff did, in the words of those who read it: the table, those concerned, the public."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from games.models import AuditLogEntry, Player, Round, Sanction
from games.presentation import labels
from games.services.moderation import reports
from games.services.moderation.roles import Action
from games.titles import GAMES

# What the table and the public read. What is not here is nobody else's business.
TOLD = {
    Action.EXTEND: gettext_noop("A moderator has given more time."),
    Action.PAUSE: gettext_noop("A moderator has paused the match."),
    Action.RESUME: gettext_noop("A moderator lets the match go on."),
    Action.ANSWER: gettext_noop("A moderator has answered for a seat."),
    Action.REPLACE: gettext_noop("A moderator has given a seat to somebody else."),
    Action.SWAP: gettext_noop("A moderator has let two players change places."),
    Action.REWIND: gettext_noop("A moderator has taken the match back to an earlier moment."),
    Action.ADJUDICATE: gettext_noop("A moderator has decided the match."),
    Action.VOID: gettext_noop("A moderator has ended the match; it does not count."),
    Action.WARN: gettext_noop("A player was warned."),
    Action.SUSPEND: gettext_noop("A player is kept from joining matches for a while."),
    Action.BAN: gettext_noop("A player is kept out."),
    Action.LIFT: gettext_noop("A player may play again."),
    Action.MERGE: gettext_noop("Two accounts of one player were made one."),
    Action.LOOK: gettext_noop("A moderator has looked at what a match hides."),
    Action.EDIT_ROUND: gettext_noop("A director has changed who meets whom in a round."),
}
# What whoever it is about reads instead.
TO_YOU = {
    Action.WARN: gettext_noop("Our staff asks you to mend something."),
    Action.SUSPEND: gettext_noop("You are kept from joining matches."),
    Action.BAN: gettext_noop("Your account is closed, and others play on in your seats."),
    Action.LIFT: gettext_noop("You may play again."),
    Action.MERGE: gettext_noop("Your two accounts were made one."),
    Action.SETTLE: gettext_noop("Our staff has looked at what you wrote. Thank you."),
    Action.EXTEND: gettext_noop("A moderator has given you more time."),
    Action.EDIT_ACCOUNT: gettext_noop(
        "Our staff has changed the name or the address of your account."
        " If you did not ask for this, please tell us at once."
    ),
    Action.ADD_ACCOUNT: gettext_noop(
        "Our staff has made an account for you. You sign in with a code that we mail to this"
        " address."
    ),
    Action.SET_ROLES: gettext_noop("What you do on our staff has changed."),
    Action.SET_PASSWORD: gettext_noop(
        "Your password for the moderators’ desk has been changed."
        " If you did not ask for this, please tell us at once."
    ),
}
# What is about an account, whose settings the letter leads to.
ON_ACCOUNT = {Action.EDIT_ACCOUNT, Action.ADD_ACCOUNT, Action.SET_ROLES, Action.SET_PASSWORD}


class Said(Struct, frozen=True):
    """A letter about a deed: its sentences, where it can be looked at, and where to appeal.

    A path is "" where there is none.
    """

    lines: list[str]
    path: str = ""
    appeal_path: str = ""


class Public(Struct, frozen=True):
    """A deed as everybody may read it; `about` is a public match, "" for nothing to name."""

    deed: AuditLogEntry
    about: str
    sentence: str


def in_story(action: str, name: str) -> str:
    """What a match's story tells; `name` is whose seat it is about."""
    if action == Action.ANSWER:
        return gettext("A moderator has answered for %(name)s.") % {"name": name}
    return gettext(TOLD[Action(action)])


def in_letter(pk: str, reader: Player) -> Said:
    """What a letter to somebody concerned says, in the language that is spoken now."""
    deed = AuditLogEntry.objects.get(pk=UUID(pk))
    action = Action(deed.action)
    lines = [gettext(TO_YOU.get(action) or TOLD[action])]
    sanction = Sanction.objects.filter(player=reader, imposed_at=deed.occurred_at).first()
    if sanction is not None and sanction.kind != Sanction.Kind.WARNING:
        lines.append(describe_sanction_end(sanction))
    if deed.public_note:
        lines.append(deed.public_note)
    path = sanction and reverse("appeal", args=[reports.appeal_link(sanction)])
    return Said(lines, _affected_page_path(deed), path or "")


def _affected_page_path(deed: AuditLogEntry) -> str:
    """The page of the season or account that a deed is about, "" if it is about none."""
    if deed.action in ON_ACCOUNT:
        return reverse("settings")
    rounds = Round.objects.select_related("division__season__league")
    row = rounds.filter(pk=deed.facts["round"]).first() if "round" in deed.facts else None
    if row is None:
        return ""
    season = row.division.season
    return reverse("season", args=[season.league.slug, season.number])


def describe_sanction_end(sanction: Sanction) -> str:
    """When a sanction ends."""
    if sanction.lasts_until is None:
        return gettext("This has no end.")
    told = gettext("This ends on %(day)s.")
    return told % {"day": date_format(sanction.lasts_until, labels.day_and_time()) + " UTC"}


def public_audit_log(deeds: Iterable[AuditLogEntry]) -> list[Public]:
    """Deeds as everybody may read them: no person is named, and no private match."""
    return [
        Public(deed, _public_match_title(deed), gettext(TOLD[Action(deed.action)]))
        for deed in deeds
        if deed.action in TOLD
    ]


def _public_match_title(deed: AuditLogEntry) -> str:
    match = deed.match
    # That somebody looked at a match could tell its players something.
    if match is None or match.private or deed.action == Action.LOOK:
        return ""
    return f"{GAMES[match.game].title} #{match.number}"
