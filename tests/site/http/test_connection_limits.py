"""Which connections count together, and which are not counted."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest

from abyss_site.core.http.proxies import is_proxy, network_of


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_network_that_one_customer_has_is_one_address(address: str, counted: str) -> None:
    assert network_of(address) == counted


@pytest.mark.parametrize(
    ("proxies", "address", "is_ours"),
    [
        (1, "10.0.0.7", True),
        (1, "fd00:1:2:3::7", True),
        (1, "192.0.2.1", False),
        # By a Unix socket.
        (1, "", True),
        (0, "10.0.0.7", False),
    ],
)
def test_proxies_of_ours_are_not_counted(
    settings: Any, proxies: int, address: str, is_ours: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    settings.TRUSTED_PROXY_NETWORKS = [
        ipaddress.ip_network("10.0.0.0/8"),
        ipaddress.ip_network("fd00::/8"),
    ]

    assert is_proxy(address) is is_ours
