"""The texts of questions, of the cost or gain of answers, and of the text table."""

from __future__ import annotations

# Questions; `{...}` are the facts of the prompt as words.
QUESTIONS: dict[str, dict[str, str]] = {
    "en": {
        "turn": "It is your turn. You have {pearls}. What do you do?",
        "affiliate": "Which of the Allies played for {lord} do you affiliate?",
        "offer": (
            "{explorer} has revealed {this}. Do you buy it for {price}? (Earlier players decide "
            "before you.)"
        ),
        "offer.alone": "{explorer} has revealed {this}. Do you buy it for {price}?",
        "beside": "{on} is on space {space}. If nobody buys it, do you take it or continue?",
        "explorer": "Nobody bought {this} on space {space}. Do you take it or continue?",
        "monster": (
            "A Monster is on space {space} and the Threat on space {threat}. Do you fight or "
            "continue?"
        ),
        "reward": "You have fought the Monster. Which reward do you take?",
        "second_stack": "Your Alchemist gives you a second Council stack. Which one?",
        "jailer": "The Jailer demands one of your Allies. Which one do you discard?",
        "assassin": "Your Assassin is at work. Which Lord of this opponent is disabled?",
        "commander": "The Commander lets you keep 6 Allies. Which do you discard ({excess})?",
        "commander_end": (
            "Your turn ends, and the Commander lets you keep 6 Allies. Which do you discard "
            "({excess})?"
        ),
        "hunter": "From whom does your Hunter take a Monster token?",
        "apprentice": "Which Council stack does your Apprentice take?",
        "illusionist": "Does your Illusionist exchange one of your Locations for one on offer?",
        "corruptor": "Do you pay 5 Pearls for one more Lord of the Court?",
        "traitor": "Traitor: replace one of your free Lords with one of the Court?",
        "schemer": "Schemer: replace one of your free Lords with the next of the deck, unseen?",
        "location": (
            "You must control a Location. Do you take one on offer, or draw some and keep one?"
        ),
        "location_pick": "Which of the Locations drawn do you keep?",
        "keys": "With which keys do you pay for {location}?",
        "black_smokers": "For which Location of the stack do you exchange Black Smokers?",
        "end": "Use a power before ending your turn?",
        "hand_limit": (
            "You hold {hand} Allies and may keep 12. Which do you discard? Each one over 12 that "
            "you keep costs 1 Pearl; you have {pearls}."
        ),
    },
    "fr": {
        "turn": "C’est à vous de jouer. Vous avez {pearls}. Que faites-vous ?",
        "affiliate": "Lequel des Alliés joués pour {lord} fédérez-vous ?",
        "offer": (
            "{explorer} a révélé {this}. L’achetez-vous pour {price} ? (Les joueurs précédents "
            "choisissent d’abord.)"
        ),
        "offer.alone": "{explorer} a révélé {this}. L’achetez-vous pour {price} ?",
        "beside": (
            "{on} est sur la case {space}. Si personne n’achète, prenez-vous la carte ou "
            "continuez-vous ?"
        ),
        "explorer": (
            "Personne n’a acheté {this} sur la case {space}. Prenez-vous la carte ou "
            "continuez-vous ?"
        ),
        "monster": (
            "Un Monstre est sur la case {space} et la Menace sur la case {threat}. Combattez-vous "
            "ou continuez-vous ?"
        ),
        "reward": "Vous avez combattu le Monstre. Quelle récompense prenez-vous ?",
        "second_stack": "Votre Alchimiste vous donne une deuxième pile du Conseil. Laquelle ?",
        "jailer": "Le Geôlier exige un de vos Alliés. Lequel défaussez-vous ?",
        "assassin": "Votre Assassin agit. Quel Seigneur de cet adversaire est neutralisé ?",
        "commander": (
            "Le Chef des armées vous laisse 6 Alliés. Lesquels défaussez-vous ({excess}) ?"
        ),
        "commander_end": (
            "Votre tour se termine, et le Chef des armées vous laisse 6 Alliés. Lesquels "
            "défaussez-vous ({excess}) ?"
        ),
        "hunter": "À qui votre Chasseur prend-il un jeton Monstre ?",
        "apprentice": "Quelle pile du Conseil votre Apprenti prend-il ?",
        "illusionist": "Votre Illusionniste échange-t-il un de vos Lieux contre un Lieu visible ?",
        "corruptor": "Payez-vous 5 Perles pour un autre Seigneur de la Cour ?",
        "traitor": ("Traître : remplacer un de vos Seigneurs libres par un Seigneur de la Cour ?"),
        "schemer": (
            "Intrigant : remplacer un de vos Seigneurs libres par le suivant de la pioche, sans le "
            "voir ?"
        ),
        "location": (
            "Vous devez contrôler un Lieu. Prenez-vous un Lieu visible, ou piochez-vous pour en "
            "garder un ?"
        ),
        "location_pick": "Lequel des Lieux piochés gardez-vous ?",
        "keys": "Avec quelles clés payez-vous {location} ?",
        "black_smokers": "Contre quel Lieu de la pile échangez-vous les Fumeurs noirs ?",
        "end": "Utiliser un pouvoir avant de finir votre tour ?",
        "hand_limit": (
            "Vous avez {hand} Alliés en main et pouvez en garder 12. Lesquels défaussez-vous ? "
            "Chaque carte gardée au-delà de 12 coûte 1 Perle ; vous avez {pearls}."
        ),
    },
    "de": {
        "turn": "Du bist am Zug. Du hast {pearls}. Was tust du?",
        "affiliate": "Welchen der für {lord} gespielten Verbündeten bindest du?",
        "offer": (
            "{explorer} hat {this} aufgedeckt. Kaufst du die Karte für {price}? (Frühere Spieler "
            "wählen zuerst.)"
        ),
        "offer.alone": "{explorer} hat {this} aufgedeckt. Kaufst du die Karte für {price}?",
        "beside": (
            "{on} liegt auf Feld {space}. Wenn niemand kauft: Nimmst du die Karte oder erkundest "
            "du weiter?"
        ),
        "explorer": (
            "Niemand hat {this} auf Feld {space} gekauft. Nimmst du die Karte oder erkundest du "
            "weiter?"
        ),
        "monster": (
            "Ein Monster liegt auf Feld {space}, die Bedrohung steht auf Feld {threat}. Kämpfst du "
            "oder erkundest du weiter?"
        ),
        "reward": "Du hast das Monster bekämpft. Welche Belohnung nimmst du?",
        "second_stack": "Dein Alchemist gibt dir einen zweiten Stapel des Rates. Welchen?",
        "jailer": "Der Kerkermeister verlangt einen deiner Verbündeten. Welchen wirfst du ab?",
        "assassin": "Dein Meuchler handelt. Welcher Lord dieses Gegners wird ausgeschaltet?",
        "commander": ("Der Heerführer lässt dir 6 Verbündete. Welche wirfst du ab ({excess})?"),
        "commander_end": (
            "Dein Zug endet, und der Heerführer lässt dir 6 Verbündete. Welche wirfst du ab "
            "({excess})?"
        ),
        "hunter": "Wem nimmt dein Jäger einen Monstermarker weg?",
        "apprentice": "Welchen Stapel des Rates nimmt dein Lehrling?",
        "illusionist": "Tauscht dein Illusionist einen deiner Orte gegen einen ausliegenden?",
        "corruptor": "Zahlst du 5 Perlen für noch einen Lord vom Hof?",
        "traitor": "Verräter: einen deiner freien Lords durch einen vom Hof ersetzen?",
        "schemer": (
            "Intrigant: einen deiner freien Lords durch den nächsten des Stapels ersetzen, "
            "ungesehen?"
        ),
        "location": (
            "Du musst einen Ort kontrollieren. Nimmst du einen ausliegenden, oder ziehst du "
            "welche und behältst einen?"
        ),
        "location_pick": "Welchen der gezogenen Orte behältst du?",
        "keys": "Mit welchen Schlüsseln bezahlst du {location}?",
        "black_smokers": "Gegen welchen Ort des Stapels tauschst du die Schwarzen Raucher?",
        "end": "Vor dem Ende deines Zuges eine Fähigkeit nutzen?",
        "hand_limit": (
            "Du hältst {hand} Verbündete und darfst 12 behalten. Welche wirfst du ab? Jede Karte "
            "über 12, die du behältst, kostet 1 Perle; du hast {pearls}."
        ),
    },
}

# Who has revealed a card, for readers who do not know the players' names.
EXPLORER = ("The explorer", "L’explorateur", "Der Erkunder")

# The cost or gain of an answer.
HINTS: dict[str, dict[str, str]] = {
    "en": {
        "plot": "pay {pearls}, reveal one more Lord",
        "oracle": "discard {cards}",
        "gain": "gain {gained}",
        "buy": "{pearls}; {left} left",
        "payment": "and pay {pearls}",
        "payment.left": "and pay {pearls}; {left} left",
        "affiliates": "affiliates {ally}",
        "payment.none": "no Pearls",
        "threat": "the Threat goes to space {threat}",
        "draw": "keep 1 of {number}",
        "rob": "rob {victim}",
        "keep_lords": "keep your Lords",
    },
    "fr": {
        "plot": "payer {pearls}, révéler un Seigneur de plus",
        "oracle": "défausser {cards}",
        "gain": "gagner {gained}",
        "buy": "{pearls} ; il en reste {left}",
        "payment": "et payer {pearls}",
        "payment.left": "et payer {pearls} ; il en reste {left}",
        "affiliates": "fédère {ally}",
        "payment.none": "sans Perle",
        "threat": "la Menace va à la case {threat}",
        "draw": "en garder 1 sur {number}",
        "rob": "voler {victim}",
        "keep_lords": "garder vos Seigneurs",
    },
    "de": {
        "plot": "{pearls} zahlen, einen weiteren Lord aufdecken",
        "oracle": "{cards} abwerfen",
        "gain": "{gained} bekommen",
        "buy": "{pearls}; {left} bleiben",
        "payment": "und {pearls} zahlen",
        "payment.left": "und {pearls} zahlen; {left} bleiben",
        "affiliates": "bindet {ally}",
        "payment.none": "ohne Perlen",
        "threat": "die Bedrohung steht dann auf Feld {threat}",
        "draw": "1 von {number} behalten",
        "rob": "berauben: {victim}",
        "keep_lords": "deine Lords behalten",
    },
}

# Labels of the text table.
LABELS: dict[str, dict[str, str]] = {
    "en": {
        "turn": "Turn {turn}: {name} plays.",
        "extra": "Another turn of the same player follows.",
        "owes": "{name} still owes discards to {by}.",
        "last_round": "The last round: the match ends before the next turn of {name}.",
        "over": "The match is over.",
        "hand": "Your hand ({many}): ",
        "tokens": "Monster tokens: ",
        "drawn": "Locations drawn:",
        "stack_seen": "In the Location stack:",
        "court": "Court (deck: {deck}):",
        "with": "{races} with {race}",
        "only": "{race} only",
        "for_you": "{cost}, for you {yours}",
        "costs": "cost {cost}, {races}",
        "track": "Track: ",
        "price": "Price of the next Ally: ",
        "threat": "Threat on space {threat}: ",
        "council": "Council: ",
        "exploration": "Exploration deck (Monster tokens left: {tokens}): ",
        "discard": "Discard pile: ",
        "face_down": "; face down: {cards}",
        "offer": "Locations on offer (stack: {stack}):",
        "you": " (you)",
        "lords": "Lords: ",
        "affiliated": "Affiliated: ",
        "location": "Location: ",
        "under": "under {location}",
        "disabled": "disabled",
        "scores": "Final scores:",
    },
    "fr": {
        "turn": "Tour {turn} : {name} joue.",
        "extra": "Un autre tour du même joueur suit.",
        "owes": "{name} doit encore défausser pour {by}.",
        "last_round": "Dernier tour de table : fin quand ce sera de nouveau à {name}.",
        "over": "La partie est terminée.",
        "hand": "Votre main ({many}) : ",
        "tokens": "Jetons Monstre : ",
        "drawn": "Lieux piochés :",
        "stack_seen": "Dans la pile des Lieux :",
        "court": "Cour (pioche : {deck}) :",
        "with": "{races}, dont {race}",
        "only": "{race} seulement",
        "for_you": "{cost}, pour vous {yours}",
        "costs": "coût {cost}, {races}",
        "track": "Piste : ",
        "price": "Prix du prochain Allié : ",
        "threat": "Menace sur la case {threat} : ",
        "council": "Conseil : ",
        "exploration": "Pioche Exploration (jetons Monstre restants : {tokens}) : ",
        "discard": "Défausse : ",
        "face_down": " ; face cachée : {cards}",
        "offer": "Lieux visibles (pile : {stack}) :",
        "you": " (vous)",
        "lords": "Seigneurs : ",
        "affiliated": "Fédérés : ",
        "location": "Lieu : ",
        "under": "sous {location}",
        "disabled": "neutralisé",
        "scores": "Scores finaux :",
    },
    "de": {
        "turn": "Zug {turn}: {name} spielt.",
        "extra": "Ein weiterer Zug derselben Person folgt.",
        "owes": "{name} schuldet noch Abwürfe: {by}.",
        "last_round": "Letzte Runde: Die Partie endet vor dem nächsten Zug von {name}.",
        "over": "Die Partie ist vorbei.",
        "hand": "Deine Hand ({many}): ",
        "tokens": "Monstermarker: ",
        "drawn": "Gezogene Orte:",
        "stack_seen": "Im Stapel der Orte:",
        "court": "Hof (Stapel: {deck}):",
        "with": "{races}, darunter {race}",
        "only": "nur {race}",
        "for_you": "{cost}, für dich {yours}",
        "costs": "Kosten {cost}, {races}",
        "track": "Leiste: ",
        "price": "Preis des nächsten Verbündeten: ",
        "threat": "Bedrohung auf Feld {threat}: ",
        "council": "Rat: ",
        "exploration": "Erkundungsstapel (übrige Monstermarker: {tokens}): ",
        "discard": "Ablagestapel: ",
        "face_down": "; verdeckt: {cards}",
        "offer": "Ausliegende Orte (Stapel: {stack}):",
        "you": " (du)",
        "lords": "Lords: ",
        "affiliated": "Gebunden: ",
        "location": "Ort: ",
        "under": "unter {location}",
        "disabled": "ausgeschaltet",
        "scores": "Endstand:",
    },
}
