"""A pytest plugin that runs the collected tests once for each mutant, instead of once.

A mutant is tried in a fork of the process that has collected the tests, by the tests that call the
changed function, fastest first. What is changed outside functions, and functions that no test
calls itself, are tried by all tests in a new process, which imports the changed module.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from itertools import count
from math import ceil
from pathlib import Path
from resource import RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, setrlimit
from types import FrameType
from typing import NamedTuple

import msgspec
import pytest

from abyss_site.bootstrap.stack import ROOT
from devtools.mutation.mutants import Mutant
from devtools.mutation.replaced_module import import_mutated, put_into_functions

# The environment variables that tell this plugin what to do: the file of a Plan, or one Mutant and
# the file for the name of the test that kills it.
PLAN, SINGLE, KILLER = "MUTATION_PLAN", "MUTATION_SINGLE", "MUTATION_KILLER"
# A mutant is killed if the tests need this many times the processor time, and the plan's patience
# on top.
TIMES_SLOWER = 5
# Exit codes of a trial; the first three are pytest's.
ALL_PASSED, ONE_FAILED, NOT_COLLECTED, NOT_POSSIBLE, BROKEN, OUT_OF_MEMORY = 0, 1, 2, 64, 65, 66
# In bytes of address space: a mutant whose loop never ends may collect things without end.
MOST_MEMORY = 4 << 30
TIMEOUT = "timeout"


class Plan(msgspec.Struct):
    """What to try.

    killers: the test that killed a mutant before, by the mutant's name: it is tried first
    results: the file that a Result is appended to for each mutant, a line of JSON each
    jobs: the number of processes
    patience: in seconds of processor time
    """

    mutants: list[Mutant]
    killers: dict[str, str]
    results: str
    jobs: int
    patience: float = 30


class Result(msgspec.Struct):
    """How a mutant fared.

    killer: the test that failed, "" if all passed, "timeout" if they did not end, "import" if the
        changed module cannot be imported
    """

    name: str
    killer: str


class TestProfile(msgspec.Struct):
    """What a test does without any mutant.

    seconds: of processor time
    calls: (path, function) as in Mutant
    """

    test: str
    passed: bool
    seconds: float
    calls: set[tuple[str, str]]


class Trial(NamedTuple):
    """A running attempt to kill a mutant; `is_fresh`: in a new process that imports it.

    seconds: of processor time that it may take
    """

    mutant: Mutant
    is_fresh: bool
    seconds: int
    killer: Path


class Reports:
    """Writes the name of the first test that fails to a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.file.exists():
            self.file.write_text(report.nodeid)


def pytest_addoption() -> None:
    """Change the module of a single mutant in the first hook, before anything imports it."""
    if SINGLE in os.environ:
        import_mutated(msgspec.json.decode(os.environ[SINGLE], type=Mutant))


def pytest_configure(config: pytest.Config) -> None:
    if KILLER in os.environ:
        config.pluginmanager.register(Reports(Path(os.environ[KILLER])))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Try all mutants of the plan, if there is one."""
    if PLAN not in os.environ:
        return None
    plan = msgspec.json.decode(Path(os.environ.pop(PLAN)).read_bytes(), type=Plan)
    Trials(session, plan).run()
    return True


class Trials:
    """The trials of a plan's mutants by the tests of a session."""

    def __init__(self, session: pytest.Session, plan: Plan) -> None:
        self.plan = plan
        self.config = session.config
        self.items = {item.nodeid: item for item in session.items}
        self.folder = Path(os.environ["DATA_DIR"]) / "mutation"
        self.folder.mkdir(parents=True)
        self.numbers = count()
        self.profiles = self._profile_tests()
        self.running: dict[int, Trial] = {}

    def run(self) -> None:
        """Try every mutant, several at a time."""
        waiting = [(mutant, False) for mutant in reversed(self.plan.mutants)]
        while waiting or self.running:
            while waiting and len(self.running) < self.plan.jobs:
                trial = self._prepare_trial(*waiting.pop())
                self.running[self._start_trial(trial)] = trial
            pid, status = os.wait()
            trial, code = self.running.pop(pid), os.waitstatus_to_exitcode(status)
            if code == NOT_POSSIBLE:
                waiting.append((trial.mutant, True))
            else:
                self._record_result(trial, code)

    def _profile_tests(self) -> dict[str, TestProfile]:
        """Run all tests without a mutant in a fork, so that this process stays fresh."""
        file = self.folder / "profiles"
        pid = os.fork()
        if pid == 0:
            silence_output()
            with file.open("wb") as output:
                for item in self.items.values():
                    output.write(msgspec.json.encode(_profile_test(item, self.folder)) + b"\n")
            os._exit(ALL_PASSED)
        os.waitpid(pid, 0)
        profiles = msgspec.json.Decoder(TestProfile).decode_lines(file.read_bytes())
        failing = [profile.test for profile in profiles if not profile.passed]
        if failing or len(profiles) < len(self.items):
            raise pytest.UsageError(f"Without any mutant, tests fail: {', '.join(failing)}")
        return {profile.test: profile for profile in profiles}

    def _prepare_trial(self, mutant: Mutant, is_fresh: bool) -> Trial:
        names = list(self.items) if is_fresh else self._choose_tests(mutant)
        seconds = sum(self.profiles[name].seconds for name in names)
        limit = ceil(seconds * TIMES_SLOWER + self.plan.patience)
        return Trial(mutant, is_fresh, limit, self.folder / f"killer-{next(self.numbers)}")

    def _start_trial(self, trial: Trial) -> int:
        """Fork, try the mutant in the child, and return the child's process id."""
        pid = os.fork()
        if pid == 0:
            try:
                silence_output()
                setrlimit(RLIMIT_CORE, (0, 0))
                setrlimit(RLIMIT_CPU, (trial.seconds, trial.seconds + 1))
                setrlimit(RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
                if trial.is_fresh:
                    self._run_fresh_tests(trial)
                os._exit(self._run_tests(trial))
            except BaseException as error:
                os._exit(OUT_OF_MEMORY if _is_out_of_memory(error) else BROKEN)
            finally:
                os._exit(BROKEN)
        return pid

    def _run_tests(self, trial: Trial) -> int:
        """Run the chosen tests in this fork until one fails, and return the exit code."""
        names = self._choose_tests(trial.mutant)
        if not names or not put_into_functions(trial.mutant):
            return NOT_POSSIBLE
        self.config.pluginmanager.register(Reports(trial.killer))
        for name in names:
            run_test(self.items[name])
            if trial.killer.exists():
                return ONE_FAILED
        return ALL_PASSED

    def _run_fresh_tests(self, trial: Trial) -> None:
        """Become a new process that runs all tests until one fails."""
        killer = self.plan.killers.get(trial.mutant.name)
        first_tests = [killer] if killer in self.items else []
        plan = {SINGLE: msgspec.json.encode(trial.mutant).decode(), KILLER: str(trial.killer)}
        arguments = [*first_tests, *self.config.invocation_params.args, "-x"]
        command = [sys.executable, "-m", "pytest", *arguments]
        os.execve(sys.executable, command, {**os.environ, **plan})

    def _choose_tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that call the changed function, the fastest first."""
        function_key = mutant.path, mutant.function
        callers = [profile for profile in self.profiles.values() if function_key in profile.calls]
        names = [profile.test for profile in sorted(callers, key=lambda profile: profile.seconds)]
        killer = self.plan.killers.get(mutant.name, "")
        return [killer, *names] if killer in self.items else names

    def _record_result(self, trial: Trial, code: int) -> None:
        """Append the result to the file, and show it."""
        killer = trial.killer.read_text() if trial.killer.exists() else ""
        if code in (-signal.SIGXCPU, -signal.SIGKILL, OUT_OF_MEMORY):
            killer = TIMEOUT
        elif not killer and (code == NOT_COLLECTED or (trial.is_fresh and code == ONE_FAILED)):
            killer = "import"
        elif not killer and code != ALL_PASSED:
            raise RuntimeError(f"exit code {code} of the tests with {trial.mutant.name}")
        result = Result(trial.mutant.name, killer)
        with Path(self.plan.results).open("ab") as results:
            results.write(msgspec.json.encode(result) + b"\n")
        print("." if killer else f"\nsurvived: {result.name}", end="", flush=True)


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether this is a MemoryError, or was raised while pytest handled one."""
    while error is not None and not isinstance(error, MemoryError):
        error = error.__context__
    return error is not None


def silence_output() -> None:
    """Let this process write nothing to the terminal."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)


def run_test(item: pytest.Item) -> None:
    """Run one test with its own set-up and tear-down of all fixtures."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _profile_test(item: pytest.Item, folder: Path) -> TestProfile:
    calls: set[tuple[str, str]] = set()
    root = f"{ROOT}/"

    def note_call(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(root):
            function = code.co_qualname.partition(".<locals>")[0]
            calls.add((code.co_filename.removeprefix(root), function))

    reports = Reports(folder / "failed")
    item.config.pluginmanager.register(reports)
    began = time.process_time()
    sys.setprofile(note_call)
    run_test(item)
    sys.setprofile(None)
    seconds = time.process_time() - began
    item.config.pluginmanager.unregister(reports)
    is_passed = not reports.file.exists()
    reports.file.unlink(missing_ok=True)
    return TestProfile(item.nodeid, is_passed, seconds, calls)
