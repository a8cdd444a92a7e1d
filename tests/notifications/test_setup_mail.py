"""`setup_mail`: its records satisfy `check_mail`, and real servers accept what it configures."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from email import message_from_bytes, policy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command

from notifications.outgoing.headers import build_message

from .conftest import notification

ROOT = Path(__file__).resolve().parents[2]
DOMAIN, HOST = "play.example.org", "mail.play.example.org"
SERVERS = ("postfix", "opendkim", "opendmarc", "unshare", "ip")
IS_POSSIBLE = os.geteuid() == 0 and all(
    shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in SERVERS
)
Records = list[list[str]]


def set_up(folder: Path, *options: str) -> Records:
    """Run the command; return the records that it prints: name, type, value."""
    out = StringIO()
    call_command("setup_mail", "--folder", str(folder), *options, stdout=out)
    lines = [line.split("\t") for line in out.getvalue().splitlines() if "\tIN\t" in line]
    return [[name.rstrip("."), kind, value] for name, _, _, kind, value in lines]


def test_the_printed_records_are_what_check_mail_wants(tmp_path: Path, settings: Any) -> None:
    options = ("--domain", DOMAIN, "--address", "192.0.2.25", "--reports", "me@example.net")
    records = set_up(tmp_path, *options)
    # `rua` at another domain has to be allowed there.
    records.append([f"{DOMAIN}._report._dmarc.example.net", "TXT", '"v=DMARC1"'])
    dns: dict[str, dict[str, list[str]]] = {}
    for name, kind, value in records:
        text = "".join(re.findall(r'"([^"]*)"', value)) if kind == "TXT" else value
        dns.setdefault(name, {}).setdefault(kind, []).append(text)
    answers = tmp_path / "answers.yaml"
    answers.write_text(yaml.safe_dump({"dns": dns, "tls": {HOST: {"starttls": True}}}))
    settings.MAIL_SENDING_HOSTS, settings.MAIL_DKIM_SELECTORS = [HOST], ["abyss"]
    out = StringIO()

    call_command("check_mail", "--domain", DOMAIN, "--answers", str(answers), stdout=out)

    told = out.getvalue()
    assert "wrong" not in told
    for about in ("MX", "SPF", "DKIM", "DMARC", "PTR"):
        assert re.search(rf"^ok .*{about}", told, re.M), told


def test_running_it_again_keeps_the_keys_and_prints_the_same(tmp_path: Path) -> None:
    first = set_up(tmp_path, "--domain", DOMAIN, "--address", "192.0.2.25")
    key = (tmp_path / "abyss.private").read_bytes()

    again = set_up(tmp_path, "--domain", DOMAIN, "--address", "192.0.2.25")

    assert again == first
    assert (tmp_path / "abyss.private").read_bytes() == key
    assert (tmp_path / "abyss.private").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["main.cf", "opendkim.conf", "opendmarc.conf"])
def test_every_marker_of_the_configuration_is_filled_in(name: str, tmp_path: Path) -> None:
    set_up(tmp_path, "--domain", DOMAIN, "--address", "192.0.2.25")

    written = (tmp_path / name).read_text()

    assert not re.search(r"@[A-Z_]+@", written)
    assert HOST in written


@pytest.mark.parametrize("wrong", [("nowhere at all", "192.0.2.25"), (DOMAIN, "192.0.2.256")])
def test_a_wrong_name_or_address_is_refused(wrong: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        set_up(tmp_path / "new", "--domain", wrong[0], "--address", wrong[1])

    assert not (tmp_path / "new").exists()


def send_through_servers(folder: Path, raw: bytes) -> dict[str, bytes]:
    """Send an e-mail of ours directly, through a server that forwards it, and forged by somebody;
    return what arrives."""
    records = set_up(folder / "ours", "--domain", DOMAIN, "--address", "192.0.2.25")
    theirs = ("--domain", "theirs.example", "--address", "192.0.2.80")
    records += set_up(folder / "theirs", *theirs, "--mailroom", "127.0.0.1:18025")
    records += [["hop.example", "MX", "10 hop.example."], ["hop.example", "A", "192.0.2.50"]]
    (folder / "records.json").write_text(json.dumps(records))
    (folder / "email.eml").write_bytes(raw)
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    done = subprocess.run(
        [*alone, sys.executable, "-m", "tests.notifications.mail_hops", str(folder)],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {name: (folder / name).read_bytes() for name in ("direct", "forwarded", "forged")}


def results_in(raw: bytes) -> dict[str, str]:
    """Return what the receiving server found, by method."""
    headers = message_from_bytes(raw, policy=policy.default).get_all("Authentication-Results", [])
    found = re.findall(r"\b(spf|dkim|dmarc)=(\w+)", " ".join(map(str, headers)))
    return dict(reversed(found))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.skipif(not IS_POSSIBLE, reason=f"needs root and {', '.join(SERVERS)}")
def test_our_emails_are_accepted_also_after_a_hop_and_forged_ones_are_not(
    tmp_path: Path, people: dict[str, Any], settings: Any
) -> None:
    settings.DEFAULT_FROM_EMAIL = f"Abyss by Post <play@{DOMAIN}>"
    row = notification("one", people["alice"])
    row.subject, row.text = "À vous", "Règles : « jouez » – it is your turn.\n" * 20
    message: Any = build_message(row).message()
    raw = message.as_bytes(linesep="\r\n")

    arrived = send_through_servers(tmp_path, raw)

    assert max(raw) < 128
    assert results_in(arrived["direct"]) == {"spf": "pass", "dkim": "pass", "dmarc": "pass"}
    # Somebody else's server is not in our SPF record; the signature is still ours.
    assert results_in(arrived["forwarded"]) == {"spf": "fail", "dkim": "pass", "dmarc": "pass"}
    assert results_in(arrived["forged"])["dmarc"] == "fail"
