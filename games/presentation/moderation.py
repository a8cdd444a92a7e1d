"""Describe staff actions to those who read of them: the match, those concerned, the public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from msgspec import Struct, convert

from games.engine.text import format_sentence
from games.models import AuditLogEntry, Club, League, Player, Round, Sanction
from games.presentation import instants, leagues
from games.presentation.action_labels import label_of_code
from games.services.moderation import reports
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import EditRound
from games.titles import GAMES

# What the match's history and the public log say. Actions that are not here stay out of them.
PUBLIC_SENTENCES = {
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
    Action.MUTE: gettext_noop("A player may not send messages for a while."),
    Action.HIDE: gettext_noop("A moderator has hidden a message, or shows it again."),
    Action.SUSPEND: gettext_noop("A player may not join matches for a while."),
    Action.BAN: gettext_noop("A player was banned."),
    Action.LIFT: gettext_noop("A player may play again."),
    Action.MERGE: gettext_noop("Two accounts of one player were merged."),
    Action.LOOK: gettext_noop("A moderator has looked at hidden information of a match."),
    Action.EDIT_ROUND: gettext_noop("A director has changed the pairings of a round."),
    Action.PAIR_ROUND: gettext_noop("A director has paired a round by hand."),
    Action.SEED: gettext_noop("A director has ranked the entrants of a season for its draw."),
    Action.FORBID_PAIR: gettext_noop("A director has ruled out that two players meet."),
    Action.ALLOW_PAIR: gettext_noop("A director lets two players meet again."),
    Action.FOUND_LEAGUE: gettext_noop("A league was created."),
    Action.EDIT_LEAGUE: gettext_noop("A director has changed a league or its terms."),
    Action.ADD_DEPUTY: gettext_noop("A director was added to a league."),
    Action.DROP_DEPUTY: gettext_noop("A director was removed from a league."),
    Action.OPEN_SEASON: gettext_noop("A director has opened a season."),
    Action.START_SEASON: gettext_noop("A director has started a season."),
    Action.MOVE_START: gettext_noop("A director has moved the start of a season."),
    Action.DECIDE_TABLE: gettext_noop("A director has decided the result of a table."),
    Action.ADMIT_ENTRY: gettext_noop("A director has let a reserve play in a running season."),
    Action.REMOVE_ENTRY: gettext_noop("A director has removed an entrant from a season."),
    Action.RENAME_TEAM: gettext_noop("A team of a season has been given another name."),
    Action.POSTPONE: gettext_noop("A director has postponed a round."),
    Action.CALL_OFF: gettext_noop("A director has called a season off."),
    Action.CLOSE_SEASON: gettext_noop("A director has closed a season early."),
    Action.CLEAR_CLUB: gettext_noop("A moderator has removed the texts of a club."),
}
# What whoever is concerned reads instead.
RECIPIENT_SENTENCES = {
    Action.WARN: gettext_noop("Our staff asks you to correct something."),
    Action.MUTE: gettext_noop("You cannot send messages."),
    Action.HIDE: gettext_noop("Our staff has hidden a message of yours, or shows it again."),
    Action.SUSPEND: gettext_noop("You cannot join matches."),
    Action.BAN: gettext_noop("Your account is closed, and others play on in your seats."),
    Action.LIFT: gettext_noop("You may play again."),
    Action.MERGE: gettext_noop("Your two accounts were merged."),
    Action.SETTLE: gettext_noop("Our staff has looked at what you wrote. Thank you."),
    Action.EXTEND: gettext_noop("A moderator has given you more time."),
    Action.EDIT_ACCOUNT: gettext_noop(
        "Our staff has changed the name or the address of your account."
        " If you did not ask for this, please tell us at once."
    ),
    Action.ADD_ACCOUNT: gettext_noop(
        "Our staff has created an account for you. You sign in with a code that we e-mail to "
        "this address."
    ),
    Action.CLEAR_CLUB: gettext_noop("Our staff has removed the texts of a club that you organise."),
    Action.SET_ROLES: gettext_noop("Your role on our staff has changed."),
    Action.ADD_DEPUTY: gettext_noop("You are now a director of a league, and can run its seasons."),
    Action.DROP_DEPUTY: gettext_noop("You are not a director of a league any more."),
    Action.SET_PASSWORD: gettext_noop(
        "Your moderation password has been changed. If you did not ask for this, please "
        "tell us at once."
    ),
}
# What sentences in entries of the audit log from before are called now.
RENAMED_SENTENCES = {
    "Invited to {season} by e-mail, {many}: {names}.": (
        "Invited to {season} by e-mail: {names} ({many})."
    ),
    "seat {seat} ({name}) answers what silence would answer.": (
        "seat {seat} ({name}): the answer of a timeout is played."
    ),
    "{name} may play again; seats that are gone stay so.": (
        "{name} may play again; lost seats are not given back."
    ),
    "The e-mail leaves once more, under the same Message-ID.": (
        "The e-mail is sent again, with the same Message-ID."
    ),
    "The link that would let the e-mail count leads nowhere any more.": (
        "The link to accept the e-mail no longer works."
    ),
    "{before} is called {name}.": "{before} is now called {name}.",
    "The team “{before}” is called “{after}”.": "The team “{before}” is now called “{after}”.",
    "It is not listed, and only whom you let in can enter.": (
        "It is not listed, and only people you let in can enter."
    ),
    "Nothing of it counts; running matches go on.": ("None of it counts; running matches go on."),
    "Nobody waits: the opponents win the tables to come.": (
        "Nobody is on the reserve list: the opponents win the coming matches."
    ),
}
# Actions whose e-mail leads to the settings of the account.
ACCOUNT_ACTIONS = {Action.EDIT_ACCOUNT, Action.ADD_ACCOUNT, Action.SET_ROLES, Action.SET_PASSWORD}


class ActionSummary(Struct, frozen=True):
    """What an e-mail says about a staff action."""

    lines: list[str]
    """Its sentences."""
    path: str = ""
    """The page on which the reader sees what changed; "" for none."""
    appeal_path: str = ""
    """The page on which the reader can appeal; "" for none."""


class PublicEntry(Struct, frozen=True):
    """An entry of the audit log as everybody may read it."""

    entry: AuditLogEntry
    about: str
    """The title of a public match or league; "" for nothing to name."""
    sentence: str


def describe_in_history(action: str, name: str) -> str:
    """Return what the history of a match says; `name` is whose seat it is about."""
    if action == Action.ANSWER:
        return gettext("A moderator has answered for %(name)s.") % {"name": name}
    return gettext(PUBLIC_SENTENCES[Action(action)])


def describe_in_email(pk: str, reader: Player) -> ActionSummary:
    """Return what an e-mail to somebody concerned says, in the active language."""
    entry = AuditLogEntry.objects.get(pk=UUID(pk))
    action = Action(entry.action)
    if entry.step == AuditLogEntry.Step.DECLINED:
        return _describe_declined(entry, reader)
    lines = [gettext(RECIPIENT_SENTENCES.get(action) or PUBLIC_SENTENCES[action])]
    sanction = Sanction.objects.filter(player=reader, imposed_at=entry.occurred_at).first()
    if sanction is not None and sanction.kind != Sanction.Kind.WARNING:
        lines.append(describe_sanction_end(sanction))
    if entry.facts.get("closes"):
        lines.append(gettext("The club is closed. Its leagues go on without it."))
    if entry.public_note:
        lines.append(entry.public_note)
    path = sanction and reverse("appeal", args=[reports.appeal_link(sanction)])
    return ActionSummary(lines, _affected_page_path(entry), path or "")


def _describe_declined(entry: AuditLogEntry, reader: Player) -> ActionSummary:
    """Return what the e-mail to somebody says whose proposal was refused."""
    sentence = gettext("A second person has refused what you proposed: %(action)s.")
    lines = [sentence % {"action": label_of_code(entry.action)}]
    if entry.reason:
        lines.append(gettext("Your reason: %(reason)s") % {"reason": entry.reason})
    path = ""
    if reader.is_staff:
        path = reverse("admin:games_proposal_changelist")
    elif entry.league is not None:
        path = reverse("manage_league", args=[entry.league.slug])
    return ActionSummary(lines, path)


def _affected_page_path(entry: AuditLogEntry) -> str:
    """Return the page of the season, account or club that is concerned, "" for none."""
    if entry.action in ACCOUNT_ACTIONS:
        return reverse("settings")
    if entry.league is not None and entry.action in (Action.ADD_DEPUTY, Action.DROP_DEPUTY):
        return reverse("league", args=[entry.league.slug])
    if entry.action == Action.CLEAR_CLUB:
        club = Club.objects.filter(pk=entry.facts["club"]).first()
        return reverse("club", args=[club.slug]) if club else ""
    if entry.action != Action.EDIT_ROUND:
        return ""
    action = convert(entry.facts, EditRound)
    row = Round.objects.select_related("division__season__league").filter(pk=action.round).first()
    if row is None:
        return ""
    season = row.division.season
    return reverse("season", args=[season.league.slug, season.number])


def describe_sanction_end(sanction: Sanction) -> str:
    """Return the sentence that says when a sanction ends."""
    if sanction.lasts_until is None:
        return gettext("This does not expire.")
    sentence = gettext("This ends on %(day)s.")
    return sentence % {"day": instants.format_in_zone(sanction.lasts_until, sanction.player.zone)}


def describe_change(sentence: str, facts: Mapping[str, object], zone: str = "") -> str:
    """Return what an action changes, in the active language and in the zone of the reader.

    Instants stay in the zone in which they were written if `zone` is "".
    """
    local_facts = instants.localize_facts(facts, zone)
    if isinstance(local_facts.get("seat"), int):
        local_facts["seat"] += 1
    if "term" in local_facts:
        local_facts["term"] = leagues.TERMS.get(local_facts["term"], local_facts["term"])
    return format_sentence(gettext(RENAMED_SENTENCES.get(sentence, sentence)), local_facts)


def describe_changes(
    sentences: Iterable[tuple[str, Mapping[str, object]]], zone: str = ""
) -> list[str]:
    """Return what actions change, as `describe_change` says."""
    return [describe_change(sentence, facts, zone) for sentence, facts in sentences]


def describe_recorded_changes(entry: AuditLogEntry, zone: str = "") -> list[str]:
    """Return what an entry of the audit log changed, as `describe_change` says.

    Entries from before the facts were kept apart are in English.
    """
    if entry.sentences is None:
        return list(entry.changes)
    return describe_changes(entry.sentences, zone)


def list_public_entries(entries: Iterable[AuditLogEntry]) -> list[PublicEntry]:
    """Return entries as everybody may read them: without names of people and private matches."""
    return [
        PublicEntry(
            entry, _public_match_title(entry), gettext(PUBLIC_SENTENCES[Action(entry.action)])
        )
        for entry in entries
        if entry.action in PUBLIC_SENTENCES
    ]


def _public_match_title(entry: AuditLogEntry) -> str:
    match, league = entry.match, entry.league
    if match is None and league is not None and league.access == League.Access.OPEN:
        return league.name
    # That somebody looked at a match could tell its players something.
    if match is None or match.private or entry.action == Action.LOOK:
        return ""
    return f"{GAMES[match.game].title} #{match.number}"
