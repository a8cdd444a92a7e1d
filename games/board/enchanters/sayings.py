"""The sentences of the rules of Enchanters: heading by heading, in English, French and German."""

from __future__ import annotations

from games.board.chapters import Chapter, Row

SECTIONS: tuple[Chapter, ...] = (
    (
        "aim",
        ("What it is about", "Le but du jeu", "Worum es geht"),
        (
            (
                (
                    "Six cards lie on the track, and every turn takes one of them away. You arm "
                    "yourself with items and enchantments, defeat creatures, and avoid wounds. "
                    "When track and deck are empty, most points win; or all play together against "
                    "one Overlord."
                ),
                (
                    "Six cartes forment la piste, et chaque tour en enlève une. Armez-vous "
                    "d'objets et d'enchantements, vainquez des créatures, évitez les blessures. "
                    "Quand la piste et la pioche sont vides, le plus de points l'emporte ; ou "
                    "bien tous jouent ensemble contre un Suzerain."
                ),
                (
                    "Sechs Karten bilden die Strecke, und jeder Zug nimmt eine davon weg. Du "
                    "rüstest dich mit Gegenständen und Verzauberungen, besiegst Kreaturen und "
                    "meidest Wunden. Sind Strecke und Stapel leer, gewinnen die meisten Punkte; "
                    "oder alle spielen gemeinsam gegen einen Overlord."
                ),
            ),
        ),
    ),
    (
        "set-up",
        ("Set-up", "Mise en place", "Aufbau"),
        (
            (
                (
                    "There is one kingdom of 25 cards for each player; with two players, or "
                    "together, two halves of 13. All are shuffled into one deck. The first two "
                    "items or enchantments a player are put on top, the creatures found on the "
                    "way at the bottom."
                ),
                (
                    "Il y a un royaume de 25 cartes par joueur ; à deux, ou ensemble, deux "
                    "moitiés de 13. Tout est mélangé en une pioche. Les deux premiers objets ou "
                    "enchantements par joueur passent au-dessus, les créatures trouvées en chemin "
                    "au-dessous."
                ),
                (
                    "Je Person gibt es ein Reich mit 25 Karten; zu zweit oder gemeinsam zwei "
                    "Hälften mit 13. Alles wird zu einem Stapel gemischt. Die ersten zwei "
                    "Gegenstände oder Verzauberungen je Person kommen nach oben, die dabei "
                    "gefundenen Kreaturen nach unten."
                ),
            ),
            (
                (
                    "Everybody begins with a starting item, a starting enchantment and 5 "
                    "crystals. A village lies in the middle and, unless you leave it out, an "
                    "Overlord with as many rewards as there are players."
                ),
                (
                    "Chacun commence avec un objet et un enchantement de départ et 5 cristaux. Au "
                    "milieu se trouvent un village et, sauf si vous y renoncez, un Suzerain avec "
                    "autant de récompenses qu'il y a de joueurs."
                ),
                (
                    "Alle beginnen mit einem Startgegenstand, einer Startverzauberung und 5 "
                    "Kristallen. In der Mitte liegen ein Dorf und, wenn ihr nicht verzichtet, ein "
                    "Overlord mit so vielen Belohnungen, wie Leute mitspielen."
                ),
            ),
        ),
    ),
    (
        "stacks",
        ("Cards and stacks", "Cartes et piles", "Karten und Stapel"),
        (
            (
                (
                    "You have four stacks: items, enchantments, creatures you have defeated, "
                    "wound cards. The top card of a stack counts with both its parts; a covered "
                    "card with its lower part alone."
                ),
                (
                    "Vous avez quatre piles : objets, enchantements, créatures vaincues, cartes "
                    "blessure. La carte du dessus compte avec ses deux parties ; une carte "
                    "couverte avec sa partie basse seule."
                ),
                (
                    "Du hast vier Stapel: Gegenstände, Verzauberungen, besiegte Kreaturen, "
                    "Wundkarten. Die oberste Karte zählt mit beiden Teilen, eine verdeckte nur "
                    "mit ihrem unteren Teil."
                ),
            ),
            (
                (
                    "A new card goes on top. To bury is to put the top card at the bottom, to "
                    "unbury is to bring the bottom card up; both need two cards."
                ),
                (
                    "Une nouvelle carte va dessus. Enfouir, c'est mettre la carte du dessus au "
                    "fond ; déterrer, c'est remonter celle du fond ; les deux demandent deux "
                    "cartes."
                ),
                (
                    "Eine neue Karte kommt nach oben. Vergraben heißt, die oberste nach unten zu "
                    "legen, ausgraben, die unterste nach oben; beides braucht zwei Karten."
                ),
            ),
        ),
    ),
    (
        "main-phase",
        ("Your turn", "Votre tour", "Dein Zug"),
        (
            (
                (
                    "Take exactly one main action: a journey, a rest, or a challenge to the "
                    "Overlord. You cannot pass; space 0 costs nothing, and every village lets you "
                    "rest."
                ),
                (
                    "Faites exactement une action principale : un voyage, un repos ou un défi au "
                    "Suzerain. On ne passe pas ; la case 0 est gratuite, et chaque village permet "
                    "le repos."
                ),
                (
                    "Du führst genau eine Hauptaktion aus: eine Reise, eine Rast oder eine "
                    "Herausforderung des Overlords. Passen geht nicht; Feld 0 kostet nichts, und "
                    "in jedem Dorf kannst du rasten."
                ),
            ),
            (
                (
                    "Minor actions come before it, after it, and before a fight, as many as you "
                    "can pay."
                ),
                (
                    "Les actions mineures se font avant, après, et avant un combat, autant que "
                    "vous pouvez en payer."
                ),
                (
                    "Nebenaktionen kommen davor, danach und vor einem Kampf, so viele du bezahlen "
                    "kannst."
                ),
            ),
        ),
    ),
    (
        "journey",
        ("Journey", "Voyage", "Reise"),
        (
            (
                (
                    "Choose a card of the track and pay as many crystals as the number of its "
                    "space, 0 to 5, less your speed. An item or enchantment is yours; a creature "
                    "must be fought first."
                ),
                (
                    "Choisissez une carte de la piste et payez autant de cristaux que le numéro "
                    "de sa case, de 0 à 5, moins votre vitesse. Un objet ou un enchantement est à "
                    "vous ; une créature doit d'abord être combattue."
                ),
                (
                    "Wähle eine Karte der Strecke und zahle so viele Kristalle, wie ihr Feld "
                    "heißt, 0 bis 5, weniger dein Tempo. Ein Gegenstand oder eine Verzauberung "
                    "gehört dir; eine Kreatur musst du erst bekämpfen."
                ),
            ),
            (
                "What the card does when taken happens at once; then it goes on top of its stack.",
                (
                    "Ce que la carte fait quand on la prend arrive aussitôt ; puis elle va sur sa "
                    "pile."
                ),
                (
                    "Was die Karte beim Nehmen tut, geschieht sofort; dann kommt sie oben auf "
                    "ihren Stapel."
                ),
            ),
        ),
    ),
    (
        "combat",
        ("Combat", "Combat", "Kampf"),
        (
            (
                (
                    "You win if your attack is at least the creature's health. It strikes all the "
                    "same: you take a wound for each point by which its strength exceeds your "
                    "defense."
                ),
                (
                    "Vous gagnez si votre attaque vaut au moins la vie de la créature. Elle "
                    "frappe quand même : vous subissez une blessure par point de sa force "
                    "au-dessus de votre défense."
                ),
                (
                    "Du gewinnst, wenn dein Angriff mindestens so hoch ist wie das Leben der "
                    "Kreatur. Sie schlägt trotzdem zu: Du nimmst eine Wunde für jeden Punkt, um "
                    "den ihre Stärke deine Verteidigung übertrifft."
                ),
            ),
            (
                (
                    "With less attack the fight is lost: you take neither the card nor wounds, "
                    "and the card on space 0 is discarded, perhaps with an invasion."
                ),
                (
                    "Avec moins d'attaque, le combat est perdu : ni carte ni blessures, et la "
                    "carte de la case 0 est défaussée, peut-être avec une invasion."
                ),
                (
                    "Mit weniger Angriff ist der Kampf verloren: Du bekommst weder die Karte noch "
                    "Wunden, und die Karte auf Feld 0 wird abgeworfen, vielleicht mit einer "
                    "Invasion."
                ),
            ),
        ),
    ),
    (
        "rest",
        ("Rest", "Repos", "Rast"),
        (
            (
                (
                    "Use one rest action of the village, of your cards or of the Overlord: most "
                    "bring crystals or heal. Then the card on space 0 is discarded, perhaps with "
                    "an invasion."
                ),
                (
                    "Utilisez une action de repos du village, de vos cartes ou du Suzerain : la "
                    "plupart donnent des cristaux ou guérissent. Puis la carte de la case 0 est "
                    "défaussée, peut-être avec une invasion."
                ),
                (
                    "Nutze eine Rast des Dorfes, deiner Karten oder des Overlords: Die meisten "
                    "bringen Kristalle oder heilen. Dann wird die Karte auf Feld 0 abgeworfen, "
                    "vielleicht mit einer Invasion."
                ),
            ),
        ),
    ),
    (
        "challenge",
        ("Challenging the Overlord", "Défier le Suzerain", "Den Overlord herausfordern"),
        (
            (
                (
                    "Pay for the challenge and fight the Overlord like a creature. If you win, "
                    "you take one of its rewards, and the top card of the deck is discarded; if "
                    "you lose, the card on space 0."
                ),
                (
                    "Payez le défi et combattez le Suzerain comme une créature. Si vous gagnez, "
                    "vous prenez une de ses récompenses, et la carte du dessus de la pioche est "
                    "défaussée ; sinon, celle de la case 0."
                ),
                (
                    "Zahle die Herausforderung und kämpfe gegen den Overlord wie gegen eine "
                    "Kreatur. Gewinnst du, nimmst du eine seiner Belohnungen, und die oberste "
                    "Karte des Stapels wird abgeworfen; verlierst du, die auf Feld 0."
                ),
            ),
            (
                (
                    "A reward is a little card of its own, with points and often an action. When "
                    "the last one is taken, the Overlord is defeated for good; the rewards go on "
                    "working."
                ),
                (
                    "Une récompense est une petite carte, avec des points et souvent une action. "
                    "Quand la dernière est prise, le Suzerain est vaincu pour de bon ; les "
                    "récompenses servent toujours."
                ),
                (
                    "Eine Belohnung ist eine kleine Karte für sich, mit Punkten und oft einer "
                    "Aktion. Ist die letzte genommen, ist der Overlord endgültig besiegt; die "
                    "Belohnungen wirken weiter."
                ),
            ),
        ),
    ),
    (
        "invasion",
        ("Invasion", "Invasion", "Invasion"),
        (
            (
                (
                    "When a rest or a lost fight discards the card on space 0, the Overlord may "
                    "answer: its text says what happens for an item, an enchantment, a monster or "
                    "a dragon."
                ),
                (
                    "Quand un repos ou un combat perdu défausse la carte de la case 0, le "
                    "Suzerain peut répondre : son texte dit ce qui arrive pour un objet, un "
                    "enchantement, un monstre ou un dragon."
                ),
                (
                    "Wirft eine Rast oder ein verlorener Kampf die Karte auf Feld 0 ab, kann der "
                    "Overlord antworten: Sein Text sagt, was bei Gegenstand, Verzauberung, "
                    "Monster oder Drache geschieht."
                ),
            ),
        ),
    ),
    (
        "minor-actions",
        ("Minor actions", "Actions mineures", "Nebenaktionen"),
        (
            (
                (
                    "A line “cost → effect” that is visible on your cards, your rewards, the "
                    "village or the Overlord is a minor action. Each line works once a turn, "
                    "unless it says twice or any number of times."
                ),
                (
                    "Une ligne « coût → effet » visible sur vos cartes, vos récompenses, le "
                    "village ou le Suzerain est une action mineure. Chaque ligne sert une fois "
                    "par tour, sauf si elle dit deux fois ou à volonté."
                ),
                (
                    "Eine Zeile „Kosten → Wirkung“, die auf deinen Karten, deinen Belohnungen, "
                    "dem Dorf oder dem Overlord sichtbar ist, ist eine Nebenaktion. Jede geht "
                    "einmal im Zug, wenn sie nicht zweimal oder beliebig oft sagt."
                ),
            ),
            (
                (
                    "Costs are paid in full, effects happen as far as they can. Pearls pay "
                    "crystals here, but not on journeys, and come back with your next turn."
                ),
                (
                    "Les coûts se paient en entier, les effets se font autant que possible. Les "
                    "perles y paient des cristaux, mais pas les voyages, et reviennent à votre "
                    "prochain tour."
                ),
                (
                    "Kosten zahlst du ganz, Wirkungen geschehen, soweit es geht. Perlen zahlen "
                    "hier Kristalle, nicht aber auf Reisen, und kommen in deinem nächsten Zug "
                    "wieder."
                ),
            ),
        ),
    ),
    (
        "clean-up",
        ("Clean-up", "Fin du tour", "Aufräumen"),
        (
            (
                (
                    "If you went on a journey, you lose a crystal for each weight. The track "
                    "moves up towards space 0 and is refilled; your attack and defense return to "
                    "what your visible icons show."
                ),
                (
                    "Si vous avez voyagé, vous perdez un cristal par poids. La piste avance vers "
                    "la case 0 et se complète ; votre attaque et votre défense reviennent à ce "
                    "que montrent vos icônes visibles."
                ),
                (
                    "Warst du auf Reisen, verlierst du je Gewicht einen Kristall. Die Strecke "
                    "rückt zu Feld 0 auf und wird aufgefüllt; Angriff und Verteidigung sind "
                    "wieder, was deine sichtbaren Symbole zeigen."
                ),
            ),
        ),
    ),
    (
        "damage",
        ("Damage and healing", "Dégâts et guérison", "Schaden und Heilung"),
        (
            (
                (
                    "Every wound is a point less at the end. Of ten wounds one becomes a card: "
                    "you see two wound cards and keep one, which counts as ten wounds and has a "
                    "text of its own."
                ),
                (
                    "Chaque blessure ôte un point à la fin. Dix blessures deviennent une carte : "
                    "vous voyez deux cartes blessure et en gardez une, qui compte pour dix et "
                    "porte son propre texte."
                ),
                (
                    "Jede Wunde kostet am Ende einen Punkt. Aus zehn Wunden wird eine Karte: Du "
                    "siehst zwei Wundkarten und behältst eine; sie zählt zehn Wunden und hat "
                    "einen eigenen Text."
                ),
            ),
            (
                (
                    "Healing takes wounds away. When you have too few loose ones, your top wound "
                    "card goes and is ten loose wounds again."
                ),
                (
                    "Guérir enlève des blessures. S'il vous en manque hors des cartes, votre "
                    "carte blessure du dessus part et redevient dix blessures."
                ),
                (
                    "Heilung nimmt Wunden weg. Hast du zu wenige lose, geht deine oberste "
                    "Wundkarte und wird wieder zu zehn losen Wunden."
                ),
            ),
        ),
    ),
    (
        "powers",
        ("Attack and defense", "Attaque et défense", "Angriff und Verteidigung"),
        (
            (
                (
                    "Both are the sum of your visible icons and what you gain, and never fall "
                    "below 0. What you gain lasts until your own clean-up. A boost for one case, "
                    "such as duels, counts in that case alone."
                ),
                (
                    "Les deux sont la somme de vos icônes visibles et de vos gains, jamais sous "
                    "0. Un gain dure jusqu'à la fin de votre propre tour. Un bonus pour un cas, "
                    "comme les duels, ne compte que dans ce cas."
                ),
                (
                    "Beide sind die Summe deiner sichtbaren Symbole und dessen, was du "
                    "dazubekommst, und nie unter 0. Was du dazubekommst, hält bis zu deinem "
                    "eigenen Aufräumen. Ein Zuschlag für einen Fall, etwa Duelle, zählt nur dort."
                ),
            ),
        ),
    ),
    (
        "duel",
        ("Attack and duel", "Attaque et duel", "Angriff und Duell"),
        (
            (
                (
                    "Whoever attacks you deals as many wounds as their attack exceeds your "
                    "defense. In a duel both may use minor actions, one after the other, and then "
                    "strike at the same moment."
                ),
                (
                    "Qui vous attaque vous inflige autant de blessures que son attaque dépasse "
                    "votre défense. Dans un duel, chacun peut user d'actions mineures, l'un après "
                    "l'autre, puis tous deux frappent en même temps."
                ),
                (
                    "Wer dich angreift, schlägt so viele Wunden, wie sein Angriff deine "
                    "Verteidigung übertrifft. In einem Duell dürfen beide nacheinander "
                    "Nebenaktionen nutzen und schlagen dann zugleich zu."
                ),
            ),
        ),
    ),
    (
        "discarding",
        ("Discarding", "Défausser", "Abwerfen"),
        (
            (
                (
                    "Cards go on top of the graveyard, those with a deck of their own under it. "
                    "You choose which card you lose, covered ones included, unless the text says "
                    "the top one; your last item and your last enchantment always stay."
                ),
                (
                    "Les cartes vont sur le cimetière, celles qui ont leur propre pioche dessous. "
                    "Vous choisissez la carte perdue, même couverte, sauf si le texte dit celle "
                    "du dessus ; le dernier objet et le dernier enchantement restent toujours."
                ),
                (
                    "Karten kommen auf den Friedhof, solche mit eigenem Stapel darunter. Du "
                    "wählst, welche Karte du verlierst, auch eine verdeckte, außer der Text sagt "
                    "die oberste; dein letzter Gegenstand und deine letzte Verzauberung bleiben "
                    "immer."
                ),
            ),
            (
                (
                    "A card that is stolen, swapped or given does not do again what it does when "
                    "taken."
                ),
                (
                    "Une carte volée, échangée ou donnée ne refait pas ce qu'elle fait quand on "
                    "la prend."
                ),
                (
                    "Eine gestohlene, getauschte oder gegebene Karte tut nicht noch einmal, was "
                    "sie beim Nehmen tut."
                ),
            ),
        ),
    ),
    (
        "icons",
        ("Other icons", "Autres icônes", "Weitere Symbole"),
        (
            (
                (
                    "Weight costs crystals after journeys, speed makes them cheaper. Slime and "
                    "undead do nothing by themselves; other texts count them. The desert token "
                    "gives every creature one health more and one strength less while it is calm, "
                    "and the reverse in a sandstorm."
                ),
                (
                    "Le poids coûte des cristaux après un voyage, la vitesse le rend moins cher. "
                    "La gelée et les morts-vivants ne font rien seuls ; d'autres textes les "
                    "comptent. Le jeton désert donne à chaque créature une vie de plus et une "
                    "force de moins par temps calme, l'inverse dans la tempête de sable."
                ),
                (
                    "Gewicht kostet nach Reisen Kristalle, Tempo macht sie billiger. Schleim und "
                    "Untote tun für sich nichts; andere Texte zählen sie. Der Wüstenmarker gibt "
                    "jeder Kreatur bei Ruhe ein Leben mehr und eine Stärke weniger, im Sandsturm "
                    "umgekehrt."
                ),
            ),
        ),
    ),
    (
        "together",
        ("Together", "Ensemble", "Gemeinsam"),
        (
            (
                (
                    "The Overlord has 99 points; a challenge that is won takes some of them. All "
                    "wounds go into one pool. At 0 points you all win; with more wounds than the "
                    "difficulty allows, or when track and deck are empty, you all lose."
                ),
                (
                    "Le Suzerain a 99 points ; un défi gagné lui en ôte. Toutes les blessures "
                    "vont dans une réserve commune. À 0 point, vous gagnez tous ; au-delà des "
                    "blessures permises par la difficulté, ou quand la piste et la pioche sont "
                    "vides, vous perdez tous."
                ),
                (
                    "Der Overlord hat 99 Punkte; eine gewonnene Herausforderung nimmt ihm welche. "
                    "Alle Wunden kommen in einen gemeinsamen Vorrat. Bei 0 Punkten gewinnt ihr "
                    "alle; mit mehr Wunden, als die Schwierigkeit erlaubt, oder wenn Strecke und "
                    "Stapel leer sind, verliert ihr alle."
                ),
            ),
            (
                (
                    "Every round begins with an event. Its line is that of the Overlord's anger: "
                    "one mark from 70 points on, two from 40, three below."
                ),
                (
                    "Chaque manche commence par un événement. Sa ligne suit la colère du Suzerain "
                    ": une marque à partir de 70 points, deux à partir de 40, trois au-dessous."
                ),
                (
                    "Jede Runde beginnt mit einem Ereignis. Seine Zeile folgt dem Zorn des "
                    "Overlords: eine Marke ab 70 Punkten, zwei ab 40, drei darunter."
                ),
            ),
            (
                (
                    "For your cards the Overlord is another player too: it can take wounds, "
                    "crystals and cards. When it holds more than five crystals, five turn into a "
                    "reinforcement, one more health or strength; a card you give it mostly "
                    "strengthens it, too."
                ),
                (
                    "Pour vos cartes, le Suzerain est aussi un autre joueur : il peut recevoir "
                    "blessures, cristaux et cartes. Quand il a plus de cinq cristaux, cinq "
                    "deviennent un renfort, une vie ou une force de plus ; une carte reçue le "
                    "renforce aussi, en général."
                ),
                (
                    "Für deine Karten ist auch der Overlord ein anderer Spieler: Er kann Wunden, "
                    "Kristalle und Karten bekommen. Hat er mehr als fünf Kristalle, werden fünf "
                    "zu einer Verstärkung, einem Leben oder einer Stärke mehr; auch eine Karte "
                    "stärkt ihn meist."
                ),
            ),
        ),
    ),
    (
        "end",
        ("End and scoring", "Fin et décompte", "Ende und Wertung"),
        (
            (
                (
                    "Every turn takes one card, so all have equally many turns: 25, with halves "
                    "of decks 26, in the shorter match 5 fewer. The match ends after the turn "
                    "that leaves track and deck empty."
                ),
                (
                    "Chaque tour enlève une carte, tous ont donc autant de tours : 25, 26 avec "
                    "des moitiés, 5 de moins dans la partie courte. La partie s'achève après le "
                    "tour qui laisse la piste et la pioche vides."
                ),
                (
                    "Jeder Zug nimmt eine Karte, also haben alle gleich viele Züge: 25, mit "
                    "halben Stapeln 26, in der kürzeren Partie 5 weniger. Schluss ist nach dem "
                    "Zug, der Strecke und Stapel leer lässt."
                ),
            ),
            (
                (
                    "You count the points of the village, of the visible parts of your four "
                    "stacks and of your rewards, and take off one for each wound. Equals share "
                    "the win."
                ),
                (
                    "Comptez les points du village, des parties visibles de vos quatre piles et "
                    "de vos récompenses, et ôtez un point par blessure. Les ex æquo partagent la "
                    "victoire."
                ),
                (
                    "Du zählst die Punkte des Dorfes, der sichtbaren Teile deiner vier Stapel und "
                    "deiner Belohnungen und ziehst je Wunde einen ab. Wer gleich viele hat, teilt "
                    "den Sieg."
                ),
            ),
        ),
    ),
)

# What a card is.
KINDS: dict[str, Row] = {
    "item": ("item", "objet", "Gegenstand"),
    "fist": ("starting item", "objet de départ", "Startgegenstand"),
    "banner": ("banner", "bannière", "Banner"),
    "enchantment": ("enchantment", "enchantement", "Verzauberung"),
    "enchanting": ("starting enchantment", "enchantement de départ", "Startverzauberung"),
    "class": ("class", "classe", "Klasse"),
    "monster": ("monster", "monstre", "Monster"),
    "dragon": ("dragon", "dragon", "Drache"),
    "village": ("village", "village", "Dorf"),
    "overlord": ("Overlord", "Suzerain", "Overlord"),
    "overlord_event": ("event", "événement", "Ereignis"),
    "wound": ("wound card", "carte blessure", "Wundkarte"),
}

_STARTING: Row = (
    "Starting cards of no kingdom",
    "Cartes de départ sans royaume",
    "Startkarten ohne Reich",
)
# Under which heading a card stands that belongs to no kingdom.
GROUPS: dict[str, Row] = {
    "fist": _STARTING,
    "banner": _STARTING,
    "enchanting": _STARTING,
    "class": _STARTING,
    "village": ("Villages of no kingdom", "Villages sans royaume", "Dörfer ohne Reich"),
    "overlord": ("Overlords of no kingdom", "Suzerains sans royaume", "Overlords ohne Reich"),
    "overlord_event": (
        "Events, when playing together",
        "Événements, si l'on joue ensemble",
        "Ereignisse, wenn ihr gemeinsam spielt",
    ),
    "wound": ("Wound cards", "Cartes blessure", "Wundkarten"),
}

# What stands before the texts of a card.
LABELS: dict[str, Row] = {
    "powers": (
        "health {health}, strength {strength}",
        "vie {health}, force {strength}",
        "Leben {health}, Stärke {strength}",
    ),
    "copies": ("{many} cards", "{many} cartes", "{many} Karten"),
    "marked": ("({many} in half a deck)", "({many} dans une moitié)", "({many} im halben Stapel)"),
    "top": ("On top: {text}", "Dessus : {text}", "Oben: {text}"),
    "always": ("Covered, too: {text}", "Même couverte : {text}", "Auch verdeckt: {text}"),
    "crystals": (
        "You begin with {many} crystals.",
        "Vous commencez avec {many} cristaux.",
        "Du beginnst mit {many} Kristallen.",
    ),
    "extra_crystals": (
        "You begin with {many} crystals more.",
        "Vous commencez avec {many} cristaux de plus.",
        "Du beginnst mit {many} Kristallen mehr.",
    ),
    "competitive": (
        "Each for oneself: {text}",
        "Chacun pour soi : {text}",
        "Jeder für sich: {text}",
    ),
    "coop": ("Together: {text}", "Ensemble : {text}", "Gemeinsam: {text}"),
    "anger": ("Anger {many}: {text}", "Colère {many} : {text}", "Zorn {many}: {text}"),
}

# What the lines of a score count.
SCORED: dict[str, Row] = {
    "village": (
        "Points that the village gives you.",
        "Les points que le village vous donne.",
        "Punkte, die dir das Dorf gibt.",
    ),
    "item": (
        "Points on the visible parts of your items.",
        "Les points des parties visibles de vos objets.",
        "Punkte auf den sichtbaren Teilen deiner Gegenstände.",
    ),
    "enchantment": (
        "Points on the visible parts of your enchantments.",
        "Les points des parties visibles de vos enchantements.",
        "Punkte auf den sichtbaren Teilen deiner Verzauberungen.",
    ),
    "creature": (
        "Points on the visible parts of the creatures you defeated.",
        "Les points des parties visibles de vos créatures vaincues.",
        "Punkte auf den sichtbaren Teilen deiner besiegten Kreaturen.",
    ),
    "wound": (
        "Points on your wound cards.",
        "Les points de vos cartes blessure.",
        "Punkte auf deinen Wundkarten.",
    ),
    "rewards": (
        "The points of the reward, for each one you took.",
        "Les points de la récompense, pour chacune que vous avez prise.",
        "Die Punkte der Belohnung, für jede, die du genommen hast.",
    ),
    "wounds": (
        "A point less for each wound, ten for each wound card.",
        "Un point de moins par blessure, dix par carte blessure.",
        "Ein Punkt weniger je Wunde, zehn je Wundkarte.",
    ),
    "hit_points": (
        "What the Overlord had left of its 99 points.",
        "Ce qui restait au Suzerain de ses 99 points.",
        "Was dem Overlord von seinen 99 Punkten blieb.",
    ),
}

# What is drawn over time.
MEASURED: dict[str, Row] = {
    "points": ("Points", "Points", "Punkte"),
    "attack": ("Attack", "Attaque", "Angriff"),
}
