"""The public matches of a month as a file for research: JSON lines, compressed, and signed.

The first line describes the file, each further one is a match: its options, its seed, every
decision that stands, and its outcome, so that the rules repeat it. There is neither chat nor a
note, an address, an instant, nor how somebody answered. Players are called by pseudonyms that are
drawn for each file, unless they want to be named.
"""

from __future__ import annotations

import hashlib
import io
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import zstandard
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine import signature
from games.models import DataDump, Match, Player, Seat, SeatHistory
from games.queries.matches import with_seats
from games.queries.puzzles import public_matches
from games.services.exports import iter_standing_decisions

FORMAT = "abyss by post, matches 1"
MEDIA_TYPE = "application/zstd"
# How long a file is kept after it was made.
RETENTION = timedelta(days=730)
COMPRESSION_LEVEL = 15
# Bytes of a pseudonym.
PSEUDONYM_SIZE = 8
# A player whose matches are in no file: deleted, or a guest, who will be.
LEAVES_NO_DATA = Q(player__left_at__isnull=False) | Q(player__is_guest=True)


def previous_month(now: datetime) -> date:
    """Return the first day of the month before that of `now`, in UTC.

    >>> previous_month(datetime(2026, 1, 9, tzinfo=UTC))
    datetime.date(2025, 12, 1)
    """
    first = now.astimezone(UTC).date().replace(day=1)
    return (first - timedelta(days=1)).replace(day=1)


def make_dump(month: date, *, now: datetime) -> DataDump | None:
    """Make the file of a month that is over, from its first day; None: it had no public match.

    A file that exists stays as it is. Its matches are those whose players have accounts now.
    """
    existing_dump = DataDump.objects.filter(month=month).defer("content").first()
    if existing_dump is not None:
        return existing_dump
    count, content = _write_file(list_matches(month), month, now)
    if not count:
        return None
    digest = hashlib.sha256(content).digest()
    seal = signature.sign_hash(settings.SIGNING_KEY, digest, about=signature.ABOUT_DUMPS)
    row = DataDump(
        month=month,
        match_count=count,
        size=len(content),
        digest=digest.hex(),
        key=seal.key,
        signature=seal.signature,
        content=content,
        made_at=now,
    )
    # Another worker may have made it at the same time; the first one counts.
    DataDump.objects.bulk_create([row], ignore_conflicts=True)
    return DataDump.objects.defer("content").get(month=month)


def make_due_dump(now: datetime) -> DataDump | None:
    """Make the file of the month that ended last, unless there is one."""
    return make_dump(previous_month(now), now=now)


def forget_old_dumps(now: datetime) -> None:
    """Delete the files after their retention period."""
    DataDump.objects.filter(made_at__lt=now - RETENTION).delete()


def list_matches(month: date) -> QuerySet[Match]:
    """Return the matches of the file of a month."""
    begin = datetime(month.year, month.month, 1, tzinfo=UTC)
    end = (begin + timedelta(days=31)).replace(day=1)
    seats = Seat.objects.filter(LEAVES_NO_DATA, match=OuterRef("pk"))
    former_seats = SeatHistory.objects.filter(LEAVES_NO_DATA, seat__match=OuterRef("pk"))
    rows = Match.objects.filter(public_matches(), finished_at__gte=begin, finished_at__lt=end)
    rows = rows.exclude(started_at=None).exclude(Exists(seats)).exclude(Exists(former_seats))
    return with_seats(rows).order_by("finished_at", "pk").defer("state")


def _write_file(matches: QuerySet[Match], month: date, now: datetime) -> tuple[int, bytes]:
    """Return how many matches there are, and the compressed file."""
    count, buffer, key = 0, io.BytesIO(), secrets.token_bytes(32)
    compressor = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL)
    # The rows are those of the beginning: whoever leaves meanwhile is in no later file.
    with transaction.atomic(), compressor.stream_writer(buffer, closefd=False) as file:
        header = {"file": FORMAT, "month": f"{month:%Y-%m}", "site": settings.SITE_URL}
        file.write(_encode_line(header | {"made_on": now.astimezone(UTC).date()}))
        for match in matches.iterator(chunk_size=100):
            file.write(_encode_line(serialize_record(match, key)))
            count += 1
    return count, buffer.getvalue()


def _encode_line(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def serialize_record(match: Match, key: bytes) -> dict[str, Any]:
    """Return a finished match; `key` is that of the pseudonyms."""
    assert match.started_at is not None and match.finished_at is not None
    replaced_seats = set(
        SeatHistory.objects.filter(seat__match=match).values_list("seat__number", flat=True)
    )
    return {
        "game": match.game,
        "edition": match.edition,
        "options": match.options,
        "seed": bytes(match.seed).hex(),
        "seats": [
            _serialize_player(seat.player, key) | {"replaced": seat.number in replaced_seats}
            for seat in sorted(match.seats.all(), key=lambda seat: seat.number)
        ],
        "started_on": match.started_at.astimezone(UTC).date(),
        "finished_on": match.finished_at.astimezone(UTC).date(),
        "ruling": match.ruling,
        "outcome": match.outcome,
        "decisions": list(iter_standing_decisions(match)),
    }


def _serialize_player(player: Player, key: bytes) -> dict[str, Any]:
    """Return the level of a house bot, or a pseudonym, and the name of who wants to be named."""
    if player.is_house_bot:
        return {"bot": player.level}
    pseudonym = hashlib.blake2b(player.pk.bytes, key=key, digest_size=PSEUDONYM_SIZE).hexdigest()
    person = player.owner or player
    name = {"name": player.display_name} if person.is_named_in_dumps else {}
    return {"player": pseudonym, **name, "is_bot": player.is_bot}
