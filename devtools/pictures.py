"""Take the README's pictures of a running service: a match on a phone, an e-mail, a league.

Each is taken in light and dark as the demo's Alice sees it, and stored with a palette.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from devtools.browser import HOW_TO_GET, chromium_path

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
COLORS = 128


class NoBrowser(Exception):
    """No Chromium is installed; the message says how to get it."""


@dataclass(frozen=True)
class Picture:
    """A picture: its name, the size of its window in CSS pixels, the way to what it shows, and
    the element that it shows ("" for the window)."""

    name: str
    width: int
    height: int
    go: Callable[[Page], None]
    element: str = ""


def open_match(page: Page) -> None:
    """Open the first match of Enchanters that waits for an answer."""
    page.goto("/")
    page.locator("a[href$='#question']", has_text="Enchanters").first.click()
    page.locator("#question").wait_for()
    page.evaluate("scrollTo(0, 0)")


def open_email(page: Page) -> None:
    """Open the newest question of Abyss in the demo's mailbox."""
    page.goto("/mailbox/")
    page.get_by_role("link", name="Your turn").filter(has_text="Abyss").first.click()
    page.frame_locator("iframe").get_by_role("link").first.wait_for()


def open_league(page: Page) -> None:
    """Open the season of a league that is being played."""
    page.goto("/leagues/")
    page.get_by_role("link", name="See the season").last.click()


PICTURES = (
    Picture("match", 390, 780, open_match),
    Picture("email", 700, 780, open_email, "iframe"),
    Picture("league", 1180, 780, open_league),
)


def take_pictures(url: str) -> Iterator[Path]:
    """Take all pictures of the service at `url`, and yield each file when it is written.

    Raises NoBrowser.
    """
    path = chromium_path()
    if path is None:
        raise NoBrowser(HOW_TO_GET)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=False, args=["--no-sandbox"]
        )
        for scheme in SCHEMES:
            for picture in PICTURES:
                yield take_picture(browser, url, picture, scheme)


def take_picture(browser: Browser, url: str, picture: Picture, scheme: Scheme) -> Path:
    """Sign in as Alice, take one picture, and return its file."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=scheme,
        reduced_motion="reduce",
        device_scale_factor=1.5,
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Alice").click()
    page.wait_for_load_state()
    picture.go(page)
    page.wait_for_load_state()
    path = FOLDER / f"{picture.name}-{scheme}.png"
    element = page.locator(picture.element) if picture.element else page
    image = Image.open(io.BytesIO(element.screenshot()))
    image.convert("RGB").quantize(COLORS).save(path, optimize=True)
    context.close()
    return path
