"""The component on the board that an answer points at."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Argument

from ...rules.components import CHARACTER, FACTIONS
from ...rules.view import View


def find_target(verb: str, args: Mapping[str, Argument], view: View) -> str:
    """Return the component that an answer with this verb is about; "" if there is none."""
    match verb:
        case "play":
            return f"faction-{args['faction']}"
        case "bid" | "take":
            return _find_advisor_pile(args.get("advisor", args.get("wishes")), view)
        case "build":
            return f"market-{args['card']}" if "card" in args else _find_free_cell(args.get("cell"))
        case "sign":
            return f"treaty-{args['treaty']}"
        case "read":
            return _in_row(args["fragment"], view)
        case "clean":
            return _in_row(args.get("reserve"), view)
        case "choose":
            return f"option-{args['option']}"
        case "attack":
            return _find_target(str(args["target"]), view)
        case "first" | "name":
            return _find_player(args["player"], view)
        case "use":
            return _find_own_card(str(args["card"]), view)
        case "discard":
            return _in_hand(args.get("cards"), view)
        case "exhaust" | "spy":
            return _find_segment(args, view)
        case "move" | "swap":
            return _find_cell(args, view)
    return ""


def _find_advisor_pile(code: object, view: View) -> str:
    """Return the pile on which an Advisor lies face up."""
    piles = [pile.card for pile in view.advisors]
    return f"advisor-{piles.index(code)}" if isinstance(code, str) and code in piles else ""


def _in_row(code: object, view: View) -> str:
    return f"row-{view.row.index(code)}" if code in view.row and code is not None else ""


def _find_free_cell(cell: object) -> str:
    return f"cell-{cell}" if isinstance(cell, str) else ""


def _find_target(target: str, view: View) -> str:
    if target in FACTIONS:
        return _find_player(target, view)
    return "threat" if target == "threat" else _in_row(target, view)


def _find_player(faction: object, view: View) -> str:
    seat = _seat_of(faction, view)
    return "" if seat is None else f"seat-{seat}"


def _seat_of(faction: object, view: View) -> int | None:
    factions = [seat.faction for seat in view.seats]
    return factions.index(faction) if faction in factions else None


def _find_own_card(code: str, view: View) -> str:
    """Return the card in the viewer's hand, or the viewer's segment, whose star is used."""
    if code in CHARACTER:
        return _in_hand(code, view)
    return "" if view.you is None else _find_readied_segment(code, [view.you], view)


def _in_hand(code: object, view: View) -> str:
    hand = view.own.hand if view.you is not None else None
    return f"hand-{hand.index(code)}" if hand and code in hand else ""


def _find_segment(args: Mapping[str, Argument], view: View) -> str:
    """Return a segment that is exhausted or spied on, of the named player or of any.

    After an attack the view does not name the victim; then it is the only opponent with that
    segment.
    """
    if "player" in args:
        seat = _seat_of(args["player"], view)
        seats = [] if seat is None else [seat]
    elif view.question == "exhaust_own":
        seats = [] if view.you is None else [view.you]
    else:
        seats = [number for number in range(len(view.seats)) if number != view.you]
    return _find_readied_segment(str(args.get("segment", args.get("card"))), seats, view)


def _find_readied_segment(code: str, seats: list[int], view: View) -> str:
    """Return the first of these segments that is not exhausted; "" if several players have one."""
    cells: dict[int, str] = {}
    for number in seats:
        for cell, segment in view.seats[number].island.items():
            if segment.card == code and not segment.exhausted:
                cells.setdefault(number, f"seat-{number}-{cell}")
    return next(iter(cells.values())) if len(cells) == 1 else ""


def _find_cell(args: Mapping[str, Argument], view: View) -> str:
    """Return the segment to move, or the cell named in one of the two fields."""
    cell = args.get("segment", args.get("other", args.get("to")))
    if view.you is None or not isinstance(cell, str):
        return ""
    own = view.own.island
    return f"seat-{view.you}-{cell}" if cell in own else _find_free_cell(cell)
