"""Lessons for a first match about the questions of Lords and Locations, with what to look at."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Row

POWERS: Mapping[str, Row] = {
    "jailer": (
        (
            "Another player’s Jailer takes an Ally from you. Give the one that is of least use "
            "for a Lord: a low card of a race you have more of."
        ),
        (
            "Le Geôlier d’un autre vous prend un Allié. Donnez le moins utile pour un Seigneur"
            " : une carte faible d’un peuple que vous avez en nombre."
        ),
        (
            "Der Kerkermeister eines anderen nimmt dir einen Verbündeten. Gib den, der für "
            "einen Lord am wenigsten nützt: eine niedrige Karte eines Volks, von dem du mehr "
            "hast."
        ),
    ),
    "assassin": (
        (
            "The Lord you choose loses power and keys but still counts influence. Look for a "
            "power that hurts you, or a key your opponent is about to use."
        ),
        (
            "Le Seigneur choisi perd pouvoir et clés mais son influence compte toujours. Cherchez "
            "un pouvoir qui vous gêne, ou une clé bientôt utilisée."
        ),
        (
            "Der gewählte Lord verliert Fähigkeit und Schlüssel, behält aber seinen Einfluss. Such "
            "eine Fähigkeit, die dir schadet, oder einen Schlüssel, der bald gebraucht würde."
        ),
    ),
    "commander": (
        (
            "You may keep only 6 Allies. Keep what pays for one Lord you want; low cards of "
            "races that nobody asks for go first."
        ),
        (
            "Vous ne gardez que 6 Alliés. Gardez de quoi payer un Seigneur voulu ; les cartes "
            "faibles de peuples inutiles partent d’abord."
        ),
        (
            "Du darfst nur 6 Verbündete behalten. Behalte, was einen gewünschten Lord bezahlt; "
            "niedrige Karten unnützer Völker gehen zuerst."
        ),
    ),
    "commander_end": (
        (
            "At the end of your turns you keep only 6 Allies while the Commander is there. "
            "Better spend cards on Lords than lose them."
        ),
        (
            "Tant que le Chef des armées est là, vous ne gardez que 6 Alliés en fin de tour. "
            "Mieux vaut dépenser ses cartes en Seigneurs que les perdre."
        ),
        (
            "Solange der Heerführer da ist, behältst du am Ende deiner Züge nur 6 Verbündete. "
            "Gib Karten lieber für Lords aus, als sie zu verlieren."
        ),
    ),
    "hunter": (
        (
            "Your Hunter takes a Monster token, unseen: 2 to 4 points for you and as many fewer"
            " for its owner. Take it from whoever leads."
        ),
        (
            "Votre Chasseur prend un jeton Monstre, sans le voir : 2 à 4 points pour vous, "
            "autant de moins pour l’autre. Prenez-le à qui mène."
        ),
        (
            "Dein Jäger nimmt einen Monstermarker, verdeckt: 2 bis 4 Punkte für dich und "
            "ebenso viele weniger für den anderen. Nimm ihn dem, der führt."
        ),
    ),
    "apprentice": (
        (
            "Your Apprentice takes a whole Council stack. Look at how many cards each has, and "
            "which race a Lord of the Court asks for."
        ),
        (
            "Votre Apprenti prend toute une pile du Conseil. Voyez combien de cartes chacune "
            "compte, et quel peuple un Seigneur de la Cour exige."
        ),
        (
            "Dein Lehrling nimmt einen ganzen Stapel des Rates. Sieh, wie viele Karten jeder hat "
            "und "
            "welches Volk ein Lord am Hof verlangt."
        ),
    ),
    "illusionist": (
        (
            "You may exchange a Location of yours for one on offer. Compare what each would "
            "count for you at the end."
        ),
        (
            "Vous pouvez échanger un de vos Lieux contre un Lieu visible. Comparez ce que "
            "chacun vous rapporterait à la fin."
        ),
        (
            "Du darfst einen deiner Orte gegen einen ausliegenden tauschen. Vergleiche, was "
            "jeder dir am Ende brächte."
        ),
    ),
    "corruptor": (
        (
            "Five Pearls for any Lord of the Court. An expensive Lord is worth it: its influence,"
            " and the Allies you save."
        ),
        (
            "Cinq Perles pour un Seigneur de la Cour. Un Seigneur cher les vaut : son "
            "influence, et les Alliés épargnés."
        ),
        (
            "Fünf Perlen für einen Lord am Hof. Ein teurer ist sie wert: sein Einfluss, und die"
            " Verbündeten, die du sparst."
        ),
    ),
    "traitor": (
        (
            "You may exchange a free Lord of yours for one of the Court. Give the one with the "
            "least influence whose power you no longer need."
        ),
        (
            "Vous pouvez échanger un de vos Seigneurs libres contre un Seigneur de la Cour. Donnez "
            "le moins influent dont le pouvoir ne sert plus."
        ),
        (
            "Du darfst einen deiner freien Lords gegen einen vom Hof tauschen. Gib den mit dem "
            "geringsten Einfluss, dessen Fähigkeit du nicht mehr brauchst."
        ),
    ),
    "schemer": (
        (
            "You may exchange a free Lord of yours for the next of the deck, which nobody knows. "
            "Worth it for a weak one only."
        ),
        (
            "Vous pouvez échanger un de vos Seigneurs libres contre le suivant de la pioche, "
            "inconnu. Ne le faites que pour un Seigneur faible."
        ),
        (
            "Du darfst einen deiner freien Lords gegen den nächsten des Stapels tauschen, den "
            "niemand kennt. Das lohnt sich nur bei einem schwachen."
        ),
    ),
    "black_smokers": (
        (
            "You may look through the Location stack. Take what counts more for you than Black "
            "Smokers do."
        ),
        (
            "Vous pouvez regarder la pile des Lieux. Prenez celui qui compte plus pour vous que "
            "les Fumeurs noirs."
        ),
        "Du darfst den Stapel der Orte durchsehen. Nimm, was dir mehr bringt als die Schwarzen "
        "Raucher.",
    ),
}
