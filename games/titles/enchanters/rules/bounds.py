"""Balance limits of a kingdom: no stronger and no weaker than the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .designs import Design
from .effect import Effect
from .kingdoms import cards_of, flat_points
from .library import Book

Bounds = tuple[int, int]
# Tier -> lowest and highest health, strength and points of a creature.
CREATURES: dict[str, tuple[Bounds, Bounds, Bounds]] = {
    "minor": ((2, 4), (1, 3), (2, 2)),
    "medium": ((5, 7), (4, 6), (4, 4)),
    "major": ((8, 10), (6, 9), (6, 7)),
    "dragon": ((11, 14), (9, 13), (10, 13)),
}
# Lowest and highest sum of fixed points of a kingdom's creatures, except a dragon without the
# two-player mark.
POINTS = (48, 58)
# Maximum numbers of one effect: of a rest in a village, and of any card for one player.
VILLAGE_REST = {"take_crystals": 3, "heal": 3}
ANY_CARD = {"deal_damage": 4, "take_damage": 4}


def out_of_bounds(book: Book, kingdom: str) -> Iterator[str]:
    """Yield a message for each violation, card by card; only fixed numbers are checked."""
    designs = cards_of(book, kingdom)
    points = 0
    for design in designs:
        if design.tier in CREATURES:
            yield from _creature_violations(design)
            spare = design.tier == "dragon" and not design.two_player_copies
            points += 0 if spare else design.copies * flat_points(design)
        effects = [effect for ability in design.upper.abilities for effect in ability.effect]
        yield from _effect_violations(design, effects, ANY_CARD)
    if not POINTS[0] <= points <= POINTS[1]:
        yield f"{kingdom}: {points} points of creatures, not {POINTS[0]} to {POINTS[1]}"
    if village := book.designs.get(book.kingdoms[kingdom].village):
        rests = [effect for ability in village.upper.of("rest") for effect in ability.effect]
        yield from _effect_violations(village, rests, VILLAGE_REST)


def _creature_violations(design: Design) -> Iterator[str]:
    numbers = (design.health, design.strength, flat_points(design))
    names = ("health", "strength", "points")
    for name, number, (least, most) in zip(names, numbers, CREATURES[design.tier], strict=True):
        if not least <= number <= most:
            yield f"{design.id}: {name} {number}, not {least} to {most}"


def _effect_violations(
    design: Design, effects: Sequence[Effect], most: dict[str, int]
) -> Iterator[str]:
    for effect in effects:
        number = getattr(effect, "n", None) if effect.word in most else None
        if isinstance(number, int) and number > most[effect.word]:
            yield f"{design.id}: {effect.word} {number}, not more than {most[effect.word]}"
