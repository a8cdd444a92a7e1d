"""The lexicon: every code of the game as a word that players read and write."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .names import GUILDS, LOCATIONS, LORDS, RACES, bare, card, index
from .powers import power, scoring

__all__ = ["guild", "power", "scoring", "words"]

Row = tuple[str, str, str]

VERBS: dict[str, Row] = {
    "plot": ("plot", "comploter", "intrigieren"),
    "explore": ("explore", "explorer", "erkunden"),
    "support": ("support", "solliciter", "anfragen"),
    "recruit": ("recruit", "recruter", "rekrutieren"),
    "use_slaver": ("use slaver", "utiliser esclavagiste", "nutzen Sklavenhändler"),
    "use_oracle": ("use oracle", "utiliser oracle", "nutzen Orakel"),
    "use_opportunist": ("use opportunist", "utiliser opportuniste", "nutzen Opportunist"),
    "affiliate": ("affiliate", "fédérer", "binden"),
    "buy": ("buy", "acheter", "kaufen"),
    "pass": ("pass", "passer", "passen"),
    "take": ("take", "prendre", "nehmen"),
    "continue": ("continue", "continuer", "weiter"),
    "fight": ("fight", "combattre", "kämpfen"),
    "reward": ("reward", "récompense", "Belohnung"),
    "discard": ("discard", "défausser", "abwerfen"),
    "disable": ("disable", "neutraliser", "ausschalten"),
    "rob": ("rob", "voler", "berauben"),
    "take_stack": ("take stack", "prendre pile", "nehmen Stapel"),
    "swap": ("swap", "échanger", "tauschen"),
    "bribe": ("bribe", "corrompre", "bestechen"),
    "replace": ("replace", "remplacer", "ersetzen"),
    "decline": ("decline", "refuser", "ablehnen"),
    "control": ("control", "contrôler", "kontrollieren"),
    "draw": ("draw", "piocher", "ziehen"),
    "keep": ("keep", "garder", "behalten"),
    "pay_keys": ("pay keys", "payer clés", "zahlen Schlüssel"),
    "exchange": ("exchange", "remplacer", "eintauschen"),
    "end": ("end", "finir", "beenden"),
}

# Slots: the word between what stands before and what fills the slot.
SLOTS: dict[str, Row] = {
    "allies": ("with", "avec", "mit"),
    "ally": ("ally", "allié", "Verbündeter"),
    "by": ("by", "par", "durch"),
    "keep": ("keep", "garder", "behalten"),
    "location": ("location", "lieu", "Ort"),
    "lord": ("lord", "seigneur", "Lord"),
    "lords": ("with", "avec", "mit"),
    "number": ("number", "nombre", "Zahl"),
    "other": ("for", "contre", "gegen"),
    "own": ("own", "propre", "eigener"),
    "seat": ("seat", "siège", "Platz"),
    "stack": ("stack", "pile", "Stapel"),
    "tokens": ("tokens", "jetons", "Marker"),
}

# Rewards of a fight: K a key, P a Pearl, M a Monster token, in the order of the track.
REWARD_PARTS: dict[str, tuple[Row, Row]] = {
    "K": (("1 key", "1 clé", "1 Schlüssel"), ("{} keys", "{} clés", "{} Schlüssel")),
    "P": (("1 Pearl", "1 Perle", "1 Perle"), ("{} Pearls", "{} Perles", "{} Perlen")),
    "M": (
        ("1 Monster token", "1 jeton Monstre", "1 Monstermarker"),
        ("{} Monster tokens", "{} jetons Monstre", "{} Monstermarker"),
    ),
}

OPTIONS: dict[str, Row] = {
    "hand_limit": ("hand limit", "limite de main", "Handkartengrenze"),
    "hand_limit_mix": (
        "pay for some cards over the limit and discard others",
        "payer certaines cartes en trop et défausser les autres",
        "überzählige Karten teils bezahlen, teils abwerfen",
    ),
    "superfluous_cards": ("superfluous Allies", "Alliés superflus", "überflüssige Verbündete"),
    "commander_on_purchase": (
        "Commander after a purchase",
        "Chef des armées après un achat",
        "Heerführer nach einem Kauf",
    ),
    "ambassador_keys": (
        "keys of an Ambassador",
        "clés d'un Ambassadeur",
        "Schlüssel eines Botschafters",
    ),
    "end_trigger_court": (
        "end by the Court",
        "fin par la Cour",
        "Ende durch den Hof",
    ),
    "black_smokers": ("Black Smokers", "Fumeurs noirs", "Schwarze Raucher"),
    "exhausted_monster_tokens": (
        "no Monster token left",
        "plus de jeton Monstre",
        "kein Monstermarker mehr",
    ),
    "ambassador_empty_stack": (
        "Ambassador without a stack",
        "Ambassadeur sans pile",
        "Botschafter ohne Stapel",
    ),
    "council_memory": ("Council memory", "mémoire du Conseil", "Gedächtnis des Rates"),
    "tie_after_all": ("last tie-break", "dernier départage", "letzter Gleichstand"),
    "reshuffle": ("reshuffle", "mélange", "Neu mischen"),
    "offers": ("offers", "offres", "Angebote"),
}

VALUES: dict[str, Row] = {
    "none": ("none", "aucune", "keine"),
    "forbid": ("forbidden", "interdit", "verboten"),
    "allow": ("allowed", "permis", "erlaubt"),
    "short_refill": ("refill falls short", "recharge incomplète", "Auffüllen reicht nicht"),
    "deck_empty": ("deck empty", "pioche vide", "Stapel leer"),
    "may": ("may", "peut", "darf"),
    "must": ("must", "doit", "muss"),
    "drop_option": ("choice not offered", "choix retiré", "Wahl entfällt"),
    "pearl_instead": ("Pearl instead", "Perle à la place", "Perle stattdessen"),
    "take_face_up": ("take a face-up one", "prendre un Lieu visible", "ausliegenden nehmen"),
    "nothing": ("nothing", "rien", "nichts"),
    "counts_only": ("counts only", "nombres seulement", "nur Anzahlen"),
    "full_log": ("full log", "journal complet", "volles Protokoll"),
    "shared": ("shared", "partagé", "geteilt"),
    "earlier_seat_last": ("earlier seat last", "premier siège dernier", "früherer Platz zuletzt"),
    "lazy": ("when needed", "au besoin", "bei Bedarf"),
    "eager": ("at once", "aussitôt", "sofort"),
    "sealed": ("sealed", "scellées", "verdeckt"),
    "one_by_one": ("one by one", "l'un après l'autre", "nacheinander"),
    "true": ("yes", "oui", "ja"),
    "false": ("no", "non", "nein"),
}

# Lines of a final score.
LINES: dict[str, Row] = {
    "locations": ("Locations", "Lieux", "Orte"),
    "lords_influence": ("Lords", "Seigneurs", "Lords"),
    "affiliated": ("Allies", "Alliés", "Verbündete"),
    "monster_tokens": ("Monsters", "Monstres", "Monster"),
    "total": ("total", "total", "Summe"),
}


def guild(code: str, language: str) -> str:
    """Return the word for a guild."""
    return GUILDS[code][index(language)]


def reward(code: str, language: str) -> str:
    """Return what a reward code brings.

    >>> reward("KPP", "en"), reward("M", "fr")
    ('1 key + 2 Pearls', '1 jeton Monstre')
    """
    column = index(language)
    parts = []
    for letter, (one, many) in REWARD_PARTS.items():
        count = code.count(letter)
        if count:
            parts.append(one[column] if count == 1 else many[column].format(count))
    return " + ".join(parts)


def every_reward() -> list[str]:
    """Return every reward code of the Threat track."""
    small, large = ("P", "M"), ("PP", "PM", "MM")
    return [*small, *large, "K", *("K" + r for r in small + large), "KK"]


@cache
def words(language: str) -> Mapping[str, str]:
    """Return code -> word of everything that may be read or written in an answer."""
    column = index(language)
    tables = (VALUES, OPTIONS, LINES, SLOTS, GUILDS, VERBS, RACES)
    lexicon = {code: row[column] for table in tables for code, row in table.items()}
    lexicon |= {code: bare(names[column]) for code, names in (LOCATIONS | LORDS).items()}
    cards = [f"{race}{value}" for race in RACES for value in range(1, 6)]
    lexicon |= {code: card(code, language) for code in [*cards, "monster"]}
    lexicon |= {code: reward(code, language) for code in every_reward()}
    return lexicon
