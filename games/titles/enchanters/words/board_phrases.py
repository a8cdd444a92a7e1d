"""Phrases about everything that is not before a player: village, Overlord, events, global
statics."""

from __future__ import annotations

from .names import Row

BOARD: dict[str, Row] = {
    # Village, Overlord, events.
    "replace_village": ("another village, and {text}", "un autre village, et {text}")
    + ("ein anderes Dorf, und {text}",),
    "village_rewards": ("{change} on the village", "{change} sur le village")
    + ("{change} auf dem Dorf",),
    "overlord_rewards": ("{change} on the Overlord", "{change} sur le Suzerain")
    + ("{change} auf dem Overlord",),
    "trigger_invasion": ("invasion: {types}", "invasion : {types}", "Invasion: {types}"),
    "fight_overlord": ("fight the Overlord", "combattre le Suzerain", "gegen den Overlord kämpfen"),
    "overlord_attacks": ("the Overlord attacks {target}", "le Suzerain attaque {target}")
    + ("der Overlord greift {target} an",),
    "overlord_attacks.self": ("the Overlord attacks you", "le Suzerain vous attaque")
    + ("der Overlord greift dich an",),
    "overlord_damage": ("the Overlord loses {points}", "le Suzerain perd {points}")
    + ("der Overlord verliert {points}",),
    "overlord_heal": ("the Overlord regains {points}", "le Suzerain regagne {points}")
    + ("der Overlord gewinnt {points} zurück",),
    "add_reinforcement": ("the Overlord gets {n}", "le Suzerain reçoit {n}")
    + ("der Overlord bekommt {n}",),
    "add_reinforcement.side": ("the Overlord gets {n} ({side})", "le Suzerain reçoit {n} ({side})")
    + ("der Overlord bekommt {n} ({side})",),
    "remove_reinforcement": ("the Overlord loses {n}", "le Suzerain perd {n}")
    + ("der Overlord verliert {n}",),
    "overlord_consume_track_rewards": (
        "for each reward on the track the Overlord loses {points} and gets a reinforcement",
        "par récompense sur la piste, le Suzerain perd {points} et reçoit un renfort",
        "je Belohnung auf der Strecke verliert der Overlord {points} und bekommt Verstärkung",
    ),
    "cerberus.place": ("Cerberus lies down on space 0", "Cerbère se couche sur la case 0")
    + ("Zerberus legt sich auf Feld 0",),
    "cerberus.check": ("if Cerberus lies on a creature, {text}; otherwise {other}",)
    + ("si Cerbère est sur une créature, {text} ; sinon, {other}",)
    + ("liegt Zerberus auf einer Kreatur, {text}; sonst {other}",),
    "shuffle_events": ("shuffle the events", "mélanger les événements", "Ereignisse mischen"),
    "desert.flip": ("flip the desert token", "retourner le jeton désert")
    + ("den Wüstenmarker umdrehen",),
    "desert.set": ("turn the desert token to {side}", "mettre le jeton désert sur {side}")
    + ("den Wüstenmarker auf {side} drehen",),
    "desert.double": ("the desert token counts double this turn",)
    + ("le jeton désert compte double ce tour",)
    + ("der Wüstenmarker zählt in diesem Zug doppelt",),
    "desert.ignore": ("ignore the desert token this turn", "ignorer le jeton désert ce tour")
    + ("der Wüstenmarker zählt in diesem Zug nicht",),
    "lose_game": ("all lose", "tous perdent", "alle verlieren"),
    "choose_one": ("{text}", "{text}", "{text}"),
    "each_player": ("{who}: {text}", "{who} : {text}", "{who}: {text}"),
    "if": ("{scope}, {text}", "{scope}, {text}", "{scope} {text}"),
    "may": ("you may {text}", "vous pouvez {text}", "du darfst {text}"),
    "or": (" or ", " ou ", " oder "),
    "or.way": (", or ", ", ou ", " oder "),
    "and": (" and ", " et ", " und "),
    # Statics.
    "untargetable": ("not reached by others’ cards", "hors d’atteinte des cartes des autres")
    + ("für Karten anderer unerreichbar",),
    "no_heal": ("no healing", "pas de guérison", "keine Heilung"),
    "boost": ("{powers}{condition}", "{powers}{condition}", "{powers}{condition}"),
    "boost.slot": (" on journeys to space {n} or farther",)
    + (" en voyage vers la case {n} ou plus loin",)
    + (" auf Reisen zu Feld {n} oder weiter",),
    "boost.types": (" against {types}", " contre les {types}", " gegen {types}"),
    "boost.duel": (" in duels", " en duel", " in Duellen"),
    "value_mod": ("{who}: {n} {noun}", "{who} : {n} {noun}", "{who}: {n} {noun}"),
    "value_zero": ("{noun} counts 0", "{noun} compte 0", "{noun} zählt 0"),
    "value_zero.pearl": ("{noun} count 0", "les {noun} comptent 0", "{noun} zählen 0"),
    "crystal_cap": ("at most {n} crystals", "{n} cristaux au plus", "höchstens {n} Kristalle"),
    "block_take": ("you cannot take {several}", "impossible de prendre des {several}")
    + ("du kannst keine {several} nehmen",),
    "mute_top": ("no abilities on top ({types})", "pas de capacité dessus ({types})")
    + ("oben keine Fähigkeiten ({types})",),
    "copy_top": ("copies your top enchantment", "copie votre enchantement du dessus")
    + ("kopiert deine oberste Verzauberung",),
    "mute_starters": ("banners and classes have no text", "bannières et classes sans texte")
    + ("Banner und Klassen ohne Text",),
    "journey_base_cost": ("journeys to space {slot} or farther cost only {n}",)
    + ("les voyages vers la case {slot} ou plus loin ne coûtent que {n}",)
    + ("Reisen zu Feld {slot} oder weiter kosten nur {n}",),
    "journey_toll": ("a journey to space {slot}: take {wounds}",)
    + ("un voyage vers la case {slot} : subir {wounds}",)
    + ("eine Reise zu Feld {slot}: {wounds} erleiden",),
    "creature_mod": ("every {types} has {powers}{condition}",)
    + ("chaque {types} a {powers}{condition}",)
    + ("jede Kreatur ({types}) hat {powers}{condition}",),
    "self_mod": ("{powers}{condition}", "{powers}{condition}", "{powers}{condition}"),
    "at_least": (" from space {n} on", " à partir de la case {n}", " ab Feld {n}"),
    "at_most": (" up to space {n}", " jusqu’à la case {n}", " bis Feld {n}"),
    "overlord_mod": ("Overlord: {powers}", "Suzerain : {powers}", "Overlord: {powers}"),
    "block_challenge": ("no challenges", "pas de défi", "keine Herausforderungen"),
    "overlord_immune": ("the Overlord cannot be hurt", "le Suzerain est invulnérable")
    + ("der Overlord ist unverwundbar",),
    "desert_double": ("the desert token counts double", "le jeton désert compte double")
    + ("der Wüstenmarker zählt doppelt",),
    "flag.attacks_all": ("attacks everybody", "attaque tout le monde", "greift alle an"),
    "flag.double_damage": ("double damage", "dégâts doublés", "doppelter Schaden"),
    "flag.no_duel_attack": ("does not attack in duels", "n’attaque pas en duel")
    + ("greift in Duellen nicht an",),
    # Sections of an Overlord, and two icons.
    "invasion": ("invasion ({types}): {text}", "invasion ({types}) : {text}")
    + ("Invasion ({types}): {text}",),
    "reward": ("reward: {text}", "récompense : {text}", "Belohnung: {text}"),
    "calm": ("calm", "calme", "Ruhe"),
    "sandstorm": ("sandstorm", "tempête de sable", "Sandsturm"),
    "any": ("any card", "n’importe quelle carte", "beliebige Karte"),
}
