"""Enchanters at the doors: a whole turn in one e-mail, whole matches by e-mail and by page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from games.emails import matches
from games.engine import notation
from games.engine.chance import Chance
from games.engine.contract import Decision
from games.models import Match, Move, Prompt, Status
from games.queries import states
from games.titles.enchanters.game import GAME as ENCHANTERS
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification

from ..conftest import NOON

WORDS = ENCHANTERS.list_words("en")
NAMES = ("alice", "bob", "carol", "dave")


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


def press(client: Any, row: Prompt, decision: Decision) -> None:
    """Answer on the page as a press of the button with this answer would."""
    value = msgspec.json.encode(decision).decode()
    posted = {"decision": value, "nonce": str(uuid4())}
    assert client.post(f"/p/{row.token}/", posted).status_code in (302, 303), value


def test_a_whole_turn_is_one_line_of_an_email(deal: Any) -> None:
    """A rest, a minor action after it, and the end: the turn passes on."""
    match = deal("enchanters", seats=2, kingdom_selection="random")
    (row,) = is_asked(match)
    village = states.load_state(match).village
    offered = ENCHANTERS.list_prompts(states.load_state(match))[0].choices
    used = [c for c in offered if c.verb == "use"]
    line = f"rest {WORDS[village]} 1"
    if used:
        line += f"; {notation.format_decision(used[0].examples()[0], WORDS)}; end"

    assert read_reply(email(row, line)) == "played"

    verbs = [move.decision["verb"] for move in Move.objects.order_by("ply")]
    assert verbs[0] == "rest" and [r.seat for r in is_asked(match)] == [1 - row.seat]


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"kingdom_selection": "random"},
        {"mode": "coop", "kingdom_selection": "random", "group_decisions": "first_answer"},
    ],
    ids=["alone", "together"],
)
def test_a_match_of_four_is_played_through_by_email_and_by_page(
    deal: Any, as_: Any, options: dict[str, Any]
) -> None:
    """Alice and carol write, bob and dave press; every e-mail of the question can be read."""
    match = deal("enchanters", seats=4, **options)
    luck, sent = Chance(b"four"), {"email": 0, "page": 0}
    while match.status == Status.RUNNING:
        for row in is_asked(match):
            row.refresh_from_db()
            if row.closed_at is not None or row.answered_at is not None:
                continue
            state = states.load_state(match)
            asked = next(p for p in ENCHANTERS.list_prompts(state) if p.seat == row.seat)
            decision = ENCHANTERS.bot.choose_decision(
                ENCHANTERS.build_view(state, row.seat), asked, luck
            )
            if row.seat % 2 == 0:
                line = notation.format_decision(decision, WORDS)
                assert read_reply(email(row, line)) == "played", line
                sent["email"] += 1
            else:
                press(as_(NAMES[row.seat]), row, decision)
                sent["page"] += 1
            match = Match.objects.get(pk=match.pk)
    assert match.status == Status.FINISHED
    assert min(sent.values()) > 20
    ends = list(Notification.objects.filter(kind="match_finished"))
    assert ends and all(
        matches.render_match_news_email(notification) is not None for notification in ends
    )
