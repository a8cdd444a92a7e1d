"""What was said at a table, for those who sit there. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from html import escape
from itertools import accumulate, takewhile
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from msgspec import Struct

from games.models import Block, Match, Message, Prompt
from notifications.models import Notice

# So many messages a page shows, and a letter tells; of these no more than so many characters, as
# they stand in HTML, where a quotation mark is six.
SHOWN, MOST_TOLD, MOST_CHARACTERS = 50, 20, 12_000
# Letters that reached their reader, or will.
TOLD = (Notice.State.SENT, Notice.State.QUEUED, Notice.State.BUNDLED)

# Every letter asks this, and having it put together anew would take longer than the answer.
NEWS = """
SELECT player.display_name, message.text, message.written
FROM games_message message JOIN games_player player ON player.id = message.player_id
WHERE message.match_id = %(match)s AND message.seat <> %(seat)s
  AND message.written > coalesce((
    SELECT max(written) FROM notifications_notice
    WHERE player_id = %(reader)s AND thread = %(thread)s AND state = ANY(%(told)s)
      AND id <> %(notice)s
  ), '-infinity')
  AND NOT EXISTS (
    SELECT FROM games_block WHERE player_id = %(reader)s AND blocked_id = message.player_id
  )
ORDER BY message.written DESC, message.id DESC LIMIT %(most)s
"""


class Said(Struct, frozen=True):
    """A message with the name of whoever wrote it."""

    name: str
    text: str
    written: datetime
    mine: bool
    # Where it can be reported, "" for nowhere.
    report_path: str = ""


def said(match: Match, seat: int) -> list[Said]:
    """The last messages of a match as a seat reads them, oldest first."""
    rows = heard(match, seat).select_related("player").order_by("-written", "-id")[:SHOWN]
    return [_said(row, seat) for row in reversed(rows)]


def news(notice: Notice, match: Match, seat: int) -> list[Said]:
    """What others have said since the last letter about the match that its reader was written.

    Of very much the last part; the page has all of it.
    """
    values: dict[str, Any] = {
        "match": match.pk,
        "seat": seat,
        "reader": notice.player_id,
        "thread": notice.thread,
        "told": list(TOLD),
        "notice": notice.pk,
        "most": MOST_TOLD,
    }
    with connection.cursor() as cursor:
        cursor.execute(NEWS, values)
        rows = cursor.fetchall()
    told = [Said(name, text, written, mine=False) for name, text, written in rows]
    lengths = accumulate(len(escape(one.name + one.text)) for one in told)
    few = takewhile(lambda pair: pair[1] <= MOST_CHARACTERS, zip(told, lengths, strict=True))
    return [one for one, _ in few][::-1]


def heard(match: Match, seat: int) -> QuerySet[Message]:
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
    mine = row.seat == seat
    path = "" if mine else f"/players/{row.player_id}/report/?message={row.pk}"
    return Said(row.player.display_name, row.text, row.written, mine, path)
