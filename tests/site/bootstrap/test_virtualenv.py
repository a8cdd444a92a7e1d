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
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
TELL = "import sys\n\ndef run(arguments):\n    print(sys.prefix, *arguments[1:])\n    return 0\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a checkout whose only command prints where it runs."""
    (tmp_path / "abyss_site/bootstrap").mkdir(parents=True)
    for name in BEFORE_ANYTHING:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "abyss_site/bootstrap/command_line.py").write_text(TELL)
    (tmp_path / "requirements.lock").write_text("")
    return tmp_path


def start(tree: Path, python: str = BASE_PYTHON) -> subprocess.Popen[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tree / "home")}
    return subprocess.Popen(
        [python, "manage.py", "hello"],
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(tree: Path, python: str = BASE_PYTHON) -> tuple[str, str]:
    process = start(tree, python)
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


LOCK = (ROOT / "requirements.lock").read_text()


def test_the_lock_names_exact_versions_with_hashes() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.strip())

    loose = [
        entry for entry in entries if not re.match(r"[\w.-]+==\S+.*\\\n +--hash=sha256:", entry)
    ]

    assert loose == []


def test_the_lock_holds_no_address_and_no_path() -> None:
    assert not re.search(r"://|^\s*(-i|-f|--(extra-)?index-url|--find-links)|#|@ ", LOCK, re.M)


def test_everything_the_project_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *sum(project["dependency-groups"].values(), [])]

    names = {re.split(r"[\[<>=!~ ]", line)[0].lower() for line in wanted}

    assert names <= set(re.findall(r"^([\w.-]+)==", LOCK, re.M))
