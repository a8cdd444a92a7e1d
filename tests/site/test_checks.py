"""Settings that are valid but cannot work together."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from abyss_site import checks


@pytest.fixture
def real_site(settings: Settings) -> Settings:
    """Set up a correct site that sends e-mails to the internet."""
    settings.DEV_MAILBOX = False
    settings.MAIL_DOMAIN = "play.example.org"
    settings.SITE_URL = "https://play.example.org"
    settings.SITE_HOST = "play.example.org"
    settings.SITE_IS_SECURE = True
    settings.DEMO = False
    return settings


def test_a_real_site_has_nothing_to_be_told(real_site: Settings) -> None:
    assert all_ids() == []


def test_a_short_secret_is_an_error(real_site: Settings) -> None:
    real_site.SECRET_KEY = "hush"

    assert all_ids() == ["abyss.E001"]


def test_emails_nobody_can_answer_are_an_error(real_site: Settings) -> None:
    real_site.MAIL_DOMAIN = "abyss.localhost"

    assert all_ids() == ["abyss.E002"]


def test_one_port_for_two_is_an_error(real_site: Settings) -> None:
    real_site.PORT = real_site.SMTP_PORT

    assert all_ids() == ["abyss.E003"]


def test_links_that_lead_to_the_readers_own_machine_are_a_warning(
    real_site: Settings,
) -> None:
    real_site.SITE_HOST = "localhost"

    assert all_ids() == ["abyss.W001"]


@pytest.mark.parametrize("name", ["SECRET_KEY_FALLBACKS", "SIGNING_KEY_FALLBACKS"])
def test_a_short_secret_of_earlier_times_is_an_error(real_site: Settings, name: str) -> None:
    setattr(real_site, name, ["x" * 40, "hush"])

    assert all_ids() == ["abyss.E005"]


def all_ids() -> list[str]:
    found = [
        *checks.check_secret_key(),
        *checks.check_mail_domain(),
        *checks.check_ports(),
        *checks.check_links_in_emails(),
        *checks.check_old_secrets(),
    ]
    return [str(message.id) for message in found]
