"""“When …”: triggered abilities, in an order that their owner chooses (D-04)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from .actions import card_offers
from .card_words import write_line
from .components import CARD, TRIGGERS
from .designs import Ability
from .running import Run, register_step
from .state import State, Task
from .statics import is_muted, mutes_starters, overlord_side, visible_texts

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
    owner, cards = state.seats[seat], TRIGGERS.get(word, NO_CARDS)
    # Few cards have any, covered ones included.
    if state.village not in cards and state.overlord not in cards:
        for stack in owner.stacks.values():
            if not cards.isdisjoint(stack):
                break
        else:
            return []
    texts = visible_texts(owner)
    if mutes_starters(state):
        texts = [
            text for text in texts if not is_muted(state, seat, text[0], starters=True, tops=[])
        ]
    if state.village:
        texts.append((state.village, "", CARD[state.village].upper))
    if state.overlord:
        side = overlord_side(state)
        if state.overlord_active:
            texts.append((state.overlord, "", side.part))
        # Reward tokens are cards of their own, even those of a defeated Overlord (ruling A-46).
        if owner.rewards:
            texts.append((state.overlord, "", side.reward))
    return [
        (card, f"{card}|{prefix}{ability.label}", ability)
        for card, prefix, part in texts
        for ability in part.of("when")
        if ability.word == word
    ]


def fire_triggers(run: Run, seat: int, occasion: Occasion) -> None:
    """Let every ability of a seat that answers this happen next."""
    state = run.state
    triggers: list[tuple[str, Ability]] = []
    for card, label, ability in triggered_abilities(state, seat, occasion.word):
        if not _is_matching_trigger(ability.fields, occasion):
            continue
        if ability.once_per_event:
            if label in state.answered_damage:
                continue
            state.answered_damage.append(label)
        triggers.append((card, ability))
    if len(triggers) > 1 and not all(_is_free_of_order(ability) for _, ability in triggers):
        run.then("order_triggers", seat, [_write(trigger, occasion) for trigger in triggers])
        return
    for card, ability in triggers:
        run.effects(ability.effect, seat, card=card, amount=occasion.amount)


def _write(trigger: tuple[str, Ability], occasion: Occasion) -> dict[str, object]:
    card, ability = trigger
    effects = [write_line(effect) for effect in ability.effect]
    return {"card": card, "effects": effects, "amount": occasion.amount}


def _is_matching_trigger(fields: Any, occasion: Occasion) -> bool:
    if "types" in fields and occasion.kind not in fields["types"]:
        return False
    if "at" in fields and occasion.at != fields["at"]:
        return False
    return "min_slot" not in fields or occasion.slot >= fields["min_slot"]


def _is_free_of_order(ability: Ability) -> bool:
    """Return whether its order among others makes no difference: its numbers are known and it asks
    nothing."""
    return all(
        effect.is_free_of_order and all(map(_is_plain, astuple(effect)))
        for effect in ability.effect
    )


def _is_plain(value: object) -> bool:
    return value is None or (isinstance(value, int | str) and value != "another")


@register_step
def order_triggers(run: Run, task: Task) -> None:
    """Ask which of several triggers comes first (D-04), then about the others."""
    triggers = task.args
    cards = list(dict.fromkeys(trigger["card"] for trigger in triggers))
    offers = card_offers("first", cards)
    decision = run.choose(task, "order", offers)
    assert decision is not None
    card = cards[offers.index(decision)]
    first = next(trigger for trigger in triggers if trigger["card"] == card)
    rest = [trigger for trigger in triggers if trigger is not first]
    run.lines(first["effects"], task.seat, card=first["card"], amount=first["amount"])
    if rest:
        run.then("order_triggers", task.seat, rest)
