"""The client's address behind proxies: TRUSTED_PROXIES, and what clients cannot forge."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from abyss_site.bootstrap import environment
from abyss_site.core.http import proxies
from games.services.rate_limits import address_of

VISITOR = "198.51.100.7"


@pytest.fixture
def behind(settings: Any) -> Any:
    """`behind(2)`: a site behind two proxies, which connect from private networks."""

    def set_up(many: int) -> None:
        settings.TRUSTED_PROXIES = many
        settings.TRUSTED_PROXY_NETWORKS = list(map(ip_network, environment.PRIVATE_NETWORKS))

    return set_up


def address(peer: str, forwarded: str | None = None) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return proxies.client_address(RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers))


@pytest.mark.parametrize(
    ("many", "peer", "forwarded", "expected"),
    [
        (0, VISITOR, None, VISITOR),
        (0, VISITOR, "203.0.113.9", VISITOR),
        (0, "127.0.0.1", "203.0.113.9", "127.0.0.1"),
        (1, "127.0.0.1", VISITOR, VISITOR),
        (1, "::1", VISITOR, VISITOR),
        (1, "", VISITOR, VISITOR),
        (1, "172.18.0.4", f"1.1.1.1, 2.2.2.2,{VISITOR}", VISITOR),
        (2, "10.0.0.1", f"1.1.1.1, {VISITOR}, 10.0.0.9", VISITOR),
        # Not from one of our proxies.
        (1, "203.0.113.9", VISITOR, "203.0.113.9"),
        # Fewer entries than proxies: it has not passed all of them.
        (2, "10.0.0.1", VISITOR, "10.0.0.1"),
        (1, "127.0.0.1", None, "127.0.0.1"),
        (1, "127.0.0.1", "", "127.0.0.1"),
        # Other forms that proxies write, and invalid addresses.
        (1, "127.0.0.1", f"{VISITOR}:52100", VISITOR),
        (1, "127.0.0.1", "[2001:DB8::1]:52100", "2001:db8::1"),
        (1, "127.0.0.1", f"::ffff:{VISITOR}", VISITOR),
        (1, "127.0.0.1", "unknown", "127.0.0.1"),
        (1, "127.0.0.1", "\x00, <script>", "127.0.0.1"),
    ],
)
def test_the_address_is_the_one_that_our_outermost_proxy_saw(
    behind: Any, many: int, peer: str, forwarded: str | None, expected: str
) -> None:
    behind(many)

    assert address(peer, forwarded) == expected


def test_proxies_elsewhere_are_believed_from_the_networks_that_are_named(
    behind: Any, settings: Any
) -> None:
    behind(1)
    settings.TRUSTED_PROXY_NETWORKS = [ip_network("203.0.113.0/24")]

    assert address("203.0.113.9", VISITOR) == VISITOR
    assert address("10.0.0.1", VISITOR) == "10.0.0.1"


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
        ("::ffff:198.51.100.7", "::ffff:198.51.100.8", False),
        ("198.51.100.7", "198.51.100.8", False),
    ],
)
def test_ipv6_counts_by_household_and_ipv4_by_address(one: str, other: str, is_same: bool) -> None:
    first, second = (address_of(RequestFactory().get("/", REMOTE_ADDR=it)) for it in (one, other))

    assert (first == second) == is_same


def test_allauth_counts_by_the_same_address(behind: Any) -> None:
    behind(1)
    request = RequestFactory().get(
        "/", REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": f"1.1.1.1, {VISITOR}"}
    )

    assert get_adapter(request).get_client_ip(request) == VISITOR


def ask(number: int, *, forged: str = "") -> int:
    """Request a sign-in e-mail as person `number` behind the proxy; return the status."""
    seen = ", ".join(filter(None, [forged, f"198.51.100.{number}"]))
    headers = {"X-Forwarded-For": seen}
    return (
        Client(REMOTE_ADDR="127.0.0.1")
        .post("/sign-in/", {"email": "no"}, headers=headers)
        .status_code
    )


@pytest.mark.django_db
def test_34_people_behind_one_proxy_have_34_limits(behind: Any) -> None:
    """They used to share one: after 30 requests by anybody all were refused."""
    behind(1)

    answers = [ask(number) for number in range(100, 134) for _ in range(2)]

    assert answers == [422] * 68


@pytest.mark.django_db
def test_nobody_chooses_an_address_by_a_header(behind: Any) -> None:
    """That used to be possible by naming another address in each request."""
    behind(1)

    answers = [ask(200, forged=f"203.0.113.{number}") for number in range(31)]

    assert answers == [422] * 30 + [429]


@pytest.mark.django_db
def test_only_our_proxies_say_that_a_connection_is_encrypted(behind: Any, settings: Any) -> None:
    behind(1)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    seen: list[bool] = []

    def note_scheme(request: HttpRequest) -> HttpResponse:
        seen.append(request.is_secure())
        return HttpResponse()

    answered = proxies.drop_untrusted_headers(note_scheme)

    for peer in ("127.0.0.1", "203.0.113.9"):
        answered(
            RequestFactory().get("/", REMOTE_ADDR=peer, headers={"X-Forwarded-Proto": "https"})
        )

    assert seen == [True, False]
