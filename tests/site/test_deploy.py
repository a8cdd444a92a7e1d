"""The files under deploy/ besides compose: systemd units, the list of packages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "deploy/systemd").iterdir())
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(not ANALYZE, reason="needs systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # The program that they start is not installed here.
        text = unit.read_text().replace("/opt/abyss/bin/abyss-by-post", "/bin/true")
        (tmp_path / unit.name).write_text(text)

    done = subprocess.run(
        [str(ANALYZE), "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)],
        capture_output=True,
        text=True,
    )

    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "abyss" in line]
    assert (done.returncode, told) == (0, []), done.stderr


def test_the_units_run_commands_that_exist() -> None:
    lines = [line for unit in UNITS for line in unit.read_text().splitlines()]

    named = {word for line in lines for word in re.findall(r"abyss-by-post (\w+)", line)}

    assert named and named <= set(get_commands())


def test_the_bill_of_materials_names_every_package_that_runs(tmp_path: Path) -> None:
    file = tmp_path / "sbom.json"
    listing = ["requirements", "requirements.lock", "--output-reproducible", "-o", str(file)]

    subprocess.run([sys.executable, "-m", "cyclonedx_py", *listing], cwd=ROOT, check=True)

    found = json.loads(file.read_text())
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M))
    assert found["bomFormat"] == "CycloneDX"
    assert {one["name"] for one in found["components"]} == locked
    assert all(
        reference["hashes"]
        for one in found["components"]
        for reference in one["externalReferences"]
    )
