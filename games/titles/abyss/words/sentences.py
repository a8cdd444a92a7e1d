"""The sentences of events, in three languages."""

from __future__ import annotations

# Events; event_kinds.py lists their arguments. `{name}` is the player it happened to. What stands
# in brackets depends on whether that is the reader: see games/engine/addressing.py.
EVENTS: dict[str, dict[str, str]] = {
    "en": {
        "turn_started": "Turn {turn}: {name}.",
        "turn_started.extra": "Turn {turn}: {name} again, with an additional turn.",
        "income": "{name} [gains|gain] {pearls} ({source}).",
        "plotted": "{name} [pays|pay] 1 Pearl, and {lord} comes to the Court.",
        "action_skipped": "{name} cannot take any action.",
        "revealed": "{name} [reveals|reveal] {card} on space {space}.",
        "reshuffled": "The discard pile is shuffled into a new Exploration deck ({cards}).",
        "bought": "{name} [buys|buy] {card} from [explorer:{explorer}|you] for {pearls}.",
        "unsold": "Nobody buys {card}.",
        "passed": "Passed: {passed}.",
        "taken": "{name} [takes|take] {card} and [ends|end] the exploration.",
        "left": "{name} [leaves|leave] {card} and [explores|explore] on.",
        "threat_rose": "The Threat rises to space {threat}.",
        "fought": "{name} [fights|fight] the Monster, with the Threat on space {threat}.",
        "fought.lower": (
            "{name} [fights|fight] the Monster, with the Threat on space {threat}; a Tamer "
            "lowers the reward to that of space {row}."
        ),
        "rewarded": "{name} [is|are] rewarded with {reward}.",
        "tokens_drawn": "Only you see your new Monster tokens: {tokens}.",
        "exploration_ended": "The track is cleared: the Council gets {allies}.",
        "exploration_ended.nothing": "No card stays on the track.",
        "exploration_ended.monsters": "The track is cleared; Monsters discarded: {monsters}.",
        "exploration_ended.both": (
            "The track is cleared: the Council gets {allies}; Monsters discarded: {monsters}."
        ),
        "stack_taken": "{name} [takes|take] the {race} stack of the Council ({cards}).",
        "stack_taken.seen": (
            "{name} [takes|take] the {race} stack of the Council: {allies} (only you see them)."
        ),
        "stack_seen": "Only you see the {race} stack: {allies}.",
        "recruited": "{name} [recruits|recruit] {lord} (cost {cost}) with {payment}.",
        "affiliated": "{name} [affiliates|affiliate] {ally}.",
        "court_refilled": "New in the Court: {lords}.",
        "end_triggered.lords": "{name} [has|have] seven Lords: the last round begins.",
        "end_triggered.court": "The Court cannot be refilled: the last round begins.",
        "slaver_used": "{name} [sells|sell] {ally} to the Slaver for {pearls}.",
        "oracle_used": "{name} [has|have] the Oracle discard the {race} stack ({cards}).",
        "opportunist_used": "{name} [has|have] {lord} leave the Court; {by} comes instead.",
        "owed.jailer": "{name} [owes|owe] the Jailer an Ally.",
        "owed.commander": "{name} [owes|owe] the Commander all Allies above six.",
        "jailed": "{name} [gives|give] up {ally} to the Jailer.",
        "seeker_paid": "{name} [loses|lose] {pearls} to the Seeker.",
        "disabled": "The Assassin disables {lord}, [a Lord of {name}|one of your Lords].",
        "commanded": "{name} [discards|discard] for the Commander: {allies}.",
        "robbed": "{name} [takes|take] a Monster token from [victim:{victim}|you].",
        "robbed_token": "Only you two see it: the Monster token is worth {token}.",
        "extra_turn": "{name} will play an additional turn.",
        "swapped": "{name} [gives|give] {own} back and [takes|take] {other}.",
        "bribed": "{name} [recruits|recruit] {lord} for {pearls} alone.",
        "replaced": "{name} [discards|discard] {lord} and [gets|get] {by} instead.",
        "declined": "{name} [leaves|leave] the power unused ({power}).",
        "locations_drawn": "{name} [draws|draw] {locations_counted}.",
        "locations_seen": "Only you see the Locations drawn: {locations}.",
        "controlled": "{name} [controls|control] {location} (paid: {payment}).",
        "locations_offered": "Newly on offer: {locations}.",
        "smokers_exchanged": "{name} [exchanges|exchange] Black Smokers for {location}.",
        "hand_limited": (
            "{name} [has|have] too many Allies, [discards|discard] {allies} and [pays|pay] "
            "{pearls}."
        ),
        "hand_limited.paid": (
            "{name} [has|have] too many Allies and [pays|pay] {pearls} to keep them."
        ),
        "hand_limited.discarded": (
            "{name} [has|have] too many Allies and [discards|discard] {allies}."
        ),
        "last_affiliated": (
            "At the end {name} [affiliates|affiliate] {allies} and [discards|discard] {discarded}."
        ),
        "last_affiliated.all": "At the end {name} [affiliates|affiliate] {allies}.",
        "last_affiliated.none": "At the end {name} [discards|discard] {discarded}.",
        "last_affiliated.nothing": "At the end {name} [has|have] no Allies left to affiliate.",
        "ended": "The match is over. {ranking}.",
    },
    "fr": {
        "turn_started": "Tour {turn} : {name}.",
        "turn_started.extra": "Tour {turn} : encore {name}, pour un tour supplémentaire.",
        "income": "{name} [gagne|gagnez] {pearls} ({source}).",
        "plotted": "{name} [paie|payez] 1 Perle, et {lord} arrive à la Cour.",
        "action_skipped": "{name} ne [peut|pouvez] faire aucune action.",
        "revealed": "{name} [révèle|révélez] {card} sur la case {space}.",
        "reshuffled": "La défausse est mélangée en une nouvelle pioche Exploration ({cards}).",
        "bought": (
            "{name} [explorer:[achète|achetez] {card} à {explorer}|vous achète {card}] pour "
            "{pearls}."
        ),
        "unsold": "Personne n’achète {card}.",
        "passed": "Sans acheter : {passed}.",
        "taken": "{name} [prend|prenez] {card} et [termine|terminez] l’exploration.",
        "left": "{name} [laisse|laissez] {card} et [continue|continuez] d’explorer.",
        "threat_rose": "La Menace monte à la case {threat}.",
        "fought": "{name} [combat|combattez] le Monstre, avec la Menace sur la case {threat}.",
        "fought.lower": (
            "{name} [combat|combattez] le Monstre, avec la Menace sur la case {threat} ; une "
            "Dresseuse réduit la récompense à celle de la case {row}."
        ),
        "rewarded": "{name} [reçoit|recevez] en récompense {reward}.",
        "tokens_drawn": "Vous seul voyez vos nouveaux jetons Monstre : {tokens}.",
        "exploration_ended": "La piste est vidée : le Conseil reçoit {allies}.",
        "exploration_ended.nothing": "Aucune carte ne reste sur la piste.",
        "exploration_ended.monsters": ("La piste est vidée ; Monstres défaussés : {monsters}."),
        "exploration_ended.both": (
            "La piste est vidée : le Conseil reçoit {allies} ; Monstres défaussés : {monsters}."
        ),
        "stack_taken": "{name} [prend|prenez] au Conseil la pile des {race} ({cards}).",
        "stack_taken.seen": (
            "{name} [prend|prenez] au Conseil la pile des {race} : {allies} (vous seul les voyez)."
        ),
        "stack_seen": "Vous seul voyez la pile des {race} : {allies}.",
        "recruited": "{name} [recrute|recrutez] {lord} (coût {cost}) avec {payment}.",
        "affiliated": "{name} [fédère|fédérez] {ally}.",
        "court_refilled": "Nouveaux à la Cour : {lords}.",
        "end_triggered.lords": (
            "{name} [a|avez] sept Seigneurs : le dernier tour de table commence."
        ),
        "end_triggered.court": (
            "La Cour ne peut plus être complétée : le dernier tour de table commence."
        ),
        "slaver_used": "{name} [vend|vendez] {ally} à l’Esclavagiste pour {pearls}.",
        "oracle_used": "{name} [fait|faites] défausser par l’Oracle la pile des {race} ({cards}).",
        "opportunist_used": "{name} [renvoie|renvoyez] {lord} de la Cour ; {by} arrive à la place.",
        "owed.jailer": "{name} [doit|devez] un Allié au Geôlier.",
        "owed.commander": (
            "{name} [doit au Chef des armées tous ses|devez au Chef des armées tous vos] "
            "Alliés au-delà de six."
        ),
        "jailed": "{name} [livre|livrez] {ally} au Geôlier.",
        "seeker_paid": "{name} [perd|perdez] {pearls} à cause du Questeur.",
        "disabled": "L’Assassin neutralise {lord}[ chez {name}|, un de vos Seigneurs].",
        "commanded": "{name} [défausse|défaussez] pour le Chef des armées : {allies}.",
        "robbed": (
            "{name} [victim:[prend|prenez] un jeton Monstre à {victim}|vous prend un jeton "
            "Monstre]."
        ),
        "robbed_token": "Vous deux seuls le voyez : le jeton Monstre vaut {token}.",
        "extra_turn": "{name} [jouera|jouerez] un tour supplémentaire.",
        "swapped": "{name} [rend|rendez] {own} et [prend|prenez] {other}.",
        "bribed": "{name} [recrute|recrutez] {lord} pour {pearls} seulement.",
        "replaced": "{name} [défausse|défaussez] {lord} et [reçoit|recevez] {by} à la place.",
        "declined": "{name} [n’utilise|n’utilisez] pas le pouvoir ({power}).",
        "locations_drawn": "{name} [pioche|piochez] {locations_counted}.",
        "locations_seen": "Vous seul voyez les Lieux piochés : {locations}.",
        "controlled": "{name} [contrôle|contrôlez] {location} (payé : {payment}).",
        "locations_offered": "Nouveaux Lieux visibles : {locations}.",
        "smokers_exchanged": "{name} [échange|échangez] les Fumeurs noirs contre {location}.",
        "hand_limited": (
            "{name} [a|avez] trop d’Alliés, [défausse|défaussez] {allies} et [paie|payez] {pearls}."
        ),
        "hand_limited.paid": (
            "{name} [a|avez] trop d’Alliés et [paie|payez] {pearls} pour les garder."
        ),
        "hand_limited.discarded": "{name} [a|avez] trop d’Alliés et [défausse|défaussez] {allies}.",
        "last_affiliated": (
            "À la fin, {name} [fédère|fédérez] {allies} et [défausse|défaussez] {discarded}."
        ),
        "last_affiliated.all": "À la fin, {name} [fédère|fédérez] {allies}.",
        "last_affiliated.none": "À la fin, {name} [défausse|défaussez] {discarded}.",
        "last_affiliated.nothing": "À la fin, {name} [n’a|n’avez] plus d’Alliés à fédérer.",
        "ended": "La partie est terminée. {ranking}.",
    },
    "de": {
        "turn_started": "Zug {turn}: {name}.",
        "turn_started.extra": "Zug {turn}: noch einmal {name}, mit einem zusätzlichen Zug.",
        "income": "{name} [erhält|erhältst] {pearls} ({source}).",
        "plotted": "{name} [zahlt|zahlst] 1 Perle, und {lord_comes} kommt an den Hof.",
        "action_skipped": "{name} [kann|kannst] keine Aktion ausführen.",
        "revealed": "{name} [deckt|deckst] {card} auf Feld {space} auf.",
        "reshuffled": "Der Ablagestapel wird zu einem neuen Erkundungsstapel gemischt ({cards}).",
        "bought": "{name} [kauft|kaufst] {card} von [explorer:{explorer}|dir] für {pearls}.",
        "unsold": "Niemand kauft {card}.",
        "passed": "Gepasst: {passed}.",
        "taken": "{name} [nimmt|nimmst] {card} und [beendet|beendest] die Erkundung.",
        "left": "{name} lässt {card} liegen und [erkundet|erkundest] weiter.",
        "threat_rose": "Die Bedrohung steigt auf Feld {threat}.",
        "fought": "{name} [bekämpft|bekämpfst] das Monster, die Bedrohung steht auf Feld {threat}.",
        "fought.lower": (
            "{name} [bekämpft|bekämpfst] das Monster, die Bedrohung steht auf Feld {threat}; "
            "eine Bändigerin senkt die Belohnung auf die von Feld {row}."
        ),
        "rewarded": "{name} [erhält|erhältst] als Belohnung {reward}.",
        "tokens_drawn": "Nur du siehst deine neuen Monstermarker: {tokens}.",
        "exploration_ended": "Die Leiste wird geräumt: Der Rat bekommt {allies}.",
        "exploration_ended.nothing": "Auf der Leiste bleibt keine Karte.",
        "exploration_ended.monsters": ("Die Leiste wird geräumt; Monster abgeworfen: {monsters}."),
        "exploration_ended.both": (
            "Die Leiste wird geräumt: Der Rat bekommt {allies}; Monster abgeworfen: {monsters}."
        ),
        "stack_taken": "{name} [nimmt|nimmst] vom Rat den Stapel der {race} ({cards}).",
        "stack_taken.seen": (
            "{name} [nimmt|nimmst] vom Rat den Stapel der {race}: {allies} (nur du siehst sie)."
        ),
        "stack_seen": "Nur du siehst den Stapel der {race}: {allies}.",
        "recruited": "{name} [rekrutiert|rekrutierst] {lord} (Kosten {cost}) mit {payment}.",
        "affiliated": "{name} [bindet|bindest] {ally}.",
        "court_refilled": "Neu am Hof: {lords}.",
        "end_triggered.lords": "{name} [hat|hast] sieben Lords: Die letzte Runde beginnt.",
        "end_triggered.court": (
            "Der Hof kann nicht mehr aufgefüllt werden: Die letzte Runde beginnt."
        ),
        "slaver_used": "{name} [verkauft|verkaufst] {ally} an den Sklavenhändler für {pearls}.",
        "oracle_used": "{name} lässt das Orakel den Stapel der {race} abwerfen ({cards}).",
        "opportunist_used": "{name} [schickt|schickst] {lord} vom Hof; {by_comes} kommt dafür.",
        "owed.jailer": "{name} [schuldet|schuldest] dem Kerkermeister einen Verbündeten.",
        "owed.commander": "{name} [schuldet|schuldest] dem Heerführer alle Verbündeten über sechs.",
        "jailed": "{name} [gibt|gibst] {ally} an den Kerkermeister ab.",
        "seeker_paid": "{name} [verliert|verlierst] {pearls} durch den Quästor.",
        "disabled": "Der Meuchler schaltet {lord} bei [{name}|dir] aus.",
        "commanded": "{name} [wirft|wirfst] für den Heerführer ab: {allies}.",
        "robbed": (
            "{name} [nimmt|nimmst] [victim:einen Monstermarker von {victim}|dir einen "
            "Monstermarker]."
        ),
        "robbed_token": "Nur ihr beide seht es: Der Monstermarker ist {token} wert.",
        "extra_turn": "{name} [wird|wirst] einen zusätzlichen Zug spielen.",
        "swapped": "{name} [gibt|gibst] {own} zurück und [nimmt|nimmst] {other}.",
        "bribed": "{name} [rekrutiert|rekrutierst] {lord} allein für {pearls}.",
        "replaced": "{name} [wirft|wirfst] {lord} ab und [bekommt|bekommst] dafür {by}.",
        "declined": "{name} lässt die Fähigkeit ungenutzt ({power}).",
        "locations_drawn": "{name} [zieht|ziehst] {locations_counted}.",
        "locations_seen": "Nur du siehst die gezogenen Orte: {locations}.",
        "controlled": "{name} [kontrolliert|kontrollierst] {location} (bezahlt: {payment}).",
        "locations_offered": "Neu in der Auslage: {locations}.",
        "smokers_exchanged": "{name} [tauscht|tauschst] die Schwarzen Raucher gegen {location}.",
        "hand_limited": (
            "{name} [hat|hast] zu viele Verbündete, [wirft|wirfst] {allies} ab und "
            "[zahlt|zahlst] {pearls}."
        ),
        "hand_limited.paid": (
            "{name} [hat|hast] zu viele Verbündete und [zahlt|zahlst] {pearls}, um sie zu behalten."
        ),
        "hand_limited.discarded": (
            "{name} [hat|hast] zu viele Verbündete und [wirft|wirfst] {allies} ab."
        ),
        "last_affiliated": (
            "Am Ende [bindet|bindest] {name} {allies} und [wirft|wirfst] {discarded} ab."
        ),
        "last_affiliated.all": "Am Ende [bindet|bindest] {name} {allies}.",
        "last_affiliated.none": "Am Ende [wirft|wirfst] {name} {discarded} ab.",
        "last_affiliated.nothing": "Am Ende [hat|hast] {name} keine Verbündeten mehr zu binden.",
        "ended": "Die Partie ist vorbei. {ranking}.",
    },
}
