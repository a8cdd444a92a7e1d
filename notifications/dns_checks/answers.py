"""Query DNS, mail servers and web pages, or a file with prepared answers."""

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
MAX_RECORDS = 100
MAX_OCTETS = 64 * 1024


class NoResponse(Exception):
    """There was no response; the message names the query and the reason."""


class Handshake(msgspec.Struct, frozen=True):
    """Result of a TLS check: whether a mail server offers STARTTLS, and what is wrong with it."""

    starttls: bool
    # "" if the certificate is valid and matches the host.
    trouble: str = ""


class Answers(Protocol):
    """Interface for queries. All names are in lower case, without a trailing dot."""

    def look_up(self, name: str, kind: str) -> list[str]:
        """Return the DNS records of a type ("TXT", "MX" ...) as text; [] if there are none.

        Raises NoResponse if there is no answer.
        """
        ...

    def greet(self, host: str) -> Handshake:
        """Check STARTTLS of a mail server. Raises NoResponse if it cannot be reached."""
        ...

    def page(self, url: str) -> str:
        """Return the content of a web page. Raises NoResponse if it cannot be loaded."""
        ...


class LiveAnswers:
    """Real queries over the network: DNS, SMTP and https."""

    def __init__(self, port: int = 25) -> None:
        self.port = port
        try:
            self.resolver = dns.resolver.Resolver()
        except dns.resolver.NoResolverConfiguration:
            # Every query will then raise NoResponse.
            self.resolver = dns.resolver.Resolver(configure=False)
        self.resolver.lifetime = PATIENCE

    def look_up(self, name: str, kind: str) -> list[str]:
        try:
            records = self.resolver.resolve(name, kind, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError, ValueError) as error:
            raise NoResponse(f"{kind} of {name}: {_describe_error(error)}") from error
        return [_record_text(record, kind) for record in records][:MAX_RECORDS]

    def greet(self, host: str) -> Handshake:
        try:
            with smtplib.SMTP(host, self.port, timeout=PATIENCE) as server:
                server.ehlo()
                if not server.has_extn("starttls"):
                    return Handshake(starttls=False)
                return _try_starttls(server)
        except (OSError, ValueError) as error:
            raise NoResponse(f"port {self.port} of {host}: {_describe_error(error)}") from error

    def page(self, url: str) -> str:
        try:
            # All callers pass https:// URLs.
            with urlopen(url, timeout=PATIENCE) as answer:  # nosec B310
                return str(answer.read(MAX_OCTETS).decode("utf-8", "replace"))
        except (OSError, ValueError) as error:
            raise NoResponse(f"{url}: {_describe_error(error)}") from error


class PreparedAnswers:
    """Prepared answers: `dns` (name -> type -> records), `tls` (by host) and `pages` (by URL).

    For `dns` and `tls`, a string such as "timeout" instead of an answer raises NoResponse with it.
    """

    def __init__(self, answers: dict[str, Any]) -> None:
        self.said = {part: answers.get(part) or {} for part in ("dns", "tls", "pages")}

    def look_up(self, name: str, kind: str) -> list[str]:
        records = (self.said["dns"].get(name) or {}).get(kind, [])
        if isinstance(records, str):
            raise NoResponse(f"{kind} of {name}: {records}")
        return [str(record) for record in records]

    def greet(self, host: str) -> Handshake:
        answer = self.said["tls"].get(host, "no answer")
        if isinstance(answer, str):
            raise NoResponse(f"port 25 of {host}: {answer}")
        return Handshake(bool(answer.get("starttls")), str(answer.get("trouble") or ""))

    def page(self, url: str) -> str:
        if url not in self.said["pages"]:
            raise NoResponse(f"{url}: not found")
        return str(self.said["pages"][url])


def load_answers_file(path: Path) -> PreparedAnswers:
    """Load prepared answers from a YAML or JSON file. Raises ValueError if it is not valid."""
    try:
        answers = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ValueError(f"{path} cannot be read: {_describe_error(error)}") from error
    parts = answers.values() if isinstance(answers, dict) else [None]
    if not all(isinstance(part, dict) for part in parts):
        raise ValueError(f"{path} must hold `dns`, `tls` and `pages`, each a table.")
    return PreparedAnswers(answers)


def _record_text(record: Any, kind: str) -> str:
    if kind == "TXT":
        # Long texts are split into strings of up to 255 octets.
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
