"""The texts of the list of cards, of scores and charts of The Essence, in three languages."""

from __future__ import annotations

from games.engine.board.chapters import Row

# The headings for cards; a Palace is listed with its faction.
GROUPS: dict[str, Row] = {
    "palaces": ("Palace", "Palais", "Palast"),
    "advisors": ("Advisors", "Conseillers", "Berater"),
    "locations": ("Locations", "Lieux", "Orte"),
    "monuments": ("Monuments", "Monuments", "Monumente"),
    "treaties": ("Treaties", "Traités", "Verträge"),
    "fragments": (
        "Fragments of the prophecy",
        "Fragments de la prophétie",
        "Fragmente der Prophezeiung",
    ),
}

# Labels around the texts of a card.
LABELS: dict[str, Row] = {
    "base": (
        "In every Income: {stats}",
        "À chaque Revenu : {stats}",
        "Bei jedem Einkommen: {stats}",
    ),
    "prices": (
        "{text}; the spaces cost {prices}",
        "{text} ; les cases coûtent {prices}",
        "{text}; die Plätze kosten {prices}",
    ),
    "copies": ("{many} cards", "{many} cartes", "{many} Karten"),
}

# What the lines of a score count.
SCORED: dict[str, Row] = {
    "shards": (
        "By Essence in every round, revenge included, and from cards.",
        "Par l’Essence à chaque manche, revanche comprise, et par des cartes.",
        "Nach Essenz in jeder Runde, mit Rache, und von Karten.",
    ),
    "fragments": (
        "4, 2 or 1 for the highest sums of fragment values.",
        "4, 2 ou 1 pour les plus hautes sommes de fragments.",
        "4, 2 oder 1 für die höchsten Summen der Fragmentwerte.",
    ),
}

# Measures of the charts.
MEASURED: dict[str, Row] = {
    "shards": ("Shards", "Éclats", "Splitter"),
    "essence": (
        "Essence, anew every round",
        "Essence, à nouveau chaque manche",
        "Essenz, jede Runde neu",
    ),
}
