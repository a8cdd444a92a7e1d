"""The page of a prompt, and its answer form."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import DataError, transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine import contract, notation
from games.engine.contract import Decision, Refused
from games.http.responses import see_other
from games.http.viewers import language_of, signed_in
from games.models import Match, Prompt
from games.presentation import errors_text, order_plans, questions
from games.presentation.preview import preview_decision
from games.queries import matches
from games.services import order_commands
from games.services.play.decisions import MatchFrozen, StalePrompt, submit_decision
from games.titles import GAMES
from games.web.forms import answer_reading
from games.web.views import matches as match_views
from games.web.views.hotseat import cover_board
from games.web.views.matches import FormResult

# What is tried, if it is not a part of the form: its `decision`.
COMPLETE = "decision"
# The header of a script that requests only a fragment of the page.
PART = "X-Part"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_prompt(request: HttpRequest, token: str) -> HttpResponse:
    """Show the prompt named by `token` to its player (GET), or submit an answer (POST)."""
    try:
        row = matches.prompt_by_token(token)
    except (Prompt.DoesNotExist, DataError) as error:  # PostgreSQL text cannot hold a NUL.
        raise Http404 from error
    if row.match.is_hotseat and (cover := cover_board(request, row.match)):
        return cover
    if matches.seat_of(row.match, signed_in(request)) != row.seat:
        return render(request, "games/answers/not_yours.html", status=403)
    if request.method == "POST":
        return _submit_answer(request, row)
    at = request.GET.get("at", "")
    late = FormResult(closed=row if row.closed_at else None)
    return match_views.render_match_page(request, row.match, late, at=at)


def _submit_answer(request: HttpRequest, row: Prompt) -> HttpResponse:
    nonce = _read_form_nonce(request)
    if "try" in request.POST:
        return _preview_answer(request, row, nonce)
    try:
        submit_decision(
            row.token,
            partial(_parse_decision, request),
            source="page",
            key=f"page-{row.pk.hex}-{nonce}",
            by=signed_in(request).pk,
        )
    except (StalePrompt, MatchFrozen) as refusal:
        row.match.refresh_from_db()
        return match_views.render_match_page(
            request, row.match, FormResult(closed=row, refusal=refusal), status=409
        )
    except Refused as refusal:
        return _accept_order_line(request, row.match, nonce) or match_views.render_match_page(
            request, row.match, FormResult(refusal=refusal, nonce=nonce), status=422
        )
    # The page itself says which: the history, and a sealed answer beside its question.
    messages.success(request, _("Answer sealed.") if row.sealed else _("Answer sent."))
    return see_other(f"/matches/{row.match.number}/")


def _accept_order_line(request: HttpRequest, match: Match, nonce: UUID) -> HttpResponse | None:
    """Save an order that was written in place of an answer; None if the line is not one.

    It may do without the word “order”. What it would do is shown first where that is more than the
    line says, and again if it has changed until its owner agrees.

    An order that cannot be parsed is refused on the page of orders.
    """
    line, player = request.POST.get("line", "")[:500], signed_in(request)
    page = f"/matches/{match.number}/orders/"
    try:
        commands: list[order_commands.Command]
        if order_commands.may_be_order(line):
            commands, _others = order_commands.split_commands([line], match, player)
        else:
            bare = order_commands.parse_bare_order(line, match, player)
            commands = [bare] if bare else []
        if not commands:
            return None
        effects = order_plans.list_effects(commands, match, player)
        if effects and request.POST.getlist("agreed") != effects:
            context = {"match": match, "effects": effects, "line": line, "nonce": nonce}
            return render(request, "games/answers/agree.html", context)
        with transaction.atomic():
            order_commands.execute_commands(commands, match, player, now=timezone.now())
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal, match.game))
        query = urlencode({"order": order_commands.behind_the_word(line)})
        return see_other(f"{page}?{query}#write")
    messages.success(request, _("That line is about your orders; here they are."))
    return see_other(page)


def _preview_answer(request: HttpRequest, row: Prompt, nonce: UUID) -> HttpResponse:
    """Show what the form's answer would do, without playing it: in the page, or as a fragment."""
    language = language_of(request)
    question = questions.question_of(row, language)
    if question is None:
        row.refresh_from_db()
        return match_views.render_match_page(request, row.match, FormResult(closed=row), status=409)
    key = request.POST["try"]
    try:
        data = _select_form_part(request.POST, key)
        lexicons = notation.list_lexicons(GAMES[row.match.game], language)
        decision = answer_reading.parse_posted_decision(row, question.asked, lexicons, data)
        preview = preview_decision(question, decision, language)
        words = questions.words_of(question, decision, language)
        answer_preview = match_views.AnswerPreview(
            key, words, preview.told, reveals=preview.reveals, is_final=preview.is_final
        )
    except Refused as refusal:
        answer_preview = match_views.AnswerPreview(
            key, "", (), errors_text.describe_refusal(refusal, row.match.game)
        )
    if request.headers.get(PART):
        return render(request, "games/answers/_tried.html", {"tried": answer_preview})
    return match_views.render_match_page(
        request, row.match, FormResult(tried=answer_preview, nonce=nonce)
    )


def _select_form_part(data: QueryDict, key: str) -> QueryDict:
    """Return the form as if the button of one part, or of its complete answer, was clicked."""
    if key == COMPLETE:
        return data
    selection = data.copy()
    selection["fill"] = key
    selection.pop("decision", None)
    return selection


def _parse_decision(request: HttpRequest, row: Prompt, prompt: contract.Prompt | None) -> Decision:
    """Parse the form under the match's lock; the match is not loaded again."""
    if prompt is None:
        raise StalePrompt(_("That question is no longer open."))
    lexicons = notation.list_lexicons(GAMES[row.match.game], language_of(request))
    return answer_reading.parse_posted_decision(row, prompt, lexicons, request.POST)


def _read_form_nonce(request: HttpRequest) -> UUID:
    """Return the form's nonce, so that two clicks are one move; a new one if it is invalid."""
    try:
        return UUID(request.POST.get("nonce", ""))
    except ValueError:
        return uuid4()
