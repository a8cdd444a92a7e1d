"""The prompt in an e-mail: numbered answers with their links, and the deadline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby, zip_longest
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import notation
from games.engine.contract import View
from games.engine.text import bind_french_marks, wrap_item, wrap_paragraph
from games.models import Player, Prompt
from games.presentation import labels, questions
from games.presentation.links import answer_path
from games.queries import matches
from games.titles import GAMES
from notifications.gateway import EmailPreferences, build_reply_address, email_preferences_of

# From this number of answers on they are grouped by verb, if there is more than one.
MIN_GROUPED = 5


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
    most = game.max_listed_answers and game.max_listed_answers - fewer
    shown_answers = [
        msgspec.structs.replace(
            answer,
            hint=questions.describe_hint(
                question.row.match.game, answer.decision, view, player.language
            ),
        )
        for answer in select_listed_answers(question.answers, most)
    ]
    links_to_pages = wants_pages(player)
    others = _describe_other_answers(question, shown_answers, words)

    def build_link(answer: matches.Answer) -> str:
        if links_to_pages:
            return _build_answer_url(question.row, answer)
        return build_mailto(question.row.token, answer.words, subject, message_id)

    return {
        "text": question.text,
        "text_wrapped": wrap_paragraph(question.text),
        "answers_text": "\n".join(map(_format_numbered_answer, shown_answers)),
        "groups": [
            {
                "heading": heading,
                "answers": [
                    {
                        "number": answer.number,
                        "words": answer.words,
                        "hint": answer.hint,
                        "link": build_link(answer),
                        "is_first": answer is shown_answers[0],
                    }
                    for answer in group
                ],
            }
            for heading, group in _group_by_verb(shown_answers, words)
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
        "open": bool(question.slotted),
        "goes_on": _may_go_on(question),
        "fallback": notation.format_decision(question.asked.fallback, words),
        "deadline": question.row.deadline_at and format_instant(question.row.deadline_at, player),
        "left": question.row.deadline_at
        and format_time_left(question.row.deadline_at, timezone.now()),
    }


def wants_pages(player: Player) -> bool:
    """Return whether the buttons of a player's e-mails open pages instead of prepared replies."""
    return bool(email_preferences_of(player).answer_links == EmailPreferences.Links.PAGES)


def select_listed_answers(
    answers: Sequence[matches.Answer], most: int | None
) -> Sequence[matches.Answer]:
    """Return the answers that an e-mail lists, at most `most` of them (None: all), by number.

    They are taken from all verbs in turn, so that none is missing as long as there is room.
    """
    if most is None or len(answers) <= most:
        return answers
    by_verb: dict[str, list[matches.Answer]] = {}
    for answer in answers:
        by_verb.setdefault(answer.decision.verb, []).append(answer)
    in_turn = [
        answer for row in zip_longest(*by_verb.values()) for answer in row if answer is not None
    ]
    return sorted(in_turn[:most], key=lambda answer: answer.number)


def _describe_other_answers(
    question: matches.Question, shown_answers: Sequence[matches.Answer], words: Mapping[str, str]
) -> str:
    """Return what may be written besides the listed answers, "" if they are all."""
    numbers = {answer.number for answer in shown_answers}
    rest = [answer for answer in question.answers if answer.number not in numbers]
    if not rest:
        return ""
    verbs = dict.fromkeys(answer.decision.verb for answer in rest)
    quotes = ", ".join(_("“%(words)s …”") % {"words": words.get(verb, verb)} for verb in verbs)
    sentence = ngettext(
        "There is %(many)s more answer, which begins with %(verbs)s; write it in words.",
        "There are %(many)s more answers, which begin with %(verbs)s; write them in words.",
        len(rest),
    )
    return sentence % {"many": len(rest), "verbs": quotes}


def _group_by_verb(
    shown_answers: Sequence[matches.Answer], words: Mapping[str, str]
) -> list[tuple[str, list[matches.Answer]]]:
    """Return (heading, answers): by verb if there are many answers, in the order of their numbers.

    A heading is "" for a single group.
    """
    groups = [
        (str(words.get(verb, verb)), list(group))
        for verb, group in groupby(shown_answers, lambda answer: answer.decision.verb)
    ]
    if len(shown_answers) < MIN_GROUPED or len(groups) == len(shown_answers) or len(groups) == 1:
        return [("", list(shown_answers))]
    return groups


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
