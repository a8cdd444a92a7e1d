"""Translate the EMAIL_URL of an e-mail provider into the settings of django-anymail.

Only providers that need nothing but HTTPS and whose webhooks anymail parses without further
packages.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote

from django.core.exceptions import ImproperlyConfigured


class Provider(NamedTuple):
    """The form of a provider's EMAIL_URL, and which anymail settings its parts are."""

    looks: str
    user: str
    password: str = ""


PROVIDERS = {
    "mailgun": Provider("mailgun://API_KEY@", "MAILGUN_API_KEY"),
    "postmark": Provider("postmark://SERVER_TOKEN@", "POSTMARK_SERVER_TOKEN"),
    "mailjet": Provider("mailjet://API_KEY:SECRET_KEY@", "MAILJET_API_KEY", "MAILJET_SECRET_KEY"),
    "brevo": Provider("brevo://API_KEY@", "BREVO_API_KEY"),
    "resend": Provider("resend://API_KEY@", "RESEND_API_KEY"),
}


def settings_of(name: str, parts: SplitResult) -> dict[str, object]:
    """Return Django's settings for a provider URL; `name` is the variable to name in errors.

    `?api=https://…` sets another endpoint of the provider, such as Mailgun's in Europe.
    """
    provider = PROVIDERS[parts.scheme]
    values = {
        provider.user: unquote(parts.username or ""),
        provider.password: unquote(parts.password or ""),
    }
    credentials = {key: value for key, value in values.items() if key}
    api = parse_qs(parts.query).get("api", [""])[0]
    if not all(credentials.values()) or (
        api and not api.startswith(("https://", "http://127.0.0.1:"))
    ):
        raise ImproperlyConfigured(
            f"{name} must look like {provider.looks} (keys percent-encoded), "
            "with ?api=https://... for another door of theirs."
        )
    if api:
        credentials[f"{parts.scheme.upper()}_API_URL"] = api
    # Skip what a provider does not support (our own return addresses, inline pictures).
    anymail = credentials | {"IGNORE_UNSUPPORTED_FEATURES": True, "REQUESTS_TIMEOUT": 20}
    return {
        "EMAIL_BACKEND": f"anymail.backends.{parts.scheme}.EmailBackend",
        "MAIL_PROVIDER": parts.scheme,
        "ANYMAIL": anymail,
    }
