"""A sample e-mail for visitors: a position of the tutorial, rendered as e-mails of matches are."""

from __future__ import annotations

import base64
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.emails import prompts, story, table_in_words
from games.engine.legal_answers import canonical_text
from games.engine.tutorials import LEARNER, Lesson, play_tutorial
from games.models import Match, Player, Prompt, Seat, Status
from games.presentation import boards
from games.queries import matches, states
from games.queries.move_log import Told
from games.titles import GAMES
from notifications.gateway import EmailPreferences

# The game, the step of its tutorial, from 1, and the players by seat.
GAME, STEP, NAMES = "abyss", 6, ("Alice", "Bob")
NUMBER = 7
ANSWER_DAYS = 3


@lru_cache(maxsize=8)
def render_sample_email(language: str, today: date) -> tuple[str, str]:
    """Return the subject and the HTML, with its picture in a data URL, of the sample of a day."""
    with translation.override(language):
        context = _build_context(_create_match(language), language, today)
        subject = render_to_string("mail/your_turn.subject.txt", context)
        html = render_to_string("mail/your_turn.html", context)
    picture = context["picture"]
    encoded = base64.b64encode(picture.png).decode()
    source = f"data:image/png;base64,{encoded}"
    return " ".join(subject.split()), html.replace(f"cid:{picture.content_id}", source)


@cache
def sample_lesson() -> Lesson:
    """Return the step of the tutorial that the e-mail is about."""
    return play_tutorial(GAMES[GAME])[STEP - 1]


def find_reply() -> int:
    """Return the number by which the answer of the tutorial is given in the e-mail."""
    lesson = sample_lesson()
    assert lesson.prompt is not None and lesson.answer is not None
    offered = [canonical_text(one) for one in lesson.prompt.list_offered_decisions()]
    return offered.index(canonical_text(lesson.answer)) + 1


def _create_match(language: str) -> Match:
    """Return an unsaved match in that position."""
    game, state = GAMES[GAME], sample_lesson().state
    match = Match(
        game=GAME,
        number=NUMBER,
        status=Status.RUNNING,
        state=states.serialize_state(state),
        edition=game.edition,
        revision=game.revision,
        seats_wanted=len(NAMES),
    )
    players = [Player(display_name=name, language=language) for name in NAMES]
    for player in players:
        player.email_preferences = EmailPreferences(player=player)
    seats = [Seat(match=match, number=n, player=one) for n, one in enumerate(players)]
    match._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return match


def _build_context(match: Match, language: str, today: date) -> dict[str, Any]:
    lesson, site = sample_lesson(), settings.SITE_URL.rstrip("/")
    assert lesson.prompt is not None
    noon = datetime.combine(today, time(12), UTC)
    row = Prompt(
        match=match,
        seat=LEARNER,
        number=lesson.prompt.number,
        question=lesson.prompt.question,
        deadline_at=noon + timedelta(days=ANSWER_DAYS),
    )
    table = matches.build_table(match, LEARNER, language, [row])
    assert table.question is not None
    reader = match.seats.all()[LEARNER].player
    told = [event for event in lesson.events if event.audience in (None, (LEARNER,))]
    moves = [Told(1, 1, "page", noon, (), False, tuple(told))]
    asked = prompts.build_prompt_context(table.question, reader, subject="", message_id="")
    return {
        "reader": reader.display_name,
        "title": GAMES[GAME].title,
        "number": NUMBER,
        "others": NAMES[1:],
        "story": story.tell_story(GAME, moves, table.names, language),
        "picture": boards.render_board_picture(GAME, table.view, table.names, language),
        "question": asked,
        "table_lines": table_in_words.list_lines(table.text),
        "rules_link": site + reverse("guide", args=[GAME]),
        "link": site,
        "stop_link": site,
        "site": site,
        "can_undo": True,
        "language": language,
    }
