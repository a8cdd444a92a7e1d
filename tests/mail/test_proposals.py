"""Every refusal of a reply that is meant as an answer proposes what may have been meant."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.db import transaction

from games.engine import notation
from games.replies import answers
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.models import Notification
from tests.games.test_email_commands import emails
from tests.games.test_mail_door import reply

from . import fresh_replies, intents, outsiders
from .test_answers import arrange, list_played

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

# What people write around the words or the number of an answer: with errors, doubts and chat that
# no table knows.
AROUND = {
    "en": [
        *(
            "so I gather that {words} is the thing",
            "{words} methinks",
            "gonna {words} lol whatever",
        ),
        *("{n} mayhaps", "uhm {n} or thereabouts", "my cat says {n}", "{n} {n} {n} hurray"),
    ],
    "de": [
        *("wohl doch eher mal {words} oder so", "{words} schätze ich", "{n} meint meine Katze"),
        "tja {n} glaub ich fast",
    ],
    "fr": [
        *("je crois bien que {words} fera l'affaire", "{words} j'imagine", "mon chat dit {n}"),
        "euh {n} je crois",
    ],
}
TITLES = ("abyss offer", "abyss monster", "enchanters", "essence", "essence take")


class Refusal(msgspec.Struct, frozen=True):
    """A refused reply, the answer meant, and what the refusal proposes or explains."""

    title: str
    body: str
    meant: str
    proposed: list[str]
    reason: str


class _Undone(Exception):
    """A reply has been read; what it did is rolled back."""


def misspell(words: str) -> str:
    """Return words with two letters of the longest one swapped."""
    longest = max(words.split(), key=len)
    wrong = longest[:2] + longest[2:4][::-1] + longest[4:]
    return words.replace(longest, wrong)


def iter_replies(title: str, language: str, listed: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (reply, answer meant) of the corpora, and of AROUND for each answer of a question."""
    for table in (outsiders, fresh_replies):
        for (where, spoken, meant), bodies in table.ANSWERS.items():
            if (where, spoken) == (title, language):
                place = str(listed.index(meant) + 1)
                yield from ((body.replace("{n}", place), meant) for body in bodies)
    for number in intents.ASKED_BY.get(title, ()):
        for body in intents.NUMBERS[language]:
            yield body.format(n=number), listed[number - 1]
    numbered = list(enumerate(listed, start=1))[:3]
    for body, (number, words) in itertools.product(AROUND[language], numbered):
        yield body.format(n=number, words=words), words
        if "{words}" in body and len(max(words.split(), key=len)) > 4:
            yield body.format(words=misspell(words)), words


def read_all(match: Any, title: str, language: str) -> list[Refusal]:
    """Read all replies to a question; return what was refused."""
    words = GAMES[match.game].list_words(language)
    offered = answers.build_reader(match.prompt, match.player).offered
    listed = [notation.format_decision(option, words) for option in offered]
    refusals = []
    for body, meant in iter_replies(title, language, listed):
        lines = body.split("\n")
        try:
            with transaction.atomic():
                read_reply(reply(match, *filter(None, lines), spaced_lines=lines))
                if not list_played(match) and (row := Notification.objects.first()):
                    data = row.data
                    proposed = [*data.get("nearest", []), *data.get("facts", {}).get("answers", [])]
                    refusals.append(Refusal(title, body, meant, proposed, data.get("code", "")))
                raise _Undone
        except _Undone:
            match.prompt.refresh_from_db()
    return refusals


@pytest.mark.sampled(6)
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", AROUND)
def test_every_refusal_of_an_answer_proposes_it(arrange: Any, title: str, language: str) -> None:
    match = arrange(title, language)

    refusals = read_all(match, title, language)

    helpless = [row for row in refusals if row.meant not in row.proposed]
    print(f"{title}, {language}: {len(refusals)} refused, {len(helpless)} without the answer")
    print("\n".join(map(str, helpless)))
    assert not helpless
    assert all(len(row.proposed) <= 3 for row in refusals)


@pytest.mark.parametrize(
    ("email", "proposed", "how"),
    [
        ("1\nno wait", ["buy"], "Did you mean “buy”? Then just reply “yes”."),
        ("1\n2", ["buy", "pass"], "Did you mean “buy” or “pass”? Then reply with its number"),
    ],
)
def test_two_answers_are_proposed_together(
    arrange: Any, email: str, proposed: list[str], how: str
) -> None:
    match = arrange("abyss offer")

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) == "ambiguous"

    assert Notification.objects.get(kind="refused").data["nearest"] == proposed
    [sent] = emails()
    assert how in " ".join(sent.text.split()) and how in " ".join(sent.html.split())


@pytest.mark.parametrize("line", ["not 1", "no buyy", "never 2", "I like turtles", "2%"])
def test_nothing_is_proposed_to_lines_that_are_like_no_answer(arrange: Any, line: str) -> None:
    match = arrange("abyss offer")

    read_reply(reply(match, line))

    assert not Notification.objects.get(kind="refused").data.get("nearest")
