"""Public randomness: rounds, and whether their signatures are true."""

from __future__ import annotations

import hashlib
import os
from datetime import timedelta

import pytest
from py_arkworks_bls12381 import G1Point, Scalar

from games.engine.beacon import (
    LEAD,
    QUICKNET,
    Chain,
    is_valid_signature,
    round_after,
    round_for_deal,
    round_time,
)
from tests.beacons import OWN, TRUE_RANDOMNESS, TRUE_ROUNDS, sign


@pytest.mark.parametrize("number", sorted(TRUE_ROUNDS))
def test_the_true_signatures_of_quicknet_are_true(number: int) -> None:
    assert is_valid_signature(QUICKNET, number, bytes.fromhex(TRUE_ROUNDS[number]))


def test_the_randomness_of_a_round_is_the_hash_of_its_signature() -> None:
    signature = bytes.fromhex(TRUE_ROUNDS[657413])

    assert hashlib.sha256(signature).hexdigest() == TRUE_RANDOMNESS


def test_the_hash_of_the_chain_binds_its_key_genesis_and_period() -> None:
    """As drand works it out: period, genesis, key, the hash of its first group, and its name."""
    group = bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
    numbers = QUICKNET.period.to_bytes(4, "big") + QUICKNET.genesis.to_bytes(8, "big")
    whole = numbers + bytes.fromhex(QUICKNET.public_key) + group + b"quicknet"

    assert hashlib.sha256(whole).hexdigest() == QUICKNET.hash


@pytest.mark.parametrize("bit", range(0, 384, 7))
def test_a_signature_with_one_bit_changed_is_not_true(bit: int) -> None:
    signature = bytearray.fromhex(TRUE_ROUNDS[123])
    signature[bit // 8] ^= 0x80 >> bit % 8

    assert not is_valid_signature(QUICKNET, 123, bytes(signature))


@pytest.mark.parametrize("number", [0, 1, 122, 124, 657413, 2**64 - 1, 2**64, -123])
def test_a_signature_is_true_for_its_own_round_alone(number: int) -> None:
    assert not is_valid_signature(QUICKNET, number, bytes.fromhex(TRUE_ROUNDS[123]))


@pytest.mark.parametrize(
    "signature",
    [
        b"",
        bytes(48),
        b"\xff" * 48,
        # The point at infinity, which is the signature of everything under the key infinity.
        bytes(G1Point.identity().to_compressed_bytes()),
        bytes(G1Point().to_compressed_bytes()),
        bytes.fromhex(TRUE_ROUNDS[123])[:-1],
        bytes.fromhex(TRUE_ROUNDS[123]) + b"\x00",
        sign(123),
        os.urandom(48),
    ],
    ids=["empty", "zeros", "ones", "infinity", "generator", "short", "long", "own", "random"],
)
def test_what_is_no_signature_is_refused(signature: bytes) -> None:
    assert not is_valid_signature(QUICKNET, 123, signature)


def test_under_the_key_infinity_nothing_is_true() -> None:
    infinity = Chain(hash="00" * 32, public_key="c0" + "00" * 95, genesis=0, period=3)

    assert not is_valid_signature(infinity, 1, bytes(G1Point.identity().to_compressed_bytes()))


def test_a_signature_of_another_key_is_not_true() -> None:
    assert is_valid_signature(OWN, 5, sign(5))
    assert not is_valid_signature(OWN, 5, sign(5, Scalar(7)))


@pytest.mark.parametrize("milliseconds", [0, 1, 999, 1500, 2999])
def test_a_deal_is_bound_to_the_first_round_that_lies_half_a_minute_ahead(
    milliseconds: int,
) -> None:
    seated_at = round_time(QUICKNET, 1000) + timedelta(milliseconds=milliseconds)

    number = round_for_deal(QUICKNET, seated_at)

    assert round_time(QUICKNET, number) - seated_at >= LEAD
    assert round_time(QUICKNET, number - 1) - seated_at < LEAD


def test_before_the_first_round_the_first_one_is_next() -> None:
    assert round_after(QUICKNET, round_time(QUICKNET, 1) - timedelta(days=9)) == 1
