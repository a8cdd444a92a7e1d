"""Public randomness: the drand round that a deal is bound to, and checks of its signature.

Every `period` seconds a group of independent servers jointly signs the number of the round. Nobody
knows a signature before its round; for a round and a key there is exactly one; anybody can verify
it. The scheme is `bls-unchained-g1-rfc9380`: BLS12-381, signatures on G1, public keys on G2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from py_arkworks_bls12381 import GT, G1Point, G2Point

from games.engine.match_file import Beacon, Broken, Header

DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
SIGNATURE_BYTES = 48
# Minimum lead: the round that binds a deal appears at least this long after the last seat is taken.
LEAD = timedelta(seconds=30)


class Chain(Struct, frozen=True):
    """A drand chain, identified by its `hash`; round 1 appeared at `genesis` (Unix seconds).

    `period` is in seconds.
    """

    hash: str
    public_key: str
    genesis: int
    period: int


# The “quicknet” chain of the League of Entropy.
QUICKNET = Chain(
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d"
        "1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8"
        "991ef5ece45a"
    ),
    genesis=1692803367,
    period=3,
)

# The chains that a match file may name. Others are refused: the author of a file could run one.
CHAINS: dict[str, Chain] = {QUICKNET.hash: QUICKNET}


def round_time(chain: Chain, number: int) -> datetime:
    """Return the instant at which a round appears (aware, UTC).

    >>> round_time(QUICKNET, 1).isoformat()
    '2023-08-23T15:09:27+00:00'
    """
    return datetime.fromtimestamp(chain.genesis + (number - 1) * chain.period, UTC)


def round_after(chain: Chain, moment: datetime) -> int:
    """Return the first round that appears at or after `moment`; 1 before genesis.

    >>> round_after(QUICKNET, round_time(QUICKNET, 123))
    123
    >>> round_after(QUICKNET, round_time(QUICKNET, 0))
    1
    """
    first = datetime.fromtimestamp(chain.genesis, UTC)
    return max(1, 1 - (first - moment) // timedelta(seconds=chain.period))


def round_for_deal(chain: Chain, seated_at: datetime) -> int:
    """Return the round that binds a deal whose last seat was taken at `seated_at`."""
    return round_after(chain, seated_at + LEAD)


def is_valid_signature(chain: Chain, number: int, signature: bytes) -> bool:
    """Return whether `signature` (48 bytes) is the signature of round `number`.

    Compares two pairings: e(signature, generator) = e(hash of the round, public key). Malformed
    signatures are False, too.
    """
    if len(signature) != SIGNATURE_BYTES or not 0 < number < 2**64:
        return False
    try:
        # Both raise ValueError for points outside the subgroup of prime order.
        signature_point = G1Point.from_compressed_bytes(signature)
        key = G2Point.from_compressed_bytes(bytes.fromhex(chain.public_key))
    except ValueError:
        return False
    if signature_point == G1Point.identity() or key == G2Point.identity():
        return False
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    point = G1Point.hash_to_curve(message, DST)
    return GT.pairing_check([signature_point, -point], [G2Point(), key])


def check_beacon(header: Header, chains: Mapping[str, Chain] = CHAINS) -> None:
    """Check the public randomness recorded in a match file.

    Raises Broken.

    1. The chain is a known one.
    2. The match was opened before its last seat was taken, the round is the first one at least LEAD
       after that, and the deal happened once the round had appeared.
    3. The signature is that of the round.

    A file without a round or without a signature promises less and passes.
    """
    beacon = header.beacon
    if beacon is None:
        return
    _check_parts(beacon)
    if beacon.chain is None or beacon.round is None:
        return
    chain = chains.get(beacon.chain)
    if chain is None:
        raise Broken(1, "no known chain of public randomness has this hash (beacon)")
    _check_times(header, beacon, chain)
    if beacon.signature is not None and not _is_hex_signature(
        chain, beacon.round, beacon.signature
    ):
        raise Broken(1, "the signature is not that of this round of the chain (beacon)")


def _check_parts(beacon: Beacon) -> None:
    """Check that chain, round and signature are present exactly as the status says."""
    parts = tuple(part is not None for part in (beacon.chain, beacon.round, beacon.signature))
    parts_by_status = {
        "bound": (True, True, True),
        "missed": (True, True, False),
        "off": (False, False, False),
        "at_once": (False, False, False),
    }
    if parts_by_status.get(beacon.status) != parts:
        raise Broken(1, "chain, round and signature do not fit the status (beacon)")


def _is_hex_signature(chain: Chain, number: int, signature_text: str) -> bool:
    try:
        signature = bytes.fromhex(signature_text)
    except ValueError:
        return False
    # Only the canonical (lower-case) hexadecimal form is accepted.
    return signature.hex() == signature_text and is_valid_signature(chain, number, signature)


def _check_times(header: Header, beacon: Beacon, chain: Chain) -> None:
    try:
        opened_at, seated_at, started_at = (
            datetime.fromisoformat(instant or "")
            for instant in (beacon.opened_at, beacon.seated_at, header.started)
        )
        number = round_for_deal(chain, seated_at)
        is_in_order = opened_at <= seated_at <= started_at
    # Also raised for an instant without a zone or with an impossible date.
    except (TypeError, ValueError, OverflowError) as error:
        raise Broken(1, "an instant of the deal cannot be read (beacon)") from error
    if not is_in_order:
        raise Broken(1, "the match was not opened, seated and dealt in this order (beacon)")
    if beacon.round != number:
        raise Broken(1, f"round {number} binds this deal by its last seat, not {beacon.round}")
    if started_at < round_time(chain, number):
        raise Broken(1, "it was dealt before its round appeared (beacon)")
