"""The pages about the API in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from games.services import tokens

from .conftest import keep

EVIL = "?url=https://evil.example/&configUrl=https://evil.example/&access_token=abp_x&token=abp_x"


def test_a_request_is_tried_with_the_session_and_nothing_from_the_url(
    page: Page, live_server: Any, people: dict[str, Any], settings: Any, pictures: Path
) -> None:
    settings.SITE_URL = live_server.url
    client, faults = Client(), list[str]()
    client.force_login(people["alice"])
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda sent: faults.extend([sent.url] if sent.url.startswith("https://evil") else []),
    )
    tokens.make_token(people["alice"], name="shown", scopes=["read"])

    # The document and what shows it are large.
    page.set_default_timeout(60_000)
    page.goto(f"{live_server.url}/api/try/{EVIL}")
    page.locator("#operations-tag-me").click()
    page.locator("#operations-me-list_tokens .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()

    answer = page.locator("#operations-me-list_tokens .live-responses-table")
    expect(answer).to_contain_text('"name": "shown"', timeout=60_000)
    expect(page.locator(".curl-command")).not_to_contain_text("abp_")
    assert faults == []
    keep(page, pictures / "tried.png")
