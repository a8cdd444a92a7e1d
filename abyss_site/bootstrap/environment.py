"""Read settings from environment variables; errors name the variable with the wrong value."""

from __future__ import annotations

import fcntl
import ipaddress
import json
import logging
import os
import re
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from abyss_site.bootstrap import object_store
from abyss_site.bootstrap.email_providers import PROVIDERS, settings_of
from abyss_site.core.valkey.sentinels import parse_sentinels

# Settings of Django by name, for one of its dictionaries.
Settings = dict[str, Any]

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")
# The host part of a URL: a host name or IP address, and optionally a port.
HOST = re.compile(rf"({HOST_NAME.pattern}|\[[0-9a-f:.]+\])(:[0-9]+)?", re.IGNORECASE)
# Networks from which a reverse proxy beside us connects: loopback, private and link-local (RFC
# 1918, RFC 4193, RFC 6890).
PRIVATE_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
# The mail catcher of docker-compose.yml: e-mails sent to it stay on this machine.
BUNDLED_CATCHER = "smtp://mailcatcher:1025"
MAIL_SCHEMES = {"smtp": 25, "smtp+tls": 587, "smtps": 465, "smtp+ssl": 465}

# Variables announced by a running `manage.py up`: fallbacks for the environment.
running_variables: dict[str, str] = {}


def use_defaults_of(running: dict[str, str]) -> None:
    running_variables.update(running)


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or running_variables.get(name, default)


def word_list(name: str) -> list[str]:
    """Return the comma-separated words of the variable."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def yes_or_no(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")
    return value in YES


def number(name: str, *, default: int, least: int, most: int) -> int:
    value = text(name)
    if not value:
        return default
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {least} to {most}, not {value!r}."
        )
    return int(value)


def host_names(name: str) -> list[str]:
    """Return host names or addresses, separated by commas or blanks, in lower case."""
    names = text(name).lower().replace(",", " ").split()
    for value in names:
        if not HOST_NAME.fullmatch(value) and not is_number(value):
            raise ImproperlyConfigured(
                f"{name} must be names such as mail.example.org or 192.0.2.25, not {value!r}."
            )
    return names


def is_number(value: str) -> bool:
    """Return whether a value is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(value)
    except ValueError:
        return False
    return True


def is_local(host: str) -> bool:
    """Return whether a host name or address is only reachable from this machine."""
    if is_number(host):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def trusted_proxies(name: str, *, is_required: bool) -> int:
    """Return the number of our proxies that every request passes; 0 without any.

    A site that others can reach must set it: a wrong guess would make all visitors share one limit,
    or let each of them choose an address.
    """
    if is_required and not text(name):
        raise ImproperlyConfigured(
            f"{name} must be set for a public SITE_URL: how many reverse proxies of yours stand in "
            "front of the web server, 1 for one, 0 if browsers connect to it directly."
        )
    return number(name, default=0, least=0, most=9)


def networks(
    name: str, *, default: Collection[str]
) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return networks such as 192.0.2.0/24 or single addresses, separated by commas or blanks."""
    values = text(name).replace(",", " ").split() or default
    try:
        return [ipaddress.ip_network(value) for value in values]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} must be networks such as 192.0.2.0/24: {error}."
        ) from error


def demo(name: str, *, email_url: str, is_local: bool) -> bool:
    """Return whether there are demo players, whom everybody can sign in as.

    Only where e-mails stay on this machine and nobody else reaches the site; elsewhere asking for
    them is an error.
    """
    is_harmless = is_local and email_url in ("", BUNDLED_CATCHER)
    is_wanted = yes_or_no(name, default=is_harmless)
    if is_wanted and not is_harmless:
        raise ImproperlyConfigured(
            f"{name}=yes lets everybody sign in as a demo player: it needs a SITE_URL on localhost "
            f"without https, and no EMAIL_URL but that of the bundled mail catcher; set {name}=no."
        )
    return is_wanted


def host_name(name: str, *, default: str) -> str:
    value = text(name, default).lower()
    if not HOST_NAME.fullmatch(value):
        raise ImproperlyConfigured(
            f"{name} must be a host name such as play.example.org, not {value!r}."
        )
    return value


def address(value: str, schemes: Collection[str]) -> SplitResult | None:
    """Return the parts of a URL with one of these schemes; None if it or its port is invalid."""
    try:
        parts = urlsplit(value)
        is_meant = parts.scheme in schemes and parts.port != 0
    except ValueError:
        return None
    return parts if is_meant else None


def site_url(name: str, *, default: str) -> str:
    """Return the base URL of this site, without the trailing slash."""
    value = text(name, default).rstrip("/")
    parts = address(value, {"http", "https"})
    if not parts or not HOST.fullmatch(value.partition("://")[2]):
        # The part before an @ may be a password, so it is not repeated.
        raise ImproperlyConfigured(
            f"{name} must look like https://play.example.org (no user, no path), "
            f"not {value.rpartition('@')[2]!r}."
        )
    return value


def base_urls(name: str) -> list[str]:
    """Return base URLs, separated by commas or blanks, without trailing slashes."""
    urls = [value.rstrip("/") for value in text(name).replace(",", " ").split()]
    for value in urls:
        parts = address(value, {"http", "https"})
        if not parts or not parts.hostname or parts.username or parts.query or parts.fragment:
            raise ImproperlyConfigured(
                f"{name} must be addresses such as https://api.drand.sh, "
                f"not {value.rpartition('@')[2]!r}."
            )
    return urls


def folder(name: str, *, default: Path) -> Path:
    """Return a folder; create it if it is missing."""
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} must be a folder we can write to; {path}: {error.strerror}."
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} must be a folder we can write to; {path} is not.")
    return path


def broker_url(name: str, *, default: str) -> str:
    value = text(name, default)
    if not _is_broker_url(value):
        # The value may contain a password, so it is not repeated.
        raise ImproperlyConfigured(
            f"{name} must look like redis://host:6379/0, or like "
            "sentinel://host:26379,host2:26379/NAME/0."
        )
    return value


def _is_broker_url(value: str) -> bool:
    try:
        if parse_sentinels(value):
            return True
    except ValueError:
        return False
    parts = address(value, {"redis", "rediss"})
    return bool(parts and parts.hostname and re.fullmatch("/?[0-9]{0,4}", parts.path))


def database(name: str, *, is_pooled: bool = False, connect_seconds: int = 5) -> Settings:
    """Return Django's dictionary for a PostgreSQL URL; if not set, one whose error explains itself.

    `is_pooled`: each transaction may get another database session. `connect_seconds`: how long the
    server may take to accept a connection.
    """
    value = text(name)
    if not value:
        return {"ENGINE": "abyss_site.bootstrap.no_database", "NAME": "abyss"}
    parts = address(value, {"postgres", "postgresql"})
    if not parts or not parts.path.strip("/"):
        raise ImproperlyConfigured(
            f"{name} must look like postgresql://user:password@host:5432/name."
        )
    settings: Settings = environ.Env.db_url_config(value)
    # The server parses and plans the same few statements only once, if the next transaction gets
    # the same session.
    options = {"server_side_binding": True, "prepare_threshold": None if is_pooled else 5}
    # In seconds and milliseconds: a server that accepts connections but never answers counts as
    # down.
    options |= {"connect_timeout": connect_seconds, "tcp_user_timeout": 30_000}
    options_setting = {"OPTIONS": options | settings.get("OPTIONS", {})}
    engine = {"ENGINE": "abyss_site.core.database"}
    return settings | options_setting | engine | {"DISABLE_SERVER_SIDE_CURSORS": is_pooled}


def storage(name: str) -> Settings | None:
    """Return Django's storage for an object store, None if the variable is not set."""
    value = text(name)
    if not value:
        return None
    parts = address(value, {object_store.SCHEME})
    if not parts:
        raise ImproperlyConfigured(f"{name} must look like s3://KEY:SECRET@bucket.")
    return object_store.storage_of(name, parts)


def outgoing_mail(name: str) -> Settings:
    """Return Django's EMAIL_* settings for a URL such as smtp+tls://user:password@host:587.

    `smtp` is unencrypted, `smtp+tls` upgrades by STARTTLS, `smtps` is TLS from the first byte, and
    the name of a provider selects its API. Empty if the variable is not set.
    """
    value = text(name)
    if not value:
        return {}
    parts = address(value, {*MAIL_SCHEMES, *PROVIDERS})
    if parts and parts.scheme in PROVIDERS:
        return settings_of(name, parts)
    if not parts or not parts.hostname:
        raise ImproperlyConfigured(
            f"{name} must look like smtp+tls://user:password@host:587 (or smtp:// without "
            "encryption, or smtps:// with TLS from the start), or like "
            f"{', '.join(provider.looks for provider in PROVIDERS.values())}."
        )
    secure = value.replace("smtps://", "smtp+ssl://", 1)
    settings: Settings = environ.Env.email_url_config(secure)
    settings["EMAIL_PORT"] = settings["EMAIL_PORT"] or MAIL_SCHEMES[parts.scheme]
    settings.pop("EMAIL_FILE_PATH")
    return settings


def one_of(name: str, values: tuple[str, ...]) -> str:
    """Return one of these words, the first one if the variable is not set."""
    value = text(name, values[0]).lower()
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(values)}, not {value!r}.")
    return value


def long_text(name: str, *, least: int) -> str:
    """Return a secret that other services call us with; "" if the variable is not set."""
    value = text(name)
    if value and (len(value) < least or not re.fullmatch(r"[A-Za-z0-9._~-]+", value)):
        raise ImproperlyConfigured(
            f"{name} must be at least {least} letters, digits or any of ._~- (it is in a URL)."
        )
    return value


def secret(name: str, *, kept_in: Path) -> str:
    """Return a secret from the environment, else one generated once and kept in a private file."""
    value = text(name)
    if value:
        return value
    try:
        return kept_secret(kept_in)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} must be set, or kept in a file of ours; {kept_in}: {error.strerror}."
        ) from error


def kept_secret(file: Path) -> str:
    try:
        file.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        # Of two first starts at once, the slower one may get here before the faster one has
        # written.
        if secret := file.read_text().strip():
            return secret
    file.write_text(secrets.token_urlsafe(50) + "\n")
    return file.read_text().strip()


def secrets_in_turn(name: str, *, kept_in: Path) -> list[str]:
    """Return earlier secrets, the latest first, from the environment or a file.

    The variable is separated by commas, the file has one secret per line.
    """
    value = text(name)
    if not value:
        try:
            value = kept_in.read_text().replace("\n", ",")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ImproperlyConfigured(
                f"{name} must be set, or kept in a file of ours; {kept_in}: {error.strerror}."
            ) from error
    return [secret for secret in map(str.strip, value.split(",")) if secret]


def log_level(name: str, *, default: str) -> str:
    value = text(name, default).upper()
    if value not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"{name} must be INFO, WARNING or the like, not {value!r}.")
    return value


def running_servers(data_dir: Path) -> dict[str, str]:
    """Return the variables that lead to a running `manage.py up`; empty if none runs here.

    It holds a lock for as long as it lives, so the file of a killed one is not used.
    """
    try:
        with (data_dir / "up.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return read_announcement(data_dir / "runtime.json")
    except OSError:
        pass
    return {}


def read_announcement(path: Path) -> dict[str, str]:
    try:
        addresses: dict[str, str] = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return addresses
