"""Honest shuffles: what is promised, and the seed that follows from it."""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.engine.commitment import SALT, hash_secret, seed_of

SECRET = bytes(range(32))


def test_the_promise_is_the_hash_of_the_secret() -> None:
    # `printf '\x00\x01...\x1f' | sha256sum`
    assert hash_secret(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_seed_is_what_any_hkdf_works_out() -> None:
    """RFC 5869; the oracle is another library's."""
    oracle = HKDF(SHA256(), 32, SALT, b'["Tiefsee",""]').derive(SECRET)

    assert seed_of(SECRET, ["Tiefsee", ""]) == oracle


def test_each_word_and_its_seat_count() -> None:
    words = [["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"], ['a","b'], ["a"]]

    assert len({seed_of(SECRET, each) for each in words}) == len(words)
