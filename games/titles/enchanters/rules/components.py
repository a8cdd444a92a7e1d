"""The contents of the box: every card, read from the card files at import time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, field

from .designs import Ability, Design, Part
from .kingdoms import check_book
from .library import read_folder
from .vocabulary import STACK_OF

CARDS = Path(__file__).parent.parent / "cards"
BOOK = read_folder(CARDS)
check_book(BOOK)
DESIGNS, KINGDOMS = BOOK.designs, BOOK.kingdoms

TRACK_SPACES = 6
START_CRYSTALS = 5
WOUNDS_PER_CARD = 10
SHORT_CARDS = 5
# Number of crystals an Overlord keeps; the next one converts all but the surplus into strength.
OVERLORD_CRYSTALS = 5
THRESHOLDS = {"easy": 50, "normal": 40, "hard": 30, "very_hard": 25}
GUILD = "village.enchanters_guild"
FIST, ENCHANTING = "start.fist", "start.enchanting"


def list_card_codes(design: Design) -> list[str]:
    """Return the codes of all cards of a design: its id, with a number if there are several copies.

    >>> list_card_codes(DESIGNS["village.normaltown"])
    ['village.normaltown']
    """
    if design.copies == 1:
        return [design.id]
    return [f"{design.id}/{number}" for number in range(1, design.copies + 1)]


CARD: dict[str, Design] = {code: d for d in DESIGNS.values() for code in list_card_codes(d)}
# The cards with the two-player mark.
TWO_PLAYER_CARDS = frozenset(
    code for d in DESIGNS.values() for code in list_card_codes(d)[: d.two_player_copies]
)
STACK = {code: STACK_OF[d.kind] for code, d in CARD.items() if d.kind in STACK_OF}


def of_kind(kind: str) -> list[str]:
    """Return the codes of all cards of a kind, in the order of the files."""
    return [code for code, design in CARD.items() if design.kind == kind]


def deck_of(kingdom: str) -> list[str]:
    """Return the adventure cards of a kingdom: items, enchantments, monsters and dragons."""
    kinds = ("item", "enchantment", "monster", "dragon")
    return [code for code, d in CARD.items() if d.kingdom == kingdom and d.kind in kinds]


def _part_powers(part: Part) -> tuple[int, int]:
    icons = part.icons
    attack = icons.get("attack", 0) - icons.get("attack_down", 0)
    return attack, icons.get("defense", 0) - icons.get("defense_down", 0)


# Precomputed for the cards that have such values, because every card is looked up at every step.
UPPER_POWER = {c: _part_powers(d.upper) for c, d in CARD.items() if any(_part_powers(d.upper))}
LOWER_POWER = {c: _part_powers(d.lower) for c, d in CARD.items() if any(_part_powers(d.lower))}
UPPER_TEXT = {c: d.upper for c, d in CARD.items() if d.upper.abilities and c in STACK}
LOWER_TEXT = {c: d.lower for c, d in CARD.items() if d.lower.abilities and c in STACK}
OTHER_ICONS = ("weight", "speed", "slime", "undead", "pearl")
UPPER_ICONS = {
    icon: {c: d.upper.icons[icon] for c, d in CARD.items() if d.upper.icons.get(icon)}
    for icon in OTHER_ICONS
}
LOWER_ICONS = {
    icon: {c: d.lower.icons[icon] for c, d in CARD.items() if d.lower.icons.get(icon)}
    for icon in OTHER_ICONS
}
COPIES_TOP = frozenset(
    c for c, part in UPPER_TEXT.items() if any(a.word == "copy_top" for a in part.abilities)
)
UPPER_VP = {c: part.of("vp") for c, part in UPPER_TEXT.items() if part.of("vp")}
LOWER_VP = {c: part.of("vp") for c, part in LOWER_TEXT.items() if part.of("vp")}
LOWER_ACTIONS = frozenset(
    c
    for c, part in LOWER_TEXT.items()
    if any(a.kind in ("minor", "rest", "challenge", "when", "static") for a in part.abilities)
)


# The word of a `when` -> the cards, villages and Overlords that have one.
TRIGGERS: dict[str, set[str]] = {}
for _code, _design in CARD.items():
    for _part in _design.parts():
        for _ability in _part.of("when"):
            TRIGGERS.setdefault(_ability.word, set()).add(_code)


# Card -> its statics of one word.
Statics = dict[str, list[Ability]]


class StaticsIndex(Struct, frozen=True):
    """Where the statics of one word are printed: on the upper and lower parts of cards in stacks,
    on villages, on the sides of Overlords (“card|mode”) and on the lines of events
    (“card|anger”)."""

    upper: Statics = field(default_factory=dict)
    lower: Statics = field(default_factory=dict)
    village: Statics = field(default_factory=dict)
    overlord: Statics = field(default_factory=dict)
    event: Statics = field(default_factory=dict)


# The word of a static -> where it is printed.
STATICS: dict[str, StaticsIndex] = {}


def index_statics(code: str, design: Design) -> None:
    """Add the statics of a card to STATICS."""
    if code in STACK:
        _index_part("upper", code, design.upper.of("static"))
        _index_part("lower", code, design.lower.of("static"))
    if design.kind == "village":
        _index_part("village", code, design.upper.of("static"))
    for mode, side in design.sides.items():
        _index_part("overlord", f"{code}|{mode}", side.part.of("static"))
    for anger, lines in design.anger.items():
        _index_part("event", f"{code}|{anger}", [line.static for line in lines if line.static])


def _index_part(place: str, key: str, statics: Iterable[Ability]) -> None:
    for ability in statics:
        statics_at_place: Statics = getattr(STATICS.setdefault(ability.word, StaticsIndex()), place)
        statics_at_place.setdefault(key, []).append(ability)


for _code, _design in CARD.items():
    index_statics(_code, _design)
