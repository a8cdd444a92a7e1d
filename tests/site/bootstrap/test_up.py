"""`manage.py up` from start to stop: everything starts, is restarted and ends."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from abyss_site.bootstrap.processes import any_free_port, command_line, is_listening
from abyss_site.management.commands.up import children_environment
from tests.services import bare_environment

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 90


class Up:
    """A running `manage.py up`, observed from outside."""

    def __init__(self, data_dir: Path, *options: str, root: Path = ROOT) -> None:
        self.data_dir, self.options, self.root = data_dir, options, root
        self.port, self.smtp_port = any_free_port(), any_free_port()
        self.output = data_dir / "output"
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        with self.output.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), *self.options],
                cwd=self.root,
                env=self.environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def environment(self) -> dict[str, str]:
        return {
            **bare_environment(),
            "HOME": str(self.data_dir),
            "DATA_DIR": str(self.data_dir),
            "SMTP_PORT": str(self.smtp_port),
        }

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.output.read_text()
        return "is ready at" in self.output.read_text()

    def pid(self, name: str) -> int:
        noted = json.loads((self.data_dir / "children.json").read_text())
        return int(noted[name][0])

    def pids(self) -> list[int]:
        return [self.pid(name) for name in ("web", "worker", "beat", "mailroom")]

    def get(self, path: str) -> tuple[int, bytes]:
        """Return status and body; status 0 without a response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path, headers={"Connection": "close"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def answers(self) -> bool:
        return self.get("/sign-in/")[0] == 200

    def is_well(self, *parts: str) -> bool:
        _, body = self.get("/health/")
        report = json.loads(body or b"{}")
        return all(part in report and report[part]["ok"] for part in parts)


def eventually(is_true: Callable[[], object], patience: float = PATIENCE) -> bool:
    give_up = time.monotonic() + patience
    while time.monotonic() < give_up:
        if is_true():
            return True
        time.sleep(0.1)
    return False


def megabytes_shared(pid: int) -> float:
    """Return how much memory a process has in common with others, files not counted."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Shared_Dirty")) / 1024


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """Yield one for the whole module: the tests follow it from the first start to the last stop."""
    running = Up(tmp_path_factory.mktemp("up"))
    # The first start on a slow machine that also runs other tests.
    assert eventually(running.is_ready, 3 * PATIENCE), running.output.read_text()
    yield running
    running.process.terminate()
    running.process.wait(30)


@pytest.mark.slow
@pytest.mark.xdist_group("up")
class TestUp:
    def test_one_line_says_where_it_is_who_plays_and_what_to_try(self, up: Up) -> None:
        lines = [line for line in up.output.read_text().splitlines() if "is ready at" in line]

        assert len(lines) == 1
        assert f"http://localhost:{up.port}" in lines[0]
        assert "alice, bob, carol or dave" in lines[0]

    def test_every_part_becomes_well(self, up: Up) -> None:
        assert up.answers()
        assert eventually(lambda: up.is_well("database", "broker", "worker", "beat", "mailroom"))

    @pytest.mark.skipif(sys.platform != "linux", reason="they are started one by one")
    def test_its_processes_share_what_they_load(self, up: Up) -> None:
        """In MB; each of them loads about 110."""
        shared = [megabytes_shared(pid) for pid in up.pids()]

        assert min(shared) > 60, shared

    def test_a_second_one_is_told_of_the_first(self, up: Up) -> None:
        second = subprocess.run(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=up.environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

        assert second.returncode == 1
        assert f"already running in {up.data_dir}, at http://localhost:{up.port}" in second.stderr
        assert up.answers()

    def test_other_commands_find_its_database(self, up: Up) -> None:
        asked = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--check"],
            cwd=ROOT,
            env={**bare_environment(), "DATA_DIR": str(up.data_dir)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

        assert asked.returncode == 0, asked.stderr

    @pytest.mark.parametrize("name", ["web", "worker", "beat", "mailroom"])
    def test_a_killed_child_comes_back(self, up: Up, name: str) -> None:
        killed = up.pid(name)

        os.kill(killed, signal.SIGKILL)

        assert eventually(lambda: up.pid(name) != killed)
        assert eventually(up.answers)
        assert eventually(lambda: is_listening(up.smtp_port))

    def test_a_killed_server_comes_back_under_the_same_children(self, up: Up) -> None:
        before = up.pids()
        postmaster = int((up.data_dir / "postgres/postmaster.pid").read_text().split()[0])
        broker = int((up.data_dir / "valkey/valkey.pid").read_text())

        os.kill(postmaster, signal.SIGKILL)
        os.kill(broker, signal.SIGKILL)

        assert eventually(lambda: not command_line(postmaster) and not command_line(broker))
        assert eventually(lambda: up.is_well("database", "broker"))
        assert up.pids() == before

    def test_a_killed_supervisor_does_not_hinder_the_next_start(self, up: Up) -> None:
        left = up.pids()
        up.process.kill()
        up.process.wait()

        up.process = up.start()

        assert eventually(up.is_ready)
        assert f"http://localhost:{up.port}" in up.output.read_text()
        assert not any(command_line(pid) for pid in left)

    def test_an_interrupt_stops_everything_within_seconds(self, up: Up) -> None:
        running = up.pids()
        began = time.monotonic()

        up.process.send_signal(signal.SIGINT)

        assert up.process.wait(30) == 0
        assert time.monotonic() - began < 15
        assert not any(command_line(pid) for pid in running)
        assert not is_listening(up.port)
        assert not is_listening(up.smtp_port)


def test_a_port_that_was_asked_for_and_is_taken_is_explained(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        stopped = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env={**bare_environment(), "DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    assert stopped.returncode == 1
    assert f"PORT: port {port} of 127.0.0.1 cannot be used" in stopped.stderr


@pytest.mark.parametrize(
    ("variables", "arguments", "told"),
    [
        ({"WEB_HOST": "192.0.2.1"}, [], "WEB_HOST: "),
        ({"SMTP_HOST": "nobody.invalid"}, [], "SMTP_HOST: "),
        ({}, ["--port", "70000"], "--port must be "),
    ],
)
def test_a_place_we_cannot_listen_at_is_named(
    variables: dict[str, str], arguments: list[str], told: str, tmp_path: Path
) -> None:
    stopped = subprocess.run(
        [sys.executable, "manage.py", "up", *arguments],
        cwd=ROOT,
        env={**bare_environment(), "DATA_DIR": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert stopped.returncode == 1
    assert f"CommandError: {told}" in stopped.stderr


def test_a_blank_port_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMTP_PORT", " ")

    assert int(children_environment(None)["SMTP_PORT"])
