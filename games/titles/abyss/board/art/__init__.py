"""The drawings of Abyss: Lords, Locations, Allies, Monsters, things and the backs of decks.

`cards.yaml` directs every card: its motifs, where they stand, the light. `scenes.yaml` says what is
around them, `palettes.yaml` has the colours; `motifs/` are the drawings themselves.
"""

from __future__ import annotations

from pathlib import Path

from games.engine.board.art_compose import make_art

from ...rules.components import LOCATIONS, LORDS, RACES, THREAT_SPACES

ALLY_CODES = tuple(f"{race}{value}" for race in RACES for value in range(1, 6))
# "monster" lurks; "monster3" is how it looks at Threat 3.
MONSTER_CODES = ("monster", *(f"monster{threat}" for threat in range(1, THREAT_SPACES + 1)))
THINGS = ("pearl", "key", "token")
BACKS = (
    *("exploration_back", "lord_back", "location_back"),
    *(f"council_{race}" for race in ("crab", "jellyfish", "seahorse", "shellfish", "squid")),
)

ART = make_art(
    "abyss",
    (*LORDS, *LOCATIONS, *ALLY_CODES, *MONSTER_CODES, *THINGS, *BACKS),
    Path(__file__).parent,
)
