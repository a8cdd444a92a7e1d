"""Ask about a lone number before names, as in “2 for Sage”: an amount, or the number of an answer.

The e-mail shows both forms: “bid 2 Wealth … for Sage”, and names behind a listed answer.
"""

from __future__ import annotations

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Choice, Decision, Number, Pick
from games.engine.notation import Reading
from games.replies.lines import natural_answers, small_talk
from games.replies.lines.question_words import QuestionWords


def read_amounts(question: QuestionWords, line: str) -> Reading | None:
    """Return None if a line is no single number before names. Raises AmbiguousDecision if it is."""
    choices = [choice for choice in question.asked.choices if _has_amounts(choice)]
    said = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    said = natural_answers.cut_around(said, question.forms)
    verbs = [verb for code, verb, _ in question.verbs if choices and code == choices[0].verb]
    verb = next((verb for verb in verbs if said[: len(verb)] == verb), ())
    number, names = "".join(said[len(verb) : len(verb) + 1]), said[len(verb) + 1 :]
    if (
        len(choices) != 1
        or len(said) > notation.MAX_TOKENS
        or not number.isdigit()
        or not names
        or any(map(str.isdigit, names))
    ):
        return None
    bare, _ = notation.find_readings(choices, (*verbs[0], *names), question.lexicons)
    wishes = [one.args for one in bare if not any(map(one.args.get, _list_amounts(choices[0])))]
    if len(wishes) != 1:
        return None
    meant = [
        Decision(choices[0].verb, {**wishes[0], name: int(number)})
        for name in _list_amounts(choices[0])
    ]
    listed = question.offered[int(number) - 1 : int(number)] if not verb and int(number) else []
    if listed and listed[0].verb == choices[0].verb:
        amounts = {name: listed[0].args[name] for name in _list_amounts(choices[0])}
        meant.append(Decision(choices[0].verb, {**wishes[0], **amounts}))
    answers = [notation.format_decision(one, question.lexicons[0]) for one in meant]
    line = notation.shorten_line(line)
    raise AmbiguousDecision(
        "“{line}” could be {answers}.", answers=list(dict.fromkeys(answers)), line=line
    )


def _has_amounts(choice: Choice) -> bool:
    """Return whether an answer has two amounts or more, and names behind them."""
    has_names = any(isinstance(slot, Pick) for slot in choice.slots)
    return has_names and not choice.args and len(_list_amounts(choice)) > 1


def _list_amounts(choice: Choice) -> list[str]:
    return [slot.name for slot in choice.slots if isinstance(slot, Number)]
