"""A letter -> the answer to the question its address names, or a letter that says why not."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from games.mail import read_reply
from games.models import Move
from games.rules.contract import Decision
from games.services.decisions import submit_decision
from notifications import writer
from notifications.inbound import Reply
from notifications.models import Notice

from ..conftest import NOON


@pytest.fixture
def pebbles(deal: Any) -> Any:
    """A match of Pebbles in which alice or bob is asked; `match.prompt`, `match.player`."""
    match = deal("pebbles", seats=2)
    match.prompt = match.prompts.get()
    match.player = match.seats.get(number=match.prompt.seat).player
    Notice.objects.all().delete()
    return match


def reply(match: Any, *lines: str, **fields: Any) -> Reply:
    values = {
        "letter_id": uuid4(),
        "token": match.prompt.token,
        "sender": match.player.email,
        "lines": list(lines),
        "message_id": f"<{uuid4()}@example.org>",
        "received": NOON,
    }
    return Reply(**(values | fields))


def letter() -> writer.Letter:
    written = writer.write(Notice.objects.exclude(kind="your_turn").get())
    assert written is not None
    return written


@pytest.mark.parametrize("line", ["2", "take 2", "Take 2.", "ta 2", "2 // well played"])
def test_a_plain_answer_is_played_and_receipted(pebbles: Any, line: str) -> None:
    assert read_reply(reply(pebbles, line)) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}
    assert "take 2" in letter().text


def test_a_greeting_before_the_answer_is_skipped(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "Hello,", "2", "Cheers")) == "played"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["dance"], "unreadable"),
        (["7"], "unreadable"),
        (["take"], "ambiguous"),
        (["take 1", "take 2"], "ambiguous"),
        ([], "empty"),
        (["Hi"], "empty"),
        (["2 weeks holiday"], "unreadable"),
    ],
)
def test_what_cannot_be_taken_changes_nothing_and_is_explained(
    pebbles: Any, lines: list[str], reason: str
) -> None:
    assert read_reply(reply(pebbles, *lines)) == reason
    assert not Move.objects.exists()
    refusal = letter()
    assert "Nothing has changed" in refusal.text and "1 · take 1" in refusal.text
    assert not lines or lines[0] in refusal.text


def test_a_stranger_with_the_address_plays_nothing_and_the_owner_is_told(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "2", sender="mallory@example.org")) == "stranger"
    assert not Move.objects.exists()
    notice = Notice.objects.get()
    assert notice.player == pebbles.player and "mallory@example.org" in letter().text


def test_the_other_player_cannot_answer_with_my_address(pebbles: Any) -> None:
    other = pebbles.seats.exclude(number=pebbles.prompt.seat).get().player
    assert read_reply(reply(pebbles, "2", sender=other.email)) == "stranger"


def test_an_answer_that_comes_too_late_is_told_what_was_played(pebbles: Any) -> None:
    taken = Decision("take", {"number": 3})
    submit_decision(pebbles.prompt.token, taken, source="page", key="p")
    Notice.objects.all().delete()
    assert read_reply(reply(pebbles, "1")) == "stale"
    assert Move.objects.count() == 1
    assert "take 3" in letter().text


def test_the_clock_is_named_when_it_was_quicker(pebbles: Any) -> None:
    submit_decision(pebbles.prompt.token, None, source="clock", key="d")
    Notice.objects.all().delete()
    assert read_reply(reply(pebbles, "3")) == "stale"
    assert "clock" in letter().text


def test_the_same_letter_again_is_the_same_move(pebbles: Any) -> None:
    again = reply(pebbles, "2")
    assert read_reply(again) == "played"
    read_reply(again)
    assert Move.objects.count() == 1


def test_a_number_means_what_the_letter_listed(pebbles: Any) -> None:
    offered = [{"verb": "take", "args": {"number": 3}}, {"verb": "take", "args": {"number": 1}}]
    type(pebbles.prompt).objects.update(offered=offered)
    assert read_reply(reply(pebbles, "1")) == "played"
    assert Move.objects.get().decision["args"] == {"number": 3}


def test_where_an_answer_would_be_harmful_there_is_silence(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "dance", answerable=False)) == "unreadable"
    assert not Notice.objects.exists()


def test_an_answer_to_a_finished_match_is_stale(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    for _ in range(10):
        match.prompt = match.prompts.get(closed=None)
        match.player = match.seats.get(number=match.prompt.seat).player
        assert read_reply(reply(match, "1")) == "played"
    assert read_reply(reply(match, "1")) == "stale"


def test_a_reader_of_french_may_answer_in_french_and_in_english(pebbles: Any) -> None:
    type(pebbles.player).objects.update(language="fr")
    assert read_reply(reply(pebbles, "prendre 2")) == "played"
