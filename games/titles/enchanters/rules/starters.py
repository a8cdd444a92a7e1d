"""“Set-up”: the starting cards and the first round."""

from __future__ import annotations

from games.engine.contract import Decision

from .components import CARD, ENCHANTING, FIST, KINGDOMS, list_card_codes, of_kind
from .running import Run, register_step
from .stacks import recompute_powers, sync_pearls
from .state import State, Task


def related_cards(state: State, kind: str) -> list[str]:
    """Return the cards of a kind that belong to the kingdoms in this match."""
    names = []
    for kingdom in state.kingdoms:
        name = getattr(KINGDOMS[kingdom], "class_" if kind == "class" else kind)
        if name in CARD:
            names.append(name)
    return names


@register_step
def deal_starters(run: Run, task: Task) -> None:
    """Deal Fists or banners, and Enchanting or classes: one card each or a choice of two (D-02,
    D-03)."""
    state = run.state
    many = len(state.seats)
    state.banner_deck, state.class_deck = _starter_decks(state)
    items = _deal_starters(state, state.options.start_item, FIST, state.banner_deck)
    enchantments = _deal_starters(
        state, state.options.start_enchantment, ENCHANTING, state.class_deck
    )
    state.dealt = [[*items[seat], *enchantments[seat]] for seat in range(many)]
    run.then("choose_starters", task.seat, "item")
    run.then("choose_starters", task.seat, "enchantment")
    run.then("lay_out", task.seat)
    run.then("begin", task.seat)


def _starter_decks(state: State) -> tuple[list[str], list[str]]:
    """Return the decks of banners and classes, the related ones of the kingdoms on top."""
    decks = []
    for kind in ("banner", "class"):
        own = related_cards(state, kind) if state.options.related == "kingdom" else []
        # Ruling A-38: random ones make up for what the kingdoms lack.
        others = [code for code in of_kind(kind, state.options.boxes) if code not in own]
        deck = state.chance.shuffle(kind, others) + state.chance.shuffle(kind, own)
        decks.append(deck)
    return decks[0], decks[1]


def _deal_starters(state: State, kind: str, basic: str, deck: list[str]) -> list[list[str]]:
    many = len(state.seats)
    if kind in ("fist", "enchanting"):
        return [[code] for code in list_card_codes(CARD[f"{basic}/1"])[:many]]
    each = 2 if state.options.related == "random" else 1
    return [[deck.pop() for _ in range(each)] for _ in range(many)]


@register_step
def choose_starters(run: Run, task: Task) -> None:
    """Let everybody keep one of two secret cards; the other goes under its deck."""
    state = run.state
    kinds = ("fist", "banner") if task.args == "item" else ("enchanting", "class")
    hands = {
        seat: [code for code in state.dealt[seat] if CARD[code].kind in kinds]
        for seat in range(len(state.seats))
    }
    offers = {
        seat: [Decision("keep", {"card": code.split("/")[0]}) for code in cards]
        for seat, cards in hands.items()
    }
    decisions = run.choose_all(task, "starter", offers)
    for seat, decision in decisions.items():
        starter = hands[seat][offers[seat].index(decision)]
        state.seats[seat].stacks[task.args].append(starter)
        for code in hands[seat]:
            state.dealt[seat].remove(code)
            if code != starter:
                deck = state.banner_deck if task.args == "item" else state.class_deck
                deck.insert(0, code)
        run.tell("starter", seat=seat, card=starter, reveals=True)


@register_step
def begin(run: Run, task: Task) -> None:
    """Give extra crystals of a class (ruling A-39), set the running powers and pearls, start round
    one."""
    state = run.state
    state.dealt = []
    for seat in state.seats:
        for stack in seat.stacks.values():
            seat.crystals += sum(CARD[card].setup.get("extra_crystals", 0) for card in stack)
        recompute_powers(seat)
    if _in_desert(state):
        state.desert = state.chance.choose("desert", ["calm", "sandstorm"])
    sync_pearls(state)
    run.then("round_begins", state.starting)


def _in_desert(state: State) -> bool:
    """Return whether the desert token is in the match: because of its Overlord, village or
    kingdom."""
    return (
        state.overlord == "overlord.lerxos"
        or state.village == "village.ne_ne_ne_sethos"
        or "mummies" in state.kingdoms
    )
