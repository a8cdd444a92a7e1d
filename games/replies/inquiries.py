"""Questions and wishes that are neither answers nor commands: “who is winning?”, “is this spam?”.

Each gets two or three sentences with a link to the page where it is done. Nothing is done by them,
and nothing hidden is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine import notation
from games.engine.contract import Decision
from games.models import Prompt, Status
from games.presentation import boards
from games.queries import matches, states
from games.replies import explanations
from games.replies.explanations import Explain
from games.replies.lines import small_talk
from games.titles import GAMES

# The words of each kind as notation.tokenize_line() returns them, in English, French and German.
# {n} is a number.
_PHRASES: Mapping[str, str] = {
    "standing": """
        who is winning|who s winning|who wins|who is (?:ahead|leading|in lead)
        who s (?:ahead|leading)
        what is score|what s score|what is current score|am i winning|am i losing|how am i doing
        what is (?:status|standing)|what s (?:status|standing)|how are we doing
        qui gagne|qui mene|qui est en tete|qui est devant|quel est score|est ce que je gagne
        ou en est on|ou en sommes nous|ou en est partie
        wer gewinnt|wer fuhrt|wer liegt vorne?|wer ist vorne?|wie steht s|wie steht es
        wie ist stand|wie ist spielstand|gewinne ich|liege ich vorne?
    """,
    "option": """
        what (?:does|is|are|s) (?:answer |number )?{n}(?: do| mean)?
        what happens (?:with|if i (?:choose|play|pick)) {n}
        explain (?:answer |number )?{n}|what would {n} do
        que (?:fait|veut dire|signifie) (?:reponse |numero )?{n}
        (?:c est quoi|a quoi sert) (?:reponse |numero )?{n}
        que fait option {n}|explique (?:reponse |numero )?{n}|que se passe t il avec {n}
        was (?:macht|tut|ist|bedeutet|bewirkt|bringt) (?:antwort |nummer |moglichkeit )?{n}
        was passiert bei {n}|erklare? (?:antwort |nummer |moglichkeit )?{n}
    """,
    "nothing": """
        never mind|nevermind|forget it|forget that|ignore that|ignore this|please ignore this
        wrong one|wrong match|wrong game|wrong e mail|wrong email|wrong person|wrong address
        that was wrong one|that was for another match|not for you
        laisse tomber|laissez tomber|oublie|oubliez|oublie ca|mauvaise partie|mauvais destinataire
        ce n etait pas pour vous|ce n est rien
        vergiss es|vergiss das|egal|schon gut|falsche partie|falsches spiel|falsche e mail
        falsche mail|war nicht fur dich|nicht so wichtig
    """,
    "account": """
        delete my account|close my account|remove my account|delete account|erase my account
        i want to delete my account|how do i delete my account|how can i delete my account
        supprime[rz]? mon compte|supprime[rz]? compte|ferme[rz]? mon compte
        je veux supprimer mon compte
        comment supprimer mon compte
        losche? (?:mein(?:en)? )?(?:konto|account)|(?:mein(?:en)? )?(?:konto|account) loschen
        ich will mein konto loschen|ich mochte mein konto loschen|wie losche ich mein konto
    """,
    "password": """
        (?:i )?(?:lost|forgot|have lost|ve lost|have forgotten|ve forgotten) (?:my )?password
        reset (?:my )?password|new password|i need a new password|i (?:cannot|can t) (?:log|sign) in
        how do i (?:log|sign) in
        mot de passe (?:oublie|perdu)|j ai (?:oublie|perdu) mon mot de passe|nouveau mot de passe
        je n arrive pas a me connecter|comment me connecter
        passwort (?:vergessen|verloren)|(?:ich )?(?:habe|hab) mein passwort (?:vergessen|verloren)
        neues passwort|ich kann mich nicht anmelden|wie melde ich mich an
    """,
    "introduction": """
        is this spam|is it spam|this is spam|spam|what is this|what s this|what is this about
        who are you|who is this|what is this email
        why do i get (?:this|these (?:e mails|emails|mails))
        why am i getting (?:this|these (?:e mails|emails|mails))|are you a (?:bot|robot)
        c est du spam|est ce du spam|est ce que c est du spam|c est quoi|c est quoi ca|qui etes vous
        qu est ce que c est|pourquoi je recois (?:ca|cela|cet e mail)|qui est ce|vous etes un robot
        ist das spam|das ist spam|was ist das|was soll das|wer bist du|wer seid ihr|wer sind sie
        warum bekomme ich (?:das|diese (?:e mails|emails|mails))|warum krieg ich das|bist du ein bot
    """,
}
# What may stand around them.
_BEFORE = small_talk.list_words(
    "so and hi hello hey sorry oops please pardon désolé désolée ups also alors hallo salut und"
)
_BEHIND = (
    r"(?: (?:now|right now|at moment|please|then|gerade|jetzt|denn|eigentlich|bitte|en ce moment|"
    r"maintenant|svp|alors))?"
)


# Those that say nothing about an answer beside them.
ABOUT_ELSE = ("standing", "account", "password")


class Inquiry(Struct, frozen=True):
    """A question about something else than cards; `number` is that of an answer, 0 for none."""

    kind: str
    number: int = 0


def _compile(table: str) -> re.Pattern[str]:
    alternatives = "|".join(line.strip() for line in table.strip().splitlines())
    return re.compile(f"(?:{alternatives.replace('{n}', r'[0-9]{1,3}')}){_BEHIND}")


_PATTERNS = {kind: _compile(table) for kind, table in _PHRASES.items()}


def parse_inquiry(line: str) -> Inquiry | None:
    """Return what a line asks, None if it is nothing of these.

    >>> parse_inquiry("Who is winning?"), parse_inquiry("Was macht die 4?")
    (Inquiry(kind='standing', number=0), Inquiry(kind='option', number=4))
    >>> parse_inquiry("who is winning if I take 2"), parse_inquiry("sorry, wrong match!")
    (None, Inquiry(kind='nothing', number=0))
    """
    if line.lstrip().startswith((">", "|")):
        return None
    words = notation.split_words(small_talk.cut_greeting(line.split("//")[0]))
    tokens = tuple(word for word in words if word not in _LEFT_OUT)
    while len(tokens) > 1 and tokens[0] in _BEFORE:
        tokens = tokens[1:]
    text = " ".join(tokens)
    for kind, pattern in _PATTERNS.items():
        if pattern.fullmatch(text) or pattern.fullmatch(" ".join(small_talk.cut_talk(tokens))):
            number = next((int(word) for word in tokens if word.isdigit()), 0)
            return Inquiry(kind, number)
    return None


_LEFT_OUT = notation.FILLERS - {"and", "et", "und", "das"}


def answer_inquiry(inquiry: Inquiry, prompt: Prompt, language: str) -> list[str]:
    """Return the sentences that answer an inquiry about the match of a prompt."""
    match = prompt.match
    url = settings.SITE_URL.rstrip("/")
    page = url + reverse("match", args=[match.number])
    match inquiry.kind:
        case "standing":
            return _describe_standing(prompt, page)
        case "option":
            return _describe_option(inquiry.number, prompt, language)
        case "nothing":
            undo = _("To take back your last answer, write “undo”.")
            return [_("All right. Nothing has changed."), undo]
        case "account":
            sentence = _("You delete your account on this page, after signing in:")
            return [_("Nothing has changed yet."), sentence, url + reverse("settings")]
        case "password":
            sentence = _("You sign in with a link that we send to your address. Ask for it here:")
            return [sentence, url + reverse("sign_in")]
    why = _("You get this e-mail because you play in %(game)s #%(number)s.") % {
        "game": GAMES[match.game].title,
        "number": match.number,
    }
    stop = _("If you do not want it, write “unsubscribe”. The match is here:")
    return [why, stop, page]


def _describe_standing(prompt: Prompt, page: str) -> list[str]:
    """Return how a match stands, as far as everybody may see it."""
    match = prompt.match
    places = matches.final_places(match)
    if match.status == Status.FINISHED and places:
        ranks = ", ".join(f"{place}. {name} ({score})" for place, name, score in places)
        return [_("The match is over."), ranks, page]
    sentence = _("Points are counted at the end. What everybody can see now is on this page:")
    return [_("Nobody has won yet."), sentence, page]


def _describe_option(number: int, prompt: Prompt, language: str) -> list[str]:
    """Return an answer by its number in words, with what the cards in it do."""
    state_prompt = states.find_state_prompt(prompt) if prompt.closed_at is None else None
    options = states.offered_decisions(prompt, state_prompt) if state_prompt else []
    if not 1 <= number <= len(options):
        return [_("There is no such answer now.")]
    decision, game = options[number - 1], prompt.match.game
    words = notation.format_decision(decision, GAMES[game].list_words(language))
    sentences = [_("%(number)s is “%(answer)s”.") % {"number": number, "answer": words}]
    if cards := _list_cards(decision, game, language):
        return [*sentences, *explanations.describe_cards(Explain(game, cards), language)]
    rules = _("The rules say what it does:")
    path = reverse("guide", args=[game]) if game in boards.GUIDES else reverse("rules")
    return [*sentences, rules, settings.SITE_URL.rstrip("/") + path]


def _list_cards(decision: Decision, game: str, language: str) -> tuple[str, ...]:
    """Return the codes of the cards that an answer names and the game's guide explains."""
    if game not in boards.GUIDES:
        return ()
    card_codes = {card.code for card in boards.GUIDES[game].list_cards(language)}
    codes = [
        code
        for value in decision.args.values()
        for code in (value if isinstance(value, list) else [value])
        if isinstance(code, str)
    ]
    cards = [way for code in codes for way in (code, code.split(".")[-1]) if way in card_codes]
    return tuple(dict.fromkeys(cards))[: explanations.MAX_CARDS]
