"""Whether our own border server vouches for who wrote a letter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from notifications.reply_parser import Part
from notifications.reply_parser.mime import parse_sender

from .auth_results import Result, parse_results

# Results of DMARC that prove the sender; Microsoft says the second of domains without a policy.
PASSED = {"pass", "bestguesspass"}
# Our border server's own Received, and the one of the step to the mailroom.
TRUSTED_HOPS = 3


def find_sender_verdict(letter: Part, authserv_id: str) -> str:
    """Return what our own border server found out about From: "pass", "fail", "none" or "".

    "pass" alone proves who wrote the e-mail. "none": the server could say neither; "": it said
    nothing. Only the topmost Authentication-Results (RFC 8601) with our server's name counts, and
    only above the third Received, as our own servers write two: what stands below came with the
    e-mail.
    """
    hops = 0
    for name, value in letter.headers.raw_items():
        hops += name.lower() == "received"
        if hops >= TRUSTED_HOPS or not authserv_id:
            return ""
        if name.lower() == "authentication-results":
            found = parse_results(str(value))
            if found and found.server == authserv_id.lower():
                return _judge_results(found.results, parse_sender(letter).rpartition("@")[2])
            if found is None and _is_header_of_server(str(value), authserv_id):
                return "none"
    return ""


def _is_header_of_server(value: str, authserv_id: str) -> bool:
    """Tell whether a header that cannot be read begins with the name of our server."""
    return re.split(r"[;\s]", value.strip().lower(), maxsplit=1)[0] == authserv_id.lower()


def _judge_results(results: Sequence[Result], domain: str) -> str:
    """Return the verdict about an e-mail whose From is in `domain`, "" if that is not known.

    DMARC decides. Where the domain has no policy, or our server does not look for one, what DMARC
    asks for is enough: a signature (DKIM) or an envelope address (SPF) of that very domain.
    """
    about = [one for one in results if one.method == "dmarc"]
    said = {one.result for one in about}
    if not domain or not said <= {"none"} | PASSED:
        return "fail" if "fail" in said else "none"
    if said and said <= PASSED:
        return "pass" if all(_is_about(one, domain) for one in about) else "none"
    aligned = any(one.result == "pass" and _authenticated_domain(one) == domain for one in results)
    return "pass" if aligned and not said & PASSED else "none"


def _is_about(dmarc: Result, domain: str) -> bool:
    """Tell whether a result is about the domain of From, or one above it; if it says at all."""
    about = dmarc.properties.get("header.from", domain).rpartition("@")[2]
    return domain == about or ("." in about and domain.endswith(f".{about}"))


def _authenticated_domain(result: Result) -> str:
    """Return the domain that a signature or an envelope address proves; "" for another method."""
    name = {"dkim": "header.d", "spf": "smtp.mailfrom"}.get(result.method, "")
    return result.properties.get(name, "").rpartition("@")[2]
