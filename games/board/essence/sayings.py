"""The sentences of the rules of The Essence: heading by heading, in English, French and German."""

from __future__ import annotations

from games.board.chapters import Chapter, Row

SECTIONS: tuple[Chapter, ...] = (
    (
        "goal",
        ("Goal", "But du jeu", "Ziel"),
        (
            (
                (
                    "You build an Island out of segments. Every round you gather Essence, and "
                    "whoever has most of it gets most Shards; Essence goes, Shards stay. When "
                    "somebody has reached the goal, 12 Shards, with three or five players 11, the "
                    "prophecy is counted, and most Shards win."
                ),
                (
                    "Vous bâtissez une Île de segments. À chaque manche, vous amassez de "
                    "l'Essence, et qui en a le plus reçoit le plus d'Éclats ; l'Essence s'en va, "
                    "les Éclats restent. Quand quelqu'un atteint le but, 12 Éclats, à trois ou "
                    "cinq joueurs 11, on compte la prophétie, et le plus d'Éclats l'emporte."
                ),
                (
                    "Du baust eine Insel aus Segmenten. In jeder Runde sammelst du Essenz, und "
                    "wer am meisten hat, bekommt die meisten Splitter; Essenz vergeht, Splitter "
                    "bleiben. Hat jemand das Ziel erreicht, 12 Splitter, zu dritt oder fünft 11, "
                    "zählt noch die Prophezeiung, und die meisten Splitter gewinnen."
                ),
            ),
        ),
    ),
    (
        "vocabulary",
        ("What you have", "Ce que vous avez", "Was du hast"),
        (
            (
                (
                    "Wealth and Influence are kept from round to round. Attack and Defense are "
                    "set anew in every Income. A Foundation is leave to build once; you have at "
                    "most five. Popularity is how many cards you draw."
                ),
                (
                    "Richesse et Influence se gardent d'une manche à l'autre. Attaque et Défense "
                    "sont refixées à chaque Revenu. Une Fondation permet de construire une fois ; "
                    "vous en avez cinq au plus. La Popularité est le nombre de cartes piochées."
                ),
                (
                    "Reichtum und Einfluss behältst du von Runde zu Runde. Angriff und "
                    "Verteidigung werden bei jedem Einkommen neu gesetzt. Ein Fundament erlaubt "
                    "einen Bau; du hast höchstens fünf. Beliebtheit sagt, wie viele Karten du "
                    "ziehst."
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
                    "Everybody has a faction with its Palace and eight Followers as a draw pile. "
                    "Whoever acts first begins without Wealth, the next with 1, and so on. Thirty "
                    "Advisors lie in six piles; six fragments of the prophecy lie in a row, those "
                    "of value I come first."
                ),
                (
                    "Chacun a une faction avec son Palais et huit Fidèles comme pioche. Le "
                    "premier à agir commence sans Richesse, le suivant avec 1, et ainsi de suite. "
                    "Trente Conseillers forment six piles ; six fragments de la prophétie forment "
                    "une rangée, ceux de valeur I d'abord."
                ),
                (
                    "Alle haben eine Fraktion mit ihrem Palast und acht Gefolgsleuten als "
                    "Nachziehstapel. Wer zuerst handelt, beginnt ohne Reichtum, die Nächste mit 1 "
                    "und so weiter. Dreißig Berater liegen in sechs Stapeln; sechs Fragmente der "
                    "Prophezeiung liegen in einer Reihe, die vom Wert I zuerst."
                ),
            ),
        ),
    ),
    (
        "preparation",
        ("Preparation", "Préparation", "Vorbereitung"),
        (
            (
                (
                    "From the second round on: Essence goes back to 0, the new order is the one "
                    "in which you passed, and two Monuments and two Locations a player come into "
                    "the market. In round 1 there are two more Locations and no Monument."
                ),
                (
                    "Dès la deuxième manche : l'Essence retombe à 0, le nouvel ordre est celui "
                    "dans lequel vous avez passé, et deux Monuments et deux Lieux par joueur "
                    "arrivent au marché. À la manche 1, il y a deux Lieux de plus et aucun "
                    "Monument."
                ),
                (
                    "Ab der zweiten Runde: Die Essenz fällt auf 0, die neue Reihenfolge ist die, "
                    "in der ihr gepasst habt, und zwei Monumente und je Person zwei Orte kommen "
                    "in die Auslage. In Runde 1 sind es zwei Orte mehr und kein Monument."
                ),
            ),
        ),
    ),
    (
        "income",
        ("Income", "Revenu", "Einkommen"),
        (
            (
                (
                    "Attack and Defense become what your faction and your segments give, and you "
                    "get your Foundations anew. Wealth and Influence are added to what you have. "
                    "Then you draw; an empty draw pile is made of your discard pile."
                ),
                (
                    "Attaque et Défense deviennent ce que donnent votre faction et vos segments, "
                    "et vous recevez de nouvelles Fondations. Richesse et Influence s'ajoutent "
                    "aux vôtres. Puis vous piochez ; une pioche vide se refait avec la défausse."
                ),
                (
                    "Angriff und Verteidigung werden, was Fraktion und Segmente geben, und du "
                    "bekommst deine Fundamente neu. Reichtum und Einfluss kommen zu deinen hinzu. "
                    "Dann ziehst du; ein leerer Nachziehstapel entsteht aus dem Ablagestapel."
                ),
            ),
        ),
    ),
    (
        "advisors",
        ("Advisors", "Conseillers", "Berater"),
        (
            (
                (
                    "All bid Wealth and Influence in secret, and every bid is spent. From the "
                    "highest bid down, each takes one of the open Advisors into hand, with the "
                    "Wealth that lies on it. Of equal bids the one with more Influence is first, "
                    "then the order of the round decides, or the first player."
                ),
                (
                    "Tous misent Richesse et Influence en secret, et toute mise est dépensée. De "
                    "la plus haute mise à la plus basse, chacun prend en main un Conseiller "
                    "visible avec la Richesse posée dessus. À mises égales, plus d'Influence "
                    "passe d'abord, puis l'ordre de la manche décide, ou le premier joueur."
                ),
                (
                    "Alle bieten geheim Reichtum und Einfluss, und jedes Gebot ist ausgegeben. "
                    "Vom höchsten Gebot abwärts nimmt jeder einen offenen Berater auf die Hand, "
                    "mit dem Reichtum darauf. Bei gleichen Geboten kommt mehr Einfluss zuerst, "
                    "dann entscheidet die Reihenfolge der Runde oder wer sie anführt."
                ),
            ),
            (
                (
                    "Whoever bids nothing takes none. Advisors that are left get 1 Wealth each "
                    "and stay for the next round."
                ),
                (
                    "Qui ne mise rien n'en prend pas. Les Conseillers restants reçoivent chacun 1 "
                    "Richesse et attendent la manche suivante."
                ),
                (
                    "Wer nichts bietet, nimmt keinen. Übrige Berater bekommen je 1 Reichtum und "
                    "bleiben für die nächste Runde liegen."
                ),
            ),
        ),
    ),
    (
        "player-turns",
        ("Your turn", "Votre tour", "Dein Zug"),
        (
            (
                (
                    "Take exactly one main action: build, sign a treaty, use an action marked "
                    "main, or pass. Before and after it take as many side actions as you can pay, "
                    "and read at most one fragment."
                ),
                (
                    "Faites exactement une action principale : construire, signer un traité, "
                    "utiliser une action marquée principale, ou passer. Avant et après, faites "
                    "autant d'actions annexes que vous pouvez en payer, et lisez au plus un "
                    "fragment."
                ),
                (
                    "Du führst genau eine Hauptaktion aus: bauen, einen Vertrag unterzeichnen, "
                    "eine mit Haupt bezeichnete Aktion nutzen oder passen. Davor und danach "
                    "kommen so viele Nebenaktionen, wie du bezahlen kannst, und höchstens ein "
                    "Fragment."
                ),
            ),
        ),
    ),
    (
        "build",
        ("Build", "Construire", "Bauen"),
        (
            (
                (
                    "Exhaust a Foundation, pay the price in Wealth, and put a card of the market "
                    "into a free cell that shares a side with your Island."
                ),
                (
                    "Épuisez une Fondation, payez le prix en Richesse et posez une carte du "
                    "marché sur une case libre qui partage un côté avec votre Île."
                ),
                (
                    "Erschöpfe ein Fundament, zahle den Preis in Reichtum und lege eine Karte der "
                    "Auslage auf ein freies Feld, das eine Seite mit deiner Insel teilt."
                ),
            ),
            (
                (
                    "You gain its Essence, and for each neighbour of a type that it names so much "
                    "more or less, together never below 0. What neighbours say about the new card "
                    "does not count. What is marked “once” happens now; income comes now and in "
                    "every Income."
                ),
                (
                    "Vous gagnez son Essence, et pour chaque voisin d'un type qu'elle nomme "
                    "autant de plus ou de moins, jamais sous 0 au total. Ce que les voisins "
                    "disent de la nouvelle carte ne compte pas. « Une fois » arrive maintenant ; "
                    "un revenu vient maintenant et à chaque Revenu."
                ),
                (
                    "Du bekommst ihre Essenz, und für jeden Nachbarn eines Typs, den sie nennt, "
                    "so viel mehr oder weniger, zusammen nie unter 0. Was Nachbarn über die neue "
                    "Karte sagen, zählt nicht. „Einmal“ geschieht jetzt; Einkommen kommt jetzt "
                    "und bei jedem Einkommen."
                ),
            ),
        ),
    ),
    (
        "treaty",
        ("Treaty", "Traité", "Vertrag"),
        (
            (
                (
                    "Pay the price of the treaty's lowest free space in any mix of Wealth and "
                    "Influence, and do what it says: attack, Defense +3, draw two cards, or move "
                    "or swap segments. Each signature makes the next one dearer until Cleaning."
                ),
                (
                    "Payez le prix de la case libre la plus basse du traité, en Richesse et "
                    "Influence à votre gré, et faites ce qu'il dit : attaquer, Défense +3, "
                    "piocher deux cartes, déplacer ou échanger des segments. Chaque signature "
                    "renchérit la suivante jusqu'au Rangement."
                ),
                (
                    "Zahle den Preis des niedrigsten freien Platzes in beliebiger Mischung aus "
                    "Reichtum und Einfluss und tu, was der Vertrag sagt: angreifen, Verteidigung "
                    "+3, zwei Karten ziehen, Segmente versetzen oder tauschen. Jede Unterschrift "
                    "macht die nächste teurer, bis zum Aufräumen."
                ),
            ),
        ),
    ),
    (
        "pass",
        ("Pass", "Passer", "Passen"),
        (
            (
                (
                    "You may discard cards for 1 Wealth each and have no more turns in this "
                    "round. Whenever it would be your turn you gain Essence: 1, then 2, then 3 "
                    "each time. You can still be attacked. When the last player passes, the turns "
                    "are over at once."
                ),
                (
                    "Vous pouvez défausser des cartes pour 1 Richesse chacune et n'avez plus de "
                    "tour dans la manche. Chaque fois que ce serait à vous, vous gagnez de "
                    "l'Essence : 1, puis 2, puis toujours 3. On peut encore vous attaquer. Quand "
                    "le dernier passe, les tours finissent aussitôt."
                ),
                (
                    "Du darfst Karten für je 1 Reichtum abwerfen und hast in dieser Runde keinen "
                    "Zug mehr. Sooft du an der Reihe wärst, bekommst du Essenz: 1, dann 2, dann "
                    "immer 3. Angegriffen werden kannst du noch. Passt die letzte Person, sind "
                    "die Züge sofort vorbei."
                ),
            ),
        ),
    ),
    (
        "prophecy",
        ("Read a prophecy", "Lire la prophétie", "Die Prophezeiung lesen"),
        (
            (
                (
                    "Choose a fragment of the row, but not the leftmost. All that it asks for "
                    "must hold: a pattern may lie turned on your Island, but not mirrored. Pay "
                    "its Influence and what else it takes, keep it, and do what it brings."
                ),
                (
                    "Choisissez un fragment de la rangée, mais pas celui de gauche. Tout ce qu'il "
                    "demande doit être rempli : un motif peut être tourné sur votre Île, mais pas "
                    "en miroir. Payez son Influence et le reste, gardez-le et faites ce qu'il "
                    "apporte."
                ),
                (
                    "Wähle ein Fragment der Reihe, aber nicht das ganz links. Alles, was es "
                    "verlangt, muss erfüllt sein: Ein Muster darf auf deiner Insel gedreht "
                    "liegen, aber nicht gespiegelt. Zahle seinen Einfluss und was es sonst nimmt, "
                    "behalte es und tu, was es bringt."
                ),
            ),
            (
                "The row moves right into the gap, and a new fragment comes in at the left.",
                "La rangée glisse à droite dans le vide, et un nouveau fragment entre à gauche.",
                (
                    "Die Reihe rückt nach rechts in die Lücke, und links kommt ein neues Fragment "
                    "dazu."
                ),
            ),
        ),
    ),
    (
        "attack",
        ("Attack", "Attaquer", "Angreifen"),
        (
            (
                (
                    "Attack a player, the External Threat or a monster of the prophecy. You "
                    "succeed if your Attack is higher than the Defense; otherwise nothing "
                    "happens. Attack is not used up."
                ),
                (
                    "Attaquez un joueur, la Menace extérieure ou un monstre de la prophétie. Vous "
                    "réussissez si votre Attaque dépasse la Défense ; sinon, rien ne se passe. "
                    "L'Attaque ne s'use pas."
                ),
                (
                    "Greif jemanden an, die Äußere Bedrohung oder ein Monster der Prophezeiung. "
                    "Es gelingt, wenn dein Angriff höher ist als die Verteidigung; sonst "
                    "geschieht nichts. Angriff wird nicht verbraucht."
                ),
            ),
            (
                (
                    "The difference is yours as Essence. From a player you take 1 Wealth or 1 "
                    "Influence, or exhaust one of their segments that has an action; then their "
                    "Defense rises by 1. The Threat rises by 1 each time, up to 12."
                ),
                (
                    "La différence vous revient en Essence. À un joueur vous prenez 1 Richesse ou "
                    "1 Influence, ou vous épuisez un de ses segments qui porte une action ; puis "
                    "sa Défense monte de 1. La Menace monte de 1 chaque fois, jusqu'à 12."
                ),
                (
                    "Den Unterschied bekommst du als Essenz. Einem Spieler nimmst du 1 Reichtum "
                    "oder 1 Einfluss, oder du erschöpfst eines seiner Segmente, das eine Aktion "
                    "hat; dann steigt seine Verteidigung um 1. Die Bedrohung steigt jedes Mal um "
                    "1, bis 12."
                ),
            ),
            (
                (
                    "A monster brings no such Essence: its fragment is read at once, so you need "
                    "your reading of this turn and all that it costs."
                ),
                (
                    "Un monstre ne donne pas cette Essence : son fragment est lu aussitôt, il "
                    "vous faut donc votre lecture du tour et de quoi le payer."
                ),
                (
                    "Ein Monster bringt diese Essenz nicht: Sein Fragment wird sofort gelesen, du "
                    "brauchst also dein Lesen dieses Zuges und alles, was es kostet."
                ),
            ),
        ),
    ),
    (
        "moving",
        ("Moving and swapping", "Déplacer et échanger", "Versetzen und tauschen"),
        (
            (
                (
                    "Move a segment to another free cell, or swap two; the Island must hang "
                    "together by sides afterwards. Your Essence changes only by what the moved "
                    "cards say about their neighbours, before and after."
                ),
                (
                    "Déplacez un segment sur une autre case libre, ou échangez-en deux ; l'Île "
                    "doit ensuite tenir par les côtés. Votre Essence ne change que par ce que les "
                    "cartes déplacées disent de leurs voisins, avant et après."
                ),
                (
                    "Versetze ein Segment auf ein anderes freies Feld oder tausche zwei; danach "
                    "muss die Insel über Seiten zusammenhängen. Deine Essenz ändert sich nur um "
                    "das, was die bewegten Karten über ihre Nachbarn sagen, vorher und nachher."
                ),
            ),
        ),
    ),
    (
        "cards",
        ("Followers and Advisors", "Fidèles et Conseillers", "Gefolgsleute und Berater"),
        (
            (
                (
                    "A card you use goes to your discard pile; a segment you use is exhausted "
                    "until Cleaning. Of two actions you take one. Advisors stay in your deck for "
                    "the rest of the match. When cards tell you to draw in your turn, an empty "
                    "draw pile gives nothing."
                ),
                (
                    "Une carte utilisée va dans votre défausse ; un segment utilisé est épuisé "
                    "jusqu'au Rangement. De deux actions, vous en faites une. Les Conseillers "
                    "restent dans votre paquet jusqu'à la fin. Quand une carte fait piocher "
                    "pendant votre tour, une pioche vide ne donne rien."
                ),
                (
                    "Eine genutzte Karte kommt auf deinen Ablagestapel; ein genutztes Segment ist "
                    "bis zum Aufräumen erschöpft. Von zwei Aktionen nimmst du eine. Berater "
                    "bleiben bis zum Ende in deinem Deck. Lassen Karten dich im Zug ziehen, gibt "
                    "ein leerer Nachziehstapel nichts."
                ),
            ),
        ),
    ),
    (
        "special",
        ("Special effects", "Effets spéciaux", "Besondere Wirkungen"),
        (
            (
                (
                    "A Spy uses an action of somebody else's Location that is not exhausted. The "
                    "Rector takes an Advisor who was left. After a successful attack the Slaver "
                    "may command a card in the loser's discard pile. A raid adds your Defense to "
                    "the next attack and leaves you with none. An attack that is ignored does "
                    "nothing; the charge lasts for this round."
                ),
                (
                    "Une Espionne utilise une action du Lieu d'un autre, s'il n'est pas épuisé. "
                    "Le Recteur prend un Conseiller restant. Après une attaque réussie, "
                    "l'Esclavagiste peut commander une carte de la défausse du vaincu. Un raid "
                    "ajoute votre Défense à la prochaine attaque et vous laisse à 0. Une attaque "
                    "ignorée ne fait rien ; cela vaut pour cette manche."
                ),
                (
                    "Eine Spionin nutzt eine Aktion eines fremden Ortes, der nicht erschöpft ist. "
                    "Der Rektor nimmt einen übrigen Berater. Nach einem gelungenen Angriff darf "
                    "der Sklavenhändler eine Karte im Ablagestapel des Verlierers befehligen. Ein "
                    "Raubzug addiert deine Verteidigung zum nächsten Angriff und lässt dir 0. Ein "
                    "abgewehrter Angriff bewirkt nichts; das gilt in dieser Runde."
                ),
            ),
        ),
    ),
    (
        "cleaning",
        ("Cleaning", "Rangement", "Aufräumen"),
        (
            (
                (
                    "Segments are ready again, treaties are emptied, and what is left in the "
                    "market goes. Most Essence brings 3 Shards, the second place 2, the third 1; "
                    "equals all get the full number, and the next place falls out. With four or "
                    "five players, whoever gets none takes a revenge token: it brings a Shard "
                    "more when they are first."
                ),
                (
                    "Les segments sont rétablis, les traités vidés, et le reste du marché s'en "
                    "va. Le plus d'Essence rapporte 3 Éclats, la deuxième place 2, la troisième 1 "
                    "; les ex æquo reçoivent tous le nombre entier, et la place suivante "
                    "disparaît. À quatre ou cinq, qui n'en reçoit pas prend un jeton revanche : "
                    "il rapporte un Éclat de plus en étant premier."
                ),
                (
                    "Segmente sind wieder bereit, Verträge werden geleert, und was in der Auslage "
                    "liegt, geht. Die meiste Essenz bringt 3 Splitter, der zweite Platz 2, der "
                    "dritte 1; Gleiche bekommen alle die volle Zahl, und der nächste Platz "
                    "entfällt. Zu viert oder fünft nimmt, wer leer ausgeht, eine Rachemarke: Sie "
                    "bringt einen Splitter mehr, wenn man Erster ist."
                ),
            ),
            (
                (
                    "Then all fill in one form. Which fragment stays in the row for the next "
                    "round? All that nobody names are discarded, always the leftmost. Do you "
                    "shuffle your discard pile into your draw pile? And what do you pay to the "
                    "Threat: a token for each point that it exceeds your Defense."
                ),
                (
                    "Puis tous remplissent un formulaire. Quel fragment reste dans la rangée pour "
                    "la manche suivante ? Tout ce que personne ne nomme est défaussé, toujours "
                    "celui de gauche. Mélangez-vous votre défausse à votre pioche ? Et que "
                    "payez-vous à la Menace : un jeton par point au-dessus de votre Défense."
                ),
                (
                    "Dann füllen alle ein Formular aus. Welches Fragment bleibt für die nächste "
                    "Runde in der Reihe? Was niemand nennt, wird abgeworfen, das ganz linke "
                    "immer. Mischst du deinen Ablagestapel in den Nachziehstapel? Und was zahlst "
                    "du der Bedrohung: eine Marke für jeden Punkt, um den sie deine Verteidigung "
                    "übertrifft."
                ),
            ),
        ),
    ),
    (
        "end",
        ("The end", "La fin", "Das Ende"),
        (
            (
                (
                    "When a Cleaning finds somebody at the goal, the prophecy is counted: the "
                    "highest sum of fragment values brings 4 Shards, the second 2, the third 1; "
                    "no fragments, nothing. Most Shards win; then the higher sum of fragments, "
                    "the Essence of the last round, Wealth and Influence together."
                ),
                (
                    "Quand un Rangement trouve quelqu'un au but, on compte la prophétie : la plus "
                    "haute somme de fragments rapporte 4 Éclats, la deuxième 2, la troisième 1 ; "
                    "sans fragment, rien. Le plus d'Éclats l'emporte ; puis la somme des "
                    "fragments, l'Essence de la dernière manche, Richesse et Influence ensemble."
                ),
                (
                    "Steht beim Aufräumen jemand am Ziel, zählt die Prophezeiung: Die höchste "
                    "Summe der Fragmentwerte bringt 4 Splitter, die zweite 2, die dritte 1; ohne "
                    "Fragment nichts. Die meisten Splitter gewinnen; dann die Summe der "
                    "Fragmente, die Essenz der letzten Runde, Reichtum und Einfluss zusammen."
                ),
            ),
        ),
    ),
)

# Under which heading a card stands; a Palace stands with its faction.
GROUPS: dict[str, Row] = {
    "palaces": ("Palace", "Palais", "Palast"),
    "advisors": ("Advisors", "Conseillers", "Berater"),
    "locations": ("Locations", "Lieux", "Orte"),
    "monuments": ("Monuments", "Monuments", "Monumente"),
    "treaties": ("Treaties", "Traités", "Verträge"),
    "fragments": (
        "Fragments of the prophecy",
        "Fragments de la prophétie",
        "Fragmente der Prophezeiung",
    ),
}

# What stands around the texts of a card.
LABELS: dict[str, Row] = {
    "base": (
        "In every Income: {stats}",
        "À chaque Revenu : {stats}",
        "Bei jedem Einkommen: {stats}",
    ),
    "prices": (
        "{text}; the spaces cost {prices}",
        "{text} ; les cases coûtent {prices}",
        "{text}; die Plätze kosten {prices}",
    ),
    "copies": ("{many} cards", "{many} cartes", "{many} Karten"),
}

# What the lines of a score count.
SCORED: dict[str, Row] = {
    "shards": (
        "By Essence in every round, revenge included, and from cards.",
        "Par l'Essence à chaque manche, revanche comprise, et par des cartes.",
        "Nach Essenz in jeder Runde, mit Rache, und von Karten.",
    ),
    "fragments": (
        "4, 2 or 1 for the highest sums of fragment values.",
        "4, 2 ou 1 pour les plus hautes sommes de fragments.",
        "4, 2 oder 1 für die höchsten Summen der Fragmentwerte.",
    ),
}

# What is drawn over time.
MEASURED: dict[str, Row] = {
    "shards": ("Shards", "Éclats", "Splitter"),
    "essence": (
        "Essence, anew every round",
        "Essence, à nouveau chaque manche",
        "Essenz, jede Runde neu",
    ),
}
