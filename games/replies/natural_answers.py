"""Colloquial phrases around an answer: “I choose 2”, “yes, take two”, “la 2, gracias”.

Only words of these tables are allowed, so that lines which refuse, wish or suppose something are
not mistaken for answers.
"""

from __future__ import annotations

from collections.abc import Set

from games.engine import notation
from games.engine.notation import Tokens, strip_courtesies


def _tokenize_words(table: str) -> frozenset[str]:
    return frozenset(notation.tokenize_line(table))


# Words before an answer in words or by number.
LEADS = frozenset.union(
    _tokenize_words("ok okay yes well so then I we ll my it is answer choice"),
    _tokenize_words("ich wir mein meine ja also antwort je mon ma oui alors choix réponse c'est"),
    _tokenize_words("yo mi respuesta io mia risposta scelta eu minha resposta ik mijn antwoord"),
    _tokenize_words("jag mitt jeg mit svar"),
)
# Words of choosing between those and a number.
CHOOSES = frozenset.union(
    _tokenize_words("choose pick select go with for take number option nr nummer numéro numero"),
    _tokenize_words("nehme wähle prends choisis opte pour tomo elijo escojo el prendo scelgo il"),
    _tokenize_words(
        "escolho fico com neem kies de het tar väljer tager vælger velger biorę wybieram"
    ),
    _tokenize_words("беру выбираю vezmu volím si beriem otan valitsen aleg választom seçiyorum"),
    _tokenize_words("我选 我選 我选择 選 选 אני בוחר בוחרת أختار"),
)
# Words after a number.
TRAILS = frozenset.union(
    _tokenize_words(
        "then gracias grazie obrigado obrigada dank je wel tack tak takk kiitos por per"
    ),
    _tokenize_words(
        "favor favore prego alstublieft dziękuję proszę děkuji prosím спасибо пожалуйста дякую"
    ),
    _tokenize_words("köszönöm mulțumesc teşekkürler lütfen 谢谢 謝謝 شكرا תודה"),
    _tokenize_words("番 番で 番でお願いします 번 번이요 번으로"),
)
# Words that begin a question, even without a question mark.
ASKS = _tokenize_words("is")
NUMBERS = {
    word: str(number)
    for table in (
        "one two three four five six seven eight nine ten",
        "eins zwei drei vier fünf sechs sieben acht neun zehn",
        "un deux trois quatre cinq six sept huit neuf dix",
    )
    for number, word in enumerate(notation.tokenize_line(table), start=1)
}
# A game's verb and a word of choosing with the same first letters may be forms of the same word.
ALIKE = 4


def strip_lead_words(line: str, verbs: Set[Tokens]) -> str:
    """Return a line without the words before its answer, numbers as digits; "" if nothing changes.

    `verbs` of the game are never removed.

    >>> said = ("Yes, I take 2.", "take 2", "I would take 2")
    >>> [strip_lead_words(line, set()) for line in said]
    ['take 2', '', 'would take 2']
    """
    said = strip_courtesies(notation.tokenize_line(line))
    if ASKS.intersection(said[:1]):
        return ""
    ours = _collect_verb_prefixes(verbs)
    leads = (word in LEADS and word[:ALIKE] not in ours for word in said)
    start = next((at for at, is_lead in enumerate(leads) if not is_lead), len(said))
    plain = tuple(NUMBERS.get(word, word) for word in said[start:])
    return "" if plain == said else " ".join(plain)


def extract_chosen_number(line: str, verbs: Set[Tokens]) -> str:
    """Return the number in a line that does nothing but choose it; "" if there is none.

    `verbs` of the game are never words of choosing: “take 3” may mean three of something.

    >>> extract_chosen_number("My answer is 2", set())
    '2'
    >>> extract_chosen_number("I take 2", {("take",)})
    ''
    >>> extract_chosen_number("not 2", set())
    ''
    """
    said = tuple(NUMBERS.get(word, word) for word in strip_courtesies(notation.tokenize_line(line)))
    numbers = [at for at, word in enumerate(said) if word.isdigit()]
    if len(numbers) != 1 or notation.NO_NUMBER.match(line) or ASKS.intersection(said[:1]):
        return ""
    [at] = numbers
    before, behind = said[:at], said[at + 1 :]
    used = {word[:ALIKE] for word in (*before, *behind)}
    if not used:
        return ""
    known = set(before) <= LEADS | CHOOSES and set(behind) <= TRAILS
    return said[at] if known and not used & _collect_verb_prefixes(verbs) else ""


def _collect_verb_prefixes(verbs: Set[Tokens]) -> set[str]:
    return {verb[0][:ALIKE] for verb in verbs if verb}
