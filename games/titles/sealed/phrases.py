"""The words of Sealed, by language."""

from __future__ import annotations

WORDS = {
    "en": {"stake": "stake", "pass": "pass", "rounds": "rounds", "long": "long"}
    | {"fact.round": "round", "fact.stones": "stones"}
    | {"white": "white", "grey": "grey", "black": "black", "crowns": "crowns"},
    "fr": {"stake": "miser", "pass": "passer", "rounds": "manches", "long": "longue"}
    | {"fact.round": "manche", "fact.stones": "pierres"}
    | {"white": "blanche", "grey": "grise", "black": "noire", "crowns": "couronnes"},
    "de": {"stake": "setze", "pass": "passe", "rounds": "Runden", "long": "lang"}
    | {"fact.round": "Runde", "fact.stones": "Steine"}
    | {"white": "weiß", "grey": "grau", "black": "schwarz", "crowns": "Kronen"},
}

PHRASES = {
    "en": {
        "ask": "Round {round} of {rounds}: which stones do you stake? All open together.",
        "sealed": "Your stake is sealed: {stones}.",
        "shows": "{name} staked {stones}, worth {worth}.",
        "crown": "{name} wins the crown.",
        "nobody": "Nobody wins the crown.",
        "nothing": "nothing",
        "round": "Round {round} of {rounds}",
        "row": "{name}: {crowns} crowns, stones: {hand}",
    },
    "fr": {
        "ask": "Manche {round} sur {rounds} : quelles pierres misez-vous ? On révèle ensemble.",
        "sealed": "Votre mise est scellée : {stones}.",
        "shows": "{name} a misé {stones}, valeur {worth}.",
        "crown": "{name} gagne la couronne.",
        "nobody": "Personne ne gagne la couronne.",
        "nothing": "rien",
        "round": "Manche {round} sur {rounds}",
        "row": "{name} : {crowns} couronnes, pierres : {hand}",
    },
    "de": {
        "ask": "Runde {round} von {rounds}: Welche Steine setzt du? Alle decken zugleich auf.",
        "sealed": "Dein Einsatz ist versiegelt: {stones}.",
        "shows": "{name} hat {stones} gesetzt, Wert {worth}.",
        "crown": "{name} gewinnt die Krone.",
        "nobody": "Niemand gewinnt die Krone.",
        "nothing": "nichts",
        "round": "Runde {round} von {rounds}",
        "row": "{name}: {crowns} Kronen, Steine: {hand}",
    },
}

REFUSALS = {
    "Stake some of your stones, or pass.": (
        "Misez certaines de vos pierres, ou passez.",
        "Setze einige deiner Steine, oder passe.",
    ),
    "Stake at least one stone, or pass.": (
        "Misez au moins une pierre, ou passez.",
        "Setze mindestens einen Stein, oder passe.",
    ),
    "You do not have these stones.": (
        "Vous n'avez pas ces pierres.",
        "Du hast diese Steine nicht.",
    ),
}
