"""Sentences in English, French and German: questions, events, labels, hints, refusals."""

from __future__ import annotations

from .names import Row

# What stands in brackets depends on whether the player is the reader: see
# games/engine/addressing.py.
EVENTS: dict[str, Row] = {
    "kingdom": (
        "{name} [chooses|choose] {kingdom}.",
        "{name} [choisit|choisissez] {kingdom}.",
        "{name} [wählt|wählst] das Reich {kingdom}.",
    ),
    "kingdoms": ("In the match: {kingdoms}.", "Dans la partie : {kingdoms}.")
    + ("In der Partie: {kingdoms}.",),
    "laid_out": (
        "The village is {village}.",
        "Le village est {village}.",
        "Das Dorf ist {village}.",
    ),
    "laid_out.overlord": (
        "The village is {village}, the Overlord {overlord}.",
        "Le village est {village}, le Suzerain {overlord}.",
        "Das Dorf ist {village}, der Overlord {overlord}.",
    ),
    "starter": (
        "{name} [begins|begin] with {card}.",
        "{name} [commence|commencez] avec {card}.",
        "{name} [beginnt|beginnst] mit {card}.",
    ),
    "turn": ("Turn {turn}: {name}.", "Tour {turn} : {name}.", "Zug {turn}: {name}."),
    "sealed": ("Your answer is sealed.", "Votre réponse secrète est enregistrée.")
    + ("Deine verdeckte Antwort ist gespeichert.",),
    "all_answered": ("All have answered.", "Tous ont répondu.", "Alle haben geantwortet."),
    # What it costs is an event of its own, which a story tells in the same sentence.
    "journey": (
        "{name} [journeys|journey] to space {slot}, {card}.",
        "{name} [voyage|voyagez] vers la case {slot}, {card}.",
        "{name} reist auf Feld {slot}, {card}.",
    ),
    "journey.paid": (
        "{name} [journeys|journey] to space {slot}, {card}, for {crystals}.",
        "{name} [voyage|voyagez] vers la case {slot}, {card}, pour {crystals}.",
        "{name} reist auf Feld {slot}, {card}, für {crystals}.",
    ),
    "journey.took": (
        "{name} [journeys|journey] to space {slot} and [takes|take] {card}.",
        "{name} [voyage|voyagez] vers la case {slot} et [prend|prenez] {card}.",
        "{name} reist auf Feld {slot} und [nimmt|nimmst] {card}.",
    ),
    "journey.paid.took": (
        "{name} [journeys|journey] to space {slot} for {crystals} and [takes|take] {card}.",
        "{name} [voyage|voyagez] vers la case {slot} pour {crystals} et [prend|prenez] {card}.",
        "{name} reist auf Feld {slot} für {crystals} und [nimmt|nimmst] {card}.",
    ),
    "journey.won_fight": (
        "{name} [journeys|journey] to space {slot} and [defeats|defeat] {card}.",
        "{name} [voyage|voyagez] vers la case {slot} et [vainc|vainquez] {card}.",
        "{name} reist auf Feld {slot} und [besiegt|besiegst] {card}.",
    ),
    "journey.paid.won_fight": (
        "{name} [journeys|journey] to space {slot} for {crystals} and [defeats|defeat] {card}.",
        "{name} [voyage|voyagez] vers la case {slot} pour {crystals} et [vainc|vainquez] {card}.",
        "{name} reist auf Feld {slot} für {crystals} und [besiegt|besiegst] {card}.",
    ),
    "used": (
        "{name} [uses|use] {card} ({line}).",
        "{name} [utilise|utilisez] {card} : {line}.",
        "{name} nutzt {card}: {line}.",
    ),
    "took": (
        "{name} [takes|take] {card}.",
        "{name} [prend|prenez] {card}.",
        "{name} [nimmt|nimmst] {card}.",
    ),
    "won_fight": (
        "{name} [defeats|defeat] {card}.",
        "{name} [vainc|vainquez] {card}.",
        "{name} [besiegt|besiegst] {card}.",
    ),
    "lost_fight": (
        "{name} [is|are] too weak for {card}.",
        "{name} [est|êtes] trop faible pour {card}.",
        "{name} [ist|bist] zu schwach für {card}.",
    ),
    "hurt": (
        "{name} [takes|take] {wounds}.",
        "{name} [subit|subissez] {wounds}.",
        "{name} [erleidet|erleidest] {wounds}.",
    ),
    "healed": (
        "{name} [heals|heal] {wounds}.",
        "{name} [guérit|guérissez] {wounds}.",
        "{name} [heilt|heilst] {wounds}.",
    ),
    "wound_card": (
        "{name} [gets|get] the wound card {card}.",
        "{name} [reçoit|recevez] la carte blessure {card}.",
        "{name} [bekommt|bekommst] die Wundkarte {card}.",
    ),
    "wound_healed": (
        "{name} [heals|heal] the wound card {card}.",
        "{name} [guérit|guérissez] la carte blessure {card}.",
        "{name} [heilt|heilst] die Wundkarte {card}.",
    ),
    "gained": (
        "{name} [gets|get] {powers}.",
        "{name} [reçoit|recevez] {powers}.",
        "{name} [bekommt|bekommst] {powers}.",
    ),
    "crystals": (
        "{name} [gains|gain] {crystals}.",
        "{name} [gagne|gagnez] {crystals}.",
        "{name} [bekommt|bekommst] {crystals}.",
    ),
    "die": (
        "{name} [rolls|roll] a {n}.",
        "{name} [fait|faites] {n} au dé.",
        "{name} [würfelt|würfelst] eine {n}.",
    ),
    "buried": (
        "{name} [buries|bury] {card}.",
        "{name} [enfouit|enfouissez] {card}.",
        "{name} [vergräbt|vergräbst] {card}.",
    ),
    "unburied": (
        "{name} [unburies|unbury] {card}.",
        "{name} [déterre|déterrez] {card}.",
        "{name} [gräbt|gräbst] {card} aus.",
    ),
    "discarded": (
        "{name} [discards|discard] {card}.",
        "{name} [défausse|défaussez] {card}.",
        "{name} [wirft|wirfst] {card} ab.",
    ),
    "removed": (
        "{name} [takes|take] {card} out of the match.",
        "{name} [retire|retirez] {card} de la partie.",
        "{name} [nimmt|nimmst] {card} aus der Partie.",
    ),
    "passed": (
        "{name} [gives|give] {card} to [to:{to}|you].",
        "{name} [to:[cède|cédez] {card} à {to}|vous cède {card}].",
        "{name} [gibt|gibst] [to:{to}|dir] {card}.",
    ),
    "swapped": (
        "{name} [swaps|swap] {other} for {card}.",
        "{name} [échange|échangez] {other} contre {card}.",
        "{name} [tauscht|tauschst] {other} gegen {card}.",
    ),
    "tops_passed": (
        "Everybody passes on the top cards.",
        "Chacun passe ses cartes du dessus.",
        "Alle geben ihre obersten Karten weiter.",
    ),
    "track_swapped": (
        "On the track {card} and {other} swap places.",
        "Sur la piste, {card} et {other} échangent leurs places.",
        "Auf der Strecke tauschen {card} und {other} die Plätze.",
    ),
    "track_discarded": (
        "{card} leaves the track.",
        "{card} quitte la piste.",
        "{card} verlässt die Strecke.",
    ),
    "track_token": (
        "On {card}: {n} × {token}.",
        "Sur {card} : {n} × {token}.",
        "Auf {card}: {n} × {token}.",
    ),
    "deck_discarded": (
        "{card} goes from the deck to the graveyard.",
        "{card} va de la pioche au cimetière.",
        "{card} kommt vom Stapel auf den Friedhof.",
    ),
    "revealed": ("On the track: {cards}.", "Sur la piste : {cards}.", "Auf der Strecke: {cards}."),
    "invasion": (
        "The Overlord’s invasion ({type}) begins.",
        "L’invasion du Suzerain ({type}) se déclenche.",
        "Die Invasion des Overlords ({type}) beginnt.",
    ),
    "overlord_attacks": (
        "The Overlord attacks.",
        "Le Suzerain attaque.",
        "Der Overlord greift an.",
    ),
    "overlord_falls": (
        "The Overlord is defeated for good.",
        "Le Suzerain est définitivement vaincu.",
        "Der Overlord ist endgültig besiegt.",
    ),
    "overlord_immune": (
        "The Overlord cannot be hurt now.",
        "Le Suzerain est invulnérable.",
        "Der Overlord ist jetzt unverwundbar.",
    ),
    "overlord_rewards": (
        "The Overlord has {n} rewards left.",
        "Il reste {n} récompenses sur le Suzerain.",
        "Der Overlord hat noch {n} Belohnungen.",
    ),
    "overlord_crystals": (
        "The Overlord now has {crystals}.",
        "Le Suzerain a maintenant {crystals}.",
        "Der Overlord hat jetzt {crystals}.",
    ),
    "village_rewards": (
        "The village has {n} rewards left.",
        "Il reste {n} récompenses sur le village.",
        "Das Dorf hat noch {n} Belohnungen.",
    ),
    "on_overlord": (
        "{card} goes onto the Overlord.",
        "{card} va sur le Suzerain.",
        "{card} kommt auf den Overlord.",
    ),
    "reward": (
        "{name} [gets|get] a reward of the Overlord.",
        "{name} [reçoit|recevez] une récompense du Suzerain.",
        "{name} [bekommt|bekommst] eine Belohnung des Overlords.",
    ),
    "reinforced": (
        "The Overlord gets a reinforcement: {side}.",
        "Le Suzerain reçoit un renfort : {side}.",
        "Der Overlord bekommt Verstärkung: {side}.",
    ),
    "weakened": (
        "The Overlord loses a reinforcement: {side}.",
        "Le Suzerain perd un renfort : {side}.",
        "Der Overlord verliert Verstärkung: {side}.",
    ),
    "hit_points": (
        "The Overlord gains {points}, {left} in all.",
        "Le Suzerain gagne {points}, {left} en tout.",
        "Der Overlord gewinnt {points}, jetzt {left}.",
    ),
    "event": (
        "Event (anger {anger}): {card} – {text}.",
        "Événement (colère {anger}) : {card} – {text}.",
        "Ereignis (Zorn {anger}): {card} – {text}.",
    ),
    "cerberus": (
        "Cerberus lies down on {card}.",
        "Cerbère se couche sur {card}.",
        "Zerberus legt sich auf {card}.",
    ),
    "village_replaced": (
        "The village is now {card}.",
        "Le village est désormais {card}.",
        "Das Dorf ist jetzt {card}.",
    ),
    "desert": ("The desert: {side}.", "Le désert : {side}.", "Die Wüste: {side}."),
    "duel": (
        "{name} [duels|duel] with [to:{to}|you].",
        "{name} [to:[affronte|affrontez] {to}|vous affronte] en duel.",
        "{name} [duelliert sich|duellierst dich] mit [to:{to}|dir].",
    ),
    "scored": (
        "{name} [scores|score] {points}.",
        "{name} [marque|marquez] {points}.",
        "{name} [erhält|erhältst] {points}.",
    ),
    "together_won": (
        "The Overlord has fallen: you have won together, with {wounds}.",
        "Le Suzerain est tombé : vous avez gagné ensemble, avec {wounds}.",
        "Der Overlord ist gefallen: Ihr habt gemeinsam gewonnen, mit {wounds}.",
    ),
    "together_lost": (
        "You have lost together: {wounds}, the Overlord keeps {points}.",
        "Vous avez perdu ensemble : {wounds}, le Suzerain garde {points}.",
        "Ihr habt gemeinsam verloren: {wounds}, der Overlord behält {points}.",
    ),
    "journey.lost_fight": (
        "{name} [journeys|journey] to space {slot} and [is|are] too weak for {card}.",
        "{name} [voyage|voyagez] vers la case {slot} et [est|êtes] trop faible pour {card}.",
        "{name} reist auf Feld {slot} und [ist|bist] zu schwach für {card}.",
    ),
    "journey.paid.lost_fight": (
        "{name} [journeys|journey] to space {slot} for {crystals} and [is|are] too weak for "
        "{card}.",
        "{name} [voyage|voyagez] vers la case {slot} pour {crystals} et [est|êtes] trop "
        "faible pour {card}.",
        "{name} reist auf Feld {slot} für {crystals} und [ist|bist] zu schwach für {card}.",
    ),
    "used.outcome": (
        "{name} [uses|use] {card}: {outcome}.",
        "{name} [utilise|utilisez] {card} : {outcome}.",
        "{name} nutzt {card}: {outcome}.",
    ),
    "crystals.paid": (
        "{name} [pays|pay] {crystals}.",
        "{name} [paie|payez] {crystals}.",
        "{name} [zahlt|zahlst] {crystals}.",
    ),
    "overlord_attacks.unhurt": (
        "The Overlord attacks and wounds nobody.",
        "Le Suzerain attaque sans blesser personne.",
        "Der Overlord greift an und verletzt niemanden.",
    ),
    "overlord_attacks.hurt": (
        "The Overlord attacks: {name} [takes|take] {wounds}.",
        "Le Suzerain attaque : {name} [subit|subissez] {wounds}.",
        "Der Overlord greift an: {name} [erleidet|erleidest] {wounds}.",
    ),
    "overlord_rewards.1": (
        "The Overlord has 1 reward left.",
        "Il reste 1 récompense sur le Suzerain.",
        "Der Overlord hat noch 1 Belohnung.",
    ),
    "overlord_rewards.0": (
        "The Overlord has no reward left.",
        "Il ne reste pas de récompense sur le Suzerain.",
        "Der Overlord hat keine Belohnung mehr.",
    ),
    "village_rewards.1": (
        "The village has 1 reward left.",
        "Il reste 1 récompense sur le village.",
        "Das Dorf hat noch 1 Belohnung.",
    ),
    "village_rewards.0": (
        "The village has no reward left.",
        "Il ne reste pas de récompense sur le village.",
        "Das Dorf hat keine Belohnung mehr.",
    ),
    "hit_points.lost": (
        "The Overlord loses {points}, {left} left.",
        "Le Suzerain perd {points}, il lui en reste {left}.",
        "Der Overlord verliert {points}, es bleiben {left}.",
    ),
}

LABELS: dict[str, Row] = {
    "over": ("The match is over.", "La partie est terminée.", "Die Partie ist vorbei."),
    "setup": (
        "The match is being set up.",
        "La partie se prépare.",
        "Die Partie wird aufgebaut.",
    ),
    "turn": ("Turn {turn}, {name}. Cards in the deck: {deck}.",)
    + ("Tour {turn}, {name}. Cartes dans la pioche : {deck}.",)
    + ("Zug {turn}, {name}. Karten im Stapel: {deck}.",),
    "track": ("The journey track", "La piste de voyage", "Die Reisestrecke"),
    "creature": (
        "{slot}: {card} – health {health}, strength {strength}, {crystals}",
        "{slot} : {card} – vie {health}, force {strength}, {crystals}",
        "{slot}: {card} – Leben {health}, Stärke {strength}, {crystals}",
    ),
    "artifact": ("{slot}: {card} – {crystals}", "{slot} : {card} – {crystals}")
    + ("{slot}: {card} – {crystals}",),
    "empty": ("{slot}: -", "{slot} : -", "{slot}: -"),
    "above": ("above: {text}", "dessus : {text}", "oben: {text}"),
    "below": ("below: {text}", "dessous : {text}", "unten: {text}"),
    "village": ("Village {card}: {text}", "Village {card} : {text}", "Dorf {card}: {text}"),
    "overlord": (
        "Overlord {card}: health {health}, strength {strength}, rewards {rewards}. {text}",
        "Suzerain {card} : vie {health}, force {strength}, récompenses {rewards}. {text}",
        "Overlord {card}: Leben {health}, Stärke {strength}, Belohnungen {rewards}. {text}",
    ),
    "overlord.coop": (
        "Overlord {card}: {hit_points} points, health {health}, strength {strength}. {text}",
        "Suzerain {card} : {hit_points} points, vie {health}, force {strength}. {text}",
        "Overlord {card}: {hit_points} Punkte, Leben {health}, Stärke {strength}. {text}",
    ),
    "overlord.gone": ("Overlord {card}: defeated.", "Suzerain {card} : vaincu.")
    + ("Overlord {card}: besiegt.",),
    "pool": ("Wounds together: {pool} of {threshold}.",)
    + ("Blessures ensemble : {pool} sur {threshold}.",)
    + ("Gemeinsame Wunden: {pool} von {threshold}.",),
    "event": ("Event {card}: {text}", "Événement {card} : {text}", "Ereignis {card}: {text}"),
    "desert": ("Desert: {side}.", "Désert : {side}.", "Wüste: {side}."),
    "graveyard": ("Graveyard, top first: {cards}.", "Cimetière, dessus d’abord : {cards}.")
    + ("Friedhof, oberste zuerst: {cards}.",),
    "seat": ("{name}: {counts}", "{name} : {counts}", "{name}: {counts}"),
    "counts": (
        "attack {attack}, defence {defense}, {crystals}, {wounds}, {points}",
        "attaque {attack}, défense {defense}, {crystals}, {wounds}, {points}",
        "Angriff {attack}, Verteidigung {defense}, {crystals}, {wounds}, {points}",
    ),
    "top": ("{stack}: {card} – {text}", "{stack} : {card} – {text}", "{stack}: {card} – {text}"),
    "under": ("under it: {cards}", "dessous : {cards}", "darunter: {cards}"),
    "dealt": ("Dealt to you: {cards}", "Vos cartes : {cards}", "Deine Karten: {cards}"),
    "line": ("{line} {points}", "{line} {points}", "{line} {points}"),
    "score": (
        "{name}: {total} ({lines})",
        "{name} : {total} ({lines})",
        "{name}: {total} ({lines})",
    ),
    "tokens.cerberus": ("Cerberus", "Cerbère", "Zerberus"),
}
