"""The labels of buttons: answers in plain words. What players write is in `lexicon.py`."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import text
from games.engine.contract import Argument, Decision

from ..rules.components import NAMES
from ..rules.island import parse_cell
from ..rules.view import View
from .lexicon import AND, ITEMS, language_column, name_of
from .meanings import describe_effect

Row = tuple[str, str, str]

LABELS: dict[str, Row] = {
    "build": ("Build {card}", "Construire {card}", "{card} bauen"),
    "build.place": ("Build {card} {place}", "Construire {card} {place}", "{card} {place} bauen"),
    "move": (
        "Move {segment} {place}",
        "Déplacer {segment} {place}",
        "{segment} versetzen: {place}",
    ),
    "swap": ("Swap {segment} and {other}", "Échanger {segment} et {other}")
    + ("{segment} und {other} tauschen",),
    "use": ("Use {card}", "Utiliser {card}", "{card} nutzen"),
    "spy": (
        "Spy on {card} ({player})",
        "Espionner {card} ({player})",
        "{card} ({player}) ausspähen",
    ),
    "command": ("Command {card}", "Commander {card}", "{card} befehligen"),
    "bid": ("Bid {bid}", "Miser {bid}", "{bid} bieten"),
    "bid.wishes": ("Bid {bid} for {wishes}", "Miser {bid} pour {wishes}")
    + ("{bid} für {wishes} bieten",),
    "bid.nothing": ("Bid nothing", "Ne rien miser", "Nichts bieten"),
    "clean": ("End the round", "Terminer la manche", "Runde beenden"),
    "clean.more": ("End the round: {more}", "Terminer la manche : {more}", "Runde beenden: {more}"),
}
# What is decided at the end of a round.
PARTS: dict[str, Row] = {
    "reserve": ("reserve {cards}", "réserver {cards}", "{cards} reservieren"),
    "keep": ("keep your discard pile", "garder la défausse", "Ablagestapel behalten"),
    "shuffle": (
        "shuffle your discard pile into your draw pile",
        "mélanger la défausse à la pioche",
        "Ablagestapel in den Nachziehstapel mischen",
    ),
    "loss": ("lose {tokens}", "perdre {tokens}", "{tokens} verlieren"),
}
# The way from a segment to the cell beside it: (x, y).
PLACES: dict[tuple[int, int], Row] = {
    (1, 0): ("right of {card}", "à droite de {card}", "rechts von {card}"),
    (-1, 0): ("left of {card}", "à gauche de {card}", "links von {card}"),
    (0, 1): ("above {card}", "au-dessus de {card}", "über {card}"),
    (0, -1): ("below {card}", "au-dessous de {card}", "unter {card}"),
}
QUOTES: Row = ("“{}”", "«\u00a0{}\u00a0»", "„{}“")


def label_answer(decision: Decision, view: View | None, language: str) -> str:
    """Return the label of a button for this answer; "" if its written form says it well."""
    args, column = decision.args, language_column(language)
    match decision.verb:
        case "build" if "card" in args:
            place = describe_place(str(args["cell"]), view, language)
            kind = "build.place" if place else "build"
            return LABELS[kind][column].format(card=_quote(str(args["card"]), column), place=place)
        case "use" | "spy" | "command":
            player = name_of(str(args["player"]), language) if "player" in args else ""
            card = _quote(str(args["card"]), column)
            return LABELS[decision.verb][column].format(card=card, player=player)
        case "move" | "swap" if view is not None and args:
            return _label_move(decision, view, language)
        case "choose" if view is not None and view.listed:
            return describe_effect(view.listed[int(str(args["option"])) - 1], language)
        case "bid" if args:
            return _label_bid(args, language)
        case "clean":
            return _label_cleaning(args, language)
    return ""


def describe_place(cell: str, view: View | None, language: str) -> str:
    """Return where a cell of the viewer's Island is, told by a segment beside it; "" if none is.

    One neighbour and the direction from it name exactly one cell.
    """
    if view is None or view.you is None:
        return ""
    island, (x, y) = view.own.island, parse_cell(cell)
    for (right, up), row in PLACES.items():
        beside = island.get(f"{x - right},{y - up}")
        if beside is not None:
            column = language_column(language)
            return row[column].format(card=_quote(beside.card, column))
    return ""


def name_place(code: str, view: View, language: str) -> str:
    """Return a cell in words: its segment, or where it is; "" for any other code."""
    if "," not in code or view.you is None:
        return ""
    segment = view.own.island.get(code)
    return name_of(segment.card, language) if segment else describe_place(code, view, language)


def _quote(code: str, column: int) -> str:
    return QUOTES[column].format(NAMES[code][column])


def _label_move(decision: Decision, view: View, language: str) -> str:
    column = language_column(language)
    own = view.own.island
    values = {
        name: _quote(own[str(cell)].card, column)
        for name, cell in decision.args.items()
        if str(cell) in own
    }
    if decision.verb == "move":
        values["place"] = describe_place(str(decision.args["to"]), view, language)
    return LABELS[decision.verb][column].format(**values)


def _label_bid(args: Mapping[str, Argument], language: str) -> str:
    column = language_column(language)
    bid = _join_tokens({name: args[name] for name in ("wealth", "influence")}, language)
    wishes = args.get("wishes")
    if not bid:
        return LABELS["bid.nothing"][column]
    if not isinstance(wishes, list) or not wishes:
        return LABELS["bid"][column].format(bid=bid)
    return LABELS["bid.wishes"][column].format(bid=bid, wishes=_join_names(wishes, language))


def describe_piles(decision: Decision, language: str) -> str:
    """Return what becomes of the discard pile at the end of a round; "" if nothing is said."""
    piles = decision.args.get("piles")
    return PARTS[str(piles)][language_column(language)] if piles else ""


def _label_cleaning(args: Mapping[str, Argument], language: str) -> str:
    column, parts = language_column(language), list[str]()
    if isinstance(reserve := args.get("reserve"), list) and reserve:
        parts.append(PARTS["reserve"][column].format(cards=_join_names(reserve, language)))
    if piles := args.get("piles"):
        parts.append(PARTS[str(piles)][column])
    if isinstance(loss := args.get("loss"), dict):
        parts.append(PARTS["loss"][column].format(tokens=_join_tokens(loss, language)))
    if not parts:
        return LABELS["clean"][column]
    return LABELS["clean.more"][column].format(more=", ".join(parts))


def _join_tokens(tokens: Mapping[str, Argument], language: str) -> str:
    """Return numbers of tokens in words, without those of which there are none."""
    column = language_column(language)
    parts = [f"{many} {ITEMS[code][column]}" for code, many in tokens.items() if many]
    return text.join_words(parts, AND[column])


def _join_names(codes: list[str], language: str) -> str:
    return ", ".join(name_of(code, language) for code in codes)
