"""Passkeys in a real browser with a virtual authenticator."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

# Like a phone or a laptop: a resident key, unlocked by a fingerprint or face.
PLATFORM = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def here(page: Page, live_server: Any, people: dict[str, Any], settings: Any) -> str:
    """Return the URL of the site, whose demo players are those of the tests."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": PLATFORM})
    return str(live_server.url)


def test_a_passkey_signs_in_without_an_email(page: Page, here: str) -> None:
    page.goto(here)
    page.get_by_role("button", name="Alice", exact=True).click()
    page.goto(f"{here}/settings/security/webauthn/add/")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(page).to_have_url(f"{here}/settings/security/recovery-codes/")
    page.get_by_role("button", name="Sign out").click()

    page.goto(f"{here}/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()

    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    expect(page.get_by_role("link", name="Alice")).to_be_visible()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", ["", "totp/activate/", "webauthn/", "webauthn/add/"])
def test_nothing_stands_in_the_way_of_anybody(page: Page, here: str, path: str) -> None:
    page.goto(here)
    page.get_by_role("button", name="Alice", exact=True).click()
    page.goto(f"{here}/settings/security/{path}")

    assert Axe().run(page).response["violations"] == []
