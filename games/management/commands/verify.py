"""`manage.py verify`: prove a match file, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import signature
from games.rules import GAMES, match_file, proof
from games.rules.match_file import Broken, MatchFile
from games.rules.text import visible


class Command(BaseCommand):
    help = (
        "Prove a match file: deal every card again, play every move again under the rules at "
        "hand, check chain, promise, outcome and signature; or say the first line where it fails. "
        "Needs no database and no network."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a match file")
        parser.add_argument(
            "--key", help="the site's public key, as it stands at /.well-known/abyss-by-post.key"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            file = match_file.read(given["file"].read_bytes())
            said = [*_proved(file), _sealed(file, given["key"])]
        except OSError as error:
            raise CommandError(f"{given['file']}: {error.strerror}") from error
        except Broken as broken:
            raise CommandError(f"{given['file']}: {broken}") from broken
        header = file.header
        title = f"{header.game} #{header.match}: {', '.join(header.names)}"
        for line in [title, *(f"  {one}" for one in said)]:
            self.stdout.write(visible(line))


def _proved(file: MatchFile) -> list[str]:
    """What holds of the file, a sentence each. Raises Broken."""
    header = file.header
    chain = f"chain      {file.seal_line()} lines, each follows from those before it"
    if not header.whole:
        whom = "a stranger" if header.seat is None else f"seat {header.seat}"
        return [chain, f"moves      only what {whom} was told: to be proved when the match is over"]
    proved = proof.prove(file, GAMES)
    hand = GAMES[header.game].EDITION
    return [
        chain,
        f"promise    SHA-256 of the secret is {header.commitment}"
        if header.commitment
        else "promise    none: the match is older than promises, or its deal was given",
        "deal       every card follows from "
        + ("the secret and the words of all seats" if header.commitment else "the seed"),
        f"moves      {proved.moves} ({proved.taken_back} taken back) are legal, and led to what is "
        f"told; edition {header.edition}, rules at hand {hand}",
        f"outcome    {_places(file)}{_ruled(file)}",
    ]


def _places(file: MatchFile) -> str:
    if file.header.outcome is None:
        return "none"
    places = file.header.outcome["places"]
    ranked = sorted(zip(places, file.header.names, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in ranked)


def _ruled(file: MatchFile) -> str:
    """Who decided it, if not the rules: that cannot be proved from the moves."""
    return f" (by the staff of the site: {file.header.ruling})" if file.header.ruling else ""


def _sealed(file: MatchFile, key: str | None) -> str:
    """Whether the signature is good, and the expected one. Raises Broken."""
    if not signature.is_sealed(file.last, file.seal):
        raise Broken(file.seal_line(), "the signature is not that of its key")
    if key is None:
        return f"signature  by the key {file.seal.key}; compare it with that of the site (--key)"
    if key.strip().lower() != file.seal.key:
        raise Broken(file.seal_line(), f"signed by another key: {file.seal.key}")
    return "signature  by the key you gave"
