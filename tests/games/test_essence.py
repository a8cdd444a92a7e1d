"""The Essence at the doors: a whole turn in one e-mail, a whole match by e-mail and by page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from games.engine import notation
from games.engine.chance import Chance
from games.engine.contract import Decision
from games.models import Match, Move, Prompt, Status
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles.essence.game import GAME as ESSENCE
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply

from ..conftest import NOON

WORDS = ESSENCE.list_words("en")


def email(prompt: Prompt, *lines: str) -> Reply:
    """An e-mail of the player who is asked."""
    player = prompt.match.seats.get(number=prompt.seat).player
    return Reply(
        email_id=uuid4(),
        token=prompt.token,
        sender=player.email,
        lines=list(lines),
        message_id=f"<{uuid4()}@example.org>",
        received_at=NOON,
    )


def is_asked(match: Match) -> list[Prompt]:
    return list(match.prompts.filter(closed_at=None, answered_at=None).order_by("seat"))


@pytest.fixture
def turn(deal: Any) -> Prompt:
    """The first turn of a match of two in which nobody has bid anything."""
    match = deal("essence", seats=2)
    for row in is_asked(match):
        submit_decision(row.token, None, source="page", key=str(row.pk))
    (prompt,) = is_asked(match)
    assert prompt.question == "turn"
    return prompt


def test_a_whole_turn_is_one_line_of_an_email(turn: Prompt) -> None:
    """What stands behind a semicolon is the next answer, even if it could be the first one."""
    before = Move.objects.count()

    assert read_reply(email(turn, "sign Defense Treaty with 1 Wealth; end")) == "played"

    verbs = [move.decision["verb"] for move in Move.objects.order_by("ply")[before:]]
    assert verbs == ["sign", "end"]
    assert [row.seat for row in is_asked(turn.match)] == [1 - turn.seat]


def test_a_turn_ends_where_a_line_cannot_be_played(turn: Prompt) -> None:
    """What was played before it stays, and the rest is told."""
    line = "sign Defense Treaty with 1 Wealth; sign Levy Treaty with 1 Wealth; end"

    read_reply(email(turn, line))

    (row,) = is_asked(turn.match)
    assert (row.seat, row.question) == (turn.seat, "turn")
    assert Move.objects.order_by("-ply")[0].decision["verb"] == "sign"


def test_bids_of_all_are_asked_at_once_and_stay_sealed(deal: Any, as_: Any) -> None:
    match = deal("essence", seats=4)
    assert len(is_asked(match)) == 4

    read_reply(email(is_asked(match)[0], "bid 1 Wealth"))

    assert len(is_asked(match)) == 3
    page = as_("bob").get(f"/matches/{match.number}/").content.decode()
    assert "has bid" not in page


@pytest.mark.slow
def test_a_match_of_five_is_played_through_by_email_and_by_page(deal: Any, as_: Any) -> None:
    """Alice and carol write, bob and dave press; the fifth seat is a house bot."""
    match = deal("essence", seats=5, bots=1)
    # The house plays the rest, once everybody has answered often enough.
    luck, sent, enough = Chance(b"five"), {"email": 0, "page": 0}, 50
    while match.status == Status.RUNNING:
        for row in is_asked(match):
            row.refresh_from_db()
            if row.closed_at is not None:
                continue
            state = states.load_state(match)
            asked = next(p for p in ESSENCE.list_prompts(state) if p.seat == row.seat)
            decision = ESSENCE.bot.choose_decision(ESSENCE.build_view(state, row.seat), asked, luck)
            if row.awaits_bot or min(sent.values()) > enough:
                submit_decision(row.token, decision, source="bot", key=str(row.pk))
            elif row.seat % 2 == 0:
                line = notation.format_decision(decision, WORDS)
                assert read_reply(email(row, line)) == "played", line
                sent["email"] += 1
            else:
                press(as_(("alice", "bob", "carol", "dave")[row.seat]), row, decision)
                sent["page"] += 1
            match = Match.objects.get(pk=match.pk)
    assert match.status == Status.FINISHED
    assert min(sent.values()) > enough


def press(client: Any, row: Prompt, decision: Decision) -> None:
    """Answer on the page as a press of the button with this answer would."""
    value = msgspec.json.encode(decision).decode()
    posted = {"decision": value, "nonce": str(uuid4())}
    assert client.post(f"/p/{row.token}/", posted).status_code in (302, 303), value
