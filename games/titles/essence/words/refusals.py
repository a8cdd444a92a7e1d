"""The reasons for refused answers, in French and German; the English text is where it is raised."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import text

from .lexicon import list_words

# English: French, German.
REFUSALS: dict[str, tuple[str, str]] = {
    "This match is over.": ("Cette partie est terminée.", "Diese Partie ist vorbei."),
    "You are not asked anything now.": (
        "Ce n’est pas à vous de jouer en ce moment.",
        "Du bist gerade nicht am Zug.",
    ),
    "“{verb}” is not a possible answer to this question.": (
        "« {verb} » n’est pas une réponse possible à cette question.",
        "„{verb}“ ist keine mögliche Antwort auf diese Frage.",
    ),
    "“{verb}” needs different details.": (
        "« {verb} » demande d’autres indications.",
        "„{verb}“ braucht andere Angaben.",
    ),
    "“{verb}” needs one {name}.": (
        "« {verb} » demande une seule indication : {name}.",
        "„{verb}“ braucht genau eine Angabe: {name}.",
    ),
    "“{verb}” needs {name}: a number from 0 to {most}.": (
        "« {verb} » demande un nombre de 0 à {most} : {name}.",
        "„{verb}“ braucht eine Zahl von 0 bis {most}: {name}.",
    ),
    "“{verb}” needs {name}: a list.": (
        "« {verb} » demande une liste : {name}.",
        "„{verb}“ braucht eine Liste: {name}.",
    ),
    "“{verb}”: that is not a possible choice ({name}).": (
        "« {verb} » : cela n’est pas parmi les choix possibles ({name}).",
        "„{verb}“: Das steht nicht zur Wahl ({name}).",
    ),
    "“{verb}” needs {name}: {total} in all, of what you have.": (
        "« {verb} » : {total} en tout, de ce que vous avez ({name}).",
        "„{verb}“: {total} insgesamt, von dem, was du hast ({name}).",
    ),
    "That card is not in the market.": (
        "Cette carte n’est pas au marché.",
        "Diese Karte liegt nicht aus.",
    ),
    "Building needs a readied Foundation.": (
        "Pour construire, il faut une Fondation prête.",
        "Zum Bauen braucht es ein bereites Fundament.",
    ),
    "That costs {price} Wealth; you have {yours}.": (
        "Cela coûte {price} Richesse ; vous en avez {yours}.",
        "Das kostet {price} Reichtum; du hast {yours}.",
    ),
    "A segment stands on a free cell beside your Island.": (
        "Un segment se pose sur une case libre à côté de votre Île.",
        "Ein Segment kommt auf ein freies Feld neben deiner Insel.",
    ),
    "Move one of your segments to a free cell beside your Island.": (
        "Déplacez un de vos segments vers une case libre à côté de votre Île.",
        "Versetze eines deiner Segmente auf ein freies Feld neben deiner Insel.",
    ),
    "Your Island must hang together afterwards.": (
        "Votre Île doit rester d’un seul tenant.",
        "Deine Insel muss danach zusammenhängen.",
    ),
    "Swap two different segments of yours.": (
        "Échangez deux de vos segments, différents.",
        "Tausche zwei verschiedene deiner Segmente.",
    ),
    "That treaty has no free space for you.": (
        "Ce traité n’a pas de case libre pour vous.",
        "Dieser Vertrag hat keinen freien Platz für dich.",
    ),
    "You cannot read that fragment now.": (
        "Vous ne pouvez pas lire ce fragment maintenant.",
        "Dieses Fragment kannst du jetzt nicht lesen.",
    ),
    "You have no such card in hand, and no such readied segment.": (
        "Vous n’avez ni cette carte en main, ni ce segment prêt.",
        "Du hast weder diese Karte auf der Hand noch dieses Segment bereit.",
    ),
    "You have taken the main action of this turn; side actions and “end” are left.": (
        "Vous avez déjà fait l’action principale de ce tour\u202f; il reste les actions annexes et "
        "«\u00a0terminer\u00a0».",
        "Du hast die Hauptaktion dieses Zuges schon ausgeführt; es bleiben Nebenaktionen und "
        "„beenden“.",
    ),
    "{card} is not in the market.": (
        "{card} : pas au marché en ce moment.",
        "{card} liegt nicht aus.",
    ),
    "That costs {price} in Wealth and Influence; you have {yours} in all.": (
        "Cela coûte {price} de Richesse et d’Influence ; vous en avez {yours} en tout.",
        "Das kostet {price} an Reichtum und Einfluss; du hast insgesamt {yours}.",
    ),
    "That costs {price} Influence; you have {yours}.": (
        "Cela coûte {price} Influence ; vous en avez {yours}.",
        "Das kostet {price} Einfluss; du hast {yours}.",
    ),
    "{card} is exhausted.": (
        "{card} : épuisé en ce moment.",
        "{card} ist erschöpft.",
    ),
    "{card} is not in the prophecy row.": (
        "{card} : pas dans la rangée de la prophétie.",
        "{card} liegt nicht in der Reihe der Prophezeiung.",
    ),
    "The leftmost fragment of the row cannot be read yet.": (
        "Le fragment le plus à gauche de la rangée ne peut pas encore être lu.",
        "Das Fragment ganz links in der Reihe kann noch nicht gelesen werden.",
    ),
    "You have already read a fragment this turn.": (
        "Vous avez déjà lu un fragment pendant ce tour.",
        "Du hast in diesem Zug schon ein Fragment gelesen.",
    ),
    "{card} is a monster: you read it by attacking it.": (
        "{card} : c’est un monstre, qui se lit en l’attaquant.",
        "{card} ist ein Monster: Du liest es, indem du es angreifst.",
    ),
    "You do not have all that {card} requires.": (
        "Vous n’avez pas tout ce que demande {card}.",
        "Du hast nicht alles, was {card} verlangt.",
    ),
    "{card} is not among the Advisors on offer.": (
        "{card} : pas parmi les Conseillers proposés.",
        "{card} ist nicht unter den ausliegenden Beratern.",
    ),
    "You do not have all of these cards in hand.": (
        "Vous n’avez pas toutes ces cartes en main.",
        "Du hast nicht alle diese Karten auf der Hand.",
    ),
    "You cannot take that action now, or you cannot pay for it.": (
        "Vous ne pouvez pas faire cette action maintenant, ou vous ne pouvez pas la payer.",
        "Diese Aktion kannst du jetzt nicht ausführen oder nicht bezahlen.",
    ),
}


def describe_refusal(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """Return the text of a refusal of this game in a language; "" for any other one."""
    lexicon = list_words(language)
    values = {
        key: lexicon.get(str(fact), fact) if key in ("verb", "name", "card") else fact
        for key, fact in facts.items()
    }
    if sentence in REFUSALS and language not in ("fr", "de"):
        return text.format_sentence(sentence, values)
    return text.translate_sentence(REFUSALS, sentence, values, language)
