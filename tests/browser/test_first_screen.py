"""The question and its first answers stand on the first screen of an e-mail."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.engine.random_match import any_answer
from games.models import Match, Player
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.models import Notification
from notifications.outgoing.renderers import Email
from tests.emails import email_of

from .test_emails import shown

__all__ = ["shown"]

PHONE, DESK = (390, 664), (800, 664)
# By width: where the question and two answers have to begin, in pixels from the top.
FIRST_SCREEN = {PHONE: 560, DESK: 700}
# Maximum height on a phone.
MAX_HEIGHT = 1900
# Minimum height of a button, for fingers.
MIN_BUTTON = 42
PLIES = {"abyss": 60, "enchanters": 50, "essence": 50}
# From this move on, the story and the hands are long.
FIRST_PLY = 6


class Layout(msgspec.Struct, frozen=True):
    """Where the question and the second answer begin, in pixels, and heights: of all, and of the
    lowest button."""

    question: float
    answer: float
    height: float
    button: float


def list_questions(match: Match, plies: int, luck: random.Random) -> dict[str, Email]:
    """Play at random; return an e-mail of each kind of question that was asked."""
    emails: dict[str, Email] = {}
    for _ in range(plies):
        match.refresh_from_db(fields=["state", "ply"])
        prompts = GAMES[match.game].list_prompts(states.load_state(match))
        if not prompts:
            break
        for prompt in prompts:
            if prompt.question in emails or match.ply < FIRST_PLY:
                continue
            row = match.prompts.get(seat=prompt.seat, closed_at=None)
            rows = Notification.objects.filter(kind="your_turn", reply_token=row.token)
            notification = rows.last()
            if notification and (email := email_of(notification)):
                emails[prompt.question] = email
        prompt, decision = any_answer(prompts, luck)
        token = match.prompts.get(seat=prompt.seat, closed_at=None).token
        submit_decision(token, decision, source="page", key=f"{token}{match.ply}")
    return emails


def measure(page: Page) -> Layout:
    top = "element => element.getBoundingClientRect().top"
    answers = page.locator("a.act")
    second = answers.nth(min(1, answers.count() - 1))
    height = page.evaluate("document.documentElement.scrollHeight")
    boxes = page.evaluate(
        "[...document.querySelectorAll('a.act')].map(answer => answer.getBoundingClientRect())"
    )
    lowest = min(box["height"] for box in boxes)
    question, answer = page.locator("h1").evaluate(top), second.evaluate(top)
    return Layout(question, answer, height, lowest)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", PLIES)
def test_question_and_answers_begin_on_the_first_screen(
    deal: Any, shown: Any, game: str, language: str
) -> None:
    Player.objects.update(language=language, zone="Europe/Paris")
    seats = {"en": 2, "de": 3, "fr": 4}[language]
    match = deal(game, seats=seats, now=timezone.now() - timedelta(hours=1))
    emails = list_questions(match, PLIES[game], random.Random(7))

    below = []
    for question, email in emails.items():
        for size, last in FIRST_SCREEN.items():
            layout = measure(shown(email, size))
            print(game, language, question, size[0], layout)
            is_high = size == PHONE and layout.height > MAX_HEIGHT
            if max(layout.question, layout.answer) >= last or is_high:
                below.append((question, size, layout))
            assert layout.button >= MIN_BUTTON
    assert emails and not below
