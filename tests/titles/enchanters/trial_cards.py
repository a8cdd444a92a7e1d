"""Cards with any text of the vocabulary, for rows that no card in the box has."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import astuple

from games.titles.enchanters.rules import components, read_position, statics
from games.titles.enchanters.rules.designs import Design, Part
from games.titles.enchanters.rules.library import read_card
from games.titles.enchanters.rules.vocabulary import STACK_OF

ACTIONS = ("minor", "rest", "challenge", "when", "static")


def print_trial_card(
    patch: pytest.MonkeyPatch, *, kind: str = "item", name: str = "trial", **fields: Any
) -> str:
    """Add a card to the box while a test runs; positions and answers call it by its name."""
    card = f"{kind}.{name}"
    design = read_card({"id": card, "kind": kind, "name": card, **fields}, "trial", card)
    patch.setitem(components.DESIGNS, card, design)
    patch.setitem(read_position.SHORT, name, card)
    for code in components.list_card_codes(design):
        patch.setitem(components.CARD, code, design)
        for ability in (one for part in design.parts() for one in part.of("when")):
            others = components.TRIGGERS.get(ability.word, set())
            patch.setitem(components.TRIGGERS, ability.word, others | {code})
        if kind in STACK_OF:
            patch.setitem(components.STACK, code, STACK_OF[kind])
            _add_part(patch, "UPPER", code, design.upper)
            _add_part(patch, "LOWER", code, design.lower)
            _list_text(patch, code, design)
        _index_statics(patch, code, design)
    return card


def hide_icon_of_box(patch: pytest.MonkeyPatch, icon: str) -> None:
    """Let no card have an icon while a test runs, until a card with it is printed."""
    for icons in (components.UPPER_ICONS, components.LOWER_ICONS):
        patch.setitem(icons, icon, {})


def _list_text(patch: pytest.MonkeyPatch, code: str, design: Design) -> None:
    copies = any(ability.word == "copy_top" for ability in design.upper.abilities)
    acts = any(ability.kind in ACTIONS for ability in design.lower.abilities)
    _list_code(patch, statics, "COPIES_TOP", code, copies)
    _list_code(patch, statics, "LOWER_ACTIONS", code, acts)


def _list_code(
    patch: pytest.MonkeyPatch, module: object, table: str, code: str, is_listed: bool
) -> None:
    others = getattr(module, table) - {code}
    patch.setattr(module, table, others | {code} if is_listed else others)


def _add_part(patch: pytest.MonkeyPatch, name: str, code: str, part: Part) -> None:
    icons = part.icons
    powers = tuple(
        icons.get(power, 0) - icons.get(f"{power}_down", 0) for power in ("attack", "defense")
    )
    patch.setitem(getattr(components, f"{name}_POWER"), code, powers)
    texts = getattr(components, f"{name}_TEXT")
    patch.delitem(texts, code, raising=False)
    points = getattr(components, f"{name}_VP")
    patch.delitem(points, code, raising=False)
    if part.of("vp"):
        patch.setitem(points, code, part.of("vp"))
    if part.abilities:
        patch.setitem(texts, code, part)
    for icon in components.OTHER_ICONS:
        table = getattr(components, f"{name}_ICONS")[icon]
        patch.delitem(table, code, raising=False)
        if icon in icons:
            patch.setitem(table, code, icons[icon])


def _index_statics(patch: pytest.MonkeyPatch, code: str, design: Design) -> None:
    """Index the statics of a card in place of those it had when it was printed before."""
    others = {
        word: components.StaticsIndex(
            *(
                {key: found for key, found in place.items() if key.split("|")[0] != code}
                for place in astuple(printed)
            )
        )
        for word, printed in components.STATICS.items()
    }
    for module in (components, statics):
        patch.setattr(module, "STATICS", others)
    components.index_statics(code, design)
