"""The lines of text on the cards, for `manage.py weigh`: each can be left out of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import CardTexts
from games.engine.left_out import Blank, build_card_texts

from .components import CHARACTER, FRAGMENT, SEGMENT, TREATIES
from .schema import Action, Character, Fragment, Passive, SegmentCard, Treaty

# An effect that changes nothing; a list of effects is never empty.
NO_EFFECTS = ({"essence": 0},)


Card = Character | SegmentCard | Fragment | Treaty


def list_texts() -> CardTexts:
    """Return every action, effect, bonus and income of every card."""
    cards: tuple[Card, ...]
    cards = (*CHARACTER.values(), *SEGMENT.values(), *FRAGMENT.values(), *TREATIES.values())
    return build_card_texts(
        {f"{card.id} {line}": blank for card in cards for line, blank in _iter_lines(card)}
    )


def _iter_lines(card: Card) -> Iterator[tuple[str, Blank]]:
    """Yield (line, how it is left out) of a card."""
    if isinstance(card, Treaty):
        yield "effect", Blank(card, {"effect": NO_EFFECTS})
    elif isinstance(card, Fragment):
        yield "bonus", Blank(card, {"bonus": NO_EFFECTS})
    else:
        for place, action in enumerate(card.actions, 1):
            yield f"action{place}", _leave_out_action(action)
    if isinstance(card, SegmentCard):
        for place, passive in enumerate(card.passive, 1):
            yield f"passive{place}", _leave_out_passive(passive)
        if card.once:
            yield "once", Blank(card, {"once": NO_EFFECTS})
        for field in ("bonus", "income"):
            if getattr(card, field):
                yield field, Blank(card, {field: {}})


def _leave_out_action(action: Action) -> Blank:
    return Blank(action, {"effect": NO_EFFECTS})


def _leave_out_passive(passive: Passive) -> Blank:
    return Blank(passive, {"when": "", "modify": ""})
