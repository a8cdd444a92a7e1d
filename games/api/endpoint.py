"""The base class of all endpoints: scope, throttling, language, headers, `Idempotency-Key`."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import cache, wraps
from typing import Any

from django.core.exceptions import PermissionDenied as Forbidden
from django.db import DatabaseError, DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from games.api import operations
from games.api.requests import scopes_of
from games.engine.contract import Refused
from games.http.viewers import held_seat, player_of, signed_in
from games.models import Match, Player
from games.presentation import problems
from games.presentation.problems import RefusedInput, Unreadable
from games.queries import hotseat, matches
from games.services import submissions
from games.services.rate_limits import address_of, count_attempt
from games.services.submissions import Answer
from notifications import gateway

# The checked input of a request: a body or parameters, as its shape says.
Input = dict[str, Any]

log = logging.getLogger(__name__)

# Maximum number of requests per minute by scope, for a player or a visitor's network address.
A_MINUTE = {"read": 1200, "play": 600, "manage": 60}
MINUTE = timedelta(minutes=1)
# The attribute of a request that has the headers of its response.
PACE_HEADERS = "pace_headers"

# Headers of every response.
CACHE_CONTROL = "private, no-cache"
VARY = ("Authorization", "Cookie", "Accept-Language")


class Endpoint(APIView):
    """Base class of the API endpoints. `scope` is required for methods that change something."""

    scope = "play"

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        player = player_of(request)
        if player is not None:
            translation.activate(player.language)
        scope = "read" if request.method in SAFE_METHODS else self.scope
        if scope not in scopes_of(request):
            message = _("This token lacks the scope “%(scope)s”.") % {"scope": scope}
            raise PermissionDenied(message, code="lacks_scope")
        check_pace(request, scope, player.pk.hex if player else address_of(request))
        if player is not None and request.auth is None:
            _check_device(request, player, kwargs)
        self.check_request(request)

    def check_request(self, request: Request) -> None:
        """Raise Unreadable if the request has anything that its operation does not take."""
        handler = getattr(self, str(request.method).lower(), None)
        if operation := getattr(handler, "operation", None):
            operations.check_request(operation, request)

    def handle_exception(self, error: Exception) -> object:
        """Respond to an error; a match that our code cannot read is set aside, not a bug of ours.

        Any value of its row may be damaged, so any unexpected error counts.
        """
        match = None
        if _is_unexpected(error):
            match = matches.find_named_match(self.request.path, self.kwargs)
        if match is None:
            return super().handle_exception(error)
        log.exception("match %s cannot be served", match)
        with suppress(DatabaseError):
            cause = error.__cause__ or error
            gateway.set_aside("pages", Match, match, cause, now=timezone.now())
        response = problems.damaged_match_response()
        response.exception = True
        return response

    def finalize_response(
        self, request: Request, response: Any, *args: object, **kwargs: object
    ) -> object:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", CACHE_CONTROL)
        for name, value in list_pace_headers(request).items():
            response.headers.setdefault(name, value)
        patch_vary_headers(response, VARY)
        return response


def _is_unexpected(error: Exception) -> bool:
    """Return whether an error is no refusal, and says nothing of the database or of the request."""
    refusals = (APIException, Http404, Forbidden, Refused, RefusedInput, DataError)
    if isinstance(error, (*refusals, UnicodeEncodeError)) or "NUL (0x00)" in str(error):
        return False
    return not gateway.is_outage(error) and not gateway.is_passing_error(error)


def validate_input(shape: object, data: object) -> Input:
    """Return the input validated by a serializer class. Raises ValidationError."""
    valid: Input = _get_serializer(shape).run_validation(data)
    return valid


@cache
def _get_serializer(shape: Any) -> Serializer:
    """Return one instance for all requests: creating a serializer copies all of its fields."""
    return shape()


def _check_device(request: Request, host: Player, names: Input) -> None:
    """Raise PermissionDenied if the match named by the URL is on the device of this session, and
    its host does not hold the device, or has no question while others have."""
    named_match = matches.find_named_match(request.path, names)
    match = hotseat.fetch_unfinished(named_match) if named_match else None
    if match is None:
        return
    seat_holder, holders = held_seat(request, match.number), hotseat.list_holders(match, host)
    if holders and (
        seat_holder != host.pk or all(seat.player_id != seat_holder for seat in holders)
    ):
        raise PermissionDenied(
            _("You play this match on one device; open it to see the question."), code="covered"
        )


def check_pace(request: HttpRequest | Request, scope: str, who: str) -> None:
    """Count one more request, and keep the headers about it. Raises Throttled.

    While Valkey is unavailable nothing is counted, and there are no such headers.
    """
    most = A_MINUTE[scope]
    try:
        many, left = count_attempt(f"api-{scope}", who, within=MINUTE)
    except CONNECTION_ERRORS as error:
        log.warning("api-%s not counted: %s", scope, type(error).__name__)
        return
    headers = {
        "RateLimit-Limit": str(most),
        "RateLimit-Remaining": str(max(0, most - many)),
        "RateLimit-Reset": str(left),
    }
    setattr(request, PACE_HEADERS, headers)
    if many > most:
        raise Throttled(wait=left)


def list_pace_headers(request: HttpRequest | Request) -> dict[str, str]:
    """Return the headers about the pace of a request, {} if it was not counted."""
    headers: dict[str, str] = getattr(request, PACE_HEADERS, {})
    return headers


IDEMPOTENCY_HEADER = "Idempotency-Key"
# Printable ASCII.
IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,100}")
# Fields that are shown only once, and therefore not stored for repeated requests.
SHOWN_ONCE = ("secret",)

IDEMPOTENCY = OpenApiParameter(
    IDEMPOTENCY_HEADER,
    {"type": "string", "pattern": r"^[!-~]{1,100}$"},
    OpenApiParameter.HEADER,
    description=(
        "The same key with the same body is the same submission, sent again: within a day it gets"
        " the same answer and changes nothing. With another body it is refused (422)."
    ),
)


def key_of(request: HttpRequest | Request) -> str:
    """Return the request's idempotency key, "" if it has none. Raises Unreadable."""
    key: str = request.headers.get(IDEMPOTENCY_HEADER, "")
    if IDEMPOTENCY_HEADER in request.headers and not IDEMPOTENCY_KEY.fullmatch(key):
        raise Unreadable(IDEMPOTENCY_HEADER, _("A key has 1 to 100 printable characters."))
    return key


def digest_of(request: HttpRequest | Request, data: object) -> str:
    """Return what distinguishes requests: the SHA-256 of method, path and the body's JSON."""
    body = json.dumps(data, sort_keys=True)
    return hashlib.sha256(f"{request.method} {request.path} {body}".encode()).hexdigest()


def accept_idempotency_key(method: Callable[..., object]) -> Callable[..., object]:
    """Make a method of an endpoint for players honour the `Idempotency-Key` header."""

    @extend_schema(parameters=[IDEMPOTENCY])
    @wraps(method)
    def done_once(self: object, request: Request, *args: object, **kwargs: object) -> object:
        key, fresh = key_of(request), list[object]()
        if not key:
            return method(self, request, *args, **kwargs)

        def done() -> Answer:
            fresh.append(method(self, request, *args, **kwargs))
            return _build_stored_answer(fresh[0])

        answer = submissions.submit_once(
            signed_in(request), key, digest_of(request, request.data), done
        )
        return fresh[0] if fresh else _replay_stored_answer(answer)

    return done_once


def _build_stored_answer(response: Any) -> Answer:
    content = response.data
    if isinstance(content, dict):
        content = content | {name: None for name in SHOWN_ONCE if name in content}
    body = "" if content is None else JSONRenderer().render(content).decode()
    headers = {name: value for name, value in response.headers.items() if name == "Location"}
    return Answer(response.status_code, headers, body)


def _replay_stored_answer(answer: Answer) -> HttpResponse:
    kind = "application/json"
    again = HttpResponse(answer.body, kind, status=answer.status, headers=answer.headers)
    if not answer.body:
        del again["Content-Type"]
    return again
