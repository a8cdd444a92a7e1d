"""The texts of scores and charts of Abyss, in three languages."""

from __future__ import annotations

from games.engine.board.chapters import Row

# Measures of the charts.
MEASURES: dict[str, Row] = {
    "influence": ("Influence on the table", "Influence visible", "Sichtbarer Einfluss"),
    "pearls": ("Pearls", "Perles", "Perlen"),
}

# What the lines of a score count; those of Locations are printed on the tiles.
SCORE_LINES: dict[str, Row] = {
    "lords": (
        "Influence of all your Lords, free, disabled or under a Location.",
        "Influence de tous vos Seigneurs, libres, neutralisés ou sous un Lieu.",
        "Einfluss aller deiner Lords, frei, ausgeschaltet oder unter einem Ort.",
    ),
    "allies": (
        "The highest affiliated Ally of each race.",
        "L’Allié fédéré le plus fort de chaque peuple.",
        "Der höchste gebundene Verbündete jedes Volkes.",
    ),
    "monsters": (
        "The values of your Monster tokens.",
        "Les valeurs de vos jetons Monstre.",
        "Die Werte deiner Monstermarker.",
    ),
}

# The icons of cards and tracks beside those of races and guilds.
ICONS: dict[str, Row] = {
    "ring": ("any other race", "un autre peuple au choix", "ein beliebiges anderes Volk"),
    "pearl": ("Pearl", "Perle", "Perle"),
    "key": ("key", "clé", "Schlüssel"),
    "token": ("Monster token", "jeton Monstre", "Monstermarker"),
    "either": (
        "a Pearl or a Monster token",
        "une Perle ou un jeton Monstre",
        "eine Perle oder ein Monstermarker",
    ),
    "monster": ("Monster", "Monstre", "Monster"),
    "cross": (
        "disabled by the Assassin",
        "neutralisé par l’Assassin",
        "vom Meuchler ausgeschaltet",
    ),
    "crown": (
        "with the emblem of a guild: Lords of that guild",
        "avec l’emblème d’une guilde : Seigneurs de cette guilde",
        "mit dem Zeichen einer Gilde: Lords dieser Gilde",
    ),
    "guilds": (
        "each different guild among your Lords",
        "chaque guilde différente parmi vos Seigneurs",
        "jede verschiedene Gilde unter deinen Lords",
    ),
    "lords": ("Lords", "Seigneurs", "Lords"),
    "allies": ("affiliated Allies", "Alliés fédérés", "gebundene Verbündete"),
    "keyed_lords": ("Lords with a key", "Seigneurs avec une clé", "Lords mit Schlüssel"),
    "keyless_lords": ("Lords without a key", "Seigneurs sans clé", "Lords ohne Schlüssel"),
    "weakest_lord": (
        "the Lord with the least influence",
        "le Seigneur qui a le moins d’influence",
        "der Lord mit dem wenigsten Einfluss",
    ),
    "strongest_lord": (
        "the Lord with the most influence",
        "le Seigneur qui a le plus d’influence",
        "der Lord mit dem meisten Einfluss",
    ),
    "weakest_allies": (
        "the lowest affiliated Ally of each race",
        "l’Allié fédéré le plus faible de chaque peuple",
        "der niedrigste gebundene Verbündete jedes Volkes",
    ),
    "best_opposing_location": (
        "the best Location of the others",
        "le meilleur Lieu des autres",
        "der beste Ort der anderen",
    ),
    "nothing": ("scores nothing", "ne rapporte rien", "zählt nichts"),
}
EMBLEM: Row = (
    "{guild}; the number is the influence",
    "{guild} ; le nombre est l’influence",
    "{guild}; die Zahl ist der Einfluss",
)
