"""The admin site in a browser: sign in, prepare an action, preview it, confirm it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Page

from games.models import AuditLogEntry, Match, Player
from games.presentation.action_labels import LABELS

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_helper_pauses_a_match_and_is_refused_what_is_not_theirs(
    page: Page, live_server: Any, deal: Callable[..., Match]
) -> None:
    """The policy of the admin site lets its scripts run: there are no errors on the console."""
    match = deal("pebbles", seats=2)
    hal = Player.objects.create_user("hal@example.org", "hush-hush-hush", is_staff=True)
    # Groups are created by migrations; other transactional tests have deleted them.
    hal.groups.add(Group.objects.get_or_create(name="helper")[0])
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto(f"{live_server.url}/admin/")
    page.fill("[name=username]", "hal@example.org")
    page.fill("[name=password]", "hush-hush-hush")
    page.press("[name=password]", "Enter")
    page.wait_for_selector("text=Stuck matches")
    page.goto(f"{live_server.url}/admin/games/match/{match.pk}/change/")
    assert page.locator("nav a[href*='/desk/void/']").count() == 0
    page.click(".desk-actions a[href*='/desk/pause/']")
    page.fill("[name=reason]", "a storm")
    page.click("text=What would change?")
    page.wait_for_selector("text=The clocks of all seats stand still")
    assert AuditLogEntry.objects.get().step == "rehearsed"
    page.click("text=Do it")
    page.wait_for_url(f"{live_server.url}/admin/games/match/{match.pk}/change/")

    assert AuditLogEntry.objects.get(step="done").by == hal and Match.objects.get().paused_at
    assert not complaints
    refused = page.goto(f"{live_server.url}/admin/desk/void/?match={match.pk}")
    assert refused and refused.status == 403


# The widths of texts in the font of icons: a name that the font has is drawn as one square.
WIDTHS = """async (names) => {
  await document.fonts.load("24px 'Material Symbols Outlined'");
  return names.map((name) => {
    const icon = document.createElement("span");
    icon.className = "material-symbols-outlined";
    icon.style.cssText = "font-size: 24px; position: absolute; width: auto";
    icon.textContent = name;
    document.body.append(icon);
    return icon.scrollWidth;
  });
}"""


def test_the_font_has_the_icon_of_each_action(page: Page, live_server: Any) -> None:
    icons = sorted({icon for _label, icon in LABELS.values()})
    page.goto(f"{live_server.url}/admin/login/")

    widths = page.evaluate(WIDTHS, [*icons, "no_such_icon"])

    assert dict(zip(icons, widths, strict=False)) == dict.fromkeys(icons, 24)
    assert widths[-1] > 24
