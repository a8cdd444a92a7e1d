"""The contents of the box: every card of the card files, in tables.

They are filled when the package is imported, once every word of the cards has its class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field

from .designs import Ability, Design, Part
from .kingdoms import check_book
from .library import BOXES, Book, read_folder
from .vocabulary import STACK_OF

CARDS = Path(__file__).parent.parent / "cards"
BOOK = Book({}, {})
DESIGNS, KINGDOMS = BOOK.designs, BOOK.kingdoms

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


CARD: dict[str, Design] = {}
# The cards with the two-player mark.
TWO_PLAYER_CARDS: set[str] = set()
STACK: dict[str, str] = {}


def of_kind(kind: str, boxes: int = len(BOXES)) -> list[str]:
    """Return the codes of all cards of a kind in the first boxes, in the order of the files."""
    return [code for code, design in CARD.items() if design.kind == kind and design.box <= boxes]


def deck_of(kingdom: str) -> list[str]:
    """Return the adventure cards of a kingdom: items, enchantments, monsters and dragons."""
    kinds = ("item", "enchantment", "monster", "dragon")
    return [code for code, d in CARD.items() if d.kingdom == kingdom and d.kind in kinds]


def _part_powers(part: Part) -> tuple[int, int]:
    icons = part.icons
    attack = icons.get("attack", 0) - icons.get("attack_down", 0)
    return attack, icons.get("defense", 0) - icons.get("defense_down", 0)


# Computed once for the cards that have such values, because every card is looked up at every step.
UPPER_POWER: dict[str, tuple[int, int]] = {}
LOWER_POWER: dict[str, tuple[int, int]] = {}
UPPER_TEXT: dict[str, Part] = {}
LOWER_TEXT: dict[str, Part] = {}
OTHER_ICONS = ("weight", "speed", "slime", "undead", "pearl")
UPPER_ICONS: dict[str, dict[str, int]] = {icon: {} for icon in OTHER_ICONS}
LOWER_ICONS: dict[str, dict[str, int]] = {icon: {} for icon in OTHER_ICONS}
COPIES_TOP: set[str] = set()
UPPER_VP: dict[str, Sequence[Ability]] = {}
LOWER_VP: dict[str, Sequence[Ability]] = {}
LOWER_ACTIONS: set[str] = set()
# The kinds of lines that count on a covered card as well, except points.
IN_FORCE_BELOW = ("minor", "rest", "challenge", "when", "static")
# The word of a `when` -> the cards, villages and Overlords that have one.
TRIGGERS: dict[str, set[str]] = {}


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


def fill_box() -> None:
    """Read the card files into the tables. Raises WrongCard with all their errors."""
    read_folder(CARDS, BOOK)
    check_book(BOOK)
    for design in DESIGNS.values():
        codes = list_card_codes(design)
        TWO_PLAYER_CARDS.update(codes[: design.two_player_copies])
        for code in codes:
            CARD[code] = design
            _index_card(code, design)
            index_statics(code, design)


def _index_card(code: str, design: Design) -> None:
    for part in design.parts():
        for ability in part.of("when"):
            TRIGGERS.setdefault(ability.word, set()).add(code)
    _index_icons(code, design.upper, UPPER_POWER, UPPER_ICONS)
    _index_icons(code, design.lower, LOWER_POWER, LOWER_ICONS)
    if design.kind not in STACK_OF:
        return
    STACK[code] = STACK_OF[design.kind]
    _index_texts(code, design.upper, UPPER_TEXT, UPPER_VP)
    _index_texts(code, design.lower, LOWER_TEXT, LOWER_VP)
    if any(ability.word == "copy_top" for ability in design.upper.abilities):
        COPIES_TOP.add(code)
    if any(ability.kind in IN_FORCE_BELOW for ability in design.lower.abilities):
        LOWER_ACTIONS.add(code)


def _index_icons(
    code: str, part: Part, powers: dict[str, tuple[int, int]], icons: dict[str, dict[str, int]]
) -> None:
    if any(_part_powers(part)):
        powers[code] = _part_powers(part)
    for icon in OTHER_ICONS:
        if part.icons.get(icon):
            icons[icon][code] = part.icons[icon]


def _index_texts(
    code: str, part: Part, texts: dict[str, Part], points: dict[str, Sequence[Ability]]
) -> None:
    if part.abilities:
        texts[code] = part
    if part.of("vp"):
        points[code] = part.of("vp")
