"""Programs that play by what they are told alone: webhook calls, and lines of JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.api import event_stream
from games.models import Match, Player, Status
from notifications.preferences import webhooks
from notifications.webhooks import calls, guard

pytestmark = pytest.mark.django_db

GAMES = [
    "pebbles",
    *(pytest.param(game, marks=pytest.mark.slow) for game in ("abyss", "enchanters", "essence")),
]


def receive_calls(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the list to which the bodies of all calls are added."""
    bodies = list[bytes]()

    def receive(_url: str, body: bytes, _headers: dict[str, str]) -> int:
        bodies.append(body)
        return 204

    monkeypatch.setattr(guard, "post_to_url", receive)
    return bodies


class LineBot:
    """A program that reads a stream of lines, and goes on after the event it read last."""

    def __init__(self, program: Any, path: str = "me/events/") -> None:
        self.program, self.path, self.last = program, path, ""
        self.events: list[dict[str, Any]] = []

    def read(self) -> list[dict[str, Any]]:
        """Return the events since the last time."""
        headers = {"Accept": event_stream.NDJSON}
        if self.last:
            headers["Last-Event-ID"] = self.last
        path = self.path if self.last else f"{self.path}?after={self.first()}"
        response = self.program("GET", path, **headers)
        assert response["Content-Type"] == event_stream.NDJSON
        lines = [json.loads(line) for line in response.content.splitlines() if line]
        for event in lines:
            self.last = event["id"]
        self.events += lines
        return lines

    def first(self) -> str:
        first: dict[str, Any] = self.program.get(self.path)["results"][0]
        self.events.append(first)
        return str(first["id"])


def answer(program: Any, events: list[dict[str, Any]]) -> int:
    """Answer the questions that events bring; return how many."""
    questions = [event["question"] for event in events if event.get("question")]
    for question in questions:
        number = random.choice(question["answers"])["number"]
        response = program("POST", f"prompts/{question['token']}/answer/", {"number": number})
        # Further events may bring the same question.
        assert response.status_code in (200, 409), response.content
    return len(questions)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES)
def test_webhook_calls_and_lines_are_enough_to_play(
    game: str,
    deal: Callable[..., Match],
    program: Callable[..., Any],
    people: dict[str, Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bodies = receive_calls(monkeypatch)
    row = webhooks.add_webhook(
        people["alice"],
        **{"url": "https://bot.example/", "shape": "json", "thread": ""},
        questions_only=False,
        now=timezone.now(),
    )
    webhooks.set_scope(row, "play")
    match = deal(game, seats=2, now=timezone.now())
    alice, bob = program("alice", "play"), LineBot(program("bob"))
    watcher = LineBot(program(), f"matches/{match.number}/events/")
    watcher.read()

    while match.status == Status.RUNNING:
        calls.call_round(timezone.now())
        events = [json.loads(body) for body in bodies]
        bodies.clear()
        count = answer(alice, events)
        count += answer(bob.program, bob.read())
        match.refresh_from_db()
        assert count or match.status != Status.RUNNING

    bob.read()
    watcher.read()
    assert bob.events[-1]["event"] == watcher.events[-1]["event"] == "match_finished"
    assert {event["event"] for event in watcher.events} == {
        "match_started",
        "moved",
        "match_finished",
    }
    [end] = program().get("match-ends/")["results"]
    assert (end["event"], end["match"]) == ("match_finished", match.number)


def test_an_event_is_the_same_wherever_it_is_told(
    program: Callable[..., Any],
    pebbles: Match,
    people: dict[str, Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice = program("alice")
    [listed] = [
        event
        for event in alice.get("me/events/?view=true")["results"]
        if event["event"] == "prompt_opened"
    ]
    bodies = receive_calls(monkeypatch)
    row = webhooks.add_webhook(
        people["alice"],
        **{"url": "https://bot.example/", "shape": "json", "thread": ""},
        questions_only=True,
        now=timezone.now() - timedelta(minutes=1),
    )
    webhooks.set_scope(row, "play")
    calls.call_round(timezone.now())
    first = alice.get("me/events/")["results"][0]["id"]

    lines, server_sent = (
        alice("GET", f"me/events/?after={first}&view=true", Accept=media_type).content.decode()
        for media_type in event_stream.STREAMS[::-1]
    )

    [called] = map(json.loads, bodies)
    own = {"answer_until": called["question"]["deadline_at"], "epoch": called["epoch"]}
    assert json.loads(lines.strip()) == listed
    assert json.loads(server_sent.partition("\ndata: ")[2].strip()) == listed
    assert {**called, "view": listed["view"]} == {**listed, **own}
    assert listed["occurred_at"].endswith("Z") and listed["seat"] == 0
    assert listed["question"] == alice.get(f"prompts/{listed['question']['token']}/")


def test_a_question_is_told_to_its_player_while_it_is_open(
    program: Callable[..., Any], pebbles: Match
) -> None:
    alice, reader = program("alice"), program("alice", "read")
    path = f"me/events/?match={pebbles.number}"

    [before, *_] = [e for e in reader.get(path)["results"] if e["event"] == "prompt_opened"]
    [plain] = [
        e for e in reader.get(f"{path}&questions=false")["results"] if e["event"] == "prompt_opened"
    ]
    token = pebbles.prompts.get(closed_at=None).token
    alice("POST", f"prompts/{token}/answer/", {"number": 1})
    [after] = [e for e in reader.get(path)["results"] if e["event"] == "prompt_opened"]

    assert before["question"]["token"] is None and before["question"]["answers"]
    assert "question" not in plain and "view" not in before
    assert after["question"] is None
    assert alice.get("me/events/?match=999")["results"] == []
    first = alice.get("me/events/?limit=1")
    [second] = alice.get(f"me/events/?limit=1&after={first['next']}")["results"]
    assert [*first["results"], second] == alice.get("me/events/")["results"][:2]


def test_an_answer_brings_the_next_question_if_asked_to(
    program: Callable[..., Any], sealed: Match
) -> None:
    alice, bob = program("alice"), program("bob")
    tokens = [sealed.prompts.get(closed_at=None, seat=seat).token for seat in (0, 1)]
    path = f"prompts/{tokens[0]}/answer/"
    first = alice("POST", f"{path}?question=true", {"number": 1}, **{"Idempotency-Key": "k"})
    assert first.json()["question"]["answered"]

    bob("POST", f"prompts/{tokens[1]}/answer/", {"number": 1})
    again = alice("POST", f"{path}?question=true", {"number": 1}, **{"Idempotency-Key": "k"})

    assert again.json()["id"] == first.json()["id"]
    following = again.json()["question"]
    assert following is None or following["token"] != tokens[0]
    assert "question" not in alice("POST", path, {"number": 1}, **{"Idempotency-Key": "k"}).json()


def test_nobody_listens_to_a_match_that_nobody_may_watch(
    program: Callable[..., Any], pebbles: Match
) -> None:
    path = f"matches/{pebbles.number}/events/"
    assert program().get(path)["results"][0]["event"] == "match_started"
    Match.objects.filter(pk=pebbles.pk).update(watchable=False)

    for listener in (program(), program("alice")):
        assert listener("GET", path).status_code == 404
