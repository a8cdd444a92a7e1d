"""The phrases of card texts: row of the vocabulary -> English, French, German.

`{who}` is the subject; a phrase ending in `.self` speaks to the player.
"""

from __future__ import annotations

from .names import Row

WHO: dict[str, Row] = {
    "self": ("you", "vous", "du"),
    "another": ("another player", "un autre joueur", "ein anderer Spieler"),
    "each_other": ("every other player", "chaque autre joueur", "jeder andere Spieler"),
    "others": ("other players", "d'autres joueurs", "andere Spieler"),
    "each": ("everybody", "chacun", "jeder"),
    "left": ("the left neighbour", "le voisin de gauche", "der linke Nachbar"),
    "right": ("the right neighbour", "le voisin de droite", "der rechte Nachbar"),
    "most_wounded": (
        "the most wounded player",
        "le joueur le plus blessé",
        "wer am meisten verwundet ist",
    ),
    "active": ("the current player", "le joueur actif", "wer am Zug ist"),
    "lowest_defense": (
        "the player with the lowest defense",
        "le joueur à la plus faible défense",
        "wer die niedrigste Verteidigung hat",
    ),
    "highest_defense": (
        "the player with the highest defense",
        "le joueur à la plus forte défense",
        "wer die höchste Verteidigung hat",
    ),
    "overlord": ("the Overlord", "le Suzerain", "der Overlord"),
    "each_left": ("everybody", "chacun", "jeder"),
}

# One and several; after a colon nothing is inflected.
NOUNS: dict[str, tuple[Row, Row]] = {
    "wound": (("wound", "blessure", "Wunde"), ("wounds", "blessures", "Wunden")),
    "crystal": (("crystal", "cristal", "Kristall"), ("crystals", "cristaux", "Kristalle")),
    "point": (("point", "point", "Punkt"), ("points", "points", "Punkte")),
    "attack": (("attack", "attaque", "Angriff"),) * 2,
    "defense": (("defense", "défense", "Verteidigung"),) * 2,
    "health": (("health", "vie", "Leben"),) * 2,
    "strength": (("strength", "force", "Stärke"),) * 2,
    "item": (("item", "objet", "Gegenstand"), ("items", "objets", "Gegenstände")),
    "enchantment": (
        ("enchantment", "enchantement", "Verzauberung"),
        ("enchantments", "enchantements", "Verzauberungen"),
    ),
    "monster": (("monster", "monstre", "Monster"), ("monsters", "monstres", "Monster")),
    "dragon": (("dragon", "dragon", "Drache"), ("dragons", "dragons", "Drachen")),
    "creature": (("creature", "créature", "Kreatur"), ("creatures", "créatures", "Kreaturen")),
    "pair": (
        ("pair of item and enchantment", "paire objet-enchantement", "Paar aus beiden Artefakten"),
        (
            "pairs of item and enchantment",
            "paires objet-enchantement",
            "Paare aus beiden Artefakten",
        ),
    ),
    "artifact": (("artifact", "artefact", "Artefakt"), ("artifacts", "artefacts", "Artefakte")),
    "weight": (("weight", "poids", "Gewicht"),) * 2,
    "speed": (("speed", "vitesse", "Tempo"),) * 2,
    "slime": (("slime", "gelée", "Schleim"),) * 2,
    "undead": (("undead", "mort-vivant", "Untote"),) * 2,
    "pearl": (("pearl", "perle", "Perle"), ("pearls", "perles", "Perlen")),
    "reward": (("reward", "récompense", "Belohnung"), ("rewards", "récompenses", "Belohnungen")),
    "player": (("player", "joueur", "Spieler"), ("players", "joueurs", "Spieler")),
    "damage_taken": (
        ("wound just taken", "blessure reçue", "erlittene Wunde"),
        ("wounds just taken", "blessures reçues", "erlittene Wunden"),
    ),
    "track_wound": (
        ("wound on the track", "blessure sur la piste", "Wunde auf der Strecke"),
        ("wounds on the track", "blessures sur la piste", "Wunden auf der Strecke"),
    ),
    "token": (("token", "jeton", "Marker"), ("tokens", "jetons", "Marker")),
}

PHRASES: dict[str, Row] = {
    # Amounts.
    "per": ("{n} per {every}", "{n} par {every}", "{n} je {every}"),
    "die": ("1–6 {noun} (die)", "1–6 {noun} (dé)", "1–6 {noun} (Würfel)"),
    "all": ("all {noun}", "tout : {noun}", "alles: {noun}"),
    "score_of": (
        "as many as its points",
        "autant que ses points",
        "so viele wie ihre Punkte",
    ),
    # Abilities.
    "immediate": ("when taken: {text}", "en la prenant : {text}", "beim Nehmen: {text}"),
    "minor": ("{cost} → {text}", "{cost} → {text}", "{cost} → {text}"),
    "minor.free": ("free: {text}", "gratuit : {text}", "kostenlos: {text}"),
    "rest": ("rest: {text}", "repos : {text}", "Rast: {text}"),
    "rest.cost": ("rest, {cost} → {text}", "repos, {cost} → {text}", "Rast, {cost} → {text}"),
    "challenge": ("challenge: {text}", "défi : {text}", "Herausforderung: {text}"),
    "challenge.cost": (
        "challenge, {cost} → {text}",
        "défi, {cost} → {text}",
        "Herausforderung, {cost} → {text}",
    ),
    "limit.double": ("{text} (twice a turn)", "{text} (deux fois par tour)", "{text} (zweimal)"),
    "limit.multi": ("{text} (any number)", "{text} (à volonté)", "{text} (beliebig oft)"),
    "vp": ("{n}", "{n}", "{n}"),
    "while": ("{scope}: {text}", "{scope} : {text}", "{scope}: {text}"),
    # Triggers and scopes.
    "turn_begin": ("as your turn begins", "au début de votre tour", "zu Beginn deines Zuges"),
    "once_per_turn": ("once a turn", "une fois par tour", "einmal pro Zug"),
    "turn_end": ("as your turn ends", "à la fin de votre tour", "am Ende deines Zuges"),
    "damage_taken": ("when wounded", "si vous êtes blessé", "wenn du verwundet wirst"),
    "took": ("after taking: {types}", "après avoir pris : {types}", "nach dem Nehmen: {types}"),
    "defeated": (
        "after defeating: {types}",
        "après avoir vaincu : {types}",
        "nach einem Sieg über: {types}",
    ),
    "journeyed": (
        "after a journey to {n} or more",
        "après un voyage en {n} ou plus",
        "nach einer Reise auf {n} oder weiter",
    ),
    "after_duel": ("after each duel", "après chaque duel", "nach jedem Duell"),
    "rested": ("after a rest", "après un repos", "nach einer Rast"),
    "game_end": ("at the end", "à la fin de la partie", "am Ende der Partie"),
    "in_combat_with_this": ("in combat with it", "en la combattant", "im Kampf mit ihr"),
    "this_on_track": ("while on the track", "tant qu'elle est sur la piste", "auf der Strecke"),
    "in_duel": ("in duels with players", "en duel avec un joueur", "in Duellen mit Spielern"),
    "in_challenge": ("in challenges", "pendant un défi", "bei Herausforderungen"),
    "scope.village_rewards": (
        "with {n} reward per player on the village",
        "avec {n} récompense par joueur sur le village",
        "bei {n} Belohnung je Spieler auf dem Dorf",
    ),
    "scope.overlord_rewards": (
        "with {n} rewards per player on the Overlord",
        "avec {n} récompenses par joueur sur le Suzerain",
        "bei {n} Belohnungen je Spieler auf dem Overlord",
    ),
    # Costs.
    "cost.take_damage": ("take {wounds}", "subir {wounds}", "nimm {wounds}"),
    "cost.other_heals": (
        "another player heals {wounds}",
        "un autre joueur guérit {wounds}",
        "ein anderer heilt {wounds}",
    ),
    "cost.crystals": ("{crystals}", "{crystals}", "{crystals}"),
    "cost.defense": ("−{n} defense", "−{n} défense", "−{n} Verteidigung"),
    "cost.discard_any": ("discard: {types}", "défausser : {types}", "wirf ab: {types}"),
    "cost.bury_this": ("bury this card", "enfouir cette carte", "vergrabe diese Karte"),
    "cost.remove_top": (
        "remove a top card from the match: {types}",
        "retirer une carte du dessus de la partie : {types}",
        "nimm eine oberste Karte aus der Partie: {types}",
    ),
    "cost.discard_top": (
        "discard a top card: {types}",
        "défausser une carte du dessus : {types}",
        "wirf eine oberste Karte ab: {types}",
    ),
    "cost.bury": ("bury on top: {types}", "enfouir le dessus : {types}", "vergrabe oben: {types}"),
    "cost.give_monster": (
        "give a monster to another player",
        "donner un monstre à un autre joueur",
        "gib einem anderen ein Monster",
    ),
    "cost.discard_this_token": ("discard this token", "défausser ce jeton", "wirf den Marker ab"),
    # Wounds and powers.
    "take_damage": ("take {wounds}", "subir {wounds}", "nimm {wounds}"),
    "deal_damage": ("{who} takes {wounds}", "{who} subit {wounds}", "{who} nimmt {wounds}"),
    "deal_damage.own": (
        "{who} takes {wounds} (their own)",
        "{who} subit {wounds} (les siens)",
        "{who} nimmt {wounds} (eigene)",
    ),
    "heal": ("{who} heals {wounds}", "{who} guérit {wounds}", "{who} heilt {wounds}"),
    "heal.self": ("heal {wounds}", "guérir {wounds}", "heile {wounds}"),
    "move_wounds": ("{who} gets {wounds} of yours", "{who} reçoit {wounds} des vôtres")
    + ("{who} bekommt {wounds} von dir",),
    "move_wounds.split": (
        "up to {wounds} of yours to other players",
        "jusqu'à {wounds} des vôtres aux autres",
        "bis zu {wounds} von dir an andere",
    ),
    "move_wounds.take": (
        "take {wounds} of another player",
        "prendre {wounds} d'un autre joueur",
        "übernimm {wounds} von einem anderen",
    ),
    "gain": ("{powers}", "{powers}", "{powers}"),
    # Crystals.
    "take_crystals": ("{who} takes {crystals}", "{who} prend {crystals}", "{who} nimmt {crystals}"),
    "take_crystals.self": ("take {crystals}", "prendre {crystals}", "nimm {crystals}"),
    "steal_crystals": (
        "steal {crystals} of another player",
        "voler {crystals} à un autre joueur",
        "stiehl einem anderen {crystals}",
    ),
    "lose_crystals": ("{who} loses {crystals}", "{who} perd {crystals}")
    + ("{who} verliert {crystals}",),
    "lose_crystals.self": ("lose {crystals}", "perdre {crystals}", "verliere {crystals}"),
    "give_crystals": (
        "give {crystals} to another player",
        "donner {crystals} à un autre joueur",
        "gib einem anderen {crystals}",
    ),
    "overlord_crystals.self": (
        "put {crystals} on the Overlord",
        "mettre {crystals} sur le Suzerain",
        "lege {crystals} auf den Overlord",
    ),
    "overlord_crystals.each": (
        "everybody puts {crystals} on the Overlord",
        "chacun met {crystals} sur le Suzerain",
        "jeder legt {crystals} auf den Overlord",
    ),
    "overlord_crystals.supply": (
        "{crystals} from the supply onto the Overlord",
        "{crystals} de la réserve sur le Suzerain",
        "{crystals} aus dem Vorrat auf den Overlord",
    ),
    "overlord_crystals.take": (
        "take {crystals} from the Overlord",
        "prendre {crystals} du Suzerain",
        "nimm {crystals} vom Overlord",
    ),
    "pay_or": ("pay {crystals}, or: {text}", "payer {crystals}, ou : {text}")
    + ("zahle {crystals}, oder: {text}",),
    # Cards.
    "give_this": ("give it to another player", "la donner à un autre joueur")
    + ("gib sie einem anderen",),
    "bury_this": ("bury it", "l'enfouir", "vergrabe sie"),
    "discard_any": ("{who} discards: {types}", "{who} défausse : {types}")
    + ("{who} wirft ab: {types}",),
    "discard_any.self": ("discard: {types}", "défausser : {types}", "wirf ab: {types}"),
    "discard_top": ("{who} discards a top card: {types}",)
    + ("{who} défausse une carte du dessus : {types}",)
    + ("{who} wirft eine oberste Karte ab: {types}",),
    "steal_top": ("steal another player's top card: {types}",)
    + ("voler la carte du dessus d'un autre : {types}",)
    + ("stiehl einem anderen die oberste Karte: {types}",),
    "give_top": ("give a top card to another player: {types}",)
    + ("donner une carte du dessus à un autre : {types}",)
    + ("gib einem anderen eine oberste Karte: {types}",),
    "bury": ("{who} buries the top: {types}", "{who} enfouit le dessus : {types}")
    + ("{who} vergräbt oben: {types}",),
    "bury.self": ("bury the top: {types}", "enfouir le dessus : {types}", "vergrabe oben: {types}"),
    "unbury": ("{who} unburies the bottom: {types}", "{who} déterre le dessous : {types}")
    + ("{who} gräbt unten aus: {types}",),
    "unbury.self": ("unbury the bottom: {types}", "déterrer le dessous : {types}")
    + ("grabe unten aus: {types}",),
    "bury_or_unbury": ("{who} may bury or unbury: {types}",)
    + ("{who} peut enfouir ou déterrer : {types}",)
    + ("{who} darf vergraben oder ausgraben: {types}",),
    "pass_tops": ("everybody passes on the top cards: {types}",)
    + ("chacun passe ses cartes du dessus : {types}",)
    + ("jeder gibt seine obersten Karten weiter: {types}",),
    "swap_tops": ("swap top cards with another player: {types}",)
    + ("échanger les cartes du dessus avec un autre : {types}",)
    + ("tausche oberste Karten mit einem anderen: {types}",),
    "swap_with_track": ("swap the top card with one on the track: {types}",)
    + ("échanger la carte du dessus avec la piste : {types}",)
    + ("tausche die oberste Karte mit der Strecke: {types}",),
    "purge_enchantments": ("keep one enchantment, discard the others",)
    + ("garder un enchantement, défausser les autres",)
    + ("behalte eine Verzauberung, wirf die anderen ab",),
    "give_monster": ("give a monster to another player", "donner un monstre à un autre joueur")
    + ("gib einem anderen ein Monster",),
    "demand_monster": ("{who} gives you a monster", "{who} vous donne un monstre")
    + ("{who} gibt dir ein Monster",),
    "put_on_overlord.top_enchantment": (
        "put the top enchantment on the Overlord",
        "mettre l'enchantement du dessus sur le Suzerain",
        "lege die oberste Verzauberung auf den Overlord",
    ),
    "put_on_overlord.invading_card": (
        "the card goes onto the Overlord",
        "la carte va sur le Suzerain",
        "die Karte kommt auf den Overlord",
    ),
    "put_on_overlord.graveyard_bottom": (
        "the bottom of the graveyard goes onto the Overlord",
        "le fond du cimetière va sur le Suzerain",
        "der Grund des Friedhofs kommt auf den Overlord",
    ),
    # Journeys, fights, duels.
    "free_journey": ("the journey is free this turn", "le voyage est gratuit ce tour")
    + ("die Reise ist diesmal kostenlos",),
    "swap_track": ("swap two cards on the track", "échanger deux cartes de la piste")
    + ("tausche zwei Karten auf der Strecke",),
    "swap_track_graveyard": ("swap a card on the track with the top of the graveyard",)
    + ("échanger une carte de la piste avec le dessus du cimetière",)
    + ("tausche eine Karte der Strecke mit der obersten des Friedhofs",),
    "journey_from.graveyard_top": (
        "free journey to the top of the graveyard: {types}",
        "voyage gratuit au-dessus du cimetière : {types}",
        "kostenlose Reise zur obersten Karte des Friedhofs: {types}",
    ),
    "journey_from.overlord": (
        "free journey to a card on the Overlord: {types}",
        "voyage gratuit vers une carte du Suzerain : {types}",
        "kostenlose Reise zu einer Karte auf dem Overlord: {types}",
    ),
    "clear_track_tokens": ("no more tokens on the track: {types}",)
    + ("plus de jetons sur la piste : {types}",)
    + ("keine Marker mehr auf der Strecke: {types}",),
    "put_track_token": ("{n} × {types} on space {slot}", "{n} × {types} sur la case {slot}")
    + ("{n} × {types} auf Feld {slot}",),
    "player_attacks": ("{who} attacks {target}", "{who} attaque : {target}")
    + ("{who} greift an: {target}",),
    "duel": ("duel: {who}", "duel : {who}", "Duell: {who}"),
    "duel.each_left": ("everybody duels the left neighbour",)
    + ("chacun affronte son voisin de gauche",)
    + ("jeder duelliert sich mit dem linken Nachbarn",),
    # Village, Overlord, events.
    "replace_village": ("another village; {text}", "un autre village ; {text}")
    + ("ein anderes Dorf; {text}",),
    "village_rewards": ("{change} rewards on the village", "{change} récompenses sur le village")
    + ("{change} Belohnungen auf dem Dorf",),
    "overlord_rewards": ("{change} rewards on the Overlord",)
    + ("{change} récompenses sur le Suzerain",)
    + ("{change} Belohnungen auf dem Overlord",),
    "trigger_invasion": ("invasion: {types}", "invasion : {types}", "Invasion: {types}"),
    "fight_overlord": ("fight the Overlord", "combattre le Suzerain", "kämpfe gegen den Overlord"),
    "overlord_attacks": ("the Overlord attacks: {who}", "le Suzerain attaque : {who}")
    + ("der Overlord greift an: {who}",),
    "overlord_damage": ("the Overlord loses {points}", "le Suzerain perd {points}")
    + ("der Overlord verliert {points}",),
    "overlord_heal": ("the Overlord regains {points}", "le Suzerain regagne {points}")
    + ("der Overlord gewinnt {points}",),
    "add_reinforcement": ("the Overlord gets reinforcements: {n}",)
    + ("renforts pour le Suzerain : {n}",)
    + ("Verstärkung für den Overlord: {n}",),
    "remove_reinforcement": ("the Overlord loses reinforcements: {n}",)
    + ("le Suzerain perd des renforts : {n}",)
    + ("der Overlord verliert Verstärkung: {n}",),
    "overlord_consume_track_rewards": (
        "each reward on the track: the Overlord loses {n}, gets a reinforcement",
        "par récompense sur la piste : le Suzerain perd {n} et reçoit un renfort",
        "je Belohnung auf der Strecke: der Overlord verliert {n}, bekommt Verstärkung",
    ),
    "cerberus.place": ("Cerberus lies down on space 0", "Cerbère se couche sur la case 0")
    + ("Zerberus legt sich auf Feld 0",),
    "cerberus.check": ("if Cerberus lies on a creature: {text}; else: {other}",)
    + ("si Cerbère est sur une créature : {text} ; sinon : {other}",)
    + ("liegt Zerberus auf einer Kreatur: {text}; sonst: {other}",),
    "shuffle_events": ("shuffle the events", "mélanger les événements", "Ereignisse mischen"),
    "desert.flip": ("flip the desert token", "retourner le jeton désert", "drehe den Wüstenmarker"),
    "desert.set": ("desert: {side}", "désert : {side}", "Wüste: {side}"),
    "desert.double": ("the desert token counts double this turn",)
    + ("le jeton désert compte double ce tour",)
    + ("der Wüstenmarker zählt diesmal doppelt",),
    "desert.ignore": ("ignore the desert token this turn", "ignorer le jeton désert ce tour")
    + ("der Wüstenmarker zählt diesmal nicht",),
    "lose_game": ("all lose", "tous perdent", "alle verlieren"),
    "choose_one": ("{text}", "{text}", "{text}"),
    "each_player": ("{who}: {text}", "{who} : {text}", "{who}: {text}"),
    "if": ("{scope}: {text}", "{scope} : {text}", "{scope}: {text}"),
    "may": ("you may: {text}", "vous pouvez : {text}", "du darfst: {text}"),
    "or": (" or ", " ou ", " oder "),
    # Statics.
    "untargetable": ("not reached by others' cards", "hors d'atteinte des cartes des autres")
    + ("für Karten anderer unerreichbar",),
    "no_heal": ("no healing", "pas de guérison", "keine Heilung"),
    "boost": ("{powers}{condition}", "{powers}{condition}", "{powers}{condition}"),
    "boost.slot": (" on journeys to {n} or more", " en voyage vers {n} ou plus")
    + (" auf Reisen zu {n} oder weiter",),
    "boost.types": (" against: {types}", " contre : {types}", " gegen: {types}"),
    "boost.duel": (" in duels", " en duel", " in Duellen"),
    "value_mod": ("{who}: {n} {noun}", "{who} : {n} {noun}", "{who}: {n} {noun}"),
    "value_zero": ("{noun} counts 0", "{noun} compte 0", "{noun} zählt 0"),
    "crystal_cap": ("at most {n} crystals", "{n} cristaux au plus", "höchstens {n} Kristalle"),
    "block_take": ("you cannot take: {types}", "impossible de prendre : {types}")
    + ("du kannst nicht nehmen: {types}",),
    "mute_top": ("no abilities on top: {types}", "pas de capacité dessus : {types}")
    + ("oben ohne Fähigkeit: {types}",),
    "copy_top": ("copies your top enchantment", "copie votre enchantement du dessus")
    + ("kopiert deine oberste Verzauberung",),
    "mute_starters": ("banners and classes have no text", "bannières et classes sans texte")
    + ("Banner und Klassen ohne Text",),
    "journey_base_cost": ("journeys to {slot} or more cost only {n}",)
    + ("les voyages vers {slot} ou plus coûtent {n}",)
    + ("Reisen zu {slot} oder weiter kosten nur {n}",),
    "journey_toll": ("a journey to {slot}: take {wounds}", "un voyage en {slot} : {wounds}")
    + ("eine Reise auf {slot}: {wounds}",),
    "creature_mod": ("every {types}: {powers}{condition}", "chaque {types} : {powers}{condition}")
    + ("jede Kreatur, {types}: {powers}{condition}",),
    "self_mod": ("{powers}{condition}", "{powers}{condition}", "{powers}{condition}"),
    "at_least": (" on {n} or more", " en {n} ou plus", " auf {n} oder weiter"),
    "at_most": (" on {n} or less", " en {n} ou moins", " auf {n} oder näher"),
    "overlord_mod": ("Overlord: {powers}", "Suzerain : {powers}", "Overlord: {powers}"),
    "block_challenge": ("no challenges", "pas de défi", "keine Herausforderungen"),
    "overlord_immune": ("the Overlord cannot be hurt", "le Suzerain est invulnérable")
    + ("der Overlord ist unverwundbar",),
    "desert_double": ("the desert token counts double", "le jeton désert compte double")
    + ("der Wüstenmarker zählt doppelt",),
    "flag.attacks_all": ("attacks everybody", "attaque tout le monde", "greift alle an"),
    "flag.double_damage": ("double damage", "double dégât", "doppelter Schaden"),
    "flag.no_duel_attack": ("does not attack in duels", "n'attaque pas en duel")
    + ("greift in Duellen nicht an",),
    # Sections of an Overlord, and two icons.
    "invasion": ("invasion ({types}): {text}", "invasion ({types}) : {text}")
    + ("Invasion ({types}): {text}",),
    "reward": ("reward: {text}", "récompense : {text}", "Belohnung: {text}"),
    "calm": ("calm", "calme", "Ruhe"),
    "sandstorm": ("sandstorm", "tempête de sable", "Sandsturm"),
    "any": ("any card", "n'importe quelle carte", "beliebige Karte"),
}
