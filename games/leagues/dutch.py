"""Swiss rounds of two by FIDE's Dutch system, which the library py4swiss pairs.

It takes a second for 200 entrants, and much longer for more: these are paired by pairing.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from games.leagues import trf
from games.leagues.draws import Round

# With more entrants the library takes too long.
MOST_ENTRANTS = 200


def draw_dutch_round(
    lines: Sequence[trf.Line], playing: Collection[int], rounds: int
) -> Round | None:
    """Return the next round; None if the rules of the system allow none.

    `lines` have a game for each round so far; `playing` are the seeds of those who go on, from 0;
    `rounds` is the planned number. Whoever is at no table has a bye.
    """
    # Imported here, because it takes a tenth of the start of every process, and few draw.
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.sections import PlayerSection, XSection

    nothing = trf.Game(None, False, "Z")
    sections = []
    for line in lines:
        if line.number - 1 not in playing:
            line = msgspec.structs.replace(line, games=(*line.games, nothing))
        sections.append(PlayerSection.from_string(trf.format_line(line)))
    report = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    try:
        pairs = DutchEngine.generate_pairings(report)
    except PairingError:
        return None
    return tuple((one.white - 1, one.black - 1) for one in pairs if one.black)
