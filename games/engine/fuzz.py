"""Fuzz any game with random legal matches, checking every promise of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .contract import AnyGame
from .game_checks import LANGUAGE_CHECKS, LANGUAGES, MATCH_CHECKS, MOMENT_CHECKS
from .random_match import Broken, Moment, iter_random_match, replay_moves
from .state_differences import find_difference


def write_command(game: str, seats: int, number: int, check_every: int = 1) -> str:
    """Return the command that plays a random match again with all checks.

    >>> write_command("abyss", 4, 65)
    'python3 manage.py fuzz abyss --seats 4 --first 65 --matches 1 --check-every 1'
    """
    match = f"--seats {seats} --first {number} --matches 1 --check-every {check_every}"
    return f"python3 manage.py fuzz {game} {match}"


@contextmanager
def tell_command(game: AnyGame, seats: int, number: int, check_every: int = 1) -> Iterator[None]:
    """Add the command that repeats the match to any error."""
    try:
        yield
    except Exception as error:
        error.add_note(f"Again: {write_command(game.name, seats, number, check_every)}")
        raise


def fuzz_match(game: AnyGame, seats: int, number: int, *, check_every: int = 7) -> int:
    """Play one random match with all checks, and return its length in moves.

    Moment checks run at every `check_every`th ply and at the end, match checks in every
    `check_every`th match; language checks run in one language, with `check_every` 1 in all. Raises
    Broken that names the ply, the seat and the differing field, or whatever the rules raise.
    """
    if number % check_every == 0:
        for check_match in MATCH_CHECKS:
            check_match(game, seats, number)
    for now in iter_random_match(game, seats, number):
        if len(now.moves) % check_every == number % check_every or not now.prompts:
            check_moment(now, LANGUAGES if check_every == 1 else None)
    state = replay_moves(now)
    if state != now.state:
        raise Broken("the moves replay to another state", field=find_difference(state, now.state))
    return len(now.moves)


def check_moment(now: Moment, languages: Sequence[str] | None = None) -> None:
    """Run every check of a single moment, the language checks in these languages.

    None: in one that is drawn at random. Raises Broken that also names the ply.
    """
    # The checks use the same random generator; its state is restored so that they do not change the
    # match.
    luck = now.luck.getstate()
    languages = languages or (now.luck.choice(LANGUAGES),)
    try:
        for check in MOMENT_CHECKS:
            check(now)
        for check_language in LANGUAGE_CHECKS:
            for language in languages:
                check_language(now, language)
    except Broken as broken:
        raise Broken(f"ply {len(now.moves)}: {broken}") from broken
    now.luck.setstate(luck)
