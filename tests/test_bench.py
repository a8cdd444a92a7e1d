"""Every benchmark that docs/README.md names runs at a small size and prints figures."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from devtools.bench import peers

ROOT = Path(__file__).parent.parent
SMALL = {
    "rules": ["abyss", "--seconds", "0.2"],
    "decisions": ["--seconds", "0.5"],
    "api": ["--seconds", "0.5"],
    "events": ["--listeners", "20", "--rounds", "2"],
    "load": [],
    "tick": ["--overdue", "100"],
    "pages": [],
    "admin": ["--matches", "200"],
    "pace": ["abyss", "--matches", "3"],
}
# Those that cannot be made small, or need what is not installed for tests.
LARGE = {"mail", "scale", "share", "peers"}


@pytest.mark.long
@pytest.mark.parametrize("benchmark", SMALL)
def test_a_benchmark_prints_its_figures(benchmark: str) -> None:
    command = [sys.executable, "manage.py", "bench", benchmark, *SMALL[benchmark]]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)

    assert done.returncode == 0, done.stderr[-2000:]
    figures = json.loads(done.stdout[done.stdout.index("{") :])
    assert figures["benchmark"] == benchmark and len(figures) > 2


def test_the_comparison_with_peers_names_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    (tmp_path / "node_modules" / "boardgame.io").mkdir(parents=True)

    with pytest.raises(CommandError, match=r"npm install boardgame.io bgio-postgres \(no bgio-p"):
        peers.measure_peers(tmp_path, 1)


def test_every_benchmark_of_the_docs_is_run() -> None:
    text = (ROOT / "docs" / "README.md").read_text()
    named = set(re.findall(r"`(?:python3 manage.py )?bench (\w+)", text))

    assert named == {*SMALL, *LARGE}
