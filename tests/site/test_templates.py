"""Templates and style sheets stay readable: short lines, and each colour once."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = ROOT / "templates"
SITE_CSS = ROOT / "games" / "static" / "games" / "site.css"
# Of a line, and the share of longer ones. White space beside text would be rendered, so that not
# every line can be broken.
LONGEST, MOST_LONG = 160, 0.005


def test_lines_of_templates_are_short() -> None:
    lines = [
        (f"{path.relative_to(ROOT)}:{number}", line)
        for path in sorted(TEMPLATES.rglob("*.*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
    ]
    long = [where for where, line in lines if len(line) > LONGEST]

    assert len(long) <= MOST_LONG * len(lines), long


def test_each_token_has_one_place_for_its_light_and_dark_colour() -> None:
    css = SITE_CSS.read_text()
    tokens = re.findall(r"--([\w-]+): (?:#|light-dark\()", css)

    assert len(tokens) > 20 and len(tokens) == len(set(tokens))
    assert "prefers-color-scheme" not in css
