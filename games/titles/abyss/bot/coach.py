"""Explanations for a first match of Abyss: of each question, and why an answer may be good."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Decision, Facts, Prompt, Row

from ..rules.components import LORDS
from ..rules.payment import best_total
from ..rules.view import View
from ..words.lessons import QUESTIONS
from ..words.power_lessons import POWERS
from .evaluation import lord_worth, own_seat

LESSONS: Mapping[str, Row] = {**QUESTIONS, **POWERS}

REASONS: dict[str, Row] = {
    "explore": (
        (
            "Your hand ({hand}) is not enough for a good Lord yet. Exploring costs nothing, and "
            "others pay you Pearls for what they buy."
        ),
        (
            "Votre main ({hand}) ne suffit pas encore pour un bon Seigneur. Explorer ne coûte "
            "rien, et les autres vous paient leurs achats en Perles."
        ),
        (
            "Deine Hand ({hand}) reicht noch nicht für einen guten Lord. Erkunden kostet "
            "nichts, und andere zahlen dir Perlen für ihre Käufe."
        ),
    ),
    "support": (
        "Cards in that stack: {cards}; you take them all at once.",
        "Cartes dans cette pile : {cards} ; vous les prenez toutes d’un coup.",
        "Karten in diesem Stapel: {cards}; du nimmst alle auf einmal.",
    ),
    "take_stack": (
        "Of the stacks left, it brings you the most; cards in it: {cards}.",
        "De celles qui restent, cette pile vous apporte le plus ; cartes : {cards}.",
        "Von den übrigen Stapeln bringt dir dieser am meisten; Karten darin: {cards}.",
    ),
    "recruit": (
        (
            "This Lord counts {influence} influence at the end, and the lowest Ally you pay "
            "with stays before you and may count, too."
        ),
        (
            "Ce Seigneur compte {influence} d’influence à la fin, et l’Allié le plus faible "
            "joué reste devant vous et peut compter aussi."
        ),
        (
            "Dieser Lord zählt am Ende {influence} Einfluss, und der niedrigste Verbündete, mit"
            " dem du zahlst, bleibt vor dir und kann auch zählen."
        ),
    ),
    "plot": (
        "No Lord at Court suits your hand; a new one may.",
        "Aucun Seigneur de la Cour ne convient à votre main ; un nouveau, peut-être.",
        "Kein Lord am Hof passt zu deiner Hand; ein neuer vielleicht.",
    ),
    "buy": (
        (
            "A {value} for a price of {price} is worth it: the sum of your cards pays for "
            "Lords, and you have {pearls} to spend."
        ),
        (
            "Une carte de valeur {value} au prix de {price} en vaut la peine : la somme de vos "
            "cartes paie les Seigneurs, et vous avez de quoi payer ({pearls})."
        ),
        (
            "Eine {value} für {price} lohnt sich: Die Summe deiner Karten bezahlt Lords, und du"
            " hast {pearls} zum Ausgeben."
        ),
    ),
    "pass": (
        (
            "The price is {price} and you have {pearls}: Pearls are worth more towards a Lord "
            "than for this card."
        ),
        (
            "Le prix est {price} et vous avez {pearls} : les Perles servent mieux à un Seigneur"
            " qu’à cette carte."
        ),
        (
            "Der Preis ist {price}, und du hast {pearls}: Perlen nützen für einen Lord mehr als"
            " für diese Karte."
        ),
    ),
    "take": (
        "A {value} in hand is better than one the others may buy next.",
        "Un {value} en main vaut mieux que ce que les autres achèteront peut-être ensuite.",
        "Eine {value} auf der Hand ist besser als eine, die andere gleich kaufen könnten.",
    ),
    "continue": (
        (
            "The card on space {space} brings little; the next may be better, and somebody may "
            "pay you for it."
        ),
        (
            "La carte de la case {space} apporte peu ; la suivante sera peut-être meilleure, et"
            " quelqu’un vous la paiera peut-être."
        ),
        (
            "Die Karte auf Feld {space} bringt wenig; die nächste ist vielleicht besser, und "
            "jemand zahlt dir womöglich dafür."
        ),
    ),
    "fight": (
        "The Threat stands at {threat}: the reward is yours now and nobody else’s later.",
        (
            "La Menace est à {threat} : la récompense est à vous maintenant, et à personne "
            "d’autre plus tard."
        ),
        (
            "Die Bedrohung steht bei {threat}: Die Belohnung gehört jetzt dir und später "
            "niemand anderem."
        ),
    ),
    "discard": (
        "These are the cards that help you least towards a Lord.",
        "Ce sont les cartes qui vous rapprochent le moins d’un Seigneur.",
        "Das sind die Karten, die dich einem Lord am wenigsten näherbringen.",
    ),
    "affiliate": (
        "Of these Allies it adds the most to your influence at the end.",
        "De ces Alliés, c’est lui qui ajoute le plus à votre influence à la fin.",
        "Von diesen Verbündeten bringt dieser am Ende den meisten Einfluss.",
    ),
    "reward": (
        "Of these rewards it is worth the most to you now.",
        "De ces récompenses, c’est celle qui vous rapporte le plus maintenant.",
        "Von diesen Belohnungen bringt dir diese jetzt am meisten.",
    ),
    "end": (
        "None of the powers you have left is worth using now.",
        "Aucun des pouvoirs qui vous restent ne vaut d’être utilisé maintenant.",
        "Keine der Fähigkeiten, die dir bleiben, lohnt sich jetzt.",
    ),
    "decline": (
        "What you have is worth no less than what you would get.",
        "Ce que vous avez ne vaut pas moins que ce que vous auriez.",
        "Was du hast, ist nicht weniger wert als das, was du bekämst.",
    ),
}
# With the Lord of the Court that is worth most for what it still needs.
AIM_SENTENCES: dict[str, Row] = {
    "pass": (
        (
            "Keeps your Pearls ({pearls}) for the {lord}: "
            "your Allies bring {before} of its {cost}, and this card none."
        ),
        (
            "Garde vos Perles ({pearls}) pour un Seigneur ({lord}) : vos Alliés apportent "
            "{before} sur {cost}, et cette carte rien."
        ),
        (
            "Spart deine Perlen ({pearls}) für einen Lord ({lord}): Deine Verbündeten bringen "
            "{before} von {cost}, diese Karte nichts."
        ),
    ),
    "buy": (
        "Towards the {lord}: {after} of {cost} with this card, instead of {before}.",
        "Pour un Seigneur ({lord}) : {after} sur {cost} avec cette carte, au lieu de {before}.",
        "Für einen Lord ({lord}): mit dieser Karte {after} von {cost} statt {before}.",
    ),
}

# About a Monster.
GO_ON: Row = (
    "The Threat stands at {threat}; if you go on it rises, and so does the next reward.",
    "La Menace est à {threat} ; si vous continuez, elle monte, et la récompense suivante aussi.",
    "Die Bedrohung steht bei {threat}; gehst du weiter, steigt sie und mit ihr die Belohnung.",
)


def explain_answer(
    prompt: Prompt, view: View, answer: Decision
) -> tuple[Row, dict[str, object]] | None:
    """Return why an answer may be good, with the values for its placeholders; None if unknown."""
    facts: dict[str, object] = dict(prompt.facts)
    if answer.verb == "recruit":
        facts["influence"] = LORDS[str(answer.args["lord"])].influence
    if answer.verb in ("support", "take_stack"):
        facts["cards"] = view.council[str(answer.args["stack"])]
    facts["hand"] = view.seats[prompt.seat].hand_size
    if "value" in facts and (aim := _find_aim(view, f"{facts['race']}{facts['value']}")):
        is_nearer = aim["after"] > aim["before"]
        kind = {"pass": "pass", "buy": "buy", "take": "buy"}.get(answer.verb, "")
        if kind and is_nearer == (kind == "buy"):
            return AIM_SENTENCES[kind], facts | aim
    is_monster = answer.verb == "continue" and prompt.question == "monster"
    reason = GO_ON if is_monster else REASONS.get(answer.verb)
    return (reason, facts) if reason else None


def _find_aim(view: View, card: str) -> Facts:
    """Return the best Lord that the hand has some Allies for, and what it brings towards the cost.

    `before` and `after` are the totals without and with `card`; {} if there is no such Lord.
    """
    seat = own_seat(view)
    aims: list[tuple[float, Facts]] = []
    for lord in view.court:
        card_of_lord = LORDS[lord]
        mandatory = None if seat.has("diplomat") else card_of_lord.mandatory
        before, after = (
            max(0, best_total(hand, card_of_lord.races, mandatory))
            for hand in (tuple(seat.hand), (*seat.hand, card))
        )
        short = max(0, card_of_lord.cost - after)
        if after and short <= card_of_lord.cost / 2 + seat.pearls:
            facts = {"lord": lord, "cost": card_of_lord.cost, "before": before, "after": after}
            aims.append((lord_worth(view, lord) - short, facts | {"pearls": seat.pearls}))
    return max(aims, key=lambda aim: aim[0])[1] if aims else {}
