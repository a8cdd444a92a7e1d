"""Random legal matches of any game, with every promise of the contract checked on the way."""

from __future__ import annotations

from .contract import AnyGame
from .game_checks import LANGUAGE_CHECKS, LANGUAGES, MATCH_CHECKS, MOMENT_CHECKS
from .random_match import Broken, Moment, iter_random_match, replay_moves
from .state_differences import find_difference


def fuzz_match(game: AnyGame, seats: int, number: int, *, check_every: int = 7) -> int:
    """Play one random match with all checks, and return its length.

    Moments are checked at every `check_every`th ply and at the end, what concerns whole matches
    with every `check_every`th match. Raises Broken that names the ply, the seat and the field that
    differs, or whatever the rules raise.
    """
    if number % check_every == 0:
        for check_match in MATCH_CHECKS:
            check_match(game, seats, number)
    for now in iter_random_match(game, seats, number):
        if len(now.moves) % check_every == number % check_every or not now.prompts:
            check_moment(now)
    replayed = replay_moves(now)
    if replayed != now.state:
        raise Broken(
            "the moves replay to another state", field=find_difference(replayed, now.state)
        )
    return len(now.moves)


def check_moment(now: Moment) -> None:
    """Make every check of one moment, those of words in one language that is drawn.

    Raises Broken that names the ply, too.
    """
    # The checks draw from the same luck, and must not change what is played.
    luck = now.luck.getstate()
    language = now.luck.choice(LANGUAGES)
    try:
        for check in MOMENT_CHECKS:
            check(now)
        for check_language in LANGUAGE_CHECKS:
            check_language(now, language)
    except Broken as broken:
        raise Broken(f"ply {len(now.moves)}: {broken}") from broken
    now.luck.setstate(luck)
