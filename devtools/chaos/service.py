"""The service under test: `manage.py up` with its own folder, ports and servers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg.rows import dict_row

from abyss_site.bootstrap.processes import any_free_port, die_with_parent
from abyss_site.bootstrap.stack import ROOT
from devtools.chaos.clock import Clock
from devtools.chaos.helper import Helper
from devtools.chaos.plan import PARTS, SERVERS
from devtools.chaos.processes import is_working, process_tree

DOMAIN = "abyss.example.org"
# Variables of the developer's environment that the service under test must not see.
NOT_FOR_IT = ("DATABASE_", "REDIS_URL", "PYTEST_", "DJANGO_", "SECRET_", "SIGNING_", "IMAP_")
START_TIMEOUT_SECONDS = 300
# The parts of /health/ that must be well before the service counts as recovered.
HEALTHY = ("database", "broker", "worker", "beat", "mailroom")


# A row of the database or a part of a report, by name.
Row = dict[str, Any]


class Service:
    """The running service: starts it, calls it, and knows its process ids.

    `ended_alone` counts how often the supervisor ended although it was not killed.
    """

    def __init__(self, folder: Path, clock: Clock, mail_port: int, *, faults: Path | None) -> None:
        self.port, self.smtp_port = any_free_port(), any_free_port()
        self.folder, self.data = folder, folder / "var"
        self.data.mkdir(exist_ok=True)
        # The ports of all running web servers and mailrooms, including second processes.
        self.web_ports, self.smtp_ports = [self.port], [self.smtp_port]
        self.starts, self.ended_alone = 0, 0
        self.helper = Helper(folder / "helper.log")
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(NOT_FOR_IT)},
            "DJANGO_SETTINGS_MODULE": "devtools.chaos.settings",
            "CHAOS_CLOCK": str(clock.file),
            "CHAOS_FAULTS": str(faults) if faults else "",
            "DATA_DIR": str(self.data),
            "PORT": str(self.port),
            "SMTP_PORT": str(self.smtp_port),
            "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            "MAIL_DEBOUNCE_SECONDS": "0",
            "MAIL_DAILY_LIMIT": "30000",
            "RETRY_MAX_DELAY_SECONDS": "5",
            "WEBHOOK_PRIVATE_HOSTS": "127.0.0.1",
            "MAIL_DOMAIN": DOMAIN,
            "DEMO": "no",
            "SHOW_EXAMPLE_GAMES": "yes",
            "LOG_LEVEL": "INFO",
        }

    def start(self) -> None:
        """Start `up`; call it from the main thread only (see `die_with_parent`)."""
        self.starts += 1
        self.helper.stop()
        # The file of a killed supervisor names a broker that is gone.
        (self.data / "runtime.json").unlink(missing_ok=True)
        self.output = self.folder / f"up-{self.starts}.log"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )

    def restart_if_ended(self) -> bool:
        """Start `up` again if it does not run, as an init system would; return whether it had
        ended."""
        if self.process.poll() is None:
            return False
        self.start()
        return True

    def wait_until_ready(self) -> None:
        """Wait until it is ready. Raises RuntimeError with its output if it does not start."""
        end = time.monotonic() + START_TIMEOUT_SECONDS
        while b"is ready at" not in (output := self.output.read_bytes()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(output.decode(errors="replace"))
            time.sleep(0.1)

    def pid(self, target: str) -> int:
        """Return the process id of a part, a server, a process of a pool, or the supervisor.

        Raises OSError, ValueError or LookupError if there is none.
        """
        if target == "supervisor":
            return self.process.pid
        if target == "postgres":
            return int((self.data / "postgres/postmaster.pid").read_text().split()[0])
        if target == "valkey":
            return int((self.data / "valkey/valkey.pid").read_text())
        part, _, is_child = target.partition("_")
        pid = int(json.loads((self.data / "children.json").read_text())[part][0])
        return process_tree(pid)[-1] if is_child and len(process_tree(pid)) > 1 else pid

    def is_recovered(self) -> bool:
        """Return whether every process runs, every server answers, and /health/ says so."""
        try:
            pids = [self.pid(target) for target in (*PARTS, *SERVERS, "supervisor")]
            if not all(map(is_working, pids)):
                return False
            self.rows("SELECT 1")
            report = self.health()
        except (OSError, ValueError, LookupError, psycopg.Error, HTTPException):
            return False
        return all(report[part]["ok"] for part in HEALTHY if part in report)

    def health(self) -> Row:
        """Return the report of /health/. Raises OSError, ValueError or HTTPException without
        one."""
        try:
            url = f"http://localhost:{self.port}/health/"
            with urllib.request.urlopen(url, timeout=5) as got:  # nosec B310: our own address
                body = got.read()
        except urllib.error.HTTPError as error:
            body = error.read()
        report: Row = json.loads(body)
        return report

    def empty_broker(self) -> bool:
        """Empty Valkey; return whether it answered."""
        with suppress(redis.RedisError, OSError, ValueError, LookupError):
            redis.Redis.from_url(self.address("REDIS_URL"), socket_timeout=2).flushall()
            return True
        return False

    def rows(self, query: str, **values: object) -> list[Row]:
        """Return the rows of a query. Raises psycopg.Error while the database is away."""
        url = self.address("DATABASE_URL")
        options = "-c statement_timeout=30000"
        with psycopg.connect(
            url, row_factory=dict_row, connect_timeout=5, options=options
        ) as connection:
            return connection.execute(query, values).fetchall()

    def address(self, name: str) -> str:
        """Return a variable of the running service, such as DATABASE_URL."""
        return str(json.loads((self.data / "runtime.json").read_text())[name])

    def variables(self) -> dict[str, str]:
        """Return every variable that other processes need to reach the running service."""
        variables: dict[str, str] = json.loads((self.data / "runtime.json").read_text())
        return variables

    def run(self, *words: str) -> tuple[int, str]:
        """Run a command of the service; return its exit code and output."""
        command = [sys.executable, "manage.py", *words]
        result = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        return result.returncode, result.stdout + result.stderr

    def ask(self, name: str, *arguments: object) -> Any:
        """Call a function of `devtools.chaos.seeding` in the service; return its result.

        Raises RuntimeError with the error message.
        """
        return self.helper.ask(self.environment, name, *arguments)

    def stop(self) -> None:
        self.helper.stop()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
