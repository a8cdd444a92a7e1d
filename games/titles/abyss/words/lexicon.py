"""The lexicon: the word for every code of the game, as players read and write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .meanings import describe_location_scoring, describe_lord_power
from .names import (
    GUILDS,
    LOCATIONS,
    LORDS,
    RACES,
    exploration_card_name,
    language_column,
    strip_article,
)

__all__ = ["guild_name", "describe_lord_power", "describe_location_scoring", "list_words"]

Row = tuple[str, str, str]

VERBS: dict[str, Row] = {
    "plot": ("plot", "comploter", "intrigieren"),
    "explore": ("explore", "explorer", "erkunden"),
    "support": ("support", "solliciter", "anfragen"),
    "recruit": ("recruit", "recruter", "rekrutieren"),
    "use_slaver": ("use Slaver:", "utiliser l’Esclavagiste :", "den Sklavenhändler nutzen:"),
    "use_oracle": ("use Oracle:", "utiliser l’Oracle :", "das Orakel nutzen:"),
    "use_opportunist": (
        "use Opportunist:",
        "utiliser l’Opportuniste :",
        "den Opportunisten nutzen:",
    ),
    "affiliate": ("affiliate", "fédérer", "binden"),
    "buy": ("buy", "acheter", "kaufen"),
    "pass": ("pass", "passer", "passen"),
    "take": ("take", "prendre", "nehmen"),
    "continue": ("continue", "continuer", "weitererkunden"),
    "fight": ("fight", "combattre", "kämpfen"),
    "reward": ("take", "prendre", "nehmen"),
    "discard": ("discard", "défausser", "abwerfen"),
    "disable": ("disable", "neutraliser", "ausschalten"),
    "rob": ("rob", "voler", "berauben"),
    "take_stack": ("take stack", "prendre la pile", "den Stapel nehmen:"),
    "swap": ("swap", "échanger", "tauschen"),
    "bribe": ("bribe", "corrompre", "bestechen"),
    "replace": ("replace", "remplacer", "ersetzen"),
    "decline": ("decline", "refuser", "ablehnen"),
    "control": ("control", "contrôler", "kontrollieren"),
    "draw": ("draw", "piocher", "ziehen"),
    "keep": ("keep", "garder", "behalten"),
    "pay_keys": ("pay", "payer", "zahlen"),
    "exchange": ("exchange for", "échanger contre", "tauschen gegen"),
    "end": ("end", "finir", "beenden"),
}

# What a German answer was written with before, which is still read.
FORMER_GERMAN = {"former.use_opportunist": "Opportunist nutzen:"}

# The preposition before an argument, and what stands before a name without one.
JOINTS: dict[str, Row] = {
    ":": ("", " :", ":"),
    ".allies": ("with", "avec", "mit"),
    ".by": ("by", "par", "durch"),
    ".lords": ("with", "avec", "mit"),
    ".other": ("for", "contre", "gegen"),
    "discard.allies": ("", "", ""),
    ".tokens": ("+ key tokens", "+ jetons clé", "+ Schlüsselmarker"),
}

# The label of a slot, above its items.
SLOTS: dict[str, Row] = {
    "allies": ("Allies", "Alliés", "Verbündete"),
    "ally": ("Ally", "Allié", "Verbündeter"),
    "location": ("Location", "Lieu", "Ort"),
    "by": ("replaced by", "remplacé par", "ersetzt durch"),
    "lord": ("Lord", "Seigneur", "Lord"),
    "lords": ("Lords", "Seigneurs", "Lords"),
    "number": ("number", "nombre", "Anzahl"),
    "other": ("in exchange for", "en échange de", "im Tausch gegen"),
    "own": ("your own", "le vôtre", "dein eigener"),
    "seat": ("opponent", "adversaire", "Gegner"),
    "stack": ("stack", "pile", "Stapel"),
    "tokens": ("key tokens", "jetons clé", "Schlüsselmarker"),
}

# Rewards of a fight.
REWARDS: dict[str, Row] = {
    "pearl": ("Pearl", "Perle", "Perle"),
    "token": ("Monster token", "jeton Monstre", "Monstermarker"),
    "pearls": ("two Pearls", "deux Perles", "zwei Perlen"),
    "pearl+token": ("Pearl, Monster token", "Perle, jeton Monstre", "Perle, Monstermarker"),
    "tokens": ("two Monster tokens", "deux jetons Monstre", "zwei Monstermarker"),
    "key": ("key", "clé", "Schlüssel"),
    "key+pearl": ("key, Pearl", "clé, Perle", "Schlüssel, Perle"),
    "key+token": ("key, Monster token", "clé, jeton Monstre", "Schlüssel, Monstermarker"),
    "key+pearls": ("key, two Pearls", "clé, deux Perles", "Schlüssel, zwei Perlen"),
    "key+pearl+token": (
        "key, Pearl, Monster token",
        "clé, Perle, jeton Monstre",
        "Schlüssel, Perle, Monstermarker",
    ),
    "key+tokens": (
        "key, two Monster tokens",
        "clé, deux jetons Monstre",
        "Schlüssel, zwei Monstermarker",
    ),
    "keys": ("two keys", "deux clés", "zwei Schlüssel"),
}

OPTIONS: dict[str, Row] = {
    "hand_limit": ("hand limit", "limite de main", "Handkartenlimit"),
    "hand_limit_mix": (
        "pay for some cards over the limit and discard others",
        "payer certaines cartes en trop et défausser les autres",
        "überzählige Karten teils bezahlen, teils abwerfen",
    ),
    "superfluous_cards": (
        "more Allies for a Lord than needed",
        "plus d’Alliés que nécessaire pour un Seigneur",
        "mehr Verbündete für einen Lord als nötig",
    ),
    "power_moments": (
        "powers of a turn (Slaver, Oracle, Opportunist)",
        "pouvoirs du tour (Esclavagiste, Oracle, Opportuniste)",
        "Kräfte des Zugs (Sklavenhalter, Orakel, Opportunist)",
    ),
    "commander_on_purchase": (
        "the Commander’s limit applies right after a purchase, too",
        "la limite du Chef des armées vaut aussi juste après un achat",
        "das Limit des Heerführers gilt auch gleich nach einem Kauf",
    ),
    "ambassador_keys": (
        "keys that an Ambassador shows",
        "clés que montre un Ambassadeur",
        "Schlüssel, die ein Botschafter zeigt",
    ),
    "end_trigger_court": (
        "the Court starts the last round when",
        "la Cour lance le dernier tour de table quand",
        "der Hof löst die letzte Runde aus, wenn",
    ),
    "black_smokers": (
        "exchange of Black Smokers for a Location of the stack",
        "échange des Fumeurs noirs contre un Lieu de la pile",
        "Tausch der Schwarzen Raucher gegen einen Ort des Stapels",
    ),
    "exhausted_monster_tokens": (
        "rewards when too few Monster tokens are left",
        "récompenses quand il reste trop peu de jetons Monstre",
        "Belohnungen, wenn zu wenige Monstermarker übrig sind",
    ),
    "ambassador_empty_stack": (
        "an Ambassador when the Location stack is empty",
        "Ambassadeur quand la pile des Lieux est vide",
        "Botschafter, wenn der Stapel der Orte leer ist",
    ),
    "council_memory": (
        "what the board shows of Council stacks",
        "ce que le plateau montre des piles du Conseil",
        "was das Spielfeld von den Stapeln des Rates zeigt",
    ),
    "tie_after_all": (
        "players who are level on everything",
        "joueurs à égalité en tout",
        "Gleichstand in allem",
    ),
    "reshuffle": (
        "reshuffling of the Exploration deck",
        "mélange de la pioche Exploration",
        "Neumischen des Erkundungsstapels",
    ),
    "offers": (
        "answers to offers",
        "réponses aux offres",
        "Antworten auf Angebote",
    ),
    "lazy_discards": (
        "nobody waits for discards of the Jailer and the Commander",
        "personne n’attend les défausses du Geôlier et du Chef des armées",
        "niemand wartet auf Abwürfe für Kerkermeister und Heerführer",
    ),
}

# What each option changes, for the form of a new match.
HELP: dict[str, Row] = {
    "help.hand_limit": (
        "How many Allies you may hold at the end of your turn.",
        "Combien d’Alliés vous pouvez garder en main à la fin de votre tour.",
        "Wie viele Verbündete du am Ende deines Zuges auf der Hand haben darfst.",
    ),
    "help.hand_limit_mix": (
        "With too many Allies in hand: whether you may pay a Pearl for some and discard "
        "others, or have to do one of these for all.",
        "Avec trop d’Alliés en main, payer une Perle pour les uns et défausser les autres, ou"
        " seulement l’un des deux pour tous.",
        "Bei zu vielen Handkarten: ob du für einige eine Perle zahlen und andere abwerfen "
        "darfst, oder für alle dasselbe tun musst.",
    ),
    "help.superfluous_cards": (
        "The rulebook never forbids playing more Allies for a Lord than needed, to get rid of "
        "them; "
        "its summary wants just those needed, and so does the online version.",
        "Le livret n’interdit pas de jouer pour un Seigneur plus d’Alliés que nécessaire, afin de "
        "s’en débarrasser ; son résumé ne veut que les Alliés nécessaires, comme la version en "
        "ligne.",
        "Das Regelheft verbietet nicht, für einen Lord mehr Verbündete als nötig zu spielen, um "
        "sie "
        "loszuwerden; seine Zusammenfassung verlangt genau die nötigen, die Online-Fassung auch.",
    ),
    "help.power_moments": (
        "Once on each of your turns: beside any question that you are asked then (as printed), or "
        "not while paying, inside other powers and at hand limits.",
        "Une fois à chacun de vos tours : à côté de toute question qui vous est alors posée (règle "
        "imprimée), ou pas pendant un paiement, un autre pouvoir ou à la limite de la main.",
        "Einmal in jedem deiner Züge: neben jeder Frage, die dir dann gestellt wird (wie "
        "gedruckt), "
        "oder nicht beim Bezahlen, in anderen Kräften und am Handlimit.",
    ),
    "help.commander_on_purchase": (
        "The Commander leaves the others 6 Allies when recruited and at the end of their own "
        "turns; with this, right after they buy one, too.",
        "Le Chef des armées ne laisse aux autres que 6 Alliés, dès qu’il est recruté et à la "
        "fin de leurs tours\u202f; avec cette option, aussi juste après leurs achats.",
        "Der Heerführer lässt den anderen beim Rekrutieren und am Ende ihrer Züge nur 6 "
        "Verbündete; hiermit auch gleich nach jedem Kauf.",
    ),
    "help.ambassador_keys": (
        "Ambassadors fetch a Location. With 3 keys they pay for it, and serve as ordinary keys "
        "if the stack is empty; without keys, they only slide under it.",
        "Les Ambassadeurs apportent un Lieu. Avec 3 clés, ils le paient, et servent de clés "
        "ordinaires si la pile est vide\u202f; sans clés, ils se glissent seulement dessous.",
        "Botschafter holen einen Ort. Mit 3 Schlüsseln bezahlen sie ihn, und bei leerem Stapel "
        "dienen sie als gewöhnliche Schlüssel; ohne Schlüssel rutschen sie nur darunter.",
    ),
    "help.end_trigger_court": (
        "When the Court starts the last round; seven Lords of one player always do.",
        "Quand la Cour lance le dernier tour de table\u202f; sept Seigneurs d’un joueur le font "
        "toujours.",
        "Wann der Hof die letzte Runde auslöst; sieben Lords einer Person tun es immer.",
    ),
    "help.black_smokers": (
        "Whether the player who controls the Black Smokers may or must exchange them for a "
        "Location of the stack.",
        "Le joueur qui contrôle les Fumeurs noirs peut, ou doit, les échanger contre un Lieu de "
        "la pile.",
        "Ob man die Schwarzen Raucher gegen einen Ort des Stapels tauschen darf oder muss.",
    ),
    "help.exhausted_monster_tokens": (
        "Rewards for a fight that need more Monster tokens than are left cannot be chosen, or"
        " bring a Pearl for each that is missing.",
        "Les récompenses d’un combat qui demandent plus de jetons Monstre qu’il n’en reste ne"
        " sont pas proposées, ou donnent une Perle pour chacun qui manque.",
        "Belohnungen für einen Kampf, die mehr Monstermarker brauchen, als da sind, entfallen"
        " oder bringen für jeden fehlenden eine Perle.",
    ),
    "help.ambassador_empty_stack": (
        "What an Ambassador without keys takes when no Location is left to draw.",
        "Ce que prend un Ambassadeur sans clés quand il ne reste aucun Lieu à piocher.",
        "Was ein Botschafter ohne Schlüssel nimmt, wenn kein Ort mehr zu ziehen ist.",
    ),
    "help.council_memory": (
        "Everybody saw the cards when they went to the Council: the board shows only how many"
        " lie there, or also which.",
        "Tout le monde a vu les cartes partir au Conseil\u202f; le plateau montre seulement leur "
        "nombre, ou aussi leurs valeurs.",
        "Alle haben gesehen, welche Karten zum Rat kamen: Das Spielfeld zeigt nur ihre Zahl "
        "oder auch ihre Werte.",
    ),
    "help.tie_after_all": (
        "What happens to players who are tied on points and on every tie-break.",
        "Ce qui départage les joueurs à égalité de points et en tout le reste.",
        "Was gilt, wenn auch die Regeln für den Gleichstand nicht entscheiden.",
    ),
    "help.offers": (
        "Sealed: all answer an offer at once and in secret, which is quicker by e-mail. One "
        "by one: as at a table.",
        "Secrètes\u00a0: tous répondent en même temps et en secret, ce qui va plus vite par "
        "e-mail. L’un après l’autre\u00a0: comme autour d’une table.",
        "Verdeckt: Alle antworten gleichzeitig und geheim, was per E-Mail schneller geht. "
        "Nacheinander: wie am Tisch.",
    ),
    "help.reshuffle": (
        "The discard pile is shuffled only when a card is needed, or as soon as the deck is "
        "empty. It decides which discards are shuffled, too.",
        "La défausse est mélangée seulement quand il faut une carte, ou dès que la pioche est"
        " vide. Cela décide quelles défausses sont mélangées.",
        "Der Ablagestapel wird erst gemischt, wenn eine Karte gebraucht wird, oder sobald der"
        " Stapel leer ist. Davon hängt ab, welche Karten dabei sind.",
    ),
    "help.lazy_discards": (
        "Whoever owes a discard to the Jailer or the Commander makes it before their next own"
        " turn, and the others play on. Without it the match waits, as at a table.",
        "Qui doit une défausse au Geôlier ou au Chef des armées la fait avant son prochain "
        "tour, et les autres continuent. Sinon, la partie attend, comme autour d’une table.",
        "Wer wegen des Kerkermeisters oder des Heerführers abwerfen muss, tut es vor dem nächsten "
        "eigenen Zug, und die anderen spielen weiter. Sonst wartet die Partie wie am Tisch.",
    ),
}

VALUES: dict[str, Row] = {
    "none": ("none", "aucune", "keines"),
    "forbid": ("forbidden", "interdit", "verboten"),
    "allow": ("allowed", "permis", "erlaubt"),
    "short_refill": (
        "too few Lords are left to refill it",
        "il reste trop peu de Seigneurs pour la compléter",
        "zu wenige Lords zum Auffüllen da sind",
    ),
    "deck_empty": (
        "the Lord deck is empty",
        "la pioche des Seigneurs est vide",
        "der Stapel der Lords leer ist",
    ),
    "may": (
        "optional",
        "facultatif",
        "freiwillig",
    ),
    "must": (
        "required",
        "obligatoire",
        "Pflicht",
    ),
    "drop_option": (
        "not offered",
        "non proposées",
        "entfallen",
    ),
    "pearl_instead": (
        "a Pearl for each that is missing",
        "une Perle pour chacun qui manque",
        "je fehlendem Marker eine Perle",
    ),
    "take_face_up": (
        "takes a face-up Location",
        "prend un Lieu visible",
        "nimmt einen ausliegenden Ort",
    ),
    "nothing": (
        "takes none",
        "n’en prend pas",
        "nimmt keinen",
    ),
    "counts_only": (
        "the number of cards",
        "le nombre de cartes",
        "die Zahl der Karten",
    ),
    "full_log": (
        "the values, too",
        "aussi les valeurs",
        "auch die Werte",
    ),
    "shared": (
        "share the place",
        "partagent le rang",
        "geteilter Platz",
    ),
    "earlier_seat_last": (
        "whoever started later is ahead",
        "qui a commencé plus tard est devant",
        "wer später begonnen hat, liegt vorn",
    ),
    "online": ("online", "en ligne", "online"),
    "as_printed": ("as printed", "règles imprimées", "wie gedruckt"),
    "any": ("at any moment", "à tout moment", "jederzeit"),
    "listed": ("at certain moments", "à certains moments", "zu bestimmten Zeitpunkten"),
    "lazy": ("when needed", "au besoin", "bei Bedarf"),
    "eager": ("at once", "aussitôt", "sofort"),
    "sealed": ("sealed", "secrètes", "verdeckt"),
    "one_by_one": ("one by one", "l’un après l’autre", "nacheinander"),
    "true": ("yes", "oui", "ja"),
    "false": ("no", "non", "nein"),
}

# The words for the facts of a question in standing orders.
FACTS: dict[str, Row] = {
    "fact.race": ("race", "peuple", "Volk"),
    "fact.value": ("value", "valeur", "Wert"),
    "fact.price": ("price", "prix", "Preis"),
    "fact.space": ("space", "case", "Feld"),
    "fact.threat": ("threat", "menace", "Bedrohung"),
    "fact.row": ("reward row", "ligne de récompense", "Belohnungszeile"),
    "fact.turn": ("turn", "tour", "Zug"),
    "fact.pearls": ("pearls", "perles", "Perlen"),
    "fact.hand": ("hand", "main", "Hand"),
    "fact.court": ("court", "cour", "Hof"),
    "fact.stacks": ("stack", "pile", "Stapel"),
    "fact.excess": ("excess", "excédent", "Überschuss"),
    "fact.offer": ("Locations", "Lieux", "Orte"),
    "fact.drawn": ("drawn", "piochés", "gezogen"),
}

# The names of the questions, for the form of a standing order.
QUESTION_NAMES: dict[str, Row] = {
    "question.turn": ("your turn", "votre tour", "dein Zug"),
    "question.offer": (
        "an Ally is for sale",
        "un Allié est à vendre",
        "ein Verbündeter steht zum Verkauf",
    ),
    "question.explorer": (
        "an Ally nobody bought",
        "un Allié que personne n’a acheté",
        "ein Verbündeter, den niemand kauft",
    ),
    "question.beside": (
        "an Ally while others think about it",
        "un Allié auquel d’autres réfléchissent",
        "ein Verbündeter, über den andere nachdenken",
    ),
    "question.monster": ("a Monster", "un Monstre", "ein Monster"),
    "question.reward": (
        "the reward of a fight",
        "la récompense d’un combat",
        "die Belohnung eines Kampfes",
    ),
    "question.affiliate": (
        "the Ally to affiliate",
        "l’Allié à fédérer",
        "der Verbündete, der gebunden wird",
    ),
    "question.second_stack": (
        "the Alchemist’s second stack",
        "la deuxième pile de l’Alchimiste",
        "der zweite Stapel des Alchemisten",
    ),
    "question.apprentice": (
        "the Apprentice’s stack",
        "la pile de l’Apprenti",
        "der Stapel des Lehrlings",
    ),
    "question.jailer": (
        "the Jailer demands an Ally",
        "le Geôlier exige un Allié",
        "der Kerkermeister verlangt einen Verbündeten",
    ),
    "question.commander": (
        "the Commander: discard down to 6",
        "le Chef des armées : défausser jusqu’à 6",
        "der Heerführer: abwerfen bis auf 6",
    ),
    "question.commander_end": (
        "the Commander at the end of your turn",
        "le Chef des armées à la fin de votre tour",
        "der Heerführer am Ende deines Zuges",
    ),
    "question.hand_limit": (
        "too many Allies in your hand",
        "trop d’Alliés en main",
        "zu viele Verbündete auf der Hand",
    ),
    "question.assassin": (
        "the Assassin’s victim",
        "la victime de l’Assassin",
        "das Opfer des Meuchlers",
    ),
    "question.hunter": ("the Hunter’s victim", "la victime du Chasseur", "das Opfer des Jägers"),
    "question.location": (
        "a Location to control",
        "un Lieu à contrôler",
        "ein Ort, den du kontrollierst",
    ),
    "question.location_pick": ("the Location to keep", "le Lieu à garder", "der Ort, der bleibt"),
    "question.keys": (
        "the keys to pay with",
        "les clés pour payer",
        "die Schlüssel, mit denen du bezahlst",
    ),
    "question.corruptor": (
        "the Corruptor’s bribe",
        "la corruption du Corrupteur",
        "die Bestechung des Bestechers",
    ),
    "question.traitor": (
        "the Traitor’s exchange",
        "l’échange du Traître",
        "der Tausch des Verräters",
    ),
    "question.schemer": (
        "the Schemer’s exchange",
        "l’échange de l’Intrigant",
        "der Tausch des Intriganten",
    ),
    "question.illusionist": (
        "the Illusionist’s exchange",
        "l’échange de l’Illusionniste",
        "der Tausch des Illusionisten",
    ),
    "question.black_smokers": (
        "the Black Smokers’ exchange",
        "l’échange des Fumeurs noirs",
        "der Tausch der Schwarzen Raucher",
    ),
    "question.end": ("the end of your turn", "la fin de votre tour", "das Ende deines Zuges"),
}

# The words for verbs in standing orders where two verbs share a word.
ORDER_WORDS: dict[str, Row] = {
    "lowest": ("lowest", "le plus faible", "niedrigsten"),
    "order.reward": ("reward", "récompense", "Belohnung"),
}

# Lines of a final score.
LINES: dict[str, Row] = {
    "monsters": ("Monsters", "Monstres", "Monster"),
    "total": ("total", "total", "Summe"),
}


def guild_name(code: str, language: str) -> str:
    """Return the word for a guild."""
    return GUILDS[code][language_column(language)]


@cache
def list_words(language: str) -> Mapping[str, str]:
    """Return code -> word for everything in an answer, read or written."""
    column = language_column(language)
    tables = (
        VALUES,
        OPTIONS,
        HELP,
        LINES,
        SLOTS,
        JOINTS,
        REWARDS,
        GUILDS,
        VERBS,
        RACES,
        FACTS,
        ORDER_WORDS,
        QUESTION_NAMES,
    )
    lexicon = {code: row[column] for table in tables for code, row in table.items()}
    lexicon |= FORMER_GERMAN if language == "de" else {}
    lexicon |= {code: strip_article(names[column]) for code, names in (LOCATIONS | LORDS).items()}
    cards = [f"{race}{value}" for race in RACES for value in range(1, 6)]
    return lexicon | {code: exploration_card_name(code, language) for code in [*cards, "monster"]}
