"""Swiss rounds of two by FIDE's Dutch system, which the library py4swiss pairs.

It takes a second for 200 entrants, and much longer for more: these are paired by pairing.py.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from games.leagues import trf
from games.leagues.draws import Pair, Round

# With more entrants the library takes too long.
MOST_ENTRANTS = 200
# A round in which an entrant who has left is not paired.
ABSENT = trf.Game(None, False, "Z")

log = logging.getLogger(__name__)


class DrawFailed(Exception):
    """The library has failed, so that a round must be drawn in another way."""


def draw_dutch_round(
    lines: Sequence[trf.Line],
    playing: Collection[int],
    rounds: int,
    forbidden: Collection[Pair] = (),
) -> Round | None:
    """Return the next round; None if the rules of the system allow none.

    `lines` have a game for each round so far; `playing` are the seeds of those who go on, from 0;
    `rounds` is the planned number; the `forbidden` pairs of seeds never meet. Whoever is at no
    table has a bye. Raises DrawFailed if the library fails.
    """
    # Imported here, because it takes a tenth of the start of every process, and few draw.
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError

    try:
        pairs = DutchEngine.generate_pairings(_build_report(lines, playing, rounds, forbidden))
    except PairingError:
        return None
    except Exception as error:
        # A library of others, whose bug must not end a season.
        log.exception("a Swiss round was not drawn by the Dutch system")
        raise DrawFailed from error
    return tuple((pair.white - 1, pair.black - 1) for pair in pairs if pair.black)


def _build_report(
    lines: Sequence[trf.Line],
    playing: Collection[int],
    rounds: int,
    forbidden: Collection[Pair],
) -> object:
    """Return what the library pairs.

    It is built from values, never from the lines of a file, whose columns are too narrow for a
    hundred points or the number 10,000.
    """
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    def build_result(game: trf.Game) -> RoundResult:
        color = "-" if game.opponent is None else "w" if game.is_white else "b"
        return RoundResult(
            id=game.opponent or 0, color=ColorToken(color), result=ResultToken(game.result)
        )

    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=line.number,
            points_times_ten=int(line.points * 10),
            rank=line.rank,
            results=[
                build_result(game)
                for game in (*line.games, *([] if line.number - 1 in playing else [ABSENT]))
            ],
        )
        for line in lines
    ]
    pairs = {(first + 1, second + 1) for first, second in forbidden}
    x_section = XSection(number_of_rounds=rounds, forbidden_pairs=pairs)
    return ParsedTrf(player_sections=sections, x_section=x_section)
