"""Whole replies of people, through the clients of clients.py and everything that reads a reply."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.utils import timezone

from games.engine import notation
from games.engine.contract import Refused
from games.models import Match
from games.replies import answers, commands, consensus, prompts, rehearsal, responses
from games.titles import GAMES
from notifications.incoming.intake import Reply
from notifications.reply_parser import own_lines, quotable_versions

from . import clients, fresh_replies, outsiders
from .test_answers import arrange

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

Read = Callable[[str], str]


def build_reading(match: Any, language: str) -> Read:
    """Return a function that reads a reply: the answer in words, "" if it plays nothing.

    Every reply is quoted as another client does.
    """
    reply = Reply(
        email_id=uuid4(),
        token=match.prompt.token,
        sender=match.player.email,
        lines=[],
        message_id="<1@example.org>",
        received_at=timezone.now(),
    )
    match.player.language, match.prompt.match = language, match
    context = responses.ReplyContext(reply, match.prompt, match.player)
    reader = answers.build_reader(match.prompt, match.player)
    words = GAMES[match.game].list_words(language)
    listed = [notation.format_decision(one, words) for one in reader.offered]
    sent = write_email(listed)
    versions = quotable_versions(sent.text, sent.page)
    writers = itertools.cycle(random.Random(3).sample(clients.list_writers(), 40))

    def read(body: str) -> str:
        _, _, write = next(writers)
        lines = own_lines(write(body, sent), versions).lines
        said = msgspec.structs.replace(reply, spaced_lines=lines)
        return _play(msgspec.structs.replace(context, reply=said), reader, words)

    return read


def write_email(listed: list[str]) -> clients.Sent:
    """Return an e-mail with a list of answers."""
    rows = [f"{number:>3} · {words}" for number, words in enumerate(listed, start=1)]
    text = "\n".join(
        ["Since your last move:", "", "- Bob takes his turn.", "", "It is your turn:", "", *rows]
        + ["", "Please answer within 3 days, by Tue 24 Nov 2026, 12:24 (Europe/Paris)."]
    )
    return clients.Sent(text, f"<pre>{text}</pre>")


def _play(context: responses.ReplyContext, reader: Any, words: Any) -> str:
    match, player = context.match, context.player
    verbs = commands.get_game_verbs(match.game, player.language)
    lexicons = {spoken: GAMES[match.game].list_words(spoken) for spoken in (player.language, "en")}
    try:
        script = prompts.parse_script(context, reader)
        plan = consensus.choose_answer(script.answers, reader, verbs, below=script.below)
    except Refused:
        return ""
    rivals = any(step.rival for step in plan.steps)
    if rivals and not rehearsal.can_follow(context.prompt, plan, lexicons):
        return ""
    return notation.format_decision(plan.reading.decision, words)


def iter_readings(
    arrange: Callable[..., Match], table: ModuleType
) -> Iterator[tuple[str, str, str]]:
    """Yield (reply, answer it means or "", answer that is played or "") for a table of replies."""
    for title, language in table.OTHERS:
        match = arrange(title, language)
        read = build_reading(match, language)
        words = GAMES[match.game].list_words(language)
        offered = answers.build_reader(match.prompt, match.player).offered  # type: ignore[attr-defined]
        written = [notation.format_decision(one, words) for one in offered]
        for (where, spoken, meant), said in table.ANSWERS.items():
            if (where, spoken) == (title, language):
                number = str(written.index(meant) + 1)
                for body in said:
                    plain = body.replace("{n}", number)
                    yield plain, meant, read(plain)
        for body in table.OTHERS[title, language]:
            yield body, "", read(body)


@pytest.mark.parametrize(("table", "share"), [(outsiders, 0.9), (fresh_replies, 0.98)])
def test_whole_replies_are_read_and_none_is_misread(
    arrange: Callable[..., Match], table: ModuleType, share: float
) -> None:
    found = list(iter_readings(arrange, table))
    meant = [one for one in found if one[1]]
    missed = [body for body, _, played in meant if not played]
    wrong = [one for one in found if one[2] not in ("", one[1])]
    print(f"replies: {len(meant) - len(missed)} of {len(meant)} played; missed: {missed}")
    print(f"no answers: {len(found) - len(meant)}; wrong moves: {wrong}")

    assert not wrong
    assert len(missed) <= (1 - share) * len(meant)
