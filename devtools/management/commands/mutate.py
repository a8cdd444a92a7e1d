"""`manage.py mutate`: change a game's rules in many small ways and see whether its tests notice."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec
from django.core.management.base import BaseCommand, CommandError

from abyss_site.bootstrap.stack import ROOT
from devtools.mutation.mutants import Mutant, choose_mutants, list_mutants
from devtools.mutation.text_trials import TEXT_PLAN, TextPlan
from devtools.mutation.trials import PLAN, Plan, Result
from games.titles import GAMES

# What share of the mutants a game's own tests must kill, in percent.
AIM = 95
EQUIVALENT = "equivalent_mutants.yaml"
# Tests of positions recorded from earlier matches pin the code, not the rules.
REPLAY_TESTS = "test_recorded*.py"
# Tests that do not say what a line of text does.
WITHOUT_OUTCOMES = (
    *(REPLAY_TESTS, "test_art.py", "test_bot*.py", "test_card_texts.py", "test_cards.py"),
    *("test_invariants.py", "test_random_matches.py"),
)


class Options(TypedDict):
    """The options of the command line."""

    count: int
    seed: int
    file: str
    jobs: int
    texts: bool
    fresh: bool


class Command(BaseCommand):
    help = (
        "Change one number, comparison, condition, operator or call in a game's rules at a time, "
        "run the game's own tests without recorded matches, and list the changes that no test "
        f"notices. Mutants in tests/titles/GAME/{EQUIVALENT} (`path function: before -> after` "
        "and why no player could see the change) are not counted. Results are kept in "
        "var/mutation/: an interrupted run goes on where it stopped, and after a change the test "
        "that killed a mutant before is tried first. Returns 1 if fewer than "
        f"{AIM} of 100 are killed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = sorted(name for name in GAMES if _rules_folder(name).is_dir())
        parser.add_argument("game", choices=games)
        parser.add_argument("--count", type=int, default=200, help="how many (default 200)")
        parser.add_argument("--seed", type=int, default=1, help="another sample (default 1)")
        parser.add_argument("--file", default="", help="only of this file, for instance fights.py")
        parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: all cores")
        parser.add_argument(
            "--texts",
            action="store_true",
            help="leave out one line of text on the cards at a time instead",
        )
        parser.add_argument("--fresh", action="store_true", help="forget all earlier results")

    def handle(self, *args: object, game: str, **options: Unpack[Options]) -> None:
        if options["texts"]:
            self._try_texts(game)
            return
        every = list_mutants(ROOT, _rules_folder(game))
        equivalent = read_equivalent_mutants(game)
        candidates = [
            mutant
            for mutant in every
            if mutant.name not in equivalent and mutant.path.endswith(options["file"])
        ]
        mutants = choose_mutants(candidates, options["count"], options["seed"])
        folder = ROOT / "var" / "mutation"
        folder.mkdir(parents=True, exist_ok=True)
        killers, results = folder / f"{game}.killers", folder / f"{game}-{_hash_sources(game)}"
        if options["fresh"]:
            killers.unlink(missing_ok=True)
            results.unlink(missing_ok=True)
        killer_by_mutant = _read_results(killers)
        result_by_mutant = _read_results(results)
        missing = [mutant for mutant in mutants if mutant.name not in result_by_mutant]
        if missing:
            plan = Plan(missing, killer_by_mutant, str(results), options["jobs"])
            _run_tests(game, "trials", PLAN, msgspec.json.encode(plan), [REPLAY_TESTS])
            result_by_mutant = _read_results(results)
            killers.write_bytes(
                b"".join(
                    msgspec.json.encode(Result(name, killer)) + b"\n"
                    for name, killer in {**killer_by_mutant, **result_by_mutant}.items()
                    if killer
                )
            )
        self._report(game, mutants, result_by_mutant)

    def _try_texts(self, game: str) -> None:
        """Report the lines of text without which no test fails."""
        if GAMES[game].texts is None:
            raise CommandError(f"The cards of {GAMES[game].title} have no lines of text.")
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder) / "results"
            plan = msgspec.json.encode(TextPlan(game, str(results)))
            _run_tests(game, "text_trials", TEXT_PLAN, plan, WITHOUT_OUTCOMES)
            killer_by_line = _read_results(results)
        unnoticed_lines = [line for line, killer in killer_by_line.items() if not killer]
        many = len(killer_by_line)
        self.stdout.write(f"\n{many - len(unnoticed_lines)} of {many} lines are noticed.")
        for line in unnoticed_lines:
            self.stdout.write(f"unnoticed: {line}")
        if unnoticed_lines:
            raise CommandError(f"No test fails without {len(unnoticed_lines)} lines.")

    def _report(self, game: str, mutants: list[Mutant], result_by_mutant: dict[str, str]) -> None:
        untried_mutants = [mutant for mutant in mutants if mutant.name not in result_by_mutant]
        if untried_mutants:
            raise CommandError(f"{len(untried_mutants)} mutants were not tried.")
        survivors = [mutant for mutant in mutants if not result_by_mutant[mutant.name]]
        kill_count = len(mutants) - len(survivors)
        self.stdout.write(f"\n{kill_count} of {len(mutants)} mutants of {game} killed.")
        for mutant in sorted(survivors):
            path, _, change = mutant.name.partition(" ")
            self.stdout.write(f"survived: {path}:{mutant.line} {change}")
        if 100 * kill_count < AIM * len(mutants):
            raise CommandError(f"Fewer than {AIM} of 100 were killed.")


def read_equivalent_mutants(game: str) -> dict[str, str]:
    """Return the reason for each mutant of a game that changes nothing a player could see."""
    file = ROOT / "tests" / "titles" / game / EQUIVALENT
    if not file.exists():
        return {}
    return msgspec.yaml.decode(file.read_bytes(), type=dict[str, str])


def _rules_folder(game: str) -> Path:
    return ROOT / "games" / "titles" / game / "rules"


def _run_tests(
    game: str, plugin: str, name: str, plan: bytes, ignore_patterns: Sequence[str]
) -> None:
    """Run the tests of a game by a plugin whose plan is in the file that a variable names."""
    tests = ROOT / "tests" / "titles" / game
    paths = [path for pattern in ignore_patterns for path in tests.glob(pattern)]
    command = [
        *(sys.executable, "-m", "pytest", "-p", f"devtools.mutation.{plugin}"),
        *(
            "-p",
            "no:cacheprovider",
            "-q",
            "-s",
            str(tests),
            *[f"--ignore={path}" for path in paths],
        ),
    ]
    # Rules need neither a database nor a broker, and these are not asked.
    nowhere = {"DATABASE_URL": "postgres://nowhere.invalid/none", "REDIS_URL": "redis://nowhere"}
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(plan)
        environment = {**os.environ, **nowhere, name: file.name}
        subprocess.run(command, cwd=ROOT, env=environment, check=False)


def _read_results(file: Path) -> dict[str, str]:
    """Return the killer of each mutant tried, "" if it survived."""
    if not file.exists():
        return {}
    results = msgspec.json.Decoder(Result).decode_lines(file.read_bytes())
    return {result.name: result.killer for result in results}


def _hash_sources(game: str) -> str:
    """Return a name for the state of a game's rules and tests."""
    digest = hashlib.sha256()
    for folder in (ROOT / "games" / "titles" / game, ROOT / "tests" / "titles" / game):
        for file in sorted(folder.rglob("*.*")):
            if file.suffix != ".pyc" and file.name != EQUIVALENT and file.is_file():
                digest.update(f"{file}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]
