"""The names of the cards in English, French and German, with the articles for sentences."""

from __future__ import annotations

LANGUAGES = ("en", "fr", "de")

# Race -> its word on a card.
RACES: dict[str, tuple[str, str, str]] = {
    "jellyfish": ("jellyfish", "méduse", "Qualle"),
    "crab": ("crab", "crabe", "Krebs"),
    "seahorse": ("seahorse", "hippocampe", "Seepferdchen"),
    "shellfish": ("shellfish", "coquillage", "Schalentier"),
    "squid": ("squid", "poulpe", "Tintenfisch"),
}

MONSTER = ("Monster", "Monstre", "Monster")

# Race or Monster -> “the”: English, French, German, German accusative. In English the value of a
# card follows its race, without an article.
DEFINITE: dict[str, tuple[str, str, str, str]] = {
    "jellyfish": ("", "la ", "die ", "die "),
    "crab": ("", "le ", "der ", "den "),
    "seahorse": ("", "l’", "das ", "das "),
    "shellfish": ("", "le ", "das ", "das "),
    "squid": ("", "le ", "der ", "den "),
    "monster": ("the ", "le ", "das ", "das "),
}
# “a”: English, French, German accusative, German dative.
INDEFINITE: dict[str, tuple[str, str, str, str]] = {
    "jellyfish": ("", "une ", "eine ", "einer "),
    "crab": ("", "un ", "einen ", "einem "),
    "seahorse": ("", "un ", "ein ", "einem "),
    "shellfish": ("", "un ", "ein ", "einem "),
    "squid": ("", "un ", "einen ", "einem "),
    "monster": ("a ", "un ", "ein ", "einem "),
}

# English races whose plural differs.
PLURALS = {"crab": "crabs", "seahorse": "seahorses"}

# Race -> all its cards in a stack of the Council: “the crab stack”, “la pile des crabes”.
STACKS: dict[str, tuple[str, str, str]] = {
    "jellyfish": ("jellyfish", "méduses", "Quallen"),
    "crab": ("crab", "crabes", "Krebse"),
    "seahorse": ("seahorse", "hippocampes", "Seepferdchen"),
    "shellfish": ("shellfish", "coquillages", "Schalentiere"),
    "squid": ("squid", "poulpes", "Tintenfische"),
}

GUILDS: dict[str, tuple[str, str, str]] = {
    "soldiers": ("Soldiers", "Militaires", "Soldaten"),
    "mages": ("Mages", "Mages", "Magier"),
    "farmers": ("Farmers", "Cultivateurs", "Bauern"),
    "merchants": ("Merchants", "Marchands", "Händler"),
    "politicians": ("Politicians", "Politiciens", "Politiker"),
    "ambassadors": ("Ambassadors", "Ambassadeurs", "Botschafter"),
}

# Lord -> English, French, German, German accusative.
LORDS: dict[str, tuple[str, str, str, str]] = {
    "recruiter": ("the Recruiter", "le Recruteur", "der Anwerber", "den Anwerber"),
    "jailer": ("the Jailer", "le Geôlier", "der Kerkermeister", "den Kerkermeister"),
    "seeker": ("the Seeker", "le Questeur", "der Quästor", "den Quästor"),
    "assassin": ("the Assassin", "l’Assassin", "der Meuchler", "den Meuchler"),
    "commander": ("the Commander", "le Chef des armées", "der Heerführer", "den Heerführer"),
    "tamer": ("the Tamer", "la Dresseuse", "die Bändigerin", "die Bändigerin"),
    "hunter": ("the Hunter", "le Chasseur", "der Jäger", "den Jäger"),
    "shaman": ("the Shaman", "la Chamanesse", "die Schamanin", "die Schamanin"),
    "invoker": ("the Invoker", "l’Invocateur", "der Beschwörer", "den Beschwörer"),
    "apprentice": ("the Apprentice", "l’Apprenti", "der Lehrling", "den Lehrling"),
    "oracle": ("the Oracle", "l’Oracle", "das Orakel", "das Orakel"),
    "alchemist": ("the Alchemist", "l’Alchimiste", "der Alchemist", "den Alchemisten"),
    "illusionist": ("the Illusionist", "l’Illusionniste", "der Illusionist", "den Illusionisten"),
    "master_of_magic": (
        "the Master of Magic",
        "le Maître de magie",
        "der Meister der Magie",
        "den Meister der Magie",
    ),
    "keeper": ("the Keeper", "la Gardienne", "die Hüterin", "die Hüterin"),
    "reaper": ("the Reaper", "le Faucheur", "der Schnitter", "den Schnitter"),
    "shepherd": ("the Shepherd", "la Bergère", "die Hirtin", "die Hirtin"),
    "miller": ("the Miller", "le Meunier", "der Müller", "den Müller"),
    "aquaculturalist": (
        "the Aquaculturalist",
        "l’Aquaculteur",
        "der Fischwirt",
        "den Fischwirt",
    ),
    "landowner": ("the Landowner", "l’Exploitant", "der Gutsherr", "den Gutsherrn"),
    "ship_master": ("the Ship Master", "l’Armateur", "der Reeder", "den Reeder"),
    "trader": ("the Trader", "la Négociante", "die Kauffrau", "die Kauffrau"),
    "peddler": ("the Peddler", "le Colporteur", "der Hausierer", "den Hausierer"),
    "landlord": ("the Landlord", "le Rentier", "der Verpächter", "den Verpächter"),
    "slaver": ("the Slaver", "l’Esclavagiste", "der Sklavenhändler", "den Sklavenhändler"),
    "shopkeeper": ("the Shopkeeper", "le Boutiquier", "der Krämer", "den Krämer"),
    "opportunist": ("the Opportunist", "l’Opportuniste", "der Opportunist", "den Opportunisten"),
    "corruptor": ("the Corruptor", "le Corrupteur", "der Bestecher", "den Bestecher"),
    "traitor": ("the Traitor", "le Traître", "der Verräter", "den Verräter"),
    "diplomat": ("the Diplomat", "le Diplomate", "der Diplomat", "den Diplomaten"),
    "treasurer": ("the Treasurer", "le Trésorier", "der Schatzmeister", "den Schatzmeister"),
    "schemer": ("the Schemer", "l’Intrigant", "der Intrigant", "den Intriganten"),
    "sage": ("the Sage", "le Sage", "der Weise", "den Weisen"),
    "hermit": ("the Hermit", "l’Ermite", "der Einsiedler", "den Einsiedler"),
    "elder": ("the Elder", "l’Ancien", "der Älteste", "den Ältesten"),
}

# Location -> as above.
LOCATIONS: dict[str, tuple[str, str, str, str]] = {
    "sargasso_silos": (
        "Sargasso Silos",
        "les Silos à sargasses",
        "die Sargassum-Silos",
        "die Sargassum-Silos",
    ),
    "hydrozoa_reserves": (
        "Hydrozoa Reserves",
        "les Réserves d’hydrozoas",
        "die Hydrozoen-Reservate",
        "die Hydrozoen-Reservate",
    ),
    "sanctuary": ("the Sanctuary", "le Sanctuaire", "das Heiligtum", "das Heiligtum"),
    "parliament": ("Parliament", "le Parlement", "das Parlament", "das Parlament"),
    "barracks": ("the Barracks", "la Caserne", "die Kaserne", "die Kaserne"),
    "dockworks": (
        "the Dockworks",
        "les Quais de chargement",
        "die Hafenanlagen",
        "die Hafenanlagen",
    ),
    "sargasso_fields": (
        "the Sargasso Fields",
        "les Champs de Sargasses",
        "die Sargassum-Felder",
        "die Sargassum-Felder",
    ),
    "the_abyss": ("the Abyss", "les Abysses", "der Abgrund", "den Abgrund"),
    "city_of_mirrors": (
        "City of Mirrors",
        "la Cité miroir",
        "die Spiegelstadt",
        "die Spiegelstadt",
    ),
    "black_smokers": (
        "Black Smokers",
        "les Fumeurs noirs",
        "die Schwarzen Raucher",
        "die Schwarzen Raucher",
    ),
    "oceanic_senate_assembly": (
        "Oceanic Senate Assembly",
        "l’Assemblée Océanique du Sénat",
        "die Ozeanische Senatsversammlung",
        "die Ozeanische Senatsversammlung",
    ),
    "depths": ("the Depths", "les Bas-fonds", "die Tiefen", "die Tiefen"),
    "throne_room": ("the Throne Room", "la Salle du trône", "der Thronsaal", "den Thronsaal"),
    "jail": ("the Jail", "les Geôles", "der Kerker", "den Kerker"),
    "chasm": ("the Chasm", "le Gouffre", "die Kluft", "die Kluft"),
    "closed_tower": (
        "the Closed Tower",
        "la Tour close",
        "der Verschlossene Turm",
        "den Verschlossenen Turm",
    ),
    "lost_tower": (
        "the Lost Tower",
        "la Tour perdue",
        "der Verlorene Turm",
        "den Verlorenen Turm",
    ),
    "chamber_of_allies": (
        "the Chamber of Allies",
        "la Chambre des Alliés",
        "die Kammer der Verbündeten",
        "die Kammer der Verbündeten",
    ),
    "nest_of_giant_clams": (
        "Nest of Giant Clams",
        "la Fosse aux tridacnas géants",
        "das Nest der Riesenmuscheln",
        "das Nest der Riesenmuscheln",
    ),
    "coral_barrier": (
        "the Coral Barrier",
        "la Barrière de corail",
        "das Korallenriff",
        "das Korallenriff",
    ),
}

# German names with an adjective, which ends differently without the article.
_GERMAN_BARE = {
    "der Weise": "Weiser",
    "der Älteste": "Ältester",
    "die Schwarzen Raucher": "Schwarze Raucher",
    "der Verschlossene Turm": "Verschlossener Turm",
    "der Verlorene Turm": "Verlorener Turm",
}

_ARTICLES = ("the ", "le ", "la ", "les ", "l’", "der ", "die ", "das ")


def language_column(language: str) -> int:
    """Return the column of a language in the tables; English for an unknown one."""
    return LANGUAGES.index(language) if language in LANGUAGES else 0


def strip_article(name: str) -> str:
    """Return a name without its article, as printed on the card.

    >>> strip_article("l’Oracle"), strip_article("the Ship Master")
    ('Oracle', 'Ship Master')
    >>> strip_article("die Schwarzen Raucher")
    'Schwarze Raucher'
    """
    if name in _GERMAN_BARE:
        return _GERMAN_BARE[name]
    for article in _ARTICLES:
        if name.startswith(article):
            return name[len(article) :]
    return name


def name_with_article(code: str, language: str) -> str:
    """Return a Lord or Location with its article, as the object of a sentence."""
    names = LORDS.get(code) or LOCATIONS[code]
    return names[3] if language == "de" else names[language_column(language)]


def name_of(code: str, language: str) -> str:
    """Return a Lord or Location with its article, as the subject of a sentence; "" if unknown."""
    names = LORDS.get(code) or LOCATIONS.get(code)
    return names[language_column(language)] if names else ""


def exploration_card_name(code: str, language: str) -> str:
    """Return the name of an Exploration card.

    >>> exploration_card_name("crab4", "fr"), exploration_card_name("monster", "en")
    ('crabe 4', 'Monster')
    """
    if code == "monster":
        return MONSTER[language_column(language)]
    return f"{RACES[code[:-1]][language_column(language)]} {code[-1]}"


def this_exploration_card(code: str, language: str, *, is_object: bool = True) -> str:
    """Return an Exploration card that is known by now, as the object or subject of a sentence.

    >>> [this_exploration_card("crab4", language) for language in ("en", "fr", "de")]
    ['crab 4', 'le crabe 4', 'den Krebs 4']
    >>> this_exploration_card("crab4", "de", is_object=False)
    'der Krebs 4'
    """
    column = 3 if language == "de" and is_object else language_column(language)
    return DEFINITE[_kind_of_card(code)][column] + exploration_card_name(code, language)


def counted_race(race: str, many: int, language: str) -> str:
    """Return a number of Allies of a race, as the object of a sentence.

    >>> [counted_race("crab", 1, language) for language in ("en", "fr", "de")]
    ['a crab', 'un crabe', 'einen Krebs']
    >>> counted_race("seahorse", 2, "en")
    '2 seahorses'
    """
    column = language_column(language)
    if many == 1:
        article = "a " if column == 0 else INDEFINITE[race][column]
        return article + RACES[race][column]
    plural = PLURALS.get(race, race) if column == 0 else STACKS[race][column]
    return f"{many} {plural}"


def an_exploration_card(code: str, language: str, *, is_dative: bool = False) -> str:
    """Return one of several Exploration cards in a sentence; only German has a dative.

    >>> [an_exploration_card("squid1", language) for language in ("en", "fr", "de")]
    ['squid 1', 'un poulpe 1', 'einen Tintenfisch 1']
    """
    column = 3 if language == "de" and is_dative else language_column(language)
    return INDEFINITE[_kind_of_card(code)][column] + exploration_card_name(code, language)


def _kind_of_card(code: str) -> str:
    return code if code == "monster" else code[:-1]
