"""The pages about the API for people: the guide, the reference, and a page to try requests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.schema import ERRORS, METHODS, get_openapi_document
from games.engine.contract import Refused
from games.presentation import documentation, problems


@require_safe
def show_guide(request: HttpRequest) -> HttpResponse:
    """Show how to use the API: docs/api.md, and what each error means."""
    statuses = [{"status": status, "told": description} for status, description in ERRORS.items()]
    context = {
        "guide": documentation.load_page(documentation.API_GUIDE),
        "statuses": statuses,
        "codes": _list_codes(),
    }
    return render(request, "games/api/guide.html", context)


@require_safe
def show_reference(request: HttpRequest) -> HttpResponse:
    """Show every operation with what it takes and gives, and every schema."""
    document = get_openapi_document()
    rows = [
        {
            # The first part of the path after “/api/v1/”.
            "resource": path.split("/")[3],
            "method": method.upper(),
            "path": path,
            **_describe_operation(operation),
        }
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]
    shapes = [
        {"name": name, "fields": _describe_fields(shape)}
        for name, shape in sorted(document["components"]["schemas"].items())
    ]
    context = {"format": f"OpenAPI {document['openapi']}", "operations": rows, "shapes": shapes}
    return render(request, "games/api/reference.html", context)


@require_safe
def show_try_it(request: HttpRequest) -> HttpResponse:
    """Show Swagger UI, which sends requests with the session of the reader or a pasted token."""
    return render(request, "games/api/try_it.html", {})


@cache
def _list_codes() -> list[dict[str, object]]:
    """Return every refusal of ours by its code, with the status and what it means."""
    codes = {
        refusal.code: {
            "code": refusal.code,
            "status": problems.STATUSES.get(refusal.code, 422),
            "told": (refusal.__doc__ or "").partition("\n\n")[0],
        }
        for refusal in _iterate_refusals(Refused)
    }
    return [codes[code] for code in sorted(codes)]


def _iterate_refusals(kind: type[Refused]) -> Iterator[type[Refused]]:
    for refusal in kind.__subclasses__():
        # Tests and tools define refusals, too.
        if "code" in vars(refusal) and refusal.__module__.startswith("games."):
            yield refusal
        yield from _iterate_refusals(refusal)


def _describe_operation(operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    response = next(iter(operation["responses"].items()))
    content = next(iter(response[1].get("content", {"": {}}).values()))
    return {
        "id": operation["operationId"],
        "told": operation.get("description", ""),
        "takes": _describe_type(body.get("schema", {})),
        "status": response[0],
        "gives": _describe_type(content.get("schema", {})),
        "parameters": [
            {"name": parameter["name"], "told": parameter.get("description", "")}
            for parameter in operation.get("parameters", ())
            if parameter["in"] != "path"
        ],
        "is_open": {} in operation.get("security", ()),
    }


def _describe_fields(shape: dict[str, Any]) -> list[dict[str, Any]]:
    if "discriminator" in shape:
        field = {"name": shape["discriminator"]["propertyName"], "kind": _describe_type(shape)}
        return [field | {"told": shape.get("description", ""), "required": True}]
    required_names = shape.get("required", ())
    return [
        {
            "name": name,
            "kind": _describe_type(field),
            "told": field.get("description", ""),
            "required": name in required_names,
        }
        for name, field in shape.get("properties", {}).items()
    ]


def _describe_type(schema: dict[str, Any]) -> str:
    """Describe a type in a few words: “MatchShape”, “[SeatShape]”, “string”."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if isinstance(schema.get("items"), dict):
        return f"[{_describe_type(schema['items'])}]"
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            return " | ".join(_describe_type(part) for part in schema[several])
    kind = schema.get("type", "")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
