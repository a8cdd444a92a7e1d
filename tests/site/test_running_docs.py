"""docs/running.md is complete and names only what exists."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs/running.md").read_text()
READ = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "abyss_site/settings.py").read_text()))


def test_every_variable_that_is_read_is_explained() -> None:
    explained = set(re.findall(r"^\| `([A-Z_]+)`", DOCS, re.M))

    assert explained == READ


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", DOCS)) - {"builds"}

    assert named <= set(get_commands())
