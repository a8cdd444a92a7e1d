"""The question in an e-mail: which answers it lists, under which numbers, and how it is told."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.emails import prompts
from games.engine.contract import Decision
from games.models import Match
from games.queries import matches
from games.titles import GAMES
from notifications.models import Notification
from notifications.outgoing.renderers import Email
from tests.email_deeds import play
from tests.emails import email_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def ask_by_email(match: Match) -> Email:
    """Return the e-mail that asks now."""
    row = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    rows = Notification.objects.filter(kind="your_turn", reply_token=row.token)
    email = email_of(rows.select_related("player").latest("pk"))
    assert email is not None
    return email


def test_one_payment_of_each_lord_is_listed_and_no_number_is_missing(deal: Any) -> None:
    """It listed seventeen answers, of which twelve paid for the same Lord in other ways."""
    match = deal("abyss", seats=2, now=timezone.now() - HOUR)
    play(match, 23, random.Random(20))
    email = ask_by_email(match)
    row = match.prompts.get(closed_at=None)

    listed = re.findall(r"^ *(\d+) · (.*)", email.text, flags=re.MULTILINE)
    lords = [decision.get("args", {}).get("lord") for decision in row.offered][: len(listed)]
    lords_on_offer = [lord for lord in lords if lord]

    assert len(row.offered) == 17
    assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1))
    assert lords_on_offer and len(lords_on_offer) == len(set(lords_on_offer))
    assert f"{17 - len(listed)} more answers can be written in words" in email.text
    assert "influence)" in email.text


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_story_never_says_the_name_of_its_reader(deal: Any, game: str) -> None:
    match = deal(game, seats=2, now=timezone.now() - HOUR)
    stories = 0
    for number in range(4):
        play(match, 6, random.Random(number))
        row = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
        name = match.seats.select_related("player").get(number=row.seat).player.display_name
        text = ask_by_email(match).text

        story = text[: text.index("  1 · ")]
        stories += bool(re.search(r"(Since your last move|So far|what followed):", story))
        assert not re.search(rf"\b{name}\b", story), story
    assert stories


def test_a_second_email_keeps_the_numbers_of_the_first(deal: Any) -> None:
    match = deal("abyss", seats=2, now=timezone.now() - HOUR)
    play(match, 23, random.Random(20))

    first, second = ask_by_email(match), ask_by_email(match)

    assert first.text == second.text


def test_an_email_fills_the_button_of_what_is_played_without_an_answer(deal: Any) -> None:
    match = deal("pebbles", seats=2, now=timezone.now() - HOUR)

    html = ask_by_email(match).html

    filled = re.findall(r'class="act first"[^>]*>.*?</span>\s*(.*?)</a>', html, flags=re.DOTALL)
    assert [" ".join(words.split()) for words in filled] == ["take 1"]
    assert "If you don’t answer in time: take 1." in html


@pytest.mark.parametrize(("most", "listed"), [(3, 3), (4, 5), (6, 5)])
def test_a_single_answer_is_not_left_out(
    deal: Any, monkeypatch: pytest.MonkeyPatch, most: int, listed: int
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now() - HOUR)
    row = match.prompts.get(closed_at=None)
    question = matches.build_table(matches.match_with_seats(str(match.pk)), row.seat, "en").question
    assert question is not None
    answers = tuple(
        matches.Answer(number, Decision("take", {"number": number}), f"take {number}", "")
        for number in range(1, 6)
    )
    monkeypatch.setattr(prompts, "MAX_LISTED", most)

    shown = prompts.select_listed_answers(
        matches.Question(question.row, question.asked, "", answers, (), None)
    )

    assert len(shown) == listed


def test_games_list_purchases_by_what_is_bought() -> None:
    name = GAMES["abyss"].name_purchase
    assert name is not None

    purchases = [
        name(Decision("recruit", {"lord": "oracle", "allies": [card]}))
        for card in ("crab1", "crab2")
    ]

    assert purchases == ["oracle", "oracle"] and name(Decision("explore")) == ""
