"""Phrases of people, read as answers to a question of each game."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from games.engine import notation
from games.engine.contract import Decision, Prompt, Refused
from games.engine.random_match import iter_random_match
from games.replies import commands, consensus, proposals
from games.replies.lines.line_reader import LineReader
from games.titles import GAMES

from . import phrases

# Share of the phrases that have to be read.
READ = 0.95


@cache
def list_prompts(game: str) -> list[Prompt]:
    """Return the prompts of four random matches."""
    seats = 3 if game == "enchanters" else 2
    moments = (now for number in range(4) for now in iter_random_match(GAMES[game], seats, number))
    return [prompt for now in moments for prompt in now.prompts]


@cache
def find_question(language: str, game: str, question: str, answer: str) -> tuple[LineReader, int]:
    """Return the reader of a question with at least two answers, and the number of `answer`.

    `answer` is written without colons; "" is any.
    """
    words = {spoken: GAMES[game].list_words(spoken) for spoken in dict.fromkeys((language, "en"))}
    for prompt in list_prompts(game):
        offered = prompt.list_offered_decisions() if prompt.question == question else []
        written = [notation.format_decision(one, words[language]) for one in offered]
        said = [one.replace("\u00a0:", "").replace(":", "") for one in written]
        if len(offered) > 1 and (not answer or answer in said):
            return LineReader(prompt, offered, words), said.index(answer) + 1 if answer else 0
    raise LookupError((game, question, answer))


def read_phrase(reader: LineReader, phrase: str, *, language: str, game: str) -> Decision | None:
    """Return the answer that an e-mail gives, None if it gives none."""
    verbs = commands.get_game_verbs(game, language)
    lines, below = commands.split_at_end(phrase.split("\n"), language, game=game)
    _, lines = commands.split_commands(
        lines, language, game=game, today=date(2026, 11, 24), is_answer=reader.is_answer
    )
    try:
        return consensus.choose_answer(lines, reader, verbs, below=below).reading.decision
    except Refused:
        return None


def test_most_phrases_of_people_are_read_and_none_is_misread() -> None:
    found = []
    for (language, game, question, answer), said in phrases.ANSWERS.items():
        reader, number = find_question(language, game, question, answer)
        for phrase in said:
            written = phrase.replace("{n}", str(number))
            decision = read_phrase(reader, written, language=language, game=game)
            found.append((phrase, decision, reader.offered[number - 1]))

    missed = [phrase for phrase, decision, _ in found if decision is None]
    wrong = [one for one in found if one[1] not in (None, one[2])]
    print(f"phrases: {len(found) - len(missed)} of {len(found)} read; missed: {missed}")
    assert not wrong
    assert len(missed) <= (1 - READ) * len(found)


def test_no_phrase_that_only_sounds_like_an_answer_is_read() -> None:
    """P1: a wrong move is worse than no move."""
    wrong = []
    for (language, game, question), said in phrases.NO_ANSWERS.items():
        reader, _ = find_question(language, game, question, "")
        for phrase in said:
            if read_phrase(reader, phrase, language=language, game=game) is not None:
                wrong.append((language, question, phrase))

    print(f"no answers: {sum(map(len, phrases.NO_ANSWERS.values()))}; wrong: {len(wrong)}")
    assert wrong == []


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence", "pebbles", "sealed"])
def test_german_answers_are_read_as_they_were_written_before(game: str) -> None:
    """With the verbs of then, and without the colon before a name."""
    words = {spoken: GAMES[game].list_words(spoken) for spoken in ("de", "en")}
    former = {key: word for key, word in words["de"].items() if key != ":"}
    former |= {key.removeprefix("former."): former[key] for key in former if "former." in key}
    misread, changed = [], set()
    for prompt in list_prompts(game):
        offered = prompt.list_offered_decisions()
        reader = LineReader(prompt, offered, words)
        for decision in offered:
            written, now = (
                notation.format_decision(decision, one) for one in (former, words["de"])
            )
            if written == now or notation.parse_decision(prompt, now, [words["de"]]) != decision:
                continue
            changed.add(decision.verb)
            if reader.read(written).decision != decision:
                misread.append((written, now))

    assert changed and misread == []


@pytest.mark.parametrize(
    ("language", "phrase", "proposed"),
    [
        # It was refused, and nothing was proposed.
        ("en", "the last one", "continue"),
        ("en", "I choose the last one, please", "continue"),
        ("fr", "la dernière", "continuer"),
        ("de", "die letzte bitte", "weitererkunden"),
    ],
)
def test_the_last_one_is_proposed_and_not_played(language: str, phrase: str, proposed: str) -> None:
    """It may be the last answer or the last card."""
    reader, _ = find_question(language, "abyss", "explorer", "")

    assert read_phrase(reader, phrase, language=language, game="abyss") is None
    assert proposals.list_nearest(reader, phrase) == [proposed]


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "bid 2 wealth and 1 influence for the Seer, then the Priest"),
        ("en", "I bid 2 wealth and 1 influence for the Seer, otherwise the Priest"),
        # Without the second wish it was played: “puis” only separated two actions.
        ("fr", "je mise 2 richesse et 1 influence pour la Devineresse puis le Prêtre"),
        ("fr", "je mise 2 richesse et 1 influence pour la Devineresse, sinon le Prêtre"),
        ("de", "ich biete 2 Reichtum und 1 Einfluss für die Seherin, sonst den Priester"),
    ],
)
def test_wishes_are_joined_as_people_rank_them(language: str, phrase: str) -> None:
    reader, _ = find_question(language, "essence", "bid", "")

    decision = read_phrase(reader, phrase, language=language, game="essence")

    assert decision is not None
    assert decision.args == {"wealth": 2, "influence": 1, "wishes": ["a.seer", "a.priest"]}
