"""`manage.py mutate`: mutants of a game's rules, and which of them its tests kill."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from abyss_site.bootstrap.stack import ROOT
from devtools.management.commands.mutate import read_equivalent_mutants
from devtools.mutation.mutants import choose_mutants, list_mutants, mutate_module
from devtools.mutation.text_trials import TEXT_PLAN, TextPlan
from devtools.mutation.trials import PLAN, TIMEOUT, Plan, Result
from games.titles import GAMES

# Trials keep their results in one folder of the service.
pytestmark = pytest.mark.xdist_group("mutation")


SOURCE = '''
LIMIT = 3

class Hand:
    def draw(self, count: int = 1) -> bool:
        """Draw 5 cards."""
        assert count > 0
        if count < LIMIT and self.deck:
            self.lose(1)
            self.win(2)
        self.size += max(count, 2)
        return not self.deck
'''
OF_SOURCE = """\
2 hand.py : 3 -> 4
2 hand.py : 3 -> 2
5 hand.py : 1 -> 2
5 hand.py : 1 -> 0
8 hand.py Hand.draw: if count < LIMIT and self.deck -> if not (count < LIMIT and self.deck)
8 hand.py Hand.draw: count < LIMIT and self.deck -> count < LIMIT or self.deck
8 hand.py Hand.draw: count < LIMIT -> count <= LIMIT
9 hand.py Hand.draw: self.lose(1) -> pass
9 hand.py Hand.draw: self.lose(1); self.win(2) -> self.win(2); self.lose(1)
9 hand.py Hand.draw: 1 -> 2
9 hand.py Hand.draw: 1 -> 0
10 hand.py Hand.draw: self.win(2) -> pass
10 hand.py Hand.draw: 2 -> 3
10 hand.py Hand.draw: 2 -> 1
11 hand.py Hand.draw: self.size += max(count, 2) -> self.size -= max(count, 2)
11 hand.py Hand.draw: max(count, 2) -> min(count, 2)
11 hand.py Hand.draw: 2 -> 3 (2)
11 hand.py Hand.draw: 2 -> 1 (2)
12 hand.py Hand.draw: not self.deck -> self.deck
"""


def test_every_number_comparison_condition_and_step_is_changed(tmp_path: Path) -> None:
    (tmp_path / "hand.py").write_text(SOURCE)

    mutants = list_mutants(tmp_path, tmp_path)

    assert "".join(f"{one.line} {one.name}\n" for one in mutants) == OF_SOURCE


def test_each_mutant_of_the_rules_changes_them_and_compiles() -> None:
    folder = ROOT / "games" / "titles" / "abyss" / "rules"
    for mutant in choose_mutants(list_mutants(ROOT, folder), 100, seed=4):
        source = (ROOT / mutant.path).read_text()
        changed = compile(mutate_module(source, mutant), mutant.path, "exec")
        assert changed != compile(source, mutant.path, "exec"), mutant.name


def test_a_sample_stays_when_other_mutants_go(tmp_path: Path) -> None:
    (tmp_path / "hand.py").write_text(SOURCE)
    every = list_mutants(tmp_path, tmp_path)
    chosen = choose_mutants(every, 5, seed=1)

    without = [mutant for mutant in every if mutant != chosen[2]]

    assert choose_mutants(without, 4, seed=1) == [*chosen[:2], *chosen[3:]]
    assert choose_mutants(every, 5, seed=2) != chosen


TESTS = """
from games.engine.chance import Chance
from games.titles.pebbles import rules


def test_nobody_is_asked_without_pebbles():
    assert rules.list_prompts(rules.State(0, [0, 0], 0, Chance(b"seed"))) == []


def test_three_may_be_taken():
    assert rules.MAX_TAKEN == 3


def test_two_to_four_play():
    while rules.SEATS != range(2, 5):
        pass
"""


def test_tests_kill_what_they_check_and_nothing_else(tmp_path: Path) -> None:
    every = list_mutants(ROOT, ROOT / "games" / "titles" / "pebbles")
    named = {one.name.removeprefix("games/titles/pebbles/rules.py "): one for one in every}
    expected = {
        "list_prompts: state.pile == 0 -> state.pile != 0": "without_pebbles",
        ": 3 -> 4": "three_may",
        ": 2 -> 3": TIMEOUT,
        "set_up_match: 0 -> 1": "",
    }
    (tmp_path / "test_pebbles.py").write_text(TESTS)
    results = tmp_path / "results"
    plan = Plan([named[name] for name in expected], {}, str(results), jobs=2, patience=10)
    (tmp_path / "plan").write_bytes(msgspec.json.encode(plan))
    command = [sys.executable, "-m", "pytest", "-s", "-p", "devtools.mutation.trials"]
    environment = {**os.environ, PLAN: str(tmp_path / "plan")}

    subprocess.run([*command, str(tmp_path)], cwd=ROOT, env=environment, check=True)

    found = msgspec.json.Decoder(Result).decode_lines(results.read_bytes())
    killers = {one.name.partition("rules.py ")[2]: one.killer for one in found}
    assert killers.keys() == expected.keys()
    for name, killer in expected.items():
        assert killer in killers[name] and bool(killer) == bool(killers[name]), name


TESTS_OF_TEXTS = """
from games.titles.abyss.rules.components import LORDS


def test_the_invoker_has_a_power():
    assert LORDS["invoker"].power


def test_the_keeper_has_a_cost():
    assert LORDS["keeper"].cost
"""


def test_a_line_of_text_is_tried_by_the_tests_that_name_its_card(tmp_path: Path) -> None:
    texts = GAMES["abyss"].texts
    assert texts is not None
    (tmp_path / "test_lords.py").write_text(TESTS_OF_TEXTS)
    (tmp_path / "plan").write_bytes(msgspec.json.encode(TextPlan("abyss", str(tmp_path / "found"))))
    command = [sys.executable, "-m", "pytest", "-s", "-p", "devtools.mutation.text_trials"]
    environment = {**os.environ, TEXT_PLAN: str(tmp_path / "plan"), "DATA_DIR": str(tmp_path)}

    subprocess.run([*command, str(tmp_path)], cwd=ROOT, env=environment, check=True)

    decoder = msgspec.json.Decoder(Result)
    found = {
        one.name: one.killer for one in decoder.decode_lines((tmp_path / "found").read_bytes())
    }
    assert list(found) == list(texts.lines)
    (killer,) = (killer for killer in found.values() if killer)
    assert "invoker_has_a_power" in killer and killer == found["invoker power"]


def test_each_equivalent_mutant_exists_and_has_a_reason() -> None:
    for game in GAMES:
        known = read_equivalent_mutants(game)
        mutants = list_mutants(ROOT, ROOT / "games" / "titles" / game / "rules")
        assert not known.keys() - {mutant.name for mutant in mutants}, game
        assert all(len(reason) > 20 for reason in known.values()), game
