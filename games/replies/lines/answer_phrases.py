"""Whole phrases that mean an answer or a verb of a game: “sold”, “keep going”, “no, keep them”."""

from __future__ import annotations

from games.engine import notation

# What declines to give something away: “no keep them”, as notation.split_words() returns it.
KEEPING = frozenset(
    map(
        notation.split_words,
        [
            *("no keep them", "no keep it", "no keep mine", "no i keep them", "no i keep it"),
            *("no i ll keep them", "no i ll keep it", "keep them", "keep it", "keep mine"),
            *("i keep them", "i keep it", "i ll keep them", "i ll keep it", "keep them all"),
            *("no keep them all", "i keep them all", "i keep mine", "no i keep mine"),
            *("keep my lords", "no keep my lords", "i keep my lords", "no i keep my lords"),
            *("non je les garde", "non je le garde", "non je la garde", "je les garde"),
            *("je le garde", "je la garde", "je garde les miens", "non je garde les miens"),
            *("je garde mes seigneurs", "non je garde mes seigneurs", "je garde tout"),
            *("je les garde tous", "non je les garde tous", "les garder", "non les garder"),
            *("nein behalten", "ich behalte sie", "nein ich behalte sie", "ich behalte ihn"),
            *("nein ich behalte ihn", "sie behalten", "nein sie behalten", "behalten"),
            *("ich behalte meine", "nein ich behalte meine", "alle behalten"),
            *("ich behalte alle", "nein ich behalte alle", "nein alle behalten"),
            *("ich behalte meine fursten", "nein ich behalte meine fursten"),
        ],
    )
)
# The same before and behind a name: “I keep my Shopkeeper”.
KEEPING_NAMED = frozenset(
    map(
        notation.split_words,
        [
            *("no keep my", "keep my", "i keep my", "no i keep my", "no i ll keep my"),
            *("i ll keep my",),
            *("je garde mon", "je garde ma", "je garde le", "je garde la", "non je garde mon"),
            *("non je garde ma", "non je garde le", "non je garde la"),
            *("ich behalte meinen", "ich behalte meine", "ich behalte den", "ich behalte die"),
            *("nein ich behalte meinen", "nein ich behalte meine", "nein ich behalte den"),
        ],
    )
)
# What declines an offer without its verb. A mere “no” is too little: it may answer somebody else.
DECLINING = frozenset(
    map(
        notation.split_words,
        [
            *("no thanks", "no thank you", "not this one", "not this one thanks", "not for me"),
            *("non merci", "non merci pas celle-ci", "pas celle-ci", "pas pour moi"),
            *("nein danke", "nee danke", "nein die nicht", "die nicht", "diese nicht"),
            *("not interested", "no not interested", "nope not interested", "no not for me"),
            *("pas intéressé", "pas intéressée", "non pas intéressé", "non pas intéressée"),
            *("kein interesse", "nein kein interesse", "nichts für mich", "nein nichts für mich"),
        ],
    )
)
# Other verbs for one of a game, if they have an object: “I take the card” buys it.
SYNONYMS = {
    "buy": ("take", "grab", "purchase"),
    "acheter": ("prendre",),
    "kaufen": ("nehmen",),
    "journey": ("take", "travel", "go", "move", "head", "walk", "fight", "face", "attack"),
    "voyager": (
        *("prendre", "aller", "deplacer", "avancer", "bouger"),
        *("affronter", "attaquer", "combattre", "battre"),
    ),
    "reisen": (
        *("nehmen", "gehen", "ziehen", "wandern", "laufen"),
        *("bekampfen", "angreifen", "besiegen"),
    ),
    "se reposer": ("repos",),
    "rasten": ("rast",),
    "challenge": ("attack",),
    "defier": ("attaquer", "affronter"),
    "herausfordern": ("angreifen", "bekampfen"),
    "recruit": ("hire", "take", "get"),
    "recruter": ("prendre", "engager"),
    "rekrutieren": ("nehmen", "anheuern"),
    "support": ("request",),
    "solliciter": ("demander",),
    "anfragen": ("bitten",),
    "use": ("play", "activate"),
    "utiliser": ("jouer", "activer"),
    "nutzen": ("spielen", "benutzen", "verwenden", "einsetzen", "aktivieren"),
    "build": ("place", "construct"),
    "construire": ("placer", "poser", "batir"),
    "bauen": ("errichten", "legen", "setzen"),
    "bid": ("offer", "wager"),
    "miser": ("offrir", "parier", "mettre"),
    "bieten": ("setzen", "legen"),
}
# Other words for a whole answer of a verb of a game: “explore on” continues an exploration. No verb
# of a game is among them: it may stand for the next question.
_PHRASES = {
    "buy": """
        I'll have it, I will have it, I'll have that, I'll have this one, I want it, I want this
        one, I'd like it, I would like it, I'd like to have it, I'd love it, sold, deal, it's a deal
    """,
    "acheter": """
        je la veux, je le veux, je la voudrais, je le voudrais, vendu, adjugé, marché conclu
    """,
    "kaufen": """
        ich will sie, ich will ihn, ich will es, die will ich, den will ich, ich hätte sie gern, ich
        hätte ihn gern, her damit, ist gekauft, wird gekauft
    """,
    "continue": """
        keep exploring, explore on, explore further, explore more, explore again, exploring on, keep
        going, go on, carry on, next card, the next card, another card
    """,
    "continuer": """
        explorer encore, explore encore, explorer plus loin, explore plus loin, continuer à
        explorer, continue à explorer, continuer d'explorer, continue d'explorer, encore une carte,
        carte suivante, la carte suivante
    """,
    "weitererkunden": """
        weiter erkunden, weiter, noch eine karte, nächste karte, die nächste karte
    """,
    "end": """
        I'm done, I am done, I'm finished, I am finished, nothing else, nothing more, no side
        action, no more side actions, no more actions, no more, no, no side action, no, nothing
        else, that's it for this turn, that's it for me, that's all for this turn, no power, that'll
        be all, that will be all, I'm done here, done here, finish, finish my turn, I end there,
        I'll end there
    """,
    "finir": """
        j'ai fini, c'est fini, terminer, termine, j'ai terminé, c'est terminé, rien d'autre, rien de
        plus, plus rien, c'est tout, j'en ai fini, et c'est tout, je m'arrête là, on s'arrête là,
        fini, fini pour moi, fini pour cette fois, j'en reste là, c'est tout pour ce
        tour, j'ai fini mon tour, c'est tout pour moi, j'en ai fini pour ce tour, fini pour ce tour
    """,
    "terminer": """
        j'ai fini, c'est fini, finir, finis, j'ai terminé, c'est terminé, rien d'autre, rien de
        plus, plus rien, c'est tout, j'en ai fini, et c'est tout, je m'arrête là, on s'arrête là,
        fini, fini pour moi, fini pour cette fois, j'en reste là, c'est tout pour ce
        tour, j'ai fini mon tour, c'est tout pour moi, j'en ai fini pour ce tour, fini pour ce tour
    """,
    "beenden": """
        fertig, ich bin fertig, bin fertig, bin ich fertig, nichts mehr, nichts weiter, sonst
        nichts, keine nebenaktion, keine nebenaktion mehr, nein, keine nebenaktion, nein, nichts
        mehr,
        schluss, feierabend, das war's, das wars, mehr nicht, und schluss, ende, zug zu ende, das
        war's für diesen zug, das wars für diesen zug, das war's von mir, das war's für mich,
        das wars für heute
    """,
}
PHRASES = {
    verb: frozenset(map(notation.tokenize_line, table.split(",")))
    for verb, table in _PHRASES.items()
}
