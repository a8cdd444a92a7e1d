"""Lessons for a first match about all questions except those of powers, with what to look at."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Row

QUESTIONS: Mapping[str, Row] = {
    "turn": (
        (
            "One action a turn: explore for Allies, take a whole Council stack, or recruit a "
            "Lord with Allies from your hand. Look at the Court first: which Lord could you "
            "nearly pay? Lords are most of the points."
        ),
        (
            "Une action par tour : explorer pour trouver des Alliés, prendre toute une pile du "
            "Conseil, ou recruter un Seigneur avec des Alliés de votre main. Regardez d’abord "
            "la Cour : quel Seigneur pourriez-vous presque payer ? Les Seigneurs font "
            "l’essentiel des points."
        ),
        (
            "Eine Aktion je Zug: Verbündete erkunden, einen ganzen Stapel des Rates nehmen oder"
            " mit Verbündeten aus der Hand einen Lord rekrutieren. Sieh zuerst auf den Hof: "
            "Welchen Lord könntest du fast bezahlen? Lords bringen die meisten Punkte."
        ),
    ),
    "offer": (
        (
            "Somebody explores, and you may buy the Ally before they can take it. The price "
            "rises with each sale of the turn. Look at your hand: does this race complete a "
            "payment for a Lord?"
        ),
        (
            "Quelqu’un explore, et vous pouvez acheter l’Allié avant qu’il ne le prenne. Le "
            "prix monte à chaque vente du tour. Regardez votre main : ce peuple complète-t-"
            "il un paiement pour un Seigneur ?"
        ),
        (
            "Jemand erkundet, und du kannst den Verbündeten kaufen, bevor er ihn nimmt. Der "
            "Preis steigt mit jedem Verkauf des Zuges. Sieh auf deine Hand: Fehlt dir dieses "
            "Volk, um einen Lord zu bezahlen?"
        ),
    ),
    "beside": (
        (
            "You explore. While the others think about buying, choose what you do if nobody "
            "does. Taking the card ends your turn’s exploration."
        ),
        (
            "Vous explorez ; pendant que les autres réfléchissent à un achat, vous dites déjà "
            "ce que vous faites si personne n’achète. Prendre la carte met fin à l’exploration."
        ),
        (
            "Du erkundest, und während andere über den Kauf nachdenken, sagst du schon, was du "
            "tust, wenn niemand kauft. Nimmst du die Karte, endet das Erkunden."
        ),
    ),
    "explorer": (
        (
            "Nobody has bought this Ally. Take it and the exploration ends, or go on: what you "
            "leave goes to the Council stacks, for anybody. The last space of the track adds a "
            "Pearl."
        ),
        (
            "Personne n’a acheté cet Allié. Prenez-le et l’exploration se termine, ou continuez"
            " : ce que vous laissez va aux piles du Conseil, pour tous. La dernière case de la "
            "piste ajoute une Perle."
        ),
        (
            "Niemand hat diesen Verbündeten gekauft. Nimm ihn, und das Erkunden endet, oder "
            "mach weiter: Was du liegen lässt, kommt auf die Stapel des Rates, für alle. Das "
            "letzte "
            "Feld der Leiste bringt eine Perle dazu."
        ),
    ),
    "monster": (
        (
            "A Monster: fight it and your exploration ends with a reward, or go on and the "
            "Threat rises, which makes the next fight worth more, to anybody. Look at the "
            "Threat track for what it pays now."
        ),
        (
            "Un Monstre : combattez-le et l’exploration se termine par une récompense, ou "
            "continuez et la Menace monte, ce qui rendra le prochain combat plus précieux, pour"
            " n’importe qui. Regardez sur la piste de Menace ce qu’il rapporte maintenant."
        ),
        (
            "Ein Monster: Kämpfe, und dein Erkunden endet mit einer Belohnung, oder mach "
            "weiter, und die Bedrohung steigt; dann ist der nächste Kampf mehr wert, für wen "
            "auch immer. Sieh auf der Bedrohungsleiste nach, was der Kampf jetzt bringt."
        ),
    ),
    "reward": (
        (
            "Your reward for the fight. A key brings you nearer to a Location (three keys make "
            "one); a Monster token is worth 2 to 4 points at the end; Pearls pay for Lords and "
            "offers."
        ),
        (
            "Votre récompense. Une clé vous rapproche d’un Lieu (il en faut trois) ; un jeton "
            "Monstre vaut de 2 à 4 points à la fin ; les Perles paient Seigneurs et achats."
        ),
        (
            "Deine Belohnung für den Kampf. Ein Schlüssel bringt dich einem Ort näher (drei "
            "ergeben einen); ein Monstermarker zählt am Ende 2 bis 4 Punkte; Perlen bezahlen"
            " Lords und Käufe."
        ),
    ),
    "affiliate": (
        (
            "Of the Allies you paid with, the lowest stays in front of you. At the end the "
            "strongest affiliated Ally of each race counts its value: look at which races you "
            "have none of yet."
        ),
        (
            "Parmi les Alliés joués, le plus faible reste devant vous. À la fin, l’Allié fédéré"
            " le plus fort de chaque peuple compte sa valeur : voyez quels peuples vous manquent."
        ),
        (
            "Von den ausgespielten Verbündeten bleibt der niedrigste vor dir liegen. Am Ende "
            "zählt der stärkste gebundene Verbündete jedes Volks seinen Wert: Sieh nach, welche"
            " Völker dir noch fehlen."
        ),
    ),
    "location": (
        (
            "Three keys: you now control a Location, which counts at the end for what you have."
            " It covers the Lords whose keys you used, and their powers end. Draw more to "
            "choose from, but what you do not keep lies open for others."
        ),
        (
            "Trois clés : vous contrôlez un Lieu, qui compte à la fin selon ce que vous avez. "
            "Il recouvre les Seigneurs dont vous utilisez les clés, et leurs pouvoirs cessent. "
            "Piochez-en plus pour choisir, mais le reste devient visible pour les autres."
        ),
        (
            "Drei Schlüssel: Du kontrollierst jetzt einen Ort, der am Ende für das zählt, was "
            "du hast. Er deckt die Lords zu, deren Schlüssel du einsetzt, und ihre Fähigkeiten "
            "enden. Zieh mehr, um zu wählen; was du nicht behältst, liegt dann für andere "
            "offen."
        ),
    ),
    "location_pick": (
        (
            "Keep the Location that counts most for what you have or are likely to have. The "
            "others lie open for everybody."
        ),
        (
            "Gardez le Lieu qui compte le plus pour ce que vous avez ou aurez sans doute. Les "
            "autres restent visibles pour tous."
        ),
        (
            "Behalte den Ort, der für das am meisten zählt, was du hast oder wohl haben wirst. "
            "Die anderen liegen für alle offen."
        ),
    ),
    "keys": (
        (
            "Choose which keys pay for the Location. A Lord whose key you use is covered, and its "
            "power ends; loose keys from rewards cost you nothing else."
        ),
        (
            "Choisissez les clés qui paient le Lieu. Un Seigneur dont vous utilisez la clé est "
            "recouvert, et son pouvoir cesse ; les clés libres ne coûtent rien d’autre."
        ),
        (
            "Wähle, welche Schlüssel den Ort bezahlen. Ein Lord, dessen Schlüssel du einsetzt, "
            "wird zugedeckt, und seine Fähigkeit endet; lose Schlüssel kosten dich sonst nichts."
        ),
    ),
    "second_stack": (
        (
            "A second Council stack, thanks to your Alchemist. Take the race that you need for "
            "a Lord, or simply the most cards."
        ),
        (
            "Une deuxième pile du Conseil, grâce à votre Alchimiste. Prenez le peuple qu’il vous "
            "faut pour un Seigneur, ou simplement le plus de cartes."
        ),
        (
            "Ein zweiter Stapel des Rates, dank deines Alchemisten. Nimm das Volk, das du für "
            "einen "
            "Lord brauchst, oder einfach die meisten Karten."
        ),
    ),
    "end": (
        (
            "Before your turn ends you may use powers that work once a turn. Then it is the "
            "next player’s turn."
        ),
        (
            "Avant la fin de votre tour, vous pouvez utiliser les pouvoirs qui servent une fois"
            " par tour. Puis c’est au suivant."
        ),
        (
            "Bevor dein Zug endet, darfst du Fähigkeiten nutzen, die einmal je Zug wirken. Dann"
            " ist der Nächste am Zug."
        ),
    ),
    "hand_limit": (
        (
            "Twelve Allies may stay in your hand; each one more costs a Pearl. Low cards of "
            "races that no Lord at Court asks for go first."
        ),
        (
            "Douze Alliés peuvent rester en main ; chacun de plus coûte une Perle. Les cartes "
            "faibles de peuples qu’aucun Seigneur n’exige partent d’abord."
        ),
        (
            "Zwölf Verbündete dürfen auf der Hand bleiben; jeder weitere kostet eine Perle. "
            "Niedrige Karten von Völkern, die kein Lord am Hof verlangt, gehen zuerst."
        ),
    ),
}
