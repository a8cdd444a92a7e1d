"""The deal: what it is promised from, everybody's words in it, and the first questions."""

from __future__ import annotations

import secrets
from datetime import datetime

from games.engine import commitment
from games.models import Match, Prompt, Seat, Status
from games.queries import states
from games.services import announcements, change_marks, decision_rows
from games.services.decision_rows import fetch_sitters
from games.services.decisions import follow_orders
from games.services.house_bots import OF_THE_HOUSE
from games.services.playing import keep_snapshot
from games.services.substitutes import CannotJoin
from games.titles import GAMES

# The longest word for the shuffle.
LONGEST_WORD = 40


def new_secret() -> bytes:
    """What a deal is promised from, see engine/commitment.py."""
    return secrets.token_bytes(commitment.SECRET_BYTES)


def checked_word(word: str, source: Seat.WordSource) -> tuple[str, Seat.WordSource]:
    """Return one line that can be read, of at most LONGEST_WORD letters, and where it came from.

    An empty one stays empty: the house, which knows the secret, could draw many and keep the one it
    likes. What is said to be drawn and cannot be counts as written by hand. Raises CannotJoin.
    """
    word = " ".join(word.split())
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise CannotJoin(
            "A word for the shuffle is one line of at most {most} letters.", most=LONGEST_WORD
        )
    if not word:
        return "", Seat.WordSource.NONE
    if source == Seat.WordSource.NONE or not commitment.fits_source(word, source):
        return word, Seat.WordSource.TYPED
    return word, source


def deal_match(match: Match, *, seed: bytes, now: datetime) -> None:
    """Set the game up and ask the first questions. `seed`: 32 bytes, secret while it runs."""
    game = GAMES[match.game]
    state = game.set_up_match(match.seats_wanted, seed, match.options)
    match.seed, match.state = seed, states.store(state)
    match.edition, match.revision = game.edition, game.revision
    match.status, match.started_at = Status.RUNNING, now
    match.save()
    keep_snapshot(match)
    if match.bank:
        match.seats.exclude(OF_THE_HOUSE).update(bank=match.bank["start"] * 3600)
    seats = fetch_sitters(match)
    asked = game.list_prompts(state)
    opened = decision_rows.diff_prompts(match, seats, [], asked, now=now).opened
    Prompt.objects.bulk_create(opened)
    change_marks.mark_match_changed(match.number)
    announcements.after_deal(match, seats, opened, now=now)
    forced = {(p.seat, p.number) for p in asked if p.only_answer() is not None}
    for row in opened:
        if (row.seat, row.number) in forced:
            follow_orders(row.token, now=now)
