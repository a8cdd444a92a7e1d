"""The phrases of card texts: row of the vocabulary -> English, French, German.

`{who}` is the subject; a phrase whose key ends in `.self` addresses the player.
"""

from __future__ import annotations

from .board_phrases import BOARD
from .names import Row

PHRASES: dict[str, Row] = {
    **BOARD,
    # Amounts.
    "per": ("{n} per {every}", "{n} par {every}", "{n} je {every}"),
    "die": ("1–6 {noun} (die)", "1–6 {noun} (dé)", "1–6 {noun} (Würfel)"),
    "all": ("all {noun}", "tout : {noun}", "alles: {noun}"),
    "score_of": (
        "as many as its points",
        "autant que ses points",
        "so viele wie ihre Punkte",
    ),
    # Abilities.
    "immediate": ("when taken: {text}", "en la prenant : {text}", "beim Nehmen: {text}"),
    "minor": ("{cost} → {text}", "{cost} → {text}", "{cost} → {text}"),
    "minor.free": ("free: {text}", "gratuit : {text}", "kostenlos: {text}"),
    "rest": ("rest: {text}", "repos : {text}", "Rast: {text}"),
    "rest.cost": ("rest, {cost} → {text}", "repos, {cost} → {text}", "Rast, {cost} → {text}"),
    "challenge": ("challenge: {text}", "défi : {text}", "Herausforderung: {text}"),
    "challenge.cost": (
        "challenge, {cost} → {text}",
        "défi, {cost} → {text}",
        "Herausforderung, {cost} → {text}",
    ),
    "limit.double": ("{text} (twice a turn)", "{text} (deux fois par tour)", "{text} (zweimal)"),
    "limit.multi": ("{text} (any number)", "{text} (à volonté)", "{text} (beliebig oft)"),
    "vp": ("{n}", "{n}", "{n}"),
    "while": ("{scope}: {text}", "{scope} : {text}", "{scope}: {text}"),
    # Triggers and scopes.
    "turn_begin": ("as your turn begins", "au début de votre tour", "zu Beginn deines Zuges"),
    "once_per_turn": ("once a turn", "une fois par tour", "einmal pro Zug"),
    "turn_end": ("as your turn ends", "à la fin de votre tour", "am Ende deines Zuges"),
    "damage_taken": ("when wounded", "si vous êtes blessé", "wenn du verwundet wirst"),
    "took": ("after taking: {types}", "après avoir pris : {types}", "nach dem Nehmen: {types}"),
    "defeated": (
        "after defeating: {types}",
        "après avoir vaincu : {types}",
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
    "this_on_track": ("while on the track", "tant qu’elle est sur la piste", "auf der Strecke"),
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
    "cost.discard_any": ("discard: {types}", "défausser : {types}", "wirf ab: {types}"),
    "cost.bury_this": ("bury this card", "enfouir cette carte", "vergrabe diese Karte"),
    "cost.remove_top": (
        "remove a top card from the match: {types}",
        "retirer une carte du dessus de la partie : {types}",
        "nimm eine oberste Karte aus der Partie: {types}",
    ),
    "cost.discard_top": (
        "discard a top card: {types}",
        "défausser une carte du dessus : {types}",
        "wirf eine oberste Karte ab: {types}",
    ),
    "cost.bury": ("bury on top: {types}", "enfouir le dessus : {types}", "vergrabe oben: {types}"),
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
        "{who} subit {wounds} (les siennes)",
        "{who} nimmt {wounds} (eigene)",
    ),
    "heal": ("{who} heals {wounds}", "{who} guérit {wounds}", "{who} heilt {wounds}"),
    "heal.self": ("heal {wounds}", "guérir {wounds}", "heile {wounds}"),
    "move_wounds": ("{who} gets {wounds} of yours", "{who} reçoit {wounds} des vôtres")
    + ("{who} bekommt {wounds} von dir",),
    "move_wounds.split": (
        "up to {wounds} of yours to other players",
        "jusqu’à {wounds} des vôtres aux autres",
        "bis zu {wounds} von dir an andere",
    ),
    "move_wounds.take": (
        "take {wounds} of another player",
        "prendre {wounds} d’un autre joueur",
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
    "pay_or": ("pay {crystals}, or: {text}", "payer {crystals}, ou : {text}")
    + ("zahle {crystals}, oder: {text}",),
    # Cards.
    "give_this": ("give it to another player", "la donner à un autre joueur")
    + ("gib sie einem anderen",),
    "bury_this": ("bury it", "l’enfouir", "vergrabe sie"),
    "discard_any": ("{who} discards: {types}", "{who} défausse : {types}")
    + ("{who} wirft ab: {types}",),
    "discard_any.self": ("discard: {types}", "défausser : {types}", "wirf ab: {types}"),
    "discard_top": ("{who} discards a top card: {types}",)
    + ("{who} défausse une carte du dessus : {types}",)
    + ("{who} wirft eine oberste Karte ab: {types}",),
    "steal_top": ("steal another player’s top card: {types}",)
    + ("voler la carte du dessus d’un autre : {types}",)
    + ("stiehl einem anderen die oberste Karte: {types}",),
    "give_top": ("give a top card to another player: {types}",)
    + ("donner une carte du dessus à un autre : {types}",)
    + ("gib einem anderen eine oberste Karte: {types}",),
    "bury": ("{who} buries the top: {types}", "{who} enfouit le dessus : {types}")
    + ("{who} vergräbt oben: {types}",),
    "bury.self": ("bury the top: {types}", "enfouir le dessus : {types}", "vergrabe oben: {types}"),
    "unbury": ("{who} unburies the bottom: {types}", "{who} déterre le dessous : {types}")
    + ("{who} gräbt unten aus: {types}",),
    "unbury.self": ("unbury the bottom: {types}", "déterrer le dessous : {types}")
    + ("grabe unten aus: {types}",),
    "bury_or_unbury": ("{who} may bury or unbury: {types}",)
    + ("{who} peut enfouir ou déterrer : {types}",)
    + ("{who} darf vergraben oder ausgraben: {types}",),
    "pass_tops": ("everybody passes on the top cards: {types}",)
    + ("chacun passe ses cartes du dessus : {types}",)
    + ("jeder gibt seine obersten Karten weiter: {types}",),
    "swap_tops": ("swap top cards with another player: {types}",)
    + ("échanger les cartes du dessus avec un autre : {types}",)
    + ("tausche oberste Karten mit einem anderen: {types}",),
    "swap_with_track": ("swap the top card with one on the track: {types}",)
    + ("échanger la carte du dessus avec la piste : {types}",)
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
        "mettre l’enchantement du dessus sur le Suzerain",
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
        "voyage gratuit au-dessus du cimetière : {types}",
        "kostenlose Reise zur obersten Karte des Friedhofs: {types}",
    ),
    "journey_from.overlord": (
        "free journey to a card on the Overlord: {types}",
        "voyage gratuit vers une carte du Suzerain : {types}",
        "kostenlose Reise zu einer Karte auf dem Overlord: {types}",
    ),
    "clear_track_tokens": ("no more tokens on the track: {types}",)
    + ("plus de jetons sur la piste : {types}",)
    + ("keine Marker mehr auf der Strecke: {types}",),
    "put_track_token": ("{n} × {types} on space {slot}", "{n} × {types} sur la case {slot}")
    + ("{n} × {types} auf Feld {slot}",),
    "player_attacks": ("{who} attacks {target}", "{who} attaque : {target}")
    + ("{who} greift an: {target}",),
    "duel": ("duel: {who}", "duel : {who}", "Duell: {who}"),
    "duel.each_left": ("everybody duels the left neighbour",)
    + ("chacun affronte son voisin de gauche",)
    + ("jeder duelliert sich mit dem linken Nachbarn",),
}
