"""Check SPF records (RFC 7208): the hosts that may send, and the number of DNS look-ups."""

from __future__ import annotations

import ipaddress

import msgspec

from .answers import Answers
from .findings import Finding, Notes

# Limits of DNS look-ups, of void look-ups and of MX hosts, above which receivers return permerror
# (RFC 7208 §4.6.4).
MAX_LOOKUPS = 10
MAX_VOID_LOOKUPS = 2
MAX_SERVERS = 10
# Maximum number of look-ups that we make.
ENOUGH = 40

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
RESULTS = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}


class Term(msgspec.Struct):
    """One mechanism: its networks or its included policy; `is_all` matches every address."""

    result: str
    is_all: bool = False
    networks: list[Network] = []
    included: Policy | None = None


class Policy(msgspec.Struct):
    """A parsed record, with the policy that it redirects to."""

    terms: list[Term] = []
    redirect: Policy | None = None


class Reading:
    """Parses a domain's policy with all its includes, and counts look-ups like receivers do."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.lookups = self.void = 0
        self.troubles: list[str] = []

    def policy(self, domain: str) -> Policy:
        """Look up and parse the policy of a domain. Raises NoResponse."""
        records = _filter_spf_records(self.answers.look_up(domain, "TXT"))
        if len(records) != 1:
            count = (
                "no SPF record" if not records else f"{len(records)} SPF records, allowed is one"
            )
            self.troubles.append(f"{domain} has {count}")
            return Policy()
        policy = Policy()
        for word in records[0].split()[1:]:
            self._read(word, domain, policy)
        return policy

    def _read(self, word: str, domain: str, policy: Policy) -> None:
        name, _, value = word.partition("=")
        if name.lower() == "redirect":
            policy.redirect = self._nested(value)
        elif ":" not in name and value:
            return  # exp= and unknown modifiers.
        elif term := self._term(word, domain):
            policy.terms.append(term)

    def _term(self, word: str, domain: str) -> Term | None:
        result = RESULTS.get(word[0], "pass")
        name, _, value = word.lstrip("+-~?").partition(":")
        kind, slash, prefix = name.lower().partition("/")
        target = (value.partition("/")[0] or domain).rstrip(".").lower()
        sizes = f"/{prefix}" if slash else "/" + value.partition("/")[2]
        match kind:
            case "all":
                return Term(result, is_all=True)
            case "ip4" | "ip6":
                return Term(result, networks=self._network(value))
            case "include":
                return Term(result, included=self._nested(value))
            case "a":
                return Term(result, networks=self._hosts([target], sizes))
            case "mx":
                return Term(result, networks=self._servers(target, sizes))
            case "exists" | "ptr":
                self._count()
                if kind == "ptr":
                    self.troubles.append("it uses “ptr”, which receivers leave out")
                return None
        self.troubles.append(f"nobody knows the word “{word[:60]}”")
        return None

    def _network(self, value: str) -> list[Network]:
        try:
            return [ipaddress.ip_network(value, strict=False)]
        except ValueError:
            self.troubles.append(f"“{value[:60]}” is not a network")
            return []

    def _nested(self, value: str) -> Policy | None:
        domain = value.rstrip(".").lower()
        # The value of a macro depends on the e-mail.
        if not self._count() or "%" in domain:
            return None
        return self.policy(domain)

    def _hosts(self, names: list[str], sizes: str, *, counts: bool = True) -> list[Network]:
        if counts and not self._count():
            return []
        v4, _, v6 = sizes.lstrip("/").partition("//")
        networks: list[Network] = []
        for name in names[:MAX_SERVERS]:
            if "%" not in name:
                for kind, size in (("A", v4 or "32"), ("AAAA", v6 or "128")):
                    for ip in self.answers.look_up(name, kind):
                        networks += self._network(f"{ip}/{size}")
        self.void += not networks and counts
        return networks

    def _servers(self, domain: str, sizes: str) -> list[Network]:
        if not self._count() or "%" in domain:
            return []
        hosts = [record.split()[-1].rstrip(".").lower() for record in self._mx(domain)]
        if len(hosts) > MAX_SERVERS:
            self.troubles.append(f"{domain} has more than {MAX_SERVERS} servers for “mx”")
        self.void += not hosts
        return self._hosts([host for host in hosts if host], sizes, counts=False)

    def _mx(self, domain: str) -> list[str]:
        return [record for record in self.answers.look_up(domain, "MX") if record.split()]

    def _count(self) -> bool:
        self.lookups += 1
        return self.lookups <= ENOUGH


def evaluate_spf(policy: Policy, address: Address) -> str:
    """Return "pass", "fail", "softfail" or "neutral" for a sending IP (RFC 7208 §4.6)."""
    for term in policy.terms:
        if _is_address_matched(term, address):
            return term.result
    return evaluate_spf(policy.redirect, address) if policy.redirect else "neutral"


def check_spf(domain: str, senders: list[Address], answers: Answers) -> list[Finding]:
    """Check the SPF record of a domain and that our sending IPs pass it. Raises NoResponse."""
    notes = Notes(domain, "SPF")
    records = _filter_spf_records(answers.look_up(domain, "TXT"))
    if not records:
        notes.bad("There is no SPF record. Publish TXT “v=spf1 ip4:<your server> -all”.")
        return notes.findings
    if len(records) > 1:
        notes.bad(f"There are {len(records)} SPF records, so none counts. Keep one.")
        return notes.findings
    reading = Reading(answers)
    policy = reading.policy(domain)
    for trouble in dict.fromkeys(reading.troubles):
        notes.bad(f"The record cannot be relied on: {trouble}. Mend it.")
    _check_lookup_limits(reading, notes)
    if not _has_final_all(policy):
        notes.warn("It does not say what holds for all others. End it with -all (or ~all).")
    for address in senders:
        result = evaluate_spf(policy, address)
        if result != "pass":
            notes.bad(f"{address}, from which we send, gets “{result}”. Add it to the record.")
    if not notes.findings:
        who = ", ".join(map(str, senders)) or "no address of ours (MAIL_SENDING_HOSTS) to try it on"
        notes.ok(f"One record, {reading.lookups} of {MAX_LOOKUPS} lookups; it passes {who}.")
    return notes.findings


def _check_lookup_limits(reading: Reading, notes: Notes) -> None:
    if reading.lookups > MAX_LOOKUPS:
        many = f"{reading.lookups}" if reading.lookups <= ENOUGH else f"more than {ENOUGH}"
        notes.bad(
            f"It costs {many} lookups and receivers stop at {MAX_LOOKUPS}. "
            "Replace includes by ip4: and ip6:, or drop services you do not use."
        )
    if reading.void > MAX_VOID_LOOKUPS:
        notes.bad(
            f"{reading.void} names in it lead nowhere, allowed are {MAX_VOID_LOOKUPS}. Drop them."
        )
    elif reading.void:
        notes.warn(f"{reading.void} names in it lead nowhere. Drop them.")


def _has_final_all(policy: Policy) -> bool:
    last = [term for term in policy.terms if term.is_all]
    if last:
        return last[0].result in ("fail", "softfail")
    return policy.redirect is not None and _has_final_all(policy.redirect)


def _is_address_matched(term: Term, address: Address) -> bool:
    if term.included:
        return evaluate_spf(term.included, address) == "pass"
    return term.is_all or any(
        address in network for network in term.networks if network.version == address.version
    )


def _filter_spf_records(texts: list[str]) -> list[str]:
    return [text for text in texts if (text.lower() + " ").startswith("v=spf1 ")]
