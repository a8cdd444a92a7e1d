"""Select tests for `manage.py test --changed` (those affected by a change) and `--fast`.

The selection goes by names and imports, so it is a guess: only the whole suite is conclusive.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from abyss_site.bootstrap.stack import ROOT

# Tests without database, server or browser: rules, engine, e-mail parser, structure and docs.
FAST = (
    *("tests/engine", "tests/titles", "tests/leagues"),
    *("tests/test_architecture.py", "tests/test_docs.py"),
)
NOT_FAST = "not slow and not browser and not long"
# Run whatever has changed.
ALWAYS = ("tests/test_architecture.py", "tests/test_docs.py", "tests/test_doctests.py")
# Files that all tests depend on.
COMMON = (
    *("tests/conftest.py", "abyss_site/settings.py", "pyproject.toml"),
    *("requirements.lock", "requirements-test.lock", "requirements-quality.lock"),
)


def changed_files() -> list[str]:
    """Return the files changed since the last commit, or if there are none, those of the last
    commit.

    Paths are relative to the project's root; deleted files are included.
    """
    paths = _git("diff", "--name-only", "HEAD") + _git("ls-files", "-o", "--exclude-standard")
    return sorted(set(paths or _git("diff", "--name-only", "HEAD~1", "HEAD")))


def select_tests(paths: list[str]) -> list[str]:
    """Return the test files and folders affected by a change of these files.

    ["tests"] if everything may be affected.
    """
    if any(path in COMMON or "/migrations/" in path for path in paths):
        return ["tests"]
    tests = {path.relative_to(ROOT).as_posix(): path for path in ROOT.glob("tests/**/test_*.py")}
    modules_by_test = {name: _imported_modules(path) for name, path in tests.items()}
    test_names = {name for path in paths for name in _touched_by(path, tests, modules_by_test)}
    return sorted({*ALWAYS, *test_names})


def _touched_by(
    path: str, tests: dict[str, Path], modules_by_test: dict[str, frozenset[str]]
) -> Iterator[str]:
    """Yield the tests affected by a change of one file."""
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
        if has_its_name or module in modules_by_test[name] or _is_named_in(path, tests[name]):
            yield name


@cache
def _imported_modules(path: Path) -> frozenset[str]:
    """Return the full names of the modules that a test imports, and of the names it imports from
    them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def _is_named_in(path: str, test: Path) -> bool:
    """Return whether a test names a template, style sheet or page of the docs."""
    is_named = Path(path).suffix in {".html", ".txt", ".css", ".js", ".md", ".yml"}
    return is_named and Path(path).name in test.read_text()


def _git(*arguments: str) -> list[str]:
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return result.stdout.splitlines()
