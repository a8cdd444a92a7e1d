"""Which tests are affected by a change."""

from __future__ import annotations

import shutil

import pytest

from abyss_site.bootstrap.stack import ROOT
from devtools.affected_tests import ALWAYS, FAST, changed_files, select_tests


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("games/titles/abyss/rules/council.py", "tests/titles/abyss"),
        ("games/titles/abyss/rules/council.py", "tests/engine/test_every_game.py"),
        ("games/engine/notation.py", "tests/engine"),
        ("games/services/play/votes.py", "tests/games/test_votes.py"),
        ("notifications/incoming/bounces.py", "tests/notifications/test_bounces.py"),
        ("abyss_site/bootstrap/supervisor.py", "tests/site/bootstrap/test_supervisor.py"),
        ("tests/games/test_votes.py", "tests/games/test_votes.py"),
        ("tests/notifications/conftest.py", "tests/notifications/test_bounces.py"),
        ("docs/running.md", "tests/site/test_running_docs.py"),
        ("a_file_that_is_gone.py", "tests/test_architecture.py"),
    ],
)
def test_a_change_touches_what_has_its_name_or_imports_it(changed: str, touched: str) -> None:
    assert touched in select_tests([changed])


def test_a_change_of_one_service_does_not_touch_the_rules() -> None:
    assert not [name for name in select_tests(["games/services/play/votes.py"]) if "titles" in name]


def test_what_everything_stands_on_touches_everything() -> None:
    assert select_tests(["abyss_site/settings.py"]) == ["tests"]
    assert select_tests(["games/migrations/0002_more.py", "README.md"]) == ["tests"]


def test_everything_that_is_selected_exists() -> None:
    for path in (*ALWAYS, *FAST, *select_tests(["games/services/play/votes.py"])):
        assert (ROOT / path).exists(), path


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_what_has_changed_is_named_from_the_root() -> None:
    assert not any(path.startswith(("/", "..")) for path in changed_files())
