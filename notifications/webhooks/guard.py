"""Calling an address that a player named, or their browser, and not where only we can reach.

The name is looked up once, every address it has must be one of the public internet, and the call
goes to that very address: a name that points elsewhere a moment later leads nowhere. Redirects are
not followed. Of the answer to `post` only the status is looked at; `get` reads a few bytes of it.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

import certifi
import urllib3
from django.conf import settings
from django.utils.translation import gettext_noop
from urllib3.exceptions import HTTPError

# Seconds for everything.
PATIENCE = urllib3.Timeout(connect=5, read=5, total=10)
LONGEST_URL = 1000
# RFC 4291 section 2.5.4: all that is given out for calling one host by IPv6 lies in here.
UNICAST = ip_network("2000::/3")
# RFC 6052 section 2.1: an IPv4 address as hosts without IPv4 call it.
NAT64 = ip_network("64:ff9b::/96")
# For examples (RFC 9637), and of networks and clouds themselves (RFC 6890 section 2.2.2), which the
# standard library of 3.11 takes for public.
NOT_PUBLIC = (ip_network("3fff::/20"), ip_network("192.0.0.0/24"))


class Unsafe(ValueError):
    """An address that is not called; says why in words for its owner (English)."""


class Target(NamedTuple):
    """Where a call goes. `address` is numeric, `path` includes the query."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


def check_url(url: str) -> None:
    """Raise Unsafe unless the address looks like one that may be called; looks nothing up."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unsafe(gettext_noop("This is not an address of the web.")) from error
    host = parts.hostname or ""
    if len(url) > LONGEST_URL or not host or not url.isascii() or not url.isprintable():
        raise Unsafe(gettext_noop("This is not an address of the web."))
    if parts.username or parts.password:
        raise Unsafe(gettext_noop("An address with a password in it is not called."))
    if host not in settings.WEBHOOK_PRIVATE_HOSTS:
        if parts.scheme != "https":
            raise Unsafe(gettext_noop("Only https addresses are called."))
        if port not in (None, 443, 8443):
            raise Unsafe(gettext_noop("Only the ports 443 and 8443 are called."))
    elif parts.scheme not in ("http", "https"):
        raise Unsafe(gettext_noop("Only https addresses are called."))


def resolve_target(url: str) -> Target:
    """Return where the call goes. Raises Unsafe, and OSError when the name is not known."""
    check_url(url)
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = {row[4][0] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    if host not in settings.WEBHOOK_PRIVATE_HOSTS and not all(map(_is_public, found)):
        raise Unsafe(gettext_noop("This address is not on the public internet."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, str(sorted(found)[0]), path)


def _is_public(address: str | int) -> bool:
    number = ip_address(str(address).split("%")[0])
    called = _embedded_ipv4(number) or number
    if any(called in net for net in NOT_PUBLIC) or called.is_multicast or not called.is_global:
        return False
    return called.version == 4 or called in UNICAST


def _embedded_ipv4(number: IPv4Address | IPv6Address) -> IPv4Address | None:
    """The IPv4 address that is called behind an IPv6 one: mapped, 6to4, or NAT64."""
    if isinstance(number, IPv4Address):
        return None
    if number in NAT64:
        return IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour


def post_to_url(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Call the address and return the status of its answer. Raises Unsafe, OSError or HTTPError."""
    with _open_response("POST", url, body, headers) as answer:
        return int(answer.status)


def fetch_url(url: str, *, most_bytes: int, timeout_seconds: float) -> bytes:
    """Return what a page says. Raises Unsafe, OSError or HTTPError.

    What is longer than `most_bytes`, takes longer than `timeout_seconds`, or is not answered by
    status 200, is an HTTPError as well.
    """
    ends, body = monotonic() + timeout_seconds, b""
    with _open_response("GET", url, None, {"Accept-Encoding": "identity"}) as answer:
        if answer.status != 200:
            raise HTTPError(f"status {answer.status}")
        while part := answer.read1(most_bytes + 1, decode_content=False):
            body += part
            if len(body) > most_bytes or monotonic() > ends:
                raise HTTPError("the answer is too long, or takes too long")
    return body


@contextmanager
def _open_response(
    method: str, url: str, body: bytes | None, headers: dict[str, str]
) -> Iterator[urllib3.BaseHTTPResponse]:
    """Call the address; its answer is not read yet."""
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
