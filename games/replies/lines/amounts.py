"""Ask about a lone number before names, as in “2 for Sage”: an amount, or the number of an answer.

The e-mail shows both forms: “bid 2 Wealth … for Sage”, and names behind a listed answer.
"""

from __future__ import annotations

import re

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Choice, Decision, Number, Pick
from games.engine.notation import Reading
from games.replies.lines import natural_answers, small_talk
from games.replies.lines.question_words import QuestionWords

# Words before the names that amounts are for: “2 Wealth on the Sage”, “1 Reichtum, am liebsten …”.
_FOR = {
    "for": re.compile(r",?\s(?:on|into|preferably|ideally) (?:the )?", re.IGNORECASE),
    "pour": re.compile(r",?\s(?:sur|de préférence|idéalement) (?:le |la |l['’])?", re.IGNORECASE),
    "für": re.compile(
        r",?\s(?:(?:und )?(?:am liebsten|vorzugsweise|möglichst)(?: für| auf)?|auf) "
        r"(?:den |die |das )?",
        re.IGNORECASE,
    ),
}


def read_amounts(question: QuestionWords, line: str) -> Reading | None:
    """Return None if a line is no single number before names. Raises AmbiguousDecision if it is."""
    choices = [choice for choice in question.asked.choices if _has_amounts(choice)]
    tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    tokens = natural_answers.cut_around(tokens, question.forms)
    verbs = [verb for code, verb, _ in question.verbs if choices and code == choices[0].verb]
    verb = next((verb for verb in verbs if tokens[: len(verb)] == verb), ())
    number, names = "".join(tokens[len(verb) : len(verb) + 1]), tokens[len(verb) + 1 :]
    if (
        len(choices) != 1
        or len(tokens) > notation.MAX_TOKENS
        or not number.isdigit()
        or not names
        or any(map(str.isdigit, names))
    ):
        return None
    bare, _ = notation.find_readings(choices, (*verbs[0], *names), question.lexicons)
    wishes = [
        decision.args
        for decision in bare
        if not any(map(decision.args.get, _list_amounts(choices[0])))
    ]
    if len(wishes) != 1:
        return None
    decisions = [
        Decision(choices[0].verb, {**wishes[0], name: int(number)})
        for name in _list_amounts(choices[0])
    ]
    options = question.offered[int(number) - 1 : int(number)] if not verb and int(number) else []
    if options and options[0].verb == choices[0].verb:
        amounts = {name: options[0].args[name] for name in _list_amounts(choices[0])}
        decisions.append(Decision(choices[0].verb, {**wishes[0], **amounts}))
    answers = [notation.format_decision(decision, question.lexicons[0]) for decision in decisions]
    line = notation.shorten_line(line)
    raise AmbiguousDecision(
        "“{line}” could be {answers}.", answers=list(dict.fromkeys(answers)), line=line
    )


def read_bare_amounts(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer of amounts with their units and names, without its verb: “2 Wealth, 0
    Influence for Sage”; None if other words stand among them."""
    choices = [choice for choice in question.asked.choices if _has_amounts(choice)]
    if len(choices) != 1:
        return None
    readings = list[Reading]()
    for text in (line, *(pattern.sub(f" {word} ", line) for word, pattern in _FOR.items())):
        readings += _read_units(question, text, choices[0])
    return question.agree(readings, line)


def _read_units(question: QuestionWords, line: str, choice: Choice) -> list[Reading]:
    """Return what amounts with their units, and names behind them, answer; [] if nothing."""
    forms = {form for code, form, _ in question.spoken_forms if code == choice.verb}
    tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    tokens = natural_answers.cut_around(tokens, question.forms | forms)
    tokens = tokens[1:] if tokens[:1] and tokens[0] in forms else tokens
    vocabulary = question.names | question.joints | notation.RANKING | {*question.units}
    if notation.is_question(line) or len(tokens) > notation.MAX_TOKENS // 2:
        return []
    has_unit = not {*question.units}.isdisjoint(tokens) and any(map(str.isdigit, tokens))
    if not has_unit or not all(word.isdigit() or word in vocabulary for word in tokens):
        return []
    [verb, *_] = [verb for code, verb, _ in question.verbs if code == choice.verb]
    tokens = natural_answers.order_amounts(tokens, question.units)
    exact, _ = notation.find_readings((choice,), (*verb, *tokens), question.lexicons)
    return [Reading(decision, False, True) for decision in exact]


def _has_amounts(choice: Choice) -> bool:
    """Return whether an answer has two amounts or more, and names behind them."""
    has_names = any(isinstance(slot, Pick) for slot in choice.slots)
    return has_names and not choice.args and len(_list_amounts(choice)) > 1


def _list_amounts(choice: Choice) -> list[str]:
    return [slot.name for slot in choice.slots if isinstance(slot, Number)]
