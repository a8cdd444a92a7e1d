"""Recognize addresses that cannot receive e-mail from us, so that nobody signs up with one."""

from __future__ import annotations

from django.conf import settings

from abyss_site.core.email_addresses import address_key, normalize_domain

# RFC 2606 §2, RFC 6761, RFC 6762 (.local), RFC 7686 (.onion), RFC 8375 (home.arpa), RFC 9476
# (.alt), and .internal, which ICANN keeps for private use.
RESERVED_DOMAINS = frozenset(
    ["test", "example", "invalid", "localhost", "local", "onion", "alt", "internal", "home.arpa"]
)


def is_reserved_address(address: str) -> bool:
    """Return whether an address is at our own domain or at a special-use domain.

    >>> is_reserved_address("bot1@bots.invalid"), is_reserved_address("ann@example.org")
    (True, False)
    """
    domain = address_key(address).rpartition("@")[2]
    labels = domain.split(".")
    parents = {".".join(labels[at:]) for at in range(len(labels))}
    is_own = domain == normalize_domain(settings.MAIL_DOMAIN)
    return is_own or not RESERVED_DOMAINS.isdisjoint(parents)
