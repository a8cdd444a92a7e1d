"""Four programs play many matches over HTTP while web and worker processes die and come back.

Everything is real: the supervisor, uvicorn, Celery, PostgreSQL, Valkey. The programs ask as the
example does. API_MATCHES says how many matches; the suite is content with a short one.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from ..test_whole_match import ROOT, Sink, Stack

MATCHES = int(os.environ.get("API_MATCHES", "1"))
GAME = os.environ.get("API_GAME", "pebbles")
NAMES = ("alice", "bob", "carol", "dave")
PATIENCE = 120 + 20 * MATCHES
# Seconds between one death and the next; after so many the matches are left to end, on a slow
# machine as well, where nothing would come back before it is killed again.
DEATHS_EVERY = 1.0
MOST_DEATHS = 8 * MATCHES

TOKENS = """
import json
from games.services import accounts, tokens
scopes = ["read", "play"]
print(json.dumps([
    tokens.make_token(accounts.demo_player(name), name="bot", scopes=scopes)[1]
    for name in accounts.DEMO_PLAYERS
]))
"""


def example() -> Any:
    """docs/examples/bot.py as a module."""
    found = importlib.util.spec_from_file_location("example_bot", ROOT / "docs/examples/bot.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class Bot(threading.Thread):
    """A program that answers what waits for it, notes what it was told, and repeats itself."""

    def __init__(self, site: Any) -> None:
        super().__init__(daemon=True)
        self.site, self.is_over = site, False
        # The ids of moves as they were told, by the key they were sent under.
        self.moves: dict[str, str] = {}
        self.wrong: list[Any] = []

    def run(self) -> None:
        while not self.is_over:
            status, waiting = self.site.ask("GET", "prompts/")
            if status != 200:
                self.wrong.append(waiting)
            for prompt in waiting.get("results", ()):
                self.answer(prompt["token"])
            time.sleep(0.02)

    def answer(self, token: str) -> None:
        status, question = self.site.ask("GET", f"prompts/{token}/")
        if status != 200:
            return
        chosen, key = random.choice(question["answers"]), uuid4().hex
        body = {"verb": chosen["verb"], "args": chosen["args"]}
        for _ in range(1 + (len(self.moves) % 3 == 0)):
            status, taken = self.site.ask("POST", f"prompts/{token}/answer/", body, key=key)
            if status == 409 and key not in self.moves:
                return  # Others have settled a sealed question meanwhile.
            if status != 200 or self.moves.setdefault(key, taken["id"]) != taken["id"]:
                self.wrong.append((status, taken))


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    tmp_path.chmod(0o755)
    sink = Sink()
    stack = Stack(tmp_path, sink)
    yield stack
    stack.stop()
    sink.controller.stop()


def kill_one_of(stack: Stack, what: str) -> None:
    """Kill one of the processes that the web server's or the worker's master has started."""
    master = json.loads((stack.data / "children.json").read_text())[what][0]
    try:
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        os.kill(int(random.choice(children)) if children else master, signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError):
        pass  # It is coming back just now.


def open_matches(sites: list[Any]) -> list[int]:
    numbers = []
    for number in range(MATCHES):
        new = {"game": GAME, "seats": 4}
        opened = [sites[0].ask("POST", "matches/", new, key=f"open-{number}") for _ in range(2)]
        assert opened[0] == opened[1] and opened[0][0] == 201
        numbers.append(opened[0][1]["number"])
        for site in sites[1:]:
            status, told = site.ask(
                "POST", f"matches/{numbers[-1]}/join/", {}, key=f"join-{number}"
            )
            assert status == 200, told
    return numbers


def test_nothing_is_lost_or_doubled_while_processes_die(stack: Stack) -> None:
    bot = example()
    secrets = json.loads(stack.command("shell", "-v", "0", "-c", TOKENS).splitlines()[-1])
    sites = [bot.Site(f"http://localhost:{stack.port}", secret) for secret in secrets]
    numbers = open_matches(sites)
    bots = [Bot(site) for site in sites]
    for one in bots:
        one.start()

    listed, deaths = ", ".join(map(str, numbers)), 0
    end = time.monotonic() + PATIENCE
    over = f"SELECT count(*) AS many FROM games_match WHERE number IN ({listed}) "
    over += "AND outcome IS NULL"
    # A quick machine plays a short match between two deaths.
    while stack.rows(over)[0]["many"] or deaths < 2:
        assert time.monotonic() < end, "the matches do not end"
        if deaths < MOST_DEATHS:
            kill_one_of(stack, ("web", "worker")[deaths % 2])
        deaths += 1
        time.sleep(DEATHS_EVERY)
    for one in bots:
        one.is_over = True
    for one in bots:
        one.join(60)

    assert not [wrong for one in bots for wrong in one.wrong]
    moves = stack.rows("SELECT id, match_id, ply, prompt_id, source FROM games_move")
    told = [move for one in bots for move in one.moves.values()]
    assert sorted(told) == sorted(str(row["id"]) for row in moves if row["source"] == "api")
    plies: dict[Any, list[int]] = {}
    for row in moves:
        plies.setdefault(row["match_id"], []).append(row["ply"])
    assert all(sorted(found) == list(range(1, len(found) + 1)) for found in plies.values())
    opened = f"SELECT count(*) AS many FROM games_match WHERE number >= {min(numbers)}"
    assert stack.rows(opened)[0]["many"] == MATCHES
