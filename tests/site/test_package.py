"""The wheel: built from this checkout, installed without it, and started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from abyss_site.bootstrap.processes import any_free_port
from tests.services import bare_environment

ROOT = Path(__file__).resolve().parents[2]
# It compiles everything first.
PATIENCE = 400

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built without the network."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("abyss_by_post-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the installed package; what it needs is in our environment."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    target = ["--no-compile", "--target", str(folder)]
    subprocess.run([*pip, *target, str(wheel)], check=True, capture_output=True)
    return folder


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Yield the address of `abyss-by-post up`, started with an empty home folder."""
    port = any_free_port()
    environment = {
        **bare_environment(),
        "HOME": str(tmp_path),
        "PYTHONPATH": str(installed),
        "SMTP_PORT": str(any_free_port()),
    }
    output = tmp_path / "output"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(installed / "bin/abyss-by-post"), "up", "--port", str(port)],
            cwd=tmp_path,
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        give_up = time.monotonic() + PATIENCE
        while "is ready at" not in output.read_text():
            assert process.poll() is None and time.monotonic() < give_up, output.read_text()
            time.sleep(0.25)
        yield f"http://localhost:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def test_the_wheel_has_what_is_beside_the_packages_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()

    beside = [
        path.relative_to(ROOT).as_posix()
        for folder in ("templates", "locale", "docs", "deploy")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert {f"abyss_site/files/{name}" for name in beside} <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {
        *("abyss_site", "games", "notifications", "abyss_by_post")
    }


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    listed = {
        path.relative_to(ROOT).as_posix()
        for package in ("abyss_site", "games", "notifications")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert not listed - names


def test_two_builds_are_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)

    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def becomes_well(address: str) -> bool:
    """Return whether /health/ says within a minute that all is well: first every job has to run."""
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        with suppress(urllib.error.HTTPError):
            return bool(urllib.request.urlopen(address, timeout=20).status == 200)
        time.sleep(0.5)
    return False


def test_the_installed_command_starts_everything(address: str, tmp_path: Path) -> None:
    french = urllib.request.Request(f"{address}/", headers={"Accept-Language": "fr"})

    page = urllib.request.urlopen(french, timeout=20).read().decode()

    assert '<html lang="fr"' in page and "/static/games/" in page
    assert becomes_well(f"{address}/health/")
    # Data is in the home folder, not among the packages.
    assert (tmp_path / ".local/share/abyss-by-post/postgres/PG_VERSION").exists()
    assert os.listdir(tmp_path / ".local/share") == ["abyss-by-post"]
