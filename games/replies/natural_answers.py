"""What people say around an answer as they speak: “I choose 2”, “yes, take two”, “la 2, gracias”.

Only words of these tables may stand there, in no line that refuses, wishes or supposes anything.
"""

from __future__ import annotations

from collections.abc import Set

from games.engine import notation
from games.engine.notation import Tokens
from games.engine.pleasantries import bare


def _words(table: str) -> frozenset[str]:
    return frozenset(notation.tokens(table))


# Before an answer in words or by number.
LEADS = frozenset.union(
    _words("ok okay yes well so then I we ll my it is answer choice"),
    _words("ich wir mein meine ja also antwort je mon ma oui alors choix réponse c'est"),
    _words("yo mi respuesta io mia risposta scelta eu minha resposta ik mijn antwoord"),
    _words("jag mitt jeg mit svar"),
)
# Between these and a number: that somebody chooses, and what.
CHOOSES = frozenset.union(
    _words("choose pick select go with for take number option nr nummer numéro numero"),
    _words("nehme wähle prends choisis opte pour tomo elijo escojo el prendo scelgo il"),
    _words("escolho fico com neem kies de het tar väljer tager vælger velger biorę wybieram"),
    _words("беру выбираю vezmu volím si beriem otan valitsen aleg választom seçiyorum"),
    _words("我选 我選 我选择 選 选 אני בוחר בוחרת أختار"),
)
# Behind a number.
TRAILS = frozenset.union(
    _words("then gracias grazie obrigado obrigada dank je wel tack tak takk kiitos por per"),
    _words("favor favore prego alstublieft dziękuję proszę děkuji prosím спасибо пожалуйста дякую"),
    _words("köszönöm mulțumesc teşekkürler lütfen 谢谢 謝謝 شكرا תודה"),
    _words("番 番で 番でお願いします 번 번이요 번으로"),
)
# A question begins with these, even one without a mark.
ASKS = _words("is")
NUMBERS = {
    word: str(number)
    for table in (
        "one two three four five six seven eight nine ten",
        "eins zwei drei vier fünf sechs sieben acht neun zehn",
        "un deux trois quatre cinq six sept huit neuf dix",
    )
    for number, word in enumerate(notation.tokens(table), start=1)
}
# Words of a game and of choosing that begin alike may be the same in another form.
ALIKE = 4


def led(line: str, verbs: Set[Tokens]) -> str:
    """Return a line without what leads to its answer, numbers in digits; "" if nothing changes.

    `verbs` of the game lead to nothing.

    >>> led("Yes, I take two.", set()), led("take 2", set()), led("I would take 2", set())
    ('take 2', '', 'would take 2')
    """
    said = bare(notation.tokens(line))
    if ASKS.intersection(said[:1]):
        return ""
    ours = _beginnings(verbs)
    leads = (word in LEADS and word[:ALIKE] not in ours for word in said)
    start = next((at for at, is_lead in enumerate(leads) if not is_lead), len(said))
    plain = tuple(NUMBERS.get(word, word) for word in said[start:])
    return "" if plain == said else " ".join(plain)


def chosen(line: str, verbs: Set[Tokens]) -> str:
    """Return the number that a line chooses and does nothing else; "" if there is none.

    `verbs` of the game are never words of choosing: “take 3” may be three of something.

    >>> chosen("My answer is 2", set()), chosen("I take 2", {("take",)}), chosen("not 2", set())
    ('2', '', '')
    """
    said = tuple(NUMBERS.get(word, word) for word in bare(notation.tokens(line)))
    numbers = [at for at, word in enumerate(said) if word.isdigit()]
    if len(numbers) != 1 or notation.NO_NUMBER.match(line) or ASKS.intersection(said[:1]):
        return ""
    [at] = numbers
    before, behind = said[:at], said[at + 1 :]
    used = {word[:ALIKE] for word in (*before, *behind)}
    if not used:
        return ""
    known = set(before) <= LEADS | CHOOSES and set(behind) <= TRAILS
    return said[at] if known and not used & _beginnings(verbs) else ""


def _beginnings(verbs: Set[Tokens]) -> set[str]:
    return {verb[0][:ALIKE] for verb in verbs if verb}
