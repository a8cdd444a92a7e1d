"""The lexicon: the word for every code of the game, as players read and write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..rules.components import DESIGNS, KINGDOMS
from .names import Row, language_index, name_of, theme_of

VERBS: dict[str, Row] = {
    "journey": ("journey to space", "voyager vers la case", "reisen auf Feld"),
    "rest": ("rest", "se reposer", "rasten"),
    "challenge": ("challenge", "défier", "herausfordern"),
    "use": ("use", "utiliser", "nutzen"),
    "end": ("end", "finir", "beenden"),
    "fight": ("fight", "combattre", "kämpfen"),
    "ready": ("ready", "prêt", "bereit"),
    "target": ("choose", "choisir", "wählen"),
    "player": ("player", "joueur", "Spieler"),
    "take": ("take", "prendre", "nehmen"),
    "keep": ("keep", "garder", "behalten"),
    "discard": ("discard", "défausser", "abwerfen"),
    "remove": ("remove", "retirer", "entfernen"),
    "give": ("give", "donner", "geben"),
    "bury": ("bury", "enfouir", "vergraben"),
    "unbury": ("unbury", "déterrer", "ausgraben"),
    "swap": ("swap", "échanger", "tauschen"),
    "first": ("first", "d’abord", "zuerst"),
    "branch": ("effect", "effet", "Wirkung"),
    "pay": ("pay", "payer", "zahlen"),
    "spend": ("spend", "dépenser", "ausgeben"),
    "visit": ("visit", "visiter", "besuchen"),
    "flip": ("flip", "retourner", "umdrehen"),
    "kingdom": ("kingdom", "royaume", "Reich"),
    "no": ("no", "non", "nein"),
}

# What German answers were written with before, and what players write, which is read only.
FORMER_GERMAN = {
    "former.journey": "reise",
    "joint.journey.card": "und nehme",
    "former.rest": "raste",
    "former.challenge": "fordere",
    "former.use": "nutze",
    "former.end": "beende",
    "former.fight": "kämpfe",
    "former.target": "wähle",
    "former.take": "nimm",
    "former.keep": "behalte",
    "former.discard": "wirf ab",
    "former.remove": "entferne",
    "former.give": "gib",
    "former.bury": "vergrabe",
    "former.unbury": "grabe aus",
    "former.swap": "tausche",
    "former.pay": "zahle",
    "former.spend": "gib aus",
    "former.visit": "besuche",
    "former.flip": "drehe um",
}

# The preposition before an argument, and what stands before a name without one.
JOINTS: dict[str, Row] = {
    ":": ("", " :", ":"),
    ".other": ("with", "avec", "mit"),
}

CODES: dict[str, Row] = {
    "other": ("opponent", "adversaire", "Gegner"),
    "left": ("left", "gauche", "links"),
    "right": ("right", "droite", "rechts"),
    "across": ("across", "en face", "gegenüber"),
    "overlord": ("Overlord", "Suzerain", "Overlord"),
    "health": ("health", "vie", "Leben"),
    "strength": ("strength", "force", "Stärke"),
    "item": ("item", "objet", "Gegenstand"),
    "enchantment": ("enchantment", "enchantement", "Verzauberung"),
    "creature": ("creatures", "créatures", "Kreaturen"),
    "wound": ("wound cards", "cartes blessure", "Wundkarten"),
    "at": ("space", "case", "Feld"),
    "card": ("card", "carte", "Karte"),
    "copy": ("number", "numéro", "Nummer"),
    "line": ("line", "ligne", "Zeile"),
    "who": ("who", "qui", "wer"),
    "number": ("number", "numéro", "Nummer"),
    "wounds": ("wounds", "blessures", "Wunden"),
    "side": ("side", "face", "Seite"),
    "stack": ("stack", "pile", "Stapel"),
    "name": ("name", "nom", "Name"),
    "true": ("yes", "oui", "ja"),
    "false": ("no", "non", "nein"),
}

# Options and their values.
OPTIONS: dict[str, Row] = {
    "mode": ("mode", "mode", "Spielart"),
    "competitive": ("each for oneself", "chacun pour soi", "jeder für sich"),
    "coop": ("together", "ensemble", "gemeinsam"),
    "kingdom_pool": ("kingdoms in the box", "royaumes dans la boîte", "Reiche in der Schachtel"),
    "beginners": ("the beginners’ four", "les quatre pour débuter", "die vier für Anfänger"),
    "all": ("all", "tous", "alle"),
    "boxes": ("boxes of kingdoms", "boîtes de royaumes", "Schachteln mit Reichen"),
    "kingdoms": ("kingdoms included", "royaumes imposés", "Reiche, die dabei sind"),
    "kingdom_selection": ("who chooses kingdoms", "choix des royaumes", "wer Reiche wählt"),
    "group": ("the group", "le groupe", "die Gruppe"),
    "random": ("chance", "le hasard", "der Zufall"),
    "player_order": ("everybody in turn", "chacun son tour", "alle der Reihe nach"),
    "short": ("shorter match", "partie courte", "kürzere Partie"),
    "start_item": ("starting item", "objet de départ", "Startgegenstand"),
    "banner": ("banners", "bannières", "Banner"),
    "fist": ("fists", "poings", "Fäuste"),
    "start_enchantment": (
        "starting enchantment",
        "enchantement de départ",
        "Startverzauberung",
    ),
    "class": ("classes", "classes", "Klassen"),
    "enchanting": ("of Enchanting", "de l’Enchantement", "des Verzauberns"),
    "related": (
        "villages, banners, classes, Overlords",
        "villages, bannières, classes, Suzerains",
        "Dörfer, Banner, Klassen, Overlords",
    ),
    "kingdom": ("of the kingdoms", "des royaumes", "der Reiche"),
    "village": ("village", "village", "Dorf"),
    "auto": ("drawn", "tiré au sort", "gezogen"),
    "chosen_overlord": ("which Overlord", "quel Suzerain", "welcher Overlord"),
    "coop_tier": ("Overlord when together", "Suzerain (ensemble)", "gemeinsamer Overlord"),
    "easier": ("an easier one", "plus facile", "ein leichterer"),
    "harder": ("a harder one", "plus difficile", "ein schwerer"),
    "coop_difficulty": ("difficulty when together", "difficulté (ensemble)", "Schwierigkeit"),
    "easy": ("easy: 50 wounds", "facile : 50 blessures", "leicht: 50 Wunden"),
    "normal": ("normal: 40 wounds", "normal : 40 blessures", "normal: 40 Wunden"),
    "hard": ("hard: 30 wounds", "difficile : 30 blessures", "schwer: 30 Wunden"),
    "very_hard": (
        "very hard: 25 wounds",
        "très difficile : 25 blessures",
        "sehr schwer: 25 Wunden",
    ),
    "reinforcements": ("reinforcements", "renforts", "Verstärkungen"),
    "group_decisions": (
        "who decides for all",
        "qui décide pour tous",
        "wer für alle entscheidet",
    ),
    "vote": ("a vote", "un vote", "eine Abstimmung"),
    "leader": ("the leader", "le meneur", "der Anführer"),
    "first_answer": ("the first answer", "la première réponse", "die erste Antwort"),
    "priming_factor": (
        "artifacts on top, per player",
        "artefacts dessus, par joueur",
        "Artefakte oben, je Spieler",
    ),
    "hopeless_fights": ("hopeless fights", "combats sans espoir", "aussichtslose Kämpfe"),
    "desert_overlords": (
        "desert token changes Overlords",
        "le jeton désert change les Suzerains",
        "Wüstenmarker verändert Overlords",
    ),
    "hit_points": (
        "points of the Overlord, together",
        "points du Suzerain, ensemble",
        "Punkte des Overlords, gemeinsam",
    ),
    "balanced": ("balanced", "équilibrés", "ausgeglichen"),
    "printed": ("as printed", "comme imprimé", "wie gedruckt"),
    "earlier": ("as before", "comme avant", "wie früher"),
    "as_printed": ("as printed", "règles imprimées", "wie gedruckt"),
    "small_choices": (
        "pearls and order of discards",
        "perles et ordre des défausses",
        "Perlen und Reihenfolge beim Abwerfen",
    ),
    "asked": ("asked", "demandé", "gefragt"),
    "automatic": ("automatic", "automatique", "automatisch"),
    "discard_wounds": (
        "wound cards count as cards",
        "les cartes blessure comptent comme cartes",
        "Wundkarten zählen als Karten",
    ),
    "coop_wounds": ("wounds together", "blessures ensemble", "Wunden gemeinsam"),
    "first_match": ("first match", "première partie", "erste Partie"),
    "graveyard": ("graveyard", "cimetière", "Friedhof"),
    "dragons": ("dragons", "dragons", "Drachen"),
    "draft": ("kingdoms in turn", "royaumes chacun son tour", "Reiche der Reihe nach"),
    "together": ("together", "ensemble", "gemeinsam"),
    "together_harder": (
        "together, harder Overlord",
        "ensemble, Suzerain plus difficile",
        "gemeinsam, schwererer Overlord",
    ),
}

# What each option changes, in one sentence for the form of a new match.
HELP: dict[str, Row] = {
    "help.mode": (
        "Play against each other for points, or all against the Overlord. Matches played "
        "together are not rated.",
        "Jouer les uns contre les autres pour des points, ou tous contre le Suzerain. "
        "Jouer ensemble ne compte pas pour le classement.",
        "Gegeneinander um Punkte, oder alle gegen den Overlord. Gemeinsame Partien "
        "werden nicht gewertet.",
    ),
    "help.kingdom_pool": (
        "The beginners’ four have the simplest cards.",
        "Les quatre royaumes pour débuter ont les cartes les plus simples.",
        "Die vier Reiche für Anfänger haben die einfachsten Karten.",
    ),
    "help.kingdoms": (
        "These kingdoms are in the match in any case; the others are chosen as below.",
        "Ces royaumes sont dans la partie de toute façon ; les autres sont choisis comme "
        "ci-dessous.",
        "Diese Reiche sind auf jeden Fall dabei; die anderen werden wie unten gewählt.",
    ),
    "help.kingdom_selection": (
        "If chance chooses, the match starts at once. Otherwise it starts when the kingdoms "
        "have been chosen.",
        "Si le hasard choisit, la partie commence aussitôt. Sinon, elle commence quand les "
        "royaumes sont choisis.",
        "Wählt der Zufall, beginnt die Partie sofort, sonst erst, wenn die Reiche gewählt sind.",
    ),
    "help.overlord": (
        "With an Overlord, there is one more strong enemy to challenge for points.",
        "Avec un Suzerain, il y a un ennemi puissant de plus à défier pour des points.",
        "Mit einem Overlord gibt es einen starken Gegner mehr, den man um Punkte "
        "herausfordern kann.",
    ),
    "help.chosen_overlord": (
        "Every Overlord has its own strength and rewards; drawn means a surprise.",
        "Chaque Suzerain a sa force et ses récompenses ; tiré au sort, c’est une surprise.",
        "Jeder Overlord hat eigene Stärken und Belohnungen; gezogen heißt: eine Überraschung.",
    ),
    "help.short": (
        "Every player has five turns fewer.",
        "Chaque joueur a cinq tours de moins.",
        "Alle haben fünf Züge weniger.",
    ),
    "help.start_item": (
        "Banners differ from player to player; fists are equal for all and simpler.",
        "Les bannières diffèrent d’un joueur à l’autre ; les poings sont les mêmes pour tous "
        "et plus simples.",
        "Alle haben verschiedene Banner; Fäuste sind für alle gleich und einfacher.",
    ),
    "help.start_enchantment": (
        "Classes differ from player to player; the card of Enchanting is equal for all "
        "and simpler.",
        "Les classes diffèrent d’un joueur à l’autre ; la carte de l’Enchantement est "
        "la même pour tous et plus simple.",
        "Alle haben verschiedene Klassen; die Karte des Verzauberns ist für alle gleich "
        "und einfacher.",
    ),
    "help.related": (
        "From the kingdoms of the match, or any from the box. From the box, you choose "
        "your starting cards out of two.",
        "Issus des royaumes de la partie, ou de toute la boîte. Avec toute la boîte, "
        "vous choisissez vos cartes de départ parmi deux.",
        "Aus den Reichen der Partie oder aus der ganzen Schachtel. Bei der ganzen "
        "Schachtel wählst du deine Startkarten aus je zweien.",
    ),
    "help.village": (
        "All rest in this village: it decides how many crystals you begin with and what "
        "a rest brings.",
        "Tous se reposent dans ce village : il décide de vos cristaux de départ et de ce "
        "qu’apporte un repos.",
        "Alle rasten in diesem Dorf: Es bestimmt, mit wie vielen Kristallen du beginnst "
        "und was eine Rast bringt.",
    ),
    "help.boxes": (
        "The second box adds kingdoms with their villages, Overlords and starting cards.",
        "La deuxième boîte ajoute des royaumes, avec villages, Suzerains et cartes de départ.",
        "Die zweite Schachtel bringt weitere Reiche mit Dörfern, Overlords und Startkarten.",
    ),
    "help.coop_tier": (
        "Only together: the harder Overlords are for groups that have beaten the easier ones.",
        "Seulement ensemble : les Suzerains difficiles sont pour qui a vaincu les plus faciles.",
        "Nur gemeinsam: Die schwereren Overlords sind für Gruppen, die die leichteren "
        "besiegt haben.",
    ),
    "help.coop_difficulty": (
        "Only together: more wounds than this in the group lose the match.",
        "Seulement ensemble : avec plus de blessures dans le groupe, la partie est perdue.",
        "Nur gemeinsam: Mit mehr Wunden in der Gruppe ist die Partie verloren.",
    ),
    "help.reinforcements": (
        "Only together: the Overlord grows stronger with each challenge that you win.",
        "Seulement ensemble : le Suzerain se renforce à chaque défi que vous gagnez.",
        "Nur gemeinsam: Der Overlord wird mit jeder gewonnenen Herausforderung stärker.",
    ),
    "help.group_decisions": (
        "What is decided as a group: a secret vote (as printed), one player for all, or, together, "
        "whoever answers first.",
        "Ce que le groupe décide : un vote secret (règle imprimée), un joueur pour tous, ou, "
        "ensemble, "
        "celui qui répond en premier.",
        "Was die Gruppe entscheidet: eine geheime Abstimmung (wie gedruckt), eine Person für alle "
        "oder, gemeinsam, wer zuerst antwortet.",
    ),
    "help.priming_factor": (
        "More artifacts on top of the deck make everybody stronger before the first creatures.",
        "Plus d’artefacts sur le dessus de la pioche rendent tout le monde plus fort avant les "
        "premières créatures.",
        "Mehr Artefakte oben im Stapel machen alle stärker, bevor die ersten Kreaturen kommen.",
    ),
    "help.desert_overlords": (
        "Calm and sandstorm change health and strength of the Overlord, too (as printed).",
        "Calme et tempête changent aussi la vie et la force du Suzerain (règle imprimée).",
        "Ruhe und Sandsturm verändern auch Leben und Stärke des Overlords (wie gedruckt).",
    ),
    "help.hit_points": (
        "Balanced by difficulty and players, or 99 as printed, which more players beat more "
        "easily.",
        "Équilibrés selon la difficulté et les joueurs, ou 99 comme imprimé, plus facile à "
        "plusieurs.",
        "Ausgeglichen nach Schwierigkeit und Personen, oder 99 wie gedruckt, zu mehreren leichter.",
    ),
    "help.small_choices": (
        "You choose between pearls and crystals, and the order of discards where the graveyard "
        "matters; or pearls pay first and cards go as they lie.",
        "Vous choisissez entre perles et cristaux, et l’ordre des défausses quand le cimetière "
        "compte ; "
        "ou les perles paient d’abord et les cartes partent dans l’ordre.",
        "Du wählst zwischen Perlen und Kristallen und die Reihenfolge beim Abwerfen, wo der "
        "Friedhof "
        "zählt; oder Perlen zahlen zuerst und Karten gehen, wie sie liegen.",
    ),
    "help.discard_wounds": (
        "Where a text says “a card”, you may discard a wound card and lose its ten wounds.",
        "Quand un texte dit « une carte », vous pouvez défausser une carte blessure et ses dix "
        "blessures.",
        "Wo ein Text „eine Karte“ sagt, darfst du eine Wundkarte mit ihren zehn Wunden abwerfen.",
    ),
    "help.coop_wounds": (
        "Only together: the wound deck is laid out, and nobody is asked which player heals in the "
        "shared pool.",
        "Seulement ensemble : la pioche de blessures est posée, et personne ne demande quel "
        "joueur guérit "
        "dans la réserve commune.",
        "Nur gemeinsam: Der Wundstapel liegt aus, und niemand wird gefragt, wer im gemeinsamen "
        "Vorrat "
        "heilt.",
    ),
    "help.hopeless_fights": (
        "Whether you may journey to a creature that you are too weak to beat.",
        "Si l’on peut voyager vers une créature que l’on est trop faible pour vaincre.",
        "Ob man zu einer Kreatur reisen darf, für die man zu schwach ist.",
    ),
}

# The words for the facts of a question in standing orders.
FACTS: dict[str, Row] = {
    "fact.turn": ("turn", "tour", "Zug"),
    "fact.crystals": ("crystals", "cristaux", "Kristalle"),
    "fact.wounds": ("wounds", "blessures", "Wunden"),
    "fact.attack": ("attack", "attaque", "Angriff"),
    "fact.defense": ("defence", "défense", "Verteidigung"),
    "fact.card": ("card", "carte", "Karte"),
    "fact.drawn": ("drawn", "tirées", "gezogen"),
    "fact.track": ("track", "piste", "Strecke"),
}

# The names of the questions, for the form of a standing order.
QUESTION_NAMES: dict[str, Row] = {
    "question.turn": ("your turn", "votre tour", "dein Zug"),
    "question.prepare": ("before a fight", "avant un combat", "vor einem Kampf"),
    "question.duel_prep": ("before a duel", "avant un duel", "vor einem Duell"),
    "question.wound": (
        "the wound card to take",
        "la carte blessure à prendre",
        "die Wundkarte, die du nimmst",
    ),
    "question.discard": (
        "the card to discard",
        "la carte à défausser",
        "die Karte, die du abwirfst",
    ),
    "question.pearls": (
        "how many pearls to pay with",
        "combien de perles pour payer",
        "mit wie vielen Perlen du zahlst",
    ),
    "question.discard_order": (
        "which card is discarded first",
        "la carte défaussée d’abord",
        "welche Karte zuerst abgeworfen wird",
    ),
    "question.give": ("the card to give", "la carte à donner", "die Karte, die du gibst"),
    "question.remove": ("the card to remove", "la carte à retirer", "die Karte, die du entfernst"),
    "question.keep": ("the card to keep", "la carte à garder", "die Karte, die du behältst"),
    "question.starter": (
        "the starting card to keep",
        "la carte de départ à garder",
        "die Startkarte, die du behältst",
    ),
    "question.kingdom": (
        "the kingdom of the match",
        "le royaume de la partie",
        "das Reich der Partie",
    ),
    "question.target": (
        "the player to choose",
        "le joueur à choisir",
        "der Mitspieler, den du wählst",
    ),
    "question.duel": ("the opponent in a duel", "l’adversaire d’un duel", "der Gegner im Duell"),
    "question.tie": (
        "which of the tied players",
        "lequel des joueurs à égalité",
        "welcher der gleichauf liegenden Spieler",
    ),
    "question.bury": ("the top card to bury", "la carte à enfouir", "die Karte, die du vergräbst"),
    "question.unbury": (
        "the bottom card to unbury",
        "la carte à déterrer",
        "die Karte, die du ausgräbst",
    ),
    "question.turn_over": ("bury or unbury", "enfouir ou déterrer", "vergraben oder ausgraben"),
    "question.swap": ("the spaces to swap", "les cases à échanger", "die Felder, die du tauschst"),
    "question.order": (
        "which text comes first",
        "quel texte vient d’abord",
        "welcher Text zuerst kommt",
    ),
    "question.branch": ("which effect", "quel effet", "welche Wirkung"),
    "question.pay": ("whether to pay", "payer ou non", "ob du zahlst"),
    "question.split": ("where your wounds go", "où vont vos blessures", "wohin deine Wunden gehen"),
    "question.visit": ("a free journey", "un voyage gratuit", "eine kostenlose Reise"),
    "question.weaken": (
        "the reinforcement to remove",
        "le renfort à retirer",
        "die Verstärkung, die du entfernst",
    ),
    "question.desert": ("the desert token", "le jeton désert", "der Wüstenmarker"),
}

# Lines of a final score.
LINES: dict[str, Row] = {
    "rewards": ("rewards", "récompenses", "Belohnungen"),
    "hit_points": ("Overlord’s points", "points du Suzerain", "Punkte des Overlords"),
}


@cache
def list_words(language: str) -> Mapping[str, str]:
    """Return code -> word for everything in an answer, read or written."""
    column = language_index(language)
    tables = (CODES, OPTIONS, HELP, LINES, JOINTS, VERBS, FACTS, QUESTION_NAMES)
    lexicon = {code: row[column] for table in tables for code, row in table.items()}
    lexicon |= {"former.journey": lexicon["journey"].split()[0]}
    # The story tells a journey so, and players answer the same way.
    lexicon |= {"joint.journey.card": "et prends" if language == "fr" else "and take"}
    lexicon |= FORMER_GERMAN if language == "de" else {}
    # “kingdom” is a verb, and an option's value has its own word. The part after the comma of an
    # Overlord's name is its title.
    names = {code: name_of(code, language).split(",")[0] for code in (*DESIGNS, *KINGDOMS)}
    themes = {f"help.{code}": theme_of(code, language) for code in KINGDOMS}
    villages = {code.split(".")[1]: name for code, name in names.items() if "village." in code}
    return lexicon | villages | names | themes
