"""The texts of the list of cards, of scores and charts of Enchanters, in three languages."""

from __future__ import annotations

from games.engine.board.chapters import Row

# The kinds of cards.
KINDS: dict[str, Row] = {
    "item": ("item", "objet", "Gegenstand"),
    "fist": ("starting item", "objet de départ", "Startgegenstand"),
    "banner": ("banner", "bannière", "Banner"),
    "enchantment": ("enchantment", "enchantement", "Verzauberung"),
    "enchanting": ("starting enchantment", "enchantement de départ", "Startverzauberung"),
    "class": ("class", "classe", "Klasse"),
    "monster": ("monster", "monstre", "Monster"),
    "dragon": ("dragon", "dragon", "Drache"),
    "village": ("village", "village", "Dorf"),
    "overlord": ("Overlord", "Suzerain", "Overlord"),
    "overlord_event": ("event", "événement", "Ereignis"),
    "wound": ("wound card", "carte blessure", "Wundkarte"),
}

_STARTING: Row = (
    "Starting cards of no kingdom",
    "Cartes de départ sans royaume",
    "Startkarten ohne Reich",
)
# The headings for cards that belong to no kingdom.
GROUPS: dict[str, Row] = {
    "fist": _STARTING,
    "banner": _STARTING,
    "enchanting": _STARTING,
    "class": _STARTING,
    "village": ("Villages of no kingdom", "Villages sans royaume", "Dörfer ohne Reich"),
    "overlord": ("Overlords of no kingdom", "Suzerains sans royaume", "Overlords ohne Reich"),
    "overlord_event": (
        "Events, when playing together",
        "Événements, si l’on joue ensemble",
        "Ereignisse, wenn ihr gemeinsam spielt",
    ),
    "wound": ("Wound cards", "Cartes blessure", "Wundkarten"),
}

# Labels before the texts of a card.
LABELS: dict[str, Row] = {
    "powers": (
        "health {health}, strength {strength}",
        "vie {health}, force {strength}",
        "Leben {health}, Stärke {strength}",
    ),
    "copies": ("{many} cards", "{many} cartes", "{many} Karten"),
    "marked": ("({many} in half a deck)", "({many} dans une moitié)", "({many} im halben Stapel)"),
    "top": ("On top: {text}", "Dessus : {text}", "Oben: {text}"),
    "always": ("Covered, too: {text}", "Même couverte : {text}", "Auch verdeckt: {text}"),
    "crystals": (
        "You begin with {many} crystals.",
        "Vous commencez avec {many} cristaux.",
        "Du beginnst mit {many} Kristallen.",
    ),
    "extra_crystals": (
        "You begin with {many} crystals more.",
        "Vous commencez avec {many} cristaux de plus.",
        "Du beginnst mit {many} Kristallen mehr.",
    ),
    "competitive": (
        "Each for oneself: {text}",
        "Chacun pour soi : {text}",
        "Jeder für sich: {text}",
    ),
    "coop": ("Together: {text}", "Ensemble : {text}", "Gemeinsam: {text}"),
    "anger": ("Anger {many} – {text}", "Colère {many} – {text}", "Zorn {many} – {text}"),
}

# What the lines of a score count.
SCORE_LINES: dict[str, Row] = {
    "village": (
        "Points that the village gives you.",
        "Les points que le village vous donne.",
        "Punkte, die dir das Dorf gibt.",
    ),
    "item": (
        "Points on the visible parts of your items.",
        "Les points des parties visibles de vos objets.",
        "Punkte auf den sichtbaren Teilen deiner Gegenstände.",
    ),
    "enchantment": (
        "Points on the visible parts of your enchantments.",
        "Les points des parties visibles de vos enchantements.",
        "Punkte auf den sichtbaren Teilen deiner Verzauberungen.",
    ),
    "creature": (
        "Points on the visible parts of the creatures you defeated.",
        "Les points des parties visibles de vos créatures vaincues.",
        "Punkte auf den sichtbaren Teilen deiner besiegten Kreaturen.",
    ),
    "wound": (
        "Points on your wound cards.",
        "Les points de vos cartes blessure.",
        "Punkte auf deinen Wundkarten.",
    ),
    "rewards": (
        "The points of the reward, for each one you took.",
        "Les points de la récompense, pour chacune que vous avez prise.",
        "Die Punkte der Belohnung, für jede, die du genommen hast.",
    ),
    "wounds": (
        "A point less for each wound, ten for each wound card.",
        "Un point de moins par blessure, dix par carte blessure.",
        "Ein Punkt weniger je Wunde, zehn je Wundkarte.",
    ),
    "hit_points": (
        "What the Overlord had left of its points.",
        "Ce qui restait au Suzerain de ses points.",
        "Was dem Overlord von seinen Punkten blieb.",
    ),
}

# Measures of the charts.
MEASURES: dict[str, Row] = {
    "points": ("Points", "Points", "Punkte"),
    "attack": ("Attack", "Attaque", "Angriff"),
}

# The icons in the texts of cards and beside creatures.
ICONS: dict[str, Row] = {
    "attack": (
        "attack; strength of a creature",
        "attaque ; force d’une créature",
        "Angriff; Stärke einer Kreatur",
    ),
    "defense": ("defence", "défense", "Verteidigung"),
    "health": ("health of a creature", "vie d’une créature", "Leben einer Kreatur"),
    "crystal": ("crystal", "cristal", "Kristall"),
    "wound": ("wound", "blessure", "Wunde"),
    "points": ("point at the end", "point à la fin", "Punkt am Ende"),
    "reward": ("reward of the Overlord", "récompense du Suzerain", "Belohnung des Overlords"),
}
