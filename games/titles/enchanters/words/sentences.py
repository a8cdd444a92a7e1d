"""Sentences in English, French and German: questions, events, labels, hints, refusals."""

from __future__ import annotations

from .names import Row

EVENTS: dict[str, Row] = {
    "kingdom": (
        "{name} chooses {kingdom}.",
        "{name} choisit {kingdom}.",
        "{name} wählt das Reich {kingdom}.",
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
    "starter": ("{name} begins with {card}.", "{name} commence avec {card}.")
    + ("{name} beginnt mit {card}.",),
    "turn": ("Turn {turn}: {name}.", "Tour {turn} : {name}.", "Zug {turn}: {name}."),
    "sealed": ("Your answer is sealed.", "Votre réponse secrète est enregistrée.")
    + ("Deine verdeckte Antwort ist gespeichert.",),
    "all_answered": ("All have answered.", "Tous ont répondu.", "Alle haben geantwortet."),
    # What it costs is an event of its own, which a story tells in the same sentence.
    "journey": (
        "{name} journeys to space {slot}, {card}.",
        "{name} voyage vers la case {slot}, {card}.",
        "{name} reist auf Feld {slot}, {card}.",
    ),
    "journey.paid": (
        "{name} journeys to space {slot}, {card}, for {crystals}.",
        "{name} voyage vers la case {slot}, {card}, pour {crystals}.",
        "{name} reist auf Feld {slot}, {card}, für {crystals}.",
    ),
    "journey.took": (
        "{name} journeys to space {slot} and takes {card}.",
        "{name} voyage vers la case {slot} et prend {card}.",
        "{name} reist auf Feld {slot} und nimmt {card}.",
    ),
    "journey.paid.took": (
        "{name} journeys to space {slot} for {crystals} and takes {card}.",
        "{name} voyage vers la case {slot} pour {crystals} et prend {card}.",
        "{name} reist auf Feld {slot} für {crystals} und nimmt {card}.",
    ),
    "journey.won_fight": (
        "{name} journeys to space {slot} and defeats {card}.",
        "{name} voyage vers la case {slot} et vainc {card}.",
        "{name} reist auf Feld {slot} und besiegt {card}.",
    ),
    "journey.paid.won_fight": (
        "{name} journeys to space {slot} for {crystals} and defeats {card}.",
        "{name} voyage vers la case {slot} pour {crystals} et vainc {card}.",
        "{name} reist auf Feld {slot} für {crystals} und besiegt {card}.",
    ),
    "used": ("{name} uses {card} ({line}).", "{name} utilise {card} : {line}.")
    + ("{name} nutzt {card}: {line}.",),
    "took": ("{name} takes {card}.", "{name} prend {card}.", "{name} nimmt {card}."),
    "won_fight": ("{name} defeats {card}.", "{name} vainc {card}.", "{name} besiegt {card}."),
    "lost_fight": (
        "{name} is too weak for {card}.",
        "{name} est trop faible pour {card}.",
        "{name} ist zu schwach für {card}.",
    ),
    "hurt": ("{name} takes {wounds}.", "{name} subit {wounds}.", "{name} erleidet {wounds}."),
    "healed": ("{name} heals {wounds}.", "{name} guérit {wounds}.", "{name} heilt {wounds}."),
    "wound_card": (
        "{name} gets the wound card {card}.",
        "{name} reçoit la carte blessure {card}.",
        "{name} bekommt die Wundkarte {card}.",
    ),
    "wound_healed": (
        "The wound card {card} of {name} is healed.",
        "{name} guérit la carte blessure {card}.",
        "Die Wundkarte {card} von {name} ist geheilt.",
    ),
    "gained": ("{name}: {powers}.", "{name} : {powers}.", "{name}: {powers}."),
    "crystals": ("{name}: {change}.", "{name} : {change}.", "{name}: {change}."),
    "die": ("{name} rolls a {n}.", "{name} fait {n} au dé.", "{name} würfelt eine {n}."),
    "buried": ("{name} buries {card}.", "{name} enfouit {card}.", "{name} vergräbt {card}."),
    "unburied": ("{name} unburies {card}.", "{name} déterre {card}.", "{name} gräbt {card} aus."),
    "discarded": ("{name} discards {card}.", "{name} défausse {card}.", "{name} wirft {card} ab."),
    "removed": (
        "{name} takes {card} out of the match.",
        "{name} retire {card} de la partie.",
        "{name} nimmt {card} aus der Partie.",
    ),
    "passed": ("{card} goes from {name} to {to}.", "{name} cède {card} à {to}.")
    + ("{card} geht von {name} an {to}.",),
    "swapped": (
        "{name} swaps {other} for {card}.",
        "{name} échange {other} contre {card}.",
        "{name} tauscht {other} gegen {card}.",
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
    "invasion": ("Invasion ({type}).", "Invasion ({type}).", "Invasion ({type})."),
    "overlord_attacks": (
        "The Overlord attacks.",
        "Le Suzerain attaque.",
        "Der Overlord greift an.",
    ),
    "overlord_falls": (
        "The Overlord is defeated for good.",
        "Le Suzerain est vaincu pour de bon.",
        "Der Overlord ist endgültig besiegt.",
    ),
    "overlord_immune": (
        "The Overlord cannot be hurt now.",
        "Le Suzerain est invulnérable.",
        "Der Overlord ist jetzt unverwundbar.",
    ),
    "overlord_rewards": (
        "Rewards on the Overlord: {n}.",
        "Récompenses sur le Suzerain : {n}.",
        "Belohnungen auf dem Overlord: {n}.",
    ),
    "overlord_crystals": (
        "Crystals on the Overlord: {n}.",
        "Cristaux sur le Suzerain : {n}.",
        "Kristalle auf dem Overlord: {n}.",
    ),
    "village_rewards": (
        "Rewards on the village: {n}.",
        "Récompenses sur le village : {n}.",
        "Belohnungen auf dem Dorf: {n}.",
    ),
    "on_overlord": (
        "{card} goes onto the Overlord.",
        "{card} va sur le Suzerain.",
        "{card} kommt auf den Overlord.",
    ),
    "reward": (
        "{name} gets a reward of the Overlord.",
        "{name} reçoit une récompense du Suzerain.",
        "{name} bekommt eine Belohnung des Overlords.",
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
        "The Overlord: {n}, now {left}.",
        "Le Suzerain : {n}, il lui en reste {left}.",
        "Der Overlord: {n}, jetzt {left}.",
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
        "{name} and {to} fight a duel.",
        "{name} et {to} se battent en duel.",
        "{name} und {to} duellieren sich.",
    ),
    "scored": ("{name}: {points}.", "{name} : {points}.", "{name}: {points}."),
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
