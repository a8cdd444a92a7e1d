"""A supervised process: it is restarted with growing delays, and its own children end with it."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from abyss_site.bootstrap import runtime
from abyss_site.bootstrap.children import LONGEST_DELAY, Backoff, Child
from abyss_site.bootstrap.processes import command_line

SLEEP = "import time; time.sleep(60)"
SLEEP_WITH_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{SLEEP}'])"


@pytest.fixture
def start() -> Iterator[Callable[[str], Child]]:
    started: list[Child] = []

    def start(code: str) -> Child:
        child = Child("worker", [sys.executable, "-c", code], dict(os.environ))
        started.append(child)
        child.start()
        return child

    yield start
    for child in started:
        child.stop(give_up=0)


def eventually(is_true: Callable[[], object]) -> bool:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        if is_true():
            return True
        time.sleep(0.02)
    return False


def test_a_child_that_ends_comes_back(start: Callable[[str], Child]) -> None:
    child = start(SLEEP)
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)

    assert eventually(child.restart_if_due)

    assert child.pid not in {None, first}


def test_what_it_says_is_passed_on_under_its_name(
    start: Callable[[str], Child], capfd: pytest.CaptureFixture[str]
) -> None:
    start("print('hello')")

    assert eventually(lambda: "  worker | hello" in capfd.readouterr().out)


def test_a_stopped_child_takes_its_own_children_along(start: Callable[[str], Child]) -> None:
    child = start(SLEEP_WITH_CHILD)
    assert child.pid is not None
    children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    assert eventually(children.read_text)
    grandchild = int(children.read_text())

    child.ask_to_stop()
    child.stop(give_up=time.monotonic() + 5)

    assert eventually(lambda: not command_line(grandchild))


def test_each_quick_failure_doubles_the_wait() -> None:
    backoff = Backoff()
    backoff.begin()

    delays = [backoff.record_failure() for _ in range(9)]

    assert delays[:4] == [0.5, 1, 2, 4]
    assert delays[-1] == LONGEST_DELAY


def test_a_long_life_is_no_failure_to_start() -> None:
    backoff = Backoff()
    backoff.failures, backoff.started = 5, time.monotonic() - 100

    assert backoff.record_failure() == 0.5


def test_the_next_start_ends_what_a_killed_supervisor_left(
    tmp_path: Path, start: Callable[[str], Child]
) -> None:
    child = start(SLEEP)
    assert child.process is not None
    runtime.record_children(tmp_path, [child])

    runtime.stop_leftover_children(tmp_path)

    assert child.process.wait(10) == -signal.SIGKILL


@pytest.fixture
def orphan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Callable[[str], Child]) -> int:
    """Return the recorded process group of a child that has ended while its own child runs on."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    worker = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    child = start(f"import subprocess, sys; {worker}")
    assert child.process is not None
    runtime.record_children(tmp_path, [child])
    child.process.wait(10)
    return child.process.pid


def test_the_next_start_ends_what_a_child_left_that_has_ended_itself(
    tmp_path: Path, orphan: int
) -> None:
    """A worker of the web server used to occupy our port when the next start needed it."""
    runtime.stop_leftover_children(tmp_path)

    assert eventually(lambda: not is_group(orphan))


def test_a_group_of_another_data_folder_is_left_alone(tmp_path: Path, orphan: int) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "children.json").rename(other / "children.json")

    runtime.stop_leftover_children(other)

    assert is_group(orphan)
    os.killpg(orphan, signal.SIGKILL)


def is_group(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_number_that_was_given_to_somebody_else_is_left_alone(
    tmp_path: Path, start: Callable[[str], Child]
) -> None:
    somebody = start(SLEEP)
    noted = {"web": [somebody.pid, "python -m abyss_site.core.http.web_server"]}
    (tmp_path / "children.json").write_text(json.dumps(noted))

    runtime.stop_leftover_children(tmp_path)

    assert somebody.process is not None
    assert somebody.process.poll() is None


def test_a_data_folder_is_claimed_once(tmp_path: Path) -> None:
    with runtime.lock_data_dir(tmp_path), pytest.raises(runtime.AlreadyRunning):
        runtime.lock_data_dir(tmp_path)


def test_the_announcement_is_for_this_user_only(tmp_path: Path) -> None:
    runtime.publish_addresses(tmp_path, {"REDIS_URL": "redis://:secret@127.0.0.1/0"})

    assert (tmp_path / "runtime.json").stat().st_mode & 0o077 == 0
