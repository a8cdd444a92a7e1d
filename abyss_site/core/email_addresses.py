"""Bring e-mail addresses and domain names to the one form in which they are stored and compared.

The same mailbox has several spellings: a domain may be written in Unicode (a U-label) or in ASCII
(an A-label, `xn--…`), in any case, and in several Unicode normalization forms (RFC 5890, UTS 46).
"""

from __future__ import annotations

import re
import unicodedata

import idna

# Maximum length of an address in characters (RFC 5321 §4.5.3.1.3), and of our columns.
MAX_LENGTH = 254
A_LABEL = "xn--"

# A mapping must not turn a letter into a character that separates parts of an address.
_NOT_IN_DOMAINS = re.compile(r"[\x00-,/:-@\[-^`{-\x7f\s]")
# A quoted local part that needs no quotation marks (RFC 5321 §4.1.2).
_QUOTED_WORD = re.compile(r"\"([a-z0-9!#$%&'*+/=?^_`{|}~.-]+)\"", re.IGNORECASE)


def normalize_address(address: str) -> str:
    """Return an address in the form in which an account stores it.

    The domain is lower case and in Unicode. The local part keeps its case if it is ASCII, because
    its server may distinguish it; addresses are compared by `address_key` nevertheless.

    >>> normalize_address(" Ann@XN--MLLER-KVA.Example. ")
    'Ann@müller.example'
    """
    text = address.strip()
    local, at, domain = text.rpartition("@")
    if not at:
        return text
    if quotation := _QUOTED_WORD.fullmatch(local):
        local = quotation[1]
    if not local.isascii():
        local = _compose(local.lower())
    normal = f"{local}@{normalize_domain(domain)}"
    return normal if len(normal) <= MAX_LENGTH else text.lower()


def address_key(address: str) -> str:
    """Return the form by which addresses are compared: equal for all spellings of one address.

    >>> address_key("Ann@müller.example") == address_key("ann@xn--mller-kva.example")
    True
    """
    return normalize_address(address).lower()


def address_spellings(address: str) -> list[str]:
    """Return the spellings of an address in lower case, the normal one first.

    Keyed hashes were once stored of whichever spelling somebody had typed.
    """
    normal = address_key(address)
    apart = unicodedata.normalize("NFD", normal)
    return list(dict.fromkeys([normal, encode_address(normal), apart, address.strip().lower()]))


def encode_address(address: str) -> str:
    """Return an address with its domain in ASCII, as mail servers know it.

    Not left to Django, which follows an older standard: it would send an e-mail for straße.example
    to strasse.example.

    >>> encode_address("ann@straße.example")
    'ann@xn--strae-oqa.example'
    """
    local, at, domain = normalize_address(address).rpartition("@")
    return f"{local}@{'.'.join(map(_encode_label, domain.split('.')))}" if at else domain


def normalize_domain(domain: str) -> str:
    """Return a domain name in lower case, in Unicode (NFC) and without a final dot.

    What is no domain name remains as it is, in lower case.

    >>> normalize_domain("XN--Mller-KVA.example."), normalize_domain("xn--a.example")
    ('müller.example', 'xn--a.example')
    """
    text = domain.strip().lower().rstrip(".")
    if len(text) > MAX_LENGTH or (text.isascii() and A_LABEL not in text):
        return text
    ascii_form = _map_domain(text)
    if ascii_form is None:
        return _compose(text)
    normal = ".".join(map(_decode_label, ascii_form.split("."))).rstrip(".")
    return normal if len(normal) <= MAX_LENGTH else text


def _map_domain(domain: str) -> str | None:
    """Apply the mapping of UTS 46 §4; None if it allows no such domain name."""
    try:
        ascii_form = idna.uts46_remap(domain, std3_rules=False, transitional=False)
    except idna.IDNAError:
        return None
    return None if _NOT_IN_DOMAINS.search(ascii_form) else ascii_form


def _decode_label(label: str) -> str:
    """Return the U-label of an A-label; any other label, or a false A-label, as it is."""
    if not label.startswith(A_LABEL):
        return label
    try:
        text = label.removeprefix(A_LABEL).encode("ascii").decode("punycode")
    except UnicodeError:
        return label
    is_true = not text.isascii() and _map_domain(text) == text and "." not in text
    return text if is_true else label


def _encode_label(label: str) -> str:
    return label if label.isascii() else A_LABEL + label.encode("punycode").decode("ascii")


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text)
