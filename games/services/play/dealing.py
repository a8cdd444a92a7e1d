"""The deal: its secret, the players' words, and the first prompts."""

from __future__ import annotations

import secrets
from datetime import datetime

from games.engine import commitment
from games.models import Match, Prompt, Seat, Status
from games.queries import states
from games.services import change_marks, default_orders
from games.services.house_bots import OF_THE_HOUSE
from games.services.play import announcements, decision_rows
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import follow_orders
from games.services.play.playing import save_snapshot
from games.services.substitutes import CannotJoin
from games.titles import GAMES

# Maximum length of a word for the shuffle.
MAX_WORD_LENGTH = 40


def new_secret() -> bytes:
    """Return a new secret to commit to, see engine/commitment.py."""
    return secrets.token_bytes(commitment.SECRET_BYTES)


def checked_word(word: str, source: Seat.WordSource) -> tuple[str, Seat.WordSource]:
    """Return the word as one printable line of at most MAX_WORD_LENGTH characters, and its source.

    An empty one stays empty: the house, which knows the secret, could otherwise draw many and
    choose. A word that does not fit its source counts as typed. Raises CannotJoin.
    """
    word = " ".join(word.split())
    if len(word) > MAX_WORD_LENGTH or not word.isprintable():
        raise CannotJoin(
            "A contribution to the shuffle is one line of at most {most} characters.",
            most=MAX_WORD_LENGTH,
        )
    if not word:
        return "", Seat.WordSource.NONE
    if source == Seat.WordSource.NONE or not commitment.fits_source(word, source):
        return word, Seat.WordSource.TYPED
    return word, source


def deal_match(match: Match, *, seed: bytes, now: datetime) -> None:
    """Set up the game and open the first prompts.

    `seed`: 32 bytes, secret while the match is running.
    """
    game = GAMES[match.game]
    state = game.set_up_match(match.seats_wanted, seed, match.options)
    match.seed, match.state = seed, states.serialize_state(state)
    match.edition, match.revision = game.edition, game.revision
    match.status, match.started_at = Status.RUNNING, now
    match.save()
    save_snapshot(match)
    if bank := match.bank_minutes:
        match.seats.exclude(OF_THE_HOUSE).update(bank=bank["start"] * 60)
    seats = fetch_sitters(match)
    prompts = game.list_prompts(state)
    seats_with_orders = default_orders.give_default_orders(match, seats, now=now)
    new_rows = decision_rows.diff_prompts(match, seats, [], prompts, now=now).opened
    Prompt.objects.bulk_create(new_rows)
    change_marks.mark_match_changed(match.number)
    announcements.announce_deal(match, seats, new_rows, now=now)
    answerable = {(p.seat, p.number) for p in prompts if p.only_answer() is not None}
    for row in new_rows:
        if row.seat in seats_with_orders or (row.seat, row.number) in answerable:
            follow_orders(row.token, now=now)
