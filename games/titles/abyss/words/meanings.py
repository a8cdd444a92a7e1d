"""The power of every Lord and the scoring of every Location, in English, French and German."""

from __future__ import annotations

from .names import language_column

# Lord -> power. Lords that are missing have none.
POWERS: dict[str, tuple[str, str, str]] = {
    "recruiter": (
        "Opponents pay 2 more for every Lord they recruit.",
        "Les adversaires paient 2 de plus pour chaque Seigneur recruté.",
        "Gegner zahlen für jeden Lord, den sie rekrutieren, 2 mehr.",
    ),
    "jailer": (
        "At once: every opponent discards one Ally of their choice.",
        "Aussitôt : chaque adversaire défausse un Allié de son choix.",
        "Sofort: Jeder Gegner wirft einen Verbündeten eigener Wahl ab.",
    ),
    "seeker": (
        "At once: every opponent loses 2 Pearls, or the last one.",
        "Aussitôt : chaque adversaire perd 2 Perles, ou sa dernière.",
        "Sofort: Jeder Gegner verliert 2 Perlen oder seine letzte.",
    ),
    "assassin": (
        "At once: disable one free Lord of every opponent for good (no power, no keys; "
        "its influence still counts).",
        "Aussitôt : neutralisez pour toujours un Seigneur libre de chaque adversaire (ni pouvoir, "
        "ni clés ; son influence compte encore).",
        "Sofort: Schalte bei jedem Gegner einen freien Lord für immer aus (keine Fähigkeit, keine "
        "Schlüssel; sein Einfluss zählt weiter).",
    ),
    "commander": (
        "At once, and at the end of their own turns, opponents discard down to 6 Allies.",
        "Aussitôt, puis à la fin de leurs tours, les adversaires ne gardent que 6 Alliés.",
        "Sofort und am Ende ihrer eigenen Züge werfen Gegner bis auf 6 Verbündete ab.",
    ),
    "tamer": (
        "Opponents who fight a Monster get the reward of one Threat space lower.",
        "Un adversaire qui combat un Monstre reçoit la récompense de la case Menace précédente.",
        "Gegner, die ein Monster bekämpfen, erhalten die Belohnung ein Bedrohungsfeld tiefer.",
    ),
    "hunter": (
        "At once: take a random Monster token from one opponent.",
        "Aussitôt : prenez au hasard un jeton Monstre à un adversaire.",
        "Sofort: Nimm einem Gegner zufällig einen Monstermarker weg.",
    ),
    "shaman": (
        "Opponents’ Soldiers do nothing to you.",
        "Les Militaires adverses sont sans effet sur vous.",
        "Die Soldaten der Gegner haben keine Wirkung auf dich.",
    ),
    "invoker": (
        "At once: you play another complete turn after this one.",
        "Aussitôt : vous jouez un autre tour complet après celui-ci.",
        "Sofort: Du spielst nach diesem Zug noch einen ganzen Zug.",
    ),
    "apprentice": (
        "At once: take one whole Council stack.",
        "Aussitôt : prenez une pile entière du Conseil.",
        "Sofort: Nimm einen ganzen Stapel des Rates.",
    ),
    "oracle": (
        "Once in each of your turns you may discard one whole Council stack.",
        "Une fois à chacun de vos tours, vous pouvez défausser une pile entière du Conseil.",
        "Einmal in jedem deiner Züge darfst du einen ganzen Stapel des Rates abwerfen.",
    ),
    "alchemist": (
        "When you ask the Council for support you take a second stack too.",
        "Quand vous sollicitez le Conseil, vous prenez aussi une deuxième pile.",
        "Wenn du beim Rat anfragst, nimmst du noch einen zweiten Stapel.",
    ),
    "illusionist": (
        "At once: you may exchange one Location of yours for one on offer.",
        "Aussitôt : vous pouvez échanger un de vos Lieux contre un Lieu visible.",
        "Sofort: Du darfst einen deiner Orte gegen einen ausliegenden tauschen.",
    ),
    "master_of_magic": (
        "When you recruit later, you choose which of the played Allies to affiliate.",
        "Lors de vos recrutements suivants, vous choisissez l’Allié joué à fédérer.",
        "Bei späteren Rekrutierungen wählst du, welchen gespielten Verbündeten du bindest.",
    ),
    "ship_master": (
        "After exploring: 1 Pearl for each race that goes to the Council.",
        "Après une exploration : 1 Perle par peuple qui va au Conseil.",
        "Nach dem Erkunden: 1 Perle für jedes Volk, das in den Rat geht.",
    ),
    "trader": (
        "At once: 3 Pearls.",
        "Aussitôt : 3 Perles.",
        "Sofort: 3 Perlen.",
    ),
    "peddler": (
        "At once: 2 Pearls.",
        "Aussitôt : 2 Perles.",
        "Sofort: 2 Perlen.",
    ),
    "landlord": (
        "1 Pearl at once and at the start of each of your turns.",
        "1 Perle aussitôt, puis au début de chacun de vos tours.",
        "1 Perle sofort und zu Beginn jedes deiner Züge.",
    ),
    "slaver": (
        "Once in each of your turns you may discard an Ally for 2 Pearls.",
        "Une fois à chacun de vos tours, vous pouvez défausser un Allié pour 2 Perles.",
        "Einmal in jedem deiner Züge darfst du für 2 Perlen einen Verbündeten abwerfen.",
    ),
    "shopkeeper": (
        "At once: 1 Pearl.",
        "Aussitôt : 1 Perle.",
        "Sofort: 1 Perle.",
    ),
    "opportunist": (
        "Once in each of your turns you may replace one Lord in the Court by the next of the deck.",
        "Une fois à chacun de vos tours, vous pouvez remplacer un Seigneur de la Cour par le "
        "suivant de la pioche.",
        "Einmal in jedem deiner Züge darfst du einen Lord am Hof durch den nächsten des Stapels "
        "ersetzen.",
    ),
    "corruptor": (
        "At once: you may take one more Lord from the Court for exactly 5 Pearls.",
        "Aussitôt : vous pouvez prendre un autre Seigneur de la Cour pour exactement 5 Perles.",
        "Sofort: Du darfst für genau 5 Perlen noch einen Lord vom Hof nehmen.",
    ),
    "traitor": (
        "At once: you may discard another free Lord of yours for any Lord in the Court.",
        "Aussitôt : vous pouvez défausser un autre de vos Seigneurs libres contre n’importe "
        "quel Seigneur de la Cour.",
        "Sofort: Du darfst einen anderen freien Lord von dir gegen einen beliebigen vom Hof "
        "tauschen.",
    ),
    "diplomat": (
        "You may ignore which race a Lord demands; the number of races still counts.",
        "Vous pouvez ignorer le peuple exigé par un Seigneur ; le nombre de peuples compte encore.",
        "Du darfst das verlangte Volk eines Lords ignorieren; die Anzahl der Völker gilt weiter.",
    ),
    "treasurer": (
        "You pay 2 less for every Lord you recruit.",
        "Vous payez 2 de moins pour chaque Seigneur recruté.",
        "Du zahlst für jeden Lord, den du rekrutierst, 2 weniger.",
    ),
    "schemer": (
        "At once: you may discard another free Lord of yours for the next one of the deck, unseen.",
        "Aussitôt : vous pouvez défausser un autre de vos Seigneurs libres contre le suivant de la "
        "pioche, sans le voir.",
        "Sofort: Du darfst einen anderen freien Lord von dir gegen den nächsten des Stapels "
        "tauschen, ungesehen.",
    ),
    "sage": (
        "At once: draw 2 Locations and keep one; the Lord pays for it with his own keys.",
        "Aussitôt : piochez 2 Lieux, gardez-en un ; le Seigneur le paie de ses propres clés.",
        "Sofort: Ziehe 2 Orte und behalte einen; der Lord bezahlt ihn mit seinen eigenen "
        "Schlüsseln.",
    ),
    "hermit": (
        "At once: draw 1 Location and keep it; the Lord pays for it with his own keys.",
        "Aussitôt : piochez 1 Lieu et gardez-le ; le Seigneur le paie de ses propres clés.",
        "Sofort: Ziehe 1 Ort und behalte ihn; der Lord bezahlt ihn mit seinen eigenen Schlüsseln.",
    ),
    "elder": (
        "At once: draw 3 Locations and keep one; the Lord pays for it with his own keys.",
        "Aussitôt : piochez 3 Lieux, gardez-en un ; le Seigneur le paie de ses propres clés.",
        "Sofort: Ziehe 3 Orte und behalte einen; der Lord bezahlt ihn mit seinen eigenen "
        "Schlüsseln.",
    ),
}

# Location -> what it is worth at the end.
SCORINGS: dict[str, tuple[str, str, str]] = {
    "sargasso_silos": (
        "5, and 2 for each Farmer",
        "5, plus 2 par Cultivateur",
        "5, dazu 2 je Bauern",
    ),
    "hydrozoa_reserves": (
        "6, and 2 for each Mage",
        "6, plus 2 par Mage",
        "6, dazu 2 je Magier",
    ),
    "sanctuary": (
        "4, and 3 for each affiliated jellyfish",
        "4, plus 3 par méduse fédérée",
        "4, dazu 3 je gebundene Qualle",
    ),
    "parliament": (
        "6, and 2 for each Politician",
        "6, plus 2 par Politicien",
        "6, dazu 2 je Politiker",
    ),
    "barracks": (
        "7, and 2 for each Soldier",
        "7, plus 2 par Militaire",
        "7, dazu 2 je Soldaten",
    ),
    "dockworks": (
        "5, and 2 for each Merchant",
        "5, plus 2 par Marchand",
        "5, dazu 2 je Händler",
    ),
    "sargasso_fields": (
        "3, and 3 for each affiliated seahorse",
        "3, plus 3 par hippocampe fédéré",
        "3, dazu 3 je gebundenes Seepferdchen",
    ),
    "the_abyss": (
        "2 for each different guild among your Lords",
        "2 par guilde différente parmi vos Seigneurs",
        "2 je verschiedene Gilde unter deinen Lords",
    ),
    "city_of_mirrors": (
        "as the best Location of an opponent would be worth to you",
        "autant que vous vaudrait le meilleur Lieu d’un adversaire",
        "so viel, wie dir der beste Ort eines Gegners wert wäre",
    ),
    "black_smokers": (
        "0, but you may exchange it at once for any Location of the stack",
        "0, mais vous pouvez l’échanger aussitôt contre n’importe quel Lieu de la pile",
        "0, aber du darfst sie sofort gegen einen beliebigen Ort des Stapels tauschen",
    ),
    "oceanic_senate_assembly": (
        "4, and 3 for each affiliated squid",
        "4, plus 3 par poulpe fédéré",
        "4, dazu 3 je gebundenen Tintenfisch",
    ),
    "depths": (
        "twice the influence of your weakest Lord",
        "deux fois l’influence de votre Seigneur le plus faible",
        "doppelter Einfluss deines schwächsten Lords",
    ),
    "throne_room": (
        "the influence of your strongest Lord",
        "l’influence de votre Seigneur le plus fort",
        "Einfluss deines stärksten Lords",
    ),
    "jail": (
        "15, less 1 for each of your Lords",
        "15, moins 1 par Seigneur",
        "15, weniger 1 je Lord",
    ),
    "chasm": (
        "5, and 3 for each affiliated crab",
        "5, plus 3 par crabe fédéré",
        "5, dazu 3 je gebundenen Krebs",
    ),
    "closed_tower": (
        "3 for each of your Lords with a key",
        "3 par Seigneur avec clé",
        "3 je Lord mit Schlüssel",
    ),
    "lost_tower": (
        "3 for each of your Lords without a key",
        "3 par Seigneur sans clé",
        "3 je Lord ohne Schlüssel",
    ),
    "chamber_of_allies": (
        "3, and the lowest affiliated value of each race",
        "3, plus la plus petite valeur fédérée de chaque peuple",
        "3, dazu der niedrigste gebundene Wert jedes Volkes",
    ),
    "nest_of_giant_clams": (
        "3, and 3 for each affiliated shellfish",
        "3, plus 3 par coquillage fédéré",
        "3, dazu 3 je gebundenes Schalentier",
    ),
    "coral_barrier": (
        "20, less 1 for each affiliated Ally",
        "20, moins 1 par Allié fédéré",
        "20, weniger 1 je gebundenen Verbündeten",
    ),
}


def describe_lord_power(lord: str, language: str) -> str:
    """Return a Lord's power as one sentence; "" for a Lord without a power."""
    return POWERS[lord][language_column(language)] if lord in POWERS else ""


def describe_location_scoring(location: str, language: str) -> str:
    """Return a Location's scoring, in a few words without a full stop."""
    return SCORINGS[location][language_column(language)]
