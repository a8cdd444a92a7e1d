"""The components of a position by their written names; none of them can be used twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from games.engine.scenario_fields import suggest_nearest

from .components import EXPLORATION_CARDS, LOCATIONS, LORDS, MONSTER, MONSTER_TOKENS, RACES, VALUE


def read_card(entry: object, where: str) -> str:
    """Read `crab 4`, `crab4` or `monster`."""
    code = "".join(str(entry).split()).lower()
    if code == MONSTER or code in VALUE:
        return code
    raise ValueError(f"{where}: {str(entry)!r} is no Ally")


def read_lord(entry: object, where: str) -> str:
    """Read `master_of_magic` or `The Master of Magic`."""
    return _find_component_code(entry, tuple(LORDS), "Lord", where)


def read_location(entry: object, where: str) -> str:
    """Read `the_abyss`, `The Abyss` or `abyss`."""
    return _find_component_code(entry, tuple(LOCATIONS), "Location", where)


def read_token(entry: object, where: str) -> int:
    """Read the value of a Monster token."""
    if type(entry) is int and entry in MONSTER_TOKENS:
        return entry
    raise ValueError(f"{where}: {entry!r} is no Monster token; they are worth 2, 3 or 4")


def _find_component_code(entry: object, codes: Sequence[str], what: str, where: str) -> str:
    code = "_".join(str(entry).replace("_", " ").lower().split())
    for form in (code, code.removeprefix("the_"), f"the_{code}"):
        if form in codes:
            return form
    raise ValueError(f"{where}: {str(entry)!r} is no {what}{suggest_nearest(code, codes)}")


READ: dict[str, Callable[[object, str], Any]] = {
    "card": read_card,
    "lord": read_lord,
    "location": read_location,
    "token": read_token,
}


def name_components(entry: object, field: str) -> tuple[str, ...]:
    """Return how a position writes the component.

    >>> name_components("Abyss", "location_offer"), name_components(4, "council.crab")
    (('the_abyss',), ('crab4',))
    >>> name_components("plot", "step")
    ()
    """
    race = field.rsplit(".", 1)[-1]
    if race in RACES and isinstance(entry, int):
        entry = f"{race} {entry}"
    for read in (read_card, read_lord, read_location):
        with suppress(ValueError):
            return (str(read(entry, field)),)
    return ()


def card_or_same(entry: object) -> object:
    """Return the code of an Exploration card, or any other value unchanged."""
    if not isinstance(entry, str):
        return entry
    code = "".join(entry.split()).lower()
    return code if code in VALUE or code == MONSTER else entry


def quote_component(code: object) -> str:
    """Return a component in the notation of positions, in quotes."""
    return repr(f"{code[:-1]} {code[-1]}" if code in VALUE else code)


class Box:
    """The printed components that a position has not used yet."""

    def __init__(self) -> None:
        self.left: dict[str, Counter[object]] = {
            "card": Counter(EXPLORATION_CARDS),
            "lord": Counter(list(LORDS)),
            "location": Counter(list(LOCATIONS)),
            "token": Counter(MONSTER_TOKENS),
        }

    def take(self, kind: str, code: object, where: str) -> Any:
        """Take a component out and return it. Raises ValueError if there is none left."""
        if self.left[kind][code] == 0:
            raise ValueError(f"{where}: there is no further {quote_component(code)} in the box")
        self.left[kind][code] -= 1
        return code

    def rest(self, kind: str) -> list[object]:
        """Take out and return everything that is left, in printed order."""
        rest = list(self.left[kind].elements())
        self.left[kind].clear()
        return rest
