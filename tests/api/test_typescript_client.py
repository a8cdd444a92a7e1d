"""The TypeScript client of sdk/, where Node is installed: against the real server, and alone."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.models import Match
from games.services import tokens

SDK = Path(__file__).parents[2] / "sdk" / "typescript"
NODE = shutil.which("node") or ""
TSC = shutil.which("tsc") or ""
# The oldest version of Node that is promised.
OLDEST = 20


def is_new_enough() -> bool:
    if not NODE:
        return False
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    return int(version.stdout.removeprefix("v").partition(".")[0]) >= OLDEST


needs_node = pytest.mark.skipif(not is_new_enough(), reason=f"Node {OLDEST} is not installed")


def run_node(*arguments: str) -> str:
    result = subprocess.run(
        [NODE, *arguments], cwd=SDK, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@needs_node
@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", ["pebbles", "abyss", "enchanters", "essence"])
@pytest.mark.django_db(transaction=True)
def test_two_clients_play_a_whole_match(
    game: str, people: dict[str, Any], live_server: Any
) -> None:
    secrets = [
        tokens.make_token(people[name], name="client", scopes=["read", "play"])[1]
        for name in ("alice", "bob")
    ]

    summary = json.loads(run_node("test/play_match.js", live_server.url, game, *secrets))

    assert summary["name"] == "Alice" and summary["moves"] > 2
    assert summary["stale"] in ("own_answer", "")
    assert Match.objects.get(number=summary["number"]).status == "finished"


@needs_node
def test_retries_pages_and_streams() -> None:
    assert "# fail 0" in run_node("--test", "--test-reporter", "tap", "test/client.test.js")


@pytest.mark.skipif(not TSC, reason="tsc, the compiler of TypeScript, is not installed")
def test_the_types_are_strict() -> None:
    result = subprocess.run([TSC, "--project", "tsconfig.json"], cwd=SDK, capture_output=True)
    assert result.returncode == 0, result.stdout


def test_the_client_needs_no_other_package() -> None:
    package = json.loads((SDK / "package.json").read_text())

    assert "dependencies" not in package
    assert "import" not in (SDK / "src" / "index.js").read_text()
