"""A first match of Enchanters, explained: a sentence for each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.coaching import Row
from games.rules.contract import Decision, Prompt

LESSONS: Mapping[str, Row] = {
    "kingdom": (
        "The kingdom decides which cards lie on the table; any will do for a first match.",
        "Le royaume décide des cartes de la table ; tous conviennent pour une première partie.",
        "Das Königreich bestimmt, welche Karten ausliegen; für die erste Partie taugt jedes.",
    ),
    "starter": (
        (
            "Your starting card shapes the first turns: attack makes fights safe, crystals make"
            " journeys cheap."
        ),
        (
            "Votre carte de départ façonne les premiers tours : l'attaque rend les combats "
            "sûrs, les cristaux les voyages faciles."
        ),
        (
            "Deine Startkarte prägt die ersten Züge: Angriff macht Kämpfe sicher, Kristalle "
            "machen Reisen leicht."
        ),
    ),
    "turn": (
        (
            "Take the next card of a journey, further ones for crystals, or rest. A card gives "
            "its enchantment or must be fought: compare its health with your attack."
        ),
        (
            "Prenez la carte suivante d'un voyage, plus loin contre des cristaux, ou reposez-"
            "vous. Une carte s'enchante ou se combat : comparez sa vie à votre attaque."
        ),
        (
            "Nimm die nächste Karte einer Reise, weiter hinten für Kristalle, oder ruh dich "
            "aus. Eine Karte verzaubert oder will bekämpft werden: Vergleiche ihr Leben mit "
            "deinem Angriff."
        ),
    ),
    "prepare": (
        "A fight: every point of health you do not beat is answered by wounds. Use what tips it.",
        (
            "Un combat : ce que vous ne vainquez pas vous blesse. Utilisez ce qui fait pencher "
            "la balance."
        ),
        "Ein Kampf: Was du nicht besiegst, bringt Wunden. Setz ein, was den Ausschlag gibt.",
    ),
    "duel_prep": (
        "A duel compares attack with attack; use what makes yours the higher.",
        "Un duel compare les attaques ; utilisez ce qui rend la vôtre plus haute.",
        "Ein Duell vergleicht Angriff mit Angriff; nutze, was deinen höher macht.",
    ),
    "wound": (
        "Wound cards count against you; take the one that hurts your plan least.",
        "Les cartes de blessure comptent contre vous ; prenez la moins gênante.",
        "Wundkarten zählen gegen dich; nimm die, die deinem Plan am wenigsten schadet.",
    ),
    "target": (
        "Choose whoever leads or stands in your way.",
        "Choisissez qui mène ou vous gêne.",
        "Wähle, wer führt oder dir im Weg steht.",
    ),
    "tie": (
        "You settle a tie: name whoever it helps you most to name.",
        "Vous tranchez une égalité : nommez qui vous arrange.",
        "Du löst einen Gleichstand: Nenne, wer dir am meisten nützt.",
    ),
    "discard": (
        "Part with the card whose top enchantment you use least.",
        "Séparez-vous de la carte dont l'enchantement sert le moins.",
        "Trenn dich von der Karte, deren Verzauberung du am wenigsten nutzt.",
    ),
    "remove": (
        "What leaves the match helps nobody any more; take what another would want.",
        "Ce qui quitte la partie ne sert plus à personne ; prenez ce qu'un autre voudrait.",
        "Was die Partie verlässt, nützt niemandem mehr; nimm, was ein anderer wollte.",
    ),
    "give": (
        "Give what helps the other least.",
        "Donnez ce qui aide l'autre le moins.",
        "Gib, was dem anderen am wenigsten hilft.",
    ),
    "keep": (
        "Only one enchantment stays on top and works. Keep what you use every turn.",
        "Un seul enchantement reste actif. Gardez celui qui sert chaque tour.",
        "Nur eine Verzauberung bleibt oben und wirkt. Behalte, was du jeden Zug nutzt.",
    ),
    "bury": (
        "A buried card stops working but still counts at the end.",
        "Une carte enfouie ne sert plus mais compte à la fin.",
        "Eine begrabene Karte wirkt nicht mehr, zählt aber am Ende.",
    ),
    "unbury": (
        "What you bring up works from now on and hides what lay on top.",
        "Ce que vous remontez agit désormais et cache ce qui était dessus.",
        "Was du hochholst, wirkt ab jetzt und verdeckt, was oben lag.",
    ),
    "turn_over": (
        (
            "Burying hides the top card, unburying shows the bottom one: which of the two works"
            " better for you?"
        ),
        (
            "Enfouir cache la carte du dessus, déterrer montre celle du dessous : laquelle vous"
            " sert le mieux ?"
        ),
        (
            "Begraben verdeckt die oberste Karte, Ausgraben zeigt die unterste: Welche wirkt "
            "besser für dich?"
        ),
    ),
    "swap": (
        "Exchange what you need least for what you need next.",
        "Échangez le moins utile contre ce qu'il vous faudra.",
        "Tausche, was du am wenigsten brauchst, gegen das Nächste, was du brauchst.",
    ),
    "order": (
        "Several texts work at once; do first what pays for the next.",
        "Plusieurs textes agissent ; d'abord ce qui paie le suivant.",
        "Mehrere Texte wirken zugleich; zuerst der, der den nächsten bezahlt.",
    ),
    "branch": (
        "One of several effects: take what you can use at once.",
        "Un effet parmi plusieurs : prenez ce qui sert tout de suite.",
        "Einer von mehreren Effekten: Nimm, was dir sofort nützt.",
    ),
    "pay": (
        "Pay if what you get is worth more than what the price buys elsewhere.",
        "Payez si ce que vous obtenez vaut plus que le prix ailleurs.",
        "Zahle, wenn das, was du bekommst, mehr wert ist als der Preis anderswo.",
    ),
    "duel": (
        "A duel you win takes from another; look at their attack first.",
        "Un duel gagné prend à un autre ; regardez d'abord son attaque.",
        "Ein gewonnenes Duell nimmt einem anderen etwas; sieh zuerst auf seinen Angriff.",
    ),
    "split": (
        "Ten wounds become a card that counts against you: spread them so that nothing is full.",
        "Dix blessures deviennent une carte contre vous : répartissez-les pour ne rien remplir.",
        (
            "Zehn Wunden werden zu einer Karte, die gegen dich zählt: Verteile sie so, dass "
            "nichts voll wird."
        ),
    ),
    "visit": (
        "A free journey: take the card you could not have paid for.",
        "Un voyage gratuit : prenez la carte que vous n'auriez pas pu payer.",
        "Eine Gratisreise: Nimm die Karte, die du nicht hättest bezahlen können.",
    ),
    "weaken": (
        (
            "A reinforcement less makes the next fight easier; remove the one on the card you "
            "mean to fight."
        ),
        "Un renfort de moins facilite le combat ; ôtez celui de la carte visée.",
        (
            "Eine Verstärkung weniger macht den nächsten Kampf leichter; entferne die auf der "
            "Karte, die du bekämpfen willst."
        ),
    ),
    "desert": (
        "The desert token works once; flip it when it saves more than a turn.",
        "Le jeton désert sert une fois ; retournez-le quand il épargne plus d'un tour.",
        "Das Wüstenplättchen wirkt einmal; dreh es um, wenn es mehr als einen Zug spart.",
    ),
}


def reason(prompt: Prompt, view: Mapping[str, Any], answer: Decision) -> None:
    """Nothing is said for an answer: what it brings stands beside it."""
