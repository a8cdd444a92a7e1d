"""The page of an answer link in an e-mail: it shows the exact move, and its button plays it.

It works without scripts, and without a sign-in on a known device of the player; elsewhere it shows
nothing of the match. Only its form acts, because mail scanners open every link.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.models import Player, Prompt, Status
from games.presentation import errors_text, labels, links
from games.queries import matches, states
from games.services.play.decisions import submit_decision
from games.services.rate_limits import address_of, is_marked, is_too_often, set_mark
from games.web.views import devices

# A reader opens one answer of an e-mail, a scanner opens all of them at once.
SCANNED_LINKS, SCAN_TIME = 3, timedelta(seconds=10)
SCANNER_PAUSE = timedelta(minutes=5)


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only on a known device, for this answer.
@require_http_methods(["GET", "HEAD", "POST"])
def answer_by_link(request: HttpRequest, token: str, number: int, signature: str) -> HttpResponse:
    """Show or play one numbered answer of an e-mail."""
    # Query only for a valid signature: an invented token may not even be valid text for the
    # database.
    ours = links.is_ours(token, number, signature)
    rows = Prompt.objects.select_related("match").filter(token=token)
    prompt = rows.first() if ours else None
    if prompt is None:
        raise Http404
    prompt.match = matches.match_with_seats(prompt.match_id)
    player = next(s.player for s in prompt.match.seats.all() if s.number == prompt.seat)
    if player.is_bot or not player.is_active:
        raise Http404
    with override(player.language):
        if not devices.may_act(request, player):
            response = devices.render_unknown_device_flow(request, player)
        elif request.method == "POST":
            response = _play_answer(request, prompt, number, player)
        else:
            _detect_scanner(request, prompt)
            response = _render_answer_page(request, prompt, number, player.language)
    response["X-Robots-Tag"] = "noindex"
    return response


def _render_answer_page(
    request: HttpRequest, prompt: Prompt, number: int, language: str, *, note: str = ""
) -> HttpResponse:
    """Show the answer with its button; for a closed prompt, how it was settled."""
    match = prompt.match
    table = matches.build_table(match, prompt.seat, language)
    answers = table.question.answers if table.question else ()
    is_open = (
        prompt.closed_at is None
        and match.status == Status.RUNNING
        and table.question is not None
        and table.question.row.pk == prompt.pk
    )
    context = {
        "match": match,
        "title": labels.match_title(match),
        "reader": table.names[prompt.seat],
        "table": table,
        "answer": next((a for a in answers if a.number == number), None) if is_open else None,
        "nonce": links.new_nonce(prompt.token, number),
        "note": note,
        "settled": matches.describe_closed_prompt(prompt, language),
    }
    return render(request, "games/answers/confirm.html", context, status=200 if is_open else 410)


def _play_answer(request: HttpRequest, prompt: Prompt, number: int, player: Player) -> HttpResponse:
    language = player.language
    try:
        nonce = links.read_nonce(request.POST.get("nonce", ""), prompt.token, number)
    except links.BadNonce:
        return _render_answer_page(
            request, prompt, number, language, note=_("Please click the button again.")
        )
    if is_marked("scanned", _client_key(request, prompt)):
        note = _("All answers of this e-mail were opened at once, as a mail scanner does.")
        return _render_answer_page(request, prompt, number, language, note=note)
    decisions = prompt.offered or []
    if not 1 <= number <= len(decisions):
        raise Http404
    try:
        decision = states.parse_stored_decision(decisions[number - 1])
        key = f"link-{nonce}"
        submit_decision(prompt.token, decision, source="link", key=key, by=player.pk)
    except Refused as refusal:
        prompt.refresh_from_db()
        note = errors_text.describe_refusal(refusal, prompt.match.game)
        return _render_answer_page(request, prompt, number, language, note=note)
    prompt.refresh_from_db()
    title = labels.match_title(prompt.match)
    context = {
        "match": prompt.match,
        "title": title,
        "settled": matches.describe_closed_prompt(prompt, language),
    }
    return render(request, "games/answers/confirmed.html", context)


def _detect_scanner(request: HttpRequest, prompt: Prompt) -> None:
    """Count how many answers of one e-mail are opened by one client within seconds."""
    client = _client_key(request, prompt)
    if is_too_often("opened", client, times=SCANNED_LINKS - 1, within=SCAN_TIME):
        set_mark("scanned", client, within=SCANNER_PAUSE)


def _client_key(request: HttpRequest, prompt: Prompt) -> str:
    return f"{address_of(request)} {prompt.pk}"
