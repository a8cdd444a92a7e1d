"""Match files of bound deals: proved offline, and what a cheating house writes is found out.

The house of these tests holds everything: secret, words, signing key. It writes files whose hashes
and seal are right, and works its seeds out anew.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine import beacon, commitment, match_file, signature, verification
from games.engine.beacon import QUICKNET, check_beacon, round_time
from games.engine.match_file import Broken
from games.titles import GAMES
from tests.beacons import OWN, TRUE_ROUNDS, sign

MATCHES = Path(__file__).parents[1] / "matches"
# Round 657413 binds it. Carol has sat down by the e-mail <cold-water@mail.example.org>.
BOUND = MATCHES / "sealed-3-bound.jsonl"
LINES = [msgspec.json.decode(line) for line in BOUND.read_bytes().splitlines()]
HEADER: dict[str, Any] = LINES[0]
APPEARED = round_time(QUICKNET, 657413)

Change = Callable[[dict[str, Any]], object]


def forged(change: Change, *, seeded: bool = False) -> match_file.MatchFile:
    """The file with another header; `seeded`: with the seed that follows from it."""
    values = msgspec.json.decode(msgspec.json.encode(LINES[:-1]))
    for value in values:
        value.pop("hash")
    change(values[0])
    if seeded:
        values[0]["seed"] = seed_of(values[0])
    lines = match_file.serialize_match_file(
        values, lambda last: signature.sign_hash("of the house", last)
    )
    return match_file.parse_match_file("".join(f"{line}\n" for line in lines).encode())


def _replace_secret(header: dict[str, Any], *, secret: str) -> None:
    header["secret"] = secret


def seed_of(header: dict[str, Any]) -> str:
    bound, drawn = header["beacon"], None
    if bound["status"] == "bound":
        drawn = commitment.DrandRound(bound["chain"], bound["round"], bound["signature"])
    return commitment.seed_of(bytes.fromhex(header["secret"]), header["words"], drawn).hex()


def check(file: match_file.MatchFile) -> None:
    check_beacon(file.header)
    verification.verify_match_file(file, GAMES)


def seated(moment_before: timedelta) -> Change:
    """The last seat was taken so long before the round, in a match opened right before."""

    def change(header: dict[str, Any]) -> None:
        at = (APPEARED - moment_before).isoformat()
        header["beacon"] |= {"seated_at": at, "opened_at": at}

    return change


def put(**parts: Any) -> Change:
    """Other parts of the beacon."""
    return lambda header: header["beacon"].update(parts)


def test_a_bound_file_is_proved_without_database_and_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)

    call_command("verify", str(BOUND), message_id="<cold-water@mail.example.org>")

    said = capsys.readouterr().out
    assert f"round 657413 of {QUICKNET.hash}" in said and "its signature is true" in said
    assert "the secret, the round and the words of all seats" in said
    assert "Alice: browser, Bob: typed, Carol: email" in said
    assert "was drawn from the Message-ID you gave" in said


def test_a_message_id_from_which_no_word_was_drawn_is_told() -> None:
    with pytest.raises(CommandError, match="is that of no seat"):
        call_command("verify", str(BOUND), message_id="<other@mail.example.org>")


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*-[24].jsonl")), ids=lambda path: path.stem)
def test_an_older_file_says_that_it_is_older(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify", str(path))

    said = capsys.readouterr().out
    assert "beacon     none: the match is older than public randomness" in said
    assert "nobody wrote down where they came from" in said


# What is told in the file, and what `verify` says of it.
LIES: dict[str, tuple[Change, str]] = {
    "another round": (put(round=657414), "round 657413 binds this deal"),
    "a round of its own choice, with its true signature": (
        put(round=123, signature=TRUE_ROUNDS[123]),
        "round 657413 binds this deal",
    ),
    "a later round with the signature of an earlier one": (
        lambda header: header.update(
            started=(APPEARED + timedelta(seconds=9)).isoformat(),
            beacon=header["beacon"]
            | {"round": 657414, "seated_at": (APPEARED - timedelta(seconds=28)).isoformat()},
        ),
        "the signature is not that of this round",
    ),
    "the signature of another round": (
        put(signature=TRUE_ROUNDS[123]),
        "the signature is not that of this round",
    ),
    "a signature of another chain": (
        put(signature=sign(657413).hex()),
        "the signature is not that of this round",
    ),
    "a chain of its own": (put(chain=OWN.hash), "no known chain"),
    "no signature": (put(signature=None), "do not fit the status"),
    "a signature in capitals": (
        lambda header: header["beacon"].update(signature=header["beacon"]["signature"].upper()),
        "the signature is not that of this round",
    ),
    "an unknown status": (put(status="fair"), "do not fit the status"),
    "off, with a round": (put(status="off"), "do not fit the status"),
    "a round that lay less than half a minute ahead of the last word": (
        seated(timedelta(seconds=29)),
        "binds this deal by its last seat",
    ),
    "a round before the last word": (
        seated(timedelta(seconds=-60)),
        "not opened, seated and dealt in this order",
    ),
    "a promise after the last word": (
        put(opened_at=(APPEARED - timedelta(seconds=10)).isoformat()),
        "not opened, seated and dealt in this order",
    ),
    "a deal before its round": (
        lambda header: header.update(started=(APPEARED - timedelta(seconds=1)).isoformat()),
        "before its round appeared",
    ),
    "an instant without its zone": (
        put(seated_at="2023-09-15T10:59:32"),
        "an instant of the deal cannot be read",
    ),
    "an instant that is none": (put(seated_at="noon"), "an instant of the deal cannot be read"),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("seeded", [False, True])
def test_a_round_that_the_house_has_chosen_is_found_out(lie: str, seeded: bool) -> None:
    change, why = LIES[lie]

    with pytest.raises(Broken, match=why):
        check(forged(change, seeded=seeded and lie != "no signature"))


NONE = {"chain": None, "round": None, "signature": None}
OTHER_WORDS: list[dict[str, Any]] = [
    {"words": ["wf7k2mqa4xzt3bn6dcpe", "kelp", "lgazxbiudmm5j7o3jyka"]},
    {
        "words": ["wf7k2mqa4xzt3bn6dcpe", "", "lgazxbiudmm5j7o3jykr"],
        "word_sources": ["browser", "none", "email"],
    },
]


@pytest.mark.parametrize(
    "change",
    [
        put(status="off", **NONE),
        put(status="at_once", **NONE),
        put(status="missed", signature=None),
        lambda header: header.update(OTHER_WORDS[0]),
        lambda header: header.update(OTHER_WORDS[1]),
    ],
)
def test_a_deal_that_was_another_is_found_out(change: Change) -> None:
    """Neither the seed of the file follows, nor do the moves from the seed that would."""
    with pytest.raises(Broken, match="the seed does not follow"):
        check(forged(change))
    with pytest.raises(Broken, match="events|the rules refuse it|another way"):
        check(forged(change, seeded=True))


@pytest.mark.parametrize(
    "sources",
    [
        ["browser", "browser", "email"],
        ["browser", "none", "email"],
        ["browser", "email", "email"],
        ["none", "typed", "email"],
        ["browser", "typed", "house"],
        ["browser", "typed"],
        [],
    ],
)
def test_a_word_that_cannot_be_of_its_source_is_found_out(sources: list[str]) -> None:
    with pytest.raises(Broken, match="word_sources"):
        check(forged(lambda header: header.update(word_sources=sources)))


def test_no_other_secret_fits_the_promise() -> None:
    """However many the house tries after the promise."""
    for _ in range(200):
        other = secrets.token_bytes(32)
        change = partial(_replace_secret, secret=other.hex())
        with pytest.raises(Broken, match="not the secret whose hash was published"):
            check(forged(change, seeded=True))


def test_before_the_round_the_words_decide_nothing() -> None:
    """Whoever knows the secret and all words but the round has another deal for each round."""
    words, secret = HEADER["words"], bytes.fromhex(HEADER["secret"])
    drawn = [commitment.DrandRound(OWN.hash, n, sign(n).hex()) for n in range(1, 60)]

    seeds = {commitment.seed_of(secret, words, one) for one in drawn}

    assert len(seeds) == 59 and commitment.seed_of(secret, words) not in seeds


def test_a_file_given_out_while_the_match_runs_is_checked_as_well() -> None:
    """Its secret is not in it, its round and words are."""

    def hide(header: dict[str, Any]) -> None:
        header.update(secret=None, seed=None, whole=False, seat=None, outcome=None)
        header["beacon"]["round"] += 1

    with pytest.raises(Broken, match="round 657413 binds this deal"):
        check_beacon(forged(hide).header)


def test_a_known_chain_of_another_key_binds_by_its_own_key() -> None:
    number = beacon.round_for_deal(OWN, round_time(OWN, 77))
    at = round_time(OWN, 77).isoformat()
    parts = {"chain": OWN.hash, "round": number, "seated_at": at, "opened_at": at}
    started = round_time(OWN, number).isoformat()

    def change(header: dict[str, Any]) -> None:
        header["beacon"] |= parts | {"signature": sign(number).hex()}
        header["started"] = started

    header = forged(change).header
    check_beacon(header, {OWN.hash: OWN})
    # The same rounds under the key of quicknet.
    impostor = msgspec.structs.replace(OWN, public_key=QUICKNET.public_key)
    with pytest.raises(Broken, match="the signature is not that of this round"):
        check_beacon(header, {OWN.hash: impostor})
