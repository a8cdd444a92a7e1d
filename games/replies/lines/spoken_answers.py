"""Read a colloquial line as an answer: in words, by number, by name, or as the last of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine import notation
from games.engine.contract import Decision
from games.engine.notation import Reading, Tokens
from games.replies.lines import answer_phrases, natural_answers, number_words, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.question_words import QuestionWords


def read_spoken(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer in a colloquial line, None if there is none."""
    if notation.is_question(line) or natural_answers.begins_question(line):
        return None
    line = number_words.join_number_words(line)
    every = notation.split_words(line)
    if len(every) > 2 and len(set(every)) == 1 and not every[0].isdigit():
        every = every[:1]
    cut = small_talk.cut_talk(every)
    words, numbers = [every], []
    # “La robe svp”
    polite = small_talk.cut_talk(every, before=False)
    names = [every, polite, notation.drop_fillers(polite)]
    if small_talk.is_closing(line):
        names = []
    for way in (every, cut):
        tokens = notation.drop_fillers(way)
        numbers += [tokens, natural_answers.cut_leads(tokens, question.first_words)]
        words += [tokens, natural_answers.cut_around(tokens, question.forms)]
        words += [natural_answers.cut_around(way, question.forms)]
    # A name behind small talk may be the reader's: “well played, Sage”.
    names += [natural_answers.cut_around(way, question.forms) for way in names]
    for find, ways in (
        (_find_in_words, words),
        (_find_by_number, [] if small_talk.is_meeting(line) else numbers),
        (_find_by_name, names),
    ):
        for way in dict.fromkeys(filter(None, ways)):
            if reading := question.agree(list(find(question, way, line)), line):
                return reading
    return _find_last(question, cut)


def _find_last(question: QuestionWords, tokens: Tokens) -> Reading | None:
    """Return the last answer of the list, if “the last one” can mean nothing else.

    Another thing may be meant where only some answers name one, where the question is about one,
    or where the e-mail does not list all answers.
    """
    is_named = natural_answers.names_last(notation.drop_fillers(tokens))
    if not is_named or not question.offered or question.is_called_last():
        return None
    verbs = {decision.verb for decision in question.offered}
    names = [tuple(decision.args.values()) for decision in question.offered]
    is_list = len(verbs) == 1 and all(len(name) == 1 for name in names)
    is_list &= not any(choice.slots for choice in question.asked.choices)
    if not is_list and not natural_answers.names_last_answer(tokens):
        return None
    if not question.background.is_listed_whole():
        return None
    return Reading(question.offered[-1], True, True)


def _find_in_words(question: QuestionWords, tokens: Tokens, line: str) -> Iterator[Reading]:
    verbs = [(words, language) for _, words, language in question.verbs]
    if tokens in answer_phrases.DECLINING:
        yield from _find_refusal(question)
    yield from _find_only(question, tokens)
    unnamed = tuple(word for word in tokens if word not in question.names)
    if len(unnamed) < len(tokens) and unnamed in answer_phrases.KEEPING_NAMED:
        yield from _find_decline(question)
    if tokens in answer_phrases.KEEPING and question.first_words.isdisjoint(tokens):
        yield from _find_decline(question)
    with_numbers = tuple(number_words.NUMBERS.get(word, word) for word in tokens)
    plain = tuple(natural_answers.MEANS.get(word, word) for word in with_numbers)
    with_amounts = natural_answers.order_amounts(plain, question.units)
    bare = natural_answers.drop_determiners(with_amounts, question.names)
    is_at_once = natural_answers.is_at_once(line)
    for way in dict.fromkeys((tokens, with_numbers, with_amounts, bare)):
        yield from _find_exactly(question, way)
        yield from _find_rotated(question, way)
        if not is_at_once:
            yield from _find_by_place(question, way)
        for word_order in natural_answers.iter_word_orders(way, verbs):
            yield from _find_exactly(question, word_order)
            if not is_at_once:
                yield from _find_by_place(question, word_order)
            yield from _find_by_part(question, word_order)
            yield from _find_by_words(question, word_order)
            yield from _find_by_thing(question, word_order)


def _find_by_place(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the only answer whose place begins with the last words, as its hint does: “Taverne
    links” where only one place for it is left of something."""
    if not question.place_lexicons or len(tokens) > notation.MAX_TOKENS:
        return
    _, beginnings = notation.find_readings(question.asked.choices, tokens, question.lexicons)
    if len(beginnings) != 1:
        return
    for words in question.place_lexicons:
        if len(tokens) > 2 and _is_part(tokens, notation.format_decision(beginnings[0], words)):
            yield Reading(beginnings[0], False, True)
            return


def _find_rotated(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the answers whose two halves stand the other way round: “clean keep piles reserve
    Two Temples”.

    The half that comes to stand first begins with a joining word, so that no name changes its
    place with another.
    """
    verb = next((verb for _, verb, _ in question.verbs if tokens[: len(verb)] == verb), ())
    if not verb or len(tokens) > notation.MAX_TOKENS // 2:
        return
    for at in range(len(verb) + 1, len(tokens)):
        if tokens[at] in question.joints:
            yield from _find_exactly(question, (*verb, *tokens[at:], *tokens[len(verb) : at]))


def _find_refusal(question: QuestionWords) -> Iterator[Reading]:
    """Yield the answer that declines, if the question is whether or not to take an offer."""
    if (decision := question.find_declining_answer()) is not None:
        yield Reading(decision, False, True)


def _find_only(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the only answer of a verb that stands alone, where it is one of two, or beside a word
    for its object: “je paye”, “je le défie”."""
    # In French, such a word stands before the verb.
    rest = tokens[1:] if tokens[:1] in (("le",), ("la",), ("l",)) else tokens
    codes = {code for code, form, end in question.spoken_forms if rest == (form,) and not end}
    choices = [choice for choice in question.asked.choices if choice.verb in codes]
    if len(choices) != 1 or choices[0].slots or not choices[0].args:
        return
    if rest != tokens or len(question.asked.choices) == 2:
        yield Reading(Decision(choices[0].verb, choices[0].args), False, True)


def _find_decline(question: QuestionWords) -> Iterator[Reading]:
    """Yield the only answer that declines, whatever else is offered: “no, keep them”."""
    codes = {code for code, words, _ in question.verbs if words[0] in natural_answers.REFUSES}
    choices = [choice for choice in question.asked.choices if choice.verb in codes]
    if len(choices) == 1 and not choices[0].slots:
        yield Reading(Decision(choices[0].verb, choices[0].args), False, True)


def _find_by_part(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the answer whose words are in the same order, with others between: “use Knife”.

    Of all that may be answered, only one may have them.
    """
    if not any(map(str.isalpha, tokens[1:])) or any(
        choice.slots for choice in question.asked.choices
    ):
        return
    numbers = {
        number
        for number, choice in enumerate(question.asked.choices)
        for words in question.lexicons
        if _is_part(tokens, notation.format_decision(Decision(choice.verb, choice.args), words))
    }
    if len(numbers) == 1:
        choice = question.asked.choices[numbers.pop()]
        yield Reading(Decision(choice.verb, choice.args), False, True)


def _find_by_words(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the only answer of a verb with a noun that has all other words, in any order and
    case: “reisen auf Feld 2 zum Birkenbogen”.

    One of them must be a name.
    """
    verbs = [
        (code, verb) for code, verb, _ in question.verbs if verb[1:] and tokens[:1] == verb[:1]
    ]
    between = natural_answers.JOINTS | natural_answers.ARTICLES
    for code, verb in verbs[:1]:
        choices = [choice for choice in question.asked.choices if choice.verb == code]
        rest = [word for word in tokens[1:] if word not in between and word not in verb]
        is_named = any(word.isalpha() and len(word) >= MIN_NAME_LENGTH for word in rest)
        if not is_named or any(choice.slots for choice in choices):
            return
        decisions = [
            decision
            for choice in choices
            for decision in [Decision(choice.verb, choice.args)]
            for words in question.lexicons
            if _has_all(notation.tokenize_line(notation.format_decision(decision, words)), rest)
        ]
        if decisions and all(decision == decisions[0] for decision in decisions):
            yield Reading(decisions[0], False, True)


def _find_by_thing(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    """Yield the answer of a verb whose object is what the question is about: “buy the crab”."""
    verb = next((verb for _, verb, _ in question.verbs if tokens[: len(verb)] == verb), ())
    thing = tokens[len(verb) :]
    if verb and verb[0] in natural_answers.DECLINES and thing[:1] == ("on",):
        # “pass on the crab”
        thing = tuple(word for word in thing[1:] if word not in natural_answers.ARTICLES)
    elif verb and verb[0] in natural_answers.ENDING:
        return
    if not thing or thing[0].isdigit():
        return
    while len(thing) > 1 and thing[0] in natural_answers.DEMONSTRATIVE:
        # “buy that crab”
        thing = thing[1:]
    words, nouns = question.things
    spans = zip(*(words[at:] for at in range(len(thing))), strict=False)
    if nouns.intersection(thing) and thing in spans:
        yield from _find_exactly(question, verb)


def _find_by_number(question: QuestionWords, tokens: Tokens, line: str) -> Iterator[Reading]:
    """Yield the answer that is chosen by its number.

    A verb of the question beside it must be the verb of that answer, and must take no numbers:
    “take 3” may mean three of something.
    """
    choice = natural_answers.find_chosen_number(tokens)
    if choice is None or not 1 <= choice.number <= len(question.offered):
        return
    if natural_answers.is_bare_ordinal(line):
        return
    if natural_answers.means_several(notation.split_words(line)):
        return
    if any(word.isdigit() for word in tokens) and not (
        notation.is_plain_number(line) or set(tokens) & natural_answers.ORDINAL_ENDS
    ):
        return
    decision = question.offered[choice.number - 1]
    verb_codes = question.find_verbs(choice.words)
    if verb_codes and (decision.verb not in verb_codes or question.takes_numbers(verb_codes)):
        return
    yield Reading(decision, True, True)


def _find_by_name(question: QuestionWords, tokens: Tokens, line: str) -> Iterator[Reading]:
    """Yield the answers that the words name without their verb."""
    about = natural_answers.NAMING | natural_answers.OBJECTS
    # “La corne” is a thing; “corne” may be somebody's name.
    is_thing = len(tokens) == 2 and tokens[0] in natural_answers.DEFINITE
    tokens = tokens[1:] if is_thing else tokens
    tokens = tuple(word for word in tokens if word in question.names or word not in about)
    if tokens in question.bare_names:
        yield from _find_by_part(question, question.bare_names[tokens])
    elif (len(tokens) > 1 or is_thing) and (decision := question.find_by_part_of_name(tokens)):
        yield Reading(decision, False, True)
    if tokens and question.names.issuperset(tokens) and not all(map(str.isdigit, tokens)):
        for verb in dict.fromkeys(words for _, words, _ in question.verbs):
            yield from _find_exactly(question, (*verb, *tokens))
            if not natural_answers.is_at_once(line):
                yield from _find_by_place(question, (*verb, *tokens))


def _find_exactly(question: QuestionWords, tokens: Tokens) -> Iterator[Reading]:
    if len(tokens) > notation.MAX_TOKENS:
        return
    exact, _ = notation.find_readings(question.asked.choices, tokens, question.lexicons)
    for decision in exact:
        yield Reading(decision, False, True)


def _has_all(tokens: Tokens, words: Sequence[str]) -> bool:
    """Return whether each word stands in what is written, perhaps in another case.

    >>> _has_all(("reisen", "nervoser", "akolyth"), ["nervosen", "akolythen"])
    True
    """
    stems = {natural_answers.cut_case(word) for word in tokens}
    return all(natural_answers.cut_case(word) in stems for word in words)


def _is_part(tokens: Tokens, text: str) -> bool:
    """Return whether words begin something written and stand in it in the same order."""
    rest = iter(notation.tokenize_line(text))
    return all(word in rest for word in tokens) and notation.tokenize_line(text)[:1] == tokens[:1]
