"""API endpoints for one's presets: settings of new matches under a name."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers as s
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import parse_match_terms
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.engine.contract import BadOptions
from games.engine.paces import Pace
from games.http.viewers import signed_in
from games.models import MatchPreset
from games.presentation.problems import RefusedInput
from games.queries.games_on_offer import games_on_offer
from games.services import match_presets
from games.services.matches import MatchTerms


class MatchPresetShape(s.Serializer):
    """Settings of new matches; with `game` they can be sent to open one."""

    id = s.UUIDField()
    name = s.CharField()
    game = s.CharField()
    settings = schemas.MatchSettings(
        allow_null=True, help_text="Null if no match can be opened like that any more."
    )


class NewMatchPreset(s.Serializer):
    """A name, a game, and settings as for a new match."""

    name = schemas.NonBlank(max_length=40)
    game = s.ChoiceField(sorted(games_on_offer()))
    settings = schemas.MatchSettings()


class MatchPresets(Endpoint):
    @describe_operation(
        "list_match_presets",
        parameters=[EntryCursor],
        responses=build_entries_serializer(MatchPresetShape),
    )
    def get(self, request: Request) -> Response:
        """Your presets for new matches."""
        rows = list(signed_in(request).match_presets.order_by("game", "name"))
        return respond_with_entries(rows, request, _serialize_preset, lambda row: row.pk)

    @accept_idempotency_key
    @describe_operation(
        "save_match_preset",
        request=NewMatchPreset,
        responses={201: MatchPresetShape},
    )
    def post(self, request: Request) -> Response:
        """Keep settings for new matches under a name."""
        return Response(_serialize_preset(_save_preset(request, None)), 201)


class OneMatchPreset(Endpoint):
    @describe_operation("change_match_preset", request=NewMatchPreset, responses=MatchPresetShape)
    def put(self, request: Request, match_preset: UUID) -> Response:
        """Replace the name and settings of a preset."""
        if not signed_in(request).match_presets.filter(pk=match_preset).exists():
            raise NotFound
        return Response(_serialize_preset(_save_preset(request, match_preset)))

    @describe_operation("delete_match_preset", responses={204: None})
    def delete(self, request: Request, match_preset: UUID) -> Response:
        """Delete a preset. Matches stay as they are."""
        if not match_presets.delete_preset(signed_in(request), match_preset):
            raise NotFound
        return Response(status=204)


def _save_preset(request: Request, preset: UUID | None) -> MatchPreset:
    serializer = NewMatchPreset(data=request.data)
    serializer.is_valid(raise_exception=True)
    data, player = serializer.validated_data, signed_in(request)
    settings = {"game": data["game"], **data["settings"]}
    try:
        terms = parse_match_terms(settings, player.zone)
        return match_presets.save_preset(player, data["name"], terms, preset=preset)
    except BadOptions as refusal:
        raise RefusedInput(refusal, game=data["game"], field="settings") from None


def _serialize_preset(row: MatchPreset) -> dict[str, object]:
    terms = match_presets.preset_terms(row)
    settings = None if terms is None else _serialize_settings(terms)
    return {"id": row.pk, "name": row.name, "game": row.game, "settings": settings}


def _serialize_settings(terms: MatchTerms) -> dict[str, object]:
    others = ("game", "own_pace", "companions")
    names = [name for name in terms.__struct_fields__ if name not in others]
    own = terms.own_pace and _serialize_own_pace(terms.own_pace)
    return {name: getattr(terms, name) for name in names} | {"own_pace": own}


def _serialize_own_pace(pace: Pace) -> dict[str, object]:
    bank = pace.bank or {"start": 0, "increment": 0}
    return {
        "turn": pace.turn,
        "offer": pace.offer,
        "bank": bank["start"],
        "increment": bank["increment"],
        "deadline_time": pace.daily and pace.daily.time,
    }
