"""The examples beside each way to read a line, at two questions: a turn, and what to discard."""

from __future__ import annotations

import pytest

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Choice, Decision, Number, Pick, Prompt
from games.replies import consensus
from games.replies.lines.line_reader import READERS, LineReader, WayToRead
from games.replies.lines.number_languages import read_in_language
from games.replies.lines.question_words import Background

WORDS = {".allies": "with", ".wishes": "for", "wealth.": "Wealth", "influence.": "Influence"}
PAYMENTS = [Decision("recruit", {"lord": "oracle", "allies": [f"crab {n}"]}) for n in (3, 4)]
BIDS = [Decision("bid", {"wealth": 0, "influence": 0, "wishes": []})]
CHOICES = (
    Choice("buy"),
    Choice("pass"),
    Choice(
        "recruit",
        {"lord": "oracle"},
        (Pick("allies", ("crab 3", "crab 4"), 1, 2),),
        lambda: PAYMENTS,
    ),
    Choice(
        "bid",
        {},
        (
            Number("wealth", 0, 5),
            Number("influence", 0, 5),
            Pick("wishes", ("sage", "priest"), 0, 2, ranked=True),
        ),
        lambda: BIDS,
    ),
    Choice("use", {"card": "ritual knife"}),
)


DISCARDS = tuple(Choice("discard", {"card": name}) for name in ("boar", "stag", "heron"))
HINTS = {"buy": "1 Pearl", "use": "no charge", "boar": "2 crystals", "stag": "heal 1 wound"}


def make_reader(choices: tuple[Choice, ...]) -> LineReader:
    asked = Prompt(0, "turn", 1, choices, Decision(choices[1].verb, choices[1].args))
    background = Background(
        describe_hint=lambda decision: (
            HINTS.get(str(decision.args.get("card")), "") or HINTS.get(decision.verb, "")
        )
    )
    return LineReader(asked, asked.list_offered_decisions(), {"en": WORDS}, background)


@pytest.fixture
def reader() -> LineReader:
    return make_reader(CHOICES)


EXAMPLES = [(way, line, answer) for way in READERS for line, answer in way.examples.items()]


def test_each_way_to_read_has_examples() -> None:
    assert len(READERS) > 10 and all(way.examples for way in READERS)


@pytest.mark.parametrize(("way", "line", "answer"), EXAMPLES)
def test_a_way_to_read_reads_its_examples(way: WayToRead, line: str, answer: str) -> None:
    reader = make_reader(DISCARDS if way.chooses else CHOICES)
    if not answer:
        with pytest.raises(AmbiguousDecision):
            way.read(reader, line)
        return
    reading = way.read(reader, line)

    assert reading and notation.format_decision(reading.decision, WORDS) == answer


@pytest.mark.parametrize(("way", "line", "answer"), EXAMPLES)
def test_the_ways_agree_on_all_examples(way: WayToRead, line: str, answer: str) -> None:
    reader = make_reader(DISCARDS if way.chooses else CHOICES)
    try:
        decision = reader.read(line).decision
    except AmbiguousDecision:
        assert not answer
    else:
        assert notation.format_decision(decision, WORDS) == answer


@pytest.mark.parametrize(
    "line",
    [
        *("por 2", "con 2", "me 2", "en 2", "¿la 2?", "το 2;", "A 2", "a 2"),
        *("la 2 o la 3", "no la 2", "não a 2"),
        *(
            "nie 2",
            "ikke 2",
            "не 2",
            "不要2",
            "2じゃない",
            "2分待って",
            "2번은 아니에요",
            "om 2 dagar",
        ),
        *(
            "2 días",
            "2-3, gracias",
            "hace 2 semanas",
            "creo que la 2",
            "två av 2",
            "ob 2",
            "2%です",
        ),
    ],
)
def test_other_words_around_a_number_choose_nothing(reader: LineReader, line: str) -> None:
    assert read_in_language(reader, line) is None


@pytest.mark.parametrize(
    "email",
    [
        "Hola:\n\nElijo la opción 2, por favor.\n\nUn saludo,\nAna",
        "Olá!\n\nFico com a 2.\n\nObrigado,\nJoão",
        "Hoi,\n\nDoe maar nummer 2.\n\nGroetjes,\nSanne",
        "Dzień dobry,\n\nwybieram 2.\n\nPozdrawiam\nOla",
        "你好，\n\n我选2。\n\n谢谢\n小明",
        "こんにちは。\n\n2番でお願いします。\n\n田中",
        "Здравствуйте!\n\nБеру 2.\n\nСпасибо\nОля",
    ],
)
def test_a_number_is_read_between_a_greeting_and_a_goodbye(reader: LineReader, email: str) -> None:
    lines = email.split("\n")

    plan = consensus.choose_answer(lines, reader, {("buy",), ("pass",)})

    assert plan.reading.decision == Decision("pass")
