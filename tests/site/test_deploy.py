"""The files under deploy/ besides compose: systemd, Kubernetes, bill of materials."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from abyss_site.bootstrap.stack import COMMANDS
from abyss_site.checks import SHORTEST_SECRET

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "deploy/systemd").iterdir())
MANIFESTS: list[dict[str, Any]] = list(
    yaml.safe_load_all((ROOT / "deploy/kubernetes/abyss.yaml").read_text())
)
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


def sandbox_of(unit: str) -> set[str]:
    lines = (ROOT / "deploy/systemd" / unit).read_text().splitlines()
    names = ("Private", "Protect", "Restrict", "Lock", "NoNew", "Capability", "SystemCall", "UMask")
    return {line for line in lines if line.startswith(names)}


def test_the_backup_is_confined_like_the_service() -> None:
    """It had a third of these lines, and reads the same secrets."""
    assert len(sandbox_of("abyss.service")) > 15
    assert sandbox_of("abyss-backup.service") == sandbox_of("abyss.service")


@pytest.mark.skipif(not ANALYZE, reason="needs systemd-analyze")
@pytest.mark.parametrize("name", ["abyss.service", "abyss-backup.service"])
def test_little_of_the_system_is_exposed_to_a_unit(name: str) -> None:
    # Tenths of systemd's score, of which 100 is the worst.
    line = [str(ANALYZE), "security", "--offline=true", "--threshold=35"]

    done = subprocess.run([*line, ROOT / "deploy/systemd" / name], capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("where", ["--install-only", ""])
def test_the_log_of_postfix_goes_to_the_container_or_to_the_journal(
    where: str, tmp_path: Path
) -> None:
    """Without a container nobody reads its standard output: there was no log."""
    (tmp_path / "main.cf").touch()
    for name in ("install", "chown", "postconf", "opendkim", "opendmarc", "postfix"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
        (tmp_path / name).chmod(0o755)
    script = ["sh", str(ROOT / "deploy/mail/start.sh"), str(tmp_path), *filter(None, [where])]

    done = subprocess.run(script, env={"PATH": f"{tmp_path}:/bin"}, capture_output=True, text=True)

    is_container = not where
    assert done.returncode == 0, done.stderr
    assert ("postconf -e maillog_file = /dev/stdout" in done.stdout) is is_container
    assert ("postfix start-fg" in done.stdout) is is_container
    assert "maillog_file" not in (ROOT / "deploy/mail/main.cf").read_text()


def test_the_units_run_commands_that_exist() -> None:
    lines = [line for unit in UNITS for line in unit.read_text().splitlines()]

    named = {word for line in lines for word in re.findall(r"abyss-by-post (\w+)", line)}

    assert named and named <= set(get_commands())


def test_no_unit_opens_the_data_to_other_users() -> None:
    """systemd sets the mode of the folder whenever one of them starts."""
    texts = [unit.read_text() for unit in UNITS]

    keepers = [text for text in texts if "StateDirectory=" in text]

    assert keepers and all("StateDirectoryMode=0700" in text for text in keepers)


def test_the_keys_of_the_manifests_are_refused() -> None:
    """Everybody can read them here."""
    given = next(one["stringData"] for one in MANIFESTS if one["kind"] == "Secret")

    assert len(given["SECRET_KEY"]) < SHORTEST_SECRET
    assert len(given["SIGNING_KEY"]) < SHORTEST_SECRET


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


@pytest.mark.parametrize(
    "manifest", MANIFESTS, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}"
)
def test_kubernetes_understands_the_manifests(manifest: dict[str, Any]) -> None:
    # Takes seconds to import, in every process of a run.
    import kubernetes_validate

    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def pods() -> list[dict[str, Any]]:
    """Return the specification of the pods of each manifest that has some."""
    specs = [one["spec"].get("jobTemplate", one)["spec"] for one in MANIFESTS if "spec" in one]
    return [spec["template"]["spec"] for spec in specs if "template" in spec]


def test_pods_run_what_the_supervisor_runs_and_cannot_change_themselves() -> None:
    containers = {one["name"]: one for pod in pods() for one in pod["containers"]}

    for name, command in COMMANDS.items():
        told = " ".join(containers[name]["command"]).removesuffix(" --bind 0.0.0.0:8000")
        assert told.removeprefix("python -m ").removeprefix("python ") == command
    assert set(containers) == {*COMMANDS, "migrate", "backup"}
    for container in containers.values():
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert {"cpu", "memory"} == set(container["resources"]["limits"])
    assert all(pod["securityContext"]["runAsNonRoot"] for pod in pods())


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_process_answers_for_itself(name: str) -> None:
    """A dead worker beside a live one was ready, because their heartbeats were one."""
    containers = {one["name"]: one for pod in pods() for one in pod["containers"]}
    asked = ["python", "manage.py", "health"]

    probes = containers[name]

    assert probes["readinessProbe"]["exec"]["command"] == [*asked, "--here", name]
    assert probes["livenessProbe"]["exec"]["command"] == [*asked, "--alive", name]
    # Minutes pass before anything is restarted.
    assert (
        probes["livenessProbe"]["failureThreshold"] * probes["livenessProbe"]["periodSeconds"]
        >= 300
    )
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert compose[name]["healthcheck"]["test"] == ["CMD", *asked, "--here", name]


def test_the_manifests_set_variables_that_are_documented() -> None:
    documented = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/running.md").read_text(), re.M))

    given = {key for one in MANIFESTS for key in one.get("data", one.get("stringData", {}))}

    assert given and given <= documented
