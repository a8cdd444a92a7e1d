"""The deal: what it is promised from, everybody's words in it, and the first questions."""

from __future__ import annotations

import secrets
from datetime import datetime

from games.models import Match, Prompt, Status
from games.models.match import new_token
from games.rules import GAMES, commitment, orders
from games.services import announcements, live, prompts, states
from games.services.decisions import follow_orders
from games.services.house_bots import OF_THE_HOUSE
from games.services.ledger import sitters
from games.services.playing import keep_snapshot
from games.services.substitutes import CannotJoin

# The longest word for the shuffle, and the length of one that is drawn.
LONGEST_WORD, DRAWN_LETTERS = 40, 12


def new_secret() -> bytes:
    """What a deal is promised from, see rules/commitment.py."""
    return secrets.token_bytes(commitment.SECRET_BYTES)


def checked_word(word: str) -> str:
    """One line that can be read, of at most LONGEST_WORD letters; one of 60 bits for an empty one.

    A house bot brings none: it sits down after others, and would have the last word.
    """
    word = " ".join(word.split())
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise CannotJoin(
            "A word for the shuffle is one line of at most {most} letters.", most=LONGEST_WORD
        )
    return word or new_token()[:DRAWN_LETTERS]


def deal(match: Match, *, seed: bytes, now: datetime) -> None:
    """Set the game up and ask the first questions. `seed`: 32 bytes, secret while it runs."""
    game = GAMES[match.game]
    state = game.setup(match.seats_wanted, seed, match.options)
    match.seed, match.state = seed, states.store(state)
    match.edition, match.revision = game.EDITION, game.REVISION
    match.status, match.started = Status.RUNNING, now
    match.save()
    keep_snapshot(match)
    if match.bank:
        match.seats.exclude(OF_THE_HOUSE).update(bank=match.bank["start"] * 3600)
    seats = sitters(match)
    asked = game.prompts(state)
    opened = prompts.change(match, seats, [], asked, now=now).opened
    Prompt.objects.bulk_create(opened)
    live.changed(match.number)
    announcements.after_deal(match, seats, opened, now=now)
    forced = {(p.seat, p.number) for p in asked if orders.only_answer(p) is not None}
    for row in opened:
        if (row.seat, row.number) in forced:
            follow_orders(row.token, now=now)
