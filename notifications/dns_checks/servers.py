"""Check the servers of a domain: MX, TLS, MTA-STS, TLS-RPT, and PTR of sending hosts."""

from __future__ import annotations

import ipaddress
import re

from .answers import Answers, NoResponse
from .findings import Finding, Notes, parse_tags
from .spf import Address

MIN_POLICY_LIFETIME_SECONDS = 86_400


def look_up_mx_hosts(domain: str, answers: Answers) -> list[str]:
    """Return a domain's MX hosts by preference; [""] is a null MX. Raises NoResponse."""
    preferences_and_hosts = []
    for record in answers.look_up(domain, "MX"):
        preference, _, host = record.strip().partition(" ")
        if preference.isdecimal():
            preferences_and_hosts.append((int(preference), host.strip().rstrip(".").lower()))
    return [host for _, host in sorted(preferences_and_hosts)]


def check_mx(domain: str, answers: Answers) -> list[Finding]:
    """Check that e-mails to the domain can reach a server. Raises NoResponse."""
    notes = Notes(domain, "MX")
    hosts = look_up_mx_hosts(domain, answers)
    if not hosts and _look_up_ips(domain, answers):
        notes.warn("There is no MX; senders try the domain's own address. Publish an MX.")
    elif not hosts:
        notes.bad("There is no MX and no address: no answer can reach us. Publish an MX.")
    elif "" in hosts:
        notes.bad("Null MX (RFC 7505): the domain says it takes no mail. Publish a real MX.")
    else:
        for host in hosts:
            _check_host(host, answers, notes)
        if not notes.findings:
            notes.ok(f"Mail goes to {', '.join(hosts)}.")
    return notes.findings


def _check_host(host: str, answers: Answers, notes: Notes) -> None:
    if _parse_ip(host):
        notes.bad(f"{host} is a number; an MX must be a name.")
    elif answers.look_up(host, "CNAME"):
        notes.bad(f"{host} is an alias (CNAME), which an MX must not be (RFC 2181 §10.3).")
    elif not _look_up_ips(host, answers):
        notes.bad(f"{host} has no address. Publish A or AAAA for it.")


def check_tls(domain: str, answers: Answers) -> list[Finding]:
    """Check that the domain's servers offer STARTTLS. Raises NoResponse."""
    notes = Notes(domain, "TLS")
    for host in filter(None, look_up_mx_hosts(domain, answers)):
        try:
            handshake = answers.greet(host)
        except NoResponse as silence:
            notes.warn(f"Not checked: {silence}. Many networks block port 25; try elsewhere.")
            continue
        if not handshake.starttls:
            notes.bad(f"{host} does not offer STARTTLS: e-mails come in the clear. Turn it on.")
        elif handshake.trouble:
            notes.warn(f"{host}: its certificate is not good: {handshake.trouble}. Renew it.")
        else:
            notes.ok(f"{host} offers STARTTLS with a valid certificate of its name.")
    return notes.findings


def check_sts(domain: str, answers: Answers) -> list[Finding]:
    """Check the domain's MTA-STS policy (RFC 8461). Raises NoResponse."""
    notes = Notes(domain, "MTA-STS")
    records = _of_version(answers.look_up(f"_mta-sts.{domain}", "TXT"), "STSv1")
    if len(records) != 1:
        count = "There is none" if not records else f"There are {len(records)} records, not one"
        notes.warn(f"{count}: TLS can be stripped on the way. Publish TXT at _mta-sts.{domain}.")
        return notes.findings
    if not re.fullmatch("[A-Za-z0-9]{1,32}", parse_tags(records[0]).get("id", "")):
        notes.bad("Its id= must be 1 to 32 letters and digits.")
    page = f"https://mta-sts.{domain}/.well-known/mta-sts.txt"
    try:
        policy = answers.page(page)
    except NoResponse as silence:
        notes.bad(f"The record promises a policy that cannot be had: {silence}. Put it there.")
        return notes.findings
    _check_sts(policy, list(filter(None, look_up_mx_hosts(domain, answers))), notes)
    return notes.findings


def _check_sts(policy: str, hosts: list[str], notes: Notes) -> None:
    pairs = [line.partition(":")[::2] for line in policy.splitlines()]
    tags = {name.strip().lower(): value.strip().lower() for name, value in pairs}
    patterns = [value.strip().lower() for name, value in pairs if name.strip().lower() == "mx"]
    mode, age = tags.get("mode", ""), tags.get("max_age", "")
    if mode not in ("enforce", "testing", "none"):
        notes.bad(f"mode: {mode or '(missing)'} is none. Write enforce or testing.")
    elif mode != "enforce":
        notes.warn(f"mode: {mode} does not protect. When reports show no failures, enforce it.")
    if not re.fullmatch("[0-9]{1,10}", age) or int(age) < MIN_POLICY_LIFETIME_SECONDS:
        notes.warn("max_age is shorter than a day. Make it some weeks (max_age: 1209600).")
    for host in hosts:
        if not any(_is_host_allowed(pattern, host) for pattern in patterns):
            notes.bad(f"The policy does not name {host}: careful senders will not use it.")
    if not notes.findings:
        notes.ok("Enforced, and it names every server.")


def _is_host_allowed(pattern: str, host: str) -> bool:
    if pattern.startswith("*."):
        return host.partition(".")[2] == pattern[2:]
    return host == pattern


def check_reports(domain: str, answers: Answers) -> list[Finding]:
    """Check the domain's record for TLS reports (RFC 8460). Raises NoResponse."""
    notes = Notes(domain, "TLS-RPT")
    records = _of_version(answers.look_up(f"_smtp._tls.{domain}", "TXT"), "TLSRPTv1")
    places = [parse_tags(record).get("rua", "") for record in records]
    if not records:
        notes.warn(f"There is none. Publish “v=TLSRPTv1; rua=mailto:…” at _smtp._tls.{domain}.")
    elif len(records) > 1 or not places[0].startswith(("mailto:", "https:")):
        notes.bad("It must be one record with rua=mailto:… or rua=https:…")
    else:
        notes.ok(f"Reports go to {places[0]}.")
    return notes.findings


def look_up_sending_ips(hosts: list[str], answers: Answers) -> list[Address]:
    """Return the IP addresses of our sending hosts. Raises NoResponse."""
    ips: list[Address] = []
    for host in hosts:
        number = _parse_ip(host)
        ips += [number] if number else _look_up_ips(host.lower(), answers)
    return ips


def check_ptr(domain: str, addresses: list[Address], answers: Answers) -> list[Finding]:
    """Check that each sending IP has a PTR name that resolves to it. Raises NoResponse."""
    notes = Notes(domain, "PTR")
    if not addresses:
        notes.warn(
            "Not checked: name the servers that bring our e-mails to the world in "
            "MAIL_SENDING_HOSTS (leave it empty when a provider does)."
        )
    for address in addresses:
        names = [name.rstrip(".").lower() for name in _look_up_ptr_names(address, answers)]
        back = [name for name in names if address in _look_up_ips(name, answers)]
        if back:
            notes.ok(f"{address} is {back[0]}, and {back[0]} is {address}.")
        elif names:
            notes.bad(f"{address} is called {names[0]}, which is another address. Make them fit.")
        else:
            notes.bad(f"{address} has no name. Ask whoever lends you the address for a PTR.")
    return notes.findings


def _look_up_ptr_names(address: Address, answers: Answers) -> list[str]:
    return answers.look_up(address.reverse_pointer, "PTR")


def _look_up_ips(host: str, answers: Answers) -> list[Address]:
    texts_by_kind = [answers.look_up(host, kind) for kind in ("A", "AAAA")]
    return [number for text in sum(texts_by_kind, []) if (number := _parse_ip(text.strip()))]


def _parse_ip(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _of_version(texts: list[str], version: str) -> list[str]:
    return [text for text in texts if parse_tags(text).get("v") == version]
