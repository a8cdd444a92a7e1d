"""The lists of matches, and of a player's answers, that pages show. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from django.db.models import CharField, Exists, F, Func, OuterRef, Q, QuerySet

from games.models import Invitation, Match, Move, Player, Seat, Status
from games.queries.matches import LARGEST, with_seats

# So many matches stand on one page of a list that may be long.
A_PAGE = 20
# So many of the last answers tell when somebody is awake.
LAST_ANSWERS = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def my_matches(player: Player) -> QuerySet[Match]:
    """The matches in which `player` sits, running ones first, then the newest."""
    return with_seats(Match.objects.filter(seats__player=player)).order_by(
        F("finished_at").desc(nulls_first=True), "-created_at"
    )


def _in_words(status: Status) -> Func:
    """A status as part of the statement.

    Were it a value, PostgreSQL, which plans a statement that comes often for any value, would use
    none of the indexes that hold matches of one status.
    """
    return Func(template=f"'{status}'", output_field=CharField())


def open_matches() -> QuerySet[Match]:
    """Public matches that still have a seat for anybody, newest first."""
    kept = Invitation.objects.filter(match=OuterRef("pk"), outcome=Invitation.Outcome.OPEN)
    free = Match.objects.filter(status=_in_words(Status.OPEN), private=False)
    free = free.exclude(Exists(kept.exclude(seat=None)))
    return with_seats(free).order_by("-number")


def current_matches(player: Player) -> QuerySet[Match]:
    """The matches of `player` that are not over, newest first, without their states."""
    return my_matches(player).exclude(status=Status.FINISHED).defer("state", "seed", "secret")


def finished_matches(player: Player) -> QuerySet[Match]:
    """The matches of `player` that are over, the last one first, without their states."""
    return my_matches(player).filter(status=Status.FINISHED).defer("state", "seed", "secret")


@dataclass(frozen=True)
class Mark:
    """Where a page of a list ends: an instant of its last match, and its number.

    Many matches may begin, or seats be offered, at one instant.
    """

    occurred_at: datetime
    number: int

    @classmethod
    def read(cls, written: str) -> Self | None:
        """Read what str() writes, microseconds and a number; None for anything else."""
        at, _, number = written.partition("-")
        if not (at.isdecimal() and number.isdecimal() and len(at) <= 16):
            return None
        if len(number) > len(str(LARGEST)) or int(number) > LARGEST:
            return None
        return cls(EPOCH + timedelta(microseconds=int(at)), int(number))

    def __str__(self) -> str:
        return f"{(self.occurred_at - EPOCH) // timedelta(microseconds=1)}-{self.number}"


def watchable_matches(game: str = "", before: Mark | None = None) -> QuerySet[Match]:
    """Matches that anybody may watch being played, the last begun first, without their states.

    `game` "" stands for all of them; with `before` those that follow on its page.
    """
    status = _in_words(Status.RUNNING)
    running = Match.objects.filter(status=status, private=False, watchable=True)
    if game:
        running = running.filter(game=game)
    if before is not None:
        earlier = Q(started_at__lt=before.occurred_at) | Q(number__lt=before.number)
        running = running.filter(earlier, started_at__lte=before.occurred_at)
    return with_seats(running).order_by("-started_at", "-number").defer("state", "seed", "secret")


def seats_offered(game: str = "", after: Mark | None = None) -> QuerySet[Match]:
    """Public matches with a seat for a substitute, the longest `offered` first.

    `game` "" stands for all of them; with `after` those that follow on its page.
    """
    status = _in_words(Status.RUNNING)
    running = Match.objects.filter(status=status, private=False, paused_at=None)
    if game:
        running = running.filter(game=game)
    # One row for each offered seat, in the order of their index; of a match the longest offered.
    # What is annotated is known to none of the models.
    seats: Any = running.annotate(offered=F("seats__offered_at"), _seat=F("seats__number"))
    same = Q(offered_at=OuterRef("offered"), number__lt=OuterRef("_seat"))
    longer = Seat.objects.filter(Q(offered_at__lt=OuterRef("offered")) | same, match=OuterRef("pk"))
    found = seats.filter(offered__isnull=False).exclude(Exists(longer))
    if after is not None:
        later = Q(offered__gt=after.occurred_at) | Q(number__gt=after.number)
        found = found.filter(later, offered__gte=after.occurred_at)
    return with_seats(found.order_by("offered", "number").defer("state", "seed", "secret"))


def fetch_match_page(matches: QuerySet[Match], instant: str) -> tuple[list[Match], Mark | None]:
    """The first of a list sorted by `instant`, and where the next page begins, None: nowhere."""
    found = list(matches[: A_PAGE + 1])
    if len(found) <= A_PAGE:
        return found, None
    last = found[A_PAGE - 1]
    return found[:A_PAGE], Mark(getattr(last, instant), last.number)


def answer_times(player: Player) -> list[datetime]:
    """When the player has answered in person lately, the last answer first."""
    own = Move.objects.filter(
        match__seats__player=player, match__seats__number=F("seat"), source__in=Move.OWN_HANDS
    )
    return list(own.order_by("-played_at").values_list("played_at", flat=True)[:LAST_ANSWERS])
