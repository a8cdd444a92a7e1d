"""The actions available to a player: the visible action lines whose cost can be paid in full."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Argument, Decision

from .card_words import write_line
from .components import CARD
from .designs import Ability, Part
from .stacks import may_leave
from .state import NOBODY, State
from .statics import active_statics, is_muted, mutes_starters, overlord_side, visible_texts
from .vocabulary import ARTIFACTS, CARD_TYPES

LIMITS = {"once": 1, "double": 2, "multi": 1000}

# (card, label, ability)
Action = tuple[str, str, Ability]
# The decision for an action, and the action.
Offer = tuple[Decision, Action]
# (card, label prefix, part): the parts whose action lines a player can see.
Parts = list[tuple[str, str, Part]]


def action_parts(state: State, seat: int) -> Parts:
    """Return every visible part that may have action lines: own cards, village, own reward tokens,
    Overlord."""
    texts = visible_texts(state.seats[seat])
    starters, mutes = mutes_starters(state), active_statics(state, "mute_top")
    if starters or mutes:
        tops = [fields["stack"] for fields, owner in mutes if owner in (seat, NOBODY)]
        texts = [
            text
            for text in texts
            if not is_muted(state, seat, text[0], starters=starters, tops=tops)
        ]
    texts.append((state.village, "", CARD[state.village].upper))
    if state.overlord:
        side = overlord_side(state)
        if state.seats[seat].rewards:
            texts.append((state.overlord, "", side.reward))
        if state.overlord_active:
            texts.append((state.overlord, "", side.part))
    return texts


def minor_actions(state: State, seat: int, parts: Parts) -> list[Offer]:
    """Return the minor actions that can be used now; a `once_per_turn` ability is one without a
    cost."""
    actions = []
    for card, prefix, part in parts:
        for ability in part.actions:
            if ability.kind != "minor" and ability.word != "once_per_turn":
                continue
            own_only = ability.own_turn_only or ability.kind == "when"
            if own_only and seat != state.active:
                continue
            label = f"{card}|{prefix}{ability.label}"
            left = _uses_per_turn(state, seat, card, ability) - state.seats[seat].used.get(label, 0)
            if left > 0 and can_pay(state, seat, card, ability, pearls=True):
                actions.append((card, label, ability))
    return _build_offers(actions, "use")


def _uses_per_turn(state: State, seat: int, card: str, ability: Ability) -> int:
    """Return how often per turn a line can be used: each reward token counts as a card of its
    own."""
    many = LIMITS[ability.limit]
    if card == state.overlord and ability in overlord_side(state).reward.abilities:
        many *= state.seats[seat].rewards
    return many


def main_actions(state: State, seat: int, kind: str, parts: Parts) -> list[Offer]:
    """Return the rest or challenge actions that can be paid now."""
    actions = [
        (card, f"{card}|{prefix}{ability.label}", ability)
        for card, prefix, part in parts
        for ability in part.actions
        if ability.kind == kind and can_pay(state, seat, card, ability, pearls=False)
    ]
    return _build_offers(actions, kind)


def _build_offers(actions: list[Action], verb: str) -> list[Offer]:
    """Say each action by its card, and by its line where a card has several."""
    if not actions:
        return []
    offers = []
    cards = [card for card, _, _ in actions]
    for place, action in enumerate(actions):
        card = action[0]
        args: dict[str, Argument] = card_arguments(card, cards)
        if cards.count(card) > 1:
            args["line"] = cards[: place + 1].count(card)
        offers.append((Decision(verb, args), action))
    return offers


def find_action(offers: list[Offer], decision: Decision) -> dict[str, object]:
    """Return the arguments of the task that carries out the chosen action."""
    card, label, ability = next(action for offer, action in offers if offer == decision)
    return {
        "card": card,
        "label": label,
        "cost": [write_line(cost) for cost in ability.cost],
        "effect": [write_line(effect) for effect in ability.effect],
        "kind": ability.kind,
    }


def card_arguments(card: str, others_: list[str]) -> dict[str, Argument]:
    """Return the arguments that name a card: its design, and its number if `others_` has several
    copies.

    >>> card_arguments("cultists.acolyte/2", ["cultists.acolyte/2", "cultists.acolyte/5"])
    {'card': 'cultists.acolyte', 'copy': 2}
    """
    design, _, copy = card.partition("/")
    if copy and len(others_) > 1:
        alike = f"{design}/"
        if any(other != card and other.startswith(alike) for other in others_):
            return {"card": design, "copy": int(copy)}
    return {"card": design}


def card_offers(verb: str, cards: Sequence[str]) -> list[Decision]:
    """Return one decision for each card."""
    return [Decision(verb, card_arguments(card, list(cards))) for card in cards]


# Paying -------------------------------------------------------------------------------------------


def can_pay(state: State, seat: int, card: str, ability: Ability, *, pearls: bool) -> bool:
    """Return whether every cost of an action can be paid; minor actions accept pearls as
    crystals."""
    if not ability.cost:
        return True
    owner = state.seats[seat]
    crystals = owner.crystals + (owner.pearls if pearls else 0)
    for cost in ability.cost:
        crystals -= cost.price
        if crystals < 0 or not cost.can_pay(state, seat, card):
            return False
    return True


def list_pearl_payments(state: State, seat: int, price: int) -> list[int]:
    """Return how many pearls can pay for a part of a price, the most first (D-10)."""
    owner = state.seats[seat]
    return list(range(min(price, owner.pearls), max(0, price - owner.crystals) - 1, -1))


def of_types(state: State, seat: int, types: Sequence[str], icon: str = "") -> list[str]:
    """Return the cards of these types that may leave the seat's stacks, covered ones too (A-08).

    Starting cards are items and enchantments. With `icon`, return only cards with that icon on
    either part.
    """
    owner = state.seats[seat]
    if state.options.discard_wounds and set(types) >= set(CARD_TYPES):
        # Ruling A-12: “a card”.
        types = [*types, "wound"]
    fitting_cards = []
    for stack, cards in owner.stacks.items():
        if stack in ARTIFACTS and len(cards) < 2:
            continue
        for card in cards:
            kind = stack if stack in ARTIFACTS else CARD[card].kind
            if kind in types and (not icon or has_icon(card, icon)):
                fitting_cards.append(card)
    return fitting_cards


def has_icon(card: str, icon: str) -> bool:
    """Return whether a card has an icon on either part."""
    return bool(CARD[card].upper.icons.get(icon) or CARD[card].lower.icons.get(icon))


def tops_of(state: State, seat: int, kinds: Sequence[str]) -> list[str]:
    """Return the top cards that may leave: `monster` excludes dragons, `creature` includes them."""
    owner = state.seats[seat]
    top_cards = []
    for kind in kinds:
        stack = "creature" if kind in ("monster", "dragon") else kind
        cards = owner.stacks[stack]
        fits = stack != "creature" or (cards and kind in ("creature", CARD[cards[-1]].kind))
        if cards and fits and may_leave(owner, cards[-1]):
            top_cards.append(cards[-1])
    return top_cards
