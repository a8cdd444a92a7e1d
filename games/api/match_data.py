"""API endpoints for matches as data: monthly files, a player's matches, and positions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import Http404, StreamingHttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers as s
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.database.replica import may_lag_if
from games.api import schemas
from games.api.analysis_boards import RulesCorrected
from games.api.endpoint import Endpoint, validate_input
from games.api.event_stream import NDJSON
from games.api.matches import serialize_match
from games.api.operations import describe_operation
from games.api.paging import Cursor, build_page_serializer, respond_with_rows
from games.http.viewers import is_long_over, player_of, visible_match_or_404
from games.models import DataDump, Match, Player, Status
from games.queries import data_dumps, players
from games.queries.data_dumps import MatchDataFilters
from games.queries.games_on_offer import games_on_offer
from games.services import replays
from games.services.exports import NotYet, iter_standing_decisions
from games.services.rate_limits import address_of, is_too_often, seconds_left
from games.titles import GAMES

# Limit, because each of them may be all matches of a player.
STREAMS_AN_HOUR, HOUR = 60, timedelta(hours=1)


class DataDumpShape(s.Serializer):
    """The public matches that ended in a month, as a file."""

    month = s.CharField(help_text="As 2026-10, in UTC.")
    match_count = s.IntegerField(help_text="How many matches it has.")
    size = s.IntegerField(help_text="In bytes.")
    digest = s.CharField(help_text="SHA-256 of the file, hexadecimal.")
    key = s.CharField(help_text="The public key of the site, Ed25519, hexadecimal.")
    signature = s.CharField(help_text="Of the digest, hexadecimal; the guide says of what exactly.")
    made_at = s.DateTimeField(help_text="When the file was made.")
    url = s.CharField(help_text="Where the file is: JSON lines, compressed with Zstandard.")


class MatchDataQuery(s.Serializer):
    """Which matches of a player, and what they bring."""

    game = s.ChoiceField(sorted(games_on_offer()), required=False)
    since = s.DateField(required=False, help_text="Those that ended on this day (UTC) or later.")
    until = s.DateField(required=False, help_text="Those that ended on this day (UTC) or before.")
    decisions = s.BooleanField(
        required=False, default=False, help_text="Whether they bring their seed and all decisions."
    )


class OpenPrompt(s.Serializer):
    """A question that is open in a position."""

    seat = s.IntegerField()
    question = s.CharField()


class PositionShape(s.Serializer):
    """A position of a finished match, with everything that was hidden then."""

    match = s.IntegerField()
    game = s.CharField()
    edition = s.IntegerField()
    ply = s.IntegerField(help_text="How many moves were made; 0 is the deal.")
    position = schemas.Free(help_text="The position as `manage.py scenario` reads it.")
    prompts = OpenPrompt(many=True, help_text="What is asked in it.")


class DataDumps(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation(
        "list_data_dumps", parameters=[Cursor], responses=build_page_serializer(DataDumpShape)
    )
    def get(self, request: Request) -> Response:
        """The public matches of each month as a file, the last one first."""
        return respond_with_rows(data_dumps.list_dumps(), request, serialize_dump)


class PlayerMatches(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation(
        "player_matches",
        parameters=[MatchDataQuery],
        responses={(200, NDJSON): OpenApiTypes.STR},
    )
    def get(self, request: Request, player: UUID) -> StreamingHttpResponse:
        """The finished matches of a player as a stream, a match on each line, the last one first.

        Those that you may see: public ones, and those where you sit.
        """
        query = validate_input(MatchDataQuery, request.query_params.dict())
        row, reader = players.fetch_player(player), player_of(request)
        if row is None:
            raise Http404
        client = address_of(request) if reader is None else reader.pk.hex
        if is_too_often("player-matches", client, times=STREAMS_AN_HOUR, within=HOUR):
            raise Throttled(wait=seconds_left("player-matches", client))
        has_decisions = query.pop("decisions")
        rows = data_dumps.list_match_data(row, reader, cast(MatchDataFilters, query))
        lines = _iter_lines(rows.iterator(chunk_size=100), reader, has_decisions=has_decisions)
        return StreamingHttpResponse(lines, content_type=NDJSON)


class MatchPosition(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("match_position", responses=PositionShape)
    @method_decorator(may_lag_if(is_long_over))
    def get(self, request: Request, number: int, ply: int) -> Response:
        """A position of a finished match."""
        match = visible_match_or_404(request, number)
        if match.status != Status.FINISHED:
            raise NotYet("The full record is available after the match.")
        if match.started_at is None or ply > match.ply:
            raise Http404
        game = GAMES[match.game]
        try:
            state = replays.state_at(match, ply)
        except replays.ReplayDiverged as error:
            raise RulesCorrected from error
        return Response(
            {
                "match": match.number,
                "game": match.game,
                "edition": match.edition,
                "ply": ply,
                "position": game.write_position(state),
                "prompts": [
                    {"seat": prompt.seat, "question": prompt.question}
                    for prompt in game.list_prompts(state)
                    if prompt.answered is None
                ],
            }
        )


def serialize_dump(row: DataDump) -> dict[str, object]:
    """Return a file, without its content."""
    plain = ("match_count", "size", "digest", "key", "signature", "made_at")
    return {name: getattr(row, name) for name in plain} | {
        "month": f"{row.month:%Y-%m}",
        "url": settings.SITE_URL.rstrip("/")
        + reverse("data_dump", args=[row.month.year, row.month.month]),
    }


def _iter_lines(
    rows: Iterator[Match], reader: Player | None, *, has_decisions: bool
) -> Iterator[bytes]:
    for match in rows:
        line: dict[str, Any] = serialize_match(match, reader)
        line |= {"edition": match.edition, "outcome": match.outcome, "ruling": match.ruling}
        if has_decisions:
            line["seed"] = bytes(match.seed).hex()
            line["decisions"] = list(iter_standing_decisions(match))
        yield msgspec.json.encode(line) + b"\n"
