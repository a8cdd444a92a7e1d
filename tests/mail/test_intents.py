"""Replies by intent, in the clients of clients.py: played as meant, asked about, or executed.

`pytest -s tests/mail/test_intents.py` prints the figures and what was not read as meant.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from django.db import transaction

from games.models import Match
from notifications.gateway import read_reply
from notifications.reply_parser import own_lines, quotable_versions
from tests.games.test_mail_door import reply

from . import clients, intents
from .test_answers import arrange, list_offered, list_played
from .test_outsiders import write_email

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

# Share of the replies meant as an answer that are played as meant.
PLAYED = 0.95
STYLES = 12


class Outcome(msgspec.Struct, frozen=True):
    """A reply, what it means and what became of it: answers in English, "" if none is played."""

    title: str
    language: str
    body: str
    meant: str
    played: str
    code: str


class _Undone(Exception):
    """A reply has been read; what it did is rolled back."""


class Correspondent:
    """Writes replies to one question, each in the style of the next client."""

    def __init__(self, match: Any, title: str, language: str):
        self.match, self.title, self.language = match, title, language
        self.listed = list_offered(match)
        self.sent = write_email(self.listed)
        self.versions = quotable_versions(self.sent.text, self.sent.page)
        tops = {name: write for name, at, write in clients.list_writers() if at == "top"}
        self.writers = itertools.cycle(list(tops.values())[:: len(tops) // STYLES][:STYLES])

    def write(self, body: str, meant: str) -> Outcome:
        lines = own_lines(next(self.writers)(body, self.sent), self.versions).lines
        email = reply(self.match, *filter(None, lines), spaced_lines=lines)
        played, code = list[str](), ""
        try:
            with transaction.atomic():
                code = read_reply(email)
                played = list_played(self.match)
                raise _Undone
        except _Undone:
            self.match.prompt.refresh_from_db()
        first = played[0] if played else ""
        return Outcome(self.title, self.language, body, meant, first, code)


def iter_answers(arrange: Callable[..., Match]) -> Iterator[Outcome]:
    """Yield what became of the replies that are meant as answers, and of those that are not."""
    for language, title in itertools.product(intents.NUMBERS, intents.ASKED_BY):
        writer = Correspondent(arrange(title, language), title, language)
        numbers = itertools.cycle(intents.ASKED_BY[title])
        for body, number in zip(intents.NUMBERS[language], numbers, strict=False):
            yield writer.write(body.format(n=number), writer.listed[number - 1])
        one, other = intents.ASKED_BY[title]
        for body in intents.UNDECIDED[language]:
            yield writer.write(body.format(n=one, m=other), "")
    for (title, language), rows in intents.WORDS.items():
        writer = Correspondent(arrange(title, language), title, language)
        for body, meant in rows:
            yield writer.write(body, meant)


def test_replies_meant_as_answers_are_played_and_no_others(arrange: Any) -> None:
    outcomes = list(iter_answers(arrange))
    meant = [one for one in outcomes if one.meant]
    missed = [one for one in meant if one.played != one.meant]
    wrong = [one for one in outcomes if one.played not in ("", one.meant)]
    print(f"meant as answers: {len(meant) - len(missed)} of {len(meant)} played; missed:")
    print("\n".join(map(str, missed)))
    print(f"asked about: {len(outcomes) - len(meant)}; wrong moves: {wrong}")

    assert len(outcomes) >= 400
    assert not wrong
    assert len(missed) <= (1 - PLAYED) * len(meant)


@pytest.mark.parametrize("title", intents.ASKED_BY)
@pytest.mark.parametrize("language", intents.COMMANDS)
def test_replies_that_want_something_else_get_it(arrange: Any, title: str, language: str) -> None:
    writer = Correspondent(arrange(title, language), title, language)

    outcomes = [(writer.write(body, ""), code) for body, code in intents.COMMANDS[language]]

    assert [one for one, code in outcomes if one.code != code or one.played] == []
