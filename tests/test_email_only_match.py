"""A match of each game between people who never open a page: real SMTP both ways, to the end.

They read the text of the e-mails only, and answer in the words of the list, by its number, or with
chat around it.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from email.message import EmailMessage
from uuid import uuid4

import pytest

from tests.test_whole_match import Correspondent, Sink, Stack, sink, stack

__all__ = ["sink", "stack"]

pytestmark = pytest.mark.long

PATIENCE = 1500
DEAL = """
from django.utils import timezone
from games.models import Match, Player, Seat
from games.services.play import dealing
from games.services import matches
from games.titles import GAMES
from notifications.models import EmailPreferences
people = [Player.objects.get(display_name=name) for name in ("Alice", "Bob")]
for player in people:
    EmailPreferences.objects.update_or_create(player=player, defaults={"html": False})
options = matches.chosen_options(GAMES["%(game)s"], {}, 2)
match = Match.objects.create(game="%(game)s", seats_wanted=2, options=options)
match.refresh_from_db(fields=["number", "created_at"])
for number, player in enumerate(people):
    Seat.objects.create(match=match, number=number, player=player)
dealing.deal_match(match, seed=bytes(32), now=timezone.now())
"""
# How the answers are written in turn; {n} is the number, {w} the words.
WAYS = ("{n}", "{w}", "Hi Bob,\n\n{w}\n\nThanks,\nAlice", "I choose {n}.", "{n} please", "{w}!")


class Writer(Correspondent):
    """A player with nothing but a mailbox, who writes each answer another way."""

    def __init__(self, name: str, stack: Stack, sink: Sink) -> None:
        super().__init__(name, stack, sink)
        self.answered: set[str] = set()

    def answer(self, email: EmailMessage) -> None:
        body = email.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        # Match 1 is that of the demonstration.
        if "#1]" in str(email["Subject"]):
            return
        self.finished |= "The match is over." in text
        listed = re.findall(r"^ *(\d+) · (.+(?:\n {5,}\S.*)*)", text, re.M)
        if not listed or not email["Reply-To"] or email["Reply-To"] in self.answered:
            return
        self.answered.add(email["Reply-To"])
        # The house bot's order of preference does not matter: any answer leads to the end.
        number, words = listed[len(self.sent) * 7 % len(listed)]
        plain = re.split(r" [–-] ", " ".join(words.split()))[0]
        said = WAYS[len(self.sent) % len(WAYS)].format(n=number, w=plain)
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, email["Reply-To"]
        reply["Subject"] = f"Re: {email['Subject']}"
        reply["Message-ID"] = f"<{uuid4()}@mail.example.org>"
        reply["In-Reply-To"] = email["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        reply.set_content(f"{said}\n\nOn Monday the service wrote:\n{quoted}")
        self.sent.append(str(reply["Message-ID"]))
        self.send(reply)


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_match_is_played_to_its_end_by_e_mail_alone(stack: Stack, sink: Sink, game: str) -> None:
    stack.command("shell", "-v", "0", "-c", DEAL % {"game": game})
    writers = [Writer(name, stack, sink) for name in ("alice", "bob")]
    end = time.monotonic() + PATIENCE

    while not all(writer.finished for writer in writers):
        assert time.monotonic() < end, "the match does not end"
        for writer in writers:
            writer.look()
        time.sleep(0.02)

    moves = stack.rows(
        "SELECT source FROM games_move JOIN games_match m ON m.id = match_id WHERE m.number = 2"
    )
    reasons = Counter(
        row["reason"] for row in stack.rows("SELECT reason FROM notifications_inboundemail")
    )
    sizes = [len(body.get_content()) for one in sink.emails if (body := one.get_body(("plain",)))]
    print(f"{game}: {len(moves)} moves, {dict(Counter(row['source'] for row in moves))}")
    print(f"answers {dict(reasons)}; e-mails {len(sink.emails)}, longest {max(sizes)} characters")
    assert "page" not in {row["source"] for row in moves}
    assert set(reasons) <= {"played", "stale"}
    assert reasons["played"] >= 0.95 * reasons.total()
