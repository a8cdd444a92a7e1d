"""docker-compose.yml and Dockerfile, as far as they can be tested without a container engine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from abyss_site.bootstrap.environment import BUNDLED_CATCHER
from abyss_site.bootstrap.stack import COMMANDS
from abyss_site.core.http import connection_limits, gateway, web_server
from games.api import event_stream

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
# Services that a profile adds: a mail server of one's own, and backups.
BY_PROFILE = {"mail": "mail", "backups": "backups"}
OURS = ["migrate", *COMMANDS, "backups"]
# What stays inside a container: its folders and ports.
OF_THE_IMAGE = {"DATA_DIR", "STATIC_ROOT", "PORT", "SMTP_PORT"}
# The keys of the Compose specification that we use.
KNOWN = {
    *("image", "build", "command", "environment", "ports", "volumes", "depends_on", "healthcheck"),
    *("restart", "init", "read_only", "tmpfs", "cap_add", "cap_drop", "security_opt", "shm_size"),
    *("ulimits", "profiles", "hostname", "cpus", "mem_limit", "pids_limit"),
}


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_celery_starts_with_the_variables_of_compose_alone(name: str) -> None:
    """It did not once: a module read the settings before celery.py had said which."""
    line = SERVICES[name]["command"].split()
    app = line[line.index("-A") + 1]
    ours = ("DJANGO_", "PYTEST_")
    environment = {key: one for key, one in os.environ.items() if not key.startswith(ours)}

    find = f"from celery.app.utils import find_app; find_app({app!r}).conf.beat_schedule"
    subprocess.run([sys.executable, "-c", find], cwd=ROOT, env=environment, check=True)


def test_the_whole_service_is_there() -> None:
    assert set(SERVICES) == {*OURS, "proxy", "postgres", "valkey", "mailcatcher", "mail"}
    assert SERVICES["postgres"]["image"] == "${POSTGRES_IMAGE:-postgres:18}"
    assert SERVICES["valkey"]["image"] == "${VALKEY_IMAGE:-valkey/valkey:9}"
    profiles = {name: one["profiles"] for name, one in SERVICES.items() if "profiles" in one}
    assert profiles == {name: [profile] for name, profile in BY_PROFILE.items()}


def test_every_documented_variable_reaches_the_containers() -> None:
    text = (ROOT / "docs/running.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z_]+)`", text, re.M))

    assert set(SERVICES["web"]["environment"]) == documented - OF_THE_IMAGE
    assert all(SERVICES[name]["environment"].keys() >= documented - OF_THE_IMAGE for name in OURS)


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_has_limits_and_an_image_that_can_be_pinned(name: str) -> None:
    service = SERVICES[name]

    assert {"cpus", "mem_limit", "pids_limit"} <= set(service)
    assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z0-9/.:-]+\}", service["image"])


def test_the_images_are_pinned_by_digest_from_what_the_files_name(tmp_path: Path) -> None:
    """`docker` is not at hand: a stand-in prints a digest for each tag that it is asked about."""
    docker = tmp_path / "docker"
    docker.write_text(
        '#!/bin/sh\nprintf "sha256:%s" "$(printf %s "$4" | sha256sum | cut -c1-64)"\n'
    )
    docker.chmod(0o755)

    done = subprocess.run(
        ["sh", str(ROOT / "deploy/pin-images.sh")],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )

    pinned = dict(re.findall(r"^([A-Z]+_IMAGE)=\S+@sha256:([0-9a-f]{64})$", done.stdout, re.M))
    files = [ROOT / "Dockerfile", ROOT / "deploy/mail/Dockerfile", ROOT / "docker-compose.yml"]
    named = {one for file in files for one in re.findall(r"\b[A-Z]+_IMAGE\b", file.read_text())}
    # The others are built here.
    assert set(pinned) == named - {"ABYSS_IMAGE", "MAIL_IMAGE"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_says_only_what_compose_understands(name: str) -> None:
    service = SERVICES[name]

    assert set(service) <= KNOWN
    assert {"image", "restart"} <= set(service)
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file()


def test_containers_of_ours_cannot_change_themselves() -> None:
    for name in OURS:
        service = SERVICES[name]
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_containers_run_what_the_supervisor_runs(name: str) -> None:
    told = SERVICES[name]["command"].removesuffix(" --bind 0.0.0.0:8000")
    for start in ("python -m ", "python "):
        told = told.removeprefix(start)

    assert told == COMMANDS[name]


def test_the_image_alone_is_the_web_process() -> None:
    told = " ".join(re.findall(r'"([^"]+)"', DOCKERFILE.split("CMD")[1]))

    assert told == SERVICES["web"]["command"]


def test_the_proxy_has_the_limits_of_the_web_server() -> None:
    told = (ROOT / "deploy/Caddyfile").read_text()

    assert f"read_header {connection_limits.HEAD_SECONDS:.0f}s" in told
    assert f"read_body {connection_limits.LONGEST_BODY_SECONDS:.0f}s" in told
    assert f"idle {web_server.IDLE_SECONDS}s" in told
    assert f"max_header_size {connection_limits.MOST_HEAD_OCTETS // 1024}KB" in told
    assert f"max_size {gateway.MOST_OCTETS // 1024**2}MiB" in told
    # The proxy closes an idle connection before the web server does, and a stream after it has
    # ended.
    assert int(re.findall(r"keepalive (\d+)s", told)[0]) < web_server.IDLE_SECONDS
    assert int(re.findall(r"write (\d+)s", told)[0]) > event_stream.LIFE


def test_the_proxy_alone_is_reached_from_outside() -> None:
    assert "ports" not in SERVICES["web"] and SERVICES["proxy"]["ports"]
    assert SERVICES["web"]["environment"]["TRUSTED_PROXIES"] == "${TRUSTED_PROXIES:-1}"


def test_connections_to_the_mail_server_keep_their_address() -> None:
    """Docker forwards IPv6 from its own network, whose addresses may send to everywhere."""
    assert SERVICES["mail"]["ports"] == ["0.0.0.0:25:25"]


def test_the_mail_server_is_open_to_its_own_network_alone() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    told = (ROOT / "docs" / "club-server.md").read_text()
    (trusted,) = re.findall(r'--networks "([^"]+)"', told)

    assert trusted.split() == ["127.0.0.0/8", "[::1]/128", network["subnet"]]


def test_the_mail_server_sees_its_own_files_only() -> None:
    assert SERVICES["mail"]["volumes"] == ["mailkeys:/data/mail:ro", "mailqueue:/var/spool/postfix"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_every_lasting_service_has_a_health_check(name: str) -> None:
    test = SERVICES[name]["healthcheck"]["test"]

    assert test[0] in {"CMD", "CMD-SHELL"}


@pytest.mark.parametrize("name", OURS)
def test_every_command_of_ours_exists(name: str) -> None:
    lines = [
        SERVICES[name]["command"],
        " ".join(SERVICES[name].get("healthcheck", {"test": []})["test"]),
    ]

    named = {word for line in lines for word in re.findall(r"manage\.py (\w+)", line)}

    assert named <= set(get_commands())


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_nothing_starts_before_the_tables_are_there(name: str) -> None:
    waits_for = SERVICES[name]["depends_on"]

    assert waits_for["migrate"] == {"condition": "service_completed_successfully"}


def test_everything_waited_for_is_a_service_that_can_tell() -> None:
    for service in SERVICES.values():
        for name, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in SERVICES[name]


def test_secrets_come_from_the_environment() -> None:
    text = (ROOT / "docker-compose.yml").read_text()

    for secret in ("POSTGRES_PASSWORD", "VALKEY_PASSWORD", "SECRET_KEY"):
        assert f"${{{secret}:?" in text
        assert not re.search(rf"{secret}: (?!\$\{{)", text)


def test_the_image_is_built_from_the_lock_and_does_not_run_as_root() -> None:
    assert "--require-hashes --only-binary :all: -r requirements.lock" in DOCKERFILE
    assert "requirements-" not in DOCKERFILE
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {"tests", ".venv", "var", "requirements-*.lock"} <= set(ignored)
    assert re.findall(r"^USER (\w+)", DOCKERFILE, re.M)[-1] == "abyss"


def test_compose_leaves_the_demo_to_the_mail_catcher_that_it_brings() -> None:
    """With one's own mail server, or a public address, the settings refuse a demonstration."""
    environment = SERVICES["web"]["environment"]

    assert environment["EMAIL_URL"] == f"${{EMAIL_URL:-{BUNDLED_CATCHER}}}"
    assert environment["DEMO"] == "${DEMO:-}"
    assert "TRUSTED_PROXIES" in environment
