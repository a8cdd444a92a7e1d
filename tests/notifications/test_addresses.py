"""Tests of addresses that carry a token, and of those that only look like it."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest

from notifications.outgoing import reply_addresses

from .conftest import TOKEN


def test_what_is_written_is_read_back() -> None:
    """A1, A3: an address carries purpose and token."""
    address = reply_addresses.build_address("play", TOKEN)

    assert reply_addresses.parse_reply_address(address) == ("play", TOKEN)


def test_a_local_part_is_short_and_plain() -> None:
    """A2: [a-z2-7] and at most 64 octets (RFC 5321 §4.5.3.1.1)."""
    local = reply_addresses.build_local_part("bounce", TOKEN)

    assert re.fullmatch(r"bounce\+[a-z2-7]+", local)
    assert len(local) <= 64


@pytest.mark.parametrize("separator", ["+", "-", "=", "%2B"])
def test_case_and_separator_do_not_matter(separator: str) -> None:
    """A1, A2: `+`, `-` and `=`; mail programs change case."""
    address = reply_addresses.build_address("play", TOKEN).replace("+", separator).upper()

    assert reply_addresses.parse_reply_address(address) == ("play", TOKEN)


def test_a_catch_all_domain_may_leave_out_the_purpose() -> None:
    """A1: the form of catch-all domains."""
    address = reply_addresses.build_address("unsub", TOKEN).removeprefix("unsub+")

    assert reply_addresses.parse_reply_address(address) == ("unsub", TOKEN)


@pytest.mark.parametrize("place", [10, 31, 33, 48])
def test_a_changed_email_makes_an_address_nobodys(place: int) -> None:
    """A3: 80 bits of HMAC over purpose and token."""
    address = reply_addresses.build_address("play", TOKEN)
    other = "b" if address[place] == "a" else "a"

    assert (
        reply_addresses.parse_reply_address(address[:place] + other + address[place + 1 :]) is None
    )


def test_a_bounce_address_plays_no_move() -> None:
    """A3: an address is only valid for its own purpose."""
    address = reply_addresses.build_address("bounce", TOKEN)

    assert reply_addresses.parse_reply_address(address.replace("bounce+", "play+")) is None


@pytest.mark.parametrize("address", ["", "@", "play@abyss.localhost", "play+@x", "ÿ@x"])
def test_other_addresses_are_not_ours(address: str) -> None:
    assert reply_addresses.parse_reply_address(address) is None


def test_another_domain_is_not_ours() -> None:
    address = reply_addresses.build_local_part("play", TOKEN)

    assert reply_addresses.parse_reply_address(f"{address}@example.org") is None


def test_emails_sent_before_the_key_changed_can_be_answered(settings: Any) -> None:
    """A4: the address identifies its key; old keys are kept."""
    address = reply_addresses.build_address("play", TOKEN)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", ["third", old]

    assert reply_addresses.parse_reply_address(address) == ("play", TOKEN)
    assert reply_addresses.build_address("play", TOKEN) != address


def test_a_key_given_up_reads_nothing(settings: Any) -> None:
    """A4: old keys can be removed."""
    address = reply_addresses.build_address("play", TOKEN)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", ["third"]

    assert reply_addresses.parse_reply_address(address) is None


@pytest.mark.parametrize("token", ["", "short", TOKEN.upper(), TOKEN + "a", "0" * 26])
def test_only_a_proper_token_is_written(token: str) -> None:
    with pytest.raises(ValueError, match="not a purpose and a token"):
        reply_addresses.build_local_part("play", token)


def test_a_row_is_found_by_its_token() -> None:
    number = UUID("0195583e-2f6b-7c1a-9d3e-5f4a6b7c8d9e")

    assert reply_addresses.uuid_from_token(reply_addresses.token_from_uuid(number)) == number


@pytest.mark.parametrize("address", ["postmaster", "Abuse@abyss.localhost", "play@ABYSS.localhost"])
def test_roles_reach_a_human(address: str) -> None:
    """A8: postmaster, abuse and the bare address."""
    assert reply_addresses.is_role(address)
    assert reply_addresses.is_own(address)


def test_a_player_may_live_at_our_domain() -> None:
    assert not reply_addresses.is_own("alice@abyss.localhost")
