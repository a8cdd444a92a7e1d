"""The complete texts of the parts of a card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.engine.text import join_sentences

from ..rules.components import CARD, DESIGNS
from ..rules.designs import Ability, Design
from ..rules.effect import Effect
from ..rules.effects.crystals import PayOr
from .meanings import Speaker


def design_of(code: str) -> Design:
    """Return the design of a card, or of a design's own id."""
    return CARD.get(code) or DESIGNS[code]


@cache
def upper_text(code: str, language: str) -> str:
    """Return the text of the upper part of a card, or of a village."""
    return Speaker(language).part(design_of(code).upper)


@cache
def lower_text(code: str, language: str) -> str:
    """Return the text of the lower part of a card."""
    return Speaker(language).part(design_of(code).lower)


@cache
def overlord_text(code: str, mode: str, language: str) -> str:
    """Return the text of an Overlord in a mode: competitive or coop."""
    return join_sentences(overlord_lines(code, mode, language))


def overlord_lines(code: str, mode: str, language: str) -> list[str]:
    """Return the same text as a list of lines; [] for an Overlord that is not used in that mode."""
    sides = design_of(code).sides
    return Speaker(language).side(sides[mode]) if mode in sides else []


@cache
def event_text(code: str, anger: int, language: str) -> str:
    """Return the lines of an event for this number of anger marks."""
    speaker, sentences = Speaker(language), []
    for line in design_of(code).anger[anger]:
        if line.static is not None:
            sentences.append(speaker.ability(line.static))
            continue
        text = speaker.effects(line.effects)
        if line.test is not None:
            text = speaker.behind_scope("if", line.test.describe(speaker), text)
        sentences.append(text)
    return join_sentences(sentences) or "–"


@cache
def line_text(code: str, label: str, language: str) -> str:
    """Return one action line by its label; "" if it is not found."""
    ability = _find_line(code, label)
    return Speaker(language).ability(ability) if ability else ""


def action_text(code: str, label: str, language: str) -> str:
    """Return the same as line_text() for an answer that says already that it is a rest."""
    ability = _find_line(code, label)
    return Speaker(language).action(ability) if ability else ""


@cache
def describe_alternative(code: str, price: int, language: str) -> str:
    """Return what a card does unless crystals are paid; "" if it does not ask for that price."""
    effects = list(_list_effects(design_of(code)))
    while effects:
        effect = effects.pop()
        if isinstance(effect, PayOr) and effect.crystals == price:
            return Speaker(language).effects(effect.alternative)
        effects += effect.contents()
    return ""


def _list_effects(design: Design) -> Iterator[Effect]:
    """Yield the effects that are printed on a card."""
    for part in design.parts():
        for ability in part.abilities:
            yield from ability.effect
    for side in design.sides.values():
        yield from side.reward_effects
        for _, effects in side.invasion:
            yield from effects
    for lines in design.anger.values():
        for line in lines:
            yield from line.effects


def _find_line(code: str, label: str) -> Ability | None:
    design = design_of(code)
    own = label.split("|", 1)[-1]
    if ":" in own:
        code_of_copy, own = own.split(":", 1)
        design = design_of(code_of_copy)
    parts = [design.upper, design.lower]
    for side in design.sides.values():
        parts += [side.part, side.reward]
    for part in parts:
        for ability in part.abilities:
            if ability.label == own:
                return ability
    return None
