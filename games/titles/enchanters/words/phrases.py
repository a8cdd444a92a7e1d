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
    "per.several": ("{n} per {every}", "{n} pour {every}", "{n} je {every}"),
    "die": ("1–6 {noun} (die)", "1–6 {noun} (dé)", "1–6 {noun} (Würfel)"),
    # Of crystals, and of wounds.
    "all": ("all {noun}", "tous les {noun}", "alle {noun}"),
    "all.wound": ("all {noun}", "toutes les {noun}", "alle {noun}"),
    "score_of": (
        "as many points as it is worth",
        "autant de points qu’elle vaut",
        "so viele Punkte, wie sie wert ist",
    ),
    # Abilities.
    "immediate": ("when taken, {text}", "à la prise, {text}", "beim Nehmen {text}"),
    "minor": ("{cost} → {text}", "{cost} → {text}", "{cost} → {text}"),
    "minor.free": ("free → {text}", "gratuit → {text}", "kostenlos → {text}"),
    "rest": ("rest → {text}", "repos → {text}", "Rast → {text}"),
    "rest.cost": ("rest, {cost} → {text}", "repos, {cost} → {text}", "Rast, {cost} → {text}"),
    "challenge": ("challenge → {text}", "défi → {text}", "Herausforderung → {text}"),
    "challenge.cost": (
        "challenge, {cost} → {text}",
        "défi, {cost} → {text}",
        "Herausforderung, {cost} → {text}",
    ),
    "limit.double": (
        "{text} (twice a turn)",
        "{text} (deux fois par tour)",
        "{text} (zweimal im Zug)",
    ),
    "limit.multi": ("{text} (any number of times)", "{text} (à volonté)", "{text} (beliebig oft)"),
    "vp": ("{n}", "{n}", "{n}"),
    "while": ("{scope}, {text}", "{scope}, {text}", "{scope} {text}"),
    # Triggers and scopes.
    "turn_begin": ("as your turn begins", "au début de votre tour", "zu Beginn deines Zuges"),
    "once_per_turn": ("once a turn", "une fois par tour", "einmal pro Zug"),
    "turn_end": ("as your turn ends", "à la fin de votre tour", "am Ende deines Zuges"),
    "damage_taken": (
        "when wounded",
        "quand vous subissez des blessures",
        "wenn du verwundet wirst",
    ),
    "took": ("after taking {one}", "après avoir pris {one}", "wenn du {one} nimmst"),
    "defeated": (
        "after defeating {one}",
        "après avoir vaincu {one}",
        "wenn du {one} besiegst",
    ),
    "journeyed": (
        "after a journey to space {n} or farther",
        "après un voyage vers la case {n} ou plus loin",
        "nach einer Reise zu Feld {n} oder weiter",
    ),
    "after_duel": ("after each duel", "après chaque duel", "nach jedem Duell"),
    "rested": ("after a rest", "après un repos", "nach einer Rast"),
    "game_end": ("at the end", "à la fin de la partie", "am Ende der Partie"),
    "in_combat_with_this": ("in combat with it", "en la combattant", "im Kampf mit ihr"),
    "this_on_track": ("while on the track", "tant qu’elle est sur la piste", "auf der Strecke"),
    "in_duel": ("in duels with players", "en duel avec un joueur", "in Duellen mit Spielern"),
    "in_challenge": ("in challenges", "pendant un défi", "bei Herausforderungen"),
    "scope.village_rewards": (
        "with {rewards} per player on the village",
        "avec {rewards} par joueur sur le village",
        "bei {rewards} je Spieler auf dem Dorf",
    ),
    "scope.overlord_rewards": (
        "with {rewards} per player on the Overlord",
        "avec {rewards} par joueur sur le Suzerain",
        "bei {rewards} je Spieler auf dem Overlord",
    ),
    # Costs.
    "cost.take_damage": ("take {wounds}", "subir {wounds}", "{wounds} erleiden"),
    "cost.other_heals": (
        "another player heals {wounds}",
        "un autre joueur guérit {wounds}",
        "ein anderer heilt {wounds}",
    ),
    "cost.crystals": ("{crystals}", "{crystals}", "{crystals}"),
    "cost.defense": ("−{n} defence", "−{n} défense", "−{n} Verteidigung"),
    "cost.discard_any": ("discard {one}", "défausser {one}", "{one} abwerfen"),
    "cost.bury_this": ("bury this card", "enfouir cette carte", "diese Karte vergraben"),
    "cost.remove_top": (
        "remove a top card from the match ({types})",
        "retirer de la partie une carte du dessus ({types})",
        "eine oberste Karte aus der Partie nehmen ({types})",
    ),
    "cost.discard_top": (
        "discard a top card ({types})",
        "défausser une carte du dessus ({types})",
        "eine oberste Karte abwerfen ({types})",
    ),
    "cost.bury": (
        "bury a top card ({types})",
        "enfouir une carte du dessus ({types})",
        "eine oberste Karte vergraben ({types})",
    ),
    "cost.discard_this_token": (
        "discard this token",
        "défausser ce jeton",
        "diesen Marker abwerfen",
    ),
    # Wounds and powers.
    "take_damage": ("take {wounds}", "subir {wounds}", "{wounds} erleiden"),
    "deal_damage": ("{who} takes {wounds}", "{who} subit {wounds}", "{who} erleidet {wounds}"),
    "deal_damage.own": (
        "{who} takes {wounds} (their own)",
        "{who} subit {wounds} (les siennes)",
        "{who} erleidet {wounds} (eigene)",
    ),
    "heal": ("{who} heals {wounds}", "{who} guérit {wounds}", "{who} heilt {wounds}"),
    "heal.self": ("heal {wounds}", "guérir {wounds}", "{wounds} heilen"),
    "move_wounds": ("{who} gets {wounds} from you", "{who} reçoit {wounds} de vous")
    + ("{who} bekommt {wounds} von dir",),
    "move_wounds.split": (
        "give up to {wounds} to other players",
        "donner jusqu’à {wounds} aux autres joueurs",
        "bis zu {wounds} an andere abgeben",
    ),
    "move_wounds.take": (
        "take {wounds} from another player",
        "prendre {wounds} d’un autre joueur",
        "{wounds} von einem anderen übernehmen",
    ),
    "gain": ("{powers}", "{powers}", "{powers}"),
    "gain.double": ("double your attack", "doubler votre attaque", "deinen Angriff verdoppeln"),
    # Crystals.
    "take_crystals": ("{who} takes {crystals}", "{who} prend {crystals}", "{who} nimmt {crystals}"),
    "take_crystals.self": ("take {crystals}", "prendre {crystals}", "{crystals} nehmen"),
    "steal_crystals": (
        "steal {crystals} from another player",
        "voler {crystals} à un autre joueur",
        "einem anderen {crystals} stehlen",
    ),
    "lose_crystals": ("{who} loses {crystals}", "{who} perd {crystals}")
    + ("{who} verliert {crystals}",),
    "lose_crystals.self": ("lose {crystals}", "perdre {crystals}", "{crystals} verlieren"),
    "give_crystals": (
        "give {crystals} to another player",
        "donner {crystals} à un autre joueur",
        "einem anderen {crystals} geben",
    ),
    "overlord_crystals.self": (
        "put {crystals} on the Overlord",
        "mettre {crystals} sur le Suzerain",
        "{crystals} auf den Overlord legen",
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
        "{crystals} vom Overlord nehmen",
    ),
    "pay_or": ("pay {crystals}, or {text}", "payer {crystals}, ou {text}")
    + ("{crystals} zahlen, oder {text}",),
    # Cards.
    "give_this": ("give it to another player", "la donner à un autre joueur")
    + ("sie einem anderen geben",),
    "bury_this": ("bury it", "l’enfouir", "sie vergraben"),
    "discard_any": ("{who} discards {one}", "{who} défausse {one}", "{who} wirft {one} ab"),
    "discard_any.self": ("discard {one}", "défausser {one}", "{one} abwerfen"),
    "discard_top": ("{who} discards a top card ({types})",)
    + ("{who} défausse une carte du dessus ({types})",)
    + ("{who} wirft eine oberste Karte ab ({types})",),
    "discard_top.self": ("discard a top card ({types})", "défausser une carte du dessus ({types})")
    + ("eine oberste Karte abwerfen ({types})",),
    "steal_top": ("steal another player’s top card ({types})",)
    + ("voler la carte du dessus d’un autre ({types})",)
    + ("einem anderen die oberste Karte stehlen ({types})",),
    "give_top": ("give a top card to another player ({types})",)
    + ("donner une carte du dessus à un autre ({types})",)
    + ("einem anderen eine oberste Karte geben ({types})",),
    "bury": ("{who} buries the top card ({types})",)
    + ("{who} enfouit la carte du dessus ({types})",)
    + ("{who} vergräbt die oberste Karte ({types})",),
    "bury.self": ("bury the top card ({types})", "enfouir la carte du dessus ({types})")
    + ("die oberste Karte vergraben ({types})",),
    "unbury": ("{who} unburies the bottom card ({types})",)
    + ("{who} déterre la carte du dessous ({types})",)
    + ("{who} gräbt die unterste Karte aus ({types})",),
    "unbury.self": ("unbury the bottom card ({types})", "déterrer la carte du dessous ({types})")
    + ("die unterste Karte ausgraben ({types})",),
    "bury_or_unbury": ("{who} may bury or unbury ({types})",)
    + ("{who} peut enfouir ou déterrer ({types})",)
    + ("{who} darf vergraben oder ausgraben ({types})",),
    "pass_tops.left": ("everybody passes the top cards to the left ({types})",)
    + ("chacun passe ses cartes du dessus à gauche ({types})",)
    + ("jeder gibt seine obersten Karten nach links weiter ({types})",),
    "pass_tops.right": ("everybody passes the top cards to the right ({types})",)
    + ("chacun passe ses cartes du dessus à droite ({types})",)
    + ("jeder gibt seine obersten Karten nach rechts weiter ({types})",),
    "swap_tops": ("swap top cards with another player ({types})",)
    + ("échanger les cartes du dessus avec un autre ({types})",)
    + ("oberste Karten mit einem anderen tauschen ({types})",),
    "swap_with_track": ("swap the top card with one on the track ({types})",)
    + ("échanger la carte du dessus avec une de la piste ({types})",)
    + ("die oberste Karte mit einer der Strecke tauschen ({types})",),
    "purge_enchantments": ("keep one enchantment, discard the others",)
    + ("garder un enchantement, défausser les autres",)
    + ("eine Verzauberung behalten, die anderen abwerfen",),
    "give_monster.any": ("give a monster to another player", "donner un monstre à un autre joueur")
    + ("einem anderen ein Monster geben",),
    "give_monster.top": ("give the top monster to another player",)
    + ("donner le monstre du dessus à un autre joueur",)
    + ("einem anderen das oberste Monster geben",),
    "demand_monster": ("{who} gives you a monster", "{who} vous donne un monstre")
    + ("{who} gibt dir ein Monster",),
    "put_on_overlord.top_enchantment": (
        "put the top enchantment on the Overlord",
        "mettre l’enchantement du dessus sur le Suzerain",
        "die oberste Verzauberung auf den Overlord legen",
    ),
    "put_on_overlord.invading_card": (
        "the card goes onto the Overlord",
        "la carte va sur le Suzerain",
        "die Karte kommt auf den Overlord",
    ),
    "put_on_overlord.graveyard_bottom": (
        "the bottom card of the graveyard goes onto the Overlord",
        "la carte du fond du cimetière va sur le Suzerain",
        "die unterste Karte des Friedhofs kommt auf den Overlord",
    ),
    # Journeys, fights, duels.
    "free_journey": ("the journey is free this turn", "le voyage est gratuit ce tour")
    + ("die Reise ist in diesem Zug kostenlos",),
    "swap_track": ("swap two cards on the track", "échanger deux cartes de la piste")
    + ("zwei Karten auf der Strecke tauschen",),
    "swap_track_graveyard": ("swap a card on the track with the top of the graveyard",)
    + ("échanger une carte de la piste avec le dessus du cimetière",)
    + ("eine Karte der Strecke mit der obersten des Friedhofs tauschen",),
    "journey_from.graveyard_top": (
        "journey for free to the top of the graveyard{kinds}",
        "voyager gratuitement vers le dessus du cimetière{kinds}",
        "kostenlos zur obersten Karte des Friedhofs reisen{kinds}",
    ),
    "journey_from.overlord": (
        "journey for free to a card on the Overlord{kinds}",
        "voyager gratuitement vers une carte du Suzerain{kinds}",
        "kostenlos zu einer Karte auf dem Overlord reisen{kinds}",
    ),
    "clear_track_tokens": ("remove the tokens ({types}) from the track",)
    + ("retirer les jetons ({types}) de la piste",)
    + ("die Marker ({types}) von der Strecke nehmen",),
    "put_track_token": ("{tokens} on space {slot}", "{tokens} sur la case {slot}")
    + ("{tokens} auf Feld {slot}",),
    "player_attacks": ("{who} attacks {target}", "{who} attaque {target}")
    + ("{who} greift {target} an",),
    "player_attacks.self": ("{who} attacks you", "{who} vous attaque", "{who} greift dich an"),
    # The same behind “you may”.
    "duel.may": ("duel with {target}", "affronter {target} en duel")
    + ("{target} zum Duell fordern",),
    "duel": ("duel with {target}", "duel contre {target}", "Duell gegen {target}"),
    "duel.each_left": ("everybody duels the left neighbour",)
    + ("chacun affronte son voisin de gauche",)
    + ("jeder duelliert sich mit dem linken Nachbarn",),
}
