"""Explanations for a first match of Enchanters: a sentence for each question."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Decision, Prompt, Row

from ..rules.view import View
from .policy import evaluate_offer

LESSONS: Mapping[str, Row] = {
    "kingdom": (
        (
            "A kingdom brings its own items, enchantments and creatures into the deck; any will "
            "do for a first match."
        ),
        (
            "Un royaume apporte ses objets, enchantements et créatures à la pioche ; n’importe "
            "quel royaume convient pour une première partie."
        ),
        (
            "Ein Reich bringt seine Gegenstände, Verzauberungen und Kreaturen in den Stapel; für "
            "die erste Partie taugt jedes."
        ),
    ),
    "starter": (
        (
            "A starting card works until another of its kind lies on it. Attack lets you defeat "
            "creatures, defence saves you wounds: take what helps at once."
        ),
        (
            "Une carte de départ agit jusqu’à ce qu’une autre de sa sorte la couvre. L’attaque "
            "permet de vaincre les créatures, la défense épargne des blessures : prenez ce qui "
            "aide tout de suite."
        ),
        (
            "Eine Startkarte wirkt, bis eine andere ihrer Art auf ihr liegt. Mit Angriff besiegst "
            "du Kreaturen, Verteidigung erspart Wunden: Nimm, was sofort hilft."
        ),
    ),
    "turn": (
        (
            "One main action a turn. A journey takes a card for as many crystals as its space "
            "says; a rest brings crystals or heals. A creature falls if your attack reaches its "
            "health, and deals you a wound for each point by which its strength exceeds your "
            "defence."
        ),
        (
            "Une action principale par tour. Un voyage prend une carte pour autant de cristaux que "
            "le dit sa case ; un repos donne des cristaux ou guérit. Une créature tombe si votre "
            "attaque atteint sa vie, et vous inflige une blessure par point de sa force au-dessus "
            "de votre défense."
        ),
        (
            "Eine Hauptaktion im Zug. Eine Reise nimmt eine Karte für so viele Kristalle, wie ihr "
            "Feld sagt; eine Rast bringt Kristalle oder heilt. Eine Kreatur fällt, wenn dein "
            "Angriff ihr Leben erreicht, und fügt dir so viele Wunden zu, wie ihre Stärke deine "
            "Verteidigung übertrifft."
        ),
    ),
    "prepare": (
        (
            "You win with an attack of at least the health you see here; then you take a wound for "
            "each point by which the enemy’s strength exceeds your defence. Use what tips either "
            "of the two: a lost fight brings nothing and burns the card on space 0."
        ),
        (
            "Vous gagnez si votre attaque atteint la vie indiquée ; puis vous subissez une "
            "blessure par point de force adverse au-dessus de votre défense. Utilisez ce qui fait "
            "basculer l’un ou l’autre : un combat perdu ne donne rien et brûle la carte de la "
            "case 0."
        ),
        (
            "Du gewinnst, wenn dein Angriff das genannte Leben erreicht; dann erleidest du so "
            "viele Wunden, wie die gegnerische Stärke deine Verteidigung übertrifft. Setz ein, was "
            "eines von beiden kippt: Ein verlorener Kampf bringt nichts und verbrennt die Karte "
            "auf Feld 0."
        ),
    ),
    "duel_prep": (
        (
            "Both strike at the same moment, and each takes a wound for each point by which the "
            "other’s attack exceeds their defence. Use what raises your attack or your defence."
        ),
        (
            "Les deux frappent en même temps, et chacun subit une blessure par point d’attaque "
            "adverse au-dessus de sa défense. Utilisez ce qui élève votre attaque ou votre défense."
        ),
        (
            "Beide schlagen zugleich zu, und jeder erleidet so viele Wunden, wie der Angriff des "
            "anderen seine Verteidigung übertrifft. Setz ein, was deinen Angriff oder deine "
            "Verteidigung erhöht."
        ),
    ),
    "wound": (
        (
            "Either card counts ten wounds; what differs is its text. Take the one that hurts "
            "your plan least."
        ),
        (
            "Chacune compte dix blessures ; seul le texte diffère. Prenez celle qui gêne le moins "
            "votre plan."
        ),
        (
            "Jede zählt zehn Wunden; verschieden ist nur ihr Text. Nimm die, die deinem Plan am "
            "wenigsten schadet."
        ),
    ),
    "target": (
        "If the text hurts, choose whoever leads; if it helps, whoever is far behind.",
        "Si le texte nuit, choisissez qui mène ; s’il aide, qui est loin derrière.",
        "Schadet der Text, wähle den, der führt; hilft er, den, der weit zurückliegt.",
    ),
    "tie": (
        "You settle a tie: name the player who suits you best.",
        "Vous tranchez une égalité : nommez qui vous arrange.",
        "Du löst einen Gleichstand auf: Nenne den, der dir am meisten nützt.",
    ),
    "discard": (
        "A covered card counts with its lower part alone, so it is often the smallest loss.",
        "Une carte couverte ne compte que par sa partie basse ; c’est souvent la moindre perte.",
        "Eine verdeckte Karte zählt nur mit ihrem unteren Teil und ist oft der kleinste Verlust.",
    ),
    "remove": (
        (
            "The creature leaves the match, and the Overlord loses as many points as are printed "
            "on it: the one worth most hits hardest."
        ),
        (
            "La créature quitte la partie, et le Suzerain perd autant de points qu’elle en porte : "
            "celle qui vaut le plus frappe le plus fort."
        ),
        (
            "Die Kreatur verlässt die Partie, und der Overlord verliert so viele Punkte, wie auf "
            "ihr stehen: Die mit den meisten Punkten trifft am härtesten."
        ),
    ),
    "give": (
        "Give what helps the other least; what a card does when taken does not happen again.",
        (
            "Donnez ce qui aide l’autre le moins ; ce qu’une carte fait quand on la prend ne se "
            "refait pas."
        ),
        (
            "Gib, was dem anderen am wenigsten hilft; was eine Karte beim Nehmen tut, geschieht "
            "nicht noch einmal."
        ),
    ),
    "keep": (
        (
            "You keep one enchantment, all others are discarded. Its upper part is what you will "
            "work with."
        ),
        (
            "Vous gardez un enchantement, tous les autres sont défaussés. Vous jouerez avec sa "
            "partie haute."
        ),
        (
            "Du behältst eine Verzauberung, alle anderen werden abgeworfen. Mit ihrem oberen Teil "
            "spielst du weiter."
        ),
    ),
    "bury": (
        (
            "A buried card counts with its lower part alone; the card beneath it works with both "
            "parts again."
        ),
        (
            "Une carte enfouie ne compte que par sa partie basse ; celle d’en dessous agit de "
            "nouveau entière."
        ),
        (
            "Eine vergrabene Karte zählt nur mit ihrem unteren Teil; die Karte darunter wirkt "
            "wieder ganz."
        ),
    ),
    "unbury": (
        "What you bring up works with both parts from now on and covers what lay on top.",
        "Ce que vous remontez agit désormais entier et couvre ce qui était dessus.",
        "Was du hochholst, wirkt ab jetzt ganz und verdeckt, was oben lag.",
    ),
    "turn_over": (
        (
            "Burying takes the top card away from the top, unburying puts the bottom one there: "
            "whose upper part works better for you?"
        ),
        (
            "Enfouir ôte la carte du dessus, déterrer y met celle du fond : quelle partie haute "
            "vous sert le mieux ?"
        ),
        (
            "Vergraben nimmt die oberste Karte von oben weg, ausgraben legt die unterste dorthin: "
            "Wessen oberer Teil nützt dir mehr?"
        ),
    ),
    "swap": (
        "Bring what you want within reach of your crystals, or out of reach of whoever comes next.",
        "Mettez ce que vous voulez à portée de vos cristaux, ou hors de portée du suivant.",
        (
            "Bring, was du willst, in die Reichweite deiner Kristalle, oder aus der Reichweite "
            "der nächsten Person."
        ),
    ),
    "order": (
        "Several texts work at once; do first what pays for the next.",
        "Plusieurs textes agissent en même temps ; exécutez d’abord celui qui paie le suivant.",
        "Mehrere Texte wirken zugleich; zuerst der, der den nächsten bezahlt.",
    ),
    "branch": (
        "One of several effects: take what you can use at once.",
        "Un effet parmi plusieurs : prenez ce qui sert tout de suite.",
        "Eine von mehreren Wirkungen: Nimm, was dir sofort nützt.",
    ),
    "pay": (
        (
            "If you do not pay, the rest of the text happens. Three crystals are about what a "
            "rest brings."
        ),
        "Si vous ne payez pas, la suite du texte arrive. Un repos donne environ trois cristaux.",
        "Zahlst du nicht, geschieht der Rest des Textes. Eine Rast bringt etwa drei Kristalle.",
    ),
    "duel": (
        (
            "In a duel both strike. It pays if your attack exceeds their defence by more than "
            "their attack exceeds your defence."
        ),
        (
            "Dans un duel, les deux frappent. Cela en vaut la peine si votre attaque dépasse la "
            "défense adverse de plus que l’attaque adverse ne dépasse votre défense."
        ),
        (
            "In einem Duell schlagen beide zu. Es lohnt sich, wenn dein Angriff die gegnerische "
            "Verteidigung um mehr übertrifft als der gegnerische Angriff deine."
        ),
    ),
    "split": (
        (
            "These wounds go from you to the others. Whoever comes to ten gets a wound card: look "
            "at who stands close, and who leads."
        ),
        (
            "Ces blessures passent de vous aux autres. Qui arrive à dix reçoit une carte blessure"
            " : voyez qui en est proche, et qui mène."
        ),
        (
            "Diese Wunden gehen von dir an die anderen. Wer auf zehn kommt, bekommt eine "
            "Wundkarte: Sieh, wer nahe dran ist und wer führt."
        ),
    ),
    "visit": (
        (
            "A free journey beside the track: an item or enchantment is yours, a creature must be "
            "fought as always."
        ),
        (
            "Un voyage gratuit hors de la piste : un objet ou un enchantement est à vous, une "
            "créature se combat comme toujours."
        ),
        (
            "Eine kostenlose Reise neben der Strecke: Ein Gegenstand oder eine Verzauberung "
            "gehört dir, eine Kreatur musst du wie immer bekämpfen."
        ),
    ),
    "pearls": (
        "Pearls come back in your next turn, crystals do not: pay with pearls, unless you would "
        "lose "
        "your crystals anyway.",
        "Les perles reviennent à votre prochain tour, pas les cristaux : payez avec les perles, "
        "sauf si "
        "vous alliez perdre vos cristaux.",
        "Perlen kommen in deinem nächsten Zug wieder, Kristalle nicht: Zahl mit Perlen, außer du "
        "würdest deine Kristalle ohnehin verlieren.",
    ),
    "discard_order": (
        "The last one lies on top of the graveyard, where effects find it.",
        "La dernière est sur le cimetière, où des effets la trouvent.",
        "Die letzte liegt oben auf dem Friedhof, wo Wirkungen sie finden.",
    ),
    "weaken": (
        "One health less makes the Overlord easier to defeat, one strength less saves wounds.",
        (
            "Une vie de moins rend le Suzerain plus facile à vaincre, une force de moins épargne "
            "des blessures."
        ),
        (
            "Ein Leben weniger macht den Overlord leichter besiegbar, eine Stärke weniger erspart "
            "Wunden."
        ),
    ),
    "desert": (
        (
            "Calm gives every creature one health and takes one strength, a sandstorm the "
            "reverse. Flip the token if the next fight gets easier for you, or harder for the "
            "others."
        ),
        (
            "Le calme donne une vie à chaque créature et lui ôte une force, la tempête l’inverse. "
            "Retournez le jeton si le prochain combat devient plus facile pour vous, ou plus dur "
            "pour les autres."
        ),
        (
            "Ruhe gibt jeder Kreatur ein Leben und nimmt ihr eine Stärke, ein Sandsturm "
            "umgekehrt. Dreh den Marker um, wenn der nächste Kampf für dich leichter wird oder "
            "für andere schwerer."
        ),
    ),
}


# From the bot's valuation of every answer, in points.
BEST: Row = (
    "Worth about {worth} points; the next best, “{other}”, about {less}.",
    "Vaut environ {worth} points ; la deuxième meilleure réponse, « {other} », environ {less}.",
    "Bringt etwa {worth} Punkte; die nächstbeste Antwort, „{other}“, etwa {less}.",
)


def explain_answer(
    prompt: Prompt, view: View, answer: Decision
) -> tuple[Row, dict[str, object]] | None:
    """Return what the answer is worth beside the next best one; None without a choice."""
    offers = prompt.list_offered_decisions()
    values = [(evaluate_offer(view, prompt, offer), offer) for offer in offers if offer != answer]
    if not values:
        return None
    less, other = max(values, key=lambda pair: pair[0])
    worth = round(evaluate_offer(view, prompt, answer), 1)
    return BEST, {"worth": worth, "other": other, "less": round(less, 1)}
