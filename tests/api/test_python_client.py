"""The Python client of sdk/ against the real server: requests, retries, streams, and bots."""

from __future__ import annotations

import ast
import asyncio
import random
import re
import runpy
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from abyss_client import ApiProblem, AsyncClient, Client, StaleQuestion, models, protocol

from games.api import own_schemas, schemas
from games.models import Match
from games.services import matches, tokens

SDK = Path(__file__).parents[2] / "sdk" / "python"
GAMES = ("abyss", "enchanters", "essence")
MOST_ANSWERS = 2000

playing = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(protocol, "SHORTEST_WAIT", 0.001)


@pytest.fixture
def secret(people: dict[str, Any]) -> Callable[[str], str]:
    def secret(name: str) -> str:
        scopes = ["read", "play", "manage"]
        return tokens.make_token(people[name], name="client", scopes=scopes)[1]

    return secret


def play_to_end(sites: list[Client], number: int) -> None:
    """Answer every question at random until the match is over."""
    luck = random.Random(number)
    for _ in range(MOST_ANSWERS):
        for site in sites:
            for question in site.iter_open_questions():
                choice = luck.choice(question["answers"])
                site.answer(question, number=choice["number"])
        if sites[0].match(number)["status"] == "finished":
            return
    raise AssertionError("the match does not end")


@playing
@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_client_plays_whole_matches_of_every_game(
    game: str, live_server: Any, secret: Callable[[str], str]
) -> None:
    with (
        Client(live_server.url, secret("alice")) as alice,
        Client(live_server.url, secret("bob")) as bob,
    ):
        number = alice.open_match(game, seats=2)["number"]
        bob.join_match(number)

        play_to_end([alice, bob], number)

        assert 1 in [seat["place"] for seat in alice.match(number)["seats"]]
        assert {row["seat"] for row in bob.iter_history(number)} >= {0, 1}


@playing
def test_requests_pages_and_problems(live_server: Any, secret: Callable[[str], str]) -> None:
    with (
        Client(live_server.url, secret("alice")) as alice,
        Client(live_server.url, secret("bob")) as bob,
    ):
        numbers = [alice.open_match("pebbles", seats=2)["number"] for _ in range(3)]
        bob.join_match(numbers[0])
        first = next(q for site in (alice, bob) for q in site.iter_open_questions())
        mover = (alice, bob)[first["seat"]]
        with pytest.raises(ApiProblem) as illegal:
            mover.answer(first, verb="take", args={"number": 7})
        key = str(uuid4())
        moves = [mover.answer(first, line="take 1", key=key) for _ in range(2)]

        with pytest.raises(StaleQuestion) as stale:
            mover.answer(first, line="take 1")

        assert alice.me()["display_name"] == "Alice"
        assert (illegal.value.status, illegal.value.code) == (422, "illegal")
        assert stale.value.closed_by == "own_answer" and moves[0]["id"] == moves[1]["id"]
        mine = alice.iter_matches(mine=True, limit=1)
        assert [row["number"] for row in mine] == numbers[::-1]
        token = alice.make_token("second", ["read"])
        with Client(live_server.url, token["secret"]) as reader:
            assert reader.me()["scopes"] == ["read"]
            alice.revoke_token(token["id"])
            with pytest.raises(ApiProblem, match="401"):
                reader.me()


@playing
def test_the_asynchronous_client_plays_a_match(
    live_server: Any, secret: Callable[[str], str]
) -> None:
    async def play(token: str, rival: str) -> int:
        async with (
            AsyncClient(live_server.url, token) as site,
            AsyncClient(live_server.url, rival) as other,
        ):
            match = await site.open_match("pebbles", seats=2)
            await other.join_match(match["number"])
            while (await site.match(match["number"]))["status"] != "finished":
                for client in (site, other):
                    async for question in client.iter_open_questions():
                        await client.answer(question, number=1)
            return match["number"]

    # In a thread of its own: a browser test may have left its event loop running in this one.
    with ThreadPoolExecutor(1) as other_thread:
        playing_both = other_thread.submit(asyncio.run, play(secret("alice"), secret("bob")))
        number = playing_both.result()

    assert Match.objects.get(number=number).status == "finished"


@playing
def test_the_example_answers_what_is_asked(
    live_server: Any,
    secret: Callable[[str], str],
    people: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("sealed", seats=2))
    matches.join_match(match, people["bob"])

    class Enough(Exception):
        """The bot has answered a question."""

    def answer_and_stop(self: Client, question: Any, **words: Any) -> None:
        self.request("POST", f"prompts/{question['token']}/answer/", words)
        raise Enough

    monkeypatch.setattr(Client, "answer", answer_and_stop)
    monkeypatch.setenv("ABYSS_TOKEN", secret("alice"))
    monkeypatch.setattr(sys, "argv", ["bot.py", live_server.url])

    with pytest.raises(Enough):
        runpy.run_path(str(SDK / "examples" / "bot.py"))

    with Client(live_server.url, secret("alice")) as alice:
        assert [question["answered"] for question in open_questions(alice)] != [None]


def open_questions(site: Client) -> list[Any]:
    return [site.question(protocol.find_token(prompt)) for prompt in site.iter_prompts()]


# Without a server ---------------------------------------------------------------------------------


def client_of(responses: Iterator[httpx.Response | Exception], calls: list[Any]) -> Client:
    """Return a client whose transport gives these responses, and notes what was asked."""

    def respond(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        response = next(responses)
        if isinstance(response, Exception):
            raise response
        return response

    return Client("http://abyss.test", "abp_x", transport=httpx.MockTransport(respond))


def test_a_request_is_repeated_under_the_same_key() -> None:
    calls: list[httpx.Request] = []
    answers: list[httpx.Response | Exception] = [
        httpx.ConnectError("away"),
        httpx.Response(503),
        httpx.Response(429, headers={"Retry-After": "0"}),
        httpx.Response(201, json={"number": 7}),
    ]

    match = client_of(iter(answers), calls).open_match("abyss", seats=2)

    assert match["number"] == 7 and len(calls) == 4
    assert len({call.headers["Idempotency-Key"] for call in calls}) == 1


def test_events_bring_new_questions() -> None:
    """Two requests a question used to follow: for the open ones, and for this one."""
    question, calls = {"id": "q", "token": "t", "answered": None}, list[httpx.Request]()
    sealed = question | {"id": "s", "answered": "buy"}
    brought = [question, sealed, None, question]
    pages: list[dict[str, Any]] = [
        {"results": [{"id": "1", "event": "moved"}], "next": "1", "start_over": False},
        {"results": [], "next": None, "start_over": False},
        {"results": [], "next": None},
        {"results": [{"question": q} for q in brought], "next": "2", "start_over": False},
        {"results": [{"question": question | {"id": "r"}}], "next": "3", "start_over": False},
    ]
    site = client_of(iter([httpx.Response(200, json=page) for page in pages]), calls)

    questions = site.iter_questions()

    assert [next(questions)["id"] for _ in range(2)] == ["q", "r"]
    assert len(calls) == 5 and calls[0].url.params["questions"] == "false"
    assert dict(calls[4].url.params) == {"after": "2", "wait": "25", "questions": "true"}


def test_a_stream_goes_on_after_the_last_whole_event() -> None:
    calls: list[httpx.Request] = []
    told = [
        'retry: 2000\n\nid: 1\nevent: prompt_opened\ndata: {"match": 3}\n\n:\n\nid: 2\nevent: mo',
        'event: start_over\ndata: {}\n\nid: 9\nevent: move\ndata: {"match": 3}\n\n',
    ]
    responses = [httpx.Response(200, text=text) for text in told]

    events = client_of(iter(responses), calls).iter_events("0")
    kinds = [next(events)["event"] for _ in range(3)]

    assert kinds == ["prompt_opened", "start_over", "move"]
    assert [call.headers["Last-Event-ID"] for call in calls] == ["0", "1"]


def test_a_stream_that_is_refused_says_why() -> None:
    refusal = httpx.Response(401, json={"code": "not_authenticated", "detail": "Sign in."})

    with pytest.raises(ApiProblem, match="401 not_authenticated: Sign in"):
        next(client_of(iter([refusal]), []).iter_events())


SHAPES: dict[str, Any] = {
    "Me": own_schemas.Me,
    "Seat": schemas.SeatShape,
    "Match": schemas.MatchShape,
    "Answer": schemas.AnswerShape,
    "Choice": schemas.ChoiceShape,
    "Prompt": schemas.PromptShape,
    "Question": schemas.QuestionShape,
    "Move": schemas.Taken,
    "MatchView": schemas.ViewShape,
    "Token": own_schemas.NewToken,
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_types_of_both_clients_are_those_of_the_api(name: str) -> None:
    types = (SDK.parent / "typescript" / "src" / "index.d.ts").read_text()
    body = re.search(rf"interface {name} .*?{{\n(.*?)\n}}", types, re.DOTALL)
    assert body is not None
    of_typescript = re.findall(r"^  (\w+)\??:", body[1], re.MULTILINE)

    of_python = getattr(models, name).__annotations__

    assert {*of_python, *of_typescript} <= {*SHAPES[name]().fields}


def test_both_clients_are_the_same() -> None:
    build = runpy.run_path(str(SDK / "write_async.py"))["build_async_source"]
    folder = SDK / "src" / "abyss_client"

    source = build((folder / "client.py").read_text())

    assert ast.dump(ast.parse(source)) == ast.dump(ast.parse((folder / "aio.py").read_text()))


def test_an_answer_has_one_form() -> None:
    with pytest.raises(ValueError):
        protocol.build_answer(1, "take 1", None, None)


def test_the_example_has_fifteen_lines() -> None:
    lines = (SDK / "examples" / "bot.py").read_text().splitlines()[1:]

    assert len([line for line in lines if line and "import" not in line]) <= 15
