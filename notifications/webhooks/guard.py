"""Request URLs that were chosen by users, protected against server-side request forgery (SSRF).

The host name is resolved once, all its addresses have to be public, and the request is sent to one
of these addresses, which prevents DNS rebinding. Redirects are not followed. `post_to_url` uses
only the status of the response, and `fetch_url` reads a limited number of bytes. Each request has a
time limit for all of it, from the name of the host to the last byte, and none is made while a page
is computed (`abyss_site/core/time_limits.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

import certifi
import urllib3
from django.conf import settings
from django.utils.translation import gettext_noop
from urllib3.exceptions import HTTPError

from abyss_site.core.time_limits import limit_seconds, resolve_host

# Seconds for all of a POST request, and for resolving the name of a host.
POST_SECONDS, RESOLVE_SECONDS = 10.0, 5.0
# Timeouts in seconds of a connection, and of each part that is read.
PATIENCE = urllib3.Timeout(connect=5, read=5)
MAX_URL_LENGTH = 1000
# RFC 4291 section 2.5.4: all global unicast IPv6 addresses assigned so far.
UNICAST = ip_network("2000::/3")
# RFC 6052 section 2.1: IPv4 addresses as seen by IPv6-only hosts.
NAT64 = ip_network("64:ff9b::/96")
# Documentation (RFC 9637) and IETF protocol assignments (RFC 6890 section 2.2.2), which Python 3.11
# considers public.
NOT_PUBLIC = (ip_network("3fff::/20"), ip_network("192.0.0.0/24"))


class Unsafe(ValueError):
    """A URL that must not be requested. The message is in English and shown to its owner."""


class Target(NamedTuple):
    """Target of a request. `address` is an IP address, `path` includes the query."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


def check_url(url: str) -> None:
    """Raise Unsafe unless the form of a URL is allowed; no host name is resolved."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unsafe(gettext_noop("This is not a web address.")) from error
    host = parts.hostname or ""
    if len(url) > MAX_URL_LENGTH or not host or not url.isascii() or not url.isprintable():
        raise Unsafe(gettext_noop("This is not a web address."))
    if parts.username or parts.password:
        raise Unsafe(gettext_noop("Addresses that contain a password are not allowed."))
    if host not in settings.WEBHOOK_PRIVATE_HOSTS:
        if parts.scheme != "https":
            raise Unsafe(gettext_noop("Only https addresses are allowed."))
        if port not in (None, 443, 8443):
            raise Unsafe(gettext_noop("Only ports 443 and 8443 are allowed."))
    elif parts.scheme not in ("http", "https"):
        raise Unsafe(gettext_noop("Only https addresses are allowed."))


def resolve_target(url: str) -> Target:
    """Resolve a URL to a target. Raises Unsafe, and OSError if the host is unknown."""
    check_url(url)
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    addresses = resolve_host(host, port, RESOLVE_SECONDS)
    if host not in settings.WEBHOOK_PRIVATE_HOSTS and not all(map(_is_public, addresses)):
        raise Unsafe(gettext_noop("This address is not on the public internet."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, addresses[0], path)


def _is_public(address: str) -> bool:
    number = ip_address(address.split("%")[0])
    target = _embedded_ipv4(number) or number
    if any(target in net for net in NOT_PUBLIC) or target.is_multicast or not target.is_global:
        return False
    return target.version == 4 or target in UNICAST


def _embedded_ipv4(number: IPv4Address | IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address (mapped, 6to4 or NAT64), or None."""
    if isinstance(number, IPv4Address):
        return None
    if number in NAT64:
        return IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour


def post_to_url(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a POST request and return the response's status code.

    Raises Unsafe, HTTPError, or OSError, such as OutOfTime after POST_SECONDS.
    """
    with limit_seconds(POST_SECONDS), _open_response("POST", url, body, headers) as answer:
        return int(answer.status)


def fetch_url(url: str, *, most_bytes: int, timeout_seconds: float) -> bytes:
    """Send a GET request and return the response's body. Raises Unsafe, OSError or HTTPError.

    A body longer than `most_bytes` and a status other than 200 raise HTTPError as well, and a
    request that takes longer than `timeout_seconds` OutOfTime, which is an OSError.
    """
    body, plain = b"", {"Accept-Encoding": "identity"}
    with limit_seconds(timeout_seconds), _open_response("GET", url, None, plain) as answer:
        if answer.status != 200:
            raise HTTPError(f"status {answer.status}")
        while part := answer.read1(most_bytes + 1, decode_content=False):
            body += part
            if len(body) > most_bytes:
                raise HTTPError("the answer is too long")
    return body


@contextmanager
def _open_response(
    method: str, url: str, body: bytes | None, headers: dict[str, str]
) -> Iterator[urllib3.BaseHTTPResponse]:
    """Send a request and yield the response before its body is read."""
    to = resolve_target(url)
    pool: urllib3.HTTPConnectionPool
    if to.scheme == "https":
        pool = urllib3.HTTPSConnectionPool(
            to.address,
            to.port,
            timeout=PATIENCE,
            server_hostname=to.host,
            assert_hostname=to.host,
            ca_certs=certifi.where(),
        )
    else:
        pool = urllib3.HTTPConnectionPool(to.address, to.port, timeout=PATIENCE)
    with pool:
        answer = pool.urlopen(
            method,
            to.path,
            body,
            {"Host": urlsplit(url).netloc, "User-Agent": "Abyss by Post", **headers},
            retries=False,
            redirect=False,
            preload_content=False,
        )
        try:
            yield answer
        finally:
            answer.close()
