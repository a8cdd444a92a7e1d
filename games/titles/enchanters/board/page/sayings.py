"""Texts of the board of Enchanters that only the page uses."""

from __future__ import annotations

from games.engine.board.chapters import Row

WORDS: dict[str, Row] = {
    "road": ("The track", "La piste", "Die Strecke"),
    "turn": ("Turn {turn}", "Tour {turn}", "Zug {turn}"),
    "hand": ("On top of your stacks", "Au sommet de vos piles", "Oben auf deinen Stapeln"),
    "country": ("Beside the track", "À côté de la piste", "Neben der Strecke"),
    "dealt": ("Dealt to you", "Vos cartes", "Deine Karten"),
    "space": ("Space", "Case", "Feld"),
    "free": ("free", "gratuit", "gratis"),
    "empty": ("empty", "vide", "leer"),
    "village": ("Village", "Village", "Dorf"),
    "desert": ("Desert", "Désert", "Wüste"),
    "deck": ("Deck", "Pioche", "Stapel"),
    "wound-deck": ("Wound cards", "Cartes blessure", "Wundkarten"),
    "graveyard": ("Graveyard", "Cimetière", "Friedhof"),
    "won": ("just won", "vient d’être gagnée", "gerade gewonnen"),
    "on-overlord": ("on the Overlord", "sur le Suzerain", "auf dem Overlord"),
    "fought": ("fought now", "au combat", "im Kampf"),
    "you": ("you", "vous", "du"),
    "duel": ("Duel: {one} and {two}", "Duel : {one} et {two}", "Duell: {one} und {two}"),
}
