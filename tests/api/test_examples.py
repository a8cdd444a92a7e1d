"""The examples of the reference: of real requests, and as the document describes them.

`WRITE_EXAMPLES=yes` writes `games/api/examples.json` anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from jsonschema import Draft202012Validator

from games.api.examples import EXAMPLES, read_examples
from games.api.schema import get_openapi_document
from games.models import DataDump, Match

from .endpoints import BODIES, OPERATIONS, address

# What is said in a match of Abyss instead of one of Pebbles.
OWN_BODIES: dict[str, Any] = {
    "open_match": {"game": "abyss", "seats": 2, "pace": "day"},
    "write_order": {"order": "buy if price <= 1"},
    "preview_order": {"order": "buy if price <= 1"},
    "change_order": {"order": "buy if price <= 2"},
    "answer_prompt": {"number": 1},
    "add_bot": {},
    "save_default_order": {"game": "abyss", "order": "buy if price <= 1"},
    "save_match_preset": {"name": "Ours", "game": "abyss", "settings": {"seats": 2}},
    "change_match_preset": {"name": "Mine", "game": "abyss", "settings": {"seats": 3}},
}
# Operations that need more than a match: their body, and one with the same kind of response.
ALIKE: dict[str, tuple[Any, str]] = {
    "found_league": (BODIES["found_league"], "direct_league"),
    "open_analysis_board": (BODIES["open_analysis_board"], "get_analysis_board"),
    "play_again": ({}, "open_match"),
    "request_analysis": (None, "get_analysis"),
    "take_back": ({}, "ask_table"),
    "take_seat": (None, "get_match"),
    "todays_puzzle": (None, "get_puzzle"),
}
IS_WRITTEN = bool(os.environ.get("WRITE_EXAMPLES"))


def shorten(value: Any) -> Any:
    """Return a response with one entry in its lists, and no secret."""
    if isinstance(value, dict):
        return {
            name: [shorten(entry) for entry in part[:1]]
            if name in ("results", "answers", "entries") and isinstance(part, list)
            else shorten(part)
            for name, part in value.items()
        }
    if isinstance(value, list):
        return [shorten(part) for part in value]
    if isinstance(value, str):
        return re.sub(r"abp_[0-9a-f]{40}", "abp_" + "0123456789" * 4, value)
    return value


@pytest.mark.skipif(not IS_WRITTEN, reason="WRITE_EXAMPLES is not set")
@pytest.mark.django_db
def test_examples_are_written(
    program: Callable[..., Any], deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    examples = {}
    for operation in sorted(OPERATIONS):
        for game in ("abyss", "pebbles"):
            with transaction.atomic():
                try:
                    dealt = deal(game, seats=2, now=timezone.now())
                    example = call(operation, program, dealt, people)
                except Exception as error:
                    example = {"error": repr(error)}
                transaction.set_rollback(True)
            if "response" in example or "status" in example:
                break
        if "error" in example or example.get("status", 0) >= 400:
            print(operation, example)
        else:
            examples[operation] = example
    for operation, (body, other) in ALIKE.items():
        response = examples[other]["response"]
        examples[operation] = {"request": body, "response": response}
    examples["challenge"] = {"request": BODIES["challenge"], "response": {"round": 1, "table": 1}}
    text = json.dumps(examples, indent=1, ensure_ascii=False, sort_keys=True)
    EXAMPLES.write_text(f"{text}\n")


def call_specially(operation: str, program: Any, people: dict[str, Any]) -> Any:
    """Call an operation that needs something else than a match that goes on; None: none of them."""
    alice, bob = program("alice"), program("bob")
    other = people["bob"].pk
    match operation:
        case "block_player":
            return alice("PUT", f"players/{other}/block/")
        case "report_player":
            return alice("POST", f"players/{other}/report/", BODIES[operation])
        case "send_direct_message":
            return alice("POST", f"messages/{other}/", BODIES[operation])
        case "list_direct_messages":
            alice("POST", f"messages/{other}/", BODIES["send_direct_message"])
            return alice("GET", f"messages/{other}/")
        case "list_data_dumps":
            facts = {"digest": "5f3c" * 16, "key": "9ad1" * 16, "signature": "c07e" * 32}
            DataDump.objects.create(
                month="2026-10-01", match_count=412, size=518220, made_at=timezone.now(), **facts
            )
            return alice("GET", "data-dumps/")
        case "leave_season":
            _method, path = address("join_season", None, people["bob"])  # type: ignore[arg-type]
            alice("POST", path, {})
            return alice("DELETE", path)
    number = alice("POST", "matches/", {"game": "abyss", "seats": 3}).json()["number"]
    match operation:
        case "join_match":
            return bob("POST", f"matches/{number}/join/", {})
        case "leave_match":
            return alice("POST", f"matches/{number}/leave/")
        case "add_bot":
            return alice("POST", f"matches/{number}/bots/", {})
        case "invite":
            return alice("POST", f"matches/{number}/invitations/", {"whom": "Bob"})
        case "accept_invitation" | "decline_invitation":
            alice("POST", f"matches/{number}/invitations/", {"whom": "Bob"})
            invitation = bob.list("me/invitations/")[0]["id"]
            verb = operation.partition("_")[0]
            return bob("POST", f"me/invitations/{invitation}/{verb}/", {})
    return None


def call(operation: str, program: Any, match: Match, people: dict[str, Any]) -> dict[str, Any]:
    seat = match.prompts.filter(closed_at=None).order_by("seat").first()
    owner = match.seats.get(number=0).player
    name = next(name for name, player in people.items() if player.pk == owner.pk)
    assert seat is not None
    body = BODIES.get(operation)
    if match.game == "abyss":
        body = OWN_BODIES.get(operation, body)
    response = call_specially(operation, program, people)
    if response is None:
        method, path = address(operation, match, owner)
        if operation == "answer_vote":
            other = match.seats.get(number=1).player_id
            name = next(key for key, who in people.items() if who.pk == other)
        response = program(name)(method, path, body)
    example: dict[str, Any] = {} if body is None else {"request": body}
    if response.status_code >= 400:
        return {"status": response.status_code, "error": response.content.decode()}
    if response.content and "json" in response.get("Content-Type", ""):
        example["response"] = shorten(response.json())
    return example | ({} if "response" in example else {"status": response.status_code})


def test_every_example_is_as_the_document_says() -> None:
    document, wrong = get_openapi_document(), []
    for item in document["paths"].values():
        for operation in item.values():
            for where, content in list_contents(operation):
                if "example" not in content:
                    wrong.append(f"{operation['operationId']} {where}: none")
                    continue
                schema = content["schema"] | {"components": document["components"]}
                for error in Draft202012Validator(schema).iter_errors(content["example"]):
                    path = "/".join(map(str, error.absolute_path))
                    wrong.append(
                        f"{operation['operationId']} {where} {path}: {error.message[:200]}"
                    )

    assert wrong == []
    assert set(read_examples()) <= set(OPERATIONS)


def list_contents(operation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The JSON that an operation takes and gives."""
    found = [("request", operation.get("requestBody", {}))]
    found += [(status, answer) for status, answer in operation["responses"].items() if status < "4"]
    contents = [(where, part.get("content", {}).get("application/json")) for where, part in found]
    return [(where, content) for where, content in contents if content is not None]
