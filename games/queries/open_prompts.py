"""Open prompts: those of a player, and those of a match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db.models import F, Q, QuerySet
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


# Used for every e-mail.
def open_prompts(player: Player) -> QuerySet[Prompt]:
    """Return the unanswered open prompts of `player` with their matches, by deadline."""
    mine = Prompt.objects.filter(
        match__seats__player=player,
        match__seats__number=F("seat"),
        match__status=Status.RUNNING,
        closed_at=None,
        answered_at=None,
    )
    return mine.select_related("match").order_by("deadline_at")


def open_prompts_with_match(player: Player) -> QuerySet[Prompt]:
    """Return the open prompts of `player` with the people of each match, but without its state."""
    return matches.with_match(open_prompts(player)).defer(
        "match__state", "match__seed", "match__secret"
    )


def settled_prompts_with_match(player: Player, *, since: datetime) -> QuerySet[Prompt]:
    """Return the prompts of `player` that were answered or closed since then, the last first.

    Each has the people of its match, but not its state.
    """
    is_recent = Q(match__status=Status.RUNNING) | Q(match__finished_at__gte=since)
    mine = Prompt.objects.filter(
        is_recent,
        Q(closed_at__gte=since) | Q(answered_at__gte=since),
        match__seats__player=player,
        match__seats__number=F("seat"),
    )
    rows = matches.with_match(mine.select_related("match")).order_by("-pk")
    return rows.defer("match__state", "match__seed", "match__secret")


def next_waiting(player: Player, match: Match) -> Prompt | None:
    """Return the most urgent open prompt of `player` in another match; None if there is none."""
    return (
        open_prompts(player)
        .exclude(match=match)
        .defer("match__state", "match__seed", "match__secret")
        .first()
    )


class Waiting(msgspec.Struct, frozen=True):
    """An open prompt on a player's dashboard: its row, its question and the players' names."""

    row: Prompt
    text: str
    names: tuple[str, ...]


def describe_open_prompts(player: Player, language: str) -> list[Waiting]:
    """Return the open prompts of `player`, by deadline, with their questions in words."""
    return [
        Waiting(row, _describe_prompt_or_damage(row, language), matches.player_names(row.match))
        for row in matches.with_match(open_prompts(player))
    ]


def _describe_prompt_or_damage(row: Prompt, language: str) -> str:
    if row.match.is_hotseat:
        # Somebody else may hold the device; the question may tell of cards.
        return gettext("You play this match on one device; open it to see the question.")
    try:
        with states.convert_rules_errors(row.match):
            return _describe_question(row, language)
    except states.RulesFailed:
        # The clock will find it and notify the staff; the other prompts are shown.
        return gettext("This match is unavailable; our staff is looking into it.")


def _describe_question(row: Prompt, language: str) -> str:
    game, state = GAMES[row.match.game], states.load_state(row.match)
    prompts = (p for p in game.list_prompts(state) if (p.seat, p.number) == (row.seat, row.number))
    view = game.build_view(state, row.seat)
    return next((game.describe_prompt(prompt, view, language) for prompt in prompts), "")


class AwaitedSeat(msgspec.Struct, frozen=True):
    """A seat with an open prompt: its deadline, and when its player's hours begin.

    `awake_at` is None during those hours; it is rounded to the hour, because the published hours
    are meant to help others, not to be read off to the minute. A `sealed` answer may have been
    given already.
    """

    seat: int
    name: str
    deadline_at: datetime | None
    awake_at: datetime | None
    sealed: bool = False


def seats_to_act(
    match: Match, now: datetime, rows: Sequence[Prompt] | None = None
) -> list[AwaitedSeat]:
    """Return each seat with an open prompt, by seat; `rows` are the open prompts, if loaded.

    Others must not learn whether a sealed prompt is answered, so its original deadline is shown.
    """
    names = matches.player_names(match)
    offer = match.hours_per_offer * clock.time_unit(match.counts_minutes)
    daily = clock.parse_daily_deadline(match.deadline_time, match.deadline_zone)
    seats = []
    for row in matches.open_rows(match) if rows is None else rows:
        hours = clock.parse_prompt_hours(row.hours)
        until = row.deadline_at
        if row.sealed:
            until = clock.deadline(row.opened_at, offer, hours, daily)
        begin = clock.next_open_instant(now, hours)
        awake = None if begin <= now else (begin + HALF_AN_HOUR).replace(minute=0, second=0)
        seats.append(AwaitedSeat(row.seat, names[row.seat], until, awake, row.sealed))
    return seats
