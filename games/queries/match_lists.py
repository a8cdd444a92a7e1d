"""Lists of matches, and of a player's answers, for pages. Read-only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from django.db.models import CharField, Exists, F, Func, OuterRef, Q, QuerySet

from games.engine import display_names
from games.engine.numbers import parse_number
from games.models import Invitation, Match, Move, Player, Seat, Status
from games.queries.games_on_offer import list_hidden_games
from games.queries.matches import LARGEST, with_seats

# Number of matches per page of a long list.
A_PAGE = 20
# Number of a game's last finished matches among which records are looked for.
RECORD_MATCHES = 200
# Number of recent answers from which hours of availability are suggested.
LAST_ANSWERS = 200
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def my_matches(player: Player) -> QuerySet[Match]:
    """Return the matches of `player`, running ones first, then the newest."""
    return with_seats(Match.objects.filter(seats__player=player)).order_by(
        F("finished_at").desc(nulls_first=True), "-created_at"
    )


def _in_words(status: Status) -> Func:
    """Return a status as a literal in the statement.

    For a parameter, PostgreSQL would use a generic plan after some executions, which cannot use the
    partial indexes for one status.
    """
    return Func(template=f"'{status}'", output_field=CharField())


def _only_on_offer(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Leave out the matches of games that this site does not show."""
    games = list_hidden_games()
    return matches.exclude(game__in=games) if games else matches


def open_matches() -> QuerySet[Match]:
    """Return public matches that still have a seat for anybody, newest first."""
    reservations = Invitation.objects.filter(match=OuterRef("pk"), outcome=Invitation.Outcome.OPEN)
    free = _only_on_offer(Match.objects.filter(status=_in_words(Status.OPEN), private=False))
    free = free.exclude(Exists(reservations.exclude(seat=None)))
    return with_seats(free).order_by("-number")


def running_matches() -> QuerySet[Match]:
    """Return all running matches."""
    return Match.objects.filter(status=_in_words(Status.RUNNING))


def current_matches(player: Player) -> QuerySet[Match]:
    """Return the unfinished matches of `player`, newest first, without their states."""
    return my_matches(player).exclude(status=Status.FINISHED).defer("state", "seed", "secret")


def finished_matches(player: Player) -> QuerySet[Match]:
    """Return the finished matches of `player`, last one first, without their states."""
    return my_matches(player).filter(status=Status.FINISHED).defer("state", "seed", "secret")


@dataclass(frozen=True)
class Mark:
    """The end of a page of a list: an instant of its last match, and the match's number.

    Many matches may start, or seats be offered, at the same instant.
    """

    occurred_at: datetime
    number: int

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse the result of str(), microseconds and a number; None for anything else."""
        at, _, number = text.partition("-")
        match_number, microseconds = parse_number(number, LARGEST), parse_number(at, 10**16 - 1)
        if match_number is None or microseconds is None:
            return None
        return cls(EPOCH + timedelta(microseconds=microseconds), match_number)

    def __str__(self) -> str:
        return f"{(self.occurred_at - EPOCH) // timedelta(microseconds=1)}-{self.number}"


def watchable_matches(game: str = "", before: Mark | None = None) -> QuerySet[Match]:
    """Return running matches that anybody may watch, last started first, without their states.

    `game` "" means all games; `before` is the end of the previous page.
    """
    status = _in_words(Status.RUNNING)
    running = Match.objects.filter(status=status, private=False, watchable=True)
    running = running.filter(game=game) if game else _only_on_offer(running)
    if before is not None:
        earlier = Q(started_at__lt=before.occurred_at) | Q(number__lt=before.number)
        running = running.filter(earlier, started_at__lte=before.occurred_at)
    return with_seats(running).order_by("-started_at", "-number").defer("state", "seed", "secret")


def seats_offered(game: str = "", after: Mark | None = None) -> QuerySet[Match]:
    """Return public matches with a seat for a substitute, the longest `offered` first.

    `game` "" means all games; `after` is the end of the previous page.
    """
    status = _in_words(Status.RUNNING)
    running = Match.objects.filter(status=status, private=False, paused_at=None)
    running = running.filter(game=game) if game else _only_on_offer(running)
    # One row for each offered seat, in the order of the index; for a match only the one offered
    # longest. The annotations are unknown to the type checker.
    seats: Any = running.annotate(offered=F("seats__offered_at"), _seat=F("seats__number"))
    same = Q(offered_at=OuterRef("offered"), number__lt=OuterRef("_seat"))
    longer = Seat.objects.filter(Q(offered_at__lt=OuterRef("offered")) | same, match=OuterRef("pk"))
    offers = seats.filter(offered__isnull=False).exclude(Exists(longer))
    if after is not None:
        later = Q(offered__gt=after.occurred_at) | Q(number__gt=after.number)
        offers = offers.filter(later, offered__gte=after.occurred_at)
    return with_seats(offers.order_by("offered", "number").defer("state", "seed", "secret"))


def archived_matches(wishes: Mapping[str, Any], before: Mark | None = None) -> QuerySet[Match]:
    """Return finished matches that anybody may see, last finished first, without their states.

    `wishes` are the filters of an ArchiveForm; `before` is the end of the previous page.
    """
    status = _in_words(Status.FINISHED)
    over = _only_on_offer(Match.objects.filter(status=status, private=False, watchable=True))
    if game := wishes.get("game"):
        over = over.filter(game=game)
    if seats := wishes.get("seats"):
        over = over.filter(seats_wanted=int(seats))
    for name in ("player", "opponent"):
        if wishes.get(name):
            key = display_names.name_key(" ".join(wishes[name].split()))
            over = over.filter(
                Exists(Seat.objects.filter(match=OuterRef("pk"), player__name_key=key))
            )
    if until := wishes.get("until"):
        over = over.filter(finished_at__date__lte=until)
    if before is not None:
        earlier = Q(finished_at__lt=before.occurred_at) | Q(number__lt=before.number)
        over = over.filter(earlier, finished_at__lte=before.occurred_at)
    return with_seats(over).order_by("-finished_at", "-number").defer("state", "seed", "secret")


def highest_scores(game: str, most: int) -> QuerySet[Seat]:
    """Return the seats of people with the most points in the last matches that anybody may see."""
    last = archived_matches({"game": game}).prefetch_related(None).values("pk")[:RECORD_MATCHES]
    seats = Seat.objects.filter(match__in=last, score__isnull=False, player__is_bot=False)
    return seats.select_related("match", "player").order_by("-score", "match__number")[:most]


def fetch_match_page(matches: QuerySet[Match], instant: str) -> tuple[list[Match], Mark | None]:
    """Return the first page of a list sorted by `instant`, and its end, None if it is the last."""
    matches_and_next = list(matches[: A_PAGE + 1])
    if len(matches_and_next) <= A_PAGE:
        return matches_and_next, None
    last = matches_and_next[A_PAGE - 1]
    return matches_and_next[:A_PAGE], Mark(getattr(last, instant), last.number)


def answer_times(player: Player) -> list[datetime]:
    """Return when the player recently answered themselves, last answer first."""
    own = Move.objects.filter(
        match__seats__player=player, match__seats__number=F("seat"), source__in=Move.OWN_HANDS
    )
    return list(own.order_by("-played_at").values_list("played_at", flat=True)[:LAST_ANSWERS])
