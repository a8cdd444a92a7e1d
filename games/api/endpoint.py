"""What all endpoints have in common: scope, throttle, language, headers."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.api.authentication import scopes_of
from games.presentation.request import player_of
from games.services.rate_limits import address_of, is_too_often, seconds_left

# Requests in a minute, for one player (a visitor: one network address) and scope.
A_MINUTE = {"read": 1200, "play": 600, "manage": 60}
MINUTE = timedelta(minutes=1)


class Endpoint(APIView):
    """One address of the API. `scope` is what a method that changes something needs."""

    scope = "play"

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        player = player_of(request)
        if player is not None:
            translation.activate(player.language)
        scope = "read" if request.method in SAFE_METHODS else self.scope
        if scope not in scopes_of(request):
            told = _("This token lacks the scope “%(scope)s”.") % {"scope": scope}
            raise PermissionDenied(told, code="lacks_scope")
        check_pace(scope, player.pk.hex if player else address_of(request))

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response


def validate_input(shape: Any, given: Any) -> dict[str, Any]:
    """Return what was sent, read by a shape. Raises ValidationError."""
    valid: dict[str, Any] = _get_serializer(shape).run_validation(given)
    return valid


@cache
def _get_serializer(shape: Any) -> Serializer:
    """One for all requests: a serializer copies all of its fields when it is made."""
    return shape()


def check_pace(scope: str, who: str) -> None:
    """Count one more request. Raises Throttled."""
    what = f"api-{scope}"
    if is_too_often(what, who, times=A_MINUTE[scope], within=MINUTE):
        raise Throttled(wait=seconds_left(what, who))
