"""Build `.venv` from the lock files, starting from a bare checkout.

Standard library only, and written for any python3 from 3.6 on (so no `from __future__ import
annotations` here): an old interpreter has to get far enough to find a newer one.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from importlib import util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
# What runs, and what the development commands need besides.
LOCK = "requirements.lock"
TOOL_LOCKS = ("requirements-test.lock", "requirements-quality.lock")
TOOL_COMMANDS = ("compilemessages", "lock", "makemessages", "mutate", "strings", "test")
STAMP = VENV / ".built-from"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11", "python3.14")
# Enough to tell our environment from a machine that has some Django installed.
PACKAGES = ("django", "celery", "psycopg", "msgspec", "aiosmtpd", "resvg_py", "PIL")
TOOL_PACKAGES = ("pytest", "polib")
# pip downloads and unpacks one package after the other: each takes its share.
PIPS = 2
# How pip's line about each package begins; one for another system or Python is ignored.
PROGRESS_MARKS = ("Collecting ", "Processing ", "Requirement already satisfied", "Ignoring ")


def enter_environment() -> None:
    """Return if this interpreter can run the project; otherwise replace it by one that can.

    1. If python3 is too old, continue in a newer one on PATH.
    2. Inside `.venv`, go on if it was built from the current locks that the command needs.
    3. In any other environment that has the packages, go on: it belongs to somebody else.
    4. Otherwise build `.venv` if needed and continue in it.
    """
    if sys.version_info < OLDEST:
        hand_over_to_newer_python()
    needs_tools = sys.argv[1:2] and sys.argv[1] in TOOL_COMMANDS
    locks = [LOCK, *TOOL_LOCKS] if needs_tools else [LOCK]
    if Path(sys.prefix).resolve() == VENV.resolve():
        if is_fresh_inside(locks):
            return
        if is_fresh(locks):
            # The locks are unchanged, so the system has changed Python.
            forget_stamp()
        restart_with(getattr(sys, "_base_executable", sys.executable))
    if has_packages(PACKAGES + (TOOL_PACKAGES if needs_tools else ())):
        return
    try:
        build_if_needed(locks)
    except KeyboardInterrupt:
        sys.exit("Stopped; the next start builds .venv anew.")
    os.environ["VIRTUAL_ENV"] = str(VENV)
    os.environ["PATH"] = str(PYTHON.parent) + os.pathsep + os.environ.get("PATH", os.defpath)
    restart_with(str(PYTHON))


def hand_over_to_newer_python() -> None:
    """Continue in the first working newer Python on PATH; if there is none, say so and exit."""
    for name in NEWER:
        path = shutil.which(name)
        # Version managers leave names on PATH that do not run.
        if path and subprocess.call([path, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            restart_with(path)
    sys.exit(
        "Python 3.11 or newer is needed, and this is {}.{}; install python3.11 or later "
        "(any name from python3.11 to python3.14 on PATH is found).".format(*sys.version_info)
    )


def restart_with(python: str) -> None:
    os.execv(python, [python, *sys.argv])


def has_packages(names: "tuple[str, ...]") -> bool:
    return all(util.find_spec(name) for name in names)


def fingerprint(lock: str) -> str:
    """Return what `.venv` depends on: a lock, and its path (its scripts name their
    interpreter)."""
    return hashlib.sha256((ROOT / lock).read_bytes() + b"\0" + str(VENV).encode()).hexdigest()


def series() -> str:
    return "{}.{}".format(*sys.version_info)


def is_fresh(locks: "list[str]") -> bool:
    """Return whether everything in these locks is installed in `.venv`."""
    stamp = read_stamp()
    return PYTHON.exists() and all(stamp.get(lock) == fingerprint(lock) for lock in locks)


def is_fresh_inside(locks: "list[str]") -> bool:
    """Return the same from inside; also check that the system did not change Python under
    `.venv`."""
    return is_fresh(locks) and read_stamp().get("python") == series()


def read_stamp() -> "dict[str, str]":
    """Return what was written after a complete build; {} if it was interrupted.

    The version of Python under "python", and the fingerprint of each installed lock under its name.
    """
    try:
        lines = [line.split() for line in STAMP.read_text().splitlines()]
        return {line[0]: line[1] for line in lines if len(line) == 2}
    except OSError:
        return {}


def forget_stamp() -> None:
    try:
        STAMP.unlink()
    except FileNotFoundError:
        pass


def build_if_needed(locks: "list[str]") -> None:
    """Build `.venv` unless it is fresh; of several first starts at once, only one builds."""
    with (ROOT / LOCK).open() as lock:
        # The installer inherits the lock, so one whose parent was killed is also waited for.
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another start is building .venv; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_fresh(locks):
            # What was installed for other commands stays.
            all_locks = [
                name for name in (LOCK, *TOOL_LOCKS) if name in locks or name in read_stamp()
            ]
            build(all_locks)
            stamp = [("python", series())] + [(name, fingerprint(name)) for name in all_locks]
            STAMP.write_text("".join("{} {}\n".format(*line) for line in stamp))


def build(locks: "list[str]") -> None:
    """Create `.venv`, or update a complete one in place if a lock has changed or is added.

    An update in place does not break processes that run in it.
    """
    if VENV.is_symlink():
        # It points to the environment of another checkout.
        VENV.unlink()
    stamp = read_stamp()
    new_locks = [name for name in locks if name not in stamp]
    was_complete = PYTHON.exists() and stamp.get("python") == series()
    forget_stamp()
    if was_complete:
        news = "{} is needed" if new_locks else "{} has changed"
        reasons = new_locks or [name for name in locks if stamp[name] != fingerprint(name)]
        say((news + ": bringing .venv up to date ...").format(" and ".join(reasons)))
        if install(locks):
            return
    say("Building .venv from {} (once; up to half a minute) ...".format(" and ".join(locks)))
    try:
        shutil.rmtree(str(VENV), ignore_errors=True)
        VENV.mkdir()
    except OSError as error:
        sys.exit("Cannot build .venv: {}.".format(error))
    if not (make_environment() and install(locks)):
        shutil.rmtree(str(VENV), ignore_errors=True)
        sys.exit(
            "Could not build .venv; the reason stands above. "
            "The packages come from the index your pip or uv is set to, as ready-made wheels."
        )


def make_environment() -> bool:
    """Create an empty `.venv` without pip: `install` works from outside. Return whether it
    worked."""
    return call(sys.executable, "-m", "venv", "--without-pip", "--clear", VENV)


def install(locks: "list[str]") -> bool:
    """Install the locks into `.venv`, with uv if available, else with pip. Return whether it
    worked."""
    uv = shutil.which("uv")
    options = ["--require-hashes", "--only-binary", ":all:"]
    files = [ROOT / name for name in locks]
    # On a terminal uv shows a bar of its own.
    quiet = [] if sys.stderr.isatty() else ["-q"]
    if uv and call(uv, "pip", "sync", *quiet, "-p", PYTHON, *options, *files):
        return True
    return install_by_pip(entries(files))


def entries(files: "list[Path]") -> "list[str]":
    """Return the entries of lock files, each with its hashes."""
    text = "".join(path.read_text() for path in files)
    return [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]


def install_by_pip(entries: "list[str]") -> bool:
    """Install these entries of a lock by several pips at once, and count them in one line.

    A lock names everything, so pip need not look for dependencies; and modules are compiled when
    they are first imported. Together this takes half the time.
    """
    pip = pip_command()
    options = ["--no-input", "--progress-bar", "off", "--disable-pip-version-check"]
    options += ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--no-compile"]
    counter = Counter(len(entries))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    parts = [part for part in (entries[number::PIPS] for number in range(PIPS)) if part]
    with tempfile.TemporaryDirectory(prefix="abyss-locks-") as folder:
        running = []
        for number, part in enumerate(parts):
            file = Path(folder, "{}.lock".format(number))
            file.write_text("\n".join(part))
            command = [*pip, "install", *options, "-r", file]
            running.append(
                subprocess.Popen(
                    [str(argument) for argument in command],
                    env=environment,
                    stdout=subprocess.PIPE,
                    universal_newlines=True,
                    close_fds=False,
                )
            )
        listeners = [threading.Thread(target=counter.follow, args=(pip,)) for pip in running]
        for thread in listeners:
            thread.start()
        for thread in listeners:
            thread.join()
        # Wait for all of them: one that goes on would write into what the next attempt deletes.
        results = [process.wait() for process in running]
    counter.close()
    return results == [0] * len(results)


class Counter:
    """The line that counts the packages which pip has turned to.

    On a terminal it replaces itself; elsewhere it is written every twenty packages.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.count = 0
        self.guard = threading.Lock()

    def follow(self, pip: "subprocess.Popen[str]") -> None:
        assert pip.stdout is not None
        for line in pip.stdout:
            if line.startswith(PROGRESS_MARKS):
                self.add_one()
            elif line.startswith("Installing "):
                self.show("unpacking")

    def add_one(self) -> None:
        with self.guard:
            self.count += 1
        if sys.stderr.isatty() or self.count % 20 == 0 or self.count == self.total:
            self.show("")

    def show(self, what: str) -> None:
        line = ".venv: {} of {} packages".format(self.count, self.total)
        end = "" if sys.stderr.isatty() else "\n"
        start = "\r\033[K" if sys.stderr.isatty() else ""
        sys.stderr.write(start + line + (", " + what + " ..." if what else "") + end)
        sys.stderr.flush()

    def close(self) -> None:
        if sys.stderr.isatty():
            say("")


def pip_command() -> "list[str | Path]":
    """Return a command that runs pip on `.venv`: this interpreter's pip, or one from ensurepip.

    Debian ships python3 without ensurepip unless python3-venv is installed, and without pip unless
    python3-pip is.
    """
    if util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", PYTHON]
    if util.find_spec("ensurepip") and call(PYTHON, "-m", "ensurepip"):
        return [PYTHON, "-m", "pip"]
    shutil.rmtree(str(VENV), ignore_errors=True)
    sys.exit(
        "This python3 has neither pip nor ensurepip: install python3-venv "
        "(on Debian or Ubuntu: apt-get install python3-venv) or uv, then run this again."
    )


def call(*arguments: "str | Path") -> bool:
    """Run a command, of which only errors are shown; return whether it succeeded.

    Standard output belongs to the command that waits for `.venv`; Debian's ensurepip writes there.
    """
    command = [str(argument) for argument in arguments]
    return subprocess.call(command, close_fds=False, stdout=subprocess.DEVNULL) == 0


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
