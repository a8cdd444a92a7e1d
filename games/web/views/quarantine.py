"""The page of a quarantined e-mail: its button releases it.

The link was sent to the player's own address, and acts on a known device of theirs. Only its form
acts.
"""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Ballot, Prompt, Status, Vote
from games.presentation import labels, links, votes
from games.queries import matches
from games.services import held_emails
from games.web.views import devices
from notifications.gateway import Notification


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only on a known device.
@require_http_methods(["GET", "HEAD", "POST"])
def show_held_email(request: HttpRequest, link: str) -> HttpResponse:
    """Show a quarantined e-mail to its player, and release it."""
    email = links.held_email(link)
    rows = Notification.objects.select_related("player").filter(key=f"held-{email}", kind="held")
    notification = rows.first() if email else None
    if notification is None:
        raise Http404
    with override(notification.player.language):
        if devices.may_act(request, notification.player):
            response = _handle_held_email(request, notification)
        else:
            response = devices.render_unknown_device_flow(request, notification.player)
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_held_email(request: HttpRequest, notification: Notification) -> HttpResponse:
    note, is_answer_counted = "", False
    match, token = matches.match_with_seats(notification.data["match"]), _target_token(notification)
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), token, 0)
            if notification.data.get("staff") == "rejected":
                raise Http404
        except links.BadNonce:
            note = _("Please click the button again.")
        else:
            with transaction.atomic():
                code = held_emails.process_held_email(notification)
            note, is_answer_counted = _describe_result(code), True
    is_open, outcome = _held_email_status(notification)
    context = {
        "match": match,
        "title": labels.match_title(match),
        "lines": notification.data.get("lines", []),
        "sender": notification.data.get("sender", ""),
        "is_open": is_open,
        "settled": outcome,
        "nonce": links.new_nonce(token, 0),
        "note": note,
        "counted": is_answer_counted,
    }
    return render(request, "games/quarantine/held.html", context)


def _target_token(notification: Notification) -> str:
    """Return the token of the prompt or ballot that the e-mail is about."""
    ballot: str = notification.data.get("ballot_token", "")
    return ballot or Prompt.objects.get(pk=notification.data["prompt"]).token


def _held_email_status(notification: Notification) -> tuple[bool, str]:
    """Return whether the e-mail can still count, and if not, why."""
    if notification.data.get("staff") == "rejected":
        return False, _("Our staff has rejected this e-mail.")
    if token := notification.data.get("ballot_token"):
        ballot = Ballot.objects.select_related("vote").get(token=token)
        match = matches.match_with_seats(notification.data["match"])
        vote = votes.describe_vote(match, ballot.seat, ballot.vote_id, notification.player.language)
        return ballot.vote.outcome == Vote.Outcome.OPEN, vote.ended
    prompt = Prompt.objects.select_related("match").get(pk=notification.data["prompt"])
    tokens = [prompt.token, *notification.data.get("parts", ())]
    running = Prompt.objects.filter(match__status=Status.RUNNING, closed_at=None)
    if running.filter(token__in=tokens).exists():
        return True, ""
    return False, matches.describe_closed_prompt(prompt, notification.player.language)


def _describe_result(code: str) -> str:
    if code in ("played", "voted"):
        return _("Your answer was played.")
    return _("The e-mail has been accepted. You get the result by e-mail.")
