"""The lexicon: the word for every code of the game, as players read and write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..rules.components import NAMES

LANGUAGES = ("en", "fr", "de")
Row = tuple[str, str, str]

AND: Row = ("and", "et", "und")
OR: Row = ("or", "ou", "oder")

VERBS: dict[str, Row] = {
    "play": ("play", "jouer", "spielen"),
    "bid": ("bid", "miser", "bieten"),
    "first": ("first", "d’abord", "zuerst"),
    "take": ("take", "prendre", "nehmen"),
    "build": ("build", "construire", "bauen"),
    "sign": ("sign", "signer", "unterzeichnen"),
    "use": ("use", "utiliser", "nutzen"),
    "read": ("read", "lire", "lesen"),
    "pass": ("pass", "passer", "passen"),
    "pass_first": ("stay and pass", "rester et passer", "bleiben und passen"),
    "end": ("end", "terminer", "beenden"),
    "attack": ("attack", "attaquer", "angreifen"),
    "seize": ("seize", "saisir", "erbeuten"),
    "exhaust": ("exhaust", "épuiser", "erschöpfen"),
    "command": ("command", "commander", "befehligen"),
    "leave": ("leave it", "laisser", "lassen"),
    "name": ("name", "désigner", "nennen"),
    "give": ("give", "donner", "geben"),
    "choose": ("choose", "choisir", "wählen"),
    "discard": ("discard", "défausser", "abwerfen"),
    "spy": ("spy on", "espionner", "ausspähen"),
    "move": ("move", "déplacer", "versetzen"),
    "swap": ("swap", "échanger", "tauschen"),
    "clean": ("clean", "ranger", "aufräumen"),
}

# What German answers were written with before, which is still read.
FORMER_GERMAN = {"former.name": "benennen"}

# Prepositions before an argument, what stands before a name without one, and words after a number.
JOINTS: dict[str, Row] = {
    ":": ("", " :", ":"),
    ".cell": ("at", "en", "auf"),
    ".payment": ("with", "avec", "mit"),
    ".wishes": ("for", "pour", "für"),
    "bid.influence": ("", "et", "und"),
    ".player": ("of", "chez", "bei"),
    "name.player": ("", "", ""),
    "first.player": ("", "", ""),
    ".cards": ("discarding", "en défaussant", "mit Abwurf von"),
    "discard.cards": ("", "", ""),
    ".to": ("to", "vers", "nach"),
    ".other": ("with", "avec", "mit"),
    ".reserve": ("reserve", "réserver", "reservieren"),
    ".loss": ("lose", "perdre", "verlieren"),
    "wealth.": ("Wealth", "Richesse", "Reichtum"),
    "influence.": ("Influence", "Influence", "Einfluss"),
}

# The label of a slot, above its items.
SLOTS: dict[str, Row] = {
    "card": ("card", "carte", "Karte"),
    "cards": ("cards", "cartes", "Karten"),
    "cell": ("cell", "case", "Feld"),
    "payment": ("payment", "paiement", "Bezahlung"),
    "wishes": (
        "Advisors you want, first choice first",
        "Conseillers souhaités, par ordre de préférence",
        "gewünschte Berater, der liebste zuerst",
    ),
    "tokens": ("tokens", "jetons", "Marken"),
    "segment": ("segment", "segment", "Segment"),
    "to": ("to", "vers", "nach"),
    "other": ("other segment", "autre segment", "anderes Segment"),
    "reserve": (
        "to reserve, first choice first",
        "à réserver, par ordre de préférence",
        "reservieren, das liebste zuerst",
    ),
    "piles": ("piles", "piles", "Stapel"),
    "loss": ("loss", "perte", "Verlust"),
    "action": ("action", "action", "Aktion"),
    "option": ("option", "option", "Möglichkeit"),
    "target": ("target", "cible", "Ziel"),
    "player": ("player", "joueur", "Mitspieler"),
    "advisor": ("Advisor", "Conseiller", "Berater"),
    "fragment": ("fragment", "fragment", "Fragment"),
    "treaty": ("treaty", "traité", "Vertrag"),
}

ITEMS: dict[str, Row] = {
    "wealth": ("Wealth", "Richesse", "Reichtum"),
    "influence": ("Influence", "Influence", "Einfluss"),
    "threat": ("Threat", "Menace", "Bedrohung"),
    "keep": ("keep piles", "garder les piles", "Stapel behalten"),
    "shuffle": ("shuffle piles", "mélanger les piles", "Stapel mischen"),
}

# What cards count and change.
STATS: dict[str, Row] = {
    "essence": ("Essence", "Essence", "Essenz"),
    "shards": ("Shards", "Éclats", "Splitter"),
    "attack": ("Attack", "Attaque", "Angriff"),
    "defense": ("Defence", "Défense", "Verteidigung"),
    "foundation": ("Foundation", "Fondation", "Fundament"),
    "foundations": ("Foundations", "Fondations", "Fundamente"),
    "popularity": ("Popularity", "Popularité", "Beliebtheit"),
    "draw": ("cards drawn", "cartes piochées", "gezogene Karten"),
    "ignore_attack": ("attacks ignored", "attaques ignorées", "abgewehrte Angriffe"),
}
TYPES: dict[str, Row] = {
    "military": ("military", "militaire", "militärisch"),
    "magical": ("magical", "magique", "magisch"),
    "economic": ("economic", "économique", "wirtschaftlich"),
    "cultural": ("cultural", "culturel", "kulturell"),
    "political": ("political", "politique", "politisch"),
    "any": ("any", "tout type", "beliebig"),
}

OPTIONS: dict[str, Row] = {
    "factions": ("factions", "factions", "Fraktionen"),
    "ties": ("tied bids", "mises égales", "gleiche Gebote"),
    "threat_resets": (
        "Threat falls to 1 every round",
        "la Menace retombe à 1 à chaque manche",
        "Bedrohung fällt jede Runde auf 1",
    ),
    "start_wealth": ("starting Wealth", "Richesse de départ", "Reichtum zu Beginn"),
    "threat_at_end": (
        "Threat strikes before the end",
        "la Menace frappe avant la fin",
        "Bedrohung schlägt vor dem Ende zu",
    ),
}
VALUES: dict[str, Row] = {
    "random": ("dealt", "distribuées", "zugelost"),
    "order": ("by the order of the round", "selon l’ordre de la manche", "nach der Reihenfolge"),
    "first_player": ("by the first player", "par le premier joueur", "durch den Startspieler"),
    "printed": ("0, 1, 2, 3, 4", "0, 1, 2, 3, 4", "0, 1, 2, 3, 4"),
    "balanced": ("1, 1, 2, 3, 4", "1, 1, 2, 3, 4", "1, 1, 2, 3, 4"),
    "as_printed": ("as printed", "règles imprimées", "wie gedruckt"),
    "mail": ("for play by e-mail", "pour jouer par e-mail", "für Partien per E-Mail"),
    "table": ("as around a table", "comme autour d’une table", "wie am Tisch"),
    "true": ("yes", "oui", "ja"),
    "false": ("no", "non", "nein"),
}

# What each option changes, in one sentence for the form of a new match.
HELP: dict[str, Row] = {
    "help.factions": (
        "Dealt at random, or chosen one after another before the first round.",
        "Distribuées au hasard, ou choisies l’une après l’autre avant la première manche.",
        "Zugelost, oder vor der ersten Runde nacheinander gewählt.",
    ),
    "help.ties": (
        "When two players bid the same: the first player decides (as printed), or the "
        "earlier one in the round goes first and nobody waits.",
        "Quand deux joueurs misent autant : le premier joueur décide (règle imprimée), ou le "
        "premier dans l’ordre de la manche passe devant et personne n’attend.",
        "Wenn zwei gleich viel bieten: Der Startspieler entscheidet (wie gedruckt), oder wer in "
        "der Runde früher dran ist, geht vor, und niemand wartet.",
    ),
    "help.threat_resets": (
        "The Threat then grows within a round only, and stays weaker late in the match.",
        "La Menace ne grandit alors que pendant une manche, et reste plus faible en fin de partie.",
        "Die Bedrohung wächst dann nur innerhalb einer Runde und bleibt gegen Ende schwächer.",
    ),
    "help.start_wealth": (
        "By place in the first round: as printed, or 1 more for the first player, who won a "
        "little less often.",
        "Selon le rang dans la première manche : comme imprimé, ou 1 de plus pour le premier "
        "joueur, qui gagnait un peu moins souvent.",
        "Nach dem Platz in der ersten Runde: wie gedruckt, oder 1 mehr für den Startspieler, der "
        "etwas seltener gewann.",
    ),
    "help.threat_at_end": (
        "In the last round the Threat takes tokens, too (as printed), which can decide a tie.",
        "À la dernière manche aussi, la Menace prend des jetons (règle imprimée), ce qui peut "
        "départager une égalité.",
        "Auch in der letzten Runde nimmt die Bedrohung Marken (wie gedruckt), was bei Gleichstand "
        "entscheiden kann.",
    ),
}

# The words for the facts of a question in standing orders.
FACTS: dict[str, Row] = {
    "fact.turn": ("turn", "tour", "Zug"),
    "fact.round": ("round", "manche", "Runde"),
    "fact.wealth": ("wealth", "richesse", "Reichtum"),
    "fact.influence": ("influence", "influence", "Einfluss"),
    "fact.attack": ("attack", "attaque", "Angriff"),
    "fact.defense": ("defence", "défense", "Verteidigung"),
    "fact.defenses": ("defence of", "défense de", "Verteidigung von"),
    "fact.essence": ("essence", "essence", "Essenz"),
    "fact.foundations": ("foundations", "fondations", "Fundamente"),
    "fact.hand": ("hand", "main", "Hand"),
    "fact.market": ("market", "marché", "Auslage"),
    "fact.row": ("row", "rangée", "Reihe"),
    "fact.threat": ("threat", "menace", "Bedrohung"),
    "fact.main_done": (
        "main actions taken",
        "actions principales faites",
        "ausgeführte Hauptaktionen",
    ),
    "fact.offered": ("offered", "proposés", "ausliegend"),
    "fact.discount": ("discount", "rabais", "Nachlass"),
    "fact.segments": ("segments", "segments", "Segmente"),
    "fact.victim": ("victim", "victime", "Opfer"),
    "fact.many": ("number", "nombre", "Anzahl"),
    "fact.taker": ("taker", "preneur", "Nehmer"),
    "fact.player": ("player", "joueur", "Mitspieler"),
    "fact.card": ("card", "carte", "Karte"),
    "fact.tied": ("tied", "à égalité", "gleichauf"),
    "fact.loss": ("loss", "perte", "Verlust"),
    "fact.discard": ("discard pile", "pile de défausse", "Ablagestapel"),
    "fact.draw_pile": ("draw pile", "pioche", "Nachziehstapel"),
    "fact.seats": ("seats", "places", "Plätze"),
}

# The names of the questions, for the form of a standing order.
QUESTION_NAMES: dict[str, Row] = {
    "question.faction": ("your faction", "votre faction", "deine Fraktion"),
    "question.bid": (
        "the bid for Advisors",
        "la mise pour les Conseillers",
        "das Gebot um Berater",
    ),
    "question.tie": (
        "who comes first among equal bids",
        "qui est premier à mises égales",
        "wer bei gleichen Geboten zuerst kommt",
    ),
    "question.take": (
        "the Advisor to take",
        "le Conseiller à prendre",
        "der Berater, den du nimmst",
    ),
    "question.turn": ("your turn", "votre tour", "dein Zug"),
    "question.build": ("the card to build", "la carte à construire", "die Karte, die du baust"),
    "question.target": (
        "the target of an attack",
        "la cible d’une attaque",
        "das Ziel eines Angriffs",
    ),
    "question.spoils": (
        "the spoils of an attack",
        "le butin d’une attaque",
        "die Beute eines Angriffs",
    ),
    "question.rearrange": (
        "the segment to move",
        "le segment à déplacer",
        "das Segment, das du versetzt",
    ),
    "question.opponent": (
        "the opponent to name",
        "l’adversaire à désigner",
        "der Gegner, den du nennst",
    ),
    "question.give": ("the tokens to give", "les jetons à donner", "die Marken, die du gibst"),
    "question.opponent_chooses": (
        "a choice for an opponent",
        "un choix pour un adversaire",
        "eine Wahl für einen Gegner",
    ),
    "question.choose_one": (
        "one of several effects",
        "un effet parmi plusieurs",
        "eine von mehreren Wirkungen",
    ),
    "question.discard": (
        "the cards to discard",
        "les cartes à défausser",
        "die Karten, die du abwirfst",
    ),
    "question.exhaust_own": (
        "your own segment to exhaust",
        "votre segment à épuiser",
        "dein Segment, das du erschöpfst",
    ),
    "question.exhaust": (
        "the segment to exhaust",
        "le segment à épuiser",
        "das Segment, das du erschöpfst",
    ),
    "question.spy": (
        "the action to spy on",
        "l’action à espionner",
        "die Aktion, die du ausspähst",
    ),
    "question.recall": (
        "the Advisor that the Rector calls",
        "le Conseiller que le Recteur appelle",
        "der Berater, den der Rektor ruft",
    ),
    "question.cleaning": ("cleaning up", "le rangement", "das Aufräumen"),
}

# Lines of a final score.
LINES: dict[str, Row] = {
    "shards": ("Shards of the rounds", "Éclats des manches", "Splitter der Runden"),
    "fragments": ("prophecy", "prophétie", "Prophezeiung"),
}


def language_column(language: str) -> int:
    """Return the column of a language; English for an unknown one."""
    return LANGUAGES.index(language) if language in LANGUAGES else 0


def name_of(code: str, language: str) -> str:
    """Return the name of a component; any other code unchanged."""
    names = NAMES.get(code)
    return names[language_column(language)] if names else code


@cache
def list_words(language: str) -> Mapping[str, str]:
    """Return code -> word for everything in an answer, read or written."""
    column = language_column(language)
    tables = (
        VALUES,
        OPTIONS,
        HELP,
        TYPES,
        STATS,
        LINES,
        SLOTS,
        JOINTS,
        ITEMS,
        VERBS,
        FACTS,
        QUESTION_NAMES,
    )
    lexicon = {code: row[column] for table in tables for code, row in table.items()}
    lexicon |= FORMER_GERMAN if language == "de" else {}
    return lexicon | {code: names[column] for code, names in NAMES.items()}
