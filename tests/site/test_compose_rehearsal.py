"""The commands of docker-compose.yml, in its order and with its variables, without containers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from abyss_site.bootstrap.processes import any_free_port
from abyss_site.bootstrap.stack import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
LASTING = list(COMMANDS)


class Rehearsal:
    """Starts services like compose; every container name resolves to this machine."""

    def __init__(self, data_dir: Path, database_url: str) -> None:
        self.data_dir = data_dir
        self.ports = {"8000": str(any_free_port()), "8025": str(any_free_port())}
        self.given = {
            "DATABASE_URL": database_url,
            "REDIS_URL": os.environ["REDIS_URL"],
            "SECRET_KEY": "s" * 40,
        }

    def environment(self, name: str) -> dict[str, str]:
        passed = SERVICES[name]["environment"].items()
        # A variable without a value is passed on from outside, if it is set there.
        told = {key: self.local(value) for key, value in passed if value is not None}
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DATA_DIR": str(self.data_dir),
            "PORT": self.ports["8000"],
            "SMTP_PORT": self.ports["8025"],
            **told,
            **self.given,
        }

    def local(self, value: str) -> str:
        """Return a value with its default filled in and container names replaced by local
        addresses."""
        filled = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(value))
        return re.sub(r"\b(mailroom|mailcatcher)\b", "127.0.0.1", filled)

    def command(self, line: str) -> list[str]:
        return line.replace("0.0.0.0:8000", f"0.0.0.0:{self.ports['8000']}").split()

    def run(self, name: str, line: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line,
            cwd=ROOT,
            env=self.environment(name),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def start(self, name: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command(SERVICES[name]["command"]),
            cwd=ROOT,
            env=self.environment(name),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def becomes_healthy(self, name: str) -> bool:
        asked = SERVICES[name]["healthcheck"]["test"][1:]
        give_up = time.monotonic() + 180
        while time.monotonic() < give_up:
            if self.run(name, asked).returncode == 0:
                return True
            time.sleep(1)
        return False


@pytest.fixture
def rehearsal(tmp_path: Path) -> Iterator[Rehearsal]:
    """Yield one with its own empty database on the server of the test run."""
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS rehearsal WITH (FORCE)")
        connection.execute("CREATE DATABASE rehearsal")
        yield Rehearsal(tmp_path, re.sub(r"/[^/?]*(\?|$)", r"/rehearsal\1", server, count=1))
        connection.execute("DROP DATABASE rehearsal WITH (FORCE)")


@pytest.mark.long
def test_the_services_come_up_healthy_in_the_order_of_compose(rehearsal: Rehearsal) -> None:
    migrated = rehearsal.run("migrate", rehearsal.command(SERVICES["migrate"]["command"]))
    assert migrated.returncode == 0, migrated.stderr

    running = [rehearsal.start(name) for name in LASTING]
    try:
        unhealthy = [name for name in LASTING if not rehearsal.becomes_healthy(name)]
    finally:
        for process in running:
            process.terminate()
        endings = [process.wait(30) for process in running]

    assert unhealthy == []
    assert endings == [0, 0, 0, 0]
