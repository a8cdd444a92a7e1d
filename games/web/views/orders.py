"""The page of one's standing orders in a match: build, write, preview, change, move, cancel."""

from __future__ import annotations

from itertools import groupby
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.numbers import parse_number
from games.engine.order_words import OrderError
from games.engine.orders import ASK, Order, list_order_questions
from games.http.responses import see_other
from games.http.viewers import language_of, signed_in, visible_match_or_404
from games.models import Match, Player
from games.presentation import errors_text, labels, order_sentences
from games.presentation import orders as order_text
from games.queries import matches
from games.queries.games_on_offer import games_on_offer
from games.queries.matches import Question
from games.services import default_orders, order_commands, orders
from games.services.orders import Rehearsal
from games.titles import GAMES
from games.web.forms import orders as order_forms
from games.web.views import matches as match_views
from games.web.views.hotseat import cover_board

MAX_CHARACTERS = 500
# The largest number of an order that is read.
MAX_ORDER = 9999


class Draft(msgspec.Struct, frozen=True):
    """What a player is working on: the fields for a question, or an order as text.

    `question` is "" without fields, `text` is "" as long as the fields are not written out.
    `changes` is the number of the order that it replaces, None for a new one.
    """

    question: str
    fields: QueryDict
    text: str
    changes: int | None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_orders(request: HttpRequest, number: int) -> HttpResponse:
    """Show my orders and the form of one; POST saves it, adds a rule to the form, or tries it."""
    match, player = _own_match(request, number), signed_in(request)
    if match.is_hotseat and (cover := cover_board(request, match)):
        return cover
    question = _find_open_question(match, player)
    if request.method != "POST":
        draft = _open_draft(request, match, player, question)
        return _render_orders_page(request, match, draft, question, {})
    draft = _parse_draft(request, match)
    if "more" in request.POST:
        fields = draft.fields.copy()
        fields["rules"] = str(order_forms.count_rules(fields) + 1)
        draft = msgspec.structs.replace(draft, fields=fields)
        return _render_orders_page(request, match, draft, question, {})
    context: dict[str, object] = {}
    try:
        draft, order = _read_draft(match, player, draft)
        if "try" not in request.POST:
            _save_draft(request, match, player, draft, order)
            return see_other(f"/matches/{number}/orders/")
        context = _try_order(match, player, order, question)
    except Refused as refusal:
        context = _describe_refusal(match, player, refusal, question)
    return _render_orders_page(request, match, draft, question, context)


@require_POST
@login_required
def cancel_order(request: HttpRequest, number: int, order: int) -> HttpResponse:
    """Cancel one of my orders."""
    try:
        orders.cancel_order(_own_match(request, number), signed_in(request), order)
        messages.success(request, _("Order %(number)s cancelled.") % {"number": order})
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/matches/{number}/orders/")


@require_POST
@login_required
def move_order(request: HttpRequest, number: int, order: int) -> HttpResponse:
    """Let one of my orders be tried earlier, with `to` “up”, or later."""
    try:
        up = request.POST.get("to") == "up"
        place = orders.move_order(_own_match(request, number), signed_in(request), order, up=up)
        sentence = _("Order %(number)s is now number %(place)s.") % {
            "number": order,
            "place": place,
        }
        messages.success(request, sentence)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/matches/{number}/orders/")


@require_POST
@login_required
def keep_order(request: HttpRequest, number: int, order: int) -> HttpResponse:
    """Give my seat one of my orders in every new match of the same game, too."""
    match, player = _own_match(request, number), signed_in(request)
    seat = matches.seat_of(match, player)
    assert seat is not None
    row = get_object_or_404(match.orders, seat=seat, number=order)
    try:
        default_orders.save_default_order(player, match.game, msgspec.convert(row.rules, Order))
        messages.success(
            request,
            _("Your new matches of %(game)s will begin with this order.")
            % {"game": GAMES[match.game].title},
        )
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(f"/matches/{number}/orders/")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_default_orders(request: HttpRequest) -> HttpResponse:
    """Show my orders for new matches, and those that games suggest; POST removes or adds."""
    player = signed_in(request)
    if request.method == "POST":
        _change_default_orders(request, player)
        return see_other("/settings/orders/")
    mine = order_text.list_default_orders(player)
    own_by_game = {game: list(rows) for game, rows in groupby(mine, lambda item: item.row.game)}
    sections = []
    for name in (
        *games_on_offer(),
        *(game for game in own_by_game if game not in games_on_offer()),
    ):
        own = own_by_game.get(name, [])
        own_words = {item.words for item in own}
        suggestions = order_text.list_suggested_orders(name, player.language)
        others = [
            (number, item) for number, item in enumerate(suggestions) if item.words not in own_words
        ]
        if own or others:
            sections.append((name, GAMES[name].title, own, others))
    return render(request, "games/orders/defaults.html", {"sections": sections})


def _change_default_orders(request: HttpRequest, player: Player) -> None:
    """Remove an order for new matches, or add one or all that a game suggests. Raises Http404."""
    if "remove" in request.POST:
        pk = _parse_uuid(request.POST["remove"])
        if pk is None or not default_orders.delete_default_order(player, pk):
            raise Http404
        messages.success(request, _("Order removed. Running matches keep theirs."))
        return
    game, _colon, choice = request.POST.get("suggested", "").partition(":")
    if game not in GAMES:
        raise Http404
    suggestions = order_text.list_suggested_orders(game, player.language)
    choices = {str(number): item for number, item in enumerate(suggestions)}
    if choice != "all" and choice not in choices:
        raise Http404
    try:
        if choice == "all":
            default_orders.save_suggested_orders(player, game)
        else:
            default_orders.save_default_order(player, game, choices[choice].order)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    else:
        facts = {"game": GAMES[game].title}
        messages.success(request, _("Your new matches of %(game)s will begin with them.") % facts)


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _own_match(request: HttpRequest, number: int) -> Match:
    """Return the match for one of its players. Raises Http404."""
    match = visible_match_or_404(request, number)
    if matches.seat_of(match, signed_in(request)) is None or match.started_at is None:
        raise Http404
    return match


def _find_open_question(match: Match, player: Player) -> Question | None:
    """Return what the player is asked now, None if it is nothing or has been answered already."""
    seat = matches.seat_of(match, player)
    question = matches.build_table(match, seat, player.language).question
    return question if question is not None and question.row.answered_at is None else None


# What is being written.


def _open_draft(
    request: HttpRequest, match: Match, player: Player, question: Question | None
) -> Draft:
    """Return the draft of a GET: a question to build for, an order to change, or given text."""
    topics = GAMES[match.game].topics
    now = question.asked.question if question else ""
    changes = parse_number(request.GET.get("edit", ""), MAX_ORDER)
    text = request.GET.get("order", "")[:MAX_CHARACTERS]
    if changes is not None:
        seat = matches.seat_of(match, player)
        own_rows = order_text.own_orders(match, seat, player.language) if seat is not None else []
        hits = (item for item in own_rows if item.row.active and item.row.number == changes)
        current = next(hits, None)
        if current is None:
            raise Http404
        if "about" not in request.GET:
            text = text or current.words
    if text:
        return _fill_draft(match, player, Draft("", QueryDict(), text, changes), now)
    about = request.GET.get("about", now)
    return Draft(about if about in topics else "", QueryDict(), "", changes)


def _fill_draft(match: Match, player: Player, draft: Draft, first_choice: str) -> Draft:
    """Return a draft of text with the fields that say the same, if a form can say it."""
    topics = GAMES[match.game].topics
    try:
        order = orders.read_order(match, player, draft.text)
    except OrderError:
        return draft
    question = order_forms.find_question(order, topics, first_choice)
    fields = order_forms.fill_form(order, topics[question]) if question else None
    return draft if fields is None else Draft(question, fields, draft.text, draft.changes)


def _parse_draft(request: HttpRequest, match: Match) -> Draft:
    data, question = request.POST, request.POST.get("about", "")
    changes = parse_number(data.get("edit", ""), MAX_ORDER)
    if "order" in data or question not in GAMES[match.game].topics:
        return Draft("", QueryDict(), data.get("order", "")[: MAX_CHARACTERS + 1], changes)
    return Draft(question, data, "", changes)


def _read_draft(match: Match, player: Player, draft: Draft) -> tuple[Draft, Order]:
    """Return the draft with its text, and the order that the text describes. Raises Refused.

    Fields are written out first: there is one way to read an order, for pages and for e-mails.
    """
    if draft.question:
        order = order_forms.parse_form(draft.fields, GAMES[match.game].topics[draft.question])
        text = order_text.write_out(match, order, player.language)
        draft = msgspec.structs.replace(draft, text=text)
    return draft, orders.read_order(match, player, draft.text)


def _save_draft(
    request: HttpRequest, match: Match, player: Player, draft: Draft, order: Order
) -> None:
    if draft.changes is None:
        row = orders.write_order(match, player, order)
    else:
        row = orders.change_order(match, player, draft.changes, order)
    line = order_commands.format_order_line(
        order_text.write_out(match, order, player.language), player.language
    )
    facts = {"number": row.number, "line": line}
    messages.success(request, _("Order %(number)s saved. As in an e-mail: “%(line)s”.") % facts)
    if row.followed:
        messages.success(request, _("It has answered your open decision."))


# What the page says about it.


def _try_order(
    match: Match, player: Player, order: Order, question: Question | None
) -> dict[str, object]:
    past = orders.preview_order(match, player, order)
    return {
        "tried": True,
        "open_preview": question
        and order_text.preview_open_question(order, question, player.language),
        "rehearsed": _describe_rehearsal(match, past, player),
    }


def _describe_refusal(
    match: Match, player: Player, refusal: Refused, question: Question | None
) -> dict[str, object]:
    context: dict[str, object] = {"refusal": errors_text.describe_refusal(refusal, match.game)}
    if isinstance(refusal, OrderError):
        now = question.asked.question if question else ""
        context["pointed"] = refusal.text_with_caret()
        context["line_number"] = refusal.line_number
        context["proposal"] = order_text.propose_orders(refusal, match, player, question=now)
    return context


def _render_orders_page(
    request: HttpRequest,
    match: Match,
    draft: Draft,
    question: Question | None,
    context: dict[str, object],
) -> HttpResponse:
    language, seat = language_of(request), matches.seat_of(match, signed_in(request))
    assert seat is not None
    game, words = GAMES[match.game], GAMES[match.game].list_words(language)
    rows = [
        (item, order_sentences.describe_order(item.order, words))
        for item in order_text.own_orders(match, seat, language)
    ]
    context |= match_views.build_match_header(match, seat, language)
    context |= {
        "active": [item for item in rows if item[0].row.active],
        "ended": [
            (*item, labels.END_REASONS[item[0].row.why]) for item in rows if not item[0].row.active
        ],
        "questions": [
            (name, words[f"question.{name}"], name == draft.question) for name in game.topics
        ],
        "draft": draft,
        "asked": question,
        "kept": {
            item.words for item in order_text.list_default_orders(signed_in(request), match.game)
        },
        "game_title": game.title,
        "presets": order_text.list_preset_orders(match.game, language, draft.question)
        or order_text.list_preset_orders(match.game, language),
    }
    if draft.question:
        context["form"] = order_forms.build_form(game, draft.question, draft.fields, language)
    if draft.text and "refusal" not in context:
        context |= _describe_draft(match, signed_in(request), draft)
    status = 422 if "refusal" in context else 200
    return render(request, "games/orders/orders.html", context, status=status)


def _describe_draft(match: Match, player: Player, draft: Draft) -> dict[str, object]:
    """Return a readable draft as a sentence and as a line, and what else it answers."""
    game, words = GAMES[match.game], GAMES[match.game].list_words(player.language)
    try:
        order = orders.read_order(match, player, draft.text)
    except OrderError:
        return {}
    others = [
        words[f"question.{name}"]
        for name in list_order_questions(order, game.topics)
        if name != draft.question
    ]
    text = order_text.write_out(match, order, player.language)
    return {
        "sentence": order_sentences.describe_order(order, words),
        "line": order_commands.format_order_line(text, player.language),
        "also": others if draft.question else [],
    }


def _describe_rehearsal(
    match: Match, past: list[Rehearsal], player: Player
) -> list[dict[str, object]]:
    """Return one row per past prompt: its facts, my answer, and what the order would have done."""
    game, language = GAMES[match.game], player.language
    words = game.list_words(language)

    def said(decision: Decision | str | None) -> str:
        if isinstance(decision, Decision):
            return notation.format_decision(decision, words)
        return _("asks you") if decision == ASK else _("does not apply: asks you")

    return [
        {
            "facts": order_text.facts_in_words(match.game, row.prompt, language),
            "answered": said(row.answered),
            "would": said(row.would),
            "same": row.would == row.answered,
        }
        for row in past
    ]
