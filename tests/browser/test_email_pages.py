"""Forms on the pages to which e-mails lead, as a browser sends them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Request

from games.models import Match, Player
from tests.email_pages import list_email_pages

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_signs_out_on_a_page_behind_a_link_is_signed_out(
    browser: Browser, live_server: Any, deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    """The form used to be refused as expired: its `Origin` was null."""
    paths = list_email_pages(deal("pebbles", seats=2, now=timezone.now()), people)
    origins: dict[str, str] = {}
    for kind, path in paths.items():
        client = Client()
        client.force_login(people["alice"])
        context = browser.new_context(locale="en-GB")
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()

        def note(request: Request, kind: str = kind) -> None:
            if request.method == "POST":
                origins[kind] = request.all_headers().get("origin", "")

        page.on("request", note)
        page.goto(live_server.url + path)
        page.get_by_role("button", name="Sign out").first.click()
        page.wait_for_url(live_server.url + "/")
        assert page.get_by_role("button", name="Sign out").count() == 0, kind
        context.close()

    assert origins == dict.fromkeys(paths, live_server.url)
