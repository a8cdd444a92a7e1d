"""Chromium for the browser tests: the system's own, one per test process, a new profile per
test."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import greenlet
import pytest
from playwright.sync_api import Browser, CDPSession, Page, Playwright, sync_playwright

from devtools.browser import HOW_TO_GET, chromium_path

from .firefox import FIREFOX

HERE = Path(__file__).parent
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
# What a script waits for in a page may never happen, and Playwright sets no limit to it. Shorter
# than the limit of a whole process in pyproject.toml, which tells no line and ends all its tests.
HANGING_SECONDS = 150
# The same for tests that play whole matches.
LONG_HANGING_SECONDS = 1500


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


@pytest.fixture(autouse=True)
def time_limit(driver: Playwright, request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that waits without end, at the line that waits.

    Playwright waits in another greenlet of the same thread, which runs its event loop; the error is
    thrown into that of the test.
    """
    loop, test = asyncio.get_running_loop(), greenlet.getcurrent()
    is_long = request.node.get_closest_marker("long") is not None
    seconds = LONG_HANGING_SECONDS if is_long else HANGING_SECONDS
    error = TimeoutError(f"The browser has not answered for {seconds} s.")
    timer = threading.Timer(seconds, loop.call_soon_threadsafe, [test.throw, error])
    timer.daemon = True
    timer.start()
    yield
    timer.cancel()


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


# The worker controls the page. (Our Content-Security-Policy stops wait_for_function, which
# evaluates a string, from its second try on.)
CONTROLLED = """async () => {
  const workers = navigator.serviceWorker;
  for (let tries = 1; !workers.controller; tries += 1) {
    if (tries === 300) {
      const found = await workers.getRegistration();
      const states = ["waiting", "active"].map((part) => `${part} ${found?.[part]?.state}`);
      throw new Error(`The worker does not control the page: ${states}`);
    }
    // As the next page does: an installation for which a file was not loaded has failed for good.
    if (tries % 60 === 0) await workers.register("/worker.js").catch(() => {});
    await new Promise((later) => setTimeout(later, 50));
  }
}"""


def find_worker(page: Page) -> tuple[CDPSession, str]:
    """Return the tools of a page's worker, and the id of its registration."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    for _ in range(300):
        if found:
            break
        page.wait_for_timeout(50)
    return tools, found[-1]
