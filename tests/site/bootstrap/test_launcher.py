"""Processes that are forked from one that has loaded the service."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from abyss_site.bootstrap.children import Child
from abyss_site.bootstrap.launcher import launch
from abyss_site.bootstrap.processes import command_line

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="they are started one by one")

SCRIPT = """
import os, sys, time
print("begun", sys.argv[1], "django.apps" in sys.modules, flush=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.02)
sys.exit(3)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def test_they_are_children_like_those_that_are_started_alone(
    tmp_path: Path, script: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What they say is passed on, the list of processes shows their commands, and they end."""
    ends = [tmp_path / "a", tmp_path / "b"]
    children = [
        Child(end.name, [sys.executable, str(script), str(end)], dict(os.environ)) for end in ends
    ]

    launch(children, dict(os.environ), lambda: False)

    pids = [child.pid for child in children]
    assert all(pids) and [child.exit_code() for child in children] == [None, None]
    assert [os.getpgid(pid or 0) for pid in pids] == pids
    for child in children:
        give_up = time.monotonic() + 30
        while command_line(child.pid or 0) != " ".join(child.command):
            assert time.monotonic() < give_up, command_line(child.pid or 0)
            time.sleep(0.02)
    ends[0].touch()
    assert children[0].process and children[0].process.wait(30) == 3
    children[0].wait_for_output(30)
    children[1].ask_to_stop()
    children[1].stop(give_up=time.monotonic() + 30)
    children[1].wait_for_output(30)
    assert children[1].exit_code() == -15
    said = capfd.readouterr().out
    assert f"       a | begun {ends[0]} True" in said
    assert f"       b | begun {ends[1]} True" in said


def test_what_cannot_be_loaded_leaves_them_to_be_started_alone(
    tmp_path: Path, script: Path
) -> None:
    child = Child("a", [sys.executable, str(script), str(tmp_path)], dict(os.environ))

    launch([child], {**os.environ, "DJANGO_SETTINGS_MODULE": "no_such_settings"}, lambda: False)

    assert child.process is None
    assert child.restart_if_due()
    child.stop(give_up=time.monotonic() + 30)
    assert child.exit_code() == 3


def test_nothing_begins_when_we_are_asked_to_stop(tmp_path: Path, script: Path) -> None:
    child = Child("a", [sys.executable, str(script), str(tmp_path)], dict(os.environ))

    launch([child], dict(os.environ), lambda: True)

    assert child.process is None
