"""Tests of the checks of our mail domains: findings about DNS and mail servers (D1)."""

from __future__ import annotations

import asyncio
import copy
import json
import socket
import ssl
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiosmtpd.smtp import SMTP
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from notifications.dns_checks import checkup
from notifications.dns_checks.answers import (
    LiveAnswers,
    NoResponse,
    PreparedAnswers,
    load_answers_file,
)
from notifications.dns_checks.findings import Finding, Verdict
from notifications.dns_checks.signing import key_bits

from .conftest import Sink, running

GOOD = Path(__file__).parent.parent / "mail/dns/good.yaml"
DOMAIN = "play.example.org"
SHORT_KEY = (GOOD.parent / "short_key.txt").read_text().strip()


@pytest.fixture
def said() -> dict[str, Any]:
    """Return prepared answers for a correctly configured domain; tests may change them."""
    found: dict[str, Any] = yaml.safe_load(GOOD.read_text())
    return found


def check(said: dict[str, Any], **changes: Any) -> list[Finding]:
    purposes = dict.fromkeys((checkup.FROM, checkup.ANSWERS, checkup.ENVELOPE), DOMAIN)
    post = {"domains": purposes, "hosts": ["192.0.2.25"], "selectors": ["letters"], **changes}
    return checkup.check_mail_domains(checkup.MailSetup(**post), PreparedAnswers(said))


def bad(said: dict[str, Any], about: str, **changes: Any) -> tuple[str, str]:
    """Return verdict and words of the only finding that is not OK, which has to be `about`."""
    found = [one for one in check(said, **changes) if one.verdict != Verdict.OK]
    assert [one.about for one in found] == [about], found
    return found[0].verdict, found[0].words


def test_a_domain_as_it_should_be(said: dict[str, Any]) -> None:
    found = check(said)

    assert {one.verdict for one in found} == {Verdict.OK}
    assert {one.about for one in found} == (
        {"MX", "SPF", "DKIM", "DMARC", "PTR", "TLS", "MTA-STS", "TLS-RPT"}
    )


ARPA, DMARC, STS, REPORTS = (
    "25.2.0.192.in-addr.arpa",
    f"_dmarc.{DOMAIN}",
    f"_mta-sts.{DOMAIN}",
    f"_smtp._tls.{DOMAIN}",
)
RUA = f"rua=mailto:reports@{DOMAIN}"
KEY = f"letters._domainkey.{DOMAIN}"


@pytest.mark.parametrize(
    ("name", "kind", "records", "about", "verdict", "words"),
    [
        (DOMAIN, "TXT", [], "SPF", "wrong", "no SPF record"),
        (DOMAIN, "TXT", ["v=spf1 mx -all", "v=spf1 -all"], "SPF", "wrong", "2 SPF records"),
        (DOMAIN, "TXT", ["v=spf1 ip4:192.0.2.9 -all"], "SPF", "wrong", "gets “fail”"),
        (DOMAIN, "TXT", ["v=spf1 ip4:192.0.2.25 +all"], "SPF", "warning", "-all"),
        (DOMAIN, "TXT", ["v=spf1 ip4:192.0.2.x mx -all"], "SPF", "wrong", "not a network"),
        (DOMAIN, "TXT", ["v=spf1 mx everybody -all"], "SPF", "wrong", "everybody"),
        (DOMAIN, "TXT", ["v=spf1 mx a:none.example -all"], "SPF", "warning", "1 names"),
        (KEY, "TXT", [], "DKIM", "wrong", "has no key"),
        (KEY, "TXT", ["v=DKIM1; p="], "DKIM", "wrong", "revoked"),
        (KEY, "TXT", ["v=DKIM1; p=AAAA"], "DKIM", "wrong", "no rsa key"),
        (KEY, "TXT", ["v=DKIM1; p=!not base64!"], "DKIM", "wrong", "no rsa key"),
        (KEY, "TXT", [f"v=DKIM1; p={SHORT_KEY}"], "DKIM", "warning", "1024 bits"),
        (DMARC, "TXT", [], "DMARC", "wrong", "no DMARC record"),
        (DMARC, "TXT", [f"v=DMARC1; p=nothing; {RUA}"], "DMARC", "wrong", "p="),
        (DMARC, "TXT", [f"v=DMARC1; p=none; {RUA}"], "DMARC", "warning", "none"),
        (DMARC, "TXT", [f"v=DMARC1; p=reject; pct=5; {RUA}"], "DMARC", "warning", "pct"),
        (DMARC, "TXT", ["v=DMARC1; p=reject"], "DMARC", "warning", "rua"),
        (DMARC, "TXT", ["v=DMARC1; p=reject; rua=mailto:a@x.net"], "DMARC", "warning", "x.net"),
        (ARPA, "PTR", [], "PTR", "wrong", "no name"),
        (ARPA, "PTR", ["mx2.example.org."], "PTR", "wrong", "another address"),
        (STS, "TXT", [], "MTA-STS", "warning", "There is none"),
        (STS, "TXT", ["v=STSv1; id=not-good"], "MTA-STS", "wrong", "id="),
        (REPORTS, "TXT", [], "TLS-RPT", "warning", "There is none"),
        (REPORTS, "TXT", ["v=TLSRPTv1; rua=somewhere"], "TLS-RPT", "wrong", "rua=mailto"),
        ("mx1.example.org", "CNAME", ["x.example.org."], "MX", "wrong", "alias"),
        (DMARC, "TXT", "timeout", "DMARC", "warning", "timeout"),
        (KEY, "TXT", "SERVFAIL", "DKIM", "warning", "SERVFAIL"),
    ],
)  # fmt: skip
def test_what_is_amiss_is_named(
    said: dict[str, Any], name: str, kind: str, records: Any, about: str, verdict: str, words: str
) -> None:
    said["dns"].setdefault(name, {})[kind] = records

    found, sentence = bad(said, about)

    assert (found, words in sentence) == (verdict, True), sentence


def test_a_domain_that_takes_no_mail(said: dict[str, Any]) -> None:
    """Null MX (RFC 7505)."""
    said["dns"][DOMAIN] = {"MX": ["0 ."], "TXT": ["v=spf1 ip4:192.0.2.25 -all"]}

    assert bad(said, "MX")[0] == "wrong"


def test_lookups_are_counted_through_all_that_is_included(said: dict[str, Any]) -> None:
    """RFC 7208 §4.6.4: ten at any depth; a record that includes itself does not loop forever."""
    names = [f"s{number}.example" for number in range(6)]
    for name, below in zip(names, [*names[1:], names[0]], strict=True):
        said["dns"][name] = {"TXT": [f"v=spf1 a:mx1.example.org include:{below} -all"]}
    said["dns"][DOMAIN]["TXT"] = ["v=spf1 mx include:s0.example -all"]

    verdict, words = bad(said, "SPF")

    assert (verdict, "more than 40 lookups" in words) == ("wrong", True)


def test_names_that_lead_nowhere_are_counted(said: dict[str, Any]) -> None:
    """RFC 7208 §4.6.4: two void lookups."""
    said["dns"][DOMAIN]["TXT"] = ["v=spf1 mx a:a.example a:b.example mx:c.example -all"]

    assert "3 names in it lead nowhere" in bad(said, "SPF")[1]


def test_a_redirect_and_a_name_with_sizes_are_followed(said: dict[str, Any]) -> None:
    said["dns"][DOMAIN]["TXT"] = ["v=spf1 redirect=_r.example"]
    said["dns"]["_r.example"] = {"TXT": ["v=spf1 a:mx2.example.org/24//64 -all"]}

    assert checkup.worst_verdict(check(said)) == Verdict.OK


def test_a_policy_from_above_and_a_return_address_elsewhere(said: dict[str, Any]) -> None:
    """DMARC: the parent domain's policy applies; an envelope at another domain is not aligned."""
    said["dns"]["_dmarc.example.org"] = said["dns"].pop(DMARC)
    for name in (STS, REPORTS):
        said["dns"][name.replace(DOMAIN, "bounces.example.net")] = said["dns"][name]
    said["dns"]["bounces.example.net"] = said["dns"][DOMAIN]
    page = said["pages"][f"https://mta-sts.{DOMAIN}/.well-known/mta-sts.txt"]
    said["pages"]["https://mta-sts.bounces.example.net/.well-known/mta-sts.txt"] = page
    domains = {checkup.FROM: DOMAIN, checkup.ENVELOPE: "bounces.example.net"}

    verdict, words = bad(said, "DMARC", domains=domains)

    assert (verdict, "not aligned" in words) == ("wrong", True)


@pytest.mark.parametrize(
    ("shown", "verdict", "words"),
    [
        ({"starttls": False}, "wrong", "STARTTLS"),
        ({"starttls": True, "trouble": "certificate has expired"}, "warning", "has expired"),
        ("no answer in time", "warning", "no answer in time"),
    ],
)
def test_the_door_of_a_mail_server(
    said: dict[str, Any], shown: Any, verdict: str, words: str
) -> None:
    said["tls"]["mx2.example.org"] = shown

    found, sentence = bad(said, "TLS")

    assert (found, words in sentence) == (verdict, True)


@pytest.mark.parametrize(
    ("policy", "verdict"),
    [
        ("mode: testing\nmx: *.example.org\nmax_age: 1209600", "warning"),
        ("mode: enforce\nmx: *.example.org\nmax_age: 60", "warning"),
        ("mode: enforce\nmx: mx1.example.org\nmax_age: 1209600", "wrong"),
        (None, "wrong"),
    ],
)
def test_what_careful_senders_are_told(
    said: dict[str, Any], policy: str | None, verdict: str
) -> None:
    page = f"https://mta-sts.{DOMAIN}/.well-known/mta-sts.txt"
    said["pages"] = {page: policy} if policy else {}

    assert bad(said, "MTA-STS")[0] == verdict


def test_what_cannot_be_checked_is_said(said: dict[str, Any]) -> None:
    found = check(said, hosts=[], selectors=[])

    assert {one.about: one.words.partition(":")[0] for one in found if one.verdict != "ok"} == (
        {"DKIM": "Not checked", "PTR": "Not checked"}
    )


@pytest.mark.parametrize(
    ("text", "kind", "bits"),
    [(SHORT_KEY, "rsa", 1024), ("A" * 43 + "=", "ed25519", 256), ("A" * 44, "elgamal", 0)],
)
def test_how_long_a_key_is(text: str, kind: str, bits: int) -> None:
    assert key_bits(text, kind) == bits


RECORD = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["v=spf1", "v=DMARC1;p", "v=DKIM1;p=MIG", "v=STSv1;", "v=TLSRPTv1", "10", "0 .", "::1"]
    ),
    st.lists(
        st.sampled_from(
            ["v=spf1", "a", "mx/99", "ip4:", "ip6:1/2", "include:", "a:%{i}", "redirect=", "+"]
        )
    ).map(" ".join),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(RECORD, max_size=4), st.sampled_from(["dns", "spf", "keys"]))
def test_odd_records_never_raise(records: list[str], where: str) -> None:
    """D1: any DNS answer results in a finding."""
    good = yaml.safe_load(GOOD.read_text())
    spoilt = copy.deepcopy(good)
    for name, kinds in spoilt["dns"].items():
        if where == "dns" or (where == "keys") == name.startswith(("_", "letters")):
            kinds.update(dict.fromkeys([*kinds, "CNAME"], records))

    assert all(one.words for one in check(spoilt))


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("check_mail", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_tells_each_finding_in_a_line(settings: Any) -> None:
    settings.MAIL_SENDING_HOSTS, settings.MAIL_DKIM_SELECTORS = ["mx1.example.org"], ["letters"]
    settings.MAIL_SENDING_HOSTS = ["192.0.2.25"]

    told = run("--domain", DOMAIN, "--answers", str(GOOD))
    lines = run("--domain", DOMAIN, "--answers", str(GOOD), "--json").splitlines()

    assert f"ok       {DOMAIN}  SPF: One record, 2 of 10 lookups; it passes 192.0.2.25." in told
    assert json.loads(lines[0])["about"] == "MX"
    assert len(lines) == len(told.splitlines()) == 9


def test_the_command_ends_with_an_error_if_something_is_wrong(settings: Any) -> None:
    with pytest.raises(CommandError, match="refused or lost"):
        run("--domain", "nowhere.example", "--answers", str(GOOD))


def test_a_file_that_holds_no_answers_is_explained(tmp_path: Path) -> None:
    (tmp_path / "answers.yaml").write_text("- one\n- two\n")

    with pytest.raises(CommandError, match="must hold"):
        run("--answers", str(tmp_path / "answers.yaml"))
    with pytest.raises(ValueError, match="cannot be read"):
        load_answers_file(tmp_path / "missing.yaml")


def test_silence_of_real_dns_and_servers_is_a_finding() -> None:
    """D1: timeouts are reported. The resolver in this test is a socket that never answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as deaf:
        deaf.bind(("127.0.0.1", 0))
        world = LiveAnswers()
        world.resolver.nameservers = ["127.0.0.1"]
        world.resolver.port, world.resolver.lifetime = deaf.getsockname()[1], 0.2
        purposes = {checkup.FROM: DOMAIN}

        found = checkup.check_mail_domains(checkup.MailSetup(purposes, [], ["letters"]), world)

    assert {
        (one.verdict, "no answer in time" in one.words) for one in found if one.about != "PTR"
    } == {(Verdict.WARNING, True)}


@pytest.mark.parametrize("offers", [False, True])
def test_a_real_mail_server_is_greeted(offers: bool) -> None:
    """A server without TLS is recognized; one that offers it without a certificate has trouble."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if offers else None

    async def serve(stop: asyncio.Event, ready: Callable[[int], None]) -> None:
        loop = asyncio.get_running_loop()
        protocol = lambda: SMTP(Sink(), loop=loop, tls_context=context)  # noqa: E731
        server = await loop.create_server(protocol, "127.0.0.1", 0)
        ready(server.sockets[0].getsockname()[1])
        await stop.wait()
        server.close()

    with running(serve) as port:
        shown = LiveAnswers(port).greet("127.0.0.1")

    assert (shown.starttls, bool(shown.trouble)) == (offers, offers)


def test_a_server_that_is_not_there_is_silence() -> None:
    with pytest.raises(NoResponse, match="port 9 of 127.0.0.1"):
        LiveAnswers(9).greet("127.0.0.1")
