"""Every example in a docstring gives what it says."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "notifications", "abyss_site", "devtools")
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)


def list_modules() -> dict[str, int]:
    """Return module -> the number of examples in its source, for each that has any."""
    found = {}
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        if many := len(EXAMPLE.findall(path.read_text("utf-8"))):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = many
    return found


MODULES = list_modules()


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_right(module: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)

    for test in doctest.DocTestFinder().find(import_module(module)):
        runner.run(test, out=told.append)

    assert not told, "".join(told)
    # One in a place where none is looked for, such as a nested function, would never be run.
    assert runner.tries == MODULES[module]


def test_examples_are_found() -> None:
    assert len(MODULES) > 40
