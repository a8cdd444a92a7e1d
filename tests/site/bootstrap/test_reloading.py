"""`manage.py up --reload`: changed code is served without a manual restart."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from abyss_site.bootstrap import reloading
from abyss_site.bootstrap.reloading import FOLDERS, SourceWatcher, needs_setup
from tests.services import put_database

from .test_up import PATIENCE, ROOT, Up, eventually


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of two files, watched without a minimum interval."""
    monkeypatch.setattr(reloading, "LOOK_EVERY_SECONDS", 0)
    for name in ("games/rules.py", "templates/page.html"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("")
    return tmp_path


def test_nothing_has_changed_until_something_has(tree: Path) -> None:
    assert SourceWatcher(tree).changed_files() == []


def test_a_change_is_seen_once(tree: Path) -> None:
    watcher = SourceWatcher(tree)
    os.utime(tree / "games/rules.py", (1, 1))

    assert watcher.changed_files() == ["games/rules.py"]
    assert watcher.changed_files() == []


def test_files_that_come_and_go_are_changes(tree: Path) -> None:
    watcher = SourceWatcher(tree)
    (tree / "games/votes.py").touch()
    (tree / "templates/page.html").unlink()

    assert watcher.changed_files() == ["games/votes.py", "templates/page.html"]


def test_what_no_process_reads_is_no_change(tree: Path) -> None:
    watcher = SourceWatcher(tree)
    (tree / "games/rules.pyc").touch()
    (tree / "notes.py").touch()

    assert watcher.changed_files() == []


def test_migrations_and_static_files_need_more_than_a_restart() -> None:
    assert needs_setup(["games/models/votes.py", "games/migrations/0002_more.py"])
    assert needs_setup(["games/static/games/style.css"])
    assert not needs_setup(["games/models/votes.py"])


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Up]:
    """Yield a running `up --reload` in a copy of the project."""
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / "copy" / folder, ignore=ignored)
    for name in ("manage.py", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / "copy" / name)
    data = tmp_path / "data"
    data.mkdir()
    put_database(data)
    running = Up(data, "--reload", root=tmp_path / "copy")
    assert eventually(running.is_ready, 3 * PATIENCE), running.output.read_text()
    yield running
    running.process.terminate()
    running.process.wait(30)


@pytest.mark.slow
@pytest.mark.xdist_group("up")
def test_a_changed_file_restarts_every_process_and_is_served(copied: Up) -> None:
    before, page = copied.pids(), copied.root / "templates/base.html"

    page.write_text(page.read_text().replace("</body>", "<p>Changed just now.</p></body>"))

    assert eventually(lambda: b"Changed just now." in copied.get("/sign-in/")[1])
    assert eventually(lambda: not set(before) & set(copied.pids()))
    assert "templates/base.html changed; restarting." in copied.output.read_text()
