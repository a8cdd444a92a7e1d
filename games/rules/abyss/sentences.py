"""What happens at the table and what is asked there, as sentences in three languages."""

from __future__ import annotations

# Events; see events.py for what each of them carries. `{name}` is the seat it happened to.
EVENTS: dict[str, dict[str, str]] = {
    "en": {
        "turn_started": "Turn {turn}: {name}.",
        "turn_started.extra": "Turn {turn}: {name} again, with an additional turn.",
        "income": "{name} gains {pearls} ({source}).",
        "plotted": "{name} pays 1 Pearl, and {lord} comes to the Court.",
        "action_skipped": "{name} cannot take any action.",
        "revealed": "{name} reveals {card} on space {space}.",
        "reshuffled": "The discard pile is shuffled into a new Exploration deck ({cards}).",
        "bought": "{name} buys {card} from {explorer} for {pearls}.",
        "unsold": "Nobody buys {card}.",
        "passed": "Passed: {passed}.",
        "taken": "{name} takes {card} and ends the exploration.",
        "left": "{name} leaves {card} and explores on.",
        "threat_rose": "The Threat rises to space {threat}.",
        "fought": "{name} fights the Monster, with the Threat on space {threat}.",
        "fought.lower": (
            "{name} fights the Monster, with the Threat on space {threat}; a Tamer lowers the "
            "reward to that of space {row}."
        ),
        "rewarded": "{name} is rewarded with {reward}.",
        "tokens_drawn": "Seen by you alone, new Monster tokens: {tokens}.",
        "exploration_ended": "The track is cleared; to the Council: {allies}.",
        "exploration_ended.nothing": "Nothing is left on the track.",
        "exploration_ended.monsters": "The track is cleared; only Monsters are left: {monsters}.",
        "exploration_ended.both": (
            "The track is cleared; to the Council: {allies}; Monsters discarded: {monsters}."
        ),
        "stack_taken": "{name} takes the {race} stack of the Council ({cards}).",
        "stack_seen": "Seen by you alone, in the {race} stack: {allies}.",
        "recruited": "{name} recruits {lord} (cost {cost}) with {payment}.",
        "affiliated": "{name} affiliates {ally}.",
        "court_refilled": "New in the Court: {lords}.",
        "end_triggered.lords": "{name} has seven Lords: the last round begins.",
        "end_triggered.court": "The Court cannot be refilled: the last round begins.",
        "slaver_used": "{name} sells {ally} to the Slaver for {pearls}.",
        "oracle_used": "{name} has the Oracle discard the {race} stack ({cards}).",
        "opportunist_used": "{name} has {lord} leave the Court; {by} comes instead.",
        "owed.jailer": "{name} owes the Jailer an Ally.",
        "owed.commander": "{name} owes the Commander all Allies above six.",
        "jailed": "{name} gives up {ally} to the Jailer.",
        "seeker_paid": "{name} loses {pearls} to the Seeker.",
        "disabled": "The Assassin disables {lord}, a Lord of {name}.",
        "commanded": "{name} discards for the Commander: {allies}.",
        "robbed": "{name} takes a Monster token from {victim}.",
        "robbed_token": "Seen by you two alone: the Monster token is worth {token}.",
        "extra_turn": "{name} will play an additional turn.",
        "swapped": "{name} gives {own} back and takes {other}.",
        "bribed": "{name} recruits {lord} for {pearls} alone.",
        "replaced": "{name} discards {lord} and gets {by} instead.",
        "declined": "{name} leaves the power unused ({power}).",
        "locations_drawn": "{name} draws from the Location stack ({number}).",
        "locations_seen": "Seen by you alone, Locations drawn: {locations}.",
        "controlled": "{name} controls {location} (paid: {payment}).",
        "locations_offered": "Newly on offer: {locations}.",
        "smokers_exchanged": "{name} exchanges Black Smokers for {location}.",
        "hand_limited": "{name} has too many Allies, discards {allies} and pays {pearls}.",
        "hand_limited.paid": "{name} has too many Allies and pays {pearls} to keep them.",
        "hand_limited.discarded": "{name} has too many Allies and discards {allies}.",
        "last_affiliated": "At the end {name} affiliates {allies} and discards {discarded}.",
        "ended": "The match is over. {ranking}.",
    },
    "fr": {
        "turn_started": "Tour {turn} : {name}.",
        "turn_started.extra": "Tour {turn} : encore {name}, pour un tour supplémentaire.",
        "income": "{name} gagne {pearls} ({source}).",
        "plotted": "{name} paie 1 Perle, et {lord} arrive à la Cour.",
        "action_skipped": "{name} ne peut faire aucune action.",
        "revealed": "{name} révèle {card} sur la case {space}.",
        "reshuffled": "La défausse est mélangée en une nouvelle pioche Exploration ({cards}).",
        "bought": "{name} achète {card} à {explorer} pour {pearls}.",
        "unsold": "Personne n'achète {card}.",
        "passed": "Ont passé : {passed}.",
        "taken": "{name} prend {card} et termine l'exploration.",
        "left": "{name} laisse {card} et continue d'explorer.",
        "threat_rose": "La Menace monte à la case {threat}.",
        "fought": "{name} combat le Monstre, avec la Menace sur la case {threat}.",
        "fought.lower": (
            "{name} combat le Monstre, avec la Menace sur la case {threat} ; une Dresseuse réduit "
            "la récompense à celle de la case {row}."
        ),
        "rewarded": "{name} reçoit en récompense {reward}.",
        "tokens_drawn": "Visible par vous seul, nouveaux jetons Monstre : {tokens}.",
        "exploration_ended": "La piste est vidée ; au Conseil : {allies}.",
        "exploration_ended.nothing": "Il ne reste rien sur la piste.",
        "exploration_ended.monsters": (
            "La piste est vidée ; il n'y reste que des Monstres : {monsters}."
        ),
        "exploration_ended.both": (
            "La piste est vidée ; au Conseil : {allies} ; Monstres défaussés : {monsters}."
        ),
        "stack_taken": "{name} prend la pile {race} du Conseil ({cards}).",
        "stack_seen": "Visible par vous seul, dans la pile {race} : {allies}.",
        "recruited": "{name} recrute {lord} (coût {cost}) avec {payment}.",
        "affiliated": "{name} fédère {ally}.",
        "court_refilled": "Nouveaux à la Cour : {lords}.",
        "end_triggered.lords": "{name} a sept Seigneurs : le dernier tour de table commence.",
        "end_triggered.court": (
            "La Cour ne peut plus être complétée : le dernier tour de table commence."
        ),
        "slaver_used": "{name} vend {ally} à l'Esclavagiste pour {pearls}.",
        "oracle_used": "{name} fait défausser par l'Oracle la pile {race} ({cards}).",
        "opportunist_used": "{name} renvoie {lord} de la Cour ; {by} arrive à la place.",
        "owed.jailer": "{name} doit un Allié au Geôlier.",
        "owed.commander": "{name} doit au Chef des armées tous ses Alliés au-delà de six.",
        "jailed": "{name} livre {ally} au Geôlier.",
        "seeker_paid": "{name} perd {pearls} à cause du Questeur.",
        "disabled": "L'Assassin neutralise {lord} chez {name}.",
        "commanded": "{name} défausse pour le Chef des armées : {allies}.",
        "robbed": "{name} prend un jeton Monstre à {victim}.",
        "robbed_token": "Visible par vous deux seuls : le jeton Monstre vaut {token}.",
        "extra_turn": "{name} jouera un tour supplémentaire.",
        "swapped": "{name} rend {own} et prend {other}.",
        "bribed": "{name} recrute {lord} pour {pearls} seulement.",
        "replaced": "{name} défausse {lord} et reçoit {by} à la place.",
        "declined": "{name} n'utilise pas le pouvoir ({power}).",
        "locations_drawn": "{name} pioche dans la pile des Lieux ({number}).",
        "locations_seen": "Visible par vous seul, Lieux piochés : {locations}.",
        "controlled": "{name} contrôle {location} (payé : {payment}).",
        "locations_offered": "Nouveaux Lieux visibles : {locations}.",
        "smokers_exchanged": "{name} échange les Fumeurs noirs contre {location}.",
        "hand_limited": "{name} a trop d'Alliés, défausse {allies} et paie {pearls}.",
        "hand_limited.paid": "{name} a trop d'Alliés et paie {pearls} pour les garder.",
        "hand_limited.discarded": "{name} a trop d'Alliés et défausse {allies}.",
        "last_affiliated": "À la fin, {name} fédère {allies} et défausse {discarded}.",
        "ended": "La partie est finie. {ranking}.",
    },
    "de": {
        "turn_started": "Zug {turn}: {name}.",
        "turn_started.extra": "Zug {turn}: noch einmal {name}, mit einem zusätzlichen Zug.",
        "income": "{name} erhält {pearls} ({source}).",
        "plotted": "{name} zahlt 1 Perle, und {lord_comes} kommt an den Hof.",
        "action_skipped": "{name} kann keine Aktion ausführen.",
        "revealed": "{name} deckt {card} auf Feld {space} auf.",
        "reshuffled": "Der Abwurf wird zu einem neuen Erkundungsstapel gemischt ({cards}).",
        "bought": "{name} kauft {card} von {explorer} für {pearls}.",
        "unsold": "Niemand kauft {card}.",
        "passed": "Gepasst: {passed}.",
        "taken": "{name} nimmt {card} und beendet die Erkundung.",
        "left": "{name} lässt {card} liegen und erkundet weiter.",
        "threat_rose": "Die Bedrohung steigt auf Feld {threat}.",
        "fought": "{name} bekämpft das Monster, die Bedrohung steht auf Feld {threat}.",
        "fought.lower": (
            "{name} bekämpft das Monster, die Bedrohung steht auf Feld {threat}; eine Bändigerin "
            "senkt die Belohnung auf die von Feld {row}."
        ),
        "rewarded": "{name} erhält als Belohnung {reward}.",
        "tokens_drawn": "Nur für dich sichtbar, neue Monstermarker: {tokens}.",
        "exploration_ended": "Die Leiste wird geräumt; in den Rat: {allies}.",
        "exploration_ended.nothing": "Auf der Leiste bleibt nichts liegen.",
        "exploration_ended.monsters": (
            "Die Leiste wird geräumt; nur Monster liegen noch dort: {monsters}."
        ),
        "exploration_ended.both": (
            "Die Leiste wird geräumt; in den Rat: {allies}; Monster abgeworfen: {monsters}."
        ),
        "stack_taken": "{name} nimmt den Stapel {race} des Rates ({cards}).",
        "stack_seen": "Nur für dich sichtbar, im Stapel {race}: {allies}.",
        "recruited": "{name} rekrutiert {lord} (Kosten {cost}) mit {payment}.",
        "affiliated": "{name} bindet {ally}.",
        "court_refilled": "Neu am Hof: {lords}.",
        "end_triggered.lords": "{name} hat sieben Lords: Die letzte Runde beginnt.",
        "end_triggered.court": (
            "Der Hof kann nicht mehr aufgefüllt werden: Die letzte Runde beginnt."
        ),
        "slaver_used": "{name} verkauft {ally} an den Sklavenhändler für {pearls}.",
        "oracle_used": "{name} lässt das Orakel den Stapel {race} abwerfen ({cards}).",
        "opportunist_used": "{name} schickt {lord} vom Hof; {by_comes} kommt dafür.",
        "owed.jailer": "{name} schuldet dem Kerkermeister einen Verbündeten.",
        "owed.commander": "{name} schuldet dem Heerführer alle Verbündeten über sechs.",
        "jailed": "{name} gibt {ally} an den Kerkermeister ab.",
        "seeker_paid": "{name} verliert {pearls} durch den Quästor.",
        "disabled": "Der Meuchler schaltet {lord} bei {name} aus.",
        "commanded": "{name} wirft für den Heerführer ab: {allies}.",
        "robbed": "{name} nimmt einen Monstermarker von {victim}.",
        "robbed_token": "Nur für euch beide sichtbar: Der Monstermarker ist {token} wert.",
        "extra_turn": "{name} wird einen zusätzlichen Zug spielen.",
        "swapped": "{name} gibt {own} zurück und nimmt {other}.",
        "bribed": "{name} rekrutiert {lord} allein für {pearls}.",
        "replaced": "{name} wirft {lord} ab und bekommt dafür {by}.",
        "declined": "{name} lässt die Fähigkeit ungenutzt ({power}).",
        "locations_drawn": "{name} zieht vom Stapel der Orte ({number}).",
        "locations_seen": "Nur für dich sichtbar, gezogene Orte: {locations}.",
        "controlled": "{name} kontrolliert {location} (bezahlt: {payment}).",
        "locations_offered": "Neu in der Auslage: {locations}.",
        "smokers_exchanged": "{name} tauscht die Schwarzen Raucher gegen {location}.",
        "hand_limited": "{name} hat zu viele Verbündete, wirft {allies} ab und zahlt {pearls}.",
        "hand_limited.paid": (
            "{name} hat zu viele Verbündete und zahlt {pearls}, um sie zu behalten."
        ),
        "hand_limited.discarded": "{name} hat zu viele Verbündete und wirft {allies} ab.",
        "last_affiliated": "Am Ende bindet {name} {allies} und wirft {discarded} ab.",
        "ended": "Die Partie ist vorbei. {ranking}.",
    },
}

# Questions; `{...}` are the facts of the prompt, in words.
QUESTIONS: dict[str, dict[str, str]] = {
    "en": {
        "turn": "It is your turn. You have {pearls}. What do you do?",
        "affiliate": "Which of the Allies played for {lord} do you affiliate?",
        "offer": "{card} is revealed. Do you buy it for {price} if it reaches you?",
        "offer.alone": "{card} is revealed. Do you buy it for {price}?",
        "beside": "{card} is on space {space}. If nobody buys it, do you take it or explore on?",
        "explorer": "Nobody bought {card} on space {space}. Do you take it or explore on?",
        "monster": (
            "A Monster is on space {space} and the Threat on space {threat}. Do you fight or "
            "explore on?"
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
        "traitor": "Does your Traitor replace another free Lord of yours by one of the Court?",
        "schemer": "Does your Schemer replace another free Lord of yours by the next of the deck?",
        "location": (
            "You must control a Location. Do you take one on offer, or draw some and keep one?"
        ),
        "location_pick": "Which of the Locations drawn do you keep?",
        "keys": "With which keys do you pay for {location}?",
        "black_smokers": "For which Location of the stack do you exchange Black Smokers?",
        "end": "Your turn ends. Do you still use a power?",
        "hand_limit": (
            "You hold {hand} Allies and may keep 12. Which do you discard? Each one over 12 that "
            "you keep costs 1 Pearl; you have {pearls}."
        ),
    },
    "fr": {
        "turn": "C'est votre tour. Vous avez {pearls}. Que faites-vous ?",
        "affiliate": "Lequel des Alliés joués pour {lord} fédérez-vous ?",
        "offer": (
            "Carte révélée : {card}. L'achetez-vous pour {price} si elle arrive jusqu'à vous ?"
        ),
        "offer.alone": "Carte révélée : {card}. L'achetez-vous pour {price} ?",
        "beside": (
            "{card} est sur la case {space}. Si personne n'achète, prenez-vous la carte ou "
            "continuez-vous ?"
        ),
        "explorer": (
            "Personne n'a acheté {card} sur la case {space}. Prenez-vous la carte ou "
            "continuez-vous ?"
        ),
        "monster": (
            "Un Monstre est sur la case {space} et la Menace sur la case {threat}. Combattez-vous "
            "ou continuez-vous ?"
        ),
        "reward": "Vous avez combattu le Monstre. Quelle récompense prenez-vous ?",
        "second_stack": "Votre Alchimiste vous donne une deuxième pile du Conseil. Laquelle ?",
        "jailer": "Le Geôlier exige un de vos Alliés. Lequel défaussez-vous ?",
        "assassin": "Votre Assassin agit. Quel Seigneur de cet adversaire est neutralisé ?",
        "commander": (
            "Le Chef des armées vous laisse 6 Alliés. Lesquels défaussez-vous ({excess}) ?"
        ),
        "commander_end": (
            "Votre tour se termine, et le Chef des armées vous laisse 6 Alliés. Lesquels "
            "défaussez-vous ({excess}) ?"
        ),
        "hunter": "À qui votre Chasseur prend-il un jeton Monstre ?",
        "apprentice": "Quelle pile du Conseil votre Apprenti prend-il ?",
        "illusionist": "Votre Illusionniste échange-t-il un de vos Lieux contre un Lieu visible ?",
        "corruptor": "Payez-vous 5 Perles pour un autre Seigneur de la Cour ?",
        "traitor": (
            "Votre Traitre remplace-t-il un autre de vos Seigneurs libres par un Seigneur de la "
            "Cour ?"
        ),
        "schemer": (
            "Votre Intrigant remplace-t-il un autre de vos Seigneurs libres par le suivant de la "
            "pioche ?"
        ),
        "location": (
            "Vous devez contrôler un Lieu. En prenez-vous un visible, ou en piochez-vous pour en "
            "garder un ?"
        ),
        "location_pick": "Lequel des Lieux piochés gardez-vous ?",
        "keys": "Avec quelles clés payez-vous {location} ?",
        "black_smokers": "Contre quel Lieu de la pile échangez-vous les Fumeurs noirs ?",
        "end": "Votre tour se termine. Utilisez-vous encore un pouvoir ?",
        "hand_limit": (
            "Vous avez {hand} Alliés en main et pouvez en garder 12. Lesquels défaussez-vous ? "
            "Chaque carte gardée au-delà de 12 coûte 1 Perle ; vous avez {pearls}."
        ),
    },
    "de": {
        "turn": "Du bist am Zug. Du hast {pearls}. Was tust du?",
        "affiliate": "Welchen der für {lord} gespielten Verbündeten bindest du?",
        "offer": "{card} ist aufgedeckt. Kaufst du für {price}, wenn die Karte zu dir kommt?",
        "offer.alone": "{card} ist aufgedeckt. Kaufst du die Karte für {price}?",
        "beside": (
            "{card} liegt auf Feld {space}. Wenn niemand kauft: Nimmst du die Karte oder erkundest "
            "du weiter?"
        ),
        "explorer": (
            "Niemand hat {card} auf Feld {space} gekauft. Nimmst du die Karte oder erkundest du "
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
        "traitor": "Ersetzt dein Verräter einen anderen deiner freien Lords durch einen vom Hof?",
        "schemer": (
            "Ersetzt dein Intrigant einen anderen deiner freien Lords durch den nächsten des "
            "Stapels?"
        ),
        "location": (
            "Du musst einen Ort kontrollieren. Nimmst du einen ausliegenden, oder ziehst du "
            "welche und behältst einen?"
        ),
        "location_pick": "Welchen der gezogenen Orte behältst du?",
        "keys": "Mit welchen Schlüsseln bezahlst du {location}?",
        "black_smokers": "Gegen welchen Ort des Stapels tauschst du die Schwarzen Raucher?",
        "end": "Dein Zug endet. Nutzt du noch eine Fähigkeit?",
        "hand_limit": (
            "Du hältst {hand} Verbündete und darfst 12 behalten. Welche wirfst du ab? Jede Karte "
            "über 12, die du behältst, kostet 1 Perle; du hast {pearls}."
        ),
    },
}

# What an answer costs or brings.
HINTS: dict[str, dict[str, str]] = {
    "en": {
        "payment": "plus {pearls}",
        "payment.none": "no Pearls",
        "threat": "the Threat goes to space {threat}",
        "draw": "keep 1 of {number}",
    },
    "fr": {
        "payment": "plus {pearls}",
        "payment.none": "sans Perle",
        "threat": "la Menace va à la case {threat}",
        "draw": "en garder 1 sur {number}",
    },
    "de": {
        "payment": "dazu {pearls}",
        "payment.none": "ohne Perlen",
        "threat": "die Bedrohung steht dann auf Feld {threat}",
        "draw": "1 von {number} behalten",
    },
}

# The words of the table.
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
        "for_you": "{cost}, for you {yours}",
        "costs": "cost {cost}, {races}",
        "track": "Track: ",
        "price": "Price of the next Ally: ",
        "threat": "Threat on space {threat}: ",
        "council": "Council: ",
        "exploration": "Exploration deck (Monster tokens left: {tokens}): ",
        "discard": "Discarded: ",
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
        "turn": "Tour {turn} : {name} joue.",
        "extra": "Un autre tour du même joueur suit.",
        "owes": "{name} doit encore défausser pour {by}.",
        "last_round": "Dernier tour de table : fin avant le prochain tour de {name}.",
        "over": "La partie est finie.",
        "hand": "Votre main ({many}) : ",
        "tokens": "Jetons Monstre : ",
        "drawn": "Lieux piochés :",
        "stack_seen": "Dans la pile des Lieux :",
        "court": "Cour (pioche : {deck}) :",
        "with": "{races} dont {race}",
        "for_you": "{cost}, pour vous {yours}",
        "costs": "coût {cost}, {races}",
        "track": "Piste : ",
        "price": "Prix du prochain Allié : ",
        "threat": "Menace sur la case {threat} : ",
        "council": "Conseil : ",
        "exploration": "Pioche Exploration (jetons Monstre restants : {tokens}) : ",
        "discard": "Défausse : ",
        "face_down": " ; face cachée : {cards}",
        "offer": "Lieux visibles (pile : {stack}) :",
        "you": " (vous)",
        "lords": "Seigneurs : ",
        "affiliated": "Fédérés : ",
        "location": "Lieu : ",
        "under": "sous {location}",
        "disabled": "neutralisé",
        "scores": "Scores finaux :",
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
        "with": "{races} mit {race}",
        "for_you": "{cost}, für dich {yours}",
        "costs": "Kosten {cost}, {races}",
        "track": "Leiste: ",
        "price": "Preis des nächsten Verbündeten: ",
        "threat": "Bedrohung auf Feld {threat}: ",
        "council": "Rat: ",
        "exploration": "Erkundungsstapel (übrige Monstermarker: {tokens}): ",
        "discard": "Abgeworfen: ",
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
