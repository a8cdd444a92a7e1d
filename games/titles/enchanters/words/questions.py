"""The texts of questions, of the cost or gain of answers, and of refusals."""

from __future__ import annotations

from .names import Row

QUESTIONS: dict[str, Row] = {
    "kingdom": (
        "Which kingdom comes into the match?",
        "Quel royaume entre dans la partie ?",
        "Welches Reich kommt in die Partie?",
    ),
    "starter": (
        "Which of your two cards do you keep? All choose together.",
        "Laquelle de vos deux cartes gardez-vous ? Tous choisissent ensemble.",
        "Welche deiner zwei Karten behältst du? Alle wählen zugleich.",
    ),
    "turn": (
        "It is your turn. You have {crystals}. What do you do?",
        "C’est à vous de jouer. Vous avez {crystals}. Que faites-vous ?",
        "Du bist am Zug. Du hast {crystals}. Was tust du?",
    ),
    "turn.after": (
        "Your main action is done. A minor action, or end your turn?",
        "Votre action principale est faite. Une action mineure, ou finir votre tour ?",
        "Deine Hauptaktion ist erledigt. Noch eine Nebenaktion, oder Zug beenden?",
    ),
    "prepare": (
        "Before the fight against {card}: do you use something first?",
        "Avant le combat contre {card} : utilisez-vous d’abord quelque chose ?",
        "Vor dem Kampf gegen {card}: Nutzt du vorher etwas?",
    ),
    "prepare.wins": (
        "Your {attack} beats the {health} health of {card}. Use something first?",
        "{attack} contre {health} de vie de {card} : vous gagnez. Utiliser d’abord une carte ?",
        "{attack} gegen {health} Leben von {card}: du gewinnst. Nutzt du vorher etwas?",
    ),
    "prepare.loses": (
        "Your {attack} against the {health} health of {card}: too weak. Use something first?",
        "{attack} contre {health} de vie de {card} : trop faible. Utiliser d’abord une carte ?",
        "{attack} gegen {health} Leben von {card}: zu schwach. Nutzt du vorher etwas?",
    ),
    "duel_prep": (
        "Before the duel: do you use something first?",
        "Avant le duel : utilisez-vous d’abord quelque chose ?",
        "Vor dem Duell: Nutzt du vorher etwas?",
    ),
    "wound": (
        "Ten wounds become a wound card. Which one do you take?",
        "Dix blessures deviennent une carte blessure. Laquelle prenez-vous ?",
        "Zehn Wunden werden zu einer Wundkarte. Welche nimmst du?",
    ),
    "target": ("Whom do you choose?", "Qui choisissez-vous ?", "Wen wählst du?"),
    "tie": (
        "A tie: choose the player it affects.",
        "Égalité : choisissez le joueur concerné.",
        "Gleichstand: Wähle die betroffene Person.",
    ),
    "discard": (
        "Which card do you discard?",
        "Quelle carte défaussez-vous ?",
        "Welche Karte wirfst du ab?",
    ),
    "remove": (
        "Which card leaves the match?",
        "Quelle carte quitte la partie ?",
        "Welche Karte verlässt die Partie?",
    ),
    "give": (
        "Which card do you give?",
        "Quelle carte donnez-vous ?",
        "Welche Karte gibst du?",
    ),
    "keep": (
        "Which enchantment do you keep?",
        "Quel enchantement gardez-vous ?",
        "Welche Verzauberung behältst du?",
    ),
    "bury": (
        "Which top card do you bury?",
        "Quelle carte du dessus enfouissez-vous ?",
        "Welche oberste Karte vergräbst du?",
    ),
    "unbury": (
        "Which bottom card do you unbury?",
        "Quelle carte du dessous déterrez-vous ?",
        "Welche unterste Karte gräbst du aus?",
    ),
    "turn_over": (
        "Do you bury or unbury?",
        "Enfouissez-vous ou déterrez-vous ?",
        "Vergräbst du oder gräbst du aus?",
    ),
    "swap": ("What do you swap?", "Qu’échangez-vous ?", "Was tauschst du?"),
    "order": (
        "Several effects happen now: which one comes first?",
        "Plusieurs effets se déclenchent : lequel appliquer en premier ?",
        "Mehrere Wirkungen werden ausgelöst: Welche kommt zuerst?",
    ),
    "branch": ("Which effect?", "Quel effet ?", "Welche Wirkung?"),
    "pay": ("Do you pay {price}?", "Payez-vous {price} ?", "Zahlst du {price}?"),
    "pay.or": (
        "Do you pay {price}? Otherwise: {otherwise}.",
        "Payez-vous {price} ? Sinon : {otherwise}.",
        "Zahlst du {price}? Sonst: {otherwise}.",
    ),
    "pearls": (
        "How many pearls do you pay with? Crystals pay the rest.",
        "Avec combien de perles payez-vous ? Des cristaux paient le reste.",
        "Mit wie vielen Perlen zahlst du? Den Rest zahlen Kristalle.",
    ),
    "discard_order": (
        "Several cards are discarded. Which one goes to the graveyard first?",
        "Plusieurs cartes sont défaussées. Laquelle va d’abord au cimetière ?",
        "Mehrere Karten werden abgeworfen. Welche kommt zuerst auf den Friedhof?",
    ),
    "duel": ("Do you duel?", "Vous battez-vous en duel ?", "Duellierst du dich?"),
    "split": (
        "How do you spread your wounds?",
        "Comment répartissez-vous vos blessures ?",
        "Wie verteilst du deine Wunden?",
    ),
    "visit": (
        "A free journey: which card?",
        "Un voyage gratuit : quelle carte ?",
        "Eine kostenlose Reise: zu welcher Karte?",
    ),
    "weaken": (
        "Which reinforcement do you remove?",
        "Quel renfort retirez-vous ?",
        "Welche Verstärkung entfernst du?",
    ),
    "desert": (
        "Do you flip the desert token?",
        "Retournez-vous le jeton désert ?",
        "Drehst du den Wüstenmarker um?",
    ),
}

HINTS: dict[str, Row] = {
    "free": ("free", "gratuit", "kostenlos"),
    "costs": ("costs {crystals}", "coûte {crystals}", "kostet {crystals}"),
    "win": ("{cost}; you win and take {wounds}", "{cost} ; vous gagnez et subissez {wounds}")
    + ("{cost}; du gewinnst und erleidest {wounds}",),
    "win.clean": ("{cost}; you win unhurt", "{cost} ; vous gagnez sans blessure")
    + ("{cost}; du gewinnst unverletzt",),
    "lose": (
        "{cost}; too weak: you lack {missing} attack",
        "{cost} ; trop faible : il vous manque {missing} d’attaque",
        "{cost}; zu schwach: {missing} Angriff zu wenig",
    ),
    "fight": ("attack {attack} against health {health}", "attaque {attack} contre vie {health}")
    + ("Angriff {attack} gegen Leben {health}",),
    "now": (
        "Now: {now}. Even once covered: {lasting}",
        "Maintenant : {now}. Même couverte : {lasting}",
        "Jetzt: {now}. Auch verdeckt: {lasting}",
    ),
    "end": ("your turn is over", "votre tour est fini", "dein Zug ist vorbei"),
    "no.pay": ("do not pay", "ne pas payer", "nicht zahlen"),
    "lasting": (
        "Even once covered: {lasting}",
        "Même couverte : {lasting}",
        "Auch verdeckt: {lasting}",
    ),
}

REFUSALS: dict[str, tuple[str, str]] = {
    "This match is over.": ("Cette partie est terminée.", "Diese Partie ist vorbei."),
    "This match has {most} kingdoms; {many} are chosen.": (
        "Cette partie a {most} royaumes ; {many} sont choisis.",
        "In dieser Partie gibt es {most} Reiche; gewählt sind {many}.",
    ),
    "All begin in the Enchanters Guild when they play together: choose no village.": (
        "Qui joue ensemble commence à la Guilde des enchanteurs : ne choisissez pas de village.",
        "Wer gemeinsam spielt, beginnt in der Gilde der Verzauberer: Wähle kein Dorf.",
    ),
    "An Overlord is chosen for a match without one.": (
        "Un Suzerain est choisi pour une partie sans Suzerain.",
        "Für eine Partie ohne Overlord ist ein Overlord gewählt.",
    ),
    "That Overlord cannot be played against together.": (
        "Ce Suzerain ne se combat pas ensemble.",
        "Gegen diesen Overlord kann nicht gemeinsam gespielt werden.",
    ),
    "That Overlord is only for matches that are played together.": (
        "Ce Suzerain n’existe que dans les parties que l’on joue ensemble.",
        "Diesen Overlord gibt es nur in Partien, die gemeinsam gespielt werden.",
    ),
    "This comes with a box that the match is played without.": (
        "Cela vient d’une boîte sans laquelle la partie se joue.",
        "Das gehört zu einer Schachtel, ohne die diese Partie gespielt wird.",
    ),
    "You are not asked anything now.": (
        "Ce n’est pas à vous de jouer en ce moment.",
        "Du bist gerade nicht am Zug.",
    ),
    "You have taken the main action of this turn; minor actions and “end” are left.": (
        "Vous avez déjà fait l’action principale de ce tour\u202f; il reste les actions mineures "
        "et «\u00a0finir\u00a0».",
        "Du hast die Hauptaktion dieses Zuges schon ausgeführt; es bleiben Nebenaktionen und "
        "„beenden“.",
    ),
    "That card is not on the track.": (
        "Cette carte n’est pas sur la piste.",
        "Diese Karte liegt nicht auf der Strecke.",
    ),
    "That card lies on space {space} of the track.": (
        "Cette carte est sur la case {space} de la piste.",
        "Diese Karte liegt auf Feld {space} der Strecke.",
    ),
    "No card lies on that space.": (
        "Il n’y a pas de carte sur cette case.",
        "Auf diesem Feld liegt keine Karte.",
    ),
    "That journey costs {price} in crystals; you have {yours}.": (
        "Ce voyage coûte {price} en cristaux ; vous en avez {yours}.",
        "Diese Reise kostet {price} in Kristallen; du hast {yours}.",
    ),
    "Your attack of {attack} is too low for its health of {health}.": (
        "Votre attaque de {attack} ne suffit pas contre sa vie de {health}.",
        "Dein Angriff von {attack} reicht nicht gegen ihr Leben von {health}.",
    ),
    "You take one of the wound cards that you have drawn.": (
        "Vous prenez une des cartes blessure que vous avez piochées.",
        "Du nimmst eine der Wundkarten, die du gezogen hast.",
    ),
    "You do not have that card, and it is not open to everybody either.": (
        "Vous n’avez pas cette carte, et elle n’est pas à la disposition de tous.",
        "Diese Karte hast du nicht, und sie steht auch nicht allen offen.",
    ),
    "That card has no such action now: it is covered or used, or you cannot pay for it.": (
        "Cette carte n’a pas cette action en ce moment : elle est couverte ou utilisée, ou vous ne "
        "pouvez pas la payer.",
        "Diese Karte hat diese Aktion jetzt nicht: Sie ist verdeckt oder benutzt, oder du kannst "
        "sie nicht bezahlen.",
    ),
    "That is not one of the answers.": (
        "Ce n’est pas l’une des réponses.",
        "Das ist keine der Antworten.",
    ),
}
