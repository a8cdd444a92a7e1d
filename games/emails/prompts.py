"""The prompt in an e-mail: numbered answers with their links, and the deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, zip_longest
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import notation
from games.engine.contract import Decision, Pick, View
from games.engine.text import bind_french_marks, wrap_item, wrap_paragraph
from games.models import Player, Prompt
from games.presentation import labels, questions
from games.presentation.links import answer_path
from games.queries import matches
from games.titles import GAMES
from notifications.gateway import EmailPreferences, build_reply_address, email_preferences_of

# Maximum number of answers that an e-mail lists, for games that do not set it.
MAX_LISTED = 12
# Number of examples from which on a choice may have more than those.
MAX_EXAMPLES = 8
# Maximum length of what a button says behind an answer, where a picture shows the cards as well.
MAX_BUTTON_HINT = 70
# Maximum height of the buttons on a phone, in pixels, with that of a line and what is around it.
MAX_BUTTONS_HEIGHT, LINE_HEIGHT, FRAME_HEIGHT, LINE_CHARACTERS = 500, 20, 28, 36
# Minimum number of answers that an e-mail lists, however long they are.
MIN_LISTED = 6


def build_prompt_context(
    question: matches.Question,
    view: View,
    player: Player,
    *,
    subject: str,
    message_id: str,
    fewer: int = 0,
) -> dict[str, object]:
    """Return the template context of a prompt in the reader's language.

    `fewer`: how many answers are left out of those that the game lists at most, if it has a limit.

    Replies by `mailto:` links are about `subject`, in reply to `message_id`.
    """
    game = GAMES[question.row.match.game]
    words = game.list_words(player.language)
    fallback = question.asked.fallback
    shown_answers = [
        msgspec.structs.replace(
            answer,
            hint=questions.describe_hint(
                question.row.match.game, answer.decision, view, player.language
            ),
        )
        for answer in select_listed_answers(question, fewer)
    ]
    links_to_pages = wants_pages(player)
    others = _describe_other_answers(question, shown_answers, player.language)

    def build_link(answer: matches.Answer) -> str:
        if links_to_pages:
            return _build_answer_url(question.row, answer)
        return build_mailto(question.row.token, answer.words, subject, message_id)

    return {
        "text": question.ask,
        "details": question.details,
        "text_wrapped": wrap_paragraph(question.text),
        "answers_text": "\n".join(map(_format_numbered_answer, shown_answers)),
        "answers": [
            {
                "number": answer.number,
                "words": answer.words,
                "hint": shorten_hint(answer.hint)
                if email_preferences_of(player).html
                else answer.hint,
                "link": build_link(answer),
                # The filled button is what is played without an answer.
                "is_fallback": answer.decision == fallback,
            }
            for answer in shown_answers
        ],
        "links_text": links_to_pages
        and "\n".join(
            f"{answer.number:>3}: {_build_answer_url(question.row, answer)}"
            for answer in shown_answers
        ),
        "others": others,
        "others_wrapped": others and wrap_paragraph(others),
        "answered": question.answered,
        # The rules answer for who has no choice.
        "is_forced": question.asked.only_answer() is not None,
        "goes_on": len(question.answers) > 1 and _may_go_on(question),
        "fallback": notation.format_decision(fallback, words),
        "deadline": question.row.deadline_at and format_instant(question.row.deadline_at, player),
        "left": question.row.deadline_at
        and format_time_left(question.row.deadline_at, timezone.now()),
    }


def wants_pages(player: Player) -> bool:
    """Return whether the buttons of a player's e-mails open pages instead of prepared replies."""
    return bool(email_preferences_of(player).answer_links == EmailPreferences.Links.PAGES)


def arrange_answers(question: matches.Question, fewer: int = 0) -> matches.Question:
    """Return a question with the answers that its e-mail lists first, so that no number is missing.

    Numbers that an e-mail has told stay. `fewer`: see build_prompt_context.
    """
    if question.row.offered is not None:
        return question
    listed_answers = select_listed_answers(question, fewer)
    numbers = {answer.number for answer in listed_answers}
    ordered_answers = [*listed_answers, *(a for a in question.answers if a.number not in numbers)]
    answers = tuple(
        msgspec.structs.replace(answer, number=number)
        for number, answer in enumerate(ordered_answers, start=1)
    )
    return msgspec.structs.replace(question, answers=answers)


def select_listed_answers(question: matches.Question, fewer: int = 0) -> list[matches.Answer]:
    """Return the answers that an e-mail lists, by number.

    Of answers that only pay in different ways it lists the first, the cheapest. If there are too
    many, they are taken from all verbs in turn, so that none is missing as long as there is room.
    A single answer is not left out.
    """
    game = GAMES[question.row.match.game]
    most = (game.max_listed_answers or MAX_LISTED) - fewer
    answers = _leave_out_other_payments(question.answers, game.name_purchase)
    most = min(most, max(MIN_LISTED, _count_that_fit(answers) - fewer))
    if all(_has_slots(question, answer.decision) for answer in answers):
        # All of them are examples.
        most = min(most, MIN_LISTED)
    if len(question.answers) <= most + 1 and len(question.answers) <= len(answers) + 1:
        return list(question.answers)
    if len(answers) <= most:
        return answers
    by_verb: dict[str, list[matches.Answer]] = {}
    for answer in answers:
        by_verb.setdefault(answer.decision.verb, []).append(answer)
    in_turn = [
        answer for row in zip_longest(*by_verb.values()) for answer in row if answer is not None
    ]
    return sorted(in_turn[:most], key=lambda answer: answer.number)


def _count_that_fit(answers: Sequence[matches.Answer]) -> int:
    """Return how many answers fit on a phone, so that what is below them is not too far away.

    A single answer is not left out.
    """
    lines = [
        -(-len(answer.words + shorten_hint(answer.hint)) // LINE_CHARACTERS) for answer in answers
    ]
    heights = accumulate(FRAME_HEIGHT + LINE_HEIGHT * many for many in sorted(lines))
    count = sum(height <= MAX_BUTTONS_HEIGHT for height in heights)
    return count + 1 if count == len(answers) - 1 else count


def shorten_hint(hint: str) -> str:
    """Return the beginning of a long hint, up to the end of a clause.

    >>> shorten_hint("free. Now: +1 attack. " + "Even once covered: +1 attack; " * 3)
    'free. Now: +1 attack. Even once covered: +1 attack …'
    """
    if len(hint) <= MAX_BUTTON_HINT:
        return hint
    begin = hint[:MAX_BUTTON_HINT]
    end = len(begin)
    for marks in ((". ", "; "), (", ",), (" ",)):
        end = max(begin.rfind(mark) for mark in marks)
        if end > MAX_BUTTON_HINT // 2:
            break
    return begin[:end].rstrip(" ;,\u202f") + " …"


def _leave_out_other_payments(
    answers: Sequence[matches.Answer], name_purchase: Callable[[Decision], str] | None
) -> list[matches.Answer]:
    if name_purchase is None:
        return list(answers)
    purchases: set[str] = set()
    rest = []
    for answer in answers:
        purchase = name_purchase(answer.decision)
        if not purchase or purchase not in purchases:
            rest.append(answer)
        purchases.add(purchase)
    return rest


def _describe_other_answers(
    question: matches.Question, listed_answers: Sequence[matches.Answer], language: str
) -> str:
    """Return what else may be written, with an example; "" if all answers are listed."""
    numbers = {answer.number for answer in listed_answers}
    rest = [answer for answer in question.answers if answer.number not in numbers]
    if rest:
        sentence = ngettext(
            "%(many)s more answer can be written in words: “%(example)s”.",
            "%(many)s more answers can be written in words, such as “%(example)s”.",
            len(rest),
        )
        return sentence % {"many": len(rest), "example": rest[0].words}
    examples = [answer for answer in listed_answers if _has_slots(question, answer.decision)]
    if not examples:
        return ""
    example = _find_unlisted_example(question, listed_answers, language)
    if not example and all(len(c.examples()) < MAX_EXAMPLES for c in question.slotted):
        return ""
    example = example or examples[-1].words
    sentence = _("You can write any other legal move in words, such as “%(example)s”.")
    return sentence % {"example": example}


def _find_unlisted_example(
    question: matches.Question, listed_answers: Sequence[matches.Answer], language: str
) -> str:
    """Return an answer that is not listed, or a listed one with something more that may be named:
    “bid 1 Wealth for Sage”.

    "" if no answer leaves anything open.
    """
    words = GAMES[question.row.match.game].list_words(language)
    listed_words = {answer.words for answer in listed_answers}
    for choice in question.slotted:
        for decision in choice.examples():
            text = notation.format_decision(decision, words)
            if text not in listed_words:
                return text
    for choice in question.slotted:
        picks = [slot for slot in choice.slots if isinstance(slot, Pick) and slot.least == 0]
        answers = [row for row in listed_answers[1:] if row.decision.verb == choice.verb]
        if answers and picks and picks[0].items:
            args = {**answers[0].decision.args, picks[0].name: list(picks[0].items[:1])}
            text = notation.format_decision(Decision(choice.verb, args), words)
            return "" if text in listed_words else text
    return ""


def _has_slots(question: matches.Question, decision: Decision) -> bool:
    return any(choice.verb == decision.verb for choice in question.slotted)


def _may_go_on(question: matches.Question) -> bool:
    """Return whether an answer may be followed by others of the same player."""
    topic = GAMES[question.row.match.game].topics.get(question.asked.question)
    return topic is not None and (
        topic.begins_turn or any(verb.split("_")[0] == "use" for verb in topic.verbs)
    )


def build_mailto(token: str, words: str, subject: str, message_id: str) -> str:
    """Return the link to an e-mail that answers in words within its conversation (RFC 6068)."""
    address = quote(build_reply_address("play", token), safe="@")
    # As in the header of the e-mail that is answered.
    fields = {
        "subject": f"Re: {bind_french_marks(subject)}",
        "in-reply-to": message_id,
        "body": f"{words}\r\n",
    }
    query = "&".join(f"{name}={quote(value, safe='')}" for name, value in fields.items() if value)
    return f"mailto:{address}?{query}"


def _build_answer_url(prompt: Prompt, answer: matches.Answer) -> str:
    return settings.SITE_URL.rstrip("/") + answer_path(prompt.token, answer.number)


def _format_numbered_answer(answer: matches.Answer) -> str:
    """Return an answer as a line that is not parsed as an answer when the e-mail is quoted."""
    return wrap_item(
        f"{answer.number:>3} · ", answer.words + (f" – {answer.hint}" if answer.hint else "")
    )


def format_instant(instant: datetime, player: Player) -> str:
    """Format an instant in the reader's zone, with its name, and in UTC if that differs."""
    local = instant.astimezone(ZoneInfo(player.zone))
    text = f"{date_format(local, labels.day_and_time())} ({player.zone})"
    if player.zone == "UTC":
        return text
    utc = date_format(instant.astimezone(ZoneInfo("UTC")), labels.short_day_and_time())
    return f"{text}, {utc} UTC"


def format_time_left(instant: datetime, now: datetime) -> str:
    """Format the remaining time: “2 days”, “5 hours”, “20 minutes”."""
    seconds = max(instant - now, timedelta()).total_seconds()
    if (days := round(seconds / 86400)) >= 2:
        return labels.days_in_words(days)
    if (hours := round(seconds / 3600)) >= 2:
        return labels.hours_in_words(hours)
    return labels.minutes_in_words(max(round(seconds / 60), 1))
