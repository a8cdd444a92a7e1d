"""Sentry and OpenTelemetry, if configured; reports contain no keys."""

from __future__ import annotations

import importlib
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from abyss_site.observability.logs import redact_keys

# Fields that may contain keys; removed from reports completely.
WITHHELD = {"cookies", "cookie", "authorization", "query_string", "data", "idempotency-key", "env"}
# The attributes of a span that may contain the requested URL.
ADDRESSES = ("http.url", "http.target", "url.full", "url.path", "url.query")


def begin() -> None:
    """Start what is configured. Raises ImproperlyConfigured if it is not installed."""
    if settings.SENTRY_DSN:
        _report_errors()
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        _send_traces()


def _report_errors() -> None:
    _import_extra("sentry_sdk", "SENTRY_DSN").init(
        dsn=settings.SENTRY_DSN,
        send_default_pii=False,
        # A local variable could be a state, an e-mail or a token.
        include_local_variables=False,
        max_request_body_size="never",
        before_send=without_keys,
        before_breadcrumb=without_keys,
    )


def _send_traces() -> None:
    """Create spans of requests and tasks; the library reads OTEL_SERVICE_NAME etc. itself."""

    def needed(name: str) -> Any:
        return _import_extra(f"opentelemetry.{name}", "OTEL_EXPORTER_OTLP_ENDPOINT")

    exporter = needed("exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
    provider = needed("sdk.trace").TracerProvider()
    provider.add_span_processor(needed("sdk.trace.export").BatchSpanProcessor(exporter))
    needed("trace").set_tracer_provider(provider)
    needed("instrumentation.django").DjangoInstrumentor().instrument(response_webhook=name_route)
    needed("instrumentation.celery").CeleryInstrumentor().instrument()


def name_route(span: Any, request: Any, response: object) -> None:
    """Name a span after its route, because the path may contain a key."""
    route = request.resolver_match.route if request.resolver_match else "?"
    for name in ADDRESSES:
        span.set_attribute(name, f"/{route}")


def without_keys(event: object, hint: object = None) -> object:
    """Return an event without any keys, at any depth."""
    match event:
        case str():
            return redact_keys(event)
        case dict():
            public_items = {
                key: value for key, value in event.items() if str(key).lower() not in WITHHELD
            }
            return {key: without_keys(value) for key, value in public_items.items()}
        case list() | tuple():
            return [without_keys(value) for value in event]
    return event


def _import_extra(name: str, variable: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{variable} is set, but {name} is not installed: pip install '.[watching]'."
        ) from error
