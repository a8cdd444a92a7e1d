"""The nouns of card texts: English, French, German."""

from __future__ import annotations

from .names import Row

WHO: dict[str, Row] = {
    "self": ("you", "vous", "du"),
    "another": ("another player", "un autre joueur", "ein anderer Spieler"),
    "each_other": ("every other player", "chaque autre joueur", "jeder andere Spieler"),
    "others": ("other players", "d’autres joueurs", "andere Spieler"),
    "each": ("everybody", "chacun", "jeder"),
    "left": ("the left neighbour", "le voisin de gauche", "der linke Nachbar"),
    "right": ("the right neighbour", "le voisin de droite", "der rechte Nachbar"),
    "most_wounded": (
        "the most wounded player",
        "le joueur le plus blessé",
        "der am schwersten verwundete Spieler",
    ),
    "active": ("the current player", "le joueur actif", "der aktive Spieler"),
    "lowest_defense": (
        "the player with the lowest defence",
        "le joueur à la plus faible défense",
        "der Spieler mit der niedrigsten Verteidigung",
    ),
    "highest_defense": (
        "the player with the highest defence",
        "le joueur à la plus forte défense",
        "der Spieler mit der höchsten Verteidigung",
    ),
    "overlord": ("the Overlord", "le Suzerain", "der Overlord"),
    "each_left": ("everybody", "chacun", "jeder"),
}

# The same in the German accusative: “der Overlord greift den linken Nachbarn an”.
GERMAN_TARGETS = {
    "self": "dich",
    "another": "einen anderen Spieler",
    "each_other": "jeden anderen Spieler",
    "each": "alle",
    "left": "den linken Nachbarn",
    "right": "den rechten Nachbarn",
    "most_wounded": "den am schwersten verwundeten Spieler",
    "active": "den aktiven Spieler",
    "lowest_defense": "den Spieler mit der niedrigsten Verteidigung",
    "highest_defense": "den Spieler mit der höchsten Verteidigung",
    "overlord": "den Overlord",
    "each_left": "alle",
}

# Before one of a kind of cards, which is the object of a sentence; the German noun may change.
ONE: dict[str, Row] = {
    "item": ("an item", "un objet", "einen Gegenstand"),
    "enchantment": ("an enchantment", "un enchantement", "eine Verzauberung"),
    "monster": ("a monster", "un monstre", "ein Monster"),
    "dragon": ("a dragon", "un dragon", "einen Drachen"),
    "creature": ("a creature", "une créature", "eine Kreatur"),
    "artifact": ("an artifact", "un artefact", "ein Artefakt"),
    "wound": ("a wound card", "une carte blessure", "eine Wundkarte"),
    "speed": ("a card with speed", "une carte avec vitesse", "eine Karte mit Tempo"),
    "slime": ("a card with slime", "une carte avec gelée", "eine Karte mit Schleim"),
    "any": ("any card", "n’importe quelle carte", "eine beliebige Karte"),
}

# Singular and plural; after a colon nothing is inflected.
NOUNS: dict[str, tuple[Row, Row]] = {
    "wound": (("wound", "blessure", "Wunde"), ("wounds", "blessures", "Wunden")),
    "crystal": (("crystal", "cristal", "Kristall"), ("crystals", "cristaux", "Kristalle")),
    "point": (("point", "point", "Punkt"), ("points", "points", "Punkte")),
    "attack": (("attack", "attaque", "Angriff"),) * 2,
    "defense": (("defence", "défense", "Verteidigung"),) * 2,
    "health": (("health", "vie", "Leben"),) * 2,
    "strength": (("strength", "force", "Stärke"),) * 2,
    "item": (("item", "objet", "Gegenstand"), ("items", "objets", "Gegenstände")),
    "enchantment": (
        ("enchantment", "enchantement", "Verzauberung"),
        ("enchantments", "enchantements", "Verzauberungen"),
    ),
    "monster": (("monster", "monstre", "Monster"), ("monsters", "monstres", "Monster")),
    "dragon": (("dragon", "dragon", "Drache"), ("dragons", "dragons", "Drachen")),
    "creature": (("creature", "créature", "Kreatur"), ("creatures", "créatures", "Kreaturen")),
    "pair": (
        (
            "pair of item and enchantment",
            "paire objet-enchantement",
            "Paar aus Gegenstand und Verzauberung",
        ),
        (
            "pairs of item and enchantment",
            "paires objet-enchantement",
            "Paare aus Gegenstand und Verzauberung",
        ),
    ),
    "artifact": (("artifact", "artefact", "Artefakt"), ("artifacts", "artefacts", "Artefakte")),
    "weight": (("weight", "poids", "Gewicht"),) * 2,
    "speed": (("speed", "vitesse", "Tempo"),) * 2,
    "slime": (("slime", "gelée", "Schleim"), ("slime", "gelées", "Schleim")),
    "undead": (("undead", "mort-vivant", "Untoter"), ("undead", "morts-vivants", "Untote")),
    "pearl": (("pearl", "perle", "Perle"), ("pearls", "perles", "Perlen")),
    "reward": (("reward", "récompense", "Belohnung"), ("rewards", "récompenses", "Belohnungen")),
    "player": (("player", "joueur", "Spieler"), ("players", "joueurs", "Spieler")),
    "damage_taken": (
        ("wound just taken", "blessure reçue", "erlittene Wunde"),
        ("wounds just taken", "blessures reçues", "erlittene Wunden"),
    ),
    "track_wound": (
        ("wound on the track", "blessure sur la piste", "Wunde auf der Strecke"),
        ("wounds on the track", "blessures sur la piste", "Wunden auf der Strecke"),
    ),
    "reinforcement": (
        ("reinforcement", "renfort", "Verstärkung"),
        ("reinforcements", "renforts", "Verstärkungen"),
    ),
    "token": (("token", "jeton", "Marker"), ("tokens", "jetons", "Marker")),
}
