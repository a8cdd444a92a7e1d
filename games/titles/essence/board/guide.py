"""The rules of The Essence in our own words, the list of its cards, and what a score counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from games.engine.board.chapters import Entry, Section, badge, mark, marks, named, note, sections
from games.titles.essence.cards import BOX, FRAGMENT, PALACE_OF
from games.titles.essence.meanings import character, effects, fragment, segment, stat
from games.titles.essence.schema import Character, Fragment, SegmentCard, Treaty
from games.titles.essence.words import TYPES as TYPE_NAMES
from games.titles.essence.words import index, name_of

from .palette import EDGE, GOLD, INK, SLAB, SOFT, TYPES
from .sayings import GROUPS, LABELS, SCORED

SHAPES = {
    "military": "M12 1l9 3v7c0 6-4 10-9 12-5-2-9-6-9-12V4z",
    "magical": "M12 1l3 8h8l-6.5 5 2.5 8L12 17.5 5 22l2.5-8L1 9h8z",
    "economic": "M12 1a11 11 0 1 0 .01 0zM12 6a6 6 0 1 1-.01 0z",
    "cultural": "M8 4l13-3v15a4 4 0 1 1-3-3.9V7l-7 1.5V19a4 4 0 1 1-3-3.9z",
    "political": "M12 1l11 6v3H1V7zM3 11h4v8H3zM10 11h4v8h-4zM17 11h4v8h-4zM1 20h22v3H1z",
    "any": "M9 9h6v6H9z",
    "person": "M12 1a5.5 5.5 0 1 1-.01 0zM2 23a10 10 0 0 1 20 0z",
    "treaty": "M4 2h16v15l-5 5H4zM7 6h10v2H7zM7 11h10v2H7z",
    "eye": "M1 12q11-16 22 0q-11 16-22 0zM12 7.5a4.5 4.5 0 1 0 .01 0z",
}


def guide(language: str) -> tuple[Section, ...]:
    """Return the rules, heading by heading."""
    return sections(Path(__file__), language)


def legend(language: str) -> str:
    """Return the five types of segments by colour, shape and name, as HTML."""
    return "".join(named(tile(of), TYPE_NAMES[of][index(language)]) for of in TYPES)


def sprite(html: str) -> str:
    """Return the shapes of cards, to stand once on a page."""
    return marks(SHAPES)


def cards(language: str) -> list[Entry]:
    """Return every card: factions with Palace and Followers, then what all take from the middle."""
    advisors = GROUPS["advisors"][index(language)]
    return [
        *(entry for faction in BOX.factions for entry in _faction(faction, language)),
        *(_person(card, advisors, language) for card in BOX.advisors.values()),
        *_segments(BOX.locations, "locations", language),
        *_segments(BOX.monuments, "monuments", language),
        *(_treaty(treaty, language) for treaty in BOX.treaties.values()),
        *(_fragment(card, language) for card in FRAGMENT.values()),
    ]


def scored(code: str, language: str) -> str:
    """Return what a line of the score counts; "" for one that says it all."""
    return SCORED[code][index(language)] if code in SCORED else ""


def _faction(code: str, language: str) -> Iterator[Entry]:
    """Yield a faction with what it begins every round with, its Palace and its Followers."""
    column, faction = index(language), BOX.factions[code]
    group = name_of(code, language)
    base = ", ".join(f"{stat(of, language)} {many}" for of, many in faction.stats.items())
    yield Entry(code, group, group, LABELS["base"][column].format(stats=base), tile(faction.type))
    palace = PALACE_OF[code]
    says = f"{GROUPS['palaces'][column]}, {segment(palace, language)}"
    yield Entry(palace, group, name_of(palace, language), says, tile(faction.type, GOLD))
    for card in BOX.followers.values():
        if card.faction == code:
            yield _person(card, group, language)


def _person(card: Character, group: str, language: str) -> Entry:
    says = _counted(character(card.id, language), card, language)
    return Entry(card.id, group, name_of(card.id, language), says, person())


def _segments(box: Mapping[str, SegmentCard], group: str, language: str) -> Iterator[Entry]:
    for card in box.values():
        says = segment(card.id, language, priced=True)
        yield Entry(
            card.id,
            GROUPS[group][index(language)],
            name_of(card.id, language),
            _counted(says, card, language),
            tile(card.type, note_=str(card.cost)),
        )


def _treaty(treaty: Treaty, language: str) -> Entry:
    column, prices = index(language), ", ".join(map(str, treaty.prices))
    says = LABELS["prices"][column].format(text=effects(treaty.effect, language), prices=prices)
    picture = badge(SLAB, EDGE, mark("treaty", 10, 10, 28, GOLD))
    return Entry(treaty.id, GROUPS["treaties"][column], name_of(treaty.id, language), says, picture)


def _fragment(card: Fragment, language: str) -> Entry:
    says, group = fragment(card.id, language), GROUPS["fragments"][index(language)]
    return Entry(card.id, group, name_of(card.id, language), says, asked_for(card))


def _counted(says: str, card: Character | SegmentCard, language: str) -> str:
    if card.copies == 1:
        return says
    return f"{says}\n{LABELS['copies'][index(language)].format(many=card.copies)}"


def person() -> str:
    """Return a Follower or an Advisor small."""
    return badge(SLAB, EDGE, mark("person", 10, 10, 28, SOFT))


def tile(of: str, edge: str = "", note_: str = "") -> str:
    """Return a segment small: its type as colour and shape, and its price in a corner."""
    light, ground = TYPES[of]
    if not note_:
        return badge(ground, edge or light, mark(of, 10, 10, 28, light))
    return badge(ground, edge or light, mark(of, 7, 7, 26, light), note(note_, 41, 43, INK, "end"))


def asked_for(card: Fragment) -> str:
    """Return the pattern that a fragment asks for, as its cells lie; an eye where there is none."""
    if not card.patterns:
        eye = mark("eye", 10, 5, 28, GOLD)
        return badge(SLAB, EDGE, eye, note("I" * card.value, 24, 45, INK))
    cells = card.patterns[0]
    left, top = min(x for x, _, _ in cells), max(y for _, y, _ in cells)
    wide = 1 + max(x for x, _, _ in cells) - left
    high = 1 + top - min(y for _, y, _ in cells)
    size = 40 / max(wide, high, 2)
    x0, y0 = (48 - size * wide) / 2, (48 - size * high) / 2
    parts = []
    for x, y, of in cells:
        colour = TYPES[of][0] if of in TYPES else SOFT
        at = x0 + (x - left) * size, y0 + (top - y) * size
        parts.append(mark(of, at[0] + 1, at[1] + 1, size - 2, colour))
    return badge(SLAB, EDGE, *parts)
