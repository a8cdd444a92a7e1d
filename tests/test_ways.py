"""How much code runs for one answer: our modules and functions, counted and limited.

A module counts when one of its functions runs; importing it does not count. The game of the match
counts as one module: its folder, and `games/engine/board`, which draws for it. So do the readers of
a line of an e-mail, which stand in one list. `abyss_site`, which both apps depend on, is counted
separately. Each path runs once before it is counted, so that
one-time work is left out. The sender of an e-mail is trusted, as without `MAIL_AUTHSERV_ID`;
nothing is rendered or sent, which other tasks do later.

`pytest -s tests/test_ways.py` prints every module and function.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from abyss_site.core.valkey import histograms
from games.models import Match, Move, Prompt
from games.services import tokens
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, receive_email
from notifications.outgoing import reply_addresses

ROOT = Path(__file__).parent.parent
APPS, BASIS = ("games", "notifications"), "abyss_site"
OF_THE_GAME = re.compile(r"games\.(titles\.abyss|engine\.board)\b.*")
OF_A_LINE = re.compile(r"games\.replies\.lines\b.*")
# Nested functions count as the enclosing function.
WITHIN = re.compile(r"(\.<locals>)?\.?<(lambda|listcomp|setcomp|dictcomp|genexpr)>.*")

# A move is counted up to its commit. A profiler of the test run would be replaced.
pytestmark = pytest.mark.django_db(transaction=True)


class Way(msgspec.Struct):
    """The functions that ran, by module, in the order of their first call."""

    functions: dict[str, set[str]]

    def modules(self) -> list[str]:
        """Return the modules of the apps and of abyss_site; all of the game's are one, and all that
        read a line."""
        names = (OF_THE_GAME.sub("the game", name) for name in self.functions)
        return list(dict.fromkeys(OF_A_LINE.sub("the readers of a line", name) for name in names))

    def count_modules(self) -> int:
        """Return the number of modules of the apps, the game among them."""
        return sum(not name.startswith(BASIS) for name in self.modules())

    def report(self, called: str) -> str:
        """Return the figures and every function as text."""
        many = sum(map(len, self.functions.values()))
        head = f"{called}: {self.count_modules()} modules of the apps; {len(self.modules())} with"
        head += f" {BASIS}; {len(self.functions)} with each of the game's; {many} functions"
        lines = [f"  {name}: {', '.join(sorted(ran))}" for name, ran in self.functions.items()]
        return "\n".join(["", head, *lines])


@contextmanager
def traced(called: str) -> Iterator[Way]:
    """Record every function of ours that runs in the block, and print them."""
    way = Way(defaultdict(set))
    seen: set[CodeType] = set()

    def note_call(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event != "call" or code in seen:
            return
        seen.add(code)
        path = Path(code.co_filename)
        if not path.is_relative_to(ROOT):
            return
        parts = path.relative_to(ROOT).with_suffix("").parts
        function = WITHIN.sub("", code.co_qualname)
        if parts[0] in (*APPS, BASIS) and function != "<module>":
            way.functions[".".join(parts)].add(function)

    before = sys.getprofile()
    sys.setprofile(note_call)
    try:
        yield way
    finally:
        sys.setprofile(before)
    print(way.report(called))


@pytest.fixture
def matches(deal: Callable[..., Match]) -> list[Match]:
    """Return two matches of Abyss, opened by bob, in which he is asked to buy a card: for the first
    run and the count."""
    found = [deal("abyss", seats=2, now=timezone.now()) for _ in range(2)]
    bob = found[0].seats.get(number=1).player
    Match.objects.update(created_by=bob)
    return found


@pytest.fixture(autouse=True)
def durations_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write no counts of durations: that happens now and then, not with each answer."""
    monkeypatch.setattr(histograms, "FLUSH_SECONDS", 3600)


@pytest.fixture
def bob(people: dict[str, Any]) -> Client:
    """Return a client in which bob is signed in."""
    client = Client()
    client.force_login(people["bob"])
    return client


def prompt_of(match: Match) -> Prompt:
    prompt: Prompt = match.prompts.get(closed_at=None, seat=1)
    return prompt


def receive_answer(match: Match) -> None:
    """Receive an e-mail from bob that quotes nothing."""
    token, sender = prompt_of(match).token, "bob@example.org"
    address = reply_addresses.build_address("play", token)
    head = f"From: {sender}\r\nTo: {address}\r\nMessage-ID: <{token}@client.example>\r\n\r\n"
    envelope = Envelope(sender, [address])
    receive_email(f"{head}1\r\n".encode(), envelope, "test", token, timezone.now())


def test_an_email_becomes_a_move(matches: list[Match]) -> None:
    receive_answer(matches[0])
    assert process_due(timezone.now()) == 1
    receive_answer(matches[1])

    with traced("e-mail to move") as way:
        assert process_due(timezone.now()) == 1

    assert Move.objects.filter(match=matches[1], source="email").exists()
    assert way.count_modules() <= 35
    assert len(way.modules()) <= 44


def test_a_page_shows_a_match(matches: list[Match], bob: Client) -> None:
    first, second = (f"/matches/{match.number}/" for match in matches)
    assert bob.get(first).status_code == 200

    with traced("page GET") as way:
        assert bob.get(second).status_code == 200

    assert len(way.modules()) <= 47
    assert "games.web.board_html" in way.functions


def test_a_page_answers_without_drawing_the_table(matches: list[Match], bob: Client) -> None:
    def answer(match: Match) -> Any:
        form = {"nonce": str(uuid4()), "line": "1"}
        return bob.post(f"/p/{prompt_of(match).token}/", form)

    assert answer(matches[0]).status_code == 303
    with traced("page POST") as way:
        assert answer(matches[1]).status_code == 303

    assert Move.objects.filter(match=matches[1], source="page").exists()
    ran = {name for functions in way.functions.values() for name in functions}
    assert not ran & {"build_table", "build_view", "describe_table", "render_match_page"}
    assert not any(
        name.startswith(("games.engine.board", "games.emails")) for name in way.functions
    )
    assert len(way.modules()) <= 34


def test_a_program_answers(matches: list[Match], people: dict[str, Any]) -> None:
    secret = tokens.make_token(people["bob"], name="test", scopes=("play",))[1]
    client, headers = Client(), {"Authorization": f"Bearer {secret}"}

    def answer(match: Match) -> Any:
        path = f"/api/v1/prompts/{prompt_of(match).token}/answer/"
        return client.post(path, {"line": "1"}, "application/json", headers=headers)

    assert answer(matches[0]).status_code == 200
    with traced("API answer") as way:
        assert answer(matches[1]).status_code == 200

    assert Move.objects.filter(match=matches[1], source="api").exists()
    assert way.count_modules() <= 21
    assert len(way.modules()) <= 30
