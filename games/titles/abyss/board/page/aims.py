"""The component on the board that an answer points at, and the sum of picked cards."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Argument

from ...rules.components import VALUE
from ...rules.view import View
from ...words.text_table import cost_for
from ..spoken import hand_order


def find_target(verb: str, args: Mapping[str, Argument], view: View) -> str:
    """Return the component that an answer with this verb is about; "" if there is none."""
    match verb:
        case "explore" | "continue":
            return "deck"
        case "plot":
            return "lord-deck"
        case "support" | "take_stack" | "use_oracle":
            return f"council-{args['stack']}"
        case "recruit" | "bribe" | "use_opportunist":
            return f"court-{args['lord']}"
        case "buy" | "take" | "fight":
            return f"track-{len(view.track)}"
        case "reward":
            return f"threat-{view.threat}"
        case "control":
            return f"locations-{args['location']}"
        case "keep":
            return f"drawn-{args['location']}"
        case "exchange":
            return f"stack_seen-{args['location']}"
        case "draw":
            return "location-stack"
        case "rob":
            return f"seat-{args['seat']}"
        case "use_slaver":
            return f"seat-{view.you}-slaver"
        case "affiliate":
            return _card_element_id(view.played, str(args["ally"]), "played")
        case "discard" if "ally" in args:
            return _card_element_id(view.own.hand or [], str(args["ally"]), "hand")
        case "disable" | "replace" if "lord" in args:
            return _before_somebody(view, str(args["lord"]))
    return ""


def find_required_sum(verb: str, args: Mapping[str, Argument], view: View) -> int | None:
    """Return the sum that picked cards should have; None if no sum is required."""
    return cost_for(view, str(args["lord"])) if verb == "recruit" else None


def find_item_value(code: str) -> int | None:
    """Return the value of a card in such a sum; None if it has none."""
    return VALUE.get(code)


def _card_element_id(codes: list[str], code: str, where: str) -> str:
    hand = sorted(codes, key=hand_order)
    return f"{where}-{hand.index(code)}" if code in hand else ""


def _before_somebody(view: View, code: str) -> str:
    for number, seat in enumerate(view.seats):
        if any(lord.id == code for lord in seat.lords):
            return f"seat-{number}-{code}"
    return ""
