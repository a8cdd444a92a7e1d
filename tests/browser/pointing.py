"""Press what a page shows where it is, as a finger or a pointer does.

Playwright's `click` scrolls and waits by itself, and a script can dispatch events to what nobody
can reach. These functions ask the browser what lies under a point.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

# A phone between its bars, a tablet and a laptop.
PHONE, TABLET, LAPTOP = (390, 664), (820, 1180), (1366, 768)

# Return the controls that a pointer never meets, each with what lies over it: those in sight, and
# those in each fold after opening it. Where a control is larger than what is in sight of it, one
# point of it is enough. Texts for screen readers and links that appear with the focus have no place
# to press.
UNREACHABLE = """() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, label";
  const isOut = (control) => control.closest(".hidden, .skip:not(:focus), [inert]") !== null
    || control.disabled || getComputedStyle(control).pointerEvents === "none"
    || !control.checkVisibility({ visibilityProperty: true }) || !control.getClientRects().length;
  const isMet = (control, x, y) => {
    const there = document.elementFromPoint(x, y);
    const label = there?.closest("label");
    return Boolean(there) && (control.contains(there) || label?.control === control
      || label?.contains(control) || (control.matches("label") && control.control === there));
  };
  const shares = [0.5, 0.1, 0.9, 0.3, 0.7];
  const isReached = (control) => [...control.getClientRects()].some((box) =>
    shares.some((down) => shares.some((along) =>
      isMet(control, box.left + box.width * along, box.top + box.height * down))));
  const isReachedSomewhere = (control) => isReached(control)
    || ["center", "nearest", "start", "end"].some((block) => {
      control.scrollIntoView({ block, inline: "center", behavior: "instant" });
      return isReached(control);
    });
  const name = (one) => one?.cloneNode(false).outerHTML.replace(/\\s+/g, " ").slice(0, 90);
  const describe = (control, when) => {
    control.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = control.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const words = control.textContent.trim().replace(/\\s+/g, " ").slice(0, 30);
    return `${name(control)} "${words}" under ${name(over)}${when}`;
  };
  const list = (within, when) => [...within.querySelectorAll(controls)]
    .filter((control) => !isOut(control) && !isReachedSomewhere(control))
    .map((control) => describe(control, when));
  const faults = list(document, "");
  for (const fold of document.querySelectorAll("details:not([open])")) {
    const closed = [];
    for (let up = fold; up; up = up.parentElement.closest("details")) if (!up.open) closed.push(up);
    if (!closed.at(-1).checkVisibility()) continue;
    for (const each of closed) each.open = true;
    faults.push(...list(fold, ` in ${name(fold)}`));
    for (const each of closed) each.open = false;
  }
  return faults;
}"""


def list_unreachable(page: Page) -> list[str]:
    """Return the visible controls of a page that cannot be pressed where they are."""
    faults: list[str] = page.evaluate(UNREACHABLE)
    return faults


def find_place(target: Locator) -> dict[str, Any]:
    """Return the middle of the part of an element that is in sight, after scrolling to it."""
    target.scroll_into_view_if_needed()
    place: dict[str, Any] = target.evaluate(
        """(element) => {
          const box = [...element.getClientRects()].find((one) => one.width && one.height);
          return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        }"""
    )
    return place


def tap(page: Page, target: Locator) -> None:
    """Tap at the place of an element, whatever lies there."""
    place = find_place(target)
    page.touchscreen.tap(place["x"], place["y"])


def press(page: Page, target: Locator) -> None:
    """Click at the place of an element, whatever lies there."""
    place = find_place(target)
    page.mouse.click(place["x"], place["y"])
