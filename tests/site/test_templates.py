"""Templates and style sheets stay readable: each colour once."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SITE_CSS = ROOT / "games" / "static" / "games" / "site.css"


def test_each_token_has_one_place_for_its_light_and_dark_colour() -> None:
    css = SITE_CSS.read_text()
    tokens = re.findall(r"--([\w-]+): (?:#|light-dark\()", css)

    assert len(tokens) > 20 and len(tokens) == len(set(tokens))
    assert "prefers-color-scheme" not in css
