"""The DNS records of a domain that plays by e-mail, for copying, and the key that signs."""

from __future__ import annotations

import base64
import ipaddress
from dataclasses import dataclass

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

KEY_BITS = 2048
# A string in a TXT record has at most 255 octets; longer texts are several strings.
STRING_OCTETS = 255


@dataclass(frozen=True)
class Record:
    """One DNS record: a whole name, its type and its value, as `check_mail` would read it."""

    name: str
    kind: str
    value: str

    def zone_line(self) -> str:
        """Return it as a line of a zone file, which most DNS providers import."""
        value = self.value
        if self.kind == "TXT":
            parts = [value[at : at + STRING_OCTETS] for at in range(0, len(value), STRING_OCTETS)]
            value = " ".join(f'"{part}"' for part in parts)
        return f"{self.name}.\t3600\tIN\t{self.kind}\t{value}"


def mail_records(
    domain: str,
    host: str,
    addresses: list[str],
    *,
    selector: str,
    public_key: str,
    reports_to: str = "",
) -> list[Record]:
    """Return the records by which one server receives and sends the e-mails of a domain.

    `addresses`: the public IPv4 and IPv6 addresses of the server, from which it also sends.
    `reports_to`: an e-mail address for the daily reports of other servers, "" for none.
    """
    numbers = [ipaddress.ip_address(address) for address in addresses]
    mechanisms = " ".join(f"ip{number.version}:{number}" for number in numbers)
    reports = f"; rua=mailto:{reports_to}" if reports_to else ""
    return [
        *(Record(host, "A" if number.version == 4 else "AAAA", str(number)) for number in numbers),
        Record(domain, "MX", f"10 {host}."),
        Record(domain, "TXT", f"v=spf1 {mechanisms} -all"),
        # Receivers check the name of the server itself, too.
        *([Record(host, "TXT", f"v=spf1 {mechanisms} -all")] if host != domain else []),
        Record(f"{selector}._domainkey.{domain}", "TXT", f"v=DKIM1; k=rsa; p={public_key}"),
        Record(f"_dmarc.{domain}", "TXT", f"v=DMARC1; p=quarantine{reports}"),
        *([Record(f"_smtp._tls.{domain}", "TXT", f"v=TLSRPTv1{reports}")] if reports else []),
        *(Record(number.reverse_pointer, "PTR", f"{host}.") for number in numbers),
    ]


def make_signing_key() -> str:
    """Return a new private key (PEM)."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private.decode()


def public_key_of(private_key: str) -> str:
    """Return the `p=` of a DKIM record. Raises ValueError if it is not a private key."""
    key = serialization.load_pem_private_key(private_key.encode(), None)
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return base64.b64encode(public).decode()
