"""Check DKIM keys (RFC 6376, RFC 8301, RFC 8463) and DMARC policies (RFC 7489)."""

from __future__ import annotations

import base64
import binascii
import re

from .answers import Answers, NoResponse
from .findings import Finding, Notes, parse_tags

# Minimum and recommended size of RSA keys in bits (RFC 8301 §3.2).
MIN_BITS = 1024
ENOUGH_BITS = 2048
POLICIES = ("none", "quarantine", "reject")


def check_dkim(domain: str, selectors: list[str], answers: Answers) -> list[Finding]:
    """Check the DKIM keys of a domain. Raises NoResponse."""
    notes = Notes(domain, "DKIM")
    if not selectors:
        notes.warn(
            "Not checked: name the selectors your mail server or provider signs with "
            "in MAIL_DKIM_SELECTORS."
        )
    for selector in selectors:
        name = f"{selector}._domainkey.{domain}"
        records = [text for text in answers.look_up(name, "TXT") if "p" in parse_tags(text)]
        if len(records) != 1:
            count = "no key" if not records else f"{len(records)} keys, one is allowed"
            notes.bad(f"{name} has {count}. Publish the one your server signs with.")
        else:
            _check_key(name, parse_tags(records[0]), notes)
    return notes.findings


def _check_key(name: str, key: dict[str, str], notes: Notes) -> None:
    kind, before = key.get("k", "rsa").lower(), len(notes.findings)
    bits = key_bits(key["p"], kind)
    if not key["p"]:
        notes.bad(f"{name}: this key is revoked (p= is empty). Sign with another selector.")
    elif not bits:
        notes.bad(f"{name}: p= is no {kind} key. Copy the whole key, without line ends.")
    elif kind == "rsa" and bits < MIN_BITS:
        notes.bad(f"{name}: {bits} bits, which receivers ignore. Make one of {ENOUGH_BITS}.")
    elif kind == "rsa" and bits < ENOUGH_BITS:
        notes.warn(f"{name}: {bits} bits. Make a new key of {ENOUGH_BITS} and change over.")
    if key.get("v", "DKIM1") != "DKIM1":
        notes.bad(f"{name}: v= must be DKIM1.")
    if "h" in key and "sha256" not in key["h"].lower():
        notes.bad(f"{name}: h= does not allow sha256 (RFC 8301). Leave h= out.")
    if not {"*", "email"} & set(key.get("s", "*").lower().split(":")):
        notes.bad(f"{name}: s= does not allow e-mail. Leave s= out.")
    if "y" in key.get("t", "").lower().split(":"):
        notes.warn(f"{name}: marked as a test (t=y), so it counts for nothing. Drop the mark.")
    if len(notes.findings) == before:
        notes.ok(f"{name}: a key of {bits} bits ({kind}).")


def key_bits(text: str, kind: str) -> int:
    """Return the size of a base64 public key in bits; 0 if it is invalid or of another type."""
    try:
        octets = base64.b64decode(re.sub(r"\s", "", text), validate=True)
    except (binascii.Error, ValueError):
        return 0
    if kind == "ed25519":
        return 256 if len(octets) == 32 else 0
    if kind != "rsa":
        return 0
    # SubjectPublicKeyInfo contains the key in a bit string (RFC 5280 §4.1); some publish only the
    # key.
    inside = _der_value(octets, 0x30)
    bit_string = _der_value(_der_remainder(inside, 0x30), 0x03)
    key = _der_value(bit_string[1:], 0x30) if bit_string else inside
    return int.from_bytes(_der_value(key, 0x02), "big").bit_length()


def _der_value(octets: bytes, tag: int) -> bytes:
    """Return the content of a DER element (X.690 §8.1); b"" if it has another tag."""
    start, end = _der_content_bounds(octets)
    return octets[start:end] if octets[:1] == bytes([tag]) and end <= len(octets) else b""


def _der_remainder(octets: bytes, tag: int) -> bytes:
    return octets[_der_content_bounds(octets)[1] :] if octets[:1] == bytes([tag]) else b""


def _der_content_bounds(octets: bytes) -> tuple[int, int]:
    if len(octets) < 2:
        return 0, 0
    size, start = octets[1], 2
    if size & 0x80:
        start += size & 0x7F
        size = int.from_bytes(octets[2:start], "big")
    return start, start + size


def check_dmarc(domain: str, envelope: str, answers: Answers) -> list[Finding]:
    """Check the DMARC policy of a From domain and its alignment. Raises NoResponse."""
    notes = Notes(domain, "DMARC")
    at, records = _find_dmarc_records(domain, answers)
    if not records:
        notes.bad(
            "There is no DMARC record. Publish TXT “v=DMARC1; p=none; rua=mailto:…” "
            f"at _dmarc.{domain}."
        )
        return notes.findings
    if len(records) > 1:
        notes.bad(f"_dmarc.{at} has {len(records)} records, so none counts. Keep one.")
        return notes.findings
    tags = parse_tags(records[0])
    _check_policy(domain, at, tags, notes)
    _check_reports(domain, tags.get("rua", ""), answers, notes)
    strict = tags.get("aspf", "r").lower() == "s"
    if not (domain == envelope or (not strict and _share_organization(domain, envelope, at))):
        notes.bad(f"Return addresses are at {envelope}, which is not aligned with {domain}.")
    if not notes.findings:
        policy = _requested_policy(domain, at, tags)
        notes.ok(f"Policy “{policy}” with reports; our addresses are aligned.")
    return notes.findings


def _find_dmarc_records(domain: str, answers: Answers) -> tuple[str, list[str]]:
    """Return the domain or parent domain that has DMARC records, and these records."""
    labels = domain.split(".")
    for at in (".".join(labels[skip:]) for skip in range(max(1, len(labels) - 1))):
        texts = answers.look_up(f"_dmarc.{at}", "TXT")
        if records := [text for text in texts if parse_tags(text).get("v", "").upper() == "DMARC1"]:
            return at, records
    return domain, []


def _requested_policy(domain: str, at: str, tags: dict[str, str]) -> str:
    policy = tags.get("p", "")
    return (policy if at == domain else tags.get("sp", policy)).lower()


def _check_policy(domain: str, at: str, tags: dict[str, str], notes: Notes) -> None:
    policy = _requested_policy(domain, at, tags)
    if policy not in POLICIES:
        notes.bad(f"p={policy or '(missing)'} is not a policy. Say none, quarantine or reject.")
    elif policy == "none":
        notes.warn("p=none only watches. When reports show no strangers, go on to quarantine.")
    if tags.get("pct", "100") != "100":
        notes.warn(f"pct={tags['pct']} applies it to some e-mails only. Drop pct.")


def _check_reports(domain: str, rua: str, answers: Answers, notes: Notes) -> None:
    places = [uri.strip().partition("!")[0] for uri in rua.split(",") if uri.strip()]
    if not places:
        notes.warn("Nobody gets its reports. Add rua=mailto:… to see who sends in your name.")
    for place in places[:10]:
        other = place.rpartition("@")[2].lower().rstrip(".")
        if not place.lower().startswith("mailto:") or not other:
            notes.bad(f"rua={place[:80]} is not an address. Write rua=mailto:reports@{domain}.")
        elif not _share_organization(domain, other, ""):
            _check_permission(domain, other, answers, notes)


def _check_permission(domain: str, other: str, answers: Answers, notes: Notes) -> None:
    """Check that another domain agrees to receive the reports (RFC 7489 §7.1)."""
    name = f"{domain}._report._dmarc.{other}"
    try:
        is_accepting = any(
            parse_tags(text).get("v") == "DMARC1" for text in answers.look_up(name, "TXT")
        )
    except NoResponse as silence:
        notes.warn(f"Whether {other} takes the reports is not known: {silence}.")
        return
    if not is_accepting:
        notes.warn(f"{other} does not say that it takes your reports: TXT “v=DMARC1” at {name}.")


def _share_organization(domain: str, other: str, above: str) -> bool:
    """Return whether two domains belong to the same organization, judging by their names."""
    pair = sorted((f".{domain}", f".{other}"), key=len)
    # The domain with the policy is the organizational domain; otherwise the last two labels are
    # assumed to be.
    common = above or ".".join(domain.split(".")[-2:])
    return pair[1].endswith(pair[0]) or all(name.endswith(f".{common}") for name in pair)
