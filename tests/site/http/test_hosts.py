"""Names under which the site is asked: its own, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.checks import run_checks
from django.test import Client

from abyss_site.checks import check_host_names

pytestmark = pytest.mark.django_db

PATHS = (
    *("/", "/sign-in/", "/matches/", "/robots.txt", "/admin/", "/api/v1/matches/", "/nothing/"),
    *("/static/games/updates.js", "/feeds/x/news.atom", "/api/v1/matches/1/view/", "/worker.js"),
)
MONITORED = ("/health/", "/metrics")
ADDRESSES = ("10.1.2.3", "10.1.2.3:8000", "[fd00::7]:8000", "127.0.0.1:8000", "localhost")


@pytest.fixture
def public(settings: Any) -> Any:
    settings.SITE_URL, settings.SITE_HOST = "https://play.example.org", "play.example.org"
    settings.SITE_IS_LOCAL = False
    settings.ALLOWED_HOSTS = ["play.example.org", "localhost", "127.0.0.1", "[::1]"]
    settings.TRUSTED_PROXIES = 1
    return settings


def ask(path: str, host: str, **more: Any) -> int:
    client = Client(raise_request_exception=False, REMOTE_ADDR="10.0.0.9")
    return int(
        client.get(path, HTTP_HOST=host, HTTP_X_FORWARDED_FOR="192.0.2.7", **more).status_code
    )


@pytest.mark.parametrize("path", (*PATHS, *MONITORED))
@pytest.mark.parametrize(
    "host", ["evil.example", "play.example.org.evil.example", "a b", "[::", ""]
)
def test_nothing_is_served_under_a_name_that_is_not_the_sites(
    public: Any, path: str, host: str
) -> None:
    assert ask(path, host) == 400


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["10.1.2.3", "[fd00::7]:8000", "localhost", "127.0.0.1:8000"])
def test_an_address_is_no_name_of_a_public_site(public: Any, path: str, host: str) -> None:
    assert ask(path, host) in (400, 421)


@pytest.mark.parametrize("host", ADDRESSES)
def test_a_probe_asks_for_the_health_by_an_address(public: Any, host: str) -> None:
    assert ask("/health/", host) in (200, 503)
    assert ask("/metrics", host) not in (400, 421)


def test_a_probe_that_names_no_host_is_answered(public: Any) -> None:
    """HTTP/1.0 has no Host header; then the server's own address counts."""
    client = Client(raise_request_exception=False, SERVER_NAME="10.1.2.3")

    assert client.get("/health/").status_code in (200, 503)
    assert client.get("/").status_code == 400


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_a_public_site_is_usable_from_its_own_machine(public: Any, host: str) -> None:
    client = Client(REMOTE_ADDR="127.0.0.1")

    assert client.get("/sign-in/", HTTP_HOST=host).status_code == 200


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]"])
def test_a_site_on_localhost_stays_usable(host: str) -> None:
    assert ask("/sign-in/", host) == 200


def test_the_file_that_the_tests_ask_for_exists() -> None:
    assert finders.find("games/updates.js")


@pytest.mark.parametrize("hosts", [["*"], ["other.example"], [".example.org", "play.example.org"]])
def test_a_check_explains_settings_that_serve_other_names(public: Any, hosts: list[str]) -> None:
    public.ALLOWED_HOSTS = hosts

    [found] = check_host_names()

    assert found.id == "abyss.E006" and "SITE_URL" in str(found.hint)


def test_the_default_settings_pass_the_check() -> None:
    assert not [message for message in run_checks() if message.id == "abyss.E006"]
