"""The component on the board that an answer points at; Enchanters has no payments by picking
cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.contract import Argument

from ...rules.view import View

# The distance to a player, clockwise.
AWAY = {"other": 1, "left": 1, "across": 2, "right": -1}


def find_target(verb: str, args: Mapping[str, Argument], view: View) -> str:
    """Return the component that an answer with this verb is about; "" if there is none."""
    match verb:
        case "journey" | "swap":
            return f"track-{args['at']}"
        case "bury" | "unbury":
            return _locate_stack_end(view, str(args["stack"]), top=verb == "bury")
        case "target":
            return _locate_neighbour(view, str(args["who"]))
        case "player":
            return f"seat-{int(str(args['number'])) - 1}"
        case "fight":
            return _locate_fought_creature(view)
        case "flip":
            return "desert"
        case "remove" if "side" in args:
            return "overlord"
        case "take":
            return "wound-deck"
        case "visit":
            return (
                _locate_overlord_card(view.overlord.cards if view.overlord else [], args)
                or "graveyard"
            )
    return _locate_card(view, args) if "card" in args else ""


def _locate_stack_end(view: View, stack: str, *, top: bool) -> str:
    """Return one's own card that would be covered, or uncovered."""
    if view.you is None or not (cards := view.own.stacks[stack]):
        return ""
    return f"seat-{view.you}-{stack}-{len(cards) - 1 if top else 0}"


def _locate_neighbour(view: View, who: str) -> str:
    if who == "overlord" or view.you is None:
        return "overlord"
    return f"seat-{(view.you + AWAY[who]) % len(view.seats)}" if who in AWAY else ""


def _locate_fought_creature(view: View) -> str:
    """Return the creature being fought: on the track, or the Overlord."""
    code = view.fight.card if view.fight else ""
    for slot, space in enumerate(view.track):
        if space and code == space.card:
            return f"track-{slot}"
    if view.overlord and code == view.overlord.card:
        return "overlord"
    if view.overlord and code in view.overlord.cards:
        return f"overlord-{view.overlord.cards.index(code)}"
    return "graveyard" if code in view.graveyard else ""


def _locate_card(view: View, args: Mapping[str, Argument]) -> str:
    """Return the component of a card: the village, the Overlord, a dealt card, or one in one's own
    stacks."""
    if args["card"] == view.village:
        return "village"
    if view.overlord and args["card"] == view.overlord.card:
        return "overlord"
    for where, code in _own_cards(view):
        if _is_named_card(code, args):
            return where
    return ""


def _own_cards(view: View) -> Iterator[tuple[str, str]]:
    """Yield (component, card) of the viewer's cards, the tops of the stacks first."""
    you = view.you
    if you is None:
        return
    yield from ((f"dealt-{n}", code) for n, code in enumerate(view.dealt or ()))
    stacks = view.seats[you].stacks
    lying = [(s, n, code) for s, cards in stacks.items() for n, code in enumerate(cards)]
    for stack, place, code in sorted(lying, key=lambda card: card[1] < len(stacks[card[0]]) - 1):
        yield f"seat-{you}-{stack}-{place}", code


def _locate_overlord_card(cards: list[str], args: Mapping[str, Argument]) -> str:
    """Return the component of the named card on the Overlord; "" if it is not there."""
    return next((f"overlord-{n}" for n, code in enumerate(cards) if _is_named_card(code, args)), "")


def _is_named_card(code: str, args: Mapping[str, Argument]) -> bool:
    """Return whether an answer names this card: by its design, optionally with the number of a
    copy."""
    design, _, copy = code.partition("/")
    return design == args["card"] and str(args.get("copy", copy)) == copy
