"""What a player may take along: all of their own, and nothing of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Match
from games.services import chat, tokens
from games.services.moderation import reports
from games.services.play.decisions import submit_decision

As = Callable[[str], Client]

pytestmark = pytest.mark.django_db


def taken_along(client: Client) -> list[dict[str, Any]]:
    response = client.post("/settings/data/")
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="abyss-by-post.jsonl"'
    return [json.loads(line) for line in response.getvalue().splitlines()]


def test_the_file_holds_settings_emails_and_matches(as_: As, deal: Callable[..., Match]) -> None:
    match = deal("pebbles", seats=2)
    alice = match.seats.get(number=0).player
    submit_decision(match.prompts.get(closed_at=None).token, None, source="page", key="k")
    chat.send_message(match, alice, "Good luck!", key="c")

    reports.report_player(alice, match.seats.get(number=1).player, "He shouts.", match=match)
    you, *others, table = taken_along(as_("alice"))
    parts = {name: part for line in others for name, part in line.items()}

    assert you["you"]["email"] == "alice@example.org"
    assert parts["conduct"]["you_told"][0]["text"] == "He shouts."
    assert {email["kind"] for email in parts["post"]["emails_to_you"]} >= {"your_turn"}
    assert (table["match"]["number"], table["match"]["seat"]) == (match.number, 0)
    assert [line["text"] for line in table["match"]["said"]] == ["Good luck!"]
    assert any("decision" in move for move in table["match"]["record"])


def test_nothing_of_others_is_in_it(as_: As, deal: Callable[..., Match]) -> None:
    match = deal("sealed", seats=2)
    theirs = match.prompts.get(seat=1)
    submit_decision(theirs.token, None, source="page", key="their-key")

    told = json.dumps(taken_along(as_("alice")))

    secrets = [prompt.token for prompt in match.prompts.all()] + [match.seed.hex()]
    assert not [secret for secret in (*secrets, "their-key", "bob@example.org") if secret in told]
    assert not any("decision" in move for move in taken_along(as_("alice"))[-1]["match"]["record"])


def test_tokens_are_listed_without_their_secrets(as_: As, people: dict[str, Any]) -> None:
    _row, secret = tokens.make_token(people["alice"], name="my bot", scopes=["read"])

    (listed,) = [one["tokens"] for one in taken_along(as_("alice")) if "tokens" in one]

    assert [(one["name"], one["scopes"]) for one in listed] == [("my bot", "read")]
    assert secret not in json.dumps(listed)


def test_it_takes_a_press_and_a_name(as_: As, visitor: Client) -> None:
    assert as_("alice").get("/settings/data/").status_code == 405
    assert visitor.post("/settings/data/").status_code == 302
