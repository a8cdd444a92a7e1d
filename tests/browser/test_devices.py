"""Push notifications in a real browser: the page of a device, its service worker, and offline
mode."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Playwright, expect

from devtools.browser import chromium_path
from notifications.preferences import devices
from notifications.web_push.encryption import encode_base64url

from .conftest import CONTROLLED, find_worker, keep, launch_chromium
from .test_pages import PHONE, demo, look_at, open_page, sign_in

__all__ = ["demo", "open_page"]


@pytest.fixture(scope="module")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Yield a whole Chromium, which has notifications."""
    with launch_chromium(driver, chromium_path(is_whole=True)) as chromium:
        yield chromium


KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
# What the worker shows once it contains these words ("": nothing any more) or after ten seconds;
# while one message replaces another, the browser may list neither.
SHOWN_ONCE = """async (words) => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 1; ; tries += 1) {
    const shown = (await worker.getNotifications()).map((one) => [one.title, one.body, one.tag]);
    if (tries === 200 || (words ? String(shown).includes(words) : !shown.length)) return shown;
    await new Promise((later) => setTimeout(later, 50));
  }
}"""


def test_a_push_is_shown_and_no_network_is_said(
    open_page: Callable[..., Page], people: dict[str, Any], pictures: Path, live_server: Any
) -> None:
    """The worker shows what arrives; a newer message with the same topic replaces the older one."""
    page = open_page(PHONE, "dark", permissions=["notifications"])
    sign_in(page)
    page.goto("/emails/devices/")
    expect(page.locator("[role=status]:not(#announce)")).to_have_text(
        "Push notifications are off for this device."
    )
    expect(page.get_by_role("button", name="Turn on push notifications here")).to_be_enabled()
    page.evaluate(CONTROLLED)

    for said in ("It is your turn.", "Reminder: it is still your turn."):
        news = {"title": "Pebbles #7", "body": said, "tag": "t", "path": "/matches/"}
        push(page, live_server.url, news)
    told = page.evaluate(SHOWN_ONCE, "awaited")
    page.goto("/matches/")
    left = page.evaluate(SHOWN_ONCE, "")
    page.context.set_offline(True)
    page.goto("/matches/")
    keep(page, pictures / "offline-390-dark.png")

    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert told == [["Pebbles #7", "Reminder: it is still your turn.", "t"]]
    assert left == []


def test_the_page_says_what_state_a_device_is_in(
    open_page: Callable[..., Page], people: dict[str, Any], pictures: Path
) -> None:
    """Denied, unsupported, not configured, and without scripts; by keyboard."""
    devices.register_device(
        people["alice"],
        endpoint="https://push.example.org/1",
        key=KEY,
        auth=encode_base64url(bytes(16)),
        agent="Mozilla/5.0 (Android 14; Mobile) Gecko/130.0 Firefox/130.0",
        now=timezone.now(),
    )
    page = open_page(permissions=["notifications"])
    sign_in(page)
    faults = [look_at(page, "/emails/devices/", pictures, "1440-light")]
    button = page.get_by_role("button", name="Turn on push notifications here")
    button.focus()
    page.keyboard.press("Enter")
    # The Chromium of the tests has no push service.
    expect(page.locator("[role=status]:not(#announce)")).to_contain_text("Nothing was changed.")

    page.add_init_script("Object.defineProperty(Notification, 'permission', {value: 'denied'})")
    page.reload()
    expect(page.locator("[role=status]:not(#announce)")).to_contain_text(
        "Your browser blocks notifications from this site."
    )
    expect(button).to_be_hidden()
    page.add_init_script("delete window.PushManager")
    page.reload()
    expect(page.locator("[role=status]:not(#announce)")).to_contain_text(
        "This browser does not support push notifications."
    )

    bare = open_page(PHONE, "dark", java_script_enabled=False)
    sign_in(bare)
    bare.goto("/emails/devices/")
    expect(bare.locator("[role=status]:not(#announce)")).to_contain_text("need JavaScript")
    assert [fault for fault in faults if fault] == []


def push(page: Page, origin: str, said: dict[str, str]) -> None:
    """Deliver a message to the page's worker, as a push service would."""
    page.evaluate(CONTROLLED)
    tools, registration = find_worker(page)
    message = {"origin": origin, "registrationId": registration, "data": json.dumps(said)}
    tools.send("ServiceWorker.deliverPushMessage", message)
