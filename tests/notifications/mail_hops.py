"""Three mail servers and a name server in a network of their own, as root:

    unshare --mount --net --pid --fork --kill-child --mount-proc \\
        python -m tests.notifications.mail_hops FOLDER

FOLDER has `ours` and `theirs`, written by `manage.py setup_mail`, `records.json` with the DNS
records, and `email.eml`. The e-mail goes from our server to theirs, and to them through a server
that forwards it; and somebody else sends it to them in our name. What their mailroom gets is
written into FOLDER: `direct`, `forwarded` and `forged`.
"""

from __future__ import annotations

import json
import shutil
import smtplib
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import dns.flags
import dns.message
import dns.rrset
from aiosmtpd.controller import Controller

OURS, HOP, THEIRS, STRANGER = "192.0.2.25", "192.0.2.50", "192.0.2.80", "192.0.2.66"
NAMES = "127.0.0.53"
# Inside, a folder that only we see: OpenDKIM insists on folders that nobody else can change.
PLACE = Path("/mnt")
MAILROOM = 18025

# The services in Postfix's master.cf beside smtpd.
SERVICES = {
    "pickup": "unix n - n 60 1 pickup",
    "cleanup": "unix n - n - 0 cleanup",
    "qmgr": "unix n - n 300 1 qmgr",
    "tlsmgr": "unix - - n 1000? 1 tlsmgr",
    "rewrite": "unix - - n - - trivial-rewrite",
    "bounce": "unix - - n - 0 bounce",
    "defer": "unix - - n - 0 bounce",
    "trace": "unix - - n - 0 bounce",
    "proxymap": "unix - - n - - proxymap",
    "anvil": "unix - - n - 1 anvil",
    "error": "unix - - n - - error",
    "retry": "unix - - n - - error",
    "smtp": "unix - - n - - smtp",
    "lmtp": "unix - - n - - lmtp",
    "postlog": "unix-dgram n - n - 1 postlogd",
}

PLAIN = """
compatibility_level = 3.6
myhostname = hop.example
mydestination =
alias_maps =
local_recipient_maps =
virtual_alias_domains = hop.example
virtual_alias_maps = inline:{ { bob@hop.example = forwarded@theirs.example } }
smtpd_relay_restrictions = reject_unauth_destination
# As old servers: a body of eight bits would have to be converted.
smtpd_discard_ehlo_keywords = 8bitmime
"""
# OpenDKIM asks the root servers by itself, which are not here.
RESOLVER = """server:
    do-not-query-localhost: no
forward-zone:
    name: "."
    forward-addr: 127.0.0.53
"""
RUN = """
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = {listen}
inet_protocols = ipv4
smtp_bind_address = {address}
"""


def serve_names(records: list[list[str]]) -> None:
    """Answer DNS queries, for ever."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((NAMES, 53))
        while True:
            raw, client = server.recvfrom(4096)
            query = dns.message.from_wire(raw)
            question = query.question[0]
            asked = question.name.to_text(omit_final_dot=True).lower()
            kind = dns.rdatatype.to_text(question.rdtype)
            found = [value for name, of, value in records if (name, of) == (asked, kind)]
            response = dns.message.make_response(query)
            response.flags |= dns.flags.RA | dns.flags.AA
            if found:
                response.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
            server.sendto(response.to_wire(), client)


def start_postfix(name: str, main: str, address: str, *listen: str) -> None:
    """Start a Postfix at an address, beside others."""
    folder = PLACE / name
    for part in ("queue", "data"):
        (folder / part).mkdir(parents=True)
    shutil.chown(folder / "data", "postfix")
    run = RUN.format(folder=folder, address=address, listen=", ".join([address, *listen]))
    (folder / "main.cf").write_text(main + run)
    lines = [
        "smtp inet n - n - - smtpd",
        "relay unix - - n - - smtp",
        "verify unix - - n - 1 verify",
    ]
    lines += [f"{service} {line}" for service, line in SERVICES.items()]
    (folder / "master.cf").write_text("\n".join(lines) + "\n")
    with (folder / "said").open("w") as said:
        subprocess.run(
            ["postfix", "-c", str(folder), "start"], stdout=said, stderr=said, check=True
        )


def start_server(
    name: str, source: Path, address: str, *listen: str, ports: tuple[int, int]
) -> None:
    """Start Postfix with OpenDKIM and OpenDMARC as `setup_mail` configured them."""
    kept = PLACE / f"{name}-files"
    shutil.copytree(source, kept)
    kept.chmod(0o755)
    for key in kept.glob("*.private"):
        shutil.chown(key, "opendkim")
    for file in ("main.cf", "opendkim.conf", "opendmarc.conf"):
        text = (kept / file).read_text().replace("/etc/abyss-mail", str(kept))
        for port, other in zip((8891, 8893), ports, strict=True):
            text = text.replace(f"inet:127.0.0.1:{port}", f"inet:127.0.0.1:{other}")
            text = text.replace(f"inet:{port}@", f"inet:{other}@")
        text = text.replace("/run/opend", f"{PLACE}/{name}-opend")
        (kept / file).write_text(text)
    (kept / "resolver").write_text(RESOLVER)
    with (kept / "opendkim.conf").open("a") as configuration:
        configuration.write(f"ResolverConfiguration {kept}/resolver\n")
    for folder in ("opendkim", "opendmarc"):
        (PLACE / f"{name}-{folder}").mkdir()
        shutil.chown(PLACE / f"{name}-{folder}", folder)
    subprocess.run(["opendkim", "-x", str(kept / "opendkim.conf")], check=True)
    subprocess.run(["opendmarc", "-c", str(kept / "opendmarc.conf")], check=True)
    start_postfix(name, (kept / "main.cf").read_text(), address, *listen)


class Mailroom:
    """Writes each e-mail into a file that is named after its recipient."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        for recipient in envelope.rcpt_tos:
            (self.folder / recipient.partition("@")[0]).write_bytes(envelope.content)
        return "250 Taken"


def send(host: str, recipient: str, raw: bytes, source: str) -> None:
    for attempt in range(100):
        try:
            with smtplib.SMTP(host, 25, timeout=60, source_address=(source, 0)) as server:
                server.ehlo("stranger.example")
                server.sendmail("play@play.example.org", recipient, raw)
            return
        except (OSError, smtplib.SMTPException):
            if attempt == 99:
                raise
            time.sleep(0.3)


def main(folder: Path) -> None:
    (folder / "resolv.conf").write_text(f"nameserver {NAMES}\n")
    for command in (
        ["mount", "--bind", str(folder / "resolv.conf"), "/etc/resolv.conf"],
        ["mount", "-t", "tmpfs", "-o", "mode=755", "none", str(PLACE)],
        ["ip", "link", "set", "lo", "up"],
        *(
            ["ip", "address", "add", f"{one}/32", "dev", "lo"]
            for one in (OURS, HOP, THEIRS, STRANGER)
        ),
    ):
        subprocess.run(command, check=True)
    records = json.loads((folder / "records.json").read_text())
    threading.Thread(target=serve_names, args=(records,), daemon=True).start()
    Controller(Mailroom(folder), hostname="127.0.0.1", port=MAILROOM).start()
    start_server("theirs", folder / "theirs", THEIRS, ports=(8901, 8903))
    start_server("ours", folder / "ours", OURS, "127.0.0.1", ports=(8891, 8893))
    start_postfix("hop", PLAIN, HOP)
    raw = (folder / "email.eml").read_bytes()
    send("127.0.0.1", "direct@theirs.example", raw, "127.0.0.1")
    send("127.0.0.1", "bob@hop.example", raw, "127.0.0.1")
    send(THEIRS, "forged@theirs.example", raw, STRANGER)
    give_up = time.monotonic() + 120
    while not all((folder / name).exists() for name in ("direct", "forwarded", "forged")):
        if time.monotonic() > give_up:
            logs = [path.read_text() for path in PLACE.glob("*/log")]
            sys.exit("\n".join(logs)[-6000:])
        time.sleep(0.2)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
