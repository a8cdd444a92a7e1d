"""What an operation of the API takes: declared once, for its description and for its checks.

`describe_operation` puts the declaration into the OpenAPI document and keeps it at the method, and
`check_request` refuses whatever a request has beside it: unknown query parameters, unknown fields
of the body, and an `Accept` that no representation fits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from games.presentation.problems import Unreadable

Method = TypeVar("Method", bound=Callable[..., Any])

JSON = "application/json"
# Names that are echoed are cut to this length.
MAX_NAME_LENGTH = 100
# How similar a name must be to be proposed, and how many are.
MIN_LIKENESS, MAX_NEAREST = 0.6, 3


class Operation:
    """What one method of an endpoint takes: query parameters, a body, and media types."""

    def __init__(
        self,
        parameters: Sequence[Any],
        body: type[serializers.Serializer] | None,
        responses: object,
    ) -> None:
        self.body = body
        self._parameters = parameters
        keys = responses if isinstance(responses, dict) else ()
        self.media_types = tuple(key[1] for key in keys if isinstance(key, tuple)) or (JSON,)

    @cached_property
    def query_names(self) -> frozenset[str]:
        """The names of all query parameters."""
        names = set[str]()
        for parameter in self._parameters:
            if not isinstance(parameter, OpenApiParameter):
                names.update(parameter().fields)
            elif parameter.location == OpenApiParameter.QUERY:
                names.add(parameter.name)
        return frozenset(names)

    @cached_property
    def body_shape(self) -> serializers.Serializer | None:
        """A serializer of the body; None if the operation takes no body."""
        return None if self.body is None else self.body()


def describe_operation(
    operation_id: str,
    *,
    request: type[serializers.Serializer] | None = None,
    responses: Any,
    parameters: Sequence[Any] = (),
) -> Callable[[Method], Method]:
    """Declare what a method of an endpoint takes and gives.

    `parameters` are serializers of query parameters and OpenApiParameters, `request` is the
    serializer of the body, `responses` are those of drf-spectacular.
    """

    def describe(method: Method) -> Method:
        annotated_method: Method = extend_schema(
            operation_id=operation_id,
            request=request,
            responses=responses,
            parameters=list(parameters),
        )(method)
        setattr(annotated_method, "operation", Operation(parameters, request, responses))  # noqa: B010
        return annotated_method

    return describe


def check_request(operation: Operation, request: Request) -> None:
    """Raise Unreadable if a request has anything that its operation does not take."""
    if not any(map(request.accepts, operation.media_types)):
        kinds = ", ".join(operation.media_types)
        raise NotAcceptable(_("This answers with %(kinds)s.") % {"kinds": kinds}, operation)
    for name in request.query_params:
        if name not in operation.query_names:
            raise refuse_unknown(name, operation.query_names, code="unknown_parameter")
    if request.method not in SAFE_METHODS:
        _check_body(operation.body_shape, request.data)


class NotAcceptable(Unreadable):
    """The request accepts no representation that there is."""

    status_code = 406

    def __init__(self, detail: str, operation: Operation) -> None:
        super().__init__("Accept", detail, code="not_acceptable", nearest=operation.media_types)


def refuse_unknown(
    name: str, known_names: Collection[str], *, code: str, path: str = ""
) -> Unreadable:
    """Return the refusal of an unknown name; `path` is of the object in which it stands."""
    name = name[:MAX_NAME_LENGTH]
    nearest = get_close_matches(name, sorted(known_names), MAX_NEAREST, MIN_LIKENESS)
    return Unreadable(
        _join(path, name), describe_unknown(name, nearest), code=code, nearest=nearest
    )


def describe_unknown(name: str, nearest: Sequence[str]) -> str:
    """Return a sentence about an unknown name and the nearest known one."""
    if not nearest:
        return _("There is no “%(name)s” here.") % {"name": name}
    return _("There is no “%(name)s” here. Did you mean “%(nearest)s”?") % {
        "name": name,
        "nearest": nearest[0],
    }


def _check_body(shape: serializers.Serializer | None, data: object) -> None:
    if shape is not None:
        _check_value(shape, data, "")
    elif isinstance(data, dict):
        for name in data:
            raise refuse_unknown(str(name), (), code="unknown_field")
    elif data:
        raise Unreadable("", _("This takes no body."))


def _check_value(field: serializers.Field, value: object, path: str) -> None:
    """Raise Unreadable for an unknown field, at any depth, or a value of another JSON type, which
    the serializer would convert."""
    match field, value:
        case serializers.Serializer(), dict():
            fields = {name: inner for name, inner in field.fields.items() if not inner.read_only}
            for name, inner in value.items():
                if name not in fields:
                    raise refuse_unknown(name, fields, code="unknown_field", path=path)
                _check_value(fields[name], inner, _join(path, name))
        case serializers.ListSerializer() | serializers.ListField(), list():
            for index, inner in enumerate(value):
                _check_value(field.child, inner, _join(path, index))
        case serializers.DictField(), dict():
            for name, inner in value.items():
                _check_value(field.child, inner, _join(path, name))
        case serializers.CharField() | serializers.UUIDField(), int() | float():
            raise Unreadable(path, field.error_messages["invalid"])
        case serializers.IntegerField() | serializers.BooleanField(), str():
            raise Unreadable(path, field.error_messages["invalid"])
        case serializers.BooleanField(), int() if not isinstance(value, bool):
            raise Unreadable(path, field.error_messages["invalid"])


def _join(path: str, name: str | int) -> str:
    return f"{path}.{name}" if path else str(name)
