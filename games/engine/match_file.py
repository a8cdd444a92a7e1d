"""The match file: JSON lines, each chained to the ones before it by a hash, and a seal at the end.

1. The first line describes the match, the others are one move each. Objects are written with
   sorted keys and without whitespace, so that every line has exactly one canonical form.
2. Each line carries `hash`: the SHA-256 of the previous hash (32 zero bytes for the first) and of
   the line as it is written without `hash`.
3. The last line seals the last hash with the signature of the site; see games/engine/signature.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from . import text
from .contract import Decision

FORMAT = "abyss by post, match file 1"
START = bytes(32)

T = TypeVar("T")

# A line of a match file, or a part of one.
JsonObject = dict[str, Any]


class Broken(Exception):
    """An invalid match file; `line` is the first line at fault, from 1."""

    def __init__(self, line: int, why: str):
        super().__init__(f"line {line}: {text.replace_unprintable(why)}")
        self.line, self.why = line, why


class Beacon(Struct, forbid_unknown_fields=True):
    """The public randomness used for the deal.

    `status`: "bound" – the deal includes the `signature` of this `round` of this `chain`, both
    hexadecimal; "missed" – the round was chosen, but could not be fetched in time; "at_once" – such
    matches do not wait for a round; "off" – the site does not use public randomness. `opened_at` is
    when the secret was committed to, `seated_at` when the last seat was taken, which determines the
    round.
    """

    status: str
    opened_at: str
    seated_at: str
    chain: str | None = None
    round: int | None = None
    signature: str | None = None


class Header(Struct, forbid_unknown_fields=True):
    """The first line.

    `whole`: the file contains everything; otherwise what `seat` was told, None a spectator.
    `commitment` is None for a match without a commitment; `secret` and `seed` are None until the
    end. `words[seat]` are the players' contributions to the shuffle.
    """

    file: str
    match: int
    game: str
    edition: int
    options: JsonObject
    seats: int
    names: list[str]
    commitment: str | None
    words: list[str]
    secret: str | None
    seed: str | None
    whole: bool
    seat: int | None
    started: str | None
    finished: str | None
    outcome: JsonObject | None
    # Who decided the outcome: "" the rules; "adjudicated" or "void" the staff of the site;
    # "agreed", "unrated" or "annulled" the players.
    ruling: str = ""
    # Where each word came from, see commitment.SOURCES; None: not recorded.
    word_sources: list[str] | None = None
    # None: the match is older than public randomness.
    beacon: Beacon | None = None


class Entry(Struct, forbid_unknown_fields=True):
    """One move, as in models.Move.

    `decision` is None if it is hidden from the reader of the file.
    """

    ply: int
    seat: int
    source: str
    events: list[JsonObject]
    played: str
    edition: int
    decision: Decision | None = None
    undone: int | None = None


class Seal(Struct, forbid_unknown_fields=True):
    """The last line: the public key of the site and its signature of the last hash, hexadecimal."""

    key: str
    signature: str


class MatchFile(Struct):
    """A parsed file: `moves[0]` is line 2; `last` is the hash that the seal signs."""

    header: Header
    moves: list[Entry]
    last: bytes
    seal: Seal

    def seal_line(self) -> int:
        """Return the number of the last line."""
        return len(self.moves) + 2


def serialize_match_file(
    values: Iterable[JsonObject], seal: Callable[[bytes], Seal]
) -> Iterator[str]:
    """Yield the lines of a file: `values` with their hashes, then the seal of the last one."""
    last = START
    for value in values:
        last = _next_hash(last, value)
        yield _canonical_json(value | {"hash": last.hex()}).decode()
    yield _canonical_json(seal(last)).decode()


def parse_match_file(data: bytes) -> MatchFile:
    """Parse a file and check its hash chain, but neither its seal nor its moves. Raises Broken."""
    lines = data.removesuffix(b"\n").split(b"\n")
    if data and not data.endswith(b"\n"):
        raise Broken(len(lines), "it is cut off: a line ends with a newline")
    last, objects = START, []
    for number, line in enumerate(lines[:-1], start=1):
        value = _parse_line(number, line)
        claimed_hash = value.pop("hash", None)
        last = _next_hash(last, value)
        if set(value) == set(Seal.__struct_fields__):
            raise Broken(number + 1, "nothing may follow the seal")
        if claimed_hash != last.hex():
            raise Broken(number, "it does not follow from the lines before it (hash)")
        objects.append(value)
    if not objects:
        raise Broken(1, "this is not a match file")
    seal = _convert_line(Seal, len(lines), _parse_line(len(lines), lines[-1]))
    header = _convert_line(Header, 1, objects[0])
    if header.file != FORMAT:
        raise Broken(1, f"this is no “{FORMAT}”")
    moves = [
        _convert_line(Entry, number, value) for number, value in enumerate(objects[1:], start=2)
    ]
    return MatchFile(header, moves, last, seal)


def _next_hash(last: bytes, value: JsonObject) -> bytes:
    return hashlib.sha256(last + _canonical_json(value)).digest()


def _canonical_json(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _parse_line(number: int, line: bytes) -> JsonObject:
    """Parse one line: an object in canonical form."""
    try:
        value: JsonObject = msgspec.json.decode(line, type=JsonObject)
        is_canonical = _canonical_json(value) == line
    except (ValueError, RecursionError) as error:
        raise Broken(number, f"it cannot be read ({type(error).__name__})") from error
    if not is_canonical:
        raise Broken(number, "it is not written as the site writes it")
    return value


def _convert_line(kind: type[T], number: int, value: JsonObject) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Broken(number, f"it is not what stands in this place: {error}") from error
