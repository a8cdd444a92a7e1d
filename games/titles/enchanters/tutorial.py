"""The tutorial of Enchanters: a short deck for two, in eight steps."""

from __future__ import annotations

from games.engine.contract import Step, Tutorial

# Every turn takes one card away: with these thirteen the match ends with the last step.
POSITION: dict[str, object] = {
    "options": {"overlord": False},
    "seats": {"A": {"crystals": 2}, "B": {"crystals": 3}},
    "village": "normaltown",
    "track": ["bear_pelt", "hide_shield", "shroud", "of_fast_feet", "pickpocket", "padded_vest"],
    "deck": [
        *("long_crossbow", "dragonhide", "raider", "bear_pelt 2", "of_greed", "hide_shield 2"),
        "berserker",
    ],
}

STEPS = (
    Step(
        title=("The goal", "Le but", "Das Ziel"),
        says=(
            "Six cards lie on the track, and every turn takes one away. When all are gone, "
            "whoever has the most points wins. Creatures like this Pickpocket bring points, "
            "each wound costs 1.",
            "Six cartes forment la piste, et chaque tour en enlève une. Quand il n’y en a plus, "
            "qui a le plus de points gagne. Les créatures comme ce Pickpocket en rapportent, "
            "chaque blessure en coûte 1.",
            "Sechs Karten bilden die Strecke, und jeder Zug nimmt eine weg. Sind alle weg, "
            "gewinnt, wer die meisten Punkte hat. Kreaturen wie dieser Taschendieb bringen "
            "Punkte, jede Wunde kostet einen.",
        ),
        spotlight="track-4",
    ),
    Step(
        title=("A journey", "Un voyage", "Eine Reise"),
        says=(
            "A journey takes a card. The one on space 0 is free: the Bear Pelt gives you 1 attack "
            "and 4 defence, 3 on its upper part and 1 on its lower part.",
            "Un voyage permet de prendre une carte. Celle de la case 0 est gratuite : la Peau "
            "d’ours vous donne 1 d’attaque et 4 de défense, 3 en haut de la carte et 1 en bas.",
            "Mit einer Reise nimmst du eine Karte. Die auf Feld 0 ist kostenlos: Das Bärenfell "
            "gibt dir 1 Angriff und 4 Verteidigung, 3 auf dem oberen Teil und 1 auf dem unteren.",
        ),
        spotlight="track-0",
        answer="journey 0 bear pelt",
        replies=((1, "journey 0 hide shield"),),
    ),
    Step(
        title=("Crystals", "Les cristaux", "Kristalle"),
        says=(
            "Cards farther away cost crystals: as many as their space says. Pay 1 for “of Fast "
            "Feet”: 3 attack in all, and its speed makes each later journey 1 cheaper.",
            "Plus loin, les cartes coûtent des cristaux : autant que le numéro de leur case. "
            "Payez 1 pour « des Pieds légers » : 3 d’attaque en tout, et sa vitesse enlève 1 "
            "au prix de chaque voyage suivant.",
            "Weiter entfernte Karten kosten Kristalle: so viele, wie ihr Feld sagt. Zahle 1 für "
            "„der schnellen Füße“: zusammen 3 Angriff, und sein Tempo macht jede spätere Reise "
            "um 1 billiger.",
        ),
        spotlight="track-1",
        answer="journey 1 of fast feet",
        replies=((1, "journey 0 shroud"),),
    ),
    Step(
        title=("A rest", "Un repos", "Eine Rast"),
        says=(
            "Instead of a journey you can rest in the village: take 3 crystals, or heal 3 wounds. "
            "The card on space 0 is then gone. Take crystals.",
            "Au lieu de voyager, vous pouvez vous reposer au village : prenez 3 cristaux ou "
            "guérissez 3 blessures. La carte de la case 0 disparaît alors. Prenez des cristaux.",
            "Statt zu reisen, kannst du im Dorf rasten: Nimm 3 Kristalle oder heile 3 Wunden. Die "
            "Karte auf Feld 0 ist dann weg. Nimm Kristalle.",
        ),
        spotlight="village",
        answer="rest normaltown 1",
        replies=((1, "journey 0 padded vest"),),
    ),
    Step(
        title=("Stacks", "Les piles", "Stapel"),
        says=(
            "A new item covers your last one, of which only the lower part still counts. The "
            "Crossbow gives 3 attack, and the pelt under it still 1 defence.",
            "Un nouvel objet couvre le précédent, dont seule la partie basse compte encore. "
            "L’arbalète donne 3 d’attaque, et la peau dessous encore 1 de défense.",
            "Ein neuer Gegenstand verdeckt den letzten, von dem nur noch der untere Teil zählt. "
            "Die Armbrust gibt 3 Angriff, das Fell darunter noch 1 Verteidigung.",
        ),
        spotlight="track-0",
        answer="journey 0 long crossbow",
        replies=((1, "journey 0 dragonhide"),),
    ),
    Step(
        title=("A fight", "Un combat", "Ein Kampf"),
        says=(
            "The Coast Raider has 3 health: your attack of 6 wins. Its strength of 2 exceeds your "
            "defence of 1, so you take 1 wound.",
            "Le Pillard des côtes a 3 de vie : votre attaque de 6 suffit. Sa force de 2 dépasse "
            "votre défense de 1 : vous subissez 1 blessure.",
            "Der Küstenräuber hat 3 Leben: Dein Angriff von 6 reicht. Seine Stärke von 2 "
            "übertrifft deine Verteidigung von 1, also erleidest du 1 Wunde.",
        ),
        spotlight="track-0",
        answer="journey 0 coast raider",
        replies=((1, "journey 0 bear pelt"),),
    ),
    Step(
        title=("Points from cards", "Des points sur les cartes", "Punkte auf Karten"),
        says=(
            "Some cards count at the end: “of Greed” brings 2 points for every 5 crystals that "
            "you keep. Your 5 crystals are worth 2 points now.",
            "Certaines cartes comptent à la fin : « de la Cupidité » rapporte 2 points pour 5 "
            "cristaux gardés. Vos 5 cristaux valent maintenant 2 points.",
            "Manche Karten zählen am Ende: „der Gier“ bringt 2 Punkte für je 5 Kristalle, die du "
            "behältst. Deine 5 Kristalle sind jetzt 2 Punkte wert.",
        ),
        spotlight="track-0",
        answer="journey 0 of greed",
        replies=((1, "journey 0 hide shield"),),
    ),
    Step(
        title=("The last card", "La dernière carte", "Die letzte Karte"),
        says=(
            "One card is left: a Berserker with 5 health and 5 strength. Your attack is enough, "
            "and 4 points are worth 2 wounds. Fight.",
            "Il reste une carte : un Berserker, avec 5 de vie et 5 de force. Votre attaque "
            "suffit, et 4 points valent bien 2 blessures. Combattez.",
            "Eine Karte ist übrig: ein Berserker mit 5 Leben und 5 Stärke. Dein Angriff reicht, "
            "und 4 Punkte sind 2 Wunden wert. Kämpfe.",
        ),
        spotlight="track-0",
        answer="journey 0 berserker",
    ),
)
ENDING = Step(
    title=("You have won!", "Vous avez gagné !", "Du hast gewonnen!"),
    says=(
        "5 points to 1. A real match has a deck of 52 cards for two, with dragons in it. The "
        "hints explain what is new.",
        "5 points à 1. Une vraie partie à deux a une pioche de 52 cartes, avec des dragons. Les "
        "conseils expliquent ce qui est nouveau.",
        "5 zu 1 Punkte. Eine echte Partie zu zweit hat einen Stapel aus 52 Karten, mit Drachen. "
        "Die Tipps erklären, was neu ist.",
    ),
)
TUTORIAL = Tutorial(POSITION, STEPS, ENDING)
