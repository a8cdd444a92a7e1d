"""Puzzles that everybody may see, and a player's attempts. Read-only."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.db.models.functions import TruncDate

from games.models import Player, Puzzle, PuzzleAttempt, Status
from games.queries.matches import LARGEST

# Number of puzzles per page of the list, and the last page that is shown.
A_PAGE, LAST_PAGE = 20, 50
# Maximum length of a streak, in days.
MAX_STREAK = 1000


def public_matches(prefix: str = "") -> Q:
    """Return the condition for matches whose replay everybody may see."""
    values = {"status": Status.FINISHED, "private": False, "watchable": True, "is_hotseat": False}
    return Q(**{prefix + name: value for name, value in values.items()})


def public_puzzles() -> QuerySet[Puzzle]:
    """Return the puzzles of matches that everybody may see, the newest first."""
    return Puzzle.objects.filter(public_matches("match__")).order_by("-number")


def puzzle_by_number(number: int) -> Puzzle:
    """Return a puzzle that everybody may see. Raises Puzzle.DoesNotExist."""
    if number > LARGEST:
        raise Puzzle.DoesNotExist
    return public_puzzles().get(number=number)


def todays_puzzle(today: date) -> Puzzle | None:
    """Return the puzzle of a day in UTC, or the last one before; None if there is none."""
    return public_puzzles().filter(shown_on__lte=today).order_by("-shown_on").first()


def list_puzzles(game: str | None, page: int) -> list[Puzzle]:
    """Return a page of the puzzles of a game, None for all, and one more if there is another page.

    The newest come first.
    """
    first, rows = (page - 1) * A_PAGE, public_puzzles()
    if game is not None:
        rows = rows.filter(game=game)
    return list(rows[first : first + A_PAGE + 1])


def next_puzzle(player: Player | None, puzzle: Puzzle) -> Puzzle | None:
    """Return another puzzle of the game that the player has not tried, the next older one first.

    None if there is none.
    """
    others = public_puzzles().filter(game=puzzle.game).exclude(pk=puzzle.pk)
    if player is not None:
        others = others.exclude(pk__in=player.puzzle_attempts.values("puzzle"))
    return others.filter(number__lt=puzzle.number).first() or others.first()


def attempts_of(player: Player | None, puzzles: Iterable[Puzzle]) -> dict[int, PuzzleAttempt]:
    """Return the player's attempts at these puzzles, by number."""
    if player is None:
        return {}
    rows = player.puzzle_attempts.filter(puzzle__in=[puzzle.pk for puzzle in puzzles])
    return {row.puzzle_id: row for row in rows}


def find_streak(player: Player, now: datetime) -> int:
    """Return on how many days in a row, until today or yesterday, the player solved a puzzle.

    Days are those of the player's time zone.
    """
    zone = ZoneInfo(player.zone)
    day = TruncDate("attempted_at", tzinfo=zone)
    successes = player.puzzle_attempts.filter(is_solved=True).annotate(day=day)
    days = successes.order_by("-day").values_list("day", flat=True).distinct()[:MAX_STREAK]
    return count_days_in_row(list(days), now.astimezone(zone).date())


def count_days_in_row(days: list[date], today: date) -> int:
    """Return how many of the days, the latest first, follow each other until today or yesterday.

    >>> count_days_in_row([date(2026, 5, 4), date(2026, 5, 3), date(2026, 5, 1)], date(2026, 5, 5))
    2
    """
    next_day = today if days[:1] == [today] else today - timedelta(days=1)
    count = 0
    for day in days:
        if day != next_day:
            break
        count, next_day = count + 1, next_day - timedelta(days=1)
    return count
