"""The sentences of the rules: heading by heading, in English, French and German."""

from __future__ import annotations

from games.board.chapters import Chapter, Row

SECTIONS: tuple[Chapter, ...] = (
    (
        "aim",
        ("What it is about", "Le but du jeu", "Worum es geht"),
        (
            (
                "You are after the throne of the deep. Whoever has most influence points at the "
                "end wins: from Lords, Locations, affiliated Allies and Monster tokens.",
                "Vous briguez le trône des abysses. À la fin, qui a le plus de points d'influence "
                "l'emporte : Seigneurs, Lieux, Alliés fédérés et jetons Monstre comptent.",
                "Es geht um den Thron der Tiefe. Wer am Ende den meisten Einfluss hat, gewinnt: "
                "Lords, Orte, gebundene Verbündete und Monstermarker zählen.",
            ),
        ),
    ),
    (
        "turn",
        ("Your turn", "Votre tour", "Dein Zug"),
        (
            (
                "First, if you like, plot: each Pearl you pay turns up one more Lord in the "
                "Court, as long as it has an empty space.",
                "D'abord, si vous voulez, complotez : chaque Perle payée révèle un Seigneur de "
                "plus à la Cour, tant qu'il y reste une place.",
                "Zuerst darfst du intrigieren: Jede gezahlte Perle deckt einen weiteren Lord im "
                "Hof auf, solange dort Platz ist.",
            ),
            (
                "Then take exactly one action: explore the depths, request support from the "
                "Council, or recruit a Lord.",
                "Puis faites exactement une action : explorer les profondeurs, solliciter le "
                "Conseil ou recruter un Seigneur.",
                "Dann führst du genau eine Aktion aus: die Tiefen erkunden, den Rat anfragen oder "
                "einen Lord rekrutieren.",
            ),
            (
                "At the end of your turn you take a Location for every three usable keys.",
                "À la fin de votre tour, trois clés utilisables vous donnent un Lieu.",
                "Am Ende deines Zuges bringen dir je drei nutzbare Schlüssel einen Ort.",
            ),
            (
                "You keep at most twelve Allies; each one above is discarded or costs a Pearl.",
                "Vous gardez douze Alliés au plus ; chacun en trop est défaussé ou coûte une "
                "Perle.",
                "Du behältst höchstens zwölf Verbündete; jeder weitere wird abgeworfen oder kostet "
                "eine Perle.",
            ),
        ),
    ),
    (
        "explore",
        ("Exploring the depths", "Explorer les profondeurs", "Die Tiefen erkunden"),
        (
            (
                "Cards are turned up one by one. Each Ally is first offered to the others: the "
                "first one bought in this exploration costs 1 Pearl, the second 2, the third 3, "
                "and the Pearls go to the explorer. Everybody buys at most once.",
                "Les cartes sont révélées une à une. Chaque Allié est d'abord proposé aux autres : "
                "le premier acheté dans cette exploration coûte 1 Perle, le deuxième 2, le "
                "troisième 3 ; les Perles vont à l'explorateur. Chacun achète une fois au plus.",
                "Karten werden einzeln aufgedeckt. Jeder Verbündete wird zuerst den anderen "
                "angeboten: Der erste Kauf dieser Erkundung kostet 1 Perle, der zweite 2, der "
                "dritte 3; die Perlen bekommt, wer erkundet. Jeder kauft höchstens einmal.",
            ),
            (
                "If nobody buys it, the explorer takes it and stops, or goes on. The card on the "
                "fifth space must be taken and brings a Pearl. What is left goes to the Council, "
                "face down, race by race.",
                "Si personne n'achète, l'explorateur la prend et s'arrête, ou continue. La carte "
                "de la cinquième case doit être prise et rapporte une Perle. Le reste va au "
                "Conseil, face cachée, peuple par peuple.",
                "Kauft niemand, nimmt der Erkunder die Karte und hört auf, oder er macht weiter. "
                "Die Karte auf dem fünften Feld muss er nehmen und erhält eine Perle. Was liegen "
                "bleibt, kommt verdeckt nach Völkern in den Rat.",
            ),
        ),
    ),
    (
        "monsters",
        ("Monsters", "Les Monstres", "Monster"),
        (
            (
                "A Monster is fought or left. A fight is always won: you take the reward of the "
                "Threat space, the token returns to the first space, and the exploration is over. "
                "If you leave it, the Threat rises by one and you go on.",
                "On combat un Monstre ou on le laisse. Un combat est toujours gagné : prenez la "
                "récompense de la case Menace, le pion revient à la première case et "
                "l'exploration s'arrête. Sinon la Menace monte d'une case et vous continuez.",
                "Ein Monster bekämpfst du, oder du lässt es liegen. Ein Kampf gelingt immer: Du "
                "nimmst die Belohnung des Bedrohungsfeldes, der Marker geht zurück auf Feld 1, "
                "die Erkundung endet. Sonst steigt die Bedrohung um eins, und es geht weiter.",
            ),
        ),
    ),
    (
        "council",
        ("Support from the Council", "Solliciter le Conseil", "Den Rat anfragen"),
        (
            (
                "Take one whole stack of the Council into your hand. All its cards are of one "
                "race; nobody else sees their values.",
                "Prenez en main une pile entière du Conseil. Toutes ses cartes sont d'un même "
                "peuple ; personne d'autre n'en voit les valeurs.",
                "Nimm einen ganzen Stapel des Rates auf die Hand. Alle Karten sind von einem "
                "Volk; ihre Werte sieht sonst niemand.",
            ),
        ),
    ),
    (
        "recruit",
        ("Recruiting a Lord", "Recruter un Seigneur", "Einen Lord rekrutieren"),
        (
            (
                "Play Allies of exactly as many races as the Lord shows, among them the one in "
                "colour. Their values pay the cost; what is missing you pay in Pearls, what is "
                "too much is lost.",
                "Jouez des Alliés d'autant de peuples que le Seigneur le montre, dont celui en "
                "couleur. Leurs valeurs paient le coût ; complétez en Perles, le surplus est "
                "perdu.",
                "Spiele Verbündete von genau so vielen Völkern, wie der Lord zeigt, darunter das "
                "farbige. Ihre Werte zahlen die Kosten; was fehlt, zahlst du in Perlen, was zu "
                "viel ist, verfällt.",
            ),
            (
                "The lowest Ally you played is affiliated and lies before you; the others are "
                "discarded. If two Lords or fewer are left in the Court, you get 2 Pearls and it "
                "is refilled to six.",
                "L'Allié le plus faible joué est fédéré et reste devant vous ; les autres sont "
                "défaussés. S'il reste deux Seigneurs ou moins à la Cour, vous gagnez 2 Perles et "
                "elle est complétée à six.",
                "Der niedrigste gespielte Verbündete wird gebunden und bleibt vor dir liegen, die "
                "anderen werden abgeworfen. Sind noch höchstens zwei Lords im Hof, erhältst du 2 "
                "Perlen, und er wird auf sechs aufgefüllt.",
            ),
        ),
    ),
    (
        "keys",
        ("Keys and Locations", "Clés et Lieux", "Schlüssel und Orte"),
        (
            (
                "Keys lie on Lords and as tokens before you. With three usable keys you control a "
                "Location: one that lies face up, or one of one to four drawn from the stack; the "
                "others then lie face up for all.",
                "Les clés sont sur des Seigneurs ou en jetons. Avec trois clés utilisables, vous "
                "contrôlez un Lieu : un Lieu visible, ou l'un de un à quatre Lieux piochés ; les "
                "autres restent visibles pour tous.",
                "Schlüssel sind auf Lords oder liegen als Marker vor dir. Mit drei nutzbaren "
                "Schlüsseln kontrollierst du einen Ort: einen ausliegenden, oder einen von ein "
                "bis vier gezogenen; die anderen liegen dann für alle aus.",
            ),
            (
                "The Lords who pay slide under the Location: their influence counts, their powers "
                "and keys are gone.",
                "Les Seigneurs qui paient se glissent sous le Lieu : leur influence compte, leurs "
                "pouvoirs et leurs clés sont perdus.",
                "Die zahlenden Lords rutschen unter den Ort: Ihr Einfluss zählt, Fähigkeiten und "
                "Schlüssel sind weg.",
            ),
        ),
    ),
    (
        "end",
        ("The end", "La fin", "Das Ende"),
        (
            (
                "The seventh Lord of one player, or a Court that cannot be refilled, begins the "
                "last round: everybody else has one more turn. Then each player affiliates the "
                "lowest Ally of each race in hand.",
                "Le septième Seigneur d'un joueur, ou une Cour qu'on ne peut plus compléter, "
                "annonce la fin : chacun des autres joue un dernier tour. Puis chacun fédère "
                "l'Allié le plus faible de chaque peuple en main.",
                "Der siebte Lord einer Person oder ein Hof, der nicht mehr aufgefüllt werden "
                "kann, läutet die letzte Runde ein: Alle anderen haben noch einen Zug. Dann "
                "bindet jeder den niedrigsten Verbündeten jedes Volkes auf der Hand.",
            ),
            (
                "Count Locations, the influence of all Lords, the highest affiliated Ally of each "
                "race, and Monster tokens. A tie goes to more Pearls, then to the best Lord.",
                "Comptez les Lieux, l'influence de tous les Seigneurs, l'Allié fédéré le plus "
                "fort de chaque peuple et les jetons Monstre. À égalité : les Perles, puis le "
                "meilleur Seigneur.",
                "Es zählen Orte, der Einfluss aller Lords, der höchste gebundene Verbündete jedes "
                "Volkes und Monstermarker. Bei Gleichstand entscheiden Perlen, dann der beste "
                "Lord.",
            ),
        ),
    ),
)

# What is drawn over time.
MEASURED: dict[str, Row] = {
    "influence": ("Influence on the table", "Influence visible", "Sichtbarer Einfluss"),
    "pearls": ("Pearls", "Perles", "Perlen"),
}

# What the lines of a score count; those of Locations stand on the tiles.
SCORED: dict[str, Row] = {
    "lords": (
        "Influence of all your Lords, free, disabled or under a Location.",
        "Influence de tous vos Seigneurs, libres, neutralisés ou sous un Lieu.",
        "Einfluss aller deiner Lords, frei, ausgeschaltet oder unter einem Ort.",
    ),
    "allies": (
        "The highest affiliated Ally of each race.",
        "L'Allié fédéré le plus fort de chaque peuple.",
        "Der höchste gebundene Verbündete jedes Volkes.",
    ),
    "monsters": (
        "The values of your Monster tokens.",
        "Les valeurs de vos jetons Monstre.",
        "Die Werte deiner Monstermarker.",
    ),
}
