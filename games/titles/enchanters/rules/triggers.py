"""“When …”: triggered abilities, in an order that their owner chooses (D-04)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .actions import card_offers
from .components import CARD, TRIGGERS
from .designs import Ability
from .running import Run, register_step
from .state import State, Task
from .statics import is_muted, mutes_starters, overlord_side, visible_texts

# Effects whose order makes no difference.
ORDERLESS = ("take_crystals", "heal", "gain", "deal_damage")

NO_CARDS: set[str] = set()


class Occasion(Struct, frozen=True):
    """What happens to a seat: the `word` of the abilities that answer it, and which of them do.

    `kind` is that of the card which is taken or defeated, `at` whether it is taken before or after
    it is added, `slot` where a journey has led (-1: none), `amount` how much damage was taken.
    """

    word: str
    kind: str = ""
    at: str = ""
    slot: int = -1
    amount: int = 0


def triggered_abilities(state: State, seat: int, word: str) -> list[tuple[str, str, Ability]]:
    """Return (card, label, ability) of each `when` of this word that applies to a seat."""
    held, cards = state.seats[seat], TRIGGERS.get(word, NO_CARDS)
    # Few cards have any, covered ones included.
    if state.village not in cards and state.overlord not in cards:
        for stack in held.stacks.values():
            if not cards.isdisjoint(stack):
                break
        else:
            return []
    texts = visible_texts(held)
    if mutes_starters(state):
        texts = [
            text for text in texts if not is_muted(state, seat, text[0], starters=True, tops=[])
        ]
    if state.village:
        texts.append((state.village, "", CARD[state.village].upper))
    if state.overlord:
        printed = overlord_side(state)
        if state.overlord_active:
            texts.append((state.overlord, "", printed.part))
        # Reward tokens are cards of their own, even those of a defeated Overlord (ruling A-46).
        if held.rewards:
            texts.append((state.overlord, "", printed.reward))
    return [
        (card, f"{card}|{prefix}{ability.label}", ability)
        for card, prefix, part in texts
        for ability in part.of("when")
        if ability.word == word
    ]


def fire_triggers(run: Run, seat: int, occasion: Occasion) -> None:
    """Let every ability of a seat that answers this happen next."""
    state = run.state
    found: list[dict[str, Any]] = []
    for card, label, ability in triggered_abilities(state, seat, occasion.word):
        if not _is_matching_trigger(ability.fields, occasion):
            continue
        if ability.once_per_event:
            if label in state.answered_damage:
                continue
            state.answered_damage.append(label)
        found.append({"card": card, "effects": list(ability.effect), "amount": occasion.amount})
    if len(found) > 1 and not all(_is_orderless(one["effects"]) for one in found):
        run.then("order_triggers", seat, found)
        return
    for one in found:
        run.effects(one["effects"], seat, card=one["card"], amount=one["amount"])


def _is_matching_trigger(fields: Any, occasion: Occasion) -> bool:
    if "types" in fields and occasion.kind not in fields["types"]:
        return False
    if "at" in fields and occasion.at != fields["at"]:
        return False
    return "min_slot" not in fields or occasion.slot >= fields["min_slot"]


def _is_orderless(effects: list[Any]) -> bool:
    for effect in effects:
        for op, args in effect.items():
            fixed = all(isinstance(value, int | str) for value in args.values())
            if op not in ORDERLESS or not fixed or "another" in args.values():
                return False
    return True


@register_step
def order_triggers(run: Run, task: Task) -> None:
    """Ask which of several triggers comes first (D-04), then about the others."""
    found = task.args
    cards = list(dict.fromkeys(one["card"] for one in found))
    offers = card_offers("first", cards)
    chosen = run.choose(task, "order", offers)
    assert chosen is not None
    card = cards[offers.index(chosen)]
    first = next(one for one in found if one["card"] == card)
    rest = [one for one in found if one is not first]
    run.effects(first["effects"], task.seat, card=first["card"], amount=first["amount"])
    if rest:
        run.then("order_triggers", task.seat, rest)
