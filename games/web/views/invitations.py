"""Invite people, answer invitations by link, and offer rematches.

The page of a link acts on a known device of the invitee. Only its form acts, because mail scanners
open every link.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.sessions import sign_in_player
from games.http.viewers import language_of, player_of, signed_in, visible_match_or_404
from games.models import Invitation, Match, Player
from games.presentation import errors_text, labels, links, shuffle
from games.presentation import invitations as invitation_text
from games.presentation.settings_form import SettingsForm
from games.queries import matches
from games.services import invitations, rematches
from games.services.play import dealing
from games.web.views import devices

# The meaning of the numbers in links of e-mails.
SAYS = {1: True, 2: False}


@require_POST
@login_required
def invite_player(request: HttpRequest, number: int) -> HttpResponse:
    """Invite somebody. The response is the same for every address or player."""
    match = visible_match_or_404(request, number)
    invite_all(request, match, [request.POST.get("whom", "")], request.POST.get("note", ""))
    return see_other(f"/matches/{number}/")


def invite_all(request: HttpRequest, match: Match, whom: list[str], note: str = "") -> None:
    """Invite each of them, and show the inviter the results."""
    for name in whom:
        try:
            invitations.invite_player(match, signed_in(request), name, note=note)
        except Refused as refusal:
            messages.error(request, errors_text.describe_refusal(refusal))
        else:
            messages.success(request, _("Invited: %(whom)s.") % {"whom": name.strip()[:254]})


@require_POST
@login_required
def revoke_invitation(request: HttpRequest, number: int, row: UUID) -> HttpResponse:
    """Revoke an invitation."""
    invitations.revoke_invitation(signed_in(request), visible_match_or_404(request, number), row)
    return see_other(f"/matches/{number}/")


@require_POST
@login_required
def play_again(request: HttpRequest, number: int) -> HttpResponse:
    """Offer a rematch, or redirect to the one that was offered already."""
    try:
        match, word = (
            visible_match_or_404(request, number),
            shuffle.parse_shuffle_word(request.POST),
        )
        again = rematches.offer_rematch(match, signed_in(request), **word)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other(f"/matches/{number}/")
    return see_other(f"/matches/{again.number}/")


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only to the invitee.
@require_http_methods(["GET", "HEAD", "POST"])
def answer_invitation(
    request: HttpRequest, token: str, number: int, signature: str = ""
) -> HttpResponse:
    """Answer an invitation by link: 1 accepts, 2 declines.

    People without an account may decline directly, like unsubscribing; everything else needs a
    known device of the invitee. A link without a signature, as in old e-mails, grants no more than
    the Reply-To address of an e-mail.
    """
    if signature and not links.is_ours(token, number, signature):
        raise Http404
    row = invitation_text.row_of(token)
    if row is None or row.match is None or number not in SAYS:
        raise Http404
    reader = invitations.reader_of(row)
    with override(reader.language if reader else language_of(request)):
        if _may_act(request, reader, says=SAYS[number], is_signed=bool(signature)):
            response = _process_answer(request, row, number) if request.method == "POST" else None
            response = response or _render_invitation(request, row, number, "")
        else:
            if reader is None and request.POST.get("device") == "send":
                reader = invitations.get_or_create_reader(row, language=language_of(request))
            response = devices.render_unknown_device_flow(request, reader)
    response["X-Robots-Tag"] = "noindex"
    return response


def _may_act(request: HttpRequest, reader: Player | None, *, says: bool, is_signed: bool) -> bool:
    """Return whether the link may answer here for the invitee."""
    if reader is not None and devices.is_at_home(request, reader):
        return True
    if not is_signed:
        return False
    if reader is None or reader.email_verified_at is None:
        return not says
    return reader.links_act_anywhere


def _process_answer(request: HttpRequest, row: Invitation, number: int) -> HttpResponse | None:
    """Do what was clicked; None if the page itself shows the result."""
    try:
        links.read_nonce(request.POST.get("nonce", ""), row.token, number)
        if SAYS[number]:
            return _accept_invitation(request, row)
        invitations.decline_invitation(row)
    except links.BadNonce:
        return _render_invitation(request, row, number, _("Please click the button again."))
    except Refused as refusal:
        return _render_invitation(request, row, number, errors_text.describe_refusal(refusal))
    row.refresh_from_db()
    return None


def _accept_invitation(request: HttpRequest, row: Invitation) -> HttpResponse | None:
    """Accept and join; a new player, who has just typed a code from their mailbox, is signed in."""
    assert row.match is not None
    is_new, name = False, _read_display_name(request)
    if row.player is None:
        language = language_of(request)
        row.player, is_new = invitations.register_invitee(row, name=name, language=language)
    match = invitations.accept_invitation(row, **shuffle.parse_shuffle_word(request.POST))
    path = f"/matches/{match.number}/"
    if is_new and devices.is_at_home(request, row.player):
        return sign_in_player(request, row.player, path)
    if player_of(request) == row.player:
        return see_other(path)
    row.refresh_from_db()
    return None


def _read_display_name(request: HttpRequest) -> str:
    """Return the name typed by a new player, "" if it is missing or invalid."""
    fields: dict[str, object] = {"display_name": request.POST.get("name", "")}
    form = SettingsForm(fields | {"language": "en", "zone": "UTC"})
    form.is_valid()
    return str(form.cleaned_data.get("display_name", ""))


def _render_invitation(
    request: HttpRequest, row: Invitation, number: int, note: str
) -> HttpResponse:
    """Show the invitation with its button; a closed one with its outcome."""
    assert row.match is not None
    match = matches.match_with_seats(row.match_id)
    reader: Player | None = row.player
    is_open = row.outcome == Invitation.Outcome.OPEN
    context = {
        "row": row,
        "match": match,
        "title": labels.match_title(match),
        "names": ", ".join(matches.player_names(match)),
        "pace": labels.pace_in_words(match),
        "options": labels.options_in_words(match, reader.language if reader else "en"),
        "terms": labels.describe_match_settings(match),
        "accepts": SAYS[number],
        "other": links.invitation_path(row.token, 3 - number),
        "is_open": is_open,
        "is_stranger": reader is None,
        "longest_word": dealing.MAX_WORD_LENGTH,
        "nonce": links.new_nonce(row.token, number),
        "note": note,
    }
    status = 200 if is_open or request.method == "POST" else 410
    return render(request, "games/invitations/answer_invitation.html", context, status=status)
