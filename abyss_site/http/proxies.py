"""Who asks, where reverse proxies stand between a visitor and us: TRUSTED_PROXIES, in one place.

Each proxy appends the address it was called from to X-Forwarded-For. With n trusted proxies the
n-th entry from the right was written by the outermost of ours; everything before it is hearsay.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# What names a household in IPv6 (RFC 6177 §2): whoever has one may choose the other 64 bits.
HOUSEHOLD = 64


def client_address(request: HttpRequest) -> str:
    """Return the network address of whoever asks, as it is written shortest.

    That of the connection unless our proxies tell another; IPv4 within IPv6 is IPv4. "" for a
    connection without one, by a socket of this machine.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    forwarded = _forwarded_address(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""))
    return str(forwarded or _parse_address(peer) or "")


def client_network(request: HttpRequest) -> str:
    """Return what counts as one visitor: an IPv4 address, or the /64 network of an IPv6 one."""
    return network_of(client_address(request))


def forwarded_network(peer: str, forwarded_for: str) -> str:
    """Return the visitor for whom a proxy of ours at `peer` asks; "" if it is none of ours."""
    found = _forwarded_address(peer, forwarded_for)
    return network_of(str(found)) if found else ""


def network_of(address: str) -> str:
    """Return the visitor that an address stands for; what is no address, as it is."""
    parsed = _parse_address(address)
    if parsed is None or parsed.version == 4:
        return str(parsed or address)
    return str(ip_network((parsed, HOUSEHOLD), strict=False))


def is_from_proxy(request: HttpRequest) -> bool:
    """Tell whether the connection is one of our proxies', so that its headers are believed."""
    return is_proxy(request.META.get("REMOTE_ADDR", ""))


def is_proxy(address: str) -> bool:
    """Tell whether an address is one of our proxies'."""
    if not settings.TRUSTED_PROXIES:
        return False
    peer = _parse_address(address)
    # A socket of this machine has no address; whoever writes to it is on this machine.
    return peer is None or any(peer in network for network in settings.TRUSTED_PROXY_NETWORKS)


def drop_untrusted_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: nobody but our proxies says that a connection is encrypted."""

    def answered(request: HttpRequest) -> HttpResponse:
        if not is_from_proxy(request):
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return get_response(request)

    return answered


def _forwarded_address(peer: str, forwarded_for: str) -> IPv4Address | IPv6Address | None:
    """The address that the outermost of our proxies saw, None if they do not say it."""
    if not is_proxy(peer):
        return None
    entries = forwarded_for.split(",")
    # A shorter list has not passed all of them: whoever wrote it is none of ours.
    if len(entries) < settings.TRUSTED_PROXIES:
        return None
    return _parse_address(entries[-settings.TRUSTED_PROXIES])


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address, perhaps with a port or in brackets, as proxies write them."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
