"""An app of another origin in a real browser: it signs in by OAuth and plays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.services import apps

from .conftest import keep

EXAMPLES = Path(__file__).resolve().parents[2] / "docs/examples"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_origin() -> Iterator[str]:
    """Serve docs/examples/ at another origin, as somebody else's site would."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=EXAMPLES))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_browser_app_of_another_origin_signs_in_and_plays(
    page: Page,
    live_server: Any,
    deal: Callable[..., Match],
    people: dict[str, Any],
    settings: Any,
    other_origin: str,
    pictures: Path,
) -> None:
    settings.SITE_URL = live_server.url
    match = deal("pebbles", seats=2, now=timezone.now())
    uri = f"{other_origin}/app.html"
    app = apps.register_app(
        people["bob"], name="Deep Blue", website="https://app.example.org/",
        redirect_uris=[uri], uses_device_codes=False,
    )  # fmt: skip
    client = Client()
    client.force_login(people["alice"])
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    page.goto(f"{uri}?site={live_server.url}&client_id={app.pk}")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Allow Deep Blue?")).to_be_visible()
    keep(page, pictures / "consent.png")
    page.get_by_role("button", name="Don’t allow").click()
    expect(page.get_by_role("status")).to_have_text("Not allowed: access_denied.")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Signed in as Alice.")
    page.get_by_role("button", name="Give the first answer").click()

    expect(page.get_by_role("status")).to_contain_text("Played: take.")
    expect(page.get_by_role("status")).not_to_contain_text("null")
    match.refresh_from_db()
    assert match.moves.filter(source="api", seat=0).count() == 1
    # Cookies of the site are of no use to another origin.
    read = "url => fetch(url, {credentials: 'include'}).then(() => 'read', () => 'refused')"
    assert page.evaluate(read, f"{live_server.url}/api/v1/me/") == "refused"
