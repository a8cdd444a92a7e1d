"""Sentences in English, French and German: questions, events, labels, hints, refusals."""

from __future__ import annotations

from .names import Row

QUESTIONS: dict[str, Row] = {
    "kingdom": (
        "Which kingdom comes into the match?",
        "Quel royaume entre dans la partie ?",
        "Welches Reich kommt in die Partie?",
    ),
    "starter": (
        "Which of your two cards do you keep? All choose together.",
        "Laquelle de vos deux cartes gardez-vous ? Tous choisissent ensemble.",
        "Welche deiner zwei Karten behältst du? Alle wählen zugleich.",
    ),
    "turn": (
        "It is your turn. You have {crystals}. What do you do?",
        "C'est votre tour. Vous avez {crystals}. Que faites-vous ?",
        "Du bist am Zug. Du hast {crystals}. Was tust du?",
    ),
    "turn.after": (
        "Your main action is done. Do you use something else?",
        "Votre action principale est faite. Utilisez-vous autre chose ?",
        "Deine Hauptaktion ist getan. Nutzt du noch etwas?",
    ),
    "prepare": (
        "Before the fight against {card}: {attack} against {health} health. Do you use something?",
        "Avant le combat contre {card} : {attack} contre {health} de vie. Utilisez-vous autre "
        "chose ?",
        "Vor dem Kampf gegen {card}: {attack} gegen {health} Leben. Nutzt du etwas?",
    ),
    "duel_prep": (
        "Before the duel: do you use something?",
        "Avant le duel : utilisez-vous quelque chose ?",
        "Vor dem Duell: Nutzt du etwas?",
    ),
    "wound": (
        "Ten wounds become a wound card. Which one do you take?",
        "Dix blessures deviennent une carte blessure. Laquelle prenez-vous ?",
        "Zehn Wunden werden eine Wundkarte. Welche nimmst du?",
    ),
    "target": ("Whom do you choose?", "Qui choisissez-vous ?", "Wen wählst du?"),
    "tie": (
        "Several players are equal. Who is it?",
        "Plusieurs joueurs sont à égalité. Qui est-ce ?",
        "Mehrere sind gleich. Wer ist es?",
    ),
    "discard": (
        "Which card do you discard?",
        "Quelle carte défaussez-vous ?",
        "Welche Karte wirfst du ab?",
    ),
    "remove": (
        "Which card leaves the match?",
        "Quelle carte quitte la partie ?",
        "Welche Karte verlässt die Partie?",
    ),
    "give": (
        "Which card do you give?",
        "Quelle carte donnez-vous ?",
        "Welche Karte gibst du?",
    ),
    "keep": (
        "Which enchantment do you keep?",
        "Quel enchantement gardez-vous ?",
        "Welche Verzauberung behältst du?",
    ),
    "bury": (
        "Which top card do you bury?",
        "Quelle carte du dessus enfouissez-vous ?",
        "Welche oberste Karte vergräbst du?",
    ),
    "unbury": (
        "Which bottom card do you unbury?",
        "Quelle carte du dessous déterrez-vous ?",
        "Welche unterste Karte gräbst du aus?",
    ),
    "turn_over": (
        "Do you bury or unbury?",
        "Enfouissez-vous ou déterrez-vous ?",
        "Vergräbst du oder gräbst du aus?",
    ),
    "swap": ("What do you swap?", "Qu'échangez-vous ?", "Was tauschst du?"),
    "order": (
        "Several texts answer this. Which one comes first?",
        "Plusieurs textes réagissent. Lequel vient d'abord ?",
        "Mehrere Texte antworten. Welcher kommt zuerst?",
    ),
    "branch": ("Which effect?", "Quel effet ?", "Welche Wirkung?"),
    "pay": ("Do you pay?", "Payez-vous ?", "Zahlst du?"),
    "duel": ("Do you duel?", "Vous battez-vous en duel ?", "Duellierst du dich?"),
    "split": (
        "How do you spread your wounds?",
        "Comment répartissez-vous vos blessures ?",
        "Wie verteilst du deine Wunden?",
    ),
    "visit": (
        "A free journey: which card?",
        "Un voyage gratuit : quelle carte ?",
        "Eine kostenlose Reise: zu welcher Karte?",
    ),
    "weaken": (
        "Which reinforcement do you remove?",
        "Quel renfort retirez-vous ?",
        "Welche Verstärkung entfernst du?",
    ),
    "desert": (
        "Do you flip the desert token?",
        "Retournez-vous le jeton désert ?",
        "Drehst du den Wüstenmarker um?",
    ),
}

EVENTS: dict[str, Row] = {
    "kingdom": (
        "{name} chooses {kingdom}.",
        "{name} choisit {kingdom}.",
        "{name} wählt {kingdom}.",
    ),
    "kingdoms": ("In the match: {kingdoms}.", "Dans la partie : {kingdoms}.")
    + ("In der Partie: {kingdoms}.",),
    "laid_out": (
        "The village is {village}.",
        "Le village est {village}.",
        "Das Dorf ist {village}.",
    ),
    "laid_out.overlord": (
        "The village is {village}, the Overlord {overlord}.",
        "Le village est {village}, le Suzerain {overlord}.",
        "Das Dorf ist {village}, der Overlord {overlord}.",
    ),
    "starter": ("{name} begins with {card}.", "{name} commence avec {card}.")
    + ("{name} beginnt mit {card}.",),
    "turn": ("Turn {turn}: {name}.", "Tour {turn} : {name}.", "Zug {turn}: {name}."),
    "sealed": ("Your answer is sealed.", "Votre réponse est scellée.")
    + ("Deine Antwort ist versiegelt.",),
    "all_answered": ("All have answered.", "Tous ont répondu.", "Alle haben geantwortet."),
    "journey": (
        "{name} journeys to space {slot}, {card}, for {crystals}.",
        "{name} voyage vers la case {slot}, {card}, pour {crystals}.",
        "{name} reist auf Feld {slot}, {card}, für {crystals}.",
    ),
    "used": ("{name} uses {card}: {line}.", "{name} utilise {card} : {line}.")
    + ("{name} nutzt {card}: {line}.",),
    "took": ("{name} takes {card}.", "{name} prend {card}.", "{name} nimmt {card}."),
    "won_fight": ("{name} defeats {card}.", "{name} vainc {card}.", "{name} besiegt {card}."),
    "lost_fight": (
        "{name} is too weak for {card}.",
        "{name} est trop faible pour {card}.",
        "{name} ist zu schwach für {card}.",
    ),
    "hurt": ("{name} takes {wounds}.", "{name} subit {wounds}.", "{name} nimmt {wounds}."),
    "healed": ("{name} heals {wounds}.", "{name} guérit {wounds}.", "{name} heilt {wounds}."),
    "wound_card": (
        "{name} gets the wound card {card}.",
        "{name} reçoit la carte blessure {card}.",
        "{name} bekommt die Wundkarte {card}.",
    ),
    "wound_healed": (
        "The wound card {card} of {name} is healed.",
        "La carte blessure {card} de {name} est guérie.",
        "Die Wundkarte {card} von {name} ist geheilt.",
    ),
    "gained": ("{name}: {powers}.", "{name} : {powers}.", "{name}: {powers}."),
    "crystals": ("{name}: {change}.", "{name} : {change}.", "{name}: {change}."),
    "die": ("{name} rolls a {n}.", "{name} fait {n} au dé.", "{name} würfelt eine {n}."),
    "buried": ("{name} buries {card}.", "{name} enfouit {card}.", "{name} vergräbt {card}."),
    "unburied": ("{name} unburies {card}.", "{name} déterre {card}.", "{name} gräbt {card} aus."),
    "discarded": ("{name} discards {card}.", "{name} défausse {card}.", "{name} wirft {card} ab."),
    "removed": (
        "{name} takes {card} out of the match.",
        "{name} retire {card} de la partie.",
        "{name} nimmt {card} aus der Partie.",
    ),
    "passed": ("{card} goes from {name} to {to}.", "{card} passe de {name} à {to}.")
    + ("{card} geht von {name} an {to}.",),
    "swapped": (
        "{name} swaps {other} for {card}.",
        "{name} échange {other} contre {card}.",
        "{name} tauscht {other} gegen {card}.",
    ),
    "tops_passed": (
        "Everybody passes on the top cards.",
        "Chacun passe ses cartes du dessus.",
        "Alle geben ihre obersten Karten weiter.",
    ),
    "track_swapped": (
        "On the track {card} and {other} are swapped.",
        "Sur la piste, {card} et {other} sont échangées.",
        "Auf der Strecke tauschen {card} und {other}.",
    ),
    "track_discarded": (
        "{card} leaves the track.",
        "{card} quitte la piste.",
        "{card} verlässt die Strecke.",
    ),
    "track_token": (
        "On {card}: {n} × {token}.",
        "Sur {card} : {n} × {token}.",
        "Auf {card}: {n} × {token}.",
    ),
    "deck_discarded": (
        "{card} is discarded from the deck.",
        "{card} est défaussée de la pioche.",
        "{card} wird vom Stapel abgeworfen.",
    ),
    "revealed": ("On the track: {cards}.", "Sur la piste : {cards}.", "Auf der Strecke: {cards}."),
    "invasion": ("Invasion ({type}).", "Invasion ({type}).", "Invasion ({type})."),
    "overlord_attacks": (
        "The Overlord attacks.",
        "Le Suzerain attaque.",
        "Der Overlord greift an.",
    ),
    "overlord_falls": (
        "The Overlord is defeated for good.",
        "Le Suzerain est vaincu pour de bon.",
        "Der Overlord ist endgültig besiegt.",
    ),
    "overlord_immune": (
        "The Overlord cannot be hurt now.",
        "Le Suzerain est invulnérable.",
        "Der Overlord ist jetzt unverwundbar.",
    ),
    "overlord_rewards": (
        "Rewards on the Overlord: {n}.",
        "Récompenses sur le Suzerain : {n}.",
        "Belohnungen auf dem Overlord: {n}.",
    ),
    "overlord_crystals": (
        "Crystals on the Overlord: {n}.",
        "Cristaux sur le Suzerain : {n}.",
        "Kristalle auf dem Overlord: {n}.",
    ),
    "village_rewards": (
        "Rewards on the village: {n}.",
        "Récompenses sur le village : {n}.",
        "Belohnungen auf dem Dorf: {n}.",
    ),
    "on_overlord": (
        "{card} goes onto the Overlord.",
        "{card} va sur le Suzerain.",
        "{card} kommt auf den Overlord.",
    ),
    "reward": (
        "{name} gets a reward of the Overlord.",
        "{name} reçoit une récompense du Suzerain.",
        "{name} bekommt eine Belohnung des Overlords.",
    ),
    "reinforced": (
        "The Overlord gets a reinforcement: {side}.",
        "Le Suzerain reçoit un renfort : {side}.",
        "Der Overlord bekommt Verstärkung: {side}.",
    ),
    "weakened": (
        "The Overlord loses a reinforcement: {side}.",
        "Le Suzerain perd un renfort : {side}.",
        "Der Overlord verliert Verstärkung: {side}.",
    ),
    "hit_points": (
        "The Overlord: {n}, {left} left.",
        "Le Suzerain : {n}, il lui reste {left}.",
        "Der Overlord: {n}, es bleiben {left}.",
    ),
    "event": (
        "Event (anger {anger}): {card} – {text}.",
        "Événement (colère {anger}) : {card} – {text}.",
        "Ereignis (Zorn {anger}): {card} – {text}.",
    ),
    "cerberus": (
        "Cerberus lies down on {card}.",
        "Cerbère se couche sur {card}.",
        "Zerberus legt sich auf {card}.",
    ),
    "village_replaced": (
        "The village is now {card}.",
        "Le village est désormais {card}.",
        "Das Dorf ist jetzt {card}.",
    ),
    "desert": ("The desert: {side}.", "Le désert : {side}.", "Die Wüste: {side}."),
    "duel": (
        "{name} and {to} fight a duel.",
        "{name} et {to} se battent en duel.",
        "{name} und {to} duellieren sich.",
    ),
    "scored": ("{name}: {points}.", "{name} : {points}.", "{name}: {points}."),
    "together_won": (
        "The Overlord has fallen: you have won together, with {pool} wounds.",
        "Le Suzerain est tombé : vous avez gagné ensemble, avec {pool} blessures.",
        "Der Overlord ist gefallen: Ihr habt gemeinsam gewonnen, mit {pool} Wunden.",
    ),
    "together_lost": (
        "You have lost together: {pool} wounds, the Overlord keeps {left} points.",
        "Vous avez perdu ensemble : {pool} blessures, le Suzerain garde {left} points.",
        "Ihr habt gemeinsam verloren: {pool} Wunden, der Overlord behält {left} Punkte.",
    ),
}

LABELS: dict[str, Row] = {
    "over": ("The match is over.", "La partie est finie.", "Die Partie ist zu Ende."),
    "setup": (
        "The match is being laid out.",
        "La partie se prépare.",
        "Die Partie wird aufgebaut.",
    ),
    "turn": ("Turn {turn}, {name}. {deck} cards in the deck.",)
    + ("Tour {turn}, {name}. {deck} cartes dans la pioche.",)
    + ("Zug {turn}, {name}. {deck} Karten im Stapel.",),
    "track": ("The journey track", "La piste de voyage", "Die Reisestrecke"),
    "creature": (
        "{slot}: {card} – health {health}, strength {strength}, {crystals}",
        "{slot} : {card} – vie {health}, force {strength}, {crystals}",
        "{slot}: {card} – Leben {health}, Stärke {strength}, {crystals}",
    ),
    "artifact": ("{slot}: {card} – {crystals}", "{slot} : {card} – {crystals}")
    + ("{slot}: {card} – {crystals}",),
    "empty": ("{slot}: -", "{slot} : -", "{slot}: -"),
    "above": ("above: {text}", "dessus : {text}", "oben: {text}"),
    "below": ("below: {text}", "dessous : {text}", "unten: {text}"),
    "village": ("Village {card}: {text}", "Village {card} : {text}", "Dorf {card}: {text}"),
    "overlord": (
        "Overlord {card}: health {health}, strength {strength}, rewards {rewards}. {text}",
        "Suzerain {card} : vie {health}, force {strength}, récompenses {rewards}. {text}",
        "Overlord {card}: Leben {health}, Stärke {strength}, Belohnungen {rewards}. {text}",
    ),
    "overlord.coop": (
        "Overlord {card}: {hit_points} points, health {health}, strength {strength}. {text}",
        "Suzerain {card} : {hit_points} points, vie {health}, force {strength}. {text}",
        "Overlord {card}: {hit_points} Punkte, Leben {health}, Stärke {strength}. {text}",
    ),
    "overlord.gone": ("Overlord {card}: defeated.", "Suzerain {card} : vaincu.")
    + ("Overlord {card}: besiegt.",),
    "pool": ("Wounds together: {pool} of {threshold}.",)
    + ("Blessures ensemble : {pool} sur {threshold}.",)
    + ("Gemeinsame Wunden: {pool} von {threshold}.",),
    "event": ("Event {card}: {text}", "Événement {card} : {text}", "Ereignis {card}: {text}"),
    "desert": ("Desert: {side}.", "Désert : {side}.", "Wüste: {side}."),
    "graveyard": ("Graveyard, top first: {cards}.", "Cimetière, dessus d'abord : {cards}.")
    + ("Friedhof, oberste zuerst: {cards}.",),
    "seat": (
        "{name}: attack {attack}, defense {defense}, {crystals}, {wounds}, {points}",
        "{name} : attaque {attack}, défense {defense}, {crystals}, {wounds}, {points}",
        "{name}: Angriff {attack}, Verteidigung {defense}, {crystals}, {wounds}, {points}",
    ),
    "top": ("{stack}: {card} – {text}", "{stack} : {card} – {text}", "{stack}: {card} – {text}"),
    "under": ("under it: {cards}", "dessous : {cards}", "darunter: {cards}"),
    "dealt": ("Dealt to you: {cards}", "Vos cartes : {cards}", "Dir gegeben: {cards}"),
    "line": ("{line} {points}", "{line} {points}", "{line} {points}"),
    "score": (
        "{name}: {total} ({lines})",
        "{name} : {total} ({lines})",
        "{name}: {total} ({lines})",
    ),
    "tokens.wounds": ("{n} wounds", "{n} blessures", "{n} Wunden"),
    "tokens.rewards": ("{n} rewards", "{n} récompenses", "{n} Belohnungen"),
    "tokens.cerberus": ("Cerberus", "Cerbère", "Zerberus"),
}

HINTS: dict[str, Row] = {
    "free": ("free", "gratuit", "kostenlos"),
    "costs": ("costs {crystals}", "coûte {crystals}", "kostet {crystals}"),
    "win": ("{cost}; you win and take {wounds}", "{cost} ; vous gagnez et subissez {wounds}")
    + ("{cost}; du gewinnst und nimmst {wounds}",),
    "win.clean": ("{cost}; you win unhurt", "{cost} ; vous gagnez indemne")
    + ("{cost}; du gewinnst unverletzt",),
    "lose": (
        "{cost}; too weak: {attack} against {health} health",
        "{cost} ; trop faible : {attack} contre {health} de vie",
        "{cost}; zu schwach: {attack} gegen {health} Leben",
    ),
    "fight": ("{attack} against {health} health", "{attack} contre {health} de vie")
    + ("{attack} gegen {health} Leben",),
    "top": ("on top", "au-dessus", "oben"),
    "covered": ("covered", "couverte", "verdeckt"),
}

REFUSALS: dict[str, tuple[str, str]] = {
    "This match is over.": ("Cette partie est finie.", "Diese Partie ist zu Ende."),
    "You are not asked anything now.": (
        "On ne vous demande rien pour l'instant.",
        "Du wirst gerade nichts gefragt.",
    ),
    "That is not one of the answers.": (
        "Ce n'est pas l'une des réponses.",
        "Das ist keine der Antworten.",
    ),
}
