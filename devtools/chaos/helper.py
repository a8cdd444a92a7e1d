"""A process of the service that does for the chaos run what only the service's own code can do.

It lives as long as the run, because starting one for each call would cost the service more than the
call. It runs `devtools.chaos.seeding`.
"""

from __future__ import annotations

import json
import select
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from abyss_site.bootstrap.stack import ROOT

CODE = "from devtools.chaos import seeding; seeding.serve()"
ANSWER_TIMEOUT_SECONDS = 240.0


class Helper:
    """Answers one call after the other; started by the first call, and again after a failure."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.process: subprocess.Popen[str] | None = None
        self.lock = threading.Lock()

    def ask(self, environment: dict[str, str], name: str, *arguments: object) -> object:
        """Call a function of `seeding` and return its result. Raises RuntimeError with the error
        message."""
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                self._stop()
                self.process = self._start(environment)
            try:
                answer = self._call(self.process, [name, *arguments])
            except (OSError, ValueError, EOFError) as error:
                self._stop()
                raise RuntimeError(f"{name}: {type(error).__name__}: {error}") from error
        if "error" in answer:
            raise RuntimeError(f"{name}: {answer['error']}")
        return answer["result"]

    def stop(self) -> None:
        """Kill it even if somebody waits for it; the next call starts it with the current
        addresses."""
        process = self.process
        if process is not None:
            process.kill()

    def _start(self, environment: dict[str, str]) -> subprocess.Popen[str]:
        # It ends when its input is closed, even if this process is killed.
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "shell", "-v0", "-c", CODE],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                bufsize=1,
            )

    def _call(self, process: subprocess.Popen[str], call: list[object]) -> dict[str, object]:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(call) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], ANSWER_TIMEOUT_SECONDS)
        line = process.stdout.readline() if ready else ""
        if not line:
            raise EOFError("no answer")
        answer: dict[str, object] = json.loads(line)
        return answer

    def _stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for end in (self.process.stdin, self.process.stdout):
                with suppress(OSError):
                    if end:
                        end.close()
        self.process = None
