"""The OpenAPI 3.1 document of the API."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import SAFE_METHODS

from abyss_site.core.release import current_release
from games.api.descriptions import add_descriptions
from games.api.examples import add_examples
from games.api.game_schemas import Schema, add_slots, describe_event_views, describe_games
from games.api.refused_answers import CLOSED_BY
from games.engine import installed_games
from games.presentation import problems
from games.presentation.event_json import TEXTS

# Error responses by status.
ERRORS = {
    400: "Unreadable, or a name that there is none of: `field` says what.",
    401: "No token or session, or one that is not good.",
    403: "Not yours, or beyond the scopes of the token.",
    404: "Not there, or not for you to know of.",
    406: "`Accept` takes nothing that this gives.",
    409: "Stale: it is too late for that.",
    410: "The rules have been corrected, and do not lead there any more.",
    415: "Something else than JSON.",
    422: "Understood, but against a rule; `code` and `detail` say which.",
    429: "Too often; `Retry-After` says when to come back.",
}
# Those of every operation, of those that change something, and of those that name something that
# may not be there.
ALWAYS, ON_CHANGE, OF_NAMES = (400, 401, 403, 406, 429), (404, 409, 415, 422), (404, 409)
PROBLEM = {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
PROBLEM_SHAPE = {
    "type": "object",
    "description": "Why not (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence in the reader's language."},
        "code": {"type": "string", "description": "The rule, or the kind of refusal."},
        "field": {
            "type": ["string", "null"],
            "description": "What of the request it is about.",
        },
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "A sentence for each field, if several are unreadable.",
        },
        "nearest": {
            "type": "array",
            "items": {},
            "description": "What could stand in `field` instead, the most similar first.",
        },
        "closed_by": {
            "type": "string",
            "enum": list(CLOSED_BY),
            "description": "What has closed the question that an answer came too late for:"
            " `own_answer` of yours, your standing `order`, the `rules`, the `clock`, a house bot"
            " as your `replacement`, the `staff`, an `undo`, a public `other_answer` of another"
            " seat, or the `match_end`.",
        },
        "proposed": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Orders that could be sent in place of an unreadable one.",
        },
        "answers": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What an ambiguous line may have meant.",
        },
    },
    "required": ["type", "title", "status", "detail", "code", "field"],
}
SCOPES = {
    "read": "Read what the player can see, except the tokens of questions.",
    "play": "Answer, chat, write orders, and open, join and leave matches.",
    "manage": "Change settings.",
}
# Headers of the calls of webhooks.
WEBHOOK_HEADERS = {
    "webhook-id": "The id of the event; the same when a call is repeated.",
    "webhook-timestamp": "When the call was made, in seconds since 1970. Refuse old ones.",
    "webhook-signature": "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`;"
    " while keys are changed, one for each, separated by spaces.",
}
METHODS = ("get", "post", "put", "patch", "delete")


class TokenScheme(OpenApiAuthenticationExtension):
    """Describes personal tokens in the OpenAPI document."""

    target_class = "games.api.requests.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token with the scope that `oauth` names.",
        }

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        """Return the scope of an operation, which `with_problems` gives to `oauth`."""
        is_read = auto_schema.method.upper() in SAFE_METHODS
        return {self.name: ["read" if is_read else auto_schema.view.scope]}


class PlayerSessionScheme(SessionScheme):
    """Describes the sessions of pages in the OpenAPI document."""

    target_class = "games.api.requests.SessionAuthentication"


@cache
def get_openapi_document() -> Schema:
    """Return the OpenAPI document, which only changes with the code and the settings."""
    document: Schema = json.loads(_read_document())
    return document


@require_safe
@conditional_page
def serve_openapi_document(request: HttpRequest) -> HttpResponse:
    """Serve the OpenAPI document."""
    return HttpResponse(_read_document(), content_type="application/vnd.oai.openapi+json")


@cache
def _read_document() -> bytes:
    """Return the document as JSON. It takes a second to make, so a process of the same code and
    settings that needs it later finds it in a file."""
    packages = [installed_games.describe_entry(row) for row in installed_games.list_entry_points()]
    facts = f"{current_release()} {packages} {settings.SITE_URL} {settings.SHOW_EXAMPLE_GAMES}"
    path = settings.DATA_DIR / f"openapi-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.json"
    with suppress(OSError):
        return bytes(path.read_bytes())
    document = SchemaGenerator(api_version="1").get_schema(request=None, public=True)
    body = json.dumps(document).encode()
    # Another process may read or write it at the same time; and a full disk delays nobody.
    with suppress(OSError):
        for old in settings.DATA_DIR.glob("openapi-*.json"):
            old.unlink(missing_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_bytes(body)
        partial.replace(path)
    return body


def with_problems(result: Schema, **kwargs: Any) -> Schema:
    """Add the error responses to every operation, and that inputs have no other fields (a
    postprocessing hook of drf-spectacular)."""
    shapes = result["components"]["schemas"]
    for name, shape in shapes.items():
        if name.endswith("Request"):
            shape["additionalProperties"] = False
    shapes["Problem"] = PROBLEM_SHAPE
    add_slots(shapes)
    add_descriptions(result)
    describe_games(shapes)
    describe_event_views(shapes)
    add_webhook_calls(result)
    for path, item in result["paths"].items():
        for method in METHODS:
            if method in item:
                _add_errors(item[method], path, method)
                _add_oauth(item[method])
    site = settings.SITE_URL.rstrip("/")
    result["components"]["securitySchemes"]["oauth"] = {
        "type": "oauth2",
        "description": "The access token of an app (OAuth 2.1).",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": f"{site}/oauth/authorize/",
                "tokenUrl": f"{site}/api/oauth/token/",
                "refreshUrl": f"{site}/api/oauth/token/",
                "scopes": SCOPES,
            }
        },
    }
    add_examples(result)
    return result


def add_webhook_calls(document: Schema) -> None:
    """Describe the calls that webhooks get: events, with what only a call says."""
    shapes = document["components"]["schemas"]
    event = shapes["PlayerEventShape"]
    own = {
        "event": {
            "type": "string",
            "enum": sorted({*map(str, TEXTS), "start_over"}),
            "description": "What has happened.",
        },
        "answer_until": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "Until when a question or a vote can be answered.",
        },
        "epoch": {
            "type": "string",
            "description": "Another one than before means: start over.",
        },
    }
    shapes["WebhookCall"] = {
        "type": "object",
        "description": "An event as a webhook is told it; `start_over` has no more than these.",
        "properties": {**event["properties"], **own},
        "required": ["id", "event", "occurred_at", "epoch"],
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookCall"}}}
    document["webhooks"] = {
        "event": {
            "post": {
                "operationId": "webhook_call",
                "summary": "Something has happened to you",
                "description": "A call of a webhook that reads JSON (Standard Webhooks).",
                "tags": ["me"],
                "security": [],
                "parameters": [
                    {
                        "name": name,
                        "in": "header",
                        "required": True,
                        "description": text,
                        "schema": {"type": "string"},
                    }
                    for name, text in WEBHOOK_HEADERS.items()
                ],
                "requestBody": {"required": True, "content": content},
                "responses": {
                    "204": {"description": "Taken. Any 2xx is, and anything else is tried again."},
                    "4XX": {"description": "Not taken: it is called again, for a day."},
                },
            }
        }
    }


def _add_oauth(operation: Schema) -> None:
    """Let an access token of an app do what a personal token with its scope can do."""
    requirements: list[dict[str, list[str]]] = operation["security"]
    for requirement in list(requirements):
        if scopes := requirement.get("token"):
            requirements.insert(0, {"oauth": scopes})
            requirement["token"] = []


def _add_errors(operation: Schema, path: str, method: str) -> None:
    responses = operation["responses"]
    names_row = "{" in path or any(
        parameter["name"] == "match" for parameter in operation.get("parameters", ())
    )
    statuses = {*ALWAYS, *(OF_NAMES if names_row else ())}
    statuses |= set() if method == "get" else {*ON_CHANGE}
    statuses |= {410} if "analysis-boards/" in path or "positions/" in path else set()
    for status in sorted(statuses | {int(status) for status in responses if status >= "400"}):
        response = responses.setdefault(str(status), {"description": ERRORS[status]})
        response["content"] = PROBLEM
        if status == 429:
            response["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
