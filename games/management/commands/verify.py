"""`manage.py verify`: verify a match file, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine import beacon, commitment, match_file, signature, verification
from games.engine.match_file import Broken, Header, MatchFile
from games.engine.text import replace_unprintable
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    file: Path
    key: str | None
    message_id: str | None


class Command(BaseCommand):
    help = (
        "Prove a match file: deal every card again, play every move again under the rules at "
        "hand, check chain, promise, public randomness, outcome and signature; or say the first "
        "line where it fails. "
        "Needs no database and no network."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a match file")
        parser.add_argument(
            "--key",
            help="the site's public keys, as they stand at /.well-known/abyss-by-post.key: the one "
            "of today, then those of earlier times",
        )

        parser.add_argument(
            "--message-id",
            help="of the e-mail by which you sat down, with its angle brackets: that a word of the "
            "file was drawn from it",
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        try:
            file = match_file.parse_match_file(options["file"].read_bytes())
            lines = [*_prove_file(file), _verify_signature(file, options["key"])]
            if options["message_id"]:
                lines.append(_drawn_from(file.header, options["message_id"]))
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except Broken as broken:
            raise CommandError(f"{options['file']}: {broken}") from broken
        header = file.header
        title = f"{header.game} #{header.match}: {', '.join(header.names)}"
        for line in [title, *(f"  {line}" for line in lines)]:
            self.stdout.write(replace_unprintable(line))


def _prove_file(file: MatchFile) -> list[str]:
    """Return what was verified, one sentence each. Raises Broken."""
    header = file.header
    beacon.check_beacon(header)
    chain = f"chain      {file.seal_line()} lines, each follows from those before it"
    if not header.whole:
        whom = "a stranger" if header.seat is None else f"seat {header.seat}"
        verification.check_words(header)
        return [
            chain,
            _describe_randomness(header),
            f"moves      only what {whom} was told: to be proved when the match is over",
        ]
    proof = verification.verify_match_file(file, GAMES)
    hand = GAMES[header.game].edition
    return [
        chain,
        f"promise    SHA-256 of the secret is {header.commitment}"
        if header.commitment
        else "promise    none: the match is older than promises, or its deal was given",
        _describe_randomness(header),
        f"words      {_describe_word_sources(header)}",
        f"deal       every card follows from {_follows_from(header)}",
        f"moves      {proof.moves} ({proof.taken_back} taken back) are legal, and led to what is "
        f"told; edition {header.edition}, rules at hand {hand}",
        f"outcome    {_describe_places(file)}{_describe_ruling(file)}",
    ]


def _follows_from(header: Header) -> str:
    if not header.commitment:
        return "the seed"
    has_round = header.beacon is not None and header.beacon.status == "bound"
    return "the secret" + (", the round" if has_round else "") + " and the words of all seats"


def _describe_randomness(header: Header) -> str:
    """Describe which public randomness is used for the deal, and what a file without it lacks."""
    drand = header.beacon
    if drand is None:
        return "beacon     none: the match is older than public randomness"
    match drand.status:
        case "bound":
            return (
                f"beacon     round {drand.round} of {drand.chain}, the first that lay "
                f"{beacon.LEAD.seconds} s after the last seat was taken ({drand.seated_at}); its "
                "signature is true"
            )
        case "missed":
            return (
                f"beacon     MISSED: round {drand.round} of {drand.chain} was to bind the deal and "
                "could not be had in time, says the site"
            )
        case "at_once":
            return "beacon     none: the match was not to wait for any"
    return "beacon     none: the site promised none"


def _describe_word_sources(header: Header) -> str:
    """Describe where each word came from, as recorded by the site."""
    if header.word_sources is None:
        return "nobody wrote down where they came from"
    pairs = zip(header.names, header.word_sources, strict=True)
    return ", ".join(f"{name}: {source}" for name, source in pairs)


def _drawn_from(header: Header, message_id: str) -> str:
    """Describe the word drawn from this Message-ID.

    Raises Broken if the file does not contain it.
    """
    word = commitment.word_from_message_id(message_id.strip())
    if word not in header.words:
        raise Broken(1, f"the word of this Message-ID, {word}, is that of no seat")
    return f"word       {word} was drawn from the Message-ID you gave"


def _describe_places(file: MatchFile) -> str:
    if file.header.outcome is None:
        return "none"
    places = file.header.outcome["places"]
    ranking = sorted(zip(places, file.header.names, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in ranking)


def _describe_ruling(file: MatchFile) -> str:
    """Describe who decided the outcome, if not the rules: that cannot be proved from the moves."""
    if not file.header.ruling:
        return ""
    is_agreed = file.header.ruling in ("agreed", "unrated", "annulled")
    by = "the players" if is_agreed else "the staff of the site"
    return f" (by {by}: {file.header.ruling})"


def _verify_signature(file: MatchFile, key: str | None) -> str:
    """Verify the signature, and that its key is the expected one. Raises Broken."""
    if not signature.is_sealed(file.last, file.seal):
        raise Broken(file.seal_line(), "the signature is not that of its key")
    if key is None:
        return f"signature  by the key {file.seal.key}; compare it with that of the site (--key)"
    today, *former_keys = key.lower().split() or [""]
    if file.seal.key in former_keys:
        return "signature  by a key you gave that the site has retired"
    if file.seal.key != today:
        raise Broken(file.seal_line(), f"signed by another key: {file.seal.key}")
    return "signature  by the key you gave"
