"""The actions available to a player: the visible action lines whose cost can be paid in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.contract import Argument, Decision

from .components import CARD
from .designs import Ability
from .people import other_targets
from .stacks import may_leave
from .state import NOBODY, State
from .statics import active_statics, is_muted, overlord_side, visible_texts
from .values import wound_count
from .vocabulary import ARTIFACTS

LIMITS = {"once": 1, "double": 2, "multi": 1000}

# (card, label, ability)
Action = tuple[str, str, Ability]
# The decision for an action, and the arguments of the task that carries it out.
Offer = tuple[Decision, dict[str, Any]]


def action_lines(state: State, seat: int, kind: str) -> Iterator[Action]:
    """Yield every visible action line of a kind: own cards, own reward tokens, village, Overlord.

    A `once_per_turn` ability is a minor action without a cost.
    """
    starters = any(True for _ in active_statics(state, "mute_starters"))
    muted = active_statics(state, "mute_top")
    tops = [fields["stack"] for fields, owner in muted if owner in (seat, NOBODY)]
    for card, prefix, part in visible_texts(state.seats[seat]):
        for ability in part.abilities:
            if _is_of_kind(ability, kind) and not is_muted(
                state, seat, card, starters=starters, tops=tops
            ):
                yield card, f"{card}|{prefix}{ability.label}", ability
    for ability in CARD[state.village].upper.abilities:
        if _is_of_kind(ability, kind):
            yield state.village, f"{state.village}|{ability.label}", ability
    if state.overlord:
        if state.seats[seat].rewards:
            for ability in overlord_side(state).reward.abilities:
                if _is_of_kind(ability, kind):
                    yield state.overlord, f"{state.overlord}|{ability.label}", ability
        if state.overlord_active:
            for ability in overlord_side(state).part.abilities:
                if _is_of_kind(ability, kind):
                    yield state.overlord, f"{state.overlord}|{ability.label}", ability


def _is_of_kind(ability: Ability, kind: str) -> bool:
    if ability.kind == "when":
        return kind == "minor" and ability.word == "once_per_turn"
    return ability.kind == kind


def minor_actions(state: State, seat: int) -> list[Offer]:
    """Return the minor actions that can be used now."""
    found = []
    for card, label, ability in action_lines(state, seat, "minor"):
        own_only = ability.own_turn_only or ability.kind == "when"
        if own_only and seat != state.active:
            continue
        left = _uses_per_turn(state, seat, ability) - state.seats[seat].used.get(label, 0)
        if left > 0 and can_pay(state, seat, card, ability, pearls=True):
            found.append((card, label, ability))
    return _build_offers(found, "use")


def _uses_per_turn(state: State, seat: int, ability: Ability) -> int:
    """Return how often per turn a line can be used: each reward token counts as a card of its
    own."""
    many = LIMITS[ability.limit]
    if state.overlord and any(ability is one for one in overlord_side(state).reward.abilities):
        many *= state.seats[seat].rewards
    return many


def main_actions(state: State, seat: int, kind: str) -> list[Offer]:
    """Return the rest or challenge actions that can be paid now."""
    found = [
        (card, label, ability)
        for card, label, ability in action_lines(state, seat, kind)
        if can_pay(state, seat, card, ability, pearls=False)
    ]
    return _build_offers(found, kind)


def _build_offers(found: list[Action], verb: str) -> list[Offer]:
    """Say each action by its card, and by its line where a card has several."""
    told = []
    for card, label, ability in found:
        args: dict[str, Argument] = dict(card_arguments(card, [other for other, _, _ in found]))
        same = [one for other, one, _ in found if other == card]
        if len(same) > 1:
            args["line"] = same.index(label) + 1
        action = {
            "card": card,
            "label": label,
            "cost": list(ability.cost),
            "effect": list(ability.effect),
            "kind": ability.kind,
        }
        told.append((Decision(verb, args), action))
    return told


def card_arguments(card: str, others_: list[str]) -> dict[str, Argument]:
    """Return the arguments that name a card: its design, and its number if `others_` has several
    copies.

    >>> card_arguments("cultists.acolyte/2", ["cultists.acolyte/2", "cultists.acolyte/5"])
    {'card': 'cultists.acolyte', 'copy': 2}
    """
    design, _, copy = card.partition("/")
    if copy:
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
    held = state.seats[seat]
    crystals = held.crystals + (held.pearls if pearls else 0)
    for cost in ability.cost:
        for word, fields in cost.items():
            if word == "crystals":
                crystals -= fields
                if crystals < 0:
                    return False
            elif not _can_pay(state, seat, card, word, fields):
                return False
    return True


def _can_pay(state: State, seat: int, card: str, word: str, fields: Any) -> bool:
    held = state.seats[seat]
    match word:
        case "defense":
            return bool(held.defense >= fields)
        case "other_heals":
            return any(wound_count(state, other) >= fields["n"] for other in state.others(seat))
        case "discard_any":
            # The card itself may be the payment: its effect still happens.
            return bool(len(of_types(state, seat, fields["from"])) >= fields["n"])
        case "bury_this":
            return any(len(stack) > 1 and stack[-1] == card for stack in held.stacks.values())
        case "remove_top" | "discard_top":
            return bool(tops_of(state, seat, fields["from"]))
        case "bury":
            needed = all if fields.get("mode") == "all" else any
            return needed(len(held.stacks[stack]) > 1 for stack in fields["stacks"])
        case "give_monster":
            return bool(of_types(state, seat, ["monster"])) and bool(other_targets(state, seat))
        case "discard_this_token":
            return held.rewards > 0
    return True


def of_types(state: State, seat: int, types: list[str], icon: str = "") -> list[str]:
    """Return the cards of these types that may leave the seat's stacks, covered ones too (A-08).

    Starting cards are items and enchantments. With `icon`, return only cards with that icon on
    either part.
    """
    held = state.seats[seat]
    found = []
    for stack, cards in held.stacks.items():
        if stack in ARTIFACTS and len(cards) < 2:
            continue
        for card in cards:
            kind = stack if stack in ARTIFACTS else CARD[card].kind
            if kind in types and (not icon or has_icon(card, icon)):
                found.append(card)
    return found


def has_icon(card: str, icon: str) -> bool:
    """Return whether a card has an icon on either part."""
    return bool(CARD[card].upper.icons.get(icon) or CARD[card].lower.icons.get(icon))


def tops_of(state: State, seat: int, kinds: list[str]) -> list[str]:
    """Return the top cards that may leave: `monster` excludes dragons, `creature` includes them."""
    held = state.seats[seat]
    found = []
    for kind in kinds:
        stack = "creature" if kind in ("monster", "dragon") else kind
        cards = held.stacks[stack]
        fits = stack != "creature" or (cards and kind in ("creature", CARD[cards[-1]].kind))
        if cards and fits and may_leave(held, cards[-1]):
            found.append(cards[-1])
    return found
