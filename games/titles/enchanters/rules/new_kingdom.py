"""The card file of an empty kingdom: every card that a kingdom needs, with placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator

NAME = re.compile(r"[a-z][a-z0-9_]*")
# (kind, names of three designs, upper icons, lower icons): two copies each.
ARTIFACTS = (
    ("item", ("first_item", "second_item", "third_item"), "attack: 3", "attack: 1"),
    ("enchantment", ("of_one", "of_two", "of_three"), "defense: 2", "defense: 1"),
)
# (tier, copies, health, strength, points).
CREATURES = (("minor", 6, 3, 2, 2), ("medium", 4, 6, 4, 4), ("major", 2, 9, 7, 6))


def write_kingdom(name: str, box: int) -> str:
    """Return a card file that passes `check_cards`. Raises ValueError for a name that is no code.

    >>> write_kingdom("trolls", 2).splitlines()[0]
    'set: trolls'
    """
    if not NAME.fullmatch(name):
        raise ValueError(f"“{name}” is no name of a kingdom: use a to z, 0 to 9 and _")
    return "\n".join([*_write_head(name, box), *_write_cards(name), ""])


def _title(code: str) -> str:
    """Return a code as a name: "of_one" is “of One”."""
    words = code.split("_")
    return " ".join(word if word == "of" else word.capitalize() for word in words)


def _names(name: str) -> str:
    return f"name: {name}, fr: {name}, de: {name}"


def _write_head(name: str, box: int) -> Iterator[str]:
    yield f"set: {name}"
    yield "status: authored"
    yield f"box: {box}"
    yield (
        f"kingdom: {{id: {name}, {_names(_title(name))}, village: {name}_village, "
        f"banner: {name}, class: of_{name}, overlord: {name}_overlord,"
    )
    yield "          theme: {en: its theme, fr: son thème, de: sein Thema}}"
    yield "cards:"


def _write_cards(name: str) -> Iterator[str]:
    for kind, designs, upper, lower in ARTIFACTS:
        for design in designs:
            yield (
                f"  - {{id: {name}.{design}, kind: {kind}, {_names(_title(design))}, copies: 2, "
                f"two_player_copies: 1,"
            )
            yield f"     upper: {{icons: {{{upper}}}}}, lower: {{icons: {{{lower}}}}}}}"
    for tier, copies, health, strength, points in CREATURES:
        yield (
            f"  - {{id: {name}.{tier}, kind: monster, tier: {tier}, {_names(_title(tier))}, "
            f"copies: {copies}, two_player_copies: {copies // 2},"
        )
        yield (
            f"     stats: {{health: {health}, strength: {strength}}}, "
            f"lower: {{abilities: [{{vp: {points}}}]}}}}"
        )
    yield (
        f"  - {{id: {name}.dragon, kind: dragon, tier: dragon, {_names('Dragon')}, copies: 1, "
        "two_player_copies: 1,"
    )
    yield "     stats: {health: 12, strength: 10}, lower: {abilities: [{vp: 12}]}}"
    yield from _write_starters(name)
    yield from _write_overlord(name)


def _write_starters(name: str) -> Iterator[str]:
    title = _title(name)
    yield (
        f"  - {{id: banner.{name}, kind: banner, {_names(f'{title} Banner')}, "
        "upper: {icons: {attack: 1}}}"
    )
    yield (
        f"  - {{id: class.of_{name}, kind: class, {_names(f'of {title}')}, "
        "upper: {icons: {attack: 1}}}"
    )
    yield f"  - {{id: village.{name}_village, kind: village, {_names(f'{title} Village')},"
    yield (
        "     abilities: [{rest: {cost: [], effect: [{take_crystals: {n: 3}}]}}, "
        "{rest: {cost: [], effect: [{heal: {who: self, n: 3}}]}}]}"
    )


def _write_overlord(name: str) -> Iterator[str]:
    yield f"  - id: overlord.{name}_overlord"
    yield "    kind: overlord"
    title = f"{_title(name)} Overlord"
    yield f"    name: {title}"
    yield f"    fr: {title}"
    yield f"    de: {title}"
    yield "    stats: {health: 9, strength: 7}"
    yield "    invasion:"
    yield "      - {type: dragon, effect: [{overlord_attacks: {who: each}}]}"
    yield "    challenge:"
    yield "      - {cost: [{crystals: 2}], effect: [{fight_overlord: {}}]}"
    yield "    reward: {abilities: [{vp: 8}]}"
