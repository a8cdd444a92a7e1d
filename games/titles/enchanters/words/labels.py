"""The labels of buttons: answers in plain words. What players write is in `lexicon.py`."""

from __future__ import annotations

from games.engine.contract import Decision

from ..rules.components import DESIGNS
from ..rules.view import View
from .meanings import Speaker
from .names import Row, language_index, name_of, quote_name
from .prompts import describe_branch, player_at_side

LABELS: dict[str, Row] = {
    "journey": (
        "Take {card} (space {at})",
        "Prendre {card} (case {at})",
        "{card} nehmen (Feld {at})",
    ),
    "journey.fight": (
        "Fight {card} (space {at})",
        "Combattre {card} (case {at})",
        "Gegen {card} kämpfen (Feld {at})",
    ),
    "rest": ("Rest with {card}", "Se reposer avec {card}", "Mit {card} rasten"),
    "rest.village": ("Rest at {card}", "Repos : {card}", "Rast: {card}"),
    "use": ("Use {card}", "Utiliser {card}", "{card} nutzen"),
    "challenge": ("Challenge {card}", "Défier {card}", "{card} herausfordern"),
    "swap": ("Swap with space {at}", "Échanger avec la case {at}", "Mit Feld {at} tauschen"),
    "swap.two": (
        "Swap spaces {at} and {other}",
        "Échanger les cases {at} et {other}",
        "Felder {at} und {other} tauschen",
    ),
    "pay": ("Pay {crystals}", "Payer {crystals}", "{crystals} zahlen"),
    "spend": ("Pearls: {number}", "Perles : {number}", "Perlen: {number}"),
    "choose": ("Choose {name}", "Choisir {name}", "{name} wählen"),
    "choose.overlord": ("Choose the Overlord", "Choisir le Suzerain", "Den Overlord wählen"),
    "first": ("{card} first", "D’abord {card}", "Zuerst {card}"),
    "give": ("Wounds: {split}", "Blessures : {split}", "Wunden: {split}"),
    "copy": ("{label}, copy {copy}", "{label}, exemplaire {copy}", "{label}, Exemplar {copy}"),
}

# Wounds for another player, by their side.
SPLIT: dict[str, Row] = {
    "left": ("{n} to the left", "{n} à gauche", "{n} nach links"),
    "right": ("{n} to the right", "{n} à droite", "{n} nach rechts"),
    "across": ("{n} to the player across", "{n} en face", "{n} an das Gegenüber"),
    "other": ("{n} to your opponent", "{n} à l’adversaire", "{n} an den Gegner"),
    "overlord": ("{n} to the Overlord", "{n} au Suzerain", "{n} an den Overlord"),
}


def label_answer(decision: Decision, view: View | None, language: str) -> str:
    """Return the label of a button for this answer; "" if its written form says it well."""
    kind, values = _describe_parts(decision, view, language)
    if kind == "branch" and view is not None and view.branches:
        return describe_branch(decision, view, language)
    if kind not in LABELS:
        return ""
    column = language_index(language)
    label = LABELS[kind][column].format(**values)
    if "copy" in decision.args:
        return LABELS["copy"][column].format(label=label, copy=decision.args["copy"])
    return label


def _describe_parts(
    decision: Decision, view: View | None, language: str
) -> tuple[str, dict[str, object]]:
    """Return the kind of label for an answer, and the words for its parts."""
    args, column = decision.args, language_index(language)
    match decision.verb:
        case "journey" | "rest" | "use" | "challenge" | "first":
            return _describe_card_parts(decision, language)
        case "swap":
            return "swap.two" if "other" in args else "swap", {**args}
        case "pay":
            return "pay", {"crystals": Speaker(language).many(int(str(args["number"])), "crystal")}
        case "spend":
            return "spend", {**args}
        case "kingdom":
            return "choose", {"name": name_of(str(args["name"]), language)}
        case "target" if args["who"] == "overlord":
            return "choose.overlord", {}
        case "target" if view is not None and (name := player_at_side(view, str(args["who"]))):
            return "choose", {"name": name}
        case "player" if view is not None and view.names:
            return "choose", {"name": view.names[int(str(args["number"])) - 1]}
        case "give" if isinstance(wounds := args.get("wounds"), dict):
            split = (SPLIT[who][column].format(n=n) for who, n in wounds.items())
            return "give", {"split": ", ".join(split)}
        case "branch":
            return "branch", {}
    return "", {}


def _describe_card_parts(decision: Decision, language: str) -> tuple[str, dict[str, object]]:
    kind, code = decision.verb, str(decision.args["card"])
    if kind == "rest" and DESIGNS[code].kind == "village":
        return "rest.village", {"card": name_of(code, language)}
    if kind == "journey" and DESIGNS[code].kind in ("monster", "dragon"):
        kind = "journey.fight"
    return kind, {**decision.args, "card": quote_name(code, language)}
