"""A first match of The Essence, explained: a sentence for each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.coaching import Row
from games.rules.contract import Decision, Prompt

LESSONS: Mapping[str, Row] = {
    "faction": (
        "Each faction has its own board and leader; any will do for a first match.",
        "Chaque faction a son plateau et son chef ; toutes conviennent pour une première partie.",
        (
            "Jede Fraktion hat ihr eigenes Tableau und ihren Anführer; für die erste Partie "
            "taugt jede."
        ),
    ),
    "bid": (
        (
            "All bid at once and everything bid is spent. The highest picks an Advisor first: "
            "look at what you must still pay for this round before you bid."
        ),
        (
            "Tous misent ensemble et toute mise est dépensée. La plus haute choisit un "
            "Conseiller d'abord : voyez ce que vous devrez encore payer ce tour."
        ),
        (
            "Alle bieten zugleich, und jedes Gebot ist ausgegeben. Das höchste wählt zuerst "
            "einen Berater: Sieh, was du in dieser Runde noch bezahlen musst."
        ),
    ),
    "tie": (
        "Equal bids, and you decide the order. Put first whoever is least dangerous to you.",
        "Mises égales, et vous décidez de l'ordre. Placez d'abord qui vous menace le moins.",
        (
            "Gleiche Gebote, und du bestimmst die Reihenfolge. Setz den nach vorn, der dir am "
            "wenigsten gefährlich ist."
        ),
    ),
    "take": (
        (
            "The Advisor works for you all this round. Take one that helps the main action you "
            "mean to do."
        ),
        "Le Conseiller vous sert tout le tour. Prenez celui qui aide l'action principale prévue.",
        (
            "Der Berater hilft dir die ganze Runde. Nimm einen, der zu deiner geplanten "
            "Hauptaktion passt."
        ),
    ),
    "turn": (
        "One main action and any side actions. Look at what your Wealth and Influence can pay now.",
        (
            "Une action principale et des actions secondaires. Voyez ce que Richesse et "
            "Influence peuvent payer maintenant."
        ),
        (
            "Eine Hauptaktion und beliebige Nebenaktionen. Sieh, was Reichtum und Einfluss "
            "jetzt bezahlen."
        ),
    ),
    "build": (
        "What you build stays and works every round; cheaper now than later.",
        "Ce que vous bâtissez reste et sert chaque tour ; moins cher maintenant.",
        "Was du baust, bleibt und wirkt jede Runde; jetzt billiger als später.",
    ),
    "target": (
        "Compare your Attack with each defence on the island before you choose.",
        "Comparez votre Attaque à chaque défense de l'île avant de choisir.",
        "Vergleiche deinen Angriff mit jeder Verteidigung auf der Insel, bevor du wählst.",
    ),
    "spoils": (
        "You have won. Take what you lack, or what hurts the other most.",
        "Vous avez gagné. Prenez ce qui vous manque, ou ce qui gêne le plus l'autre.",
        "Du hast gewonnen. Nimm, was dir fehlt oder dem anderen am meisten schadet.",
    ),
    "rearrange": (
        "Segments next to each other decide who may go and attack where.",
        "Les segments voisins décident qui peut aller et attaquer où.",
        "Benachbarte Segmente entscheiden, wer wohin gehen und angreifen kann.",
    ),
    "opponent": (
        "Name whoever leads, or whoever could hurt you next.",
        "Nommez qui mène, ou qui pourrait vous nuire ensuite.",
        "Nenne, wer führt oder dir als Nächster schaden könnte.",
    ),
    "give": (
        "Give what you can replace most easily.",
        "Donnez ce que vous remplacez le plus facilement.",
        "Gib, was du am leichtesten ersetzt.",
    ),
    "opponent_chooses": (
        "Somebody lets you choose between two evils or gifts; think of what they want.",
        "On vous laisse choisir ; pensez à ce que l'autre veut.",
        "Jemand lässt dich wählen; bedenke, was er will.",
    ),
    "choose_one": (
        "One effect of the card. Take what you can use this very round.",
        "Un effet de la carte. Prenez ce qui sert dès ce tour.",
        "Ein Effekt der Karte. Nimm, was dir noch in dieser Runde nützt.",
    ),
    "discard": (
        "Cards you cannot pay for soon are the ones to part with.",
        "Séparez-vous des cartes que vous ne pourrez pas payer bientôt.",
        "Trenn dich von Karten, die du nicht bald bezahlen kannst.",
    ),
    "exhaust_own": (
        "An exhausted segment gives nothing until it is refreshed; choose one you need least.",
        "Un segment épuisé ne donne rien avant d'être rétabli ; choisissez le moins utile.",
        "Ein erschöpftes Segment gibt nichts, bis es erholt ist; wähle das unwichtigste.",
    ),
    "exhaust": (
        "Exhaust what another would use next.",
        "Épuisez ce qu'un autre utiliserait ensuite.",
        "Erschöpfe, was ein anderer als Nächstes nutzen würde.",
    ),
    "spy": (
        (
            "You use somebody else's Location as if it were yours: look for the strongest on "
            "the table."
        ),
        "Vous utilisez le Lieu d'un autre comme le vôtre : cherchez le plus fort.",
        "Du nutzt den Ort eines anderen wie deinen: Such den stärksten am Tisch.",
    ),
    "recall": (
        "An Advisor works a second time; call the one that fits your next action.",
        "Un Conseiller sert encore ; rappelez celui qui va avec votre prochaine action.",
        "Ein Berater wirkt ein zweites Mal; ruf den, der zur nächsten Aktion passt.",
    ),
    "cleaning": (
        (
            "The round ends: keep the fragment you will build on, and think of what the next "
            "round costs."
        ),
        "Le tour se termine : gardez le fragment sur lequel bâtir, et pensez au coût du suivant.",
        (
            "Die Runde endet: Behalte das Fragment, auf dem du bauen willst, und denk an die "
            "Kosten der nächsten."
        ),
    ),
}


def reason(prompt: Prompt, view: Mapping[str, Any], answer: Decision) -> None:
    """Nothing is said for an answer: what it brings stands beside it."""
