"""Replies of three matches that were played to their ends by e-mail, each at its question.

`by_hand/<game>.json` has the moves of a match, and the replies with the number of moves before them
and the answer meant, in English; "" for what cannot be played. `pytest -s` prints the figures.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import transaction

from games.engine.contract import AnyGame
from games.models import Match, Player, Prompt
from games.queries import states
from games.services import matches
from games.services.play import decision_rows
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.models import Notification
from tests.conftest import NOON
from tests.games.test_mail_door import reply

from .test_answers import arrange, list_played

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "by_hand"
# Share of the replies meant as an answer that are played.
PLAYED = {"abyss": 0.75, "enchanters": 0.8, "essence": 0.8}


class TypedReply(msgspec.Struct, frozen=True):
    """A reply, the number of moves before it, and the answer meant."""

    after: int
    reply: str
    meant: str


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match of seat 0 against a house bot: (seat, decision) of each move, and the replies."""

    language: str
    seed: int
    moves: list[tuple[int, dict[str, Any]]]
    replies: list[TypedReply]


class _Undone(Exception):
    """A reply has been read; what it did is rolled back."""


def play_forced(game: AnyGame, state: Any) -> None:
    """Play the answers without an alternative, as the service does."""
    while True:
        prompts = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        forced = [(prompt.seat, only) for prompt in prompts if (only := prompt.only_answer())]
        if not forced:
            return
        game.play_decision(state, *forced[0])


def iter_states(name: str, played: PlayedMatch) -> Iterator[Any]:
    """Yield the state before each move, and that after the last one."""
    game = GAMES[name]
    options = matches.chosen_options(game, {}, 2)
    state = game.set_up_match(2, bytes([played.seed]) * 32, options)
    play_forced(game, state)
    yield state
    for seat, decision in played.moves:
        game.play_decision(state, seat, states.parse_stored_decision(decision))
        play_forced(game, state)
        yield state


def ask(match: Any, state: Any) -> None:
    """Put a state on the table of a match, and its questions."""
    match.state = states.serialize_state(state)
    match.save(update_fields=["state"])
    match.prompts.all().delete()
    asked, seats = GAMES[match.game].list_prompts(state), decision_rows.fetch_sitters(match)
    rows = decision_rows.diff_prompts(match, seats, [], asked, now=NOON).opened
    Prompt.objects.bulk_create(rows)
    match.prompt = next(row for row in rows if row.seat == 0)
    match.player = match.seats.get(number=0).player


def read_typed(match: Any, text: str) -> str:
    """Return what a reply plays first, in English, and roll it back."""
    lines = text.split("\n")
    first = ""
    try:
        with transaction.atomic():
            read_reply(reply(match, *filter(None, lines), spaced_lines=lines))
            first = next(iter(list_played(match)), "")
            raise _Undone
    except _Undone:
        match.prompt.refresh_from_db()
    return first


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PLAYED)
def test_replies_of_a_played_match_are_read_as_meant(deal: Callable[..., Match], name: str) -> None:
    played = msgspec.convert(json.loads((FOLDER / f"{name}.json").read_text()), PlayedMatch)
    match: Any = deal(name, seats=2, bots=1)
    Player.objects.update(language=played.language)
    by_place = {
        after: list(rows)
        for after, rows in itertools.groupby(played.replies, lambda row: row.after)
    }
    outcomes = list[tuple[TypedReply, str]]()
    for number, state in enumerate(iter_states(name, played)):
        if number in by_place:
            ask(match, state)
            outcomes += [(row, read_typed(match, row.reply)) for row in by_place[number]]

    meant = [row for row, _ in outcomes if row.meant]
    missed = [row for row, first in outcomes if row.meant and first != row.meant]
    wrong = [(row, first) for row, first in outcomes if first not in ("", row.meant)]
    print(f"{name}: {len(meant) - len(missed)} of {len(meant)} played; missed:")
    print("\n".join(row.reply for row in missed))
    assert wrong == []
    assert len(missed) <= (1 - PLAYED[name]) * len(meant)


def propose(match: Any, line: str) -> None:
    """Refuse a line, and count the e-mail that proposes an answer as sent."""
    assert read_reply(reply(match, line)) in ("unreadable", "ambiguous")
    refused = Notification.objects.filter(kind="refused")
    assert len(refused.get().data["nearest"]) == 1
    refused.update(state="sent", sent_at=NOON)


@pytest.mark.parametrize(
    ("yes", "played"),
    [
        # “End” was played alone, and the “yes” dropped.
        (["yes", "end"], ["use Marine 2", "end"]),
        (["yes, and then end"], ["use Marine 2", "end"]),
        (["Yes, the marine!"], ["use Marine 2"]),
        (["jep"], ["use Marine 2"]),
        (["yes. use Marine 2"], ["use Marine 2"]),
    ],
)
def test_a_yes_counts_beside_what_follows_it(
    arrange: Any, yes: list[str], played: list[str]
) -> None:
    match = arrange("essence")
    propose(match, "yuse Marinne 2")

    assert read_reply(reply(match, *yes)) == "played"
    assert list_played(match)[: len(played)] == played


@pytest.mark.parametrize(
    "text", ["yes, end", "yes, the Sapper", "yes but the other", "yes, use Sapper 1"]
)
def test_a_yes_beside_another_answer_is_asked_about(arrange: Any, text: str) -> None:
    match = arrange("essence")
    propose(match, "yuse Marinne 2")

    assert read_reply(reply(match, text)) != "played"
    assert list_played(match) == []
