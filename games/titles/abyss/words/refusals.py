"""The reasons for refused answers, in French and German; the English text is where it is raised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .lexicon import list_words
from .names import RACES, language_column, name_of
from .story import format_counted_noun

# English: French, German.
REFUSALS: dict[str, tuple[str, str]] = {
    # Of any question.
    "This match is over.": ("Cette partie est terminée.", "Diese Partie ist vorbei."),
    "You are not asked anything now.": (
        "Ce n’est pas à vous de jouer en ce moment.",
        "Du bist gerade nicht am Zug.",
    ),
    "“{verb}” is not a possible answer to this question.": (
        "« {verb} » n’est pas une réponse possible à cette question.",
        "„{verb}“ ist keine mögliche Antwort auf diese Frage.",
    ),
    "Write “{verb}” on its own, with nothing after it.": (
        "« {verb} » se dit sans rien d’autre.",
        "Schreib „{verb}“ allein, ohne Zusatz.",
    ),
    "“{verb}” needs one {name}, and no more.": (
        "« {verb} » demande une seule indication : {name}.",
        "„{verb}“ braucht genau eine Angabe: {name}.",
    ),
    "“{verb}” needs one {name}, a whole number, and no more.": (
        "« {verb} » demande une seule indication, un nombre entier : {name}.",
        "„{verb}“ braucht genau eine Angabe, eine ganze Zahl: {name}.",
    ),
    "“{verb}” needs one {first} and one {second}.": (
        "« {verb} » demande deux indications : {first}, {second}.",
        "„{verb}“ braucht zwei Angaben: {first}, {second}.",
    ),
    "“{verb}” needs {name}: a list.": (
        "« {verb} » demande une liste : {name}.",
        "„{verb}“ braucht eine Liste: {name}.",
    ),
    "You do not hold all of these Allies.": (
        "Vous n’avez pas tous ces Alliés en main.",
        "Du hast nicht alle diese Verbündeten auf der Hand.",
    ),
    # “The turn”.
    "You have no such Lord with a working power.": (
        "Vous n’avez pas ce Seigneur, ou son pouvoir n’agit pas.",
        "Du hast diesen Lord nicht, oder seine Fähigkeit wirkt nicht.",
    ),
    "This power works only once on each of your turns.": (
        "Ce pouvoir n’agit qu’une fois à chacun de vos tours.",
        "Diese Fähigkeit wirkt nur einmal in jedem deiner Züge.",
    ),
    "The Slaver sells only Allies that you hold.": (
        "L’Esclavagiste ne vend que des Alliés de votre main.",
        "Der Sklavenhändler verkauft nur Verbündete aus deiner Hand.",
    ),
    "The Oracle needs a Council stack that is not empty.": (
        "Il faut à l’Oracle une pile du Conseil qui ne soit pas vide.",
        "Das Orakel braucht einen Stapel des Rates, der nicht leer ist.",
    ),
    "The Opportunist needs a Lord of the Court.": (
        "Il faut à l’Opportuniste un Seigneur de la Cour.",
        "Der Opportunist braucht einen Lord vom Hof.",
    ),
    "The Opportunist needs a Lord left in the deck.": (
        "Il faut à l’Opportuniste un Seigneur restant dans la pioche.",
        "Der Opportunist braucht einen Lord, der noch im Stapel ist.",
    ),
    "Plotting needs a Pearl, an empty space in the Court and a Lord in the deck.": (
        "Pour comploter, il faut une Perle, une place vide à la Cour et un Seigneur dans la "
        "pioche.",
        "Zum Intrigieren braucht es eine Perle, einen freien Platz am Hof und einen Lord im "
        "Stapel.",
    ),
    # “Requesting support from the Council”, “Exploring the Depths”.
    "That Council stack is empty or unknown.": (
        "Cette pile du Conseil est vide ou inconnue.",
        "Dieser Stapel des Rates ist leer oder unbekannt.",
    ),
    "No Exploration card is left to reveal.": (
        "Il ne reste aucune carte Exploration à révéler.",
        "Es ist keine Erkundungskarte mehr aufzudecken.",
    ),
    "This Threat space has no such reward.": (
        "Cette case de la Menace n’offre pas cette récompense.",
        "Dieses Feld der Bedrohung bietet diese Belohnung nicht.",
    ),
    # “Recruiting a Lord”.
    "That Lord is not in the Court.": (
        "Ce Seigneur n’est pas à la Cour.",
        "Dieser Lord steht nicht am Hof.",
    ),
    "{lord} needs a {race} among the Allies you play (mandatory race).": (
        "{lord} : il faut jouer au moins un Allié de ce peuple : {race} (peuple obligatoire).",
        "{lord}: Unter den gespielten Verbündeten muss mindestens einer dieses Volkes sein: "
        "{race} (Pflichtvolk).",
    ),
    "{lord} needs Allies of exactly {races}, not of {played}.": (
        "{lord} : il faut des Alliés d’exactement {races}, et non de {played}.",
        "{lord}: Nötig sind Verbündete aus genau so vielen Völkern: {races}, nicht {played}.",
    ),
    "One of these Allies is not needed: play only what the cost asks for.": (
        "Un de ces Alliés est superflu : ne jouez que ce que le coût demande.",
        "Einer dieser Verbündeten ist überflüssig: Spiele nur, was die Kosten verlangen.",
    ),
    (
        "With these Allies you still have to pay {pearls} of the cost of {cost} in Pearls; you "
        "have {yours}."
    ): (
        "Avec ces Alliés, il reste à payer {pearls} du coût de {cost} en Perles ; vous en avez "
        "{yours}.",
        "Mit diesen Verbündeten bleiben {pearls} der Kosten {cost} in Perlen zu zahlen; du hast "
        "{yours}.",
    ),
    "Only an Ally that you played can be affiliated.": (
        "Seul un Allié que vous avez joué peut être fédéré.",
        "Nur ein Verbündeter, den du gespielt hast, kann gebunden werden.",
    ),
    "You affiliate an Ally of the lowest value among those played.": (
        "Vous fédérez un Allié de la plus petite valeur parmi ceux joués.",
        "Du bindest einen Verbündeten mit dem niedrigsten Wert unter den gespielten.",
    ),
    "{lord} is not in the Court.": (
        "{lord} n’est pas à la Cour.",
        "{lord} steht nicht am Hof.",
    ),
    "{lord} costs {cost}: your Allies for it are worth {best} at most, and your Pearls {yours}.": (
        "{lord} : le coût est de {cost} ; vos Alliés pour cela valent {best} au plus, et vos "
        "Perles {yours}.",
        "{lord}: Die Kosten sind {cost}; deine Verbündeten dafür sind höchstens {best} wert, und "
        "deine Perlen {yours}.",
    ),
    # Powers of Lords.
    "You give up an Ally that you hold.": (
        "Vous livrez un Allié de votre main.",
        "Du gibst einen Verbündeten aus deiner Hand ab.",
    ),
    "The Assassin disables a free Lord of this opponent that still works.": (
        "L’Assassin neutralise un Seigneur libre et encore actif de cet adversaire.",
        "Der Meuchler schaltet einen freien Lord dieses Gegners aus, der noch wirkt.",
    ),
    "The Hunter robs an opponent who holds Monster tokens and has no Shaman.": (
        "Le Chasseur vole un adversaire qui a des jetons Monstre et n’a pas la Chamanesse.",
        "Der Jäger beraubt einen Gegner, der Monstermarker und keine Schamanin hat.",
    ),
    "The Illusionist gives a Location of yours for a face-up one.": (
        "L’Illusionniste échange un de vos Lieux contre un Lieu visible.",
        "Der Illusionist gibt einen deiner Orte für einen ausliegenden.",
    ),
    "The Corruptor bribes a Lord of the Court.": (
        "Le Corrupteur corrompt un Seigneur de la Cour.",
        "Der Bestecher besticht einen Lord vom Hof.",
    ),
    "The Traitor discards another free Lord of yours.": (
        "Le Traître défausse un autre de vos Seigneurs libres.",
        "Der Verräter wirft einen anderen deiner freien Lords ab.",
    ),
    "The Traitor brings a Lord of the Court.": (
        "Le Traître amène un Seigneur de la Cour.",
        "Der Verräter bringt einen Lord vom Hof.",
    ),
    "The Schemer discards another free Lord of yours.": (
        "L’Intrigant défausse un autre de vos Seigneurs libres.",
        "Der Intrigant wirft einen anderen deiner freien Lords ab.",
    ),
    # “Controlling a Location”.
    "That Location is not face up.": (
        "Ce Lieu n’est pas visible.",
        "Dieser Ort liegt nicht aus.",
    ),
    "You draw one to four Locations, no more than the stack holds.": (
        "Vous piochez de un à quatre Lieux, pas plus que la pile n’en contient.",
        "Du ziehst einen bis vier Orte, nicht mehr, als der Stapel hat.",
    ),
    "You keep one of the Locations just drawn.": (
        "Vous gardez un des Lieux qui viennent d’être piochés.",
        "Du behältst einen der eben gezogenen Orte.",
    ),
    "A Location costs exactly three keys, from tokens and active Lords.": (
        "Un Lieu coûte exactement trois clés, de jetons et de Seigneurs actifs.",
        "Ein Ort kostet genau drei Schlüssel von Markern und aktiven Lords.",
    ),
    "Black Smokers must be exchanged.": (
        "Les Fumeurs noirs doivent être échangés.",
        "Die Schwarzen Raucher müssen getauscht werden.",
    ),
    "That Location is not in the stack.": (
        "Ce Lieu n’est pas dans la pile.",
        "Dieser Ort ist nicht im Stapel.",
    ),
    # “End of the turn”.
    "The Commander leaves you {limit} Allies: discard {excess}.": (
        "Le Chef des armées vous laisse {limit} Alliés : défaussez-en {excess}.",
        "Der Heerführer lässt dir {limit} Verbündete: Wirf {excess} ab.",
    ),
    "You hold {excess} Allies too many: discard them or pay a Pearl for each.": (
        "Vous avez en main trop d’Alliés ({excess}) : défaussez-les, ou payez une Perle pour "
        "chacun.",
        "Du hast zu viele Verbündete auf der Hand ({excess}): Wirf sie ab, oder zahle je eine "
        "Perle.",
    ),
}

THIS_LORD = ("this Lord", "ce Seigneur", "dieser Lord")


def describe_refusal(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """Return the text of a refusal of this game; "" for any other one."""
    column = language_column(language)
    if sentence not in REFUSALS:
        return ""
    template = REFUSALS[sentence][column - 1] if column else sentence
    return template.format(
        **{key: _format_fact(key, fact, language) for key, fact in facts.items()}
    )


def _format_fact(key: str, fact: object, language: str) -> object:
    return FACT_FORMATS[key](fact, language) if key in FACT_FORMATS else fact


def _format_lord_name(code: str, language: str) -> str:
    name = name_of(code, language) or THIS_LORD[language_column(language)]
    return name[0].upper() + name[1:]


def _translate_code(code: str, language: str) -> str:
    return list_words(language).get(code, code.replace("_", " ")).rstrip(" \u00a0:")


# Facts that need other words than the lexicon's.
FACT_FORMATS: dict[str, Callable[[Any, str], str]] = {
    "lord": _format_lord_name,
    "race": lambda race, language: RACES[race][language_column(language)],
    "races": lambda many, language: format_counted_noun(many, "races", language),
    "played": lambda many, language: format_counted_noun(many, "races", language),
    "verb": _translate_code,
    "name": _translate_code,
    "first": _translate_code,
    "second": _translate_code,
}
