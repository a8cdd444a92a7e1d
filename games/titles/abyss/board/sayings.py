"""The texts of scores and charts of Abyss, in three languages."""

from __future__ import annotations

from games.engine.board.chapters import Row

# Measures of the charts.
MEASURED: dict[str, Row] = {
    "influence": ("Influence on the table", "Influence visible", "Sichtbarer Einfluss"),
    "pearls": ("Pearls", "Perles", "Perlen"),
}

# What the lines of a score count; those of Locations are printed on the tiles.
SCORED: dict[str, Row] = {
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
