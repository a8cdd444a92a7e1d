"""Components in positions: by their English names, each as often as it is in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.engine.scenario_fields import suggest_nearest

from .components import BOX, CHARACTER, FACTIONS, NAMES

# kind -> (its name in messages, its codes)
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "character": ("Follower or Advisor", tuple(CHARACTER)),
    "advisor": ("Advisor", tuple(BOX.advisors)),
    "segment": ("Location or Monument", (*BOX.locations, *BOX.monuments)),
    "location": ("Location", tuple(BOX.locations)),
    "monument": ("Monument", tuple(BOX.monuments)),
    "fragment": ("fragment", tuple(BOX.fragments)),
    "island": ("segment", (*BOX.palaces, *BOX.locations, *BOX.monuments)),
    "treaty": ("treaty", tuple(BOX.treaties)),
    "faction": ("faction", tuple(FACTIONS)),
}


def normalize_component_name(words: str) -> str:
    """Return a name without case and spaces; either spelling of “defence” is read."""
    plain = "".join(char for char in words.casefold() if char.isalnum())
    return plain.replace("defense", "defence")


# kind -> plain name, or id with or without its prefix -> code
READ: dict[str, dict[str, str]] = {
    kind: {
        normalize_component_name(form): code
        for code in codes
        for form in (code, code.split(".", 1)[-1], code.rsplit(".", 1)[-1], NAMES[code][0])
    }
    for kind, (_, codes) in KINDS.items()
}


def format_component(code: str) -> str:
    """Return a component in the notation of positions.

    >>> format_component("l.tavern")
    'Tavern'
    """
    return NAMES[code][0]


def name_components(entry: object, field: str) -> tuple[str, ...]:
    """Return how a position writes the component; one name may belong to several kinds.

    >>> name_components("l.tavern", "market")
    ('Tavern',)
    """
    name = normalize_component_name(str(entry))
    components = {format_component(codes[name]) for codes in READ.values() if name in codes}
    return tuple(sorted(components))


def parse_component(kind: str, entry: object, where: str) -> str:
    """Return the code of a component. Raises ValueError if no component has that name."""
    code = READ[kind].get(normalize_component_name(str(entry)))
    if code is None:
        kind_name, codes = KINDS[kind]
        names = [format_component(component) for component in codes]
        raise ValueError(
            f"{where}: {str(entry)!r} is no {kind_name}{suggest_nearest(str(entry), names)}"
        )
    return code


class RemainingComponents:
    """What is left in the box while a position is being read."""

    def __init__(self) -> None:
        groups: tuple[Iterable[Any], ...] = (
            *(BOX.followers.values(), BOX.advisors.values()),
            *(BOX.locations.values(), BOX.monuments.values(), BOX.palaces.values()),
        )
        self.left = Counter({card.id: card.copies for group in groups for card in group})
        self.left.update(dict.fromkeys(BOX.fragments, 1))

    def take(self, kind: str, entry: object, where: str) -> str:
        """Take a component out and return its code."""
        code = parse_component(kind, entry, where)
        if not self.left[code]:
            raise ValueError(f"{where}: there is no further {format_component(code)!r} in the box")
        self.left[code] -= 1
        return code

    def rest(self, codes: Iterable[str]) -> list[str]:
        """Take out all that is left of these codes, in printed order."""
        remaining_codes = [code for code in codes for _ in range(self.left[code])]
        for code in set(remaining_codes):
            self.left[code] = 0
        return remaining_codes
