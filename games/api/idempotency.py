"""Deeds that are done once, however often a program sends them: `Idempotency-Key`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer

from games.presentation.problems import Unreadable
from games.presentation.request import signed_in
from games.services import submissions
from games.services.submissions import Answer

HEADER = "Idempotency-Key"
# Printable ASCII.
KEY = re.compile(r"[!-~]{1,100}")
# What is shown this once, and so is not kept for whoever asks again.
SHOWN_ONCE = ("secret",)

IDEMPOTENCY = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": r"^[!-~]{1,100}$"},
    OpenApiParameter.HEADER,
    description=(
        "The same key with the same body is the same submission, sent again: within a day it gets"
        " the same answer and changes nothing. With another body it is refused (422)."
    ),
)


def key_of(request: Any) -> str:
    """Return the request's idempotency key, "" without one. Raises Unreadable."""
    key: str = request.headers.get(HEADER, "")
    if HEADER in request.headers and not KEY.fullmatch(key):
        raise Unreadable(HEADER, _("A key has 1 to 100 printable characters."))
    return key


def digest_of(request: Any) -> str:
    """Return what tells one request from another: SHA-256 of its address and its body's JSON."""
    body = json.dumps(request.data, sort_keys=True)
    return hashlib.sha256(f"{request.method} {request.path} {body}".encode()).hexdigest()


def accept_idempotency_key(deed: Callable[..., Any]) -> Callable[..., Any]:
    """Let a method of an endpoint for players keep to the header `Idempotency-Key`."""

    @extend_schema(parameters=[IDEMPOTENCY])
    @wraps(deed)
    def done_once(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        key, fresh = key_of(request), list[Any]()
        if not key:
            return deed(self, request, *args, **kwargs)

        def done() -> Answer:
            fresh.append(deed(self, request, *args, **kwargs))
            return _build_stored_answer(fresh[0])

        answer = submissions.submit_once(signed_in(request), key, digest_of(request), done)
        return fresh[0] if fresh else _replay_stored_answer(answer)

    return done_once


def _build_stored_answer(response: Any) -> Answer:
    shown = response.data
    if isinstance(shown, dict):
        shown = shown | {name: None for name in SHOWN_ONCE if name in shown}
    body = "" if shown is None else JSONRenderer().render(shown).decode()
    headers = {name: value for name, value in response.headers.items() if name == "Location"}
    return Answer(response.status_code, headers, body)


def _replay_stored_answer(answer: Answer) -> HttpResponse:
    kind = "application/json"
    again = HttpResponse(answer.body, kind, status=answer.status, headers=answer.headers)
    if not answer.body:
        del again["Content-Type"]
    return again
