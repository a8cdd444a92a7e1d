"""The e-mail with all open questions of a player, each answered by the number of its match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.emails.matches import render_email
from games.emails.prompts import format_instant, format_time_left
from games.engine import notation
from games.engine.contract import Decision, name_players
from games.engine.text import join_words, wrap_item, wrap_paragraph
from games.models import Player, Prompt
from games.presentation import questions
from games.queries import matches, open_prompts, states
from games.queries.matches import Answer, Question
from games.services.play import decision_rows
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Email, Notification

# Maximum number of questions in an e-mail, those with the earliest deadlines, and of the answers
# that are listed for each: more would make it so large that Gmail cuts it.
MAX_QUESTIONS, MAX_ANSWERS = 40, 10


class ListFacts(Struct):
    """The open prompts of a list's reader, and the numbered answers in the e-mail."""

    prompts: Sequence[Prompt]
    numbered_answers: list[tuple[Prompt, Sequence[Decision]]]


def render_daily_list_email(notification: Notification) -> Email | None:
    """Render the open questions of a player; None if there are none."""
    player = notification.player
    prompts = fetch_listed_prompts(player)
    items = [
        row
        for prompt in prompts[:MAX_QUESTIONS]
        if (row := _describe_prompt(prompt, player)) is not None
    ]
    if not items:
        return None
    rows = [row.question.row for row in items]
    notification.known = ListFacts(
        rows, [(row.question.row, _list_decisions(row.question)) for row in items]
    )
    codes = {str(row.match.number): row.token for row in rows}
    count = len(prompts)
    context = {
        "questions": [row.context for row in items],
        "example": next(iter(codes)),
        "count": count,
        "heading": ngettext(
            "You have %(count)s open question.", "You have %(count)s open questions.", count
        )
        % {"count": count},
        "others": count - len(items),
        "site": settings.SITE_URL.rstrip("/"),
        "stop_link": gateway.one_click_url(notification),
    }
    email = render_email(notification, gateway.DAILY_LIST, context)
    return msgspec.structs.replace(email, blocks=codes, keeps_subject=True)


def fetch_listed_prompts(player: Player) -> list[Prompt]:
    """Return the open prompts of a player that are e-mailed to them, by deadline.

    Not those of paused matches, nor of matches about whose turns the player wants no e-mails.
    """
    rows = matches.with_match(open_prompts.open_prompts(player)).filter(match__paused_at=None)
    prompts = [row for row in rows if not row.match.is_hotseat]
    threads = {f"match-{row.match.number}" for row in prompts}
    allowed_threads = gateway.select_threads_with_email(player, "turn", threads)
    return [row for row in prompts if f"match-{row.match.number}" in allowed_threads]


class ListedQuestion(Struct, frozen=True):
    """A question of a list, with its template context."""

    question: Question
    context: dict[str, Any]


def _describe_prompt(prompt: Prompt, player: Player) -> ListedQuestion | None:
    """Return how the list tells a prompt; None if it cannot be shown.

    The clock finds what makes the rules of a match fail, and the other questions are listed.
    """
    match, game = prompt.match, GAMES[prompt.match.game]
    try:
        with states.convert_rules_errors(match):
            state = states.load_state(match)
            view = game.build_view(state, prompt.seat)
            question = matches.build_question(prompt, state, view, player.language)
    except states.RulesFailed:
        return None
    if question is None:
        return None
    named_view = name_players(view, matches.player_names(match))
    answers = [
        msgspec.structs.replace(
            answer,
            hint=questions.describe_hint(match.game, answer.decision, named_view, player.language),
        )
        for answer in question.answers[:MAX_ANSWERS]
    ]
    return ListedQuestion(question, _build_context(question, answers, player))


def _build_context(question: Question, answers: Sequence[Answer], player: Player) -> dict[str, Any]:
    prompt, match, game = question.row, question.row.match, GAMES[question.row.match.game]
    names = matches.player_names(match)
    others = [name for number, name in enumerate(names) if number != prompt.seat]
    fallback = notation.format_decision(question.asked.fallback, game.list_words(player.language))
    deadline = prompt.deadline_at
    return {
        "number": match.number,
        "title": game.title,
        "others": join_words(others, _("and")),
        "text": question.text,
        "text_wrapped": wrap_paragraph(question.text),
        "answers": answers,
        "answers_text": "\n".join(map(_format_answer, answers)),
        "more": _describe_more(len(question.answers) - len(answers)),
        "deadline": deadline and format_instant(deadline, player),
        "left": deadline and format_time_left(deadline, timezone.now()),
        "fallback": fallback,
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
    }


def _format_answer(answer: Answer) -> str:
    words = answer.words + (f" – {answer.hint}" if answer.hint else "")
    return wrap_item(f"{answer.number:>3} · ", words)


def _describe_more(count: int) -> str:
    sentence = ngettext(
        "There is %(many)s more answer; the page lists it.",
        "There are %(many)s more answers; the page lists them.",
        count,
    )
    return sentence % {"many": count} if count > 0 else ""


def _list_decisions(question: Question) -> list[Decision]:
    return [answer.decision for answer in question.answers]


def forget_lists(notifications: Sequence[Notification]) -> None:
    """Forget what was loaded for lists: each loads its prompts when it is rendered."""
    for notification in notifications:
        notification.known = None


def save_listed_answers(notifications: Sequence[Notification]) -> Collection[UUID]:
    """Store the numbered answers; return the lists with a prompt that was closed meanwhile."""
    facts_by_id = {row.pk: row.known for row in notifications if row.known}
    answers_by_prompt = {
        prompt.pk: (prompt, decisions)
        for facts in facts_by_id.values()
        for prompt, decisions in facts.numbered_answers
    }
    closed_ids = set(decision_rows.store_offered_answers(list(answers_by_prompt.values())))
    return {
        pk
        for pk, facts in facts_by_id.items()
        if any(prompt.pk in closed_ids for prompt in facts.prompts)
    }


LIST_LOADER = gateway.BatchLoader(forget_lists, save_listed_answers)
