"""Decide whether our own mail server has authenticated the sender of an e-mail."""

from __future__ import annotations

import re
from collections.abc import Sequence

from abyss_site.core.email_addresses import normalize_domain
from notifications.reply_parser import Part
from notifications.reply_parser.mime import parse_sender

from .auth_results import Result, parse_results

# DMARC results that prove the sender; Microsoft uses the second for domains without a policy.
PASS_RESULTS = {"pass", "bestguesspass"}
# Number of the Received header, from the top, below which results do not count. Our own servers add
# two: at the border and at the step to the mailroom.
TRUSTED_HOPS = 3


def find_sender_verdict(email: Part, authserv_id: str) -> str:
    """Return the verdict of our own border server about From: "pass", "fail", "none" or "".

    Only "pass" proves who sent the e-mail; "none" is inconclusive, and "" means that there is no
    result. Only the topmost Authentication-Results (RFC 8601) with our server's name counts, and
    only above the third Received, because our own servers add two: headers below were sent with
    the e-mail and may be forged.
    """
    hops = 0
    for name, value in email.headers.raw_items():
        hops += name.lower() == "received"
        if hops >= TRUSTED_HOPS or not authserv_id:
            return ""
        if name.lower() == "authentication-results":
            # Python keeps octets that are not ASCII as surrogates; a domain may be in UTF-8.
            text = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            header = parse_results(text)
            # The id is compared as it is: a server removes forged headers with just this id.
            if header and header.server == authserv_id.lower():
                domain = parse_sender(email).rpartition("@")[2]
                return _judge_results(header.results, normalize_domain(domain))
            if header is None and _is_header_of_server(str(value), authserv_id):
                return "none"
    return ""


def _is_header_of_server(value: str, authserv_id: str) -> bool:
    """Return whether a malformed header begins with the name of our server."""
    return re.split(r"[;\s]", value.strip().lower(), maxsplit=1)[0] == authserv_id.lower()


def _judge_results(results: Sequence[Result], domain: str) -> str:
    """Return the verdict about an e-mail whose From address is in `domain` ("": unknown).

    DMARC decides. If the domain has no policy, or our server does not check DMARC, a valid DKIM
    signature or SPF result of exactly that domain is sufficient.
    """
    about = [result for result in results if result.method == "dmarc"]
    verdicts = {result.result for result in about}
    if not domain or not verdicts <= {"none"} | PASS_RESULTS:
        return "fail" if "fail" in verdicts else "none"
    if verdicts and verdicts <= PASS_RESULTS:
        return "pass" if all(_is_about(result, domain) for result in about) else "none"
    is_aligned = any(
        result.result == "pass" and _authenticated_domain(result) == domain for result in results
    )
    return "pass" if is_aligned and not verdicts & PASS_RESULTS else "none"


def _is_about(dmarc: Result, domain: str) -> bool:
    """Return whether a result is about the domain of From or a parent domain, or names none."""
    about = normalize_domain(dmarc.properties.get("header.from", domain).rpartition("@")[2])
    return domain == about or ("." in about and domain.endswith(f".{about}"))


def _authenticated_domain(result: Result) -> str:
    """Return the domain that a DKIM or SPF result authenticates; "" for another method."""
    name = {"dkim": "header.d", "spf": "smtp.mailfrom"}.get(result.method, "")
    return normalize_domain(result.properties.get(name, "").rpartition("@")[2])
