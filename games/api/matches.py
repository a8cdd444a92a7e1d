"""API endpoints to list, open and get matches."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec.structs import replace
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, Input, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import Cursor, build_page_serializer, respond_with_rows
from games.engine import beacon, commitment, paces
from games.engine.clock import DailyDeadline
from games.engine.contract import BadOptions
from games.http.viewers import player_of, signed_in, visible_match_or_404
from games.models import Match, Player, Seat, Status, Undo
from games.presentation.problems import NotYours, RefusedInput
from games.queries import lobby
from games.queries import matches as match_queries
from games.services import accounts, matches
from games.titles import GAMES

# Matches that anybody may watch.
_PUBLIC = Q(private=False) & (Q(watchable=True) | Q(status__in=(Status.OPEN, Status.DEALING)))


class Matches(Endpoint):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @describe_operation(
        "list_matches",
        parameters=[schemas.MatchFilter, Cursor],
        responses=build_page_serializer(schemas.MatchShape),
    )
    def get(self, request: Request) -> Response:
        """Public matches and your own, newest first."""
        serializer = schemas.MatchFilter(data=request.query_params.dict())
        serializer.is_valid(raise_exception=True)
        rows, player = (
            _filter_matches(serializer.validated_data, player_of(request)),
            player_of(request),
        )
        return respond_with_rows(rows, request, lambda match: serialize_match(match, player))

    @accept_idempotency_key
    @describe_operation("open_match", request=schemas.NewMatch, responses={201: schemas.MatchShape})
    def post(self, request: Request) -> Response:
        """Open a match and join it. It begins as soon as it is full."""
        serializer = schemas.NewMatch(data=request.data)
        serializer.is_valid(raise_exception=True)
        data, program = dict(serializer.validated_data), Seat.WordSource.PROGRAM
        word = data.pop("word")
        terms = parse_match_terms(data, signed_in(request).zone)
        try:
            match = matches.open_match(signed_in(request), terms, word=word, word_source=program)
        except BadOptions as refusal:
            game = terms.game if terms.game in GAMES else ""
            raise RefusedInput(refusal, game=game, field=None) from None
        body = serialize_match(match_queries.match_by_number(match.number), signed_in(request))
        return Response(body, 201, headers={"Location": f"/api/v1/matches/{match.number}/"})


class OneMatch(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("get_match", responses=schemas.MatchShape)
    def get(self, request: Request, number: int) -> Response:
        """A match: its players, settings and status."""
        return Response(serialize_match(visible_match_or_404(request, number), player_of(request)))


def parse_match_terms(data: Input, zone: str) -> matches.MatchTerms:
    """Return the terms for validated MatchSettings and a game; `zone` is of daily deadlines."""
    own = data["own_pace"]
    pace = None if own is None else _parse_own_pace(own, zone)
    return matches.MatchTerms(**{**data, "undo": Undo(data["undo"]), "own_pace": pace})


def _parse_own_pace(own: Input, zone: str) -> paces.Pace:
    turn: int = own["turn"]
    offer: int = own.get("offer", turn)
    pace = paces.build_pace(turn, offer, own["bank"], own["increment"], unit=1)
    at = own["deadline_time"]
    return pace if at is None else replace(pace, daily=DailyDeadline(at, zone))


def own_match(request: Request, number: int) -> Match:
    """Return the match for one of its players. Raises Http404 or NotYours."""
    match = visible_match_or_404(request, number)
    if match_queries.seat_of(match, signed_in(request)) is None:
        raise NotYours
    return match


def serialize_match(match: Match, player: Player | None) -> dict[str, object]:
    """Return a match, its seats prefetched, as `player` may see it."""
    seat, link = match_queries.seat_of(match, player), None
    if match.private and match.status == Status.OPEN and seat is not None:
        link = f"{settings.SITE_URL.rstrip('/')}/invitations/{accounts.invitation_token(match)}/"
    plain = ("number", "id", "game", "status", "options", "seats_wanted", "private", "undo")
    times = (
        "minutes_per_turn",
        "minutes_per_offer",
        "deadline_time",
        "deadline_zone",
        "language",
        "created_at",
        "started_at",
        "finished_at",
        "paused_at",
    )
    return {
        name: getattr(match, name) for name in (*plain, "watchable", "bots_welcome", *times)
    } | {
        "bank": match.bank_minutes,
        "hours_per_turn": -(-match.minutes_per_turn // paces.HOUR),
        "hours_per_offer": -(-match.minutes_per_offer // paces.HOUR),
        "seats": [_serialize_seat(row) for row in match.seats.all()],
        "seat": seat,
        "rated": not (match.private or match_queries.is_cooperative(match)),
        "invitation": link,
        "shuffle": _serialize_shuffle(match),
    }


def _serialize_shuffle(match: Match) -> dict[str, object]:
    """Return the commitment of the deal, and the public randomness that it is bound to."""
    secret, chain = bytes(match.secret), beacon.CHAINS.get(match.beacon_chain)
    number = match.beacon_round
    return {
        "commitment": commitment.hash_secret(secret) if secret else None,
        "randomness": match.randomness,
        "seated_at": match.seated_at,
        "chain": match.beacon_chain or None,
        "round": number,
        "round_at": beacon.round_time(chain, number) if chain and number else None,
        "signature": match.beacon_signature or None,
    }


def _serialize_seat(row: Seat) -> dict[str, object]:
    return {
        "number": row.number,
        "name": row.player.display_name,
        "is_bot": row.player.is_bot,
        "level": row.player.level,
        "player": None if row.player.left_at else row.player_id,
        "owner": None if row.player.left_at else row.player.owner_id,
        "place": row.place,
        "score": row.score,
    }


def _filter_matches(filters: dict[str, object], player: Player | None) -> QuerySet[Match]:
    rows = match_queries.all_matches()
    mine = Exists(Seat.objects.filter(match=OuterRef("pk"), player=player))
    rows = rows.filter(mine) if filters["mine"] else rows.filter(_PUBLIC | mine)
    if player is not None:
        rows = rows.exclude(lobby.is_kept_from(player), status=Status.OPEN)
    field_filters = {
        name: filters[name] for name in ("status", "game", "bots_welcome") if name in filters
    }
    return rows.filter(**field_filters)
