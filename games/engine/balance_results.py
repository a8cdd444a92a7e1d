"""Results of finished matches of house bots, kept in files so that a stopped run can be resumed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import DecodeError, Struct, json

from .contract import MatchOptions, PlayedMatch

# The modules of this folder on which the result of a match depends.
ENGINE = ("balance.py", "chance.py", "part_weights.py", "search.py")
# Parts of a game's folder on which no result depends.
WITHOUT_EFFECT = {"board", "__pycache__"}


class Series(Struct, frozen=True):
    """Everything that the result of a match depends on, except its number.

    `sources` is the hash of the code and the data that play it, `trials` as in `play_on`.
    """

    game: str
    edition: int
    sources: str
    seats: int
    options: MatchOptions
    trials: int

    @property
    def file_name(self) -> str:
        """The name of the file of its results, e.g. “abyss-2-seats-0123456789abcdef.jsonl”."""
        key = hashlib.sha256(json.encode(self, order="sorted")).hexdigest()
        return f"{self.game}-{self.seats}-seats-{key[:16]}.jsonl"


def list_sources(folder: Path) -> list[Path]:
    """Return the files on which the results of the game in a folder depend."""
    return [
        *(
            path
            for path in sorted(folder.rglob("*"))
            if path.is_file()
            and path.suffix != ".md"
            and not WITHOUT_EFFECT & set(path.relative_to(folder).parts)
        ),
        *(Path(__file__).parent / name for name in ENGINE),
    ]


def hash_files(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of the files' names and contents, in hexadecimal."""
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def read_results(path: Path) -> dict[int, PlayedMatch]:
    """Return the finished matches in a file, by number; {} if there is no file.

    A line that was cut off when the run was stopped is left out.
    """
    return dict(_iter_results(path)) if path.exists() else {}


def _iter_results(path: Path) -> Iterator[tuple[int, PlayedMatch]]:
    for line in path.read_bytes().splitlines():
        try:
            yield json.decode(line, type=tuple[int, PlayedMatch])
        except DecodeError:
            continue


def append_result(path: Path, number: int, match: PlayedMatch) -> None:
    """Add a finished match to a file, which is created if there is none.

    The line also begins with a line break, so that it never continues one that was cut off.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(b"\n" + json.encode((number, match)) + b"\n")
