"""Build `.venv` from `requirements.lock`, starting from a bare checkout.

Standard library only, and written for any python3 from 3.6 on (so no `from __future__ import
annotations` here): an old interpreter has to get far enough to find a newer one.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / ".built-from"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11", "python3.14")
# Enough to tell our environment from a machine that has some Django installed.
NEEDED = ("django", "celery", "psycopg", "msgspec", "aiosmtpd", "resvg_py", "PIL")


def enter_environment() -> None:
    """Return if this interpreter can run the project; otherwise replace it by one that can.

    1. If python3 is too old, continue in a newer one on PATH.
    2. Inside `.venv`, go on if it was built from the current lock.
    3. In any other environment that has our packages, go on: it belongs to somebody else.
    4. Otherwise build `.venv` if needed and continue in it.
    """
    if sys.version_info < OLDEST:
        hand_over_to_newer_python()
    if Path(sys.prefix).resolve() == VENV.resolve():
        if is_fresh_inside():
            return
        if is_fresh():
            # The lock is unchanged, so the system has changed Python.
            forget_stamp()
        restart_with(getattr(sys, "_base_executable", sys.executable))
    if has_packages():
        return
    try:
        build_if_needed()
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


def has_packages() -> bool:
    return all(util.find_spec(name) for name in NEEDED)


def fingerprint() -> str:
    """Return what `.venv` depends on: the lock, and its path (its scripts name their
    interpreter)."""
    return hashlib.sha256(LOCK.read_bytes() + b"\0" + str(VENV).encode()).hexdigest()


def series() -> str:
    return "{}.{}".format(*sys.version_info)


def is_fresh() -> bool:
    """Return whether `.venv` was completely built from the current lock."""
    return PYTHON.exists() and read_stamp()[:1] == [fingerprint()]


def is_fresh_inside() -> bool:
    """Return the same from inside; also check that the system did not change Python under
    `.venv`."""
    return read_stamp() == [fingerprint(), series()]


def read_stamp() -> "list[str]":
    """Return the lines written after a complete build; [] if it was interrupted."""
    try:
        return STAMP.read_text().split()
    except OSError:
        return []


def forget_stamp() -> None:
    try:
        STAMP.unlink()
    except FileNotFoundError:
        pass


def build_if_needed() -> None:
    """Build `.venv` unless it is fresh; of several first starts at once, only one builds."""
    with LOCK.open() as lock:
        # The installer inherits the lock, so one whose parent was killed is also waited for.
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another start is building .venv; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_fresh():
            build()
            STAMP.write_text(fingerprint() + "\n" + series() + "\n")


def build() -> None:
    """Create `.venv`, or update a complete one in place if the lock has changed.

    An update in place does not break processes that run in it.
    """
    if VENV.is_symlink():
        # It points to the environment of another checkout.
        VENV.unlink()
    was_complete = PYTHON.exists() and read_stamp()[1:] == [series()]
    forget_stamp()
    if was_complete:
        say("requirements.lock has changed: bringing .venv up to date ...")
        if install():
            return
    say("Building .venv from requirements.lock (once; up to a minute or two) ...")
    try:
        shutil.rmtree(str(VENV), ignore_errors=True)
        VENV.mkdir()
    except OSError as error:
        sys.exit("Cannot build .venv: {}.".format(error))
    if not (make_environment() and install()):
        shutil.rmtree(str(VENV), ignore_errors=True)
        sys.exit(
            "Could not build .venv; the reason stands above. "
            "The packages come from the index your pip or uv is set to, as ready-made wheels."
        )


def make_environment() -> bool:
    """Create an empty `.venv` without pip: `install` works from outside. Return whether it
    worked."""
    return call(sys.executable, "-m", "venv", "--without-pip", "--clear", VENV)


def install() -> bool:
    """Install the lock into `.venv`, with uv if available, else with pip. Return whether it
    worked."""
    uv = shutil.which("uv")
    options = ["--require-hashes", "--only-binary", ":all:"]
    if uv and call(uv, "pip", "sync", "-q", "-p", PYTHON, *options, LOCK):
        return True
    return call(*pip_command(), "install", "-qq", "--no-input", *options, "-r", LOCK)


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
    return subprocess.call([str(argument) for argument in arguments], close_fds=False) == 0


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
