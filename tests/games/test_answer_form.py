"""Every kind of slot on a form: drawn, filled, kept, refused."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games.engine import contract, notation
from games.engine.contract import (
    Choice,
    Decision,
    IllegalDecision,
    Number,
    Pick,
    Refused,
    Split,
    UnreadableDecision,
)
from games.models import Prompt
from games.queries.matches import Answer, Question
from games.web.forms import answer_reading
from games.web.forms import answers as answer_forms

BID = Choice("bid", {}, (Number("coins", 2, 12),), lambda: [Decision("bid", {"coins": 2})])
SHARE = Choice(
    "share",
    {"with": "bob"},
    (Split("gems", 3, {"red": 3, "blue": 2}),),
    lambda: [Decision("share", {"with": "bob", "gems": {"red": 3}})],
)
HIRE = Choice(
    "hire", {}, (Pick("guild", ("smith", "baker")),), lambda: [Decision("hire", {"guild": "smith"})]
)
BUILD = Choice(
    "build",
    {},
    (Pick("stones", ("grey", "grey", "red"), 0, 2),),
    lambda: [Decision("build", {"stones": []})],
)
RANK = Choice(
    "rank",
    {},
    (Pick("wishes", ("sage", "seer", "pirate"), 0, 3, ranked=True),),
    lambda: [Decision("rank", {"wishes": []})],
)
CHOICES = (Choice("pass"), BID, SHARE, HIRE, BUILD, RANK)
WORDS = {"coins": "coins to pay"}


def ask(*choices: Choice, answered: Decision | None = None) -> Question:
    """A question with these choices."""
    asked = contract.Prompt(0, "toy", 1, choices, Decision("pass"), answered=answered)
    answers = tuple(
        Answer(number, decision, notation.format_decision(decision, WORDS), "")
        for number, decision in enumerate(asked.list_offered_decisions(), start=1)
    )
    slotted = tuple(choice for choice in choices if choice.slots)
    return Question(Prompt(), asked, "What now?", answers, slotted, None)


def fill(choice: Choice, **fields: object) -> QueryDict:
    """The form as the button of `choice` sends it; names are “slot” or “slot-bin”."""
    key = answer_forms.key_of(choice)
    posted = QueryDict(mutable=True)
    posted["fill"] = key
    for name, value in fields.items():
        values = value if isinstance(value, list) else [str(value)]
        posted.setlist(f"{key}-{name.replace('__', '-')}", values)
    return posted


def parse(question: Question, posted: QueryDict) -> Decision:
    """Read a filled form as an answer to the question."""
    return answer_reading.parse_posted_decision(question.row, question.asked, [WORDS], posted)


@pytest.mark.parametrize(
    ("choice", "fields", "args"),
    [
        (BID, {"coins": " 7 "}, {"coins": 7}),
        (
            SHARE,
            {"gems__red": "1", "gems__blue": 2},
            {"with": "bob", "gems": {"red": 1, "blue": 2}},
        ),
        (SHARE, {"gems__red": "3", "gems__blue": ""}, {"with": "bob", "gems": {"red": 3}}),
        (HIRE, {"guild": "baker"}, {"guild": "baker"}),
        (BUILD, {"stones": ["grey", "grey"]}, {"stones": ["grey", "grey"]}),
        (BUILD, {}, {"stones": []}),
        # Ticks told the order of the page, whatever was wished for first.
        (RANK, {"wishes__sage": 2, "wishes__pirate": "1"}, {"wishes": ["pirate", "sage"]}),
        (RANK, {}, {"wishes": []}),
    ],
)
def test_each_kind_of_slot_is_filled(
    choice: Choice, fields: dict[str, object], args: dict[str, object]
) -> None:
    decision = parse(ask(*CHOICES), fill(choice, **fields))

    assert decision == Decision(choice.verb, args)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("choice", "fields", "kind", "told"),
    [
        (BID, {"coins": 13}, IllegalDecision, "“coins to pay” is a number from 2 to 12."),
        (BID, {"coins": ""}, IllegalDecision, "“coins to pay” is a number from 2 to 12."),
        (BID, {"coins": "two"}, UnreadableDecision, "needs a number, not “two”"),
        (BID, {"coins": "9" * 5000}, UnreadableDecision, "needs a number"),
        (SHARE, {"gems__red": 1}, IllegalDecision, "“gems” must add up to 3"),
        (SHARE, {"gems__red": "-1", "gems__blue": 4}, IllegalDecision, "must add up to 3"),
        (HIRE, {}, IllegalDecision, "“guild”: choose 1."),
        (HIRE, {"guild": "king"}, IllegalDecision, "“guild”: choose 1."),
        (BUILD, {"stones": ["grey"] * 3}, IllegalDecision, "choose up to 2, or none"),
        (BUILD, {"stones": ["red", "red"]}, IllegalDecision, "choose up to 2, or none"),
    ],
)
def test_each_kind_of_slot_is_refused_with_words(
    choice: Choice, fields: dict[str, object], kind: type[Refused], told: str
) -> None:
    with pytest.raises(kind) as refusal:
        parse(ask(*CHOICES), fill(choice, **fields))

    assert told in refusal.value.reason


def test_a_choice_that_is_not_offered_any_more_is_refused() -> None:
    with pytest.raises(Refused):
        parse(ask(BID), fill(HIRE, guild="smith"))


def test_a_filled_form_is_drawn_as_it_was_filled() -> None:
    posted = fill(BUILD, stones=["grey"])
    posted.setlist(f"{answer_forms.key_of(BID)}-coins", ["13"])

    drawn = {
        part.words: part for part in answer_forms.build_form_parts(ask(*CHOICES), WORDS, posted)
    }

    assert [tick.ticked for tick in drawn["build"].fields[0].ticks] == [True, False, False]
    assert drawn["bid"].fields[0].value == "13"
    assert [part.open for part in drawn.values()] == [False, True, False, False, True, False]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (Decision("bid", {"coins": 7}), 'value="7"'),
        (Decision("share", {"with": "bob", "gems": {"red": 1, "blue": 2}}), 'value="2"'),
        (Decision("hire", {"guild": "baker"}), 'value="baker" checked'),
        (Decision("build", {"stones": ["red"]}), 'value="red" checked'),
        (Decision("rank", {"wishes": ["seer"]}), 'step="1" value="1"'),
    ],
)
def test_a_sealed_answer_is_drawn_as_it_was_given(given: Decision, shown: str) -> None:
    question = ask(*CHOICES, answered=given)

    drawn = answer_forms.build_form_parts(
        question, WORDS, answer_forms.build_answered_data(question)
    )
    fields = [field for part in drawn for field in part.fields]

    assert any(shown in render_to_string("games/matches/_slot.html", {"field": f}) for f in fields)


def test_plain_answers_stand_together_and_examples_fold() -> None:
    many = Choice(
        "bid", {}, BID.slots, lambda: [Decision("bid", {"coins": coins}) for coins in range(2, 8)]
    )

    plain, bid = answer_forms.build_form_parts(
        ask(Choice("pass"), Choice("wait"), many), {}, QueryDict()
    )

    assert [answer.words for answer in plain.answers] == ["pass", "wait"]
    assert ([a.number for a in bid.answers], len(bid.more)) == ([3, 4], 4)
