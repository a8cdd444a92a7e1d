"""Texts of the board that no card and no e-mail uses, in three languages."""

from __future__ import annotations

from games.engine.board.chapters import Row

WORDS: dict[str, Row] = {
    "round": ("Round {round}", "Manche {round}", "Runde {round}"),
    "goal": ("goal: {goal} Shards", "but : {goal} Éclats", "Ziel: {goal} Splitter"),
    "order": ("Order", "Ordre", "Reihenfolge"),
    "passed": ("passed", "a passé", "gepasst"),
    "market": ("Market", "Marché", "Auslage"),
    "locations": ("Locations {many}", "Lieux {many}", "Orte {many}"),
    "monuments": ("Monuments {many}", "Monuments {many}", "Monumente {many}"),
    "discard": ("discard {many}", "défausse {many}", "Ablage {many}"),
    "advisors": ("Advisors", "Conseillers", "Berater"),
    "face_down": (
        "Face down; cards: {many}",
        "Face cachée ; cartes : {many}",
        "Verdeckt; Karten: {many}",
    ),
    "below": ("below: {many}", "dessous : {many}", "darunter: {many}"),
    "prophecy": ("Prophecy", "Prophétie", "Prophezeiung"),
    "deck": ("deck {many}", "pioche {many}", "Stapel {many}"),
    "treaties": ("Treaties", "Traités", "Verträge"),
    "listed": ("To choose from", "Au choix", "Zur Wahl"),
    "factions": ("Factions", "Factions", "Fraktionen"),
    "hand": ("Your hand", "Votre main", "Deine Hand"),
    "island": ("Island", "Île", "Insel"),
    "free_cell": ("Free cell {cell}", "Case libre {cell}", "Freies Feld {cell}"),
    "option": ("{number}: {effect}", "{number} : {effect}", "{number}: {effect}"),
    "named": ("{name}: {told}", "{name} : {told}", "{name}: {told}"),
    "for_you": ("costs you {price}", "vous coûte {price}", "kostet dich {price}"),
    "copies": ("{many} cards", "{many} cartes", "{many} Karten"),
}
