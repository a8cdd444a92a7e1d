"""Nothing a seat may not see: shuffle what is hidden from it, and every answer stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.engine.chance import Chance
from games.models import Match
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES

from .endpoints import OPERATIONS, address

pytestmark = pytest.mark.django_db

# Everything that shows something; `get_prompt` belongs to seat 0, whose token would be given.
SHOWING = [name for name, (method, _path) in OPERATIONS.items() if method == "GET"]
NAMES = {0: "alice", 1: "bob", None: ""}


def clock_plays(match: Match, plies: int) -> None:
    for ply in range(plies):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        if prompt is not None:
            late = prompt.deadline_at
            submit_decision(prompt.token, None, source="clock", key=f"tick-{ply}", now=late)
    match.refresh_from_db()


@pytest.mark.parametrize("seat", NAMES)
@pytest.mark.parametrize(
    ("game", "plies"),
    [("sealed", 1), ("abyss", 0), ("abyss", 40), ("essence", 6), ("enchanters", 8)],
)
def test_no_endpoint_tells_what_a_seat_cannot_see(
    program: Any, people: dict[str, Any], deal: Callable[..., Match], game: str, plies: int,
    seat: int | None,
) -> None:  # fmt: skip
    match = deal(game, seats=2, now=timezone.now())
    clock_plays(match, plies)
    looker = program(NAMES[seat])
    paths = [
        address(operation, match, people["alice"])[1]
        for operation in SHOWING
        if operation != "get_prompt" or match.prompts.filter(closed_at=None, seat=0).exists()
    ]
    # Whose token says when it was used last is told below.
    paths = [path for path in paths if not path.startswith("me/tokens")]

    before = {path: content_of(looker("GET", path)) for path in paths}
    imagined = GAMES[game].imagine_state(states.load_state(match), seat, Chance(bytes(32)))
    Match.objects.filter(pk=match.pk).update(state=states.serialize_state(imagined))
    after = {path: content_of(looker("GET", path)) for path in paths}

    assert before == after and len(paths) > 10


def content_of(response: Any) -> bytes:
    """Return what a response says, in one piece or as a stream."""
    return b"".join(response) if response.streaming else bytes(response.content)


@pytest.mark.parametrize("who", ["bob", "carol", ""])
def test_that_a_sealed_answer_was_given_is_told_to_nobody_else(
    program: Any, people: dict[str, Any], sealed: Match, who: str
) -> None:
    looker, mine = program(who), sealed.prompts.get(seat=0)
    paths = [
        address(operation, sealed, people["alice"])[1]
        for operation in SHOWING
        if operation not in ("list_tokens",)
    ]
    before = {path: content_of(looker("GET", path)) for path in paths}

    answered = program("alice")("POST", f"prompts/{mine.token}/answer/", {"line": "1"})

    assert answered.status_code == 200
    assert {path: content_of(looker("GET", path)) for path in paths} == before
    assert not [path for path in before if mine.token.encode() in before[path]]


def test_a_listed_token_does_not_tell_its_secret(program: Any) -> None:
    alice = program("alice")

    assert alice.secret not in alice("GET", "me/tokens/").content.decode()
