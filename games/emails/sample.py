"""A sample e-mail for visitors: a position of the tutorial, rendered as e-mails of matches are."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from msgspec import Struct

from games.emails import prompts, story, table_in_words
from games.engine import contract
from games.engine.addressing import mark_reader
from games.engine.contract import AnyGame, Event, name_players
from games.engine.legal_answers import canonical_text
from games.engine.text import wrap_item
from games.engine.tutorials import Lesson, play_tutorial
from games.models import Match, Player, Prompt, Seat, Status
from games.presentation import boards
from games.queries import matches, states
from games.queries.move_log import MoveSummary
from games.titles import GAMES
from notifications.gateway import EmailPreferences

# The game, the step of its tutorial, from 1, and the players by seat.
GAME, STEP, NAMES = "abyss", 6, ("Alice", "Bob")
NUMBER = 7
ANSWER_DAYS = 3


class Position(Struct, frozen=True):
    """A match that is in no database: its players' names by seat, and what happened last."""

    game: AnyGame
    state: object
    names: Sequence[str]
    events: Sequence[Event]


class SampleEmail(Struct, frozen=True):
    """An e-mail about a question. `picture` is None for a game without pictures."""

    subject: str
    text: str
    html: str
    picture: boards.RenderedPicture | None


@lru_cache(maxsize=8)
def render_sample_email(language: str, today: date) -> tuple[str, str]:
    """Return the subject and the HTML, with its picture in a data URL, of the sample of a day."""
    lesson = sample_lesson()
    assert lesson.prompt is not None
    position = Position(GAMES[GAME], lesson.state, NAMES, lesson.events)
    email = write_question_email(position, lesson.prompt, language, today)
    assert email.picture is not None
    base64_png = base64.b64encode(email.picture.png).decode()
    source = f"data:image/png;base64,{base64_png}"
    return email.subject, email.html.replace(f"cid:{email.picture.content_id}", source)


@cache
def sample_lesson() -> Lesson:
    """Return the step of the tutorial that the e-mail is about."""
    return play_tutorial(GAMES[GAME])[STEP - 1]


def find_reply() -> int:
    """Return the number by which the answer of the tutorial is given in the e-mail."""
    lesson = sample_lesson()
    assert lesson.prompt is not None and lesson.answer is not None
    position = Position(GAMES[GAME], lesson.state, NAMES, lesson.events)
    question = _build_table(position, lesson.prompt, "en", deadline_at=None).question
    assert question is not None
    answers = prompts.arrange_answers(question).answers
    texts = [canonical_text(answer.decision) for answer in answers]
    return texts.index(canonical_text(lesson.answer)) + 1


def write_question_email(
    position: Position, prompt: contract.Prompt, language: str, today: date
) -> SampleEmail:
    """Return the e-mail of a day about a prompt of the position."""
    with translation.override(language):
        context = _build_context(position, prompt, language, today)
        subject, text, html = (
            render_to_string(f"mail/your_turn{end}", context)
            for end in (".subject.txt", ".txt", ".html")
        )
    return SampleEmail(" ".join(subject.split()), text, html, context["picture"])


def _create_match(position: Position, language: str) -> Match:
    """Return an unsaved match."""
    game, names = position.game, position.names
    match = Match(
        game=game.name,
        number=NUMBER,
        status=Status.RUNNING,
        state=states.serialize_state(position.state),
        edition=game.edition,
        revision=game.revision,
        seats_wanted=len(names),
    )
    players = [Player(display_name=name, language=language) for name in names]
    for player in players:
        player.email_preferences = EmailPreferences(player=player)
    seats = [Seat(match=match, number=n, player=player) for n, player in enumerate(players)]
    match._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return match


def _build_table(
    position: Position, prompt: contract.Prompt, language: str, *, deadline_at: datetime | None
) -> matches.Table:
    match = _create_match(position, language)
    row = Prompt(
        match=match,
        seat=prompt.seat,
        number=prompt.number,
        question=prompt.question,
        deadline_at=deadline_at,
    )
    return matches.build_table(match, prompt.seat, language, [row])


def _build_context(
    position: Position, prompt: contract.Prompt, language: str, today: date
) -> dict[str, Any]:
    noon, site = datetime.combine(today, time(12), UTC), settings.SITE_URL.rstrip("/")
    deadline_at = noon + timedelta(days=ANSWER_DAYS)
    table = _build_table(position, prompt, language, deadline_at=deadline_at)
    assert table.question is not None
    match = table.match
    reader = match.seats.all()[prompt.seat].player
    events = [event for event in position.events if event.audience in (None, (prompt.seat,))]
    moves = [MoveSummary(1, 1, "page", noon, (), False, tuple(events))]
    prompt_context = prompts.build_prompt_context(
        prompts.arrange_answers(table.question),
        name_players(table.view, table.names),
        reader,
        subject="",
        message_id="",
    )
    names = mark_reader(table.names, prompt.seat)
    story_told = story.tell_story(match.game, moves, names, language)
    describe = GAMES[match.game].describe_brief_table
    table_text = describe(table.view, table.names, language) if describe else table.text
    return {
        "reader": reader.display_name,
        "title": GAMES[match.game].title,
        "number": NUMBER,
        "others": [name for number, name in enumerate(table.names) if number != prompt.seat],
        "story": story_told,
        "story_text": "\n".join(wrap_item("- ", sentence) for sentence in story_told.sentences),
        "picture": boards.render_board_picture(match.game, table.view, table.names, language),
        "question": prompt_context,
        "table": table_text,
        "table_html": table_in_words.render_lines(table_text),
        "rules_link": site + reverse("guide", args=[match.game]),
        "link": site,
        "stop_link": site,
        "site": site,
        "has_moved": True,
        "can_undo": True,
        "language": language,
    }
