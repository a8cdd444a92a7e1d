"""The labels of buttons: answers in plain words. What players write is in `lexicon.py`."""

from __future__ import annotations

from games.engine.contract import Decision, View

from ..rules.components import DESIGNS
from .names import Row, language_index, name_of, quote_name

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
    "kingdom": ("Choose {name}", "Choisir {name}", "{name} wählen"),
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
    args, column = decision.args, language_index(language)
    kind = decision.verb
    values: dict[str, object] = {name: args[name] for name in ("at", "other") if name in args}
    if isinstance(code := args.get("card"), str):
        values["card"] = quote_name(code, language)
        if kind == "journey" and DESIGNS[code].kind in ("monster", "dragon"):
            kind = "journey.fight"
        if kind == "rest" and DESIGNS[code].kind == "village":
            kind, values["card"] = "rest.village", name_of(code, language)
    if kind == "kingdom":
        values["name"] = name_of(str(args["name"]), language)
    if isinstance(wounds := args.get("wounds"), dict):
        values["split"] = ", ".join(SPLIT[who][column].format(n=n) for who, n in wounds.items())
    elif kind == "give":
        return ""
    if kind == "swap" and "other" in args:
        kind = "swap.two"
    if kind not in LABELS:
        return ""
    label = LABELS[kind][column].format(**values)
    if "copy" in args:
        return LABELS["copy"][column].format(label=label, copy=args["copy"])
    return label
