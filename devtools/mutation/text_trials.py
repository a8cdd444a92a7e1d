"""A pytest plugin that runs tests without one line of text on a game's cards at a time.

A line is tried in a fork of the process that has collected the tests, by the tests that name its
card.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from games.titles import GAMES

from .trials import Reports, Result, run_test, silence_output

# The environment variable that tells this plugin what to do: the file of a TextPlan.
TEXT_PLAN = "MUTATION_TEXTS"


class TextPlan(msgspec.Struct):
    """What to try.

    results: the file that a Result is appended to for each line of text
    """

    game: str
    results: str


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Try all lines of the plan's game, if there is one."""
    if TEXT_PLAN not in os.environ:
        return None
    plan = msgspec.json.decode(Path(os.environ.pop(TEXT_PLAN)).read_bytes(), type=TextPlan)
    texts = GAMES[plan.game].texts
    assert texts is not None
    folder = Path(os.environ["DATA_DIR"]) / "mutation"
    folder.mkdir(parents=True, exist_ok=True)
    description_by_item = {item: _describe_item(item) for item in session.items}
    for number, line in enumerate(texts.lines):
        names = name_card_of(line)
        items = [
            item
            for item in session.items
            if any(name in description_by_item[item] for name in names)
        ]
        killer = folder / f"killer-{number}"
        pid = os.fork()
        if pid == 0:
            silence_output()
            session.config.pluginmanager.register(Reports(killer))
            _run_without_line(texts.leave_out(line), items, killer)
        os.waitpid(pid, 0)
        result = Result(line, killer.read_text() if killer.exists() else "")
        with Path(plan.results).open("ab") as results:
            results.write(msgspec.json.encode(result) + b"\n")
        print("." if result.killer else f"\nunnoticed: {line}", end="", flush=True)
    return True


def name_card_of(line: str) -> set[str]:
    """Return how tests write the card of a line, without its set.

    >>> sorted(name_card_of("unicorns.silver_horn u0"))
    ['silver horn', 'silver_horn']
    """
    name = line.partition(" ")[0].rpartition(".")[2]
    return {name, name.replace("_", " ")}


def _describe_item(item: pytest.Item) -> str:
    """Return the name, parameters and code of a test in small letters."""
    function = getattr(item, "function", None)
    code = inspect.getsource(function) if function else ""
    parameters = item.callspec.params if hasattr(item, "callspec") else ""
    return f"{item.nodeid} {parameters!r} {code}".lower()


def _run_without_line(
    left_out: AbstractContextManager[None], items: Sequence[pytest.Item], killer: Path
) -> NoReturn:
    """Run the tests until one fails, and end this process."""
    try:
        with left_out:
            for item in items:
                run_test(item)
                if killer.exists():
                    break
    finally:
        os._exit(0)
