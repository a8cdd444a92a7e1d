"""Chromium for the browser tests: the system's own, one per test process, a new profile per
test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from abyss_site.browser import HOW_TO_GET, chromium_path

from .firefox import FIREFOX

HERE = Path(__file__).parent
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


def pytest_configure() -> None:
    # Playwright's event loop runs in the thread of the test, which Django would take for async
    # code.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    without = [] if FIREFOX else [one for one in items if one.get_closest_marker("firefox")]
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = [one for one in items if one not in without]


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Yield the driver of a browser; without one skip the test, or fail if it is required.

    The driver itself needs libraries that come with a browser.
    """
    if chromium_path() is None and not FIREFOX:
        require_chromium()
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Yield a headless Chromium."""
    with launch_chromium(driver, chromium_path()) as chromium:
        yield chromium


def require_chromium() -> NoReturn:
    if os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(HOW_TO_GET)
    pytest.skip(HOW_TO_GET)


@contextmanager
def launch_chromium(driver: Playwright, path: str | None) -> Iterator[Browser]:
    if path is None:
        require_chromium()
    chromium = driver.chromium.launch(
        executable_path=path, headless=True, chromium_sandbox=False, args=OPTIONS
    )
    yield chromium
    chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield an empty page with its own cookies, in English, of the size of a small laptop."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return the folder for screenshots, if they are kept."""
    return Path(os.environ.get("PICTURES", tmp_path))


def keep(page: Page, picture: Path) -> None:
    """Take a screenshot if PICTURES names a folder for them, because it takes a while."""
    if "PICTURES" in os.environ:
        picture.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=picture, full_page=True)
