"""The address of the client behind reverse proxies (TRUSTED_PROXIES).

Each proxy appends the address of its client to X-Forwarded-For. With n trusted proxies the n-th
entry from the right was written by our outermost proxy; everything before it is unverified.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# The prefix length of a household's IPv6 network (RFC 6177 §2), which can choose the other 64 bits.
HOUSEHOLD = 64


def client_address(request: HttpRequest) -> str:
    """Return the network address of the client in its shortest form.

    This is the address of the connection unless our proxies report another one; IPv4 mapped to IPv6
    is returned as IPv4. "" for a connection without an address, by a Unix socket.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    visitor = _forwarded_address(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""))
    return str(visitor or _parse_address(peer) or "")


def client_network(request: HttpRequest) -> str:
    """Return the unit that counts as one visitor: an IPv4 address, or the /64 network of an IPv6
    one."""
    return network_of(client_address(request))


def forwarded_network(peer: str, forwarded_for: str) -> str:
    """Return the visitor behind our proxy at `peer`; "" if `peer` is not one of our proxies."""
    visitor = _forwarded_address(peer, forwarded_for)
    return network_of(str(visitor)) if visitor else ""


def network_of(address: str) -> str:
    """Return the visitor that an address belongs to; anything but an address is returned
    unchanged."""
    ip = _parse_address(address)
    if ip is None or ip.version == 4:
        return str(ip or address)
    return str(ip_network((ip, HOUSEHOLD), strict=False))


def is_from_proxy(request: HttpRequest) -> bool:
    """Return whether the connection comes from one of our proxies, so that its headers can be
    trusted."""
    return is_proxy(request.META.get("REMOTE_ADDR", ""))


def is_proxy(address: str) -> bool:
    """Return whether an address is that of one of our proxies."""
    if not settings.TRUSTED_PROXIES:
        return False
    peer = _parse_address(address)
    # A Unix socket has no address; its client is on this machine.
    return peer is None or any(peer in network for network in settings.TRUSTED_PROXY_NETWORKS)


def drop_untrusted_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: ignore X-Forwarded-Proto from anybody but our proxies."""

    def answered(request: HttpRequest) -> HttpResponse:
        if not is_from_proxy(request):
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return get_response(request)

    return answered


def _forwarded_address(peer: str, forwarded_for: str) -> IPv4Address | IPv6Address | None:
    """Return the address that our outermost proxy saw; None if the proxies do not report one."""
    if not is_proxy(peer):
        return None
    entries = forwarded_for.split(",")
    # A shorter list has not passed all our proxies, so it is not trusted.
    if len(entries) < settings.TRUSTED_PROXIES:
        return None
    return _parse_address(entries[-settings.TRUSTED_PROXIES])


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without port and brackets, as proxies write them; None if
    invalid."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        ip = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip
