"""What has several spellings is one thing everywhere: addresses, time zones, languages."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from itertools import permutations
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.apps import apps
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from abyss_site.core.email_addresses import address_key, encode_address, normalize_address
from games.engine.time_zones import is_in_zone, normalize_zone
from games.models import AddressBan, FraudSignal, Invitation, Player, Sanction
from games.presentation.settings_form import zone_choices
from games.services import accounts, invitations, matches, rate_limits, sanctions, sign_in
from games.services.account_deletion import delete_account
from games.services.conflicts_of_interest import NotAllowed, check_person
from games.web.views.accounts import EMAILS_AN_HOUR, EMAILS_TO_ADDRESS_AN_HOUR, HOUR
from notifications.incoming import dispatch, intake
from notifications.incoming.intake import Envelope
from notifications.incoming.senders import find_sender_verdict
from notifications.models import (
    BounceScore,
    CapturedEmail,
    InboundEmail,
    Notification,
    OptOut,
    SenderAddress,
)
from notifications.outgoing import bounce_scores, introductions, planning, reply_addresses
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.reserved_domains import is_reserved_address
from notifications.preferences import channel_preferences, sender_addresses
from notifications.reply_parser import parse_email
from notifications.retention import erasure, own_data

from ..conftest import NOON
from ..notifications.conftest import reply

pytestmark = pytest.mark.django_db

DOMAIN, ENCODED = "müllér-h2.org", "xn--mllr-h2-dya2o.org"
SPELLINGS = {
    "U-label": f"anna@{DOMAIN}",
    "A-label": f"anna@{ENCODED}",
    "A-label in capitals": f"Anna@{ENCODED.upper()}",
    "decomposed": f"anna@{unicodedata.normalize('NFD', DOMAIN)}",
    "capitals": f"ANNA@{DOMAIN.upper()}",
    "wide letters": "anna@ｍüllér－h2。org",
    "soft hyphen": "anna@mül\u00adlér-h2.org",
    "final dot": f"anna@{DOMAIN}.",
    "quoted": f'"anna"@{DOMAIN}',
}


def _signs_in(anna: Player, address: str) -> bool:
    row = sign_in.request_email(address, now=NOON)
    player, _ = _confirm(row)
    return player == anna


def _confirm(row: Any) -> tuple[Player, str]:
    sign_in.send_due_emails(NOON)
    row.refresh_from_db()
    return sign_in.confirm_code(row.pk, sign_in.code_of(row), now=NOON)


def _stops_emails(anna: Player, address: str) -> bool:
    """Whether a complaint that names one spelling stops the e-mails to the other."""
    bounce_scores.suppress_after_complaint(address, "spam", NOON)
    post([Draft(key="a", player_id=anna.pk, kind="your_turn", thread="match-7")], now=NOON)
    row = planning.with_preferences(Notification.objects.all()).get()
    return planning.suppression_reason(row) == "address does not work"


def _opts_out(anna: Player, address: str) -> bool:
    introductions.record_opt_out(anna.email, NOON)
    return introductions.introduction_refusal_reason(address) == "unsubscribed"


def _stays_banned(anna: Player, address: str) -> bool:
    """Whether a ban follows a mailbox to a new account at another spelling."""
    Sanction.objects.create(player=anna, kind=Sanction.Kind.BAN, imposed_at=NOON)
    sanctions.record_address_bans(anna, now=NOON)
    Player.objects.filter(pk=anna.pk).delete()
    sanctions.apply_address_bans(new := Player.objects.create_user(address), now=NOON)
    return AddressBan.objects.exists() and not new.is_active


def _deletes_account(anna: Player, address: str) -> bool:
    delete_account(anna, address=address, now=NOON)
    anna.refresh_from_db()
    return anna.left_at is not None


def _is_too_close(anna: Player, address: str) -> bool:
    try:
        check_person(anna, None, address)
    except NotAllowed:
        return True
    return False


def _counts_invitations(anna: Player, address: str) -> bool:
    digests = invitations.address_digests(address)
    return invitations.address_digest(anna.email) in digests


def _erases(anna: Player, address: str) -> bool:
    SenderAddress.objects.create(player=anna, address="x@example.org", added_at=NOON)
    _receive(address)
    erasure.erase_player_emails(anna)
    return InboundEmail.objects.get().sender == ""


def _exports(anna: Player, address: str) -> bool:
    _receive(address)
    return len(own_data.own_data(anna)["emails_from_you"]) == 1


def _receive(sender: str) -> InboundEmail:
    raw = reply("hello\n", sender=sender.replace('"', ""))
    email = intake.receive_email(raw, Envelope(sender, ["play@abyss.localhost"]), "t", "1", NOON)
    dispatch.process_due(NOON)
    email.refresh_from_db()
    return email


def _limits_sign_in(anna: Player, address: str) -> bool:
    for number in range(EMAILS_TO_ADDRESS_AN_HOUR):
        here = f"192.0.2.{number // EMAILS_AN_HOUR}"
        Client(REMOTE_ADDR=here).post("/sign-in/", {"email": anna.email})
    key = address_key(address)
    return rate_limits.is_too_often("email", key, times=EMAILS_TO_ADDRESS_AN_HOUR, within=HOUR)


def _finds_in_admin(anna: Player, address: str) -> bool:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss@example.org", "hush-hush-hush"))
    page = client.get("/admin/games/player/", {"q": address.replace('"', "")}).content.decode()
    return anna.display_name in page


DOORS: dict[str, Callable[[Player, str], bool]] = {
    "signs in": _signs_in,
    "is the account": lambda anna, one: accounts.player_at(one) == anna,
    "is the login": lambda anna, one: Player.objects.get_by_natural_key(one) == anna,
    "is taken": lambda _, one: channel_preferences.is_taken(one),
    "is the sender": lambda anna, one: sender_addresses.owns_sender_address(anna, one),
    "is whose e-mail it is": lambda anna, one: sender_addresses.player_of(one) == anna,
    "stops e-mails": _stops_emails,
    "opts out": _opts_out,
    "stays banned": _stays_banned,
    "deletes the account": _deletes_account,
    "is too close": _is_too_close,
    "counts invitations": _counts_invitations,
    "erases": _erases,
    "exports": _exports,
    "limits sign-in": _limits_sign_in,
    "finds in the admin": _finds_in_admin,
}


@pytest.fixture
def anna(db: None, request: Any) -> Player:
    address = getattr(request, "param", SPELLINGS["U-label"])
    return Player.objects.create_user(address, display_name="Anna Q", email_verified_at=NOON)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("address", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_of_an_address_is_the_same_address(
    anna: Player, address: str, door: str
) -> None:
    """They used to be strangers: signing in with another spelling made a second account."""
    assert DOORS[door](anna, address)


@pytest.mark.parametrize("anna", SPELLINGS.values(), ids=SPELLINGS, indirect=True)
def test_an_address_is_stored_in_one_form_however_it_was_typed(anna: Player) -> None:
    anna.refresh_from_db()

    assert address_key(anna.email) == SPELLINGS["U-label"]
    assert anna.email.endswith(f"@{DOMAIN}")


@pytest.mark.parametrize(
    "address", ["anna@muller-h2.org", "anna@müller-h2.org", "ann@müllér-h2.org"]
)
def test_another_address_is_another(anna: Player, address: str) -> None:
    assert accounts.player_at(address) is None
    assert not sender_addresses.owns_sender_address(anna, address)


def test_a_sharp_s_is_not_a_double_s(settings: Any) -> None:
    """Django would have sent the e-mails of one domain to the other (IDNA 2003)."""
    settings.EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
    ann = Player.objects.create_user("ann@straße.org", email_verified_at=NOON)
    accounts.send_sign_in_email(ann, code="ABC", browser="b")

    deliver_due_emails(NOON.replace(year=2099))

    email = CapturedEmail.objects.get()
    assert (email.recipient, accounts.player_at("ann@strasse.org")) == ("ann@straße.org", None)
    assert b"To: ann@xn--strae-oqa.org" in bytes(email.raw)


@pytest.mark.parametrize("results", ["dmarc=pass header.from={}", "dkim=pass header.d={}"])
@pytest.mark.parametrize("domains", [*permutations([DOMAIN, ENCODED, DOMAIN.upper()], 2)])
def test_our_server_may_spell_the_domain_of_a_sender_otherwise(
    results: str, domains: tuple[str, str]
) -> None:
    theirs, ours = domains
    head = f"Authentication-Results: mx.example; {results.format(ours)}\r\n".encode()

    verdict = find_sender_verdict(
        parse_email(head + reply(sender=f"Anna <anna@{theirs}>")), "mx.example"
    )

    assert verdict == "pass"


@pytest.mark.parametrize("address", SPELLINGS.values(), ids=SPELLINGS)
def test_a_reply_from_any_spelling_plays(deal: Any, address: str) -> None:
    match = deal("pebbles", seats=2)
    prompt = match.prompts.get()
    Player.objects.filter(pk=match.seats.get(number=prompt.seat).player_id).update(
        email=SPELLINGS["U-label"]
    )
    to = reply_addresses.build_address("play", prompt.token)
    raw = reply("2\n", sender=address.replace('"', ""), To=to)

    email = intake.receive_email(raw, Envelope(address, [to]), "t", "1", NOON)
    dispatch.process_due(NOON)

    email.refresh_from_db()
    assert email.reason == "played"


def test_an_invitation_by_address_is_accepted_from_any_spelling(
    people: dict[str, Player],
) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    row = invitations.invite_player(match, people["alice"], SPELLINGS["A-label"], now=NOON)
    again = invitations.invite_player(match, people["alice"], SPELLINGS["decomposed"], now=NOON)

    assert again == row and row.address == SPELLINGS["U-label"]
    player = accounts.get_or_create_player(SPELLINGS["wide letters"], now=NOON)
    assert invitations.reader_of(row) == player


@pytest.mark.parametrize("domain", ["bücher.org", "xn--bcher-kva.org"])
def test_our_own_domain_is_ours_in_every_spelling(settings: Any, domain: str) -> None:
    settings.MAIL_DOMAIN = "xn--bcher-kva.org"
    address = reply_addresses.build_address("play", "a" * 26).partition("@")[0]

    assert is_reserved_address(f"anna@{domain}")
    assert reply_addresses.parse_reply_address(f"{address}@{domain}")
    assert reply_addresses.is_role(f"postmaster@{domain}")


@given(st.text(max_size=60))
def test_normalizing_twice_changes_nothing_and_no_text_is_an_error(text: str) -> None:
    for address in (text, f"a@{text}", f"a@xn--{text}", f"{text}@example.org"):
        normal = normalize_address(address)

        assert normalize_address(normal) == normal
        assert encode_address(address).rpartition("@")[2].isascii() or "@" not in normal


@given(st.text(alphabet="aZ-.äÄßẞéÉςΣяİı我e\u0301\u00ad", max_size=30))
def test_servers_know_the_same_address_in_ascii(domain: str) -> None:
    assert address_key(encode_address(f"a@{domain}")) == address_key(f"a@{domain}")


# Time zones and languages.

ZONES = {
    "Europe/Kiev": "Europe/Kyiv",
    "Asia/Calcutta": "Asia/Kolkata",
    "US/Eastern": "America/New_York",
    "Iceland": "Atlantic/Reykjavik",
    "Etc/UTC": "UTC",
    "asia/saigon": "Asia/Ho_Chi_Minh",
    "Europe/Amsterdam": "Europe/Amsterdam",
}


@pytest.mark.parametrize(("written", "name"), ZONES.items(), ids=ZONES)
def test_a_time_zone_is_stored_by_its_one_name(anna: Player, written: str, name: str) -> None:
    client = Client()
    client.force_login(anna)
    fields = {"display_name": "Anna Q", "language": "en", "zone": written}

    client.post("/settings/", fields)
    anna.refresh_from_db()
    changed = client.patch("/api/v1/me/", {"zone": written}, content_type="application/json")
    other = Player.objects.create_user("other@example.org", zone=written)

    assert (anna.zone, changed.json()["zone"], other.zone) == (name, name, name)
    assert f'<option value="{name}" selected>' in client.get("/settings/").content.decode()


def test_a_name_of_a_zone_and_its_one_name_have_the_same_time() -> None:
    """And the form offers each zone once."""
    days = [datetime(year, month, 1, tzinfo=UTC) for year in (2000, 2026) for month in (1, 7)]
    for zone in available_timezones():
        normal = normalize_zone(zone)

        assert normalize_zone(normal) == normal
        for day in days:
            offsets = {day.astimezone(ZoneInfo(name)).utcoffset() for name in (zone, normal)}
            assert len(offsets) == 1, (zone, normal)
    offered = [zone for _, zones in zone_choices()[1:] for zone, _ in zones]
    assert "Asia/Calcutta" not in offered and len(offered) == len(set(offered)) > 300


@pytest.mark.parametrize(
    ("mine", "zone", "is_in"),
    [
        ("Europe/Kyiv", "Europe/Kiev", True),
        ("Asia/Calcutta", "Asia/Kolkata", True),
        ("America/New_York", "US", True),
        ("America/Toronto", "US", False),
        ("US/Pacific", "America", True),
        ("Turkey", "Europe", True),
        ("Europe/Istanbul", "Asia", True),
        ("Europe/Berlin", "Atlantic", False),
        ("Atlantic/Reykjavik", "Africa", False),
        ("Asia/Tokyo", "Europe", False),
    ],
)
def test_a_part_of_the_world_has_its_zones_by_all_their_names(
    mine: str, zone: str, is_in: bool
) -> None:
    assert is_in_zone(mine, zone) == is_in


@pytest.mark.parametrize(
    ("tag", "language"), [("de-AT", "de"), ("DE", "de"), ("en_GB", "en"), ("fra", "fr")]
)
def test_a_language_is_known_by_every_tag(anna: Player, tag: str, language: str) -> None:
    client = Client()
    client.force_login(anna)

    changed = client.patch("/api/v1/me/", {"language": tag}, content_type="application/json")
    match = matches.open_match(anna, matches.MatchTerms("pebbles", seats=2, language=tag))

    assert changed.json()["language"] == language and match.language == language
    assert Player.objects.create_user("other@example.org", language=tag).language == language


# Rows from when spellings were told apart.


def _migrate() -> None:
    for app, name in (
        ("games", "0026_normalized_addresses"),
        ("games", "0027_normalized_zones"),
        ("notifications", "0010_normalized_addresses"),
    ):
        import_module(f"{app}.migrations.{name}").normalize_rows(apps, None)


def _old_account(address: str, name: str, **fields: Any) -> Player:
    player = Player.objects.create_user(f"{name}@example.org", display_name=name, **fields)
    Player.objects.filter(pk=player.pk).update(email=address)
    player.refresh_from_db()
    return player


def test_old_rows_are_found_after_the_migration(people: dict[str, Player]) -> None:
    Player.objects.filter(pk=people["bob"].pk).update(zone="Europe/Kiev")
    player = _old_account(SPELLINGS["A-label in capitals"], "anna", email_verified_at=NOON)
    SenderAddress.objects.create(player=player, address="a@" + ENCODED, added_at=NOON)
    BounceScore.objects.create(address="b@" + ENCODED, score=1, last_reported_at=NOON)
    BounceScore.objects.create(
        address="b@" + DOMAIN, score=0.5, last_reported_at=NOON, stopped_at=NOON
    )

    _migrate()

    people["bob"].refresh_from_db()
    assert people["bob"].zone == "Europe/Kyiv"
    assert accounts.player_at(SPELLINGS["U-label"]) == player
    assert sender_addresses.owns_sender_address(player, "a@" + DOMAIN)
    assert BounceScore.objects.get().stopped_at == NOON
    assert bounce_scores.stopped_score_for("b@" + ENCODED)


def test_two_accounts_of_one_address_both_stay_and_staff_is_told() -> None:
    """Each is reached by its own spelling, as before; every other leads to the confirmed one."""
    second = _old_account(SPELLINGS["A-label"], "second")
    first = _old_account(SPELLINGS["U-label"], "first", email_verified_at=NOON)

    _migrate()
    _migrate()

    assert accounts.player_at(SPELLINGS["A-label"]) == second
    assert accounts.player_at(SPELLINGS["U-label"]) == first
    assert accounts.player_at(SPELLINGS["decomposed"]) == first
    assert sender_addresses.owns_sender_address(second, SPELLINGS["U-label"])
    signal = FraudSignal.objects.get()
    assert signal.kind == "mailbox" and {signal.one, signal.two} == {first, second}
    second.refresh_from_db()
    second.save()
    assert Player.objects.get(pk=second.pk).email == SPELLINGS["A-label"]


def test_opt_outs_and_bans_of_old_spellings_still_count(people: dict[str, Player]) -> None:
    """They were stored as hashes of what was typed, which no migration can change."""
    address = SPELLINGS["A-label"]
    old = hashlib.sha256(b"no introductions\0" + address.encode()).hexdigest()
    OptOut.objects.create(digest=old, opted_out_at=NOON)
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    row = invitations.invite_player(match, people["alice"], address, now=NOON)
    digest = invitations.address_digests(address)[1]
    Invitation.objects.filter(pk=row.pk).update(digest=digest)

    assert introductions.introduction_refusal_reason(SPELLINGS["U-label"]) == "unsubscribed"
    again = invitations.invite_player(match, people["alice"], SPELLINGS["U-label"], now=NOON)
    assert again == row
