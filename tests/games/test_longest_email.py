"""The longest e-mails a table can bring about: Gmail cuts what is above 102 kB."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.engine.random_match import any_answer
from games.models import Match, Player
from games.queries import states
from games.services import chat, orders
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from games.titles.abyss.rules.components import LOCATIONS, LORDS, RACES
from games.titles.abyss.rules.seats import Lord
from notifications.models import Notification
from tests.emails import email_of

LONGEST = 80_000
# Forty characters, of which many are longer in HTML, and German has the longest words.
NAME = '"Bartholomäus" & <d\'Artagnan> von Ehren'


def fill_abyss(state: Any) -> None:
    """More than any match brings: every Lord and Location out, and hands of 25 cards."""
    for number, seat in enumerate(state.seats):
        seat.locations = list(LOCATIONS)[number::4]
        under = [*seat.locations, *[None] * len(LORDS)]
        seat.lords = [
            Lord(lord, disabled=True, under=place)
            for lord, place in zip(list(LORDS)[number::4], under, strict=False)
        ]
        seat.affiliated = [f"{race}{value}" for race in RACES for value in range(1, 6)]
        seat.hand = sorted(seat.affiliated)
        seat.pearls = 99


def as_is(state: Any) -> None:
    """A late table as play has left it."""


def play(match: Match, plies: int, luck: random.Random) -> None:
    for _ in range(plies):
        match.refresh_from_db(fields=["state", "ply"])
        prompt, decision = any_answer(
            GAMES[match.game].list_prompts(states.load_state(match)), luck
        )
        token = match.prompts.get(seat=prompt.seat, closed_at=None).token
        submit_decision(token, decision, source="page", key=f"{token}{match.ply}")


def burden(match: Match, reader: Player, order: str) -> None:
    """Give as many orders and say as much as is taken, of what grows most in HTML."""
    longest = ", else ".join([order] * min(12, 490 // (len(order) + 7)))
    for _ in range(orders.MAX_ORDERS):
        orders.write_order(match, reader, orders.read_order(match, reader, longest))
    for seat in match.seats.exclude(player=reader).select_related("player"):
        for number in range(chat.MAX_PER_HOUR):
            text = f"{number}" + "\"'<&>" * 99
            chat.send_message(match, seat.player, text, key=f"{seat.number}-{number}")


@pytest.mark.parametrize(
    ("game", "order", "fill"),
    [
        ("abyss", "buy if value >= 4 and price <= 2", fill_abyss),
        ("enchanters", "rest normaltown 1 if crystals >= 99", as_is),
        ("essence", "attack Threat if threat <= 1", as_is),
    ],
)
def test_the_longest_email_stays_below_80_kb(
    deal: Any, game: str, order: str, fill: Callable[[Any], None]
) -> None:
    Player.objects.update(display_name=NAME, language="de")
    match: Match = deal(game, seats=4, now=timezone.now())
    luck = random.Random(5)
    play(match, 60, luck)
    while not (row := match.prompts.filter(closed_at=None, question="turn").first()):
        play(match, 1, luck)
    reader = match.seats.select_related("player").get(number=row.seat).player
    burden(match, reader, order)
    match.refresh_from_db()
    state = states.load_state(match)
    fill(state)
    match.state = states.serialize_state(state)
    match.save(update_fields=["state"])
    now = timezone.now()
    data = {"match": str(match.pk), "seat": row.seat, "prompt": str(row.pk)}
    notification = Notification(
        kind="your_turn", player=reader, data=data, created_at=now, due_at=now, key="longest"
    )
    notification.thread, notification.reply_token = f"match-{match.number}", row.token

    written = email_of(notification)

    assert written is not None

    assert 20_000 < len(written.html.encode()) < LONGEST
