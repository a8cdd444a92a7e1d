"""The page behind a letter that came from another address: its button lets it count.

The link was mailed to the player's own address, and acts on a known device of theirs. Only its form
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
from notifications.gateway import Notice


@never_cache
@csrf_exempt  # The nonce stands for it: it is shown on a known device.
@require_http_methods(["GET", "HEAD", "POST"])
def show_held_email(request: HttpRequest, link: str) -> HttpResponse:
    """A letter that is held, as its player was told of it."""
    letter = links.held_letter(link)
    asked = Notice.objects.select_related("player").filter(key=f"held-{letter}", kind="held")
    notice = asked.first() if letter else None
    if notice is None:
        raise Http404
    with override(notice.player.language):
        if devices.may_act(request, notice.player):
            response = _handle_held_email(request, notice)
        else:
            response = devices.ask_who(request, notice.player)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_held_email(request: HttpRequest, notice: Notice) -> HttpResponse:
    note, counted = "", False
    match, token = matches.match_with_seats(notice.data["match"]), _target_token(notice)
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), token, 0)
            if notice.data.get("staff") == "rejected":
                raise Http404
        except links.BadNonce:
            note = _("Please press the button again.")
        else:
            with transaction.atomic():
                code = held_emails.let_count(notice)
            note, counted = _describe_result(code), True
    is_open, settled = _held_email_status(notice)
    context = {
        "match": match,
        "title": labels.match_title(match),
        "lines": notice.data.get("lines", []),
        "sender": notice.data.get("sender", ""),
        "is_open": is_open,
        "settled": settled,
        "nonce": links.new_nonce(token, 0),
        "note": note,
        "counted": counted,
    }
    return render(request, "games/held.html", context)


def _target_token(notice: Notice) -> str:
    """Return what names the question, or the ballot, that the letter is about."""
    ballot: str = notice.data.get("ballot_token", "")
    return ballot or Prompt.objects.get(pk=notice.data["prompt"]).token


def _held_email_status(notice: Notice) -> tuple[bool, str]:
    """Whether the letter may still count, and if not, what became of its question."""
    if notice.data.get("staff") == "rejected":
        return False, _("Our staff has looked at this letter: it does not count.")
    if token := notice.data.get("ballot_token"):
        ballot = Ballot.objects.select_related("vote").get(token=token)
        match = matches.match_with_seats(notice.data["match"])
        vote = votes.describe_vote(match, ballot.seat, ballot.vote_id, notice.player.language)
        return ballot.vote.outcome == Vote.Outcome.OPEN, vote.ended
    prompt = Prompt.objects.select_related("match").get(pk=notice.data["prompt"])
    if prompt.closed is None and prompt.match.status == Status.RUNNING:
        return True, ""
    return False, matches.describe_closed_prompt(prompt, notice.player.language)


def _describe_result(code: str) -> str:
    if code in ("played", "voted"):
        return _("Your answer is in.")
    return _("The letter has been read. What became of it comes to you by letter.")
