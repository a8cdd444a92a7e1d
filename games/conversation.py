"""What was said at a table, for those who sit there. Nothing here writes."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db.models import Max, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from msgspec import Struct

from games.models import Block, Match, Message, Prompt
from notifications.models import Notice

# So many messages a page shows, and a letter tells.
SHOWN, MOST_TOLD = 50, 20
NEVER = datetime.min.replace(tzinfo=UTC)
# Letters that reached their reader, or will.
TOLD = (Notice.State.SENT, Notice.State.QUEUED, Notice.State.BUNDLED)


class Said(Struct, frozen=True):
    """A message with the name of whoever wrote it."""

    name: str
    text: str
    written: datetime
    mine: bool


def said(match: Match, seat: int) -> list[Said]:
    """The last messages of a match as a seat reads them, oldest first."""
    rows = _heard(match, seat).select_related("player").order_by("-written", "-id")[:SHOWN]
    return [_said(row, seat) for row in reversed(rows)]


def news(notice: Notice, match: Match, seat: int) -> list[Said]:
    """What others have said since the last letter about the match that its reader was written."""
    before = Notice.objects.filter(player=notice.player_id, thread=notice.thread, state__in=TOLD)
    of_all = before.exclude(pk=notice.pk).order_by().values("player").annotate(last=Max("written"))
    last = Coalesce(Subquery(of_all.values("last")), Value(NEVER))
    fresh = _heard(match, seat).filter(written__gt=last).exclude(seat=seat)
    rows = fresh.select_related("player").order_by("-written", "-id")
    return [_said(row, seat) for row in reversed(rows[:MOST_TOLD])]


def _heard(match: Match, seat: int) -> QuerySet[Message]:
    """The messages of a match but those of whom the player of the seat has blocked."""
    mine = Block.objects.filter(player__seats__match=match, player__seats__number=seat)
    return match.messages.exclude(player__in=mine.values("blocked"))


def is_told_elsewhere(notice: Notice) -> bool:
    """Whether a letter that is yet to be written will tell its reader what was said as well.

    A question tells it; of several letters about messages the last one tells all.
    """
    waiting = Notice.objects.filter(
        player=notice.player_id, thread=notice.thread, state=Notice.State.QUEUED, written=None
    )
    if waiting.filter(kind=notice.kind, pk__gt=notice.pk).exists():
        return True
    asked = [one.data["prompt"] for one in waiting.filter(kind="your_turn")]
    return Prompt.objects.filter(pk__in=asked, closed=None, answered=None).exists()


def _said(row: Message, seat: int) -> Said:
    return Said(row.player.display_name, row.text, row.written, row.seat == seat)
