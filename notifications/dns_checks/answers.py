"""What the world answers about names: from DNS and mail servers, or from a file for a rehearsal."""

from __future__ import annotations

import smtplib
import ssl
from pathlib import Path
from typing import Any, Protocol
from urllib.request import urlopen

import dns.exception
import dns.resolver
import msgspec
import yaml

PATIENCE = 8
MOST_RECORDS = 100
MOST_OCTETS = 64 * 1024


class Silence(Exception):
    """No answer came; the message says what was asked and why nobody knows."""


class Handshake(msgspec.Struct, frozen=True):
    """What a mail server showed at its door: whether it offers TLS, and what is wrong with it."""

    starttls: bool
    # "": the certificate is valid and names the host.
    trouble: str = ""


class Answers(Protocol):
    """Whoever answers questions about names. All names are lower case, without a dot at the end."""

    def look_up(self, name: str, kind: str) -> list[str]:
        """Return the records of a kind ("TXT", "MX" ...) as text; [] if there are none.

        Raises Silence when nobody answers.
        """
        ...

    def greet(self, host: str) -> Handshake:
        """Return what the mail server at a host shows. Raises Silence if it cannot be reached."""
        ...

    def page(self, url: str) -> str:
        """Return a page. Raises Silence if it cannot be had."""
        ...


class World:
    """The world itself: DNS, mail servers' port, https."""

    def __init__(self, port: int = 25) -> None:
        self.port = port
        try:
            self.resolver = dns.resolver.Resolver()
        except dns.resolver.NoResolverConfiguration:
            # Every question will say that nobody is there to be asked.
            self.resolver = dns.resolver.Resolver(configure=False)
        self.resolver.lifetime = PATIENCE

    def look_up(self, name: str, kind: str) -> list[str]:
        try:
            found = self.resolver.resolve(name, kind, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError, ValueError) as error:
            raise Silence(f"{kind} of {name}: {_describe_error(error)}") from error
        return [_record_text(record, kind) for record in found][:MOST_RECORDS]

    def greet(self, host: str) -> Handshake:
        try:
            with smtplib.SMTP(host, self.port, timeout=PATIENCE) as server:
                server.ehlo()
                if not server.has_extn("starttls"):
                    return Handshake(starttls=False)
                return _try_starttls(server)
        except (OSError, ValueError) as error:
            raise Silence(f"port {self.port} of {host}: {_describe_error(error)}") from error

    def page(self, url: str) -> str:
        try:
            # Its callers begin every address with https://.
            with urlopen(url, timeout=PATIENCE) as answer:  # nosec B310
                return str(answer.read(MOST_OCTETS).decode("utf-8", "replace"))
        except (OSError, ValueError) as error:
            raise Silence(f"{url}: {_describe_error(error)}") from error


class Rehearsal:
    """Answers from a file: `dns` (name, kind, list of records), `tls` (host) and `pages` (URL).

    A word in the place of a list or a page, such as "timeout", is the reason for silence.
    """

    def __init__(self, said: dict[str, Any]) -> None:
        self.said = {part: said.get(part) or {} for part in ("dns", "tls", "pages")}

    def look_up(self, name: str, kind: str) -> list[str]:
        records = (self.said["dns"].get(name) or {}).get(kind, [])
        if isinstance(records, str):
            raise Silence(f"{kind} of {name}: {records}")
        return [str(record) for record in records]

    def greet(self, host: str) -> Handshake:
        found = self.said["tls"].get(host, "no answer")
        if isinstance(found, str):
            raise Silence(f"port 25 of {host}: {found}")
        return Handshake(bool(found.get("starttls")), str(found.get("trouble") or ""))

    def page(self, url: str) -> str:
        if url not in self.said["pages"]:
            raise Silence(f"{url}: not found")
        return str(self.said["pages"][url])


def load_answers_file(path: Path) -> Rehearsal:
    """Return the answers in a YAML or JSON file. Raises ValueError if it holds none."""
    try:
        said = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ValueError(f"{path} cannot be read: {_describe_error(error)}") from error
    parts = said.values() if isinstance(said, dict) else [None]
    if not all(isinstance(part, dict) for part in parts):
        raise ValueError(f"{path} must hold `dns`, `tls` and `pages`, each a table.")
    return Rehearsal(said)


def _record_text(record: Any, kind: str) -> str:
    if kind == "TXT":
        # Long texts come in strings of 255 octets that belong together.
        return b"".join(record.strings).decode("utf-8", "replace")
    return str(record.to_text())


def _try_starttls(server: smtplib.SMTP) -> Handshake:
    try:
        server.starttls(context=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        return Handshake(starttls=True, trouble=error.verify_message)
    except (smtplib.SMTPException, ssl.SSLError) as error:
        return Handshake(starttls=True, trouble=_describe_error(error))
    return Handshake(starttls=True)


def _describe_error(error: Exception) -> str:
    is_late = isinstance(error, dns.exception.Timeout | TimeoutError)
    return "no answer in time" if is_late else " ".join(f"{error}".split())[:200]
