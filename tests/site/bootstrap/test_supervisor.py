"""The supervisor survives when the system has no files, processes or space, or nobody reads its
output."""

from __future__ import annotations

import os
import re
import resource
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from abyss_site.bootstrap.children import Backoff, Child
from abyss_site.bootstrap.embedded import MEGABYTE, Valkey, log_options
from abyss_site.bootstrap.output import MOST_WAITING, Output
from abyss_site.bootstrap.processes import LONGEST_LOG, Daemon
from abyss_site.bootstrap.supervisor import CannotStart, Supervisor

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def eventually(is_true: Callable[[], object]) -> bool:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        if is_true():
            return True
        time.sleep(0.02)
    return False


class TestOutput:
    def test_a_pipe_that_nobody_reads_holds_up_nobody(self) -> None:
        """A stopped terminal used to block every child with output."""
        reader, writer = os.pipe()
        output, begun = Output(writer), time.monotonic()

        for number in range(5 * MOST_WAITING):
            output.queue_line(f"line {number} {'x' * 100}")

        assert time.monotonic() - begun < 5
        # Lost lines are reported in between, as soon as there is room, or after the rest.
        said, told = b"", 0
        while said.count(b"line ") + told + output.lost < 5 * MOST_WAITING:
            said += os.read(reader, 65536)
            told = sum(map(int, re.findall(rb"\((\d+) lines could not be written\)\n", said)))
        assert b"line 0 " in said
        assert told + output.lost > MOST_WAITING
        os.close(reader)

    @pytest.mark.parametrize("where", ["a full disk", "a closed pipe"])
    def test_what_cannot_be_written_is_lost(self, where: str) -> None:
        if where == "a full disk":
            output = Output(os.open("/dev/full", os.O_WRONLY))
        else:
            reader, writer = os.pipe()
            os.close(reader)
            output = Output(writer)

        output.queue_line("first")
        output.queue_line("second")
        output.wait_until_written(seconds=10)

        assert output.lost >= 1
        assert output.thread and output.thread.is_alive()


class TestChildren:
    def test_a_process_that_cannot_be_started_is_tried_again_later(self, tmp_path: Path) -> None:
        program = tmp_path / "program"
        child = Child("worker", [str(program)], dict(os.environ))

        assert not child.restart_if_due()
        assert not child.backoff.is_over()

        program.write_text("#!/bin/sh\nexec sleep 60\n")
        program.chmod(0o755)
        child.backoff.reset()
        assert child.restart_if_due()
        child.stop(give_up=0)

    def test_without_files_to_open_it_is_tried_again_later(self) -> None:
        child = Child("worker", SLEEP, dict(os.environ))
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        try:
            started = child.restart_if_due()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

        assert not started and child.process is None
        child.backoff.reset()
        assert child.restart_if_due()
        child.stop(give_up=0)


class TestSupervisor:
    def test_a_note_that_cannot_be_written_is_written_later(self, tmp_path: Path) -> None:
        """The first failure to write it used to end `up`."""
        folder = tmp_path / "var"
        supervisor = Supervisor(folder, dict(os.environ))
        supervisor.children.append(Child("worker", SLEEP, dict(os.environ)))
        supervisor.revive_children()

        supervisor.record_children()
        assert not supervisor.are_children_recorded

        folder.mkdir()
        supervisor.record_children()
        assert (
            supervisor.are_children_recorded and "worker" in (folder / "children.json").read_text()
        )
        supervisor.children[0].stop(give_up=0)

    def test_a_step_that_fails_with_space_left_ends_the_start(self, tmp_path: Path) -> None:
        supervisor = Supervisor(tmp_path, dict(os.environ))

        with pytest.raises(CannotStart, match="no-such-command"):
            supervisor.run_step("manage.py no-such-command")

    def test_a_server_whose_port_is_taken_gets_another(self, tmp_path: Path) -> None:
        """Between choosing a port and listening there, something else may take it."""
        supervisor = Supervisor(tmp_path, dict(os.environ))
        valkey = Valkey(tmp_path / "valkey", throwaway=True)
        with socket.create_server(("127.0.0.1", 0)) as other:
            taken = valkey.port = other.getsockname()[1]

            supervisor.start_server(valkey)

            answers = valkey.answers()
            valkey.stop()
        assert answers and valkey.port != taken

    def test_a_step_is_begun_again_if_a_server_ended_meanwhile(self, tmp_path: Path) -> None:
        """If the database was killed while `migrate_and_seed` ran, `up` used to end for good."""
        supervisor = Supervisor(tmp_path, {**os.environ, "PYTHONPATH": str(tmp_path)})
        valkey = Valkey(tmp_path / "valkey", throwaway=True)
        supervisor.start_server(valkey)
        begun = tmp_path / "begun"
        assert valkey.daemon.process is not None
        (tmp_path / "a_step.py").write_text(
            "import os, pathlib, signal, sys, time\n"
            f"begun = pathlib.Path({str(begun)!r})\n"
            "if begun.exists():\n"
            "    sys.exit(0)\n"
            "begun.touch()\n"
            f"os.kill({valkey.daemon.process.pid}, signal.SIGKILL)\n"
            "time.sleep(0.5)\n"
            "sys.exit(1)\n"
        )

        supervisor.run_step("a_step")
        answers = valkey.answers()
        valkey.stop()

        assert begun.exists() and answers

    def test_a_step_that_fails_while_the_disk_is_full_is_begun_again(self, tmp_path: Path) -> None:
        """`migrate_and_seed` failed for lack of space that was available again when it had
        ended."""
        begun, full = tmp_path / "begun", tmp_path / "full"

        class Watched(Supervisor):
            def is_full(self) -> bool:
                return full.exists()

        (tmp_path / "a_step.py").write_text(
            "import pathlib, sys, time\n"
            f"begun, full = pathlib.Path({str(begun)!r}), pathlib.Path({str(full)!r})\n"
            "if begun.exists():\n"
            "    sys.exit(0)\n"
            "begun.touch()\n"
            "full.touch()\n"
            "time.sleep(0.5)\n"
            "full.unlink()\n"
            "sys.exit(1)\n"
        )

        Watched(tmp_path, {**os.environ, "PYTHONPATH": str(tmp_path)}).run_step("a_step")

        assert begun.exists()

    def test_what_waits_is_started_at_once_when_there_is_space_again(self, tmp_path: Path) -> None:
        supervisor = Supervisor(tmp_path, dict(os.environ))
        child = Child("worker", SLEEP, dict(os.environ))
        supervisor.children.append(child)
        child.backoff.begin()
        for _ in range(8):
            child.backoff.record_failure()
        supervisor.was_full = True

        supervisor.restart_after_full_disk()

        assert child.backoff.is_over() and not supervisor.was_full


class TestServers:
    def test_the_log_of_changes_fits_on_the_disk(self) -> None:
        assert log_options(200 * MEGABYTE)["max_wal_size"] == "48MB"
        assert log_options(10_000 * MEGABYTE)["max_wal_size"] == "500MB"
        assert log_options(10**13)["max_wal_size"] == "1024MB"

    def test_valkey_begins_anew_when_what_it_kept_is_damaged(self, tmp_path: Path) -> None:
        """It used to be restarted forever and never came up."""
        server = Valkey(tmp_path / "valkey")
        server.start()
        server.stop()
        for kept in (tmp_path / "valkey/appendonlydir").glob("*.rdb"):
            kept.write_bytes(b"damaged")
        supervisor = Supervisor(tmp_path, {})
        supervisor.servers.append((server, Backoff()))

        def is_revived() -> bool:
            supervisor.revive_servers()
            return server.answers()

        assert eventually(is_revived)

        server.stop()
        assert (tmp_path / "valkey/appendonlydir.damaged").exists()

    def test_what_waits_for_a_server_is_started_as_soon_as_it_is_back(self, tmp_path: Path) -> None:
        """It used to wait for up to 30 seconds longer."""
        server = Valkey(tmp_path / "valkey")
        supervisor = Supervisor(tmp_path, {})
        supervisor.servers.append((server, Backoff()))
        child = Child("worker", SLEEP, dict(os.environ))
        supervisor.children.append(child)
        child.backoff.begin()
        for _ in range(8):
            child.backoff.record_failure()

        supervisor.revive_servers()

        assert server.answers() and child.backoff.is_over()
        server.stop()

    def test_a_long_log_gives_way_to_a_new_one(self, tmp_path: Path) -> None:
        log = tmp_path / "server.log"
        log.write_bytes(b"x" * (LONGEST_LOG + 1))

        Daemon("server", log).begin_log()

        assert log.stat().st_size == 0
        assert (tmp_path / "server.log.old").stat().st_size > LONGEST_LOG
