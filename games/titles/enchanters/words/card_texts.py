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
from .names import name_of


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


def describe_kingdom(kingdom: str, language: str) -> list[tuple[str, str, str]]:
    """Return (code, name, text) of each card in the file of a kingdom; of an Overlord the text has
    both sides."""
    return [
        (code, name_of(code, language), " / ".join(filter(None, _list_texts(code, language))))
        for code, design in DESIGNS.items()
        if design.kingdom == kingdom
    ]


def _list_texts(code: str, language: str) -> list[str]:
    """Return health and strength of a card, and the texts of its parts and sides."""
    design = design_of(code)
    powers = f"{design.health}, {design.strength}" if design.health else ""
    sides = [overlord_text(code, mode, language) for mode in design.sides]
    return [powers, upper_text(code, language), lower_text(code, language), *sides]


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
