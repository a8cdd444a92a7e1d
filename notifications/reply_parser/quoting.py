"""Recognize quotes in HTML by the markup of mail programs.

Covers Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, Proton Mail, Zimbra and others.
"""

from __future__ import annotations

import re

# Classes of elements with the quoted e-mail, its attribution or a signature. Gmail's outer
# "gmail_quote" and "gmail_extra" are missing, because answers between quotes are inside them.
QUOTE_CLASSES = frozenset(
    [
        "gmail_attr",
        "moz-cite-prefix",
        "moz-forward-container",
        "moz-email-headers-table",
        "yahoo_quoted",
        "yqt",
        "protonmail_quote",
        "tutanota_quote",
        "zmail_extra",
        "zm_qt",
        "ms-outlook-mobile-reference-message",
        "freshdesk_quote",
        "front-blockquote",
        "hoenzb",
        "adl",
        "appleoriginalcontents",
        "ox_quote",
        "io-ox-quote",
        "airmail_on",
        "bloop_sign",
        "cm_quote",
        "nylas-quote",
        "sh-quoted-content",
        "missive_quote",
        "clean_bq",
        "history_container",
        "psignature",
        "mb_sig",
        "wisestamp_app",
    ]
)
QUOTE_IDS = frozenset(
    [
        "divrplyfwdmsg",
        "olk_src_body_section",
        "ms-outlook-mobile-signature",
        "replysplit",
        "yahoo_quoted",
        "zwchr",
        "signature",
        "signature_old",
        "applemailsignature",
        "composer_signature",
        "isreplycontent",
        "blockquote_zmail",
        "canarysig",
        "edo-original",
        "edo-signature",
        "qt",
        "reply-intro",
    ]
)
QUOTE_NAMES = frozenset(("messagereplysection", "messagesignaturesection", "quote"))
# Elements that start the earlier e-mail, which extends to the end.
HISTORY_IDS = frozenset(("divrplyfwdmsg", "appendonsend", "olk_src_body_section", "stopspelling"))
HISTORY_CLASSES = frozenset(("outlookmessageheader", "zmail_extra_hr"))
# Classic Outlook draws a line above the headers of the earlier e-mail.
_WORD_LINE = re.compile(
    r"(?:mso-[a-z-]{1,40}:[a-z-]{1,40};\s?)?border:\s?none;\s?border-top:\s?solid", re.IGNORECASE
)
# Suffixes of the class names of signatures.
_SIGNATURE = ("-signature", "_signature", "signature_block", "signature-block")
# With “prefix each line”, classic Outlook draws a line at the left of the earlier e-mail instead.
_WORD_BAR = re.compile(r"border:\s?none;\s?border-left:\s?solid\s(?:blue|#0000ff)", re.IGNORECASE)
FOREIGN_PREFIX = re.compile(r"^(?:x_|m_-?\d{5,25}|ydp[0-9a-f]{1,12})+")


def is_quote(tag: str, attributes: dict[str, str]) -> bool:
    """Return whether an element contains a quote or signature rather than the sender's text."""
    if not attributes:
        return False
    if tag == "blockquote" and _is_cited(attributes):
        return True
    if tag == "div" and _WORD_BAR.match(attributes.get("style", "").strip()):
        return True
    if attributes.get("name", "").lower() in QUOTE_NAMES:
        return True
    if attributes.get("data-marker", "").startswith("__"):
        return True
    name = _strip_client_prefix(attributes.get("id", ""))
    if name in QUOTE_IDS or name.startswith(("mail-editor-reference-message", "zm-_id_-sgn")):
        return True
    return any(
        _is_quote_class(_strip_client_prefix(word))
        for word in attributes.get("class", "").split()[:20]
    )


def opens_history(tag: str, attributes: dict[str, str]) -> bool:
    """Return whether an element starts the earlier e-mail, which extends to the end."""
    if not attributes:
        return False
    if _strip_client_prefix(attributes.get("id", "")) in HISTORY_IDS:
        return True
    if tag == "div" and _WORD_LINE.match(attributes.get("style", "").strip()):
        return True
    return any(
        _strip_client_prefix(word) in HISTORY_CLASSES
        for word in attributes.get("class", "").split()[:20]
    )


def _is_quote_class(word: str) -> bool:
    is_quote = word in QUOTE_CLASSES or word.startswith(("yahoo_quoted", "cm_quote"))
    return is_quote or word.endswith(_SIGNATURE)


def _is_cited(attributes: dict[str, str]) -> bool:
    is_cite = attributes.get("type", "").lower() == "cite" or "cite" in attributes
    return is_cite or "gmail_quote" in attributes.get("class", "").lower()


def _strip_client_prefix(name: str) -> str:
    """Strip the prefixes that Outlook, Gmail and Yahoo add to quoted ids and classes."""
    return FOREIGN_PREFIX.sub("", name.strip().lower())
