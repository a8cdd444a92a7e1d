"""`manage.py test`: run every check, or only the given tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from django.core.management import BaseCommand

from abyss_site.bootstrap.bytecode import keep_bytecode
from abyss_site.bootstrap.stack import ROOT
from abyss_site.bootstrap.virtualenv import LOCK, TOOL_LOCKS
from devtools import affected_tests
from devtools.browser import HOW_TO_GET, chromium_path

# More than two cores, because some tests wait for servers and browsers.
IN_PARALLEL = ["-n", "3", "--dist", "loadgroup", "--max-worker-restart", "1"]
# Environment variables for the size of tests, and their full sizes.
FULL = {
    "FULL_SIZE": "1",
    **{"DAMAGE": "full", "DESK": "full", "HOSTILE": "full", "SEASON": "full", "SCHEMA": "4"},
    **{"API_MATCHES": "100", "BURST": "2000", "DISK": "20", "IDLE": "10000", "SLOW": "1000"},
    **{"CHAOS": "10", "RACE": "5000"},
}
# Without the limit of pyproject.toml for a test that hangs.
NO_LIMIT = ["-o", "faulthandler_timeout=0"]
LOCKS = [LOCK, *TOOL_LOCKS]
PACKAGES = ["abyss_site", "devtools", "games", "notifications"]


@dataclass(frozen=True)
class Check:
    """A tool run as a Python module, with its arguments."""

    name: str
    arguments: list[str]

    def command(self) -> list[str]:
        return [sys.executable, *self.arguments]


class Command(BaseCommand):
    help = (
        "Run ruff, mypy, the template lint, the migrations check and the test suite, with "
        "throwaway servers; with --all, also the tests that take minutes, and those that have a "
        "full size at full size; with --fast, the tests that need no server; with --changed, those "
        "that the last changes touch. With other arguments, run only pytest, and pass them on: "
        "`manage.py test tests/titles -k council`."
    )

    def run_from_argv(self, argv: list[str]) -> None:
        """Pass all arguments to pytest except `--help`, `--all`, `--fast` and `--changed`."""
        if {"-h", "--help"} & set(argv[2:]):
            self.print_help(argv[0], argv[1])
            return
        keep_bytecode()
        if argv[2:] in (["--fast"], ["--changed"]):
            sys.exit(run_some(is_changed=argv[2] == "--changed"))
        is_all = argv[2:] == ["--all"]
        if is_all:
            os.environ.update({name: size for name, size in FULL.items() if name not in os.environ})
        whole = is_all or not argv[2:]
        sys.exit(check_everything(is_all=is_all) if whole else run_pytest(argv[2:]))

    def handle(self, *args: object, **options: object) -> None:
        sys.exit(check_everything())


def run_some(*, is_changed: bool) -> int:
    """Run the tests affected by the last changes, or those that need no server."""
    tests = affected_tests.select_tests(affected_tests.changed_files()) if is_changed else None
    print(f"Tests: {' '.join(tests or affected_tests.FAST)}", flush=True)
    if tests is None:
        os.environ["SAMPLE_CASES"] = "1"
        # None of them waits for anything.
        in_parallel = ["-n", str(os.cpu_count()), *IN_PARALLEL[2:]]
        return run_pytest([*in_parallel, "-m", affected_tests.NOT_FAST, *affected_tests.FAST])
    return run_pytest([*IN_PARALLEL, *tests])


def run_pytest(arguments: list[str]) -> int:
    """Run pytest; tests chosen by a mark or at full size may take as long as they need."""
    if "-m" in arguments or any(name in os.environ for name in FULL):
        arguments = [*NO_LIMIT, *arguments]
    return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT)


def check_everything(*, is_all: bool = False) -> int:
    """Run every check and the suite; return the exit code, 0 if everything passed.

    `is_all`: also run the tests that take minutes.
    """
    with tempfile.TemporaryDirectory(prefix="abyss-check-") as folder:
        environment = {**os.environ, "DATA_DIR": folder}
        audit = start_audit()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = pool.map(lambda check: (check.name, passes(check, environment)), checks())
            failures = [name for name, is_passed in verdicts if not is_passed]
    if not report_audit(audit):
        failures.append("pip-audit")
    if not chromium_path():
        print(f"\n{HOW_TO_GET} {what_follows()}", flush=True)
    closing, code = run_suite(is_all=is_all)
    if failures:
        print(f"\nFAILED before the tests: {', '.join(failures)}\n{closing}", flush=True)
    return 1 if failures else code


def checks() -> list[Check]:
    """Return the checks that run before the tests, the slowest first."""
    return [
        Check("mypy", ["-m", "mypy", "."]),
        Check("ruff check", ["-m", "ruff", "check", "--quiet", "--output-format=concise", "."]),
        Check("ruff format", ["-m", "ruff", "format", "--check", "--output-format=concise", "."]),
        Check("template lint", ["-m", "djlint", "--lint", "--quiet", *templates()]),
        Check("migrations", ["-W", "ignore", "manage.py", "makemigrations", "--check"]),
        Check("bandit", ["-m", "bandit", "--quiet", "-ll", "-r", *PACKAGES]),
    ]


def start_audit() -> subprocess.Popen[str]:
    """Start to audit the locked packages for known vulnerabilities, which takes a while."""
    locks = [part for name in LOCKS for part in ("-r", name)]
    audit = ["-m", "pip_audit", *locks, "--disable-pip", "--no-deps", "-f", "json"]
    command = [sys.executable, *audit, "--progress-spinner", "off", "--timeout", "5"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        command, cwd=ROOT, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, text=True
    )


def report_audit(audit: subprocess.Popen[str]) -> bool:
    """Report the audit's findings; return whether there are none. An unreachable database is
    reported, too."""
    package_count, weak = audit_packages(audit.communicate()[0])
    print(f"pip-audit      {'FAILED' if weak else f'{package_count} packages asked about'}", end="")
    print(
        "" if package_count else ": its database is out of reach, so NOTHING WAS CHECKED",
        flush=True,
    )
    print("".join(f"{line}\n" for line in weak), end="", flush=True)
    return not weak


def audit_packages(report: str) -> tuple[int, list[str]]:
    """Parse pip-audit's JSON: return the number of packages, and a line for each vulnerable one."""
    try:
        packages = json.loads(report)["dependencies"]
    except ValueError:
        return 0, []
    weak = [package for package in packages if package.get("vulns")]
    lines = [" ".join([o["name"], o["version"], *(v["id"] for v in o["vulns"])]) for o in weak]
    return sum("skip_reason" not in package for package in packages), lines


def templates() -> list[str]:
    return [
        str(folder.relative_to(ROOT)) for folder in ROOT.glob("**/templates") if is_ours(folder)
    ]


def is_ours(folder: Path) -> bool:
    return not {".venv", "var"} & set(folder.relative_to(ROOT).parts)


def passes(check: Check, environment: dict[str, str]) -> bool:
    """Run one check and report the result; show its output only if it fails."""
    began = time.monotonic()
    result = subprocess.run(
        check.command(),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = "ok" if result.returncode == 0 else "FAILED"
    line = f"{check.name:<14} {verdict}  ({time.monotonic() - began:.1f} s)"
    # In one piece, because others run meanwhile.
    print(f"{line}\n{result.stdout}" if result.returncode else line, flush=True)
    return result.returncode == 0


def what_follows() -> str:
    if os.environ.get("REQUIRE_BROWSER"):
        return "REQUIRE_BROWSER is set, so the browser tests fail."
    return "The browser tests are skipped."


def run_suite(*, is_all: bool) -> tuple[str, int]:
    """Run the suite; return pytest's summary line and its exit code."""
    more = ["--color=yes"] if sys.stdout.isatty() else []
    # The last -m wins, and an empty one selects everything.
    more += [*NO_LIMIT, "-m", ""] if is_all else []
    command = [sys.executable, "-m", "pytest", *IN_PARALLEL, *more]
    environment = os.environ if is_all else {**os.environ, "SAMPLE_CASES": "1"}
    closing = ""
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as suite:
        assert suite.stdout is not None
        for line in suite.stdout:
            print(line, end="", flush=True)
            closing = line.rstrip() or closing
    return closing, suite.returncode
