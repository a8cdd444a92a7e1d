"""Execute the commands of an e-mail about a match: “away 3 days”, “undo”, “explain Sage”."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine import clock
from games.models import Invitation, Match, Player, Prompt, Status, Vote
from games.presentation import labels
from games.presentation import votes as vote_text
from games.queries import open_prompts
from games.replies import explanations, inquiries
from games.replies.commands import Command, Name, Plain, Say, get_local_date
from games.replies.explanations import Explain
from games.replies.inquiries import Inquiry
from games.replies.timed_commands import Away, Back, Wish
from games.services import accounts, chat, invitations, rematches, resigning
from games.services.play import undo, votes
from games.titles import GAMES
from notifications import gateway

# Maximum number of the player's other matches listed in an e-mail.
MAX_MATCHES = 10
# The kinds of votes that commands request.
WISHES = {
    "time": Vote.Kind.EXTENSION,
    "pause": Vote.Kind.PAUSE,
    "resume": Vote.Kind.RESUME,
    "end": Vote.Kind.END,
    "unrated": Vote.Kind.END_UNRATED,
    "annul": Vote.Kind.ANNUL,
}


def execute_command(command: Command, prompt: Prompt, player: Player, *, key: str) -> list[str]:
    """Execute a command of a player about the match of a prompt; return the reply's sentences.

    The same `key` sends the same message only once. Raises Refused.
    """
    match, seat, now = prompt.match, prompt.seat, timezone.now()
    match command:
        case Say(text):
            message = chat.send_message(match, player, text, key=key, now=now)
            return [_("The others read: “%(text)s”") % {"text": message.text}]
        case Away():
            return _record_absence(player, command, now)
        case Back():
            return _set_return(player, command, now)
        case Inquiry():
            return inquiries.answer_inquiry(command, prompt, player.language)
        case Explain():
            return _explain_cards(command, player.language)
        case Name(name):
            accounts.choose_name(player, name)
            return [_("You are called %(name)s from now on.") % {"name": player.display_name}]
        case Wish():
            return _request_vote(match, player, command, now)
        case Plain("back"):
            return [_end_absence(player, now)]
        case Plain("resume" | "end" | "unrated" | "annul" as kind):
            return _request_vote(match, player, Wish(kind, 0), now)
        case Plain("status"):
            return _describe_status(match, player, seat)
        case Plain("options"):
            return [_describe_options(match, seat)]
        case Plain("stop"):
            gateway.unsubscribe_from_thread(player.pk, f"match-{match.number}", now)
            return [_("No more e-mails about this match will come, not even when it is your turn.")]
        case Plain("resign"):
            return _offer_resignation(match, player)
        case Plain("rematch"):
            return [_offer_rematch(match, player, now)]
        case Plain("undo"):
            return [_request_undo(match, player, seat, now)]
    return [_("This is what a line of an e-mail may say.")]


def _explain_cards(request: Explain, language: str) -> list[str]:
    """Return what cards do, or where all cards are told."""
    if request.cards:
        return explanations.describe_cards(request, language)
    path = reverse("guide", args=[request.game])
    ask = _(
        "Write “explain” and the name of a card, or of a kind of card. This page has all of them:"
    )
    return [ask, settings.SITE_URL.rstrip("/") + path]


def _record_absence(player: Player, absence: Away, now: datetime) -> list[str]:
    hours = clock.parse_stored_hours(player.zone, player.hours)
    today = get_local_date(player, now)
    if absence.last is None:
        how = _("An absence needs an end, as in “away 3 days” or “away until 24 Dec”.")
        current = _describe_absences(hours, today) or [_("You have announced no absence.")]
        return [*_describe_readings(absence.readings), *current, how]
    days = (absence.first or today, absence.last)
    if days not in hours.away:
        away = tuple(sorted([*hours.away, days]))
        accounts.change_hours(player, clock.Hours(hours.zone, hours.week, away), now=now)
        hours = clock.parse_stored_hours(player.zone, player.hours)
    keep = _("Questions put to you until then wait; those already asked keep their time.")
    return [*_describe_absences(hours, today), keep, _("If you return earlier, write “back”.")]


def _describe_absences(hours: clock.Hours, today: date) -> list[str]:
    """Return a sentence for each absence that is not over."""
    return [
        _("You are away from %(first)s to %(last)s, both days included.")
        % {"first": _format_day(first), "last": _format_day(last)}
        for first, last in hours.away
        if last >= today
    ]


def _describe_readings(readings: Sequence[date]) -> list[str]:
    """Return the question which of two days is meant; [] if there are not two."""
    if len(readings) != 2:
        return []
    first, last = map(_format_day, readings)
    return [
        _(
            "Nothing has changed yet: do you mean %(first)s or %(last)s? "
            "Write the day with the name of its month."
        )
        % {"first": first, "last": last}
    ]


def _set_return(player: Player, back: Back, now: datetime) -> list[str]:
    """Let the absence end on the day before the player is back; without one, it begins today."""
    today = get_local_date(player, now)
    if back.day is None:
        how = _("When are you back? As in “back on 24 Dec”, or only “back” if you are here now.")
        return [*_describe_readings(back.readings), how]
    if back.day <= today:
        return [_end_absence(player, now)]
    hours = clock.parse_stored_hours(player.zone, player.hours)
    last = back.day - timedelta(days=1)
    about = [absence for absence in hours.away if absence[0] <= last and today <= absence[1]][-1:]
    first = about[0][0] if about else today
    away = tuple(
        sorted({*(absence for absence in hours.away if absence not in about), (first, last)})
    )
    accounts.change_hours(player, clock.Hours(hours.zone, hours.week, away), now=now)
    return _describe_absences(clock.parse_stored_hours(player.zone, player.hours), today)


def _end_absence(player: Player, now: datetime) -> str:
    """Let an absence that has begun end yesterday; return what the reply says."""
    hours = clock.parse_stored_hours(player.zone, player.hours)
    today = get_local_date(player, now)
    current = [absence for absence in hours.away if absence[0] <= today <= absence[1]]
    if not current:
        return _("You have announced no absence.")
    over = [(first, today - timedelta(days=1)) for first, _last in current if first < today]
    away = tuple(sorted([*(absence for absence in hours.away if absence not in current), *over]))
    accounts.change_hours(player, clock.Hours(hours.zone, hours.week, away), now=now)
    return _("Your absence has ended: from now on your time runs.")


def _format_day(day: date) -> str:
    return date_format(day, labels.day_format())


def _offer_resignation(match: Match, player: Player) -> list[str]:
    path = f"/resign/{resigning.resignation_token(match, player)}/"
    ask = _("Nothing has changed yet. To resign, open this page within a day:")
    return [ask, settings.SITE_URL.rstrip("/") + path]


def _offer_rematch(match: Match, player: Player, now: datetime) -> str:
    """Offer a rematch, or accept the one that another player has offered."""
    again = rematches.offer_rematch(match, player, now=now)
    invitation = again.invitations.filter(player=player, outcome=Invitation.Outcome.OPEN).first()
    if invitation is not None:
        invitations.accept_invitation(invitation, now=now)
        return _("You play again in match #%(number)s.") % {"number": again.number}
    sentence = _("A rematch is offered: match #%(number)s. It starts when all have accepted.")
    return sentence % {"number": again.number}


def _request_undo(match: Match, player: Player, seat: int, now: datetime) -> str:
    offer = undo.available_undo(match, seat)
    vote = undo.request_undo(player, match, now=now)
    if offer and not offer.is_free and not offer.asks_people:
        return _("Your last answer is taken back: house bots agree to everything.")
    if vote.outcome == vote.Outcome.PASSED:
        return _("Your last answer is taken back.")
    return _("The others are asked whether your last answer may be taken back.")


def _request_vote(match: Match, player: Player, wish: Wish, now: datetime) -> list[str]:
    if wish.hours is None:
        how = _("How long? As in “more time 24 hours” or “pause 3 days”.")
        return [*_describe_readings(wish.readings), how]
    vote = votes.call_vote(player, match, WISHES[wish.kind], hours=wish.hours, now=now)
    if vote.outcome == vote.Outcome.OPEN:
        return [vote_text.describe_vote_request(vote)]
    match.refresh_from_db(fields=["paused_at", "status"])
    return [vote_text.describe_vote(match, vote.seat, vote.pk, player.language).ended]


def _describe_options(match: Match, seat: int) -> str:
    is_asked = match.prompts.filter(seat=seat, closed_at=None).exists()
    if match.status == Status.RUNNING and is_asked:
        return _("This is what you may answer.")
    return _("You have no decision to make now.")


def _describe_status(match: Match, player: Player, seat: int) -> list[str]:
    """Return who has a prompt in this match, and the player's open prompts elsewhere."""
    sentences = [_of_match(match)]
    sentences += [
        _("%(name)s is to act.") % {"name": player_to_act.name}
        for player_to_act in open_prompts.seats_to_act(match, timezone.now())
        if player_to_act.seat != seat and match.status == Status.RUNNING
    ]
    for row in open_prompts.describe_open_prompts(player, player.language)[:MAX_MATCHES]:
        if row.row.match_id != match.pk:
            sentences.append(
                f"{GAMES[row.row.match.game].title} #{row.row.match.number}: {row.text}"
            )
    return sentences


def _of_match(match: Match) -> str:
    match match.status:
        case Status.FINISHED:
            return _("The match is over.")
        case Status.FROZEN:
            return _("This match is on hold until our staff has looked at it.")
    return labels.paused_why(match) or _("The match goes on.")
