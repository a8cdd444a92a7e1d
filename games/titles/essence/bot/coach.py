"""Explanations for a first match of The Essence: a sentence for each question."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Decision, Prompt, Row

from ..rules.components import FRAGMENT
from ..rules.view import View
from .policy import ADDITION, evaluate_choice

LESSONS: Mapping[str, Row] = {
    "faction": (
        (
            "A faction decides what you get in every Income and which Followers you draw; any "
            "will do for a first match."
        ),
        (
            "Une faction décide de vos revenus à chaque manche et de vos Fidèles ; n’importe "
            "quelle faction convient pour une première partie."
        ),
        (
            "Eine Fraktion bestimmt, was du bei jedem Einkommen bekommst und welche Gefolgsleute "
            "du ziehst; für die erste Partie taugt jede."
        ),
    ),
    "bid": (
        (
            "All bid at once and everything bid is spent. The highest picks an Advisor first, a "
            "bid of nothing takes none: look at what you must still pay for this round."
        ),
        (
            "Tous misent ensemble et toute mise est payée. La plus haute choisit un Conseiller "
            "d’abord, une mise nulle n’en prend pas : voyez ce que vous devrez encore payer dans "
            "cette manche."
        ),
        (
            "Alle bieten zugleich, und alle Gebote werden bezahlt. Das höchste wählt zuerst einen "
            "Berater, ein leeres nimmt keinen: Sieh, was du in dieser Runde noch bezahlen musst."
        ),
    ),
    "tie": (
        (
            "Equal bids, and you decide the order. Put first whoever is least dangerous to you; "
            "you may name yourself."
        ),
        (
            "Mises égales, et vous décidez de l’ordre. Placez d’abord qui vous menace le moins ; "
            "vous pouvez vous nommer."
        ),
        (
            "Gleiche Gebote, und du bestimmst die Reihenfolge. Setz die Person nach vorn, die dir "
            "am wenigsten gefährlich ist; du darfst dich selbst nennen."
        ),
    ),
    "take": (
        (
            "The Advisor comes into your hand with the Wealth on it, and stays among your cards "
            "to the end. Take one whose action you can pay in this round."
        ),
        (
            "Le Conseiller vient dans votre main avec la Richesse posée dessus et reste parmi vos "
            "cartes jusqu’à la fin. Prenez-en un dont vous pouvez payer l’action dans cette manche."
        ),
        (
            "Der Berater kommt mit dem Reichtum darauf auf deine Hand und bleibt bis zum Ende "
            "unter deinen Karten. Nimm einen, dessen Aktion du in dieser Runde bezahlen kannst."
        ),
    ),
    "turn": (
        (
            "One main action, with side actions before and after it. As long as you have a "
            "readied Foundation, building brings Essence now and often something every round; "
            "pass when nothing is worth its price."
        ),
        (
            "Une action principale, des actions annexes avant et après. Tant que vous avez une "
            "Fondation prête, construire rapporte de l’Essence et souvent un gain par manche ; "
            "passez quand rien ne vaut son prix."
        ),
        (
            "Eine Hauptaktion, Nebenaktionen davor und danach. Solange du ein bereites Fundament "
            "hast, bringt Bauen Essenz und oft jede Runde etwas; passe, wenn nichts seinen Preis "
            "wert ist."
        ),
    ),
    "build": (
        (
            "A card lets you build, perhaps at a lower price. Look for the cell whose neighbours "
            "add most Essence."
        ),
        (
            "Une carte vous fait construire, peut-être moins cher. Cherchez la case dont les "
            "voisins ajoutent le plus d’Essence."
        ),
        (
            "Eine Karte lässt dich bauen, vielleicht billiger. Such das Feld, dessen Nachbarn die "
            "meiste Essenz dazugeben."
        ),
    ),
    "target": (
        (
            "You succeed only if your Attack is higher than the Defence, and the difference is "
            "Essence. The Threat can always be attacked; a monster is read at once instead."
        ),
        (
            "Vous ne réussissez que si votre Attaque dépasse la Défense, et la différence est de "
            "l’Essence. La Menace est toujours attaquable ; un monstre, lui, est lu aussitôt."
        ),
        (
            "Es gelingt nur, wenn dein Angriff höher ist als die Verteidigung; die Differenz "
            "bekommst du als Essenz. Die Bedrohung kannst du immer angreifen; ein Monster wird "
            "stattdessen sofort gelesen."
        ),
    ),
    "spoils": (
        "You have won. Take a token, or exhaust the segment whose action they would use next.",
        (
            "Vous avez gagné. Prenez un jeton, ou épuisez le segment dont l’autre utiliserait "
            "bientôt l’action."
        ),
        (
            "Du hast gewonnen. Nimm eine Marke oder erschöpfe das Segment, dessen Aktion als "
            "Nächstes käme."
        ),
    ),
    "rearrange": (
        (
            "A moved card counts its new neighbours, and your Essence changes by what they are "
            "worth. A pattern of the prophecy may be worth more than that."
        ),
        (
            "Une carte déplacée compte ses nouveaux voisins, et votre Essence change de leur "
            "valeur. Un motif de la prophétie peut valoir davantage."
        ),
        (
            "Eine bewegte Karte zählt ihre neuen Nachbarn, und deine Essenz ändert sich um deren "
            "Wert. Ein Muster der Prophezeiung kann mehr wert sein."
        ),
    ),
    "opponent": (
        (
            "Whoever you name gives you tokens, or chooses what you get. Name somebody who has "
            "something to give."
        ),
        (
            "La personne désignée vous donne des jetons, ou choisit ce que vous recevez. Désignez "
            "quelqu’un qui a de quoi donner."
        ),
        (
            "Wen du nennst, der gibt dir Marken oder wählt, was du bekommst. Nenne jemanden, der "
            "etwas zu geben hat."
        ),
    ),
    "give": (
        "A card takes tokens of yours. Give what you can do without in this round.",
        (
            "Une carte vous prend des jetons. Donnez ce dont vous pouvez vous passer dans cette "
            "manche."
        ),
        "Eine Karte nimmt dir Marken. Gib, worauf du in dieser Runde verzichten kannst.",
    ),
    "opponent_chooses": (
        "What you choose, the other player gets. Leave them what helps them least.",
        "Ce que vous choisissez, l’autre le reçoit. Laissez-lui ce qui l’aide le moins.",
        "Was du wählst, bekommt die andere Person. Lass ihr, was ihr am wenigsten hilft.",
    ),
    "choose_one": (
        "One effect of the card. Take what you can use this very round.",
        "Un effet de la carte. Prenez ce qui sert dès cette manche.",
        "Eine Wirkung der Karte. Nimm, was dir noch in dieser Runde nützt.",
    ),
    "discard": (
        (
            "The action is paid for with cards from your hand. Part with those you cannot pay "
            "for, or will not use before Cleaning."
        ),
        (
            "L’action se paie en cartes de votre main. Séparez-vous de celles que vous ne pouvez "
            "pas payer ou que vous n’utiliserez pas avant le Rangement."
        ),
        (
            "Die Aktion kostet Handkarten. Trenn dich von denen, die du nicht bezahlen kannst "
            "oder bis zum Aufräumen nicht nutzt."
        ),
    ),
    "exhaust_own": (
        (
            "An exhausted segment keeps its income and its lasting effects; only its action waits "
            "until Cleaning. Choose one that you will not use in this round."
        ),
        (
            "Un segment épuisé garde son revenu et ses effets durables ; seule son action attend "
            "le Rangement. Choisissez-en un que vous n’utiliserez pas dans cette manche."
        ),
        (
            "Ein erschöpftes Segment behält Einkommen und dauerhafte Wirkungen; nur seine Aktion "
            "wartet bis zum Aufräumen. Wähle eines, das du in dieser Runde nicht nutzt."
        ),
    ),
    "exhaust": (
        "It blocks an action until Cleaning. Choose the one that somebody would use next.",
        (
            "Cela bloque une action jusqu’au Rangement. Choisissez celle qu’un autre utiliserait "
            "bientôt."
        ),
        (
            "Das sperrt eine Aktion bis zum Aufräumen. Wähle die, die jemand als Nächstes nutzen "
            "würde."
        ),
    ),
    "spy": (
        (
            "You use an action of somebody else’s Location and pay what it costs; the Location is "
            "not exhausted by it."
        ),
        (
            "Vous utilisez une action du Lieu d’un autre et en payez le coût ; le Lieu n’en est "
            "pas épuisé."
        ),
        (
            "Du nutzt eine Aktion eines fremden Ortes und zahlst, was sie kostet; der Ort wird "
            "davon nicht erschöpft."
        ),
    ),
    "recall": (
        (
            "The Rector fetches an Advisor whom nobody took, with the Wealth on it. Take one you "
            "can still use in this round, or the richest."
        ),
        (
            "Le Recteur va chercher un Conseiller que personne n’a pris, avec sa Richesse. "
            "Prenez-en un encore utile dans cette manche, ou le plus riche."
        ),
        (
            "Der Rektor holt einen Berater, den niemand genommen hat, mit dem Reichtum darauf. "
            "Nimm einen, den du in dieser Runde noch nutzen kannst, oder den reichsten."
        ),
    ),
    "cleaning": (
        (
            "A fragment you reserve stays in the row, but anybody may read it. Shuffle your "
            "discard pile in if the cards there are better than those you would draw; pay the "
            "Threat what you need least."
        ),
        (
            "Un fragment réservé reste dans la rangée, mais tous peuvent le lire. Mélangez votre "
            "défausse si ses cartes valent mieux que votre pioche ; payez à la Menace ce dont "
            "vous avez le moins besoin."
        ),
        (
            "Ein reserviertes Fragment bleibt in der Reihe, aber alle dürfen es lesen. Misch den "
            "Ablagestapel ein, wenn dort bessere Karten liegen als im Nachziehstapel; zahle der "
            "Bedrohung, was du am wenigsten brauchst."
        ),
    ),
}


# From the bot's valuation of every choice, in Essence.
BEST: Row = (
    "Worth about {worth} Essence; the next best, “{other}”, about {less}.",
    "Vaut environ {worth} Essence ; la deuxième meilleure réponse, « {other} », environ {less}.",
    "Bringt etwa {worth} Essenz; die nächstbeste Antwort, „{other}“, etwa {less}.",
)
ADDS: Row = (
    "Worth about {worth} Essence, and it leaves you your main action.",
    "Vaut environ {worth} Essence, et il vous reste votre action principale.",
    "Bringt etwa {worth} Essenz und lässt dir deine Hauptaktion.",
)
AHEAD: Row = (
    "All that is left to do costs more than it brings.",
    "Tout ce qui reste à faire coûte plus que cela ne rapporte.",
    "Alles, was noch geht, kostet mehr, als es bringt.",
)
SMALL_BID: Row = (
    "You will hardly miss so little in this round, and it may win you an Advisor.",
    "Si peu ne vous manquera guère dans cette manche, et peut vous valoir un Conseiller.",
    "So wenig fehlt dir in dieser Runde kaum und kann dir einen Berater bringen.",
)
NO_BID: Row = (
    "No Advisor on offer is worth what you have left.",
    "Aucun Conseiller proposé ne vaut ce qui vous reste.",
    "Kein angebotener Berater ist wert, was du noch hast.",
)
ADVISOR: Row = (
    "Of the Advisors left, its action and the Wealth on it bring you the most.",
    "Parmi les Conseillers restants, son action et la Richesse posée dessus rapportent le plus.",
    "Von den übrigen Beratern bringen dir seine Aktion und der Reichtum darauf am meisten.",
)
ATTACK: Row = (
    "Your Attack is {attack}, the Defence is {defense}: you win.",
    "Votre Attaque est de {attack}, la Défense de {defense} : vous gagnez.",
    "Dein Angriff ist {attack}, die Verteidigung {defense}: Du gewinnst.",
)

# By question and verb: what the bot compares to choose its answer.
REASONS: dict[tuple[str, str], Row] = {
    ("build", "build"): (
        "On this cell the Location brings you the most for what it costs.",
        "Sur cette case, le Lieu vous rapporte le plus pour ce qu’il coûte.",
        "Auf diesem Feld bringt dir der Ort am meisten für das, was er kostet.",
    ),
    ("build", "leave"): (
        "No Location is worth its cost now.",
        "Aucun Lieu ne vaut son coût en ce moment.",
        "Kein Ort ist zurzeit seine Kosten wert.",
    ),
    ("choose_one", "choose"): (
        "Of these effects it brings you the most.",
        "De ces effets, c’est celui qui vous rapporte le plus.",
        "Von diesen Wirkungen bringt dir diese am meisten.",
    ),
    ("opponent", "name"): (
        "This opponent is ahead of the others.",
        "Cet adversaire est devant les autres.",
        "Dieser Gegner liegt vor den anderen.",
    ),
    ("opponent_chooses", "choose"): (
        "Of these effects it brings that opponent the least.",
        "De ces effets, c’est celui qui rapporte le moins à cet adversaire.",
        "Von diesen Wirkungen bringt diese dem Gegner am wenigsten.",
    ),
    ("spy", "spy"): (
        "Of these actions it brings you the most.",
        "De ces actions, c’est celle qui vous rapporte le plus.",
        "Von diesen Aktionen bringt dir diese am meisten.",
    ),
    ("spy", "leave"): (
        "None of these actions brings you anything.",
        "Aucune de ces actions ne vous rapporte quoi que ce soit.",
        "Keine dieser Aktionen bringt dir etwas.",
    ),
}
REASONS |= dict.fromkeys(
    (("spoils", verb) for verb in ("seize", "exhaust", "command")),
    (
        "Of what you may do to the loser, this brings you the most.",
        "De ce que vous pouvez faire au vaincu, c’est ce qui vous rapporte le plus.",
        "Von dem, was du mit dem Besiegten machen darfst, bringt dir das am meisten.",
    ),
)
SHUFFLE: Row = (
    "Many good cards lie in your discard pile; shuffled in, they come back sooner.",
    "Beaucoup de bonnes cartes sont dans votre défausse ; mélangées, elles reviennent plus tôt.",
    "In deinem Ablagestapel liegen viele gute Karten; eingemischt kommen sie früher wieder.",
)
KEEP: Row = (
    "Too few good cards lie in your discard pile to shuffle it in.",
    "Trop peu de bonnes cartes sont dans votre défausse pour la mélanger.",
    "In deinem Ablagestapel liegen zu wenige gute Karten, um ihn einzumischen.",
)


def explain_answer(
    prompt: Prompt, view: View, answer: Decision
) -> tuple[Row, dict[str, object]] | None:
    """Return why an answer is the best; None if nothing is known about it."""
    match prompt.question:
        case "turn":
            return _explain_turn(prompt, view, answer)
        case "bid":
            spends = answer.args.get("wealth") or answer.args.get("influence")
            return SMALL_BID if spends else NO_BID, {}
        case "take" | "recall" if "advisor" in answer.args:
            return ADVISOR, {}
        case "target":
            return _explain_attack(prompt, str(answer.args["target"]))
        case "cleaning" if "piles" in answer.args:
            return SHUFFLE if answer.args["piles"] == "shuffle" else KEEP, {}
    reason = REASONS.get((prompt.question, answer.verb))
    return (reason, {}) if reason else None


def _explain_attack(prompt: Prompt, target: str) -> tuple[Row, dict[str, object]] | None:
    """Return the two values that are compared; None if the attack fails."""
    facts = prompt.facts
    if target in FRAGMENT:
        defense = FRAGMENT[target].monster
    else:
        defense = facts["defenses"].get(target, facts["threat"])
    if facts["attack"] <= defense:
        return None
    return ATTACK, {"attack": facts["attack"], "defense": defense}


def _explain_turn(
    prompt: Prompt, view: View, answer: Decision
) -> tuple[Row, dict[str, object]] | None:
    """Return what an answer in a turn is worth beside the next best one."""
    if answer.verb in ("pass", "end"):
        return AHEAD, {}
    ranking = [evaluate_choice(view, choice) for choice in prompt.choices]
    worth = next((value for value, decision in ranking if decision == answer), None)
    others = [(value, decision) for value, decision in ranking if decision != answer]
    if worth is None or not others:
        return None
    if worth > ADDITION:
        return ADDS, {"worth": round(worth % ADDITION, 1)}
    less, other = max(others, key=lambda pair: pair[0])
    return BEST, {"worth": round(worth, 1), "other": other, "less": round(less, 1)}
