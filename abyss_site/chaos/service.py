"""The service that is tried: `manage.py up` with a folder, ports and servers of its own."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg.rows import dict_row

from abyss_site.chaos.clock import Clock
from abyss_site.processes import any_free_port, die_with_parent
from abyss_site.stack import ROOT

DOMAIN = "abyss.example.org"
# What somebody's own environment says is not what is tried.
NOT_FOR_IT = ("DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_", "SECRET_", "SIGNING_", "IMAP_")
START_PATIENCE = 300
# PostgreSQL's files may not grow beyond this while “the disk is full”: a segment of its log fits,
# the letters that came in do not, for they are kept behind a ballast of this size.
FULL = 17 * 1024 * 1024


class Service:
    """The running service, and the hands that kill it."""

    def __init__(self, folder: Path, clock: Clock, mail_port: int) -> None:
        self.port, self.smtp_port = any_free_port(), any_free_port()
        self.data, self.output = folder / "var", folder / "up.log"
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(NOT_FOR_IT)},
            "DJANGO_SETTINGS_MODULE": "abyss_site.chaos.settings",
            "CHAOS_CLOCK": str(clock.file),
            "DATA_DIR": str(self.data),
            "PORT": str(self.port),
            "SMTP_PORT": str(self.smtp_port),
            "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            "SETTLE_SECONDS": "0",
            "LETTERS_A_DAY": "30000",
            "MAIL_DOMAIN": DOMAIN,
            "DEMO": "no",
            "LOG_LEVEL": "INFO",
        }
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )

    @property
    def site(self) -> str:
        return f"http://localhost:{self.port}"

    def wait_until_ready(self) -> None:
        """Raises RuntimeError with what it said if it does not start."""
        end = time.monotonic() + START_PATIENCE
        while b"is ready at" not in (said := self.output.read_bytes()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(said.decode(errors="replace"))
            time.sleep(0.1)

    def kill(self, part: str) -> bool:
        """End a part by SIGKILL; return whether it lived."""
        try:
            os.kill(self._pid(part), signal.SIGKILL)
        except (OSError, ValueError, LookupError):
            return False
        return True

    def _pid(self, part: str) -> int:
        if part == "postgres":
            return int((self.data / "postgres/postmaster.pid").read_text().split()[0])
        if part == "valkey":
            return int((self.data / "valkey/valkey.pid").read_text())
        return int(json.loads((self.data / "children.json").read_text())[part][0])

    def forget_valkey(self) -> bool:
        """Empty Valkey; return whether it was there."""
        with suppress(redis.RedisError):
            redis.Redis.from_url(self._address("REDIS_URL"), socket_timeout=2).flushall()
            return True
        return False

    def fill_disk(self, *, full: bool) -> bool:
        """Let PostgreSQL's files not grow, or grow again; return whether this can be done here."""
        if not hasattr(resource, "prlimit"):
            return False
        for pid in self._postgres_processes():
            with suppress(OSError):
                _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                limit = FULL if full else most
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, most))
        return True

    def _postgres_processes(self) -> list[int]:
        """The postmaster and what it has started; none while it is away."""
        with suppress(OSError, ValueError, LookupError):
            first = self._pid("postgres")
            folder = Path(f"/proc/{first}/task/{first}/children")
            return [first, *map(int, folder.read_text().split())]
        return []

    def rows(self, query: str, **values: Any) -> list[dict[str, Any]]:
        """What the database answers. Raises psycopg.Error while it is away."""
        url = self._address("DATABASE_URL")
        with psycopg.connect(url, row_factory=dict_row, connect_timeout=5) as connection:
            return connection.execute(query, values).fetchall()

    def _address(self, name: str) -> str:
        return str(json.loads((self.data / "runtime.json").read_text())[name])

    def run(self, *words: str) -> tuple[int, str]:
        """Run a command of the service; return its exit code and what it printed."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
