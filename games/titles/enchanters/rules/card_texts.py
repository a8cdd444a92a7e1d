"""The lines of text on the cards, for `manage.py weigh`: each can be left out of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.chance import Chance
from games.engine.contract import CardTexts
from games.engine.left_out import Blank, build_card_texts

from .components import DESIGNS
from .designs import Ability, Design
from .state import State

# What copies another card's text is in tables made on import, and cannot be left out.
COPY = "copy_top"
# A scope that no number of rewards fulfils.
NEVER = ("village_rewards", {"at_least_per_player": 10**9})


def list_texts() -> CardTexts:
    """Return every line of every card, village, Overlord and event."""
    return build_card_texts(
        {line: blank for design in DESIGNS.values() for line, blank in _iter_lines(design)},
        _bring_end_near,
    )


def _bring_end_near(state: State, luck: Chance) -> None:
    """Take points from the Overlord in half of the matches together: it is angry only where
    players are good. It has none before it is laid out."""
    if state.options.coop and state.hit_points and luck.choose("near", [True, False]):
        state.hit_points = luck.choose("hit_points", list(range(1, state.hit_points + 1)))


def _iter_lines(design: Design) -> Iterator[tuple[str, Blank]]:
    """Yield (line, how it is left out) of a design."""
    for ability in (*design.upper.abilities, *design.lower.abilities):
        if ability.word == COPY:
            continue
        yield f"{design.id} {ability.label}", _leave_out_ability(ability)
    for mode, side in design.sides.items():
        for ability in (*side.part.abilities, *side.reward.abilities):
            yield f"{design.id} {mode} {ability.label}", _leave_out_ability(ability)
        for place in range(len(side.invasion)):
            others = (*side.invasion[:place], *side.invasion[place + 1 :])
            yield f"{design.id} {mode} invasion{place}", Blank(side, {"invasion": others})
        if side.reward_effects:
            yield f"{design.id} {mode} reward", Blank(side, {"reward_effects": ()})
    for anger, lines in design.anger.items():
        for place, line in enumerate(lines):
            blank = _leave_out_ability(line.static) if line.static else Blank(line, {"effects": ()})
            yield f"{design.id} anger{anger}.{place}", blank


def _leave_out_ability(ability: Ability) -> Blank:
    match ability.kind:
        case "static":
            return Blank(ability, {"word": "", "scope": NEVER})
        case "vp":
            return Blank(ability, {"fields": 0})
        case "when":
            return Blank(ability, {"word": ""})
    return Blank(ability, {"effect": ()})
