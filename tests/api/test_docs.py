"""What docs/api.md and its example say happens."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Move
from games.services import matches, tokens
from notifications.preferences import webhooks
from notifications.webhooks import formats

from .test_epochs import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs/api.md").read_text()
BOT = ROOT / "docs/examples/bot.py"
EXAMPLE = re.compile(
    r"^    (GET|POST|PUT|PATCH|DELETE) (\S+) +(\w+)(?: +(\{.*\}))?\n    (\d{3})(?: (\{.*\}))?$",
    re.M,
)


@pytest.mark.django_db
def test_the_examples_happen_as_they_are_written(program: Any) -> None:
    programs = {name: program(name) for name in ("alice", "bob", "carol")} | {"nobody": program()}
    examples = EXAMPLE.findall(DOCS)
    assert len(examples) == len(re.findall(r"^    \d{3}", DOCS, re.M)) > 12
    number, token = "1", ""

    for method, path, who, body, status, shown in examples:
        path = path.replace("matches/1/", f"matches/{number}/").replace("TOKEN", token)
        answer = programs[who](method, path, json.loads(body) if body else None)

        assert answer.status_code == int(status), (path, answer.content)
        told = answer.json() if answer.content else {}
        expected = json.loads(shown) if shown else {}
        assert {name: told.get(name) for name in expected} == expected, path
        if path == "matches/" and status == "201":
            number = str(told["number"])
        if path.endswith("/join/"):
            # Who begins is drawn; in the document it is alice.
            for prompt in programs["bob"].get("prompts/")["results"]:
                programs["bob"]("POST", f"prompts/{prompt['token']}/answer/", {"line": "1"})
        if path == "prompts/" and status == "200":
            token = told["results"][0]["token"]


@pytest.mark.django_db
def test_the_page_of_the_api_needs_nobody_else(client: Client) -> None:
    guide = client.get("/api/").content.decode()
    page = client.get("/api/reference/").content.decode().replace("<wbr>", "")

    assert "POST /api/v1/prompts/{token}/answer/" in page
    assert 'id="problem-409"' in guide and 'id="code-stale"' in guide
    assert not re.findall(r'href="[^"]*\.md', guide)
    for anchor in re.findall(r'href="#([^"]+)"', guide):
        assert f'id="{anchor}"' in guide
    for text in (page, guide, client.get("/api/try/").content.decode()):
        assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!localhost)', text)


def test_the_first_bot_is_printed_as_it_is() -> None:
    code = (ROOT / "docs/examples/first_bot.py").read_text()

    block = "".join(f"    {line}" if line.strip() else line for line in code.splitlines(True))
    assert block in DOCS


@pytest.mark.django_db
def test_the_commands_of_curl_do_what_they_say(program: Any) -> None:
    alice = program("alice")
    commands = re.findall(r"^curl ((?:.*\\\n)*.*)", DOCS, re.M)
    assert len(commands) >= 3
    number = 0

    for command in commands:
        words = [word for word in shlex.split(command.replace("\\\n", " ")) if word != "-N"]
        options = {name: word for name, word in zip(words, words[1:], strict=False) if name == "-X"}
        headers = dict(
            word.split(": ", 1)
            for name, word in zip(words, words[1:], strict=False)
            if name == "-H"
        )
        bodies = [word for name, word in zip(words, words[1:], strict=False) if name == "-d"]
        assert headers.pop("Authorization") == "Bearer $ABYSS_TOKEN"
        headers.pop("Content-Type", None)
        [path] = [word for word in words if word.startswith("https://SITE/api/v1/")]
        path = path.removeprefix("https://SITE/api/v1/").replace("NUMBER", str(number))
        body = json.loads(bodies[0]) if bodies else None
        response = alice(options.get("-X", "GET"), path, body, **headers)

        assert response.status_code in (200, 201), (command, response.content)
        if path == "matches/":
            number = response.json()["number"]


@pytest.mark.django_db
def test_a_webhook_is_checked_as_the_guide_shows(people: dict[str, Any]) -> None:
    row = webhooks.add_webhook(
        people["alice"],
        url="https://bot.example/",
        shape="json",
        thread="",
        questions_only=True,
        now=timezone.now(),
    )
    call = formats.compose_epoch_change(row, "another", timezone.now())
    [code] = re.findall(r"```\n(key = base64.*?)```", DOCS, re.S)

    for body, is_ours in ((call.body, True), (call.body + b" ", False)):
        names: dict[str, Any] = {"base64": base64, "hashlib": hashlib, "hmac": hmac}
        names |= {"secret": formats.show_secret(row.secret), "headers": call.headers, "body": body}
        exec(code, names)
        assert names["is_ours"] is is_ours


@pytest.mark.django_db
def test_an_address_that_leads_nowhere_is_a_problem_too(client: Client) -> None:
    lost = client.get("/api/v1/nowhere/")

    assert (lost.status_code, lost.json()["code"]) == (404, "unknown_address")


@pytest.mark.django_db(transaction=True)
def test_the_example_bot_plays_a_whole_match(people: dict[str, Any], live_server: Any) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    matches.join_match(match, people["bob"])
    secrets = [tokens.make_token(people[name], name="bot", scopes=["read", "play"])[1]
               for name in ("alice", "bob")]  # fmt: skip

    # Events are told once all older transactions of the server have ended, those of other tests
    # among them.
    give_up = time.monotonic() + PATIENCE
    while match.status != "finished":
        assert time.monotonic() < give_up
        for secret in secrets:
            played(live_server.url, secret)
        match.refresh_from_db()
    assert set(Move.objects.filter(match=match).values_list("source", flat=True)) <= {
        "api",
        "rules",
    }
    assert Match.objects.get().outcome


def played(address: str, secret: str) -> None:
    command = [sys.executable, str(BOT), address, "--once"]
    environment = {**os.environ, "ABYSS_TOKEN": secret}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_the_example_bot_is_short_and_needs_nothing() -> None:
    lines = BOT.read_text().splitlines()
    named = re.findall(r"^(?:import|from) (\w+)", BOT.read_text(), re.M)

    assert len(lines) < 80 and set(named) <= set(sys.stdlib_module_names)
