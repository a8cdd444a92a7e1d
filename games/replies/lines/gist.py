"""Read sentences of the writer's that have an answer's words, and others that nobody knows.

“So I take the crab, its shell suits my council” is read, as the only verb and all names in it are
those of one answer. A doubt, a question, somebody else's name or a second action is in none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.notation import Reading, Tokens
from games.replies.lines import natural_answers, number_words, remarks, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.spoken_answers import read_spoken

MAX_WORDS = 24
# How alike a word has to be to a name for it to be that name misspelt.
MIN_LIKENESS = 0.8
# Words between the writer and the verb: “I will simply take”, “je me déplace”.
_BETWEEN = (
    natural_answers.LEADS
    | natural_answers.INTENTS
    | natural_answers.WRITERS
    | notation.FILLERS
    | small_talk.list_words("me m mich d'abord zuerst first quickly ici hier here")
)
# Words that lead from a reason to what follows from it: “the deck is thin, so I take …”.
_THEREFORE = small_talk.list_words(
    "so and thus therefore hence then et donc alors und also daher darum deshalb dann"
)
_LAST_CLAUSE = re.compile(
    r"([^.:;!?]{1,80}), (?:(?:but|so|mais|donc|aber|also) )?"
    r"(?=(?:I|we|je|nous|ich|wir)\b|j['’]|I['’])",
    re.IGNORECASE,
)
_PREPOSITIONS = small_talk.list_words("with of at for mit avec pour für")
MAX_REASON_WORDS = 10
# Words that give way to what follows.
_YIELDS = small_talk.list_words("but mais aber though a an too trop zu it is was")
_SENTENCES = re.compile(r"(?<=[^\W\d][.!…])\s+")
# Words at the end that say only who wants it.
_FOR_ME = re.compile(
    r"\s(?:for me|for us|pour moi|pour nous|für mich|für uns)[\s.!]*$", re.IGNORECASE
)
# “A Wealth” is one.
_A = small_talk.list_words("a an un une ein eine einen")
_MARKS = re.compile(r"[,.;:!…–—]\s*$|\s-\s*$")
# Words around a description that add nothing to it.
AROUND = (
    _BETWEEN
    | natural_answers.JOINTS
    | natural_answers.DETERMINERS
    | natural_answers.NAMING
    | natural_answers.OBJECTS
    | small_talk.PARTICLES
    | small_talk.list_words("um order afin d")
)
# Words that make a habit, a plan or a story of a sentence.
NO_MOVE = small_talk.DOUBTS | remarks.NO_REMARK
NO_MOVE |= small_talk.list_words(
    """
    always usually often sometimes rarely every each all everything remaining seriously apart
    chance habitually normally hope hoping wish wished wanted planned dream gladly anytime both
    souvent parfois d'habitude chaque tout tous toute toutes reste espère espérais rêve
    beide beiden alle alles allen sämtliche rest restlichen oft manchmal immer meistens jedes jeden
    normalerweise hoffe hoffte träume
    you your he she they his her their tu ton ta tes il elle ils elles vous votre vos leur
    du dein deine deinen er sie ihr sein seine bot
    """
)


def inflect_names(question: QuestionWords, line: str) -> str:
    """Return a line with its names in the case and number that the game writes: “den Weisen”.

    The line itself if nothing changes.
    """
    names = {word for word in question.names if len(word) >= MIN_NAME_LENGTH}
    by_stem: dict[str, set[str]] = {}
    for name in names:
        by_stem.setdefault(natural_answers.cut_case(name), set()).add(name)

    def inflect(match: re.Match[str]) -> str:
        word = notation.fold_letters(match[0])
        if len(word) < MIN_NAME_LENGTH or word in names or word in question.attempts.forms:
            return match[0]
        same = by_stem.get(natural_answers.cut_case(word), set())
        return next(iter(same)) if len(same) == 1 else match[0]

    return re.sub(r"[^\W\d_]+", inflect, line)


def read_description(question: QuestionWords, line: str) -> Reading | None:
    """Return the only listed answer that has all words of a line in its words and its hint, as in
    “Sage: draw 2 cards”; one of them is a name in the answer."""
    if notation.is_question(line) or natural_answers.begins_question(line):
        return None
    words = notation.split_words(line)
    own = {word for text in question.described for word in text}
    tokens = [
        word
        for word in notation.drop_fillers(small_talk.cut_talk(words))
        if word in own or word not in AROUND
    ]
    pairs = set(zip(tokens, tokens[1:], strict=False))
    if not 1 < len(tokens) <= MAX_WORDS:
        return None
    fitting = [
        decision
        for decision, text in zip(question.offered, question.described, strict=True)
        if _describes(tokens, pairs, text)
        and not _has_two_names(decision)
        and not _joins_otherwise(question, [word for word in words if word != "at"], decision)
        and (
            any(_is_name(word, question, decision) for word in tokens)
            or _counts_of_hint(question, decision, tokens)
        )
    ]
    if len(fitting) != 1 or question.has_longer(fitting[0]):
        return None
    return Reading(fitting[0], False, True)


def _has_two_names(decision: Decision) -> bool:
    """Return whether the order of names matters: “replace landlord with hermit”."""
    return sum(isinstance(code, str) for code in decision.args.values()) > 1


def _joins_otherwise(question: QuestionWords, words: Sequence[str], decision: Decision) -> bool:
    """Return whether a line has a preposition that its answer has not: “take with the Surveyor”."""
    texts = (notation.format_decision(decision, lexicon) for lexicon in question.lexicons)
    answer_words = {word for text in texts for word in notation.tokenize_line(text)}
    return any(word in _PREPOSITIONS and word not in answer_words for word in words)


def _describes(tokens: Sequence[str], pairs: set[tuple[str, str]], text: Tokens) -> bool:
    """Return whether a line's words are those of an answer, each number counts the same, and each
    “not” denies the same."""
    stems = {natural_answers.cut_case(word) for word in text}
    text_pairs = set(zip(text, text[1:], strict=False))
    bound_pairs = [pair for pair in pairs if pair[0].isdigit() or pair[0] in small_talk.DOUBTS]
    return all(natural_answers.cut_case(word) in stems for word in tokens) and (
        text_pairs.issuperset(bound_pairs)
        and not (tokens[-1].isdigit() or tokens[-1] in small_talk.DOUBTS)
    )


def _counts_of_hint(question: QuestionWords, decision: Decision, tokens: Sequence[str]) -> bool:
    """Return whether a line has an answer's verb and an amount: “me reposer (3 cristaux)”."""
    choices = [choice for choice in question.asked.choices if choice.verb == decision.verb]
    verbs = {form for code, form, _ in question.spoken_forms if code == decision.verb}
    is_whole = bool(decision.args) and not any(choice.slots for choice in choices)
    return is_whole and tokens[0] in verbs and any(map(str.isdigit, tokens[:-1]))


def _is_name(word: str, question: QuestionWords, decision: Decision) -> bool:
    stems = {_stem(name) for name in list_name_words(question, decision)}
    return len(word) >= MIN_NAME_LENGTH and word.isalpha() and _stem(word) in stems


def read_announced(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer in words behind a colon, and a few words that lead to it: “Time to dive:
    explore!”. A single word before it may be somebody's name."""
    before, mark, behind = line.partition(": ")
    words = notation.split_words(before)
    if not mark or not 1 < len(words) <= MAX_REASON_WORDS or notation.is_question(line):
        return None
    doubtful = bool(NO_MOVE & set(words) - _YIELDS) or any(map(str.isdigit, words))
    if doubtful or question.attempts.mentions(before) or small_talk.is_retraction(line):
        return None
    try:
        reading = question.parse(behind)
    except Refused:
        return None
    is_plain = reading.in_full and not reading.by_number
    return reading if is_plain and not question.has_longer(reading.decision) else None


def list_filled(question: QuestionWords, line: str) -> list[Decision]:
    """Return what the amounts and names in a line can mean, whatever else stands in it."""
    words = tuple(number_words.NUMBERS.get(word, word) for word in notation.split_words(line))
    codes = {choice.verb for choice in question.asked.choices if choice.slots}
    decisions = list[Decision]()
    for code in codes:
        forms = list_forms(question, code)
        rest = [word for word in notation.drop_fillers(words) if word not in forms]
        decisions += _iter_filled(question, code, rest)
    return decisions


def read_gist(question: QuestionWords, line: str) -> Reading | None:
    """Return the only answer that has the verb and all names and numbers of a sentence.

    None if it is no sentence of the writer's, if anything in it may mean something else, or if it
    names nothing: “I explore” would need no other words.
    """
    whole, line = line, _cut_reason(question, _FOR_ME.sub("", _cut_courtesies(line)))
    if line != whole and (reading := _read_plainly(question, line)):
        return reading
    words = tuple(number_words.NUMBERS.get(word, word) for word in notation.split_words(line))
    if not 1 < len(words) <= MAX_WORDS or notation.is_question(line):
        return None
    if natural_answers.begins_question(line) or small_talk.is_retraction(line):
        return None
    decisions = list[Decision]()
    for code in find_verbs(question, line):
        forms = list_forms(question, code)
        rest = [word for word in notation.drop_fillers(words) if word not in forms]
        decisions += [*_iter_named(question, code, rest), *_iter_filled(question, code, rest)]
    distinct = [row for at, row in enumerate(decisions) if row not in decisions[:at]]
    if not distinct or not all(_says_only(question, words, decision) for decision in distinct):
        return None
    if any(map(question.has_longer, distinct)):
        return None
    # Two abilities of one card are asked about.
    return question.agree([Reading(decision, False, True) for decision in distinct], line)


def _read_plainly(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer in words that a clause is, without a reason before it."""
    reading = read_spoken(question, line)
    is_plain = reading is not None and reading.in_full and not reading.by_number
    return reading if is_plain else None


def _cut_courtesies(line: str) -> str:
    """Return the only sentence of a line that is no greeting, thanks or goodbye."""
    pieces = [piece for piece in _SENTENCES.split(line) if piece.strip()]
    others = [p for p in pieces if not (small_talk.is_talk(p) or small_talk.is_closing(p))]
    return others[0] if len(others) == 1 else line


def _cut_reason(question: QuestionWords, line: str) -> str:
    """Return a line without what leads to its last clause: “pricey but ok, I'll take the crab”."""
    match = _LAST_CLAUSE.match(line)
    if match is None:
        return line
    words = notation.split_words(match[1])
    doubts = (NO_MOVE & set(words)) - _YIELDS
    speaks = doubts or any(map(str.isdigit, words)) or question.attempts.mentions(match[1])
    return line if speaks or len(words) > MAX_REASON_WORDS else line[match.end() :]


def _says_only(question: QuestionWords, words: Tokens, decision: Decision) -> bool:
    """Return whether nothing in a sentence speaks of something else than an answer."""
    forms = list_forms(question, decision.verb)
    others = question.attempts.forms - forms
    own = _list_own_words(question, decision)
    vocabulary = (question.names | question.background.game_names) - own
    strange = [
        word for word in notation.drop_fillers(words) if word not in forms and word not in own
    ]
    if _joins_otherwise(question, words, decision):
        return False
    if any(word in NO_MOVE or word in others or word.isdigit() for word in strange):
        return False
    return not any(_is_like_a_name(word, vocabulary) for word in strange)


def find_verbs(question: QuestionWords, line: str) -> set[str]:
    """Return the codes of the verbs that may be meant by what the writer does."""
    codes = set()
    text = notation.fold_letters(line)
    words = set(notation.split_words(line))
    for code, form, end in question.spoken_forms:
        if form not in words or code in codes or (end and end not in words):
            continue
        places = re.finditer(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text)
        if any(_is_writers(text[: at.start()], text[at.end() :]) for at in places):
            codes.add(code)
    return codes


def _is_writers(before: str, behind: str) -> bool:
    """Return whether a verb between two parts of a line is what the writer does.

    >>> [_is_writers(text, " the crab") for text in ("", "i will ", "bob hopes i ", "easy, so i ")]
    [True, True, False, True]
    """
    words = list(notation.split_words(before))
    if not words or _MARKS.search(before):
        # An infinitive or an imperative begins a line; behind a mark it may be anybody's.
        return not words or notation.split_words(behind)[:1] in (("ich",), ("wir",))
    while words and words[-1] in _BETWEEN and words[-1] not in natural_answers.WRITERS:
        words.pop()
    if not words:
        return True
    if words[-1] not in natural_answers.WRITERS:
        follows = notation.split_words(behind)[:1] in (("ich",), ("wir",))
        return follows and set(words) <= _BETWEEN
    at = max(m.start() for m in re.finditer(rf"(?<!\w){re.escape(words[-1])}(?!\w)", before))
    lead = before[:at]
    lead_words = list(notation.split_words(lead))
    while lead_words and lead_words[-1] in _THEREFORE | small_talk.PARTICLES:
        last = lead_words.pop()
        lead = lead[: lead.rfind(last)]
    return not lead_words or bool(_MARKS.search(lead)) or set(lead_words) <= _BETWEEN


def list_forms(question: QuestionWords, code: str) -> set[str]:
    """Return all forms and synonyms of a verb, and the words behind separable ones."""
    rows = [row for row in question.spoken_forms if row[0] == code]
    forms = {part for _, *pair in rows for part in pair if part}
    return forms | {word for verb, words, _ in question.verbs if verb == code for word in words}


def _iter_named(question: QuestionWords, code: str, rest: Sequence[str]) -> Iterator[Decision]:
    """Yield the answers of a verb that have all names and numbers of a line, at least one name."""
    choices = [choice for choice in question.asked.choices if choice.verb == code]
    if any(choice.slots for choice in choices):
        return
    names = {_stem(word) for word in question.names if len(word) >= MIN_NAME_LENGTH}
    for choice in choices:
        decision = Decision(choice.verb, choice.args)
        if _has_two_names(decision):
            continue
        own = {_stem(word) for word in list_name_words(question, decision)}
        line_names = {_stem(word) for word in rest if word.isdigit() or _stem(word) in names}
        line_names -= {_stem(word) for word in natural_answers.COMMON}
        line_names -= _list_counts(question, decision, rest)
        if any(map(str.isalpha, line_names)) and line_names <= own:
            yield decision


def _list_counts(question: QuestionWords, decision: Decision, rest: Sequence[str]) -> set[str]:
    """Return the numbers before a name that count what the hint of its answer counts: “the two
    crabs” where there are 2 cards."""
    hint = notation.tokenize_line(question.background.describe_hint(decision))
    own = {_stem(word) for word in list_name_words(question, decision)}
    pairs = zip(rest, rest[1:], strict=False)
    return {word for word, behind in pairs if word in hint[:1] and _stem(behind) in own}


def _iter_filled(question: QuestionWords, code: str, rest: Sequence[str]) -> Iterator[Decision]:
    """Yield what a line means of its verb with only the words that its answers can have."""
    choices = [choice for choice in question.asked.choices if choice.verb == code]
    if not any(choice.slots for choice in choices):
        return
    vocabulary = question.names | question.joints | {*question.units} | notation.RANKING
    following = [*rest[1:], ""][: len(rest)]
    amounts = [
        "1" if word in _A and after in question.units else word
        for word, after in zip(rest, following, strict=True)
    ]
    tokens = tuple(word for word in amounts if word in vocabulary or word.isdigit())
    if not any(word.isalpha() and word in question.names for word in tokens):
        return
    tokens = natural_answers.order_amounts(tokens, question.units)
    for _, verb, _ in (row for row in question.verbs if row[0] == code):
        exact, _ = notation.find_readings(choices, (*verb, *tokens), question.lexicons)
        yield from exact


def _list_own_words(question: QuestionWords, decision: Decision) -> frozenset[str]:
    """Return the words of an answer, of its amounts, and of the hint behind it."""
    hint = question.background.describe_hint(decision)
    words = {*list_name_words(question, decision), *notation.tokenize_line(hint)}
    if any(choice.slots for choice in question.asked.choices if choice.verb == decision.verb):
        words |= question.joints | {*question.units} | notation.RANKING
    return frozenset(words | {f"{word}s" for word in words})


def list_name_words(question: QuestionWords, decision: Decision) -> Tokens:
    bare = Decision("", decision.args)
    lexicons = question.lexicons
    return tuple(
        word
        for words in lexicons
        for word in notation.tokenize_line(notation.format_decision(bare, words))
    )


def _stem(word: str) -> str:
    return natural_answers.cut_case(word)


def _is_like_a_name(word: str, names: frozenset[str] | set[str]) -> bool:
    """Return whether a word is one of `names`, perhaps misspelt or inflected."""
    if len(word) < MIN_NAME_LENGTH or word in natural_answers.COMMON:
        return False
    near = [name for name in names if abs(len(name) - len(word)) < 3 and name[0] == word[0]]
    return bool(get_close_matches(word, near, 1, MIN_LIKENESS))
