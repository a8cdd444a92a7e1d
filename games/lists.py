"""The lists of matches, and of a player's answers, that pages show. Nothing here writes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import CharField, Exists, F, Func, Min, OuterRef, QuerySet

from games.models import Invitation, Match, Move, Player, Status
from games.queries import with_seats

# So many of the last answers tell when somebody is awake.
LAST_ANSWERS = 200


def my_matches(player: Player) -> QuerySet[Match]:
    """The matches in which `player` sits, running ones first, then the newest."""
    return with_seats(Match.objects.filter(seats__player=player)).order_by(
        F("finished").desc(nulls_first=True), "-created"
    )


# Part of the statement: were it a value, PostgreSQL, which plans a statement that comes often for
# any value, would seek the few newest by their numbers, among all matches there are.
_OPEN = Func(template=f"'{Status.OPEN}'", output_field=CharField())


def open_matches() -> QuerySet[Match]:
    """Public matches that still have a seat for anybody, newest first."""
    kept = Invitation.objects.filter(match=OuterRef("pk"), outcome=Invitation.Outcome.OPEN)
    free = Match.objects.filter(status=_OPEN, private=False)
    free = free.exclude(Exists(kept.exclude(seat=None)))
    return with_seats(free).order_by("-number")


def current_matches(player: Player) -> QuerySet[Match]:
    """The matches of `player` that are not over, newest first, without their states."""
    return my_matches(player).exclude(status=Status.FINISHED).defer("state", "seed", "secret")


def finished_matches(player: Player) -> QuerySet[Match]:
    """The matches of `player` that are over, the last one first, without their states."""
    return my_matches(player).filter(status=Status.FINISHED).defer("state", "seed", "secret")


def watchable_matches() -> QuerySet[Match]:
    """Matches that anybody may watch being played, the last begun first, without their states."""
    running = Match.objects.filter(status=Status.RUNNING, private=False, watchable=True)
    return with_seats(running).order_by("-started").defer("state", "seed", "secret")


def seats_offered() -> QuerySet[Match]:
    """Public matches with a seat for a substitute, the longest offered first."""
    running = Match.objects.filter(status=Status.RUNNING, private=False, paused=None)
    # One join, so that the few offered seats lead to their matches.
    offered = running.filter(seats__wanted__isnull=False).annotate(offered=Min("seats__wanted"))
    return with_seats(offered.order_by("offered").defer("state", "seed", "secret"))


def answer_times(player: Player) -> list[datetime]:
    """When the player has answered in person lately, the last answer first."""
    own = Move.objects.filter(
        match__seats__player=player, match__seats__number=F("seat"), source__in=Move.OWN_HANDS
    )
    return list(own.order_by("-played").values_list("played", flat=True)[:LAST_ANSWERS])
