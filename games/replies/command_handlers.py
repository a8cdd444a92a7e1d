"""What commands in a letter do, and what is told about it, in the language that is spoken now."""

from __future__ import annotations

from datetime import date, datetime

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine import clock
from games.models import Match, Player, Status, Vote
from games.presentation import labels
from games.presentation import votes as vote_text
from games.queries import open_prompts
from games.replies.commands import Away, Command, Name, Plain, Say, Wish, get_local_date
from games.replies.responses import Correspondence
from games.services import accounts, chat, resigning, undo, votes
from games.titles import GAMES
from notifications import gateway

# So many of one's other matches a letter tells.
MOST_MATCHES = 10
# What the words of a letter ask the others for.
WISHES = {"time": Vote.Kind.EXTENSION, "pause": Vote.Kind.PAUSE}


def execute_command(command: Command, letter: Correspondence, *, number: int) -> list[str]:
    """Do what a command says, the letter's `number`th; return it in sentences. Raises Refused."""
    player, now = letter.player, timezone.now()
    match command:
        case Say(text):
            key = f"{letter.reply.message_id[:190]} {number}"
            message = chat.send_message(letter.match, player, text, key=key, now=now)
            return [_("The others read: “%(text)s”") % {"text": message.text}]
        case Away(last):
            return _record_absence(player, last, now)
        case Name(name):
            accounts.choose_name(player, name)
            return [_("You are called %(name)s from now on.") % {"name": player.display_name}]
        case Wish(kind, hours):
            return [_request_vote(letter, WISHES[kind], hours, now)]
        case Plain("resume"):
            return [_request_vote(letter, Vote.Kind.RESUME, 0, now)]
        case Plain("status"):
            return _describe_status(letter.match, player, letter.prompt.seat)
        case Plain("options"):
            return [_describe_options(letter.match, letter.prompt.seat)]
        case Plain("stop"):
            gateway.unsubscribe_from_thread(player.pk, f"match-{letter.match.number}", now)
            return [_("No more letters about this match will come, not even when you are asked.")]
        case Plain("resign"):
            return _offer_resignation(letter)
        case Plain("undo"):
            return [_request_undo(letter, now)]
    return [_("This is what a line of a letter may say.")]


def _record_absence(player: Player, last: date | None, now: datetime) -> list[str]:
    hours = clock.hours_from(player.zone, player.hours)
    first = get_local_date(player, now)
    if last is not None and (first, last) not in hours.away:
        away = tuple(sorted([*hours.away, (first, last)]))
        accounts.change_hours(player, clock.Hours(hours.zone, hours.week, away), now=now)
        hours = clock.hours_from(player.zone, player.hours)
    ahead = [absence for absence in hours.away if absence[1] >= first]
    told = [
        _("You are away from %(first)s to %(last)s, both days included.")
        % {"first": _format_day(begin), "last": _format_day(end)}
        for begin, end in ahead
    ]
    if last is None:
        how = _("An absence needs an end, as in “away 3 days” or “away until 24 Dec”.")
        return [*(told or [_("No absence of yours is known.")]), how]
    keep = _("Questions put to you until then wait; those you are asked already keep their time.")
    return [*told, keep]


def _format_day(day: date) -> str:
    return date_format(day, labels.day_format())


def _offer_resignation(letter: Correspondence) -> list[str]:
    path = f"/resign/{resigning.resignation_token(letter.match, letter.player)}/"
    ask = _("Nothing has changed yet. To give up your seat, open this page within a day:")
    return [ask, settings.SITE_URL.rstrip("/") + path]


def _request_undo(letter: Correspondence, now: datetime) -> str:
    vote = undo.request_undo(letter.player, letter.match, now=now)
    if vote.outcome == vote.Outcome.PASSED:
        return _("Your last answer is taken back.")
    return _("The others are asked whether your last answer may be taken back.")


def _request_vote(letter: Correspondence, kind: Vote.Kind, hours: int | None, now: datetime) -> str:
    if hours is None:
        return _("How long? As in “more time 24 hours” or “pause 3 days”.")
    vote = votes.call_vote(letter.player, letter.match, kind, hours=hours, now=now)
    if vote.outcome == vote.Outcome.OPEN:
        return vote_text.describe_vote_request(vote)
    letter.match.refresh_from_db(fields=["paused_at"])
    return vote_text.describe_vote(letter.match, vote.seat, vote.pk, letter.player.language).ended


def _describe_options(match: Match, seat: int) -> str:
    is_asked = match.prompts.filter(seat=seat, closed_at=None).exists()
    if match.status == Status.RUNNING and is_asked:
        return _("This is what you may answer.")
    return _("You are not asked anything now.")


def _describe_status(match: Match, player: Player, seat: int) -> list[str]:
    """Who is asked in this match, and what waits for the player elsewhere."""
    told = [_of_match(match)]
    told += [
        _("%(name)s is asked.") % {"name": asked.name}
        for asked in open_prompts.asked_now(match, timezone.now())
        if asked.seat != seat and match.status == Status.RUNNING
    ]
    for row in open_prompts.in_words(player, player.language)[:MOST_MATCHES]:
        if row.row.match_id != match.pk:
            told.append(f"{GAMES[row.row.match.game].title} #{row.row.match.number}: {row.text}")
    return told


def _of_match(match: Match) -> str:
    match match.status:
        case Status.FINISHED:
            return _("The match is over.")
        case Status.FROZEN:
            return _("This match stands still until our staff has looked at it.")
    return labels.paused_why(match) or _("The match goes on.")
