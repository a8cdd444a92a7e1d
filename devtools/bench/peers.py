"""`bench peers`: answers over HTTP beside the moves of boardgame.io on the same PostgreSQL."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.management.base import CommandError
from django.db import connection

from devtools.bench import api, clients
from devtools.bench.stopwatch import Figures

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = Path(__file__).with_name("boardgameio.cjs")
PACKAGES = ("boardgame.io", "bgio-postgres")
# Numbers of matches played at the same time.
MATCHES = (8, 16)
# Much more than opening the matches takes.
GRACE = 120.0


def measure_peers(boardgameio: Path, seconds: float) -> Figures:
    """Return answers of 8 programs here, and moves of tic-tac-toe of two programs in each match.

    `boardgameio` is a folder with node_modules in which both packages are installed. A move counts
    when the opponent's program has heard of it; an answer here when the response has arrived. Both
    are written to the same PostgreSQL with fsync. `lost` are moves that boardgame.io dropped, each
    of which costs a second. Raises CommandError if something is missing.
    """
    node = _find_node(boardgameio)
    figures: Figures = {"decisions": api.measure_answers(seconds)}
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE boardgameio")
    connection.close()
    url = os.environ["DATABASE_URL"].replace("/postgres?", "/boardgameio?")
    environment = {**os.environ, "NODE_PATH": str(boardgameio.resolve() / "node_modules")}
    port, lobby = clients.free_port(), clients.free_port()
    line = [node, str(PROGRAM), "server", str(port), str(lobby), url]
    with _run_boardgameio(line, environment) as server:
        clients.wait_for(lobby, "/games")
        for matches in MATCHES:
            cpu_before = _cpu_seconds(server.pid)
            output = subprocess.run(
                [node, str(PROGRAM), "players", str(port), str(lobby), str(matches), str(seconds)],
                env=environment,
                stdout=subprocess.PIPE,
                timeout=seconds + GRACE,
                check=True,
            ).stdout
            result = json.loads(output.splitlines()[-1])
            cpu = (_cpu_seconds(server.pid) - cpu_before) / result["operations"]
            name = f"boardgame.io, {matches} matches of tic-tac-toe"
            figures[name] = result | {"cpu_us": round(cpu * 1e6, 1)}
    ours, theirs = figures["decisions"], [figures[name] for name in figures if name != "decisions"]
    best = max(figure["per_second"] for figure in theirs)
    return figures | {"decisions_to_boardgameio": round(ours["per_second"] / best, 2)}


def _find_node(boardgameio: Path) -> str:
    node = shutil.which("node")
    if node is None:
        raise CommandError("node is not installed.")
    for name in PACKAGES:
        if not (boardgameio / "node_modules" / name).is_dir():
            raise CommandError(f"There: npm install {' '.join(PACKAGES)} (no {name} yet).")
    return node


@contextmanager
def _run_boardgameio(
    line: list[str], environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            yield server
        finally:
            server.terminate()


def _cpu_seconds(pid: int) -> float:
    """Return the processor time of a process, which has threads and no children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / clients.TICKS
