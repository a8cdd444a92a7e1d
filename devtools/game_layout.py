"""The folder of a new game, made from Pebbles, the smallest complete game."""

from __future__ import annotations

import re
from pathlib import Path

PATTERN = "pebbles"
# A game can do without drawings, and those of another game would be of no use.
FILES = ("rules.py", "bot.py", "words.py", "game.py")
# What `game.py` says about the board.
BOARD_LINES = (
    re.compile(r"\n\ndef load_board\(\).*?\n\n(?=\n)", re.DOTALL),
    re.compile(r"    load_board=load_board,\n"),
)
TESTS = '''"""{title}: the sentences of its rulebook."""

from __future__ import annotations

import pytest

from games.engine.contract import Decision, IllegalDecision
from {package}.rules import find_outcome, list_prompts, play_decision, set_up_match


def test_who_takes_the_last_one_wins() -> None:
    state = set_up_match(2, b"seed", {{}})
    state.pile = 3
    winner = state.turn

    play_decision(state, winner, Decision("take", {{"number": 3}}))

    outcome = find_outcome(state)
    assert outcome is not None and outcome.places[winner] == 1
    assert list_prompts(state) == []


def test_more_than_three_cannot_be_taken() -> None:
    state = set_up_match(2, b"seed", {{}})

    with pytest.raises(IllegalDecision):
        play_decision(state, state.turn, Decision("take", {{"number": 4}}))
'''
CONTRACT_TEST = '''"""{title} keeps every promise of the contract."""

from __future__ import annotations

import pytest

from games.engine.fuzz import fuzz_match, tell_command
from {name}.game import GAME


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("number", range(3))
def test_the_contract(seats: int, number: int) -> None:
    with tell_command(GAME, seats, number, 1):
        fuzz_match(GAME, seats, number, check_every=1)
'''
PROJECT = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "abyss-by-post-{dashed}"
version = "0.1.0"
description = "{title}, a game for Abyss by Post."
requires-python = ">=3.11"
# `games.engine` comes with the server.
dependencies = ["msgspec>=0.20"]

# The server finds the game by this line; the name on the left is that of the game.
[project.entry-points."abyss_by_post.games"]
{name} = "{name}.game:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]
"""
PACKAGE_README = """# {title}

A game for Abyss by Post. An operator installs it beside the server, and checks it:

    .venv/bin/pip install .
    python3 manage.py check_game abyss-by-post-{dashed}

Its tests run in the same environment, with the server's checkout on the path:

    PYTHONPATH=.:/path/to/abyss-by-post python3 -m pytest tests

An installed game is trusted like the server's own code.
"""


def title_of(name: str) -> str:
    """Return the title of a game that is not named otherwise.

    >>> title_of("stone_age")
    'Stone Age'
    """
    return name.replace("_", " ").title()


def name_test_file(subject: str) -> Path:
    """Return the path of a test file in a package."""
    return Path("tests", f"test_{subject}.py")


def write_sources(titles: Path, folder: Path, name: str) -> None:
    """Write the four files of a game and its `__init__.py` into a folder; `titles` has Pebbles."""
    folder.mkdir(parents=True)
    title = title_of(name)
    (folder / "__init__.py").write_text(f'"""{title}: say in one sentence what it is about."""\n')
    for file in FILES:
        text = (titles / PATTERN / file).read_text("utf-8")
        if file == "game.py":
            for lines in BOARD_LINES:
                text = lines.sub("", text)
            text = text.replace("import Board, Bot, Game", "import Bot, Game")
        text = text.replace(f'name="{PATTERN}"', f'name="{name}"').replace("Pebbles", title)
        (folder / file).write_text(text, "utf-8")


def lay_out_own_game(root: Path, name: str) -> list[Path]:
    """Write a game of the service with its tests, register it, and return what was written."""
    titles, tests = root / "games/titles", root / "tests/titles" / name
    write_sources(titles, titles / name, name)
    tests.mkdir(parents=True)
    values = {"title": title_of(name), "package": f"games.titles.{name}"}
    (tests / name_test_file("rules").name).write_text(TESTS.format(**values), "utf-8")
    register_game(titles / "__init__.py", name)
    return [titles / name, tests, titles / "__init__.py"]


def register_game(registry: Path, name: str) -> None:
    """Add a name to FOLDERS, in alphabetical order."""
    text = registry.read_text("utf-8")
    begin = text.index("FOLDERS = (\n") + len("FOLDERS = (\n")
    end = text.index(")\n", begin)
    names = sorted({*re.findall(r'"(\w+)"', text[begin:end]), name})
    lines = "".join(f'    "{folder}",\n' for folder in names)
    registry.write_text(text[:begin] + lines + text[end:], "utf-8")


def lay_out_package(root: Path, folder: Path, name: str) -> list[Path]:
    """Write a game as a package of its own into a new folder, and return what was written."""
    write_sources(root / "games/titles", folder / name, name)
    (folder / name / "py.typed").write_text("")
    (folder / "tests").mkdir()
    values = {
        "title": title_of(name),
        "name": name,
        "package": name,
        "dashed": name.replace("_", "-"),
    }
    files = {
        folder / name_test_file("rules"): TESTS,
        folder / name_test_file("contract"): CONTRACT_TEST,
        folder / "pyproject.toml": PROJECT,
        folder / "README.md": PACKAGE_README,
    }
    for file, text in files.items():
        file.write_text(text.format(**values), "utf-8")
    return [folder]
