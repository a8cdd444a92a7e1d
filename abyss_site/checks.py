"""System checks: settings that can be parsed but cannot work, or not in combination."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

SHORTEST_SECRET = 32
# Only compared, never bound to.
EVERYWHERE = {"", "0.0.0.0"}  # nosec B104


@register
def check_secret_key(**_: object) -> list[CheckMessage]:
    if len(settings.SECRET_KEY) >= SHORTEST_SECRET:
        return []
    return [
        Error(
            f"SECRET_KEY has fewer than {SHORTEST_SECRET} characters.",
            hint="Leave it out and one is made and kept in DATA_DIR.",
            id="abyss.E001",
        )
    ]


@register
def check_signing_key(**_: object) -> list[CheckMessage]:
    if len(settings.SIGNING_KEY) >= SHORTEST_SECRET:
        return []
    return [
        Error(
            f"SIGNING_KEY has fewer than {SHORTEST_SECRET} characters.",
            hint="Leave it out and one is made and kept in DATA_DIR.",
            id="abyss.E004",
        )
    ]


@register
def check_mail_domain(**_: object) -> list[CheckMessage]:
    """Check that MAIL_DOMAIN is set where e-mails leave this machine, because replies go there."""
    if settings.DEV_MAILBOX or not settings.MAIL_DOMAIN.endswith("localhost"):
        return []
    return [
        Error(
            f"EMAIL_URL is set, but nobody can answer to MAIL_DOMAIN {settings.MAIL_DOMAIN!r}.",
            hint="Set MAIL_DOMAIN to the domain whose mail is passed on to SMTP_PORT.",
            id="abyss.E002",
        )
    ]


@register
def check_ports(**_: object) -> list[CheckMessage]:
    hosts = {settings.WEB_HOST, settings.SMTP_HOST}
    if settings.PORT != settings.SMTP_PORT or (len(hosts) == 2 and not hosts & EVERYWHERE):
        return []
    return [
        Error(
            f"PORT and SMTP_PORT are both {settings.PORT}; page and mailroom need one each.",
            id="abyss.E003",
        )
    ]


@register
def check_links_in_emails(**_: object) -> list[CheckMessage]:
    if settings.DEV_MAILBOX or settings.SITE_HOST not in {"localhost", "127.0.0.1"}:
        return []
    return [
        Warning(
            f"EMAIL_URL is set, but links in e-mails lead to SITE_URL {settings.SITE_URL!r}.",
            hint="Set SITE_URL to the address under which players reach the page.",
            id="abyss.W001",
        )
    ]


@register
def check_old_secrets(**_: object) -> list[CheckMessage]:
    """Check that old keys are long: whoever guesses one can still sign data that we accept."""
    names = ("SECRET_KEY_FALLBACKS", "SIGNING_KEY_FALLBACKS")
    return [
        Error(
            f"{name} holds a key of fewer than {SHORTEST_SECRET} characters.",
            hint="Leave out what was never a key; commas separate keys.",
            id="abyss.E005",
        )
        for name in names
        if any(len(key) < SHORTEST_SECRET for key in getattr(settings, name))
    ]


@register
def check_host_names(**_: object) -> list[CheckMessage]:
    """Check that the site answers to its own name, and to no other."""
    hosts = set(settings.ALLOWED_HOSTS)
    if settings.SITE_HOST in hosts and not any("*" in host or host[:1] == "." for host in hosts):
        return []
    return [
        Error(
            f"Requests for the host of SITE_URL {settings.SITE_URL!r} would be refused, or those"
            " for any other be served.",
            hint="Set SITE_URL to the address under which players reach the page, and change"
            " ALLOWED_HOSTS in settings.py back: it follows from SITE_URL.",
            id="abyss.E006",
        )
    ]
