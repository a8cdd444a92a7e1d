"""Which tests a change touches: `manage.py test --changed`, and the quick ones: `--fast`.

By names and imports, so it is a guess: the whole suite decides.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from abyss_site.bootstrap.stack import ROOT

# No database, server or browser: rules, engine, the parser of e-mails, structure and docs.
FAST = (
    *("tests/engine", "tests/titles", "tests/leagues"),
    *("tests/test_architecture.py", "tests/test_docs.py"),
)
NOT_FAST = "not slow and not browser and not long"
# Looked at whatever has changed.
ALWAYS = ("tests/test_architecture.py", "tests/test_docs.py")
# What the tests of everything stand on.
COMMON = ("tests/conftest.py", "abyss_site/settings.py", "pyproject.toml", "requirements.lock")


def changed_files() -> list[str]:
    """Return what differs from the last commit, or, if nothing does, what the last commit changed.

    Paths are relative to the project's root; deleted files are among them.
    """
    found = _git("diff", "--name-only", "HEAD") + _git("ls-files", "-o", "--exclude-standard")
    return sorted(set(found or _git("diff", "--name-only", "HEAD~1", "HEAD")))


def select_tests(changed: list[str]) -> list[str]:
    """Return the test files and folders that a change of these files touches.

    ["tests"] if it may touch everything.
    """
    if any(path in COMMON or "/migrations/" in path for path in changed):
        return ["tests"]
    tests = {path.relative_to(ROOT).as_posix(): path for path in ROOT.glob("tests/**/test_*.py")}
    imported = {name: _imported_modules(path) for name, path in tests.items()}
    selected = {name for path in changed for name in _touched_by(path, tests, imported)}
    return sorted({*ALWAYS, *selected})


def _touched_by(
    path: str, tests: dict[str, Path], imported: dict[str, frozenset[str]]
) -> Iterator[str]:
    """Yield the tests that a change of one file touches."""
    parts = Path(path).parts
    if path in tests:
        yield path
    elif parts[0] == "tests":
        yield from (name for name in tests if Path(name).is_relative_to(Path(path).parent))
    elif parts[:2] == ("games", "titles") and len(parts) > 3:
        yield f"tests/titles/{parts[2]}"
        yield "tests/engine/test_every_game.py"
    elif parts[:2] in {("games", "engine"), ("games", "leagues")}:
        yield f"tests/{parts[1]}"
    stem, module = Path(path).stem.strip("_"), ".".join(Path(path).with_suffix("").parts)
    for name in tests:
        has_its_name = Path(name).stem == f"test_{stem}"
        if has_its_name or module in imported[name] or _is_named_in(path, tests[name]):
            yield name


@cache
def _imported_modules(path: Path) -> frozenset[str]:
    """Return the full names of modules that a test imports, and of what it imports from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def _is_named_in(path: str, test: Path) -> bool:
    """Tell whether a test names a template, style sheet or page of the docs."""
    is_named = Path(path).suffix in {".html", ".txt", ".css", ".js", ".md", ".yml"}
    return is_named and Path(path).name in test.read_text()


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
