"""What a page may load and run, and that responses are compressed."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/matches/", "/rules/abyss/", "/nowhere/"])
def test_a_page_runs_nothing_but_our_own_files(client: Client, path: str) -> None:
    policy = client.get(path)["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_no_template_needs_what_the_policy_forbids(client: Client) -> None:
    for path in ("/", "/sign-in/", "/matches/", "/rules/abyss/"):
        page = client.get(path).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick=" not in page


def test_a_long_page_travels_compressed(client: Client) -> None:
    page = client.get("/rules/abyss/", headers={"accept-encoding": "gzip"})

    assert page["Content-Encoding"] == "gzip"
