"""`manage.py` before anything is installed, in a small tree with an empty lock."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# Code that runs before there is an environment, in any version of Python.
BEFORE_ANYTHING = (
    *("manage.py", "abyss_site/__init__.py"),
    *("abyss_site/bootstrap/__init__.py", "abyss_site/bootstrap/virtualenv.py"),
)
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-quality.lock")
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
TELL = "import sys\n\ndef run(arguments):\n    print(sys.prefix, *arguments[1:])\n    return 0\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a checkout whose only command prints where it runs."""
    (tmp_path / "abyss_site/bootstrap").mkdir(parents=True)
    for name in BEFORE_ANYTHING:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "abyss_site/bootstrap/command_line.py").write_text(TELL)
    for name in LOCKS:
        (tmp_path / name).write_text("")
    return tmp_path


def start(tree: Path, python: str = BASE_PYTHON, command: str = "hello") -> subprocess.Popen[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tree / "home")}
    return subprocess.Popen(
        [python, "manage.py", command],
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(tree: Path, python: str = BASE_PYTHON, command: str = "hello") -> tuple[str, str]:
    process = start(tree, python, command)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.strip(), err


def test_the_first_start_builds_the_environment_and_continues_in_it(tree: Path) -> None:
    out, err = run(tree)

    assert out == f"{tree}/.venv hello"
    assert "Building .venv" in err


def test_the_second_start_builds_nothing(tree: Path) -> None:
    run(tree)

    out, err = run(tree)

    assert (out, err) == (f"{tree}/.venv hello", "")


def test_a_changed_lock_is_followed_from_inside_too(tree: Path) -> None:
    run(tree)
    (tree / "requirements.lock").write_text("# changed\n")

    out, err = run(tree, str(tree / ".venv/bin/python"))

    assert out == f"{tree}/.venv hello"
    assert "bringing .venv up to date" in err


def test_the_tools_are_added_when_a_command_needs_them_and_stay(tree: Path) -> None:
    run(tree)

    _, added = run(tree, command="test")
    _, again = run(tree, command="test")
    _, others = run(tree)
    (tree / "requirements.lock").write_text("# changed\n")
    run(tree)

    assert "requirements-test.lock and requirements-quality.lock is needed" in added
    assert (again, others) == ("", "")
    assert "requirements-test.lock" in (tree / ".venv/.built-from").read_text()


def test_an_interrupted_build_is_begun_again(tree: Path) -> None:
    run(tree)
    (tree / ".venv/.built-from").unlink()
    shutil.rmtree(tree / ".venv/lib")

    out, err = run(tree)

    assert out == f"{tree}/.venv hello"
    assert "Building .venv" in err


def test_the_environment_of_another_checkout_is_left_alone(tree: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    (theirs / "bin").mkdir(parents=True)
    (theirs / "bin/python").symlink_to(BASE_PYTHON)
    stamp = f"{'0' * 64}\n{sys.version_info[0]}.{sys.version_info[1]}\n"
    (theirs / ".built-from").write_text(stamp)
    (tree / ".venv").symlink_to(theirs)

    out, _ = run(tree)

    assert out == f"{tree}/.venv hello"
    assert not (tree / ".venv").is_symlink()
    assert (theirs / ".built-from").read_text() == stamp


def test_of_two_first_starts_at_once_one_builds(tree: Path) -> None:
    both = [start(tree), start(tree)]

    told = [process.communicate(timeout=120) for process in both]

    assert [out.strip() for out, _ in told] == [f"{tree}/.venv hello"] * 2
    assert sum("Building .venv" in err for _, err in told) == 1


def test_an_environment_with_our_packages_is_used_as_it_is(tree: Path) -> None:
    out, err = run(tree, sys.executable)

    assert (out, err) == (f"{sys.prefix} hello", "")
    assert not (tree / ".venv").exists()


@pytest.mark.parametrize("name", BEFORE_ANYTHING)
def test_an_old_python_can_read_why_it_is_too_old(name: str) -> None:
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


TEXTS = {name: (ROOT / name).read_text() for name in LOCKS}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]


def names_in(text: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", text, re.M))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_exact_versions_with_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", TEXTS[lock].strip())

    loose = [
        entry for entry in entries if not re.match(r"[\w.-]+==\S+.*\\\n +--hash=sha256:", entry)
    ]

    assert loose == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_no_address_and_no_path(lock: str) -> None:
    address = r"://|^\s*(-i|-f|--(extra-)?index-url|--find-links)|#|@ "
    assert not re.search(address, TEXTS[lock], re.M)


@pytest.mark.parametrize(
    ("wanted", "locks"),
    [
        (PROJECT["project"]["dependencies"], LOCKS[:1]),
        (GROUPS["test"], LOCKS[:2]),
        (GROUPS["quality"], LOCKS),
    ],
    ids=["runtime", "test", "quality"],
)
def test_everything_the_project_asks_for_is_locked(
    wanted: list[str], locks: tuple[str, ...]
) -> None:
    names = {re.split(r"[\[<>=!~ ]", line)[0].lower() for line in wanted}

    assert names <= set().union(*(names_in(TEXTS[lock]) for lock in locks))


def test_no_package_is_in_two_locks_and_the_service_has_no_tools() -> None:
    runtime, test, quality = (names_in(TEXTS[lock]) for lock in LOCKS)

    assert not runtime & test and not (runtime | test) & quality
    assert not runtime & {"pytest", "playwright", "mypy", "ruff", "djlint", "pip-audit"}
