"""Problem details of refused API requests (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.engine.contract import AmbiguousDecision, Refused
from games.presentation import errors_text

MEDIA_TYPE = "application/problem+json"

# Code of a refusal -> status; otherwise 422: understood, but against a rule.
STATUSES = {
    "unreadable": 400,
    "unreadable_order": 400,
    "ambiguous": 400,
    "not_yours": 403,
    "not_allowed": 403,
    "unknown": 404,
    "no_order": 404,
    "no_token": 404,
    "no_bot": 404,
    "stale": 409,
    "frozen": 409,
    "not_yet": 409,
    "cannot_join": 409,
    "vote_over": 409,
    "cannot_resign": 409,
    "cannot_play_again": 409,
    "invitation_over": 409,
}
# Code of a refusal -> the field of the request that it is about.
FIELDS = {
    "unreadable_order": "order",
    "cannot_order": "order",
    "cannot_say": "text",
    "cannot_keep": "text",
    "half_quiet": "quiet_until",
    "other_submission": "Idempotency-Key",
}


class NotYours(exceptions.PermissionDenied):
    """It exists, but belongs to somebody else."""

    default_code = "not_yours"

    def __init__(self) -> None:
        super().__init__(_("You may not do that."))


class Unreadable(exceptions.APIException):
    """An invalid part of the request, by name.

    `nearest` is what could stand there instead, the most similar first.
    """

    status_code, default_code = 400, "unreadable"

    def __init__(
        self, field: str, detail: str, *, code: str | None = None, nearest: Sequence[str] = ()
    ) -> None:
        super().__init__(detail, code)
        self.field, self.nearest = field, nearest


class RefusedInput(Exception):
    """A refusal of what was sent, with the game whose words it is told in.

    `field` is the part of the request that it is about; None: the one that goes with its code.
    `members` are further members of the problem.
    """

    def __init__(
        self, refusal: Refused, *, game: str, field: str | None, **members: Sequence[object] | str
    ) -> None:
        super().__init__(refusal.reason)
        self.refusal, self.game, self.field, self.members = refusal, game, field, members


def handle_api_exception(error: Exception, context: dict[str, object]) -> Response | None:
    """Return the problem response for an error, None if it is a bug of ours."""
    match error:
        case Refused():
            return _refusal_response(error, "", None, {})
        case RefusedInput():
            return _refusal_response(error.refusal, error.game, error.field, error.members)
        case Http404():
            return _problem_response(404, "not_found", _("Not found, or not visible to you."))
        case PermissionDenied():
            return _problem_response(403, "forbidden", _("You don’t have permission to do that."))
        case exceptions.ValidationError():
            errors = dict(_flatten_errors(error.detail))
            field, detail = next(iter(errors.items()))
            return _problem_response(400, "unreadable", detail, field=field, errors=errors)
        case exceptions.APIException():
            return _framework_error_response(error)
    return None


def unknown_address_response(detail: str, nearest: Sequence[str]) -> JsonResponse:
    """Respond to an unknown URL of the API; `nearest` are known ones."""
    body = _problem_body(404, "unknown_address", detail, nearest=nearest)
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)


def damaged_match_response() -> Response:
    """Respond to a request about a match that cannot be read, until staff has repaired it."""
    detail = _("This match is unavailable; our staff is looking into it.")
    return _problem_response(409, "frozen", detail)


def server_error_response(status: int) -> JsonResponse:
    """Respond to an API request when we have a bug (500) or the database is unavailable (503)."""
    sentences = {500: _("Something went wrong here."), 503: _("The service is down for a moment.")}
    return JsonResponse(
        _problem_body(status, "broken", sentences[status]), status=status, content_type=MEDIA_TYPE
    )


def _refusal_response(
    refusal: Refused, game: str, field: str | None, members: Mapping[str, object]
) -> Response:
    status = STATUSES.get(refusal.code, 422)
    field = field or FIELDS.get(refusal.code)
    more = {name: value for name, value in members.items() if value}
    if isinstance(refusal, AmbiguousDecision):
        more["answers"] = list(refusal.answers)
    return _problem_response(
        status, refusal.code, errors_text.describe_refusal(refusal, game), field=field, **more
    )


def _framework_error_response(error: exceptions.APIException) -> Response:
    code = error.get_codes() if isinstance(error.get_codes(), str) else "unreadable"
    about: dict[str, object] = {}
    if isinstance(error, Unreadable):
        about = {"field": error.field} | ({"nearest": error.nearest} if error.nearest else {})
    response = _problem_response(error.status_code, code, str(error.detail), **about)
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    if isinstance(error, exceptions.Throttled) and error.wait:
        response["Retry-After"] = str(int(error.wait))
    return response


def _problem_response(status: int, code: str, detail: str, **more: Any) -> Response:
    return Response(_problem_body(status, code, detail, **more), status, content_type=MEDIA_TYPE)


def _problem_body(
    status: int, code: str, detail: str, *, field: str | None = None, **more: object
) -> dict[str, object]:
    return {
        "type": f"{settings.SITE_URL.rstrip('/')}/api/#problem-{status}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "field": field,
        **more,
    }


def _flatten_errors(detail: object, path: str = "") -> list[tuple[str, str]]:
    """Return (field, first sentence) of nested errors; nested names with dots, "" for the whole."""
    if isinstance(detail, dict):
        pairs: list[tuple[str, str]] = []
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            pairs += _flatten_errors(inner, ".".join(part for part in (path, own) if part))
        return pairs
    if isinstance(detail, list):
        inner_pairs = [pair for inner in detail for pair in _flatten_errors(inner, path)]
        return inner_pairs[:1] if inner_pairs else []
    return [(path, str(detail))]
