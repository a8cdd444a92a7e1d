"""Words people use to choose: “I choose 2”, “yes, take two”, “la 2, gracias”, “buy the card”.

Only words of these tables are allowed around an answer, so that lines which refuse, wish or suppose
something are not mistaken for answers.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from msgspec import Struct

from games.engine import notation
from games.engine.notation import Tokens
from games.replies.lines import answer_phrases, verb_forms
from games.replies.lines.number_words import NUMBERS
from games.replies.lines.small_talk import AGREES, PARTICLES, list_words


def _tokenize_phrases(table: str) -> list[Tokens]:
    # The longest first, so that “let's try” is not read as “let's”.
    return sorted(map(notation.tokenize_line, table.split(",")), key=len, reverse=True)


# Words before an answer in words or by number.
LEADS = list_words(
    """
    I we ll my it is s answer choice decision pick ich wir mein meine antwort entscheidung je j nous
    mon ma choix réponse décision c'est wahl yo mi respuesta io mia risposta scelta eu minha
    resposta ik mijn antwoord jag mitt jeg mit svar here hier voici ist est
    """
)
LEADS |= PARTICLES | AGREES
# Of these, those that need a noun of these: “my pass” is no answer.
POSSESSIVES = list_words("my mein meine meinen mon ma")
# Phrases before an answer.
LEAD_PHRASES = _tokenize_phrases(
    """
    va pour, je vote, je vote pour, celui de la, celle de la, celui en, celle en, the one on, the
    one at, je pars sur, on part sur, je dis, ce sera, ça sera, mon choix se
    porte sur, ich gehe mit, ich geh mit, gehe mit, ich sage, ich stimme für, lets, I vote for, I
    vote, vote, just, simply, I go for, I'll go for, I will go for, go for, going for, I will have,
    I'll have, I would like to, I'd like to, I would love to, I'd love to, time to, I want to, I am
    going to, I'm going to, I'm gonna, let me, let's, I will, I shall, I decided to, I have decided
    to, I have to, I must, I prefer to, I want, I would like, I'd like, we will, please do, this is
    my answer, my move, my vote, I decide for, for me, je voudrais, j'aimerais, je veux, je vais, je
    dois, we vote, I opt for, I vote to, I've decided to, I have decided on, I'm happy to, I am
    happy to, happy to, glad to, I'd rather, I would rather, I'd prefer to, I prefer, better, let's
    do, do, an easy one, that's an easy one, no doubt, without a doubt, no question, no question
    about it, after long thought, after much thought, after some thought, decision made, decided,
    reply, je préfère, je décide d, je décide de, j'ai décidé d, je confirme, je valide, sans
    hésitation, sans aucun doute, après réflexion, après mûre réflexion, c'est décidé, je me lance,
    mach, mach mal, ich mache, ich sag mal, sag ich mal, ich sage mal, eindeutig, ganz klar, ohne
    Zweifel, nach langem Überlegen, nach reiflicher Überlegung, ich habe mich entschieden, habe mich
    entschieden, ich hab mich entschieden, meine Wahl fällt auf, meine Wahl fällt auf die, my answer
    to your question is, my answer to the question is, d'abord, j'ai décidé de, on va, mon coup, je
    me décide pour, pour moi, ich möchte, ich will, ich werde, ich muss, dann halt, ich bleibe bei,
    ich bleib bei, wird wohl die, es wird die, I'd say, I would say, let's try, gonna go with, I'll
    stick with, I stick with, je reste sur, disons, mein Zug, ich hätte gern, ich hätte gerne, ich
    entscheide mich für, ich bin für, I settled on, I've settled on, I've decided, I have decided,
    I decided on, I decided for, entscheide ich mich für,
    für mich, I guess it has to be, it has to be, it'll be, it will be, auf jeden Fall, auf jeden
    Fall die, machen wir, machen wir die, es wird wohl, es wird wohl die, die Antwort lautet, meine
    Antwort lautet, je dirais, right then, thank you but, thanks but, merci mais,
    danke aber
    """
)
# What leads to a decision in the same sentence: “Thinking about it for a while I settled on 2”.
_DELIBERATES = re.compile(
    r"^\W{0,3}(?:(?:after|having|upon|on) )?(?:some |much |long |careful )?(?:thinking|thought|"
    r"consideration|considering)\b|^\W{0,3}après (?:y )?(?:avoir )?"
    r"(?:bien |longuement |mûre(?:ment)? )?"
    r"(?:réfléchi|réflexion|pensé)|^\W{0,3}nach (?:\w{3,12} )?(?:überlegen|überlegung|nachdenken|"
    r"bedenkzeit)\b",
    re.IGNORECASE,
)
_PONDER_WORDS = frozenset(["thinking", "think", "moment"])
_DECIDES = re.compile(
    r"\b(?:(?:i|i've|i have|we|we've|we have) (?:settled on|decided on|decided for|choose|"
    r"pick|take|go with|go for)|"
    r"je (?:choisis|prends|joue)|nehme (?:ich|wir)|wähle ich|"
    r"entscheide ich mich für|ich (?:nehme|wähle))\s",
    re.IGNORECASE,
)
# Words of wanting before an answer in words. Before a number they may mean an amount: “I need 2”.
INTENTS = list_words(
    """
    just simply unfortunately sadly choose will ll want going to gonna go let us lets have must need
    decide decided prefer on en malheureusement juste choisis pars vais va veux dois souhaite
    souhaitons préfère aimerais voudrais allons möchte will werde muss gehe geh lass lasst uns wir
    werden wollen first next zuerst erst erstmal zunächst danach puis ensuite enfin
    """
)
# Words of choosing before an answer that is named without its verb.
NAMING = list_words(
    """
    choose pick select go going with for choosing choisis choisissons opte pour choisir wähle wählen
    entscheide mich für nach to à au aux vers zum zur give me gimme grab donne donnez moi
    gib gebt mir her mit
    """
)
# Words between a verb and what it is done to.
JOINTS = list_words(
    """
    to in at on onto into my our à au aux dans sur vers mon ma mes zu zum zur im am auf meine meinen
    mein nach
    """
)
# Words that names of the game have, too, and that tell nothing.
COMMON = JOINTS | PARTICLES | list_words("des aux von bas plus fort back last left long open")
# Words before what is named: “with my crab 4 and a squid 2”, “j'utilise d'abord la Mairesse”.
DETERMINERS = list_words(
    "my a an both mein meine meinen ein eine einen mon ma mes un une d'abord zuerst first"
)
# Words before a price.
FOR = list_words("for at pour für zu")
# Other words for those that games put before what is used or paid: “recruit the Sage using crab 4”.
MEANS = {"using": "with", "utilisant": "avec", "mittels": "mit", "mithilfe": "mit"}
# Words of choosing between those and a number.
CHOOSES = list_words(
    """
    choose pick select go going with take taking choosing number option nr nummer numéro numero n
    play nehme nehm nimm nehmen wähle wählen spiele prends prendre choisis choisir joue opte pour
    möglichkeit variante
    """
)
# Words after a number.
TRAILS = list_words(
    """
    then per it is for me es from here nehmen wählen sein ist answer choice passt
    """
)
TRAILS |= PARTICLES - {"mal"}
# Words for what is chosen, which add nothing to its verb.
OBJECTS = list_words(
    """
    it s that this one card offer them on carte celle ci ça cela offre cette ce karte sie es ihn
    diese diesen dieses angebot monster monstre against contre gegen a un une eine einen la le l die
    den das thing
    """
)
# Words for the writer, which may follow a verb.
WRITERS = list_words("I we ich wir je nous")
# Words for the turn that somebody ends or passes.
TURN = list_words("my turn of mon tour de meinen mein zug")
ENDING = list_words("pass end passer finir terminer passen passe beenden beende")
# Verbs that decline what is offered.
DECLINES = list_words("pass decline passer refuser passen ablehnen")
# Words that say no; what answers them with yes is the opposite.
DENIES = list_words("no nope non nein nee")
# Of these, those that only decline.
REFUSES = list_words("decline refuser ablehnen")
HANDED_OVER = list_words("a un une eine einen it them le la les ça cela")
# Words of preferring and of the day, which add nothing to an answer in words.
PREFERS = list_words("lieber heute diesmal today tonight aujourd hui")
# Words beside a verb that add nothing to it.
BESIDE = PARTICLES | OBJECTS | WRITERS | PREFERS
# Articles before several things: “the two” are both.
SEVERAL = list_words("the les both beide beiden alle all tous toutes")
# Words for the last answer of the list, which may mean the last card, and those that cannot.
_LAST = frozenset(
    _tokenize_phrases(
        """
        last, last one, last option, last answer, last choice, dernier, dernière, dernière option,
        dernière réponse, letzte, letzter, letztes, letzten, letzte antwort, letzte option, letzte
        möglichkeit
        """
    )
)
LAST_WORDS = list_words("last dernier dernière derniers letzte letzter letztes letzten")
_LAST_ANSWER = list_words("option answer choice réponse antwort möglichkeit")
_AT_ONCE = frozenset([("right", "now"), ("right", "away"), ("right", "then")])
# Minimum length of a word without its ending.
MIN_STEM = 4
_ENDINGS = ("en", "er", "es", "em", "e", "n", "s")
# Words that begin a question, even without a question mark ...
ASKS = list_words("is")
# ... if the writer follows.
ASKS_BEFORE_WRITER = list_words("will shall do should can may must soll darf kann muss will")
# “dois-je”, “est-ce”.
_INVERSION = re.compile(
    r"\w[-‐‑’](?:t[-‐‑])?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b", re.IGNORECASE
)
# “the second one”, “2nd answer”, “die zweite”; the noun may be missing in German and French.
_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
    "première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
    "premier seconde troisième quatrième cinquième sixième septième huitième neuvième dixième",
)
ORDINALS = {
    word: str(number)
    for table in _ORDINAL_WORDS
    for number, word in enumerate(notation.tokenize_line(table), start=1)
}
ORDINAL_ENDS = list_words("st nd rd th er ere e eme te ten")
ARTICLES = list_words("the le la l der die das den")
# Words that point at a thing.
DEMONSTRATIVE = list_words("this that ce cet cette dieser diese dieses diesen den das")
# Those before a single thing, which stand before no name of a person.
DEFINITE = list_words(
    "the le la l das this that my mon ma mein meine meinen ce cette diese dieses diesen"
)
NOUNS = list_words(
    "one answer option choice antwort möglichkeit variante wahl réponse choix solution"
)


class ChosenNumber(Struct, frozen=True):
    """A number and the words of choosing around it."""

    number: int
    words: Tokens


def list_synonyms(verb: Tokens) -> tuple[str, ...]:
    """Return the synonyms of a verb, which may have two words: “se reposer”."""
    synonyms = answer_phrases.SYNONYMS
    return synonyms.get(" ".join(verb[:2]), synonyms.get(verb[0], ()))


def cut_leads(tokens: Tokens, verbs: frozenset[str] = frozenset()) -> Tokens:
    """Return words without those that lead to an answer; forms of `verbs` stay.

    >>> cut_leads(("yes", "i", "would", "like", "to", "buy")), cut_leads(("i", "would", "buy"))
    (('buy',), ('would', 'buy'))
    """
    if tokens[:1] == ("s",):
        return tokens
    while len(tokens) > 1:
        phrase = next((lead for lead in LEAD_PHRASES if tokens[: len(lead)] == lead), ())
        if phrase and len(phrase) < len(tokens):
            tokens = tokens[len(phrase) :]
        elif tokens[0] in verbs or (tokens[0] in POSSESSIVES and tokens[1] not in LEADS):
            break
        elif tokens[0] in LEADS or (tokens[0] in ("m", "am", "re") and tokens[1].endswith("ing")):
            tokens = tokens[1:]
        else:
            break
    return tokens


def cut_case(word: str) -> str:
    """Return a word without the endings of its case and number.

    >>> [cut_case(word) for word in ("weisen", "krebs", "krebse", "sages")]
    ['weis', 'kreb', 'kreb', 'sage']
    """
    for _ in range(2):
        ends = (end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= MIN_STEM)
        word = word.removesuffix(next(ends, ""))
    return word


def cut_around(tokens: Tokens, forms: frozenset[str]) -> Tokens:
    """Return words without those around an answer that only say who wants it; `forms` stay.

    >>> cut_around(("we", "want", "to", "pass", "then"), frozenset(["pass"]))
    ('pass',)
    """
    if tokens[:1] == ("to",):
        return tokens
    tokens = cut_leads(tokens, forms)
    while (
        len(tokens) > 1 and tokens[0] in (LEADS | INTENTS) - POSSESSIVES and tokens[0] not in forms
    ):
        tokens = tokens[1:]
    while (
        len(tokens) > 1 and tokens[-1] in PARTICLES | WRITERS | PREFERS and tokens[-1] not in forms
    ):
        tokens = tokens[:-1]
    return tokens


def is_at_once(line: str) -> bool:
    """Return whether “right” means no place in a line: “the Tavern right now”."""
    words = notation.split_words(line)
    return any(pair in _AT_ONCE for pair in zip(words, words[1:], strict=False))


def begins_question(line: str) -> bool:
    """Return whether the first words of a line begin a question.

    >>> [begins_question(line) for line in ("Will I pass", "Dois-je passer", "Will pass")]
    [True, True, False]
    """
    first, second = (*notation.tokenize_line(line)[:2], "", "")[:2]
    if _INVERSION.search(line):
        return True
    return first in ASKS or (first in ASKS_BEFORE_WRITER and second in WRITERS)


def find_chosen_number(tokens: Tokens) -> ChosenNumber | None:
    """Return the number that words choose and do nothing else; None if there is none.

    >>> find_chosen_number(("i", "go", "with", "2"))
    ChosenNumber(number=2, words=('i', 'go', 'with'))
    >>> find_chosen_number(("not", "2")), find_chosen_number(("2", "or", "3"))
    (None, None)
    """
    tokens = tuple(NUMBERS.get(word, word) for word in _read_ordinal(tokens))
    numbers = [at for at, word in enumerate(tokens) if word.isdigit()]
    # “S. 2” is a page; “it's 2” is an answer.
    if len(numbers) != 1 or len(tokens[numbers[0]]) > 6 or tokens[0] == "s":
        return None
    [at] = numbers
    before, behind = tokens[:at], tokens[at + 1 :]
    is_choice = set(before) <= LEADS | CHOOSES and set(behind) <= TRAILS
    return ChosenNumber(int(tokens[at]), before + behind) if is_choice else None


def means_several(tokens: Tokens) -> bool:
    """Return whether words name a number of things rather than the thing of a number.

    >>> means_several(("the", "two")), means_several(("les", "deux")), means_several(("la", "2"))
    (True, True, False)
    """
    pairs = zip(tokens, tokens[1:], strict=False)
    return any(article in SEVERAL and NUMBERS.get(word, "1") != "1" for article, word in pairs)


def is_bare_ordinal(line: str) -> bool:
    """Return whether a line has an ordinal without article and noun: “I go first”.

    >>> is_bare_ordinal("I go first"), is_bare_ordinal("the first"), is_bare_ordinal("first one")
    (True, False, False)
    """
    tokens = notation.split_words(line)
    ordinals = [at for at, word in enumerate(tokens) if word in ORDINALS or word in ORDINAL_ENDS]
    return bool(ordinals) and not ARTICLES.intersection(tokens) and not NOUNS.intersection(tokens)


def _read_ordinal(tokens: Tokens) -> Tokens:
    """Return words with an ordinal at their end as a number: “take the second one”."""
    bare = tokens[:-1] if tokens[-1:] and tokens[-1] in NOUNS else tokens
    if len(bare) > 1 and bare[-1] in ORDINAL_ENDS and bare[-2].isdigit():
        return bare[:-1]
    if bare and bare[-1] in ORDINALS:
        return (*bare[:-1], ORDINALS[bare[-1]])
    return bare if bare and bare[-1].isdigit() else tokens


def iter_word_orders(tokens: Tokens, verbs: Sequence[tuple[Tokens, str]]) -> Iterator[Tokens]:
    """Yield words with their verb first and as the game writes it, for each way to read them.

    `verbs` are (words of a verb, language).

    >>> set(iter_word_orders(("werfe", "krebs", "2", "ab"), [(("abwerfen",), "de")]))
    {('abwerfen', 'krebs', '2')}
    """
    first_words = {verb[0] for verb, _ in verbs}
    for verb, language in verbs:
        for rest in _iter_rests(tokens, verb[0], language):
            yield (*verb, *_cut_object(verb, rest))
            yield from _iter_places(verb, rest)
            yield (*verb, *(word for word in rest if word not in PARTICLES | WRITERS | PREFERS))
            if rest and rest[0] in JOINTS and rest == tokens[-len(rest) :]:
                yield (*verb, *_cut_joints(rest))
        yield from _iter_reflexive(verb, language, tokens)
        if tokens in answer_phrases.PHRASES.get(verb[0], ()):
            yield verb
        # “space 3”, “case 3”, “zu Feld 3”
        yield from _iter_places(verb, tokens)
        for synonym in list_synonyms(verb):
            if synonym in first_words:
                continue
            for rest in _iter_rests(tokens, synonym, language):
                yield from _iter_objects(verb, rest)


def _iter_reflexive(verb: Tokens, language: str, tokens: Tokens) -> Iterator[Tokens]:
    """Yield a verb such as “se reposer” with what stands behind a form of it: “me repose à …”."""
    if language != "fr" or verb[0] != "se" or len(verb) < 2:
        return
    plain = tokens[1:] if tokens[:1] and tokens[0] in ("me", "m", "nous") else tokens
    for form, _ in verb_forms.list_verb_forms(verb[1], language):
        if plain[:1] == (form,):
            yield (*verb, *plain[1:])
            yield (*verb, *_cut_joints(plain[1:]))


def _iter_objects(verb: Tokens, rest: Tokens) -> Iterator[Tokens]:
    """Yield a verb with the words that stand beside a synonym of it."""
    if rest and BESIDE.issuperset(rest) and not WRITERS.issuperset(rest):
        yield verb
    elif places := list(_iter_places(verb, rest)):
        # “travel to space 3”
        yield from places
    elif rest and rest[-1].isalpha() and not any(map(str.isdigit, rest)):
        yield (*verb, *rest)
        yield (*verb, *_cut_joints(rest))
        if rest[0] in ARTICLES:
            yield (*verb, *rest[1:])


def _iter_places(verb: Tokens, rest: Tokens) -> Iterator[Tokens]:
    """Yield a verb such as “journey to space” with what stands behind its noun in `rest`.

    Any preposition may stand before the noun, or none.

    >>> list(_iter_places(("reisen", "auf", "feld"), ("nach", "feld", "3")))
    [('reisen', 'auf', 'feld', '3')]
    """
    noun = _cut_joints(verb[1:])
    target = _cut_joints(rest)
    if noun and noun[0] not in JOINTS and len(target) > len(noun) and target[: len(noun)] == noun:
        yield (*verb, *target[len(noun) :])


def drop_determiners(tokens: Tokens, names: Container[str]) -> Tokens:
    """Return words without those that stand before a name of the game and name nothing.

    >>> drop_determiners(("use", "my", "sage"), {"sage"}), drop_determiners(("my", "best"), {})
    (('use', 'sage'), ('my', 'best'))
    """
    remaining_words: list[str] = []
    is_before_name = False
    for word in reversed(tokens):
        if word in DETERMINERS and is_before_name:
            continue
        is_before_name = word in names and not word.isdigit()
        remaining_words.append(word)
    return tuple(reversed(remaining_words))


def order_amounts(tokens: Tokens, units: Tokens) -> Tokens:
    """Return words with amounts that follow each other in the order of their units.

    A unit may be in the plural.

    >>> order_amounts(("bid", "2", "influences", "1", "wealth", "spy"), ("wealth", "influence"))
    ('bid', '1', 'wealth', '2', 'influence', 'spy')
    """
    result: list[str] = []
    run: list[tuple[int, str, str]] = []
    at = 0
    while at <= len(tokens):
        number, unit = (*tokens[at : at + 2], "", "")[:2]
        known_unit = next((name for name in units if unit in (name, f"{name}s")), "")
        if known_unit and number.isdigit():
            run.append((units.index(known_unit), number, known_unit))
            at += 2
            continue
        result += (word for _, *pair in sorted(run) for word in pair)
        run = []
        result += tokens[at : at + 1]
        at += 1
    return tuple(result)


def names_last(tokens: Tokens) -> bool:
    """Return whether words name the last answer of a list.

    >>> names_last(("the", "last", "one")), names_last(("die", "letzte")), names_last(("one",))
    (True, True, False)
    """
    return cut_leads(tuple(word for word in tokens if word not in ARTICLES | NAMING)) in _LAST


def names_last_answer(tokens: Tokens) -> bool:
    """Return whether words name the last answer, and no last thing: “the last option”."""
    return names_last(notation.drop_fillers(tokens)) and not _LAST_ANSWER.isdisjoint(tokens)


def cut_deliberation(line: str, doubts: frozenset[str]) -> str:
    """Return a sentence from its decision on, if it begins with how that was found.

    >>> cut_deliberation("Thinking about it for a while I settled on 2.", frozenset())
    'I settled on 2.'
    """
    decides = _DECIDES.search(line[:200]) if _DELIBERATES.match(line) else None
    if decides is None or re.search(r"[.;:!?\d]", line[: decides.start()]):
        return line
    between = set(notation.split_words(line[: decides.start()])) - _PONDER_WORDS
    return line if between & doubts else line[decides.start() :]


def _iter_rests(tokens: Tokens, verb: str, language: str) -> Iterator[Tokens]:
    """Yield the words beside a form of a verb, which may stand first, last or around them."""
    for form, end in verb_forms.list_verb_forms(verb, language):
        if end:
            if tokens[:1] == (form,) and tokens[-1] == end:
                yield tokens[1:-1]
        elif tokens[:1] == (form,):
            yield tokens[1:]
        elif len(tokens) > 1 and tokens[-1] == form:
            yield tokens[:-1]


def _cut_joints(rest: Tokens) -> Tokens:
    """Return the words behind a verb without the preposition or article before its object."""
    at = next((at for at, word in enumerate(rest) if word not in JOINTS | ARTICLES), 0)
    return rest[at:]


def _cut_object(verb: Tokens, rest: Tokens) -> Tokens:
    rest = rest[len(verb) - 1 :] if rest[: len(verb) - 1] == verb[1:] else rest
    if verb[0] in ENDING:
        # “Pass it on” hands something over, and “passe une bonne journée” is a wish.
        beside = (BESIDE | TURN) - HANDED_OVER
        owns = not POSSESSIVES.isdisjoint(rest)
        names_turn = not TURN.difference(POSSESSIVES, ("of", "de")).isdisjoint(rest)
        is_clear = (
            beside.issuperset(rest)
            and rest[-1:] != ("on",)
            and names_turn >= (owns or bool({"of", "de"}.intersection(rest)))
        )
        return () if is_clear else rest
    if BESIDE.issuperset(rest):
        return ()
    return rest
