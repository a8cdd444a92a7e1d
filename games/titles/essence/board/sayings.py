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
SCORE_LINES: dict[str, Row] = {
    "shards": (
        "By Essence in every round, revenge included, and from cards.",
        "Par l’Essence à chaque manche, revanche comprise, et par des cartes.",
        "Nach Essenz in jeder Runde, Rache eingeschlossen, und durch Karten.",
    ),
    "fragments": (
        "4, 2 or 1 for the highest sums of fragment values.",
        "4, 2 ou 1 pour les plus hautes sommes de fragments.",
        "4, 2 oder 1 für die höchsten Summen der Fragmentwerte.",
    ),
}

# Measures of the charts.
MEASURES: dict[str, Row] = {
    "shards": ("Shards", "Éclats", "Splitter"),
    "essence": (
        "Essence, reset every round",
        "Essence, remise à zéro à chaque manche",
        "Essenz, jede Runde neu",
    ),
}

# The icons of cards beside those of types and values.
ICONS: dict[str, Row] = {
    "shards": ("Shards", "Éclats", "Splitter"),
    "main": ("main action", "action principale", "Hauptaktion"),
    "side": ("side action", "action annexe", "Nebenaktion"),
    "income": (
        "now and in every Income",
        "maintenant et à chaque Revenu",
        "jetzt und bei jedem Einkommen",
    ),
    "once": ("once, now", "une fois, maintenant", "einmal, jetzt"),
    "cards": (
        "cards: draw, discard or hold",
        "cartes : piocher, défausser ou avoir",
        "Karten: ziehen, abwerfen oder haben",
    ),
    "strike": ("make an attack", "attaquer", "angreifen"),
    "ward": ("ignore an attack", "ignorer une attaque", "einen Angriff abwehren"),
    "defeat": ("when you are defeated", "quand vous êtes vaincu", "wenn du unterliegst"),
    "build": ("build", "construire", "bauen"),
    "treaty": ("treaty", "traité", "Vertrag"),
    "eye": ("prophecy", "prophétie", "Prophezeiung"),
    "trophy": ("when you bid the most", "quand vous misez le plus", "wenn du am meisten bietest"),
    "skip": ("when you pass", "quand vous passez", "wenn du passt"),
    "move": ("move a segment", "déplacer un segment", "ein Segment versetzen"),
    "swap": ("swap", "échanger", "tauschen"),
    "exhaust": ("exhaust a segment", "épuiser un segment", "ein Segment erschöpfen"),
    "market": (
        "one more Location in the market",
        "un Lieu de plus au marché",
        "ein Ort mehr in der Auslage",
    ),
    "spy": (
        "use an action of another player’s Location",
        "utiliser une action du Lieu d’un autre joueur",
        "eine Aktion eines fremden Ortes nutzen",
    ),
    "person": (
        "a player, an Advisor or a card of the loser",
        "un joueur, un Conseiller ou une carte du vaincu",
        "ein Spieler, ein Berater oder eine Karte des Verlierers",
    ),
    "others": ("the other players", "les autres joueurs", "die anderen Spieler"),
    "any": ("segment of any type", "segment de tout type", "Segment eines beliebigen Typs"),
    "threat": (
        "External Threat or monster",
        "Menace extérieure ou monstre",
        "Äußere Bedrohung oder Monster",
    ),
}
