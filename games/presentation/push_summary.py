"""Summarize a notification for a webhook or push message, or drop it if it is outdated."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.models import Invitation, Match, Prompt, Status
from games.queries import direct_messages, matches, puzzles
from games.titles import GAMES
from notifications.gateway import Notification, Subject


def summarize_notification(notification: Notification) -> Subject | None:
    """Return the title and page of a notification; None if its question was answered or is over.

    The title is that of an e-mail's subject: game, number and the others' names.
    """
    if notification.kind == "direct_message":
        return _summarize_direct_message(notification)
    if notification.kind == "puzzle":
        return _summarize_puzzle(notification)
    if notification.kind == "emails_stopped":
        return Subject("Abyss by Post", "/emails/")
    if "match" not in notification.data:
        return Subject("Abyss by Post", "/")
    if _is_over(notification):
        return None
    match = matches.match_with_seats(notification.data["match"])
    others = [seat.player.display_name for seat in match.seats.all()]
    title = f"{GAMES[match.game].title} #{match.number} ({', '.join(others)})"
    return Subject(title, reverse("match", args=[match.number]))


def _summarize_direct_message(notification: Notification) -> Subject | None:
    """Return who has written; None if the reader has seen it."""
    unread = direct_messages.list_untold(notification)
    if unread is None:
        return None
    other = unread[0].other
    return Subject(other.display_name, reverse("conversation", args=[other.pk]))


def _summarize_puzzle(notification: Notification) -> Subject | None:
    """Return the puzzle of the day; None if it is gone, or the reader has answered it."""
    puzzle = puzzles.public_puzzles().filter(pk=notification.data["puzzle"]).first()
    if puzzle is None or puzzles.attempts_of(notification.player, [puzzle]):
        return None
    with override(notification.player.language):
        title = _("The puzzle of the day: %(title)s") % {"title": GAMES[puzzle.game].title}
    return Subject(title, reverse("puzzle", args=[puzzle.number]))


def _is_over(notification: Notification) -> bool:
    if notification.kind == "player_joined":
        waiting = Match.objects.filter(pk=notification.data["match"], status=Status.OPEN)
        return not waiting.exists()
    if notification.kind == "vote_asked":
        return matches.open_ballot(notification.reply_token) is None
    if notification.kind == "invitation":
        invitations = Invitation.objects.filter(pk=notification.data["invitation"])
        # Without a match it was deleted.
        return not invitations.filter(outcome=Invitation.Outcome.OPEN, match__isnull=False).exists()
    if "prompt" not in notification.data or notification.kind not in ("your_turn", "reminder"):
        return False
    open_prompts = Prompt.objects.filter(
        pk=notification.data["prompt"], closed_at=None, answered_at=None
    )
    return not open_prompts.filter(match__status=Status.RUNNING).exists()
