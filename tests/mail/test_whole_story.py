"""E-mails of a match against a house bot tell every move once, in order, the reader's own too."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import Message
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games.emails import story
from games.engine.addressing import mark_reader
from games.queries import matches, move_log
from games.services.play.deadlines import expire_deadlines
from games.services.play.decisions import submit_decision
from games.tasks import house_bots
from notifications.outgoing import delivery
from tests.emails import answer_email, read_text

pytestmark = pytest.mark.django_db

MINUTES = timedelta(minutes=10)


@pytest.fixture
def match(deal: Any) -> Any:
    """A match of pebbles between alice and a house bot, in which alice is asked."""
    match = deal("pebbles", seats=2, bots=1, now=timezone.now())
    let_bots_answer()
    deliver()
    return match


def let_bots_answer(now: datetime | None = None) -> None:
    while house_bots.answer_bots(now or timezone.now()):
        pass


def deliver(later: timedelta = timedelta(0)) -> list[str]:
    """Send what is due soon, and return the texts."""
    before = len(mail.outbox)
    delivery.deliver_due_emails(timezone.now() + MINUTES + later)
    return [read_text(sent.message()) for sent in mail.outbox[before:]]


def find_question(match: Any) -> Message:
    """Return the last e-mail that can answer alice's open prompt."""
    token = match.prompts.get(seat=0, closed_at=None, answered_at=None).token
    emails = [sent.message() for sent in mail.outbox]
    return [one for one in emails if token in str(one["Reply-To"])][-1]


def tell_moves(match: Any, *, after: int = 0) -> list[str]:
    match.refresh_from_db()
    told = move_log.move_history(match, 0, "en", after=after)
    names = mark_reader(matches.player_names(match), 0)
    return [
        sentence for move in told for sentence in story.tell_move([move], "pebbles", names, "en")
    ]


def count_told(texts: list[str], sentences: list[str]) -> list[int]:
    """Return how often each sentence is told, and assert that they are told in order."""
    said = " ".join(" ".join(texts).split())
    places = [said.find(sentence) for sentence in sentences]
    assert places == sorted(places)
    return [said.count(sentence) for sentence in sentences]


def test_one_email_tells_the_own_move_and_the_answer_of_the_bot(match: Any) -> None:
    """No e-mail used to tell what the own move had led to."""
    before = match.moves.count()
    assert answer_email(find_question(match), "take 2") == "played"
    let_bots_answer()

    texts = deliver()

    sentences = tell_moves(match, after=before)
    assert len(texts) == 1 and len(sentences) >= 2
    assert "Your last move, and what followed:" in texts[0]
    assert set(count_told(texts, sentences)) == {1}


def test_what_a_receipt_has_told_is_not_told_again(match: Any) -> None:
    before = match.moves.count()
    answer_email(find_question(match), "take 2")
    [receipt] = deliver()
    let_bots_answer(timezone.now() + 2 * MINUTES)

    texts = [receipt, *deliver(2 * MINUTES)]

    assert "We have played your answer" in receipt and "Since your last move:" in texts[1]
    assert set(count_told(texts, tell_moves(match, after=before))) == {1}


def test_a_reply_to_an_answer_and_a_command_tells_what_the_bot_did_meanwhile(match: Any) -> None:
    """It shows no question that is asked in an e-mail of its own and cannot be answered here."""
    before = match.moves.count()
    answer_email(find_question(match), "take 2\nsay hello")
    let_bots_answer()

    texts = deliver()

    reply, question = texts
    assert "We have read your e-mail" in reply and "Your decision:" not in reply
    assert "Since your last move" not in question and "How many pebbles" in question
    assert set(count_told(texts, tell_moves(match, after=before))) == {1}


def test_moves_on_the_page_are_not_told_to_their_player(match: Any) -> None:
    row = match.prompts.get(seat=0, closed_at=None)
    submit_decision(row.token, None, source="page", key="page")
    [own] = tell_moves(match, after=match.ply)[-1:]
    let_bots_answer()

    [text] = deliver()

    assert "Since your last move:" in text and own not in " ".join(text.split())


def test_an_undo_is_told_to_its_player_as_their_own(deal: Any, people: Any) -> None:
    """It used to be told by name: “Alice takes a move back”. Bots agree to everything, and the
    reply says so."""
    match = deal("pebbles", seats=2, bots=1, now=timezone.now())
    let_bots_answer()
    deliver()
    answer_email(find_question(match), "take 2")
    let_bots_answer()
    deliver()

    answer_email(find_question(match), "undo")

    texts = " ".join(" ".join(deliver()).split())
    assert "Your last answer is taken back: house bots agree to everything." in texts
    assert "You have taken a move back" in texts and "Alice takes a move back" not in texts
    # It used to leave open which move that was.
    assert "Taken back: Alice takes 2; 8 left" in texts


def test_undo_is_named_only_to_who_has_moved(match: Any) -> None:
    before = read_text(find_question(match))
    answer_email(find_question(match), "take 2")
    let_bots_answer()

    [after] = deliver()

    assert "“undo”" not in before and "“help”, “undo” or “say …”" in after


def test_replies_that_ask_nothing_do_not_call_it_your_turn(match: Any) -> None:
    """They used to have the subject of the conversation."""
    asked = find_question(match)
    answer_email(asked, "take 2")
    deliver()

    assert answer_email(asked, "take 1") == "stale"
    deliver()

    subjects = [sent.subject.split("] ")[1] for sent in mail.outbox]
    assert subjects == [
        "Your turn – Bot 1",
        "Your answer is in",
        "Your answer was not accepted – Bot 1",
    ]


def test_the_end_and_a_missed_turn_do_not_call_it_your_turn(match: Any) -> None:
    """They take replies, and used to have the subject of the questions before."""
    match.prompts.filter(closed_at=None).update(deadline_at=timezone.now() - MINUTES)
    assert expire_deadlines(timezone.now())
    for _ in range(99):
        deliver()
        let_bots_answer()
        match.refresh_from_db()
        if match.status == "finished":
            break
        if match.prompts.filter(seat=0, closed_at=None, answered_at=None).exists():
            deliver()
            answer_email(find_question(match), "1")
    deliver()

    subjects = [sent.subject.split("] ")[1] for sent in mail.outbox]
    assert "Your time ran out" in subjects and "The match is over" in subjects


def test_an_order_says_which_question_it_answers(deal: Any) -> None:
    match = deal("abyss", seats=2, bots=1, now=timezone.now())
    for _ in range(9):
        let_bots_answer()
        deliver()
        if match.prompts.filter(seat=0, closed_at=None, answered_at=None).exists():
            break
    answer_email(find_question(match), "order pass if value <= 2")

    texts = " ".join(" ".join(deliver()).split())

    assert "1 · pass if value <= 2 (an Ally is for sale)" in texts
