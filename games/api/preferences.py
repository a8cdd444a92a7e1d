"""API endpoints for one's hours of availability and e-mail preferences."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.operations import describe_operation
from games.api.own_schemas import EmailPreferencesShape, HoursShape
from games.engine import clock
from games.engine.contract import Refused
from games.http.viewers import signed_in
from games.models import Player
from games.services import accounts
from notifications import gateway
from notifications.gateway import email_preferences_of


class HalfQuiet(Refused):
    """Quiet hours without their beginning or their end."""

    code = "half_quiet"


class OwnHours(Endpoint):
    scope = "manage"

    @describe_operation("get_hours", responses=HoursShape)
    def get(self, request: Request) -> Response:
        """When your time runs, and when you are away."""
        return Response(_serialize_availability(signed_in(request)))

    @describe_operation("change_hours", request=HoursShape, responses=HoursShape)
    def put(self, request: Request) -> Response:
        """Change when your time runs; open questions keep their deadlines."""
        player = signed_in(request)
        serializer = HoursShape(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        hours = clock.Hours(
            player.zone,
            tuple(
                day and (_parse_minutes(day["begin"]), _parse_minutes(day["until"]))
                for day in data["week"]
            ),
            tuple(sorted((absence["first"], absence["last"]) for absence in data["away"])),
        )
        accounts.change_hours(player, hours)
        return Response(_serialize_availability(player))


class OwnEmailPreferences(Endpoint):
    scope = "manage"

    @describe_operation("get_email_preferences", responses=EmailPreferencesShape)
    def get(self, request: Request) -> Response:
        """How you receive e-mails."""
        return Response(EmailPreferencesShape(email_preferences_of(signed_in(request))).data)

    @describe_operation(
        "change_email_preferences",
        request=EmailPreferencesShape,
        responses=EmailPreferencesShape,
    )
    def patch(self, request: Request) -> Response:
        """Change how you receive e-mails."""
        player = signed_in(request)
        preferences = email_preferences_of(player)
        serializer = EmailPreferencesShape(preferences, data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        edges = [
            data.get(name, getattr(preferences, name)) for name in ("quiet_from", "quiet_until")
        ]
        if (edges[0] is None) != (edges[1] is None):
            raise HalfQuiet("Quiet hours need a beginning and an end.")
        return Response(
            EmailPreferencesShape(gateway.change_email_preferences(player, **data)).data
        )


def _serialize_availability(player: Player) -> dict[str, object]:
    hours = clock.parse_stored_hours(player.zone, player.hours)
    return {
        "zone": hours.zone,
        "week": [
            day and {"begin": _format_time(day[0]), "until": _format_time(day[1])}
            for day in hours.week
        ],
        "away": [{"first": first, "last": last} for first, last in hours.away],
    }


def _parse_minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


def _format_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
