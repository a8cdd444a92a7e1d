"""`manage.py setup_mail`: write what a mail server needs, and print the DNS records to copy."""

from __future__ import annotations

import ipaddress
import re
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any, TypedDict, Unpack

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from notifications.dns_checks.records import Record, mail_records, make_signing_key, public_key_of

CONFIGURATION_FILES = ("main.cf", "opendkim.conf", "opendmarc.conf")
# Where start.sh puts the keys.
INSTALLED_IN = "/etc/abyss-mail"
NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")
LOOPBACK = "127.0.0.0/8 [::1]/128"
CERTIFICATE_YEARS = 10

NEXT = """
The PTR records are set where the server is rented, the others where the domain is managed.

The files for Postfix, OpenDKIM and OpenDMARC are in {folder}; keep {selector}.private secret.
Variables of the service:

MAIL_DOMAIN={domain}
MAIL_AUTHSERV_ID={host}
MAIL_SENDING_HOSTS={host}
MAIL_DKIM_SELECTORS={selector}

When the records are published, check them: manage.py check_mail"""


class Options(TypedDict):
    """The options of the command line."""

    domain: str
    host: str | None
    address: list[str]
    selector: str
    reports: str
    folder: Path | None
    mailroom: str
    networks: str


class Command(BaseCommand):
    help = (
        "Write a DKIM key and the configuration of Postfix, OpenDKIM and OpenDMARC for a domain, "
        "and print its DNS records for copying. Running it again keeps the keys."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--domain", required=True, help="MAIL_DOMAIN: of our addresses")
        parser.add_argument("--host", help="the name of the mail server; default: mail.DOMAIN")
        parser.add_argument(
            "--address", action="append", required=True, help="its public address; repeatable"
        )
        parser.add_argument("--selector", default="abyss", help="of the DKIM key")
        parser.add_argument("--reports", default="", help="who gets reports of other servers")
        parser.add_argument("--folder", type=Path, help="default: DATA_DIR/mail")
        parser.add_argument(
            "--mailroom",
            default=f"127.0.0.1:{settings.SMTP_PORT}",
            help="where Postfix reaches the mailroom; mailroom:8025 in containers",
        )
        parser.add_argument(
            "--networks",
            default=LOOPBACK,
            help="who may send through Postfix; in containers also their network",
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        domain = check_name(options["domain"])
        host = check_name(options["host"] or f"mail.{domain}")
        addresses = [check_address(address) for address in options["address"]]
        selector = check_name(options["selector"])
        folder: Path = options["folder"] or settings.DATA_DIR / "mail"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = keep_secret(folder / f"{selector}.private", make_signing_key)
        keep_secret(folder / "tls.pem", lambda: make_certificate(host))
        values = {"DOMAIN": domain, "HOST": host, "SELECTOR": selector, "FOLDER": INSTALLED_IN}
        mailroom_host, _, mailroom_port = options["mailroom"].rpartition(":")
        values |= {"MAILROOM_HOST": mailroom_host, "MAILROOM_PORT": mailroom_port}
        write_configuration(folder, values | {"NETWORKS": options["networks"]})
        records = mail_records(
            domain,
            host,
            addresses,
            selector=selector,
            public_key=public_key_of(key),
            reports_to=options["reports"],
        )
        self.print_records(records)
        self.stdout.write(NEXT.format(folder=folder, selector=selector, domain=domain, host=host))

    def print_records(self, records: list[Record]) -> None:
        for record in records:
            self.stdout.write(record.zone_line())


def check_name(value: str) -> str:
    name = value.lower().rstrip(".")
    if not NAME.fullmatch(name):
        raise CommandError(f"{value!r} is not a name such as play.example.org.")
    return name


def check_address(value: str) -> str:
    try:
        return str(ipaddress.ip_address(value))
    except ValueError as error:
        raise CommandError(f"--address: {error}.") from error


def keep_secret(path: Path, make: Any) -> str:
    """Return the text of a file; if it does not exist, make it, readable by this user only."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(make())
    return path.read_text()


def write_configuration(folder: Path, values: dict[str, str]) -> None:
    """Fill in the files of deploy/mail. `values`: by the names that stand between @ there."""
    for name in CONFIGURATION_FILES:
        text = (settings.DEPLOY_FILES / "mail" / name).read_text()
        for marker, value in values.items():
            text = text.replace(f"@{marker}@", value)
        (folder / name).write_text(text)
    # The filters want a line for each network, without the brackets of Postfix.
    networks = values["NETWORKS"].replace("[", "").replace("]", "").split()
    (folder / "networks").write_text("\n".join(networks) + "\n")


def make_certificate(host: str) -> str:
    """Return a key and a certificate signed by itself: other mail servers encrypt to any."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = timezone.now()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=365 * CERTIFICATE_YEARS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private.decode() + certificate.public_bytes(serialization.Encoding.PEM).decode()
