"""Who is asked, and until when: what waits for a player, and whom a match waits for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db.models import F, QuerySet
from django.utils.translation import gettext

from games.engine import clock
from games.models import (
    Match,
    Player,
    Prompt,
    Status,
)
from games.queries import matches, states
from games.titles import GAMES

HALF_AN_HOUR = timedelta(minutes=30)


# Every letter asks this.
def open_prompts(player: Player) -> QuerySet[Prompt]:
    """What waits for `player`: unanswered open prompts with their matches, by deadline."""
    mine = Prompt.objects.filter(
        match__seats__player=player,
        match__seats__number=F("seat"),
        match__status=Status.RUNNING,
        closed_at=None,
        answered_at=None,
    )
    return mine.select_related("match").order_by("deadline_at")


def open_prompts_with_match(player: Player) -> QuerySet[Prompt]:
    """What waits for `player`, with the people of each match but nothing of its table."""
    return matches.with_match(open_prompts(player)).defer(
        "match__state", "match__seed", "match__secret"
    )


def next_waiting(player: Player, match: Match) -> Prompt | None:
    """What waits for `player` at another table, the nearest deadline first; None if nothing."""
    return (
        open_prompts(player)
        .exclude(match=match)
        .defer("match__state", "match__seed", "match__secret")
        .first()
    )


class Waiting(msgspec.Struct, frozen=True):
    """A question on somebody's desk: its row, the question in words, and who sits at the table."""

    row: Prompt
    text: str
    names: tuple[str, ...]


def in_words(player: Player, language: str) -> list[Waiting]:
    """What waits for `player`, by deadline, each with its question in words."""
    return [
        Waiting(row, _asked_in_words(row, language), matches.player_names(row.match))
        for row in matches.with_match(open_prompts(player))
    ]


def _asked_in_words(row: Prompt, language: str) -> str:
    try:
        with states.convert_rules_errors(row.match):
            return _question_in_words(row, language)
    except states.RulesFailed:
        # The clock finds it, and tells the staff; what else waits for the player is shown.
        return gettext("This match cannot be read and is set aside; our staff is looking at it.")


def _question_in_words(row: Prompt, language: str) -> str:
    game, state = GAMES[row.match.game], states.load_state(row.match)
    asked = (p for p in game.list_prompts(state) if (p.seat, p.number) == (row.seat, row.number))
    view = game.build_view(state, row.seat)
    return next((game.describe_prompt(prompt, view, language) for prompt in asked), "")


class Awaited(msgspec.Struct, frozen=True):
    """A seat that is asked something: until when, and from when on its player's hours run.

    `awake` is None while they run; it is rounded to the hour, as the hours its player published are
    meant to help others, not to be read off to the minute.
    """

    seat: int
    name: str
    deadline_at: datetime | None
    awake_at: datetime | None


def asked_now(match: Match, now: datetime, rows: Sequence[Prompt] | None = None) -> list[Awaited]:
    """Each seat that is asked something, by seat; `rows` are the open prompts if they are known.

    Whether a sealed question is answered already is nobody else's business, so its deadline is the
    one it was opened with.
    """
    called, offer = matches.player_names(match), timedelta(hours=match.hours_per_offer)
    found = []
    for row in matches.open_rows(match) if rows is None else rows:
        hours = clock.from_prompt(row.hours)
        until = clock.deadline(row.opened_at, offer, hours) if row.sealed else row.deadline_at
        begin = clock.next_open_instant(now, hours)
        awake = None if begin <= now else (begin + HALF_AN_HOUR).replace(minute=0, second=0)
        found.append(Awaited(row.seat, called[row.seat], until, awake))
    return found
