"""From a report to “warned and settled” in a browser, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Page, expect

from games.models import Match, Player, Report
from games.services import chat
from games.services.moderation import reports

from .conftest import keep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_is_warned_and_settled_without_leaving_it(
    page: Page,
    live_server: Any,
    deal: Callable[..., Match],
    people: dict[str, Player],
    pictures: Path,
    width: int,
    scheme: Any,
) -> None:
    match = deal("pebbles", seats=2)
    bob = people["bob"]
    said = chat.send_message(match, bob, "You are slow!", key="k")
    report = reports.report_player(people["alice"], bob, "He is rude.", match=match, message=said)
    mo = Player.objects.create_user("mo@example.org", "hush-hush-hush", is_staff=True)
    mo.groups.add(Group.objects.get_or_create(name="moderator")[0])
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{live_server.url}/admin/")
    page.fill("[name=username]", "mo@example.org")
    page.fill("[name=password]", "hush-hush-hush")
    page.press("[name=password]", "Enter")
    page.wait_for_selector("text=To do")
    keep(page, pictures / f"front-{width}-{scheme}.png")

    page.goto(f"{live_server.url}/admin/games/report/{report.pk}/change/")
    keep(page, pictures / f"report-{width}-{scheme}.png")
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    cut = "[...document.querySelectorAll('h1 > *')].filter(e => e.scrollWidth > e.clientWidth + 1)"
    assert page.evaluate(f"{cut}.map(e => e.textContent)") == []
    page.click(".desk-actions a[href*='/desk/warn/']")
    page.fill("[name=told]", "Please be kind.")
    page.fill("[name=reason]", "One message.")
    page.click("text=What would change?")
    expect(page.locator("text=Bob is warned")).to_be_visible()
    keep(page, pictures / f"warn-{width}-{scheme}.png")
    page.click("text=Do it")
    page.wait_for_url(f"{live_server.url}/admin/games/report/{report.pk}/change/")
    keep(page, pictures / f"done-{width}-{scheme}.png")
    page.goto(f"{live_server.url}/admin/games/report/?outcome__exact=upheld")
    keep(page, pictures / f"list-{width}-{scheme}.png")
    page.goto(f"{live_server.url}/admin/desk/rewind/?match={match.pk}")
    keep(page, pictures / f"rewind-{width}-{scheme}.png")

    assert Report.objects.get().outcome == Report.Outcome.UPHELD
    assert not complaints
