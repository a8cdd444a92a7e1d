"""Bots of one's own, who is invited, rematches, programs that are called: as pages have them."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, Player
from games.services import matches
from games.services.play.decisions import submit_decision
from notifications.models import Webhook
from notifications.webhooks import calls, formats, guard

from .endpoints import NOWHERE

pytestmark = pytest.mark.django_db


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def test_a_bot_is_made_by_program_and_plays_with_its_own_token(program: Any, holding: Any) -> None:
    alice = program("alice")
    made = done(alice("POST", "me/bots/", {"name": "Robo"}), 201)
    robo = holding(made["secret"])
    opened = done(program("bob")("POST", "matches/", {"game": "pebbles", "seats": 2}), 201)

    refused = robo("POST", f"matches/{opened['number']}/join/", {})
    own = done(robo("POST", "matches/", {"game": "pebbles", "seats": 2, "bots": 1}), 201)

    assert refused.json()["code"] == "cannot_join"
    assert own["bots_welcome"] and own["seats"][0]["owner"] == alice.get("me/")["id"]
    assert robo.get("me/")["owner"] == alice.get("me/")["id"]
    assert alice.get(f"players/{made['id']}/")["owner"]["name"] == "Alice"
    done(alice("DELETE", f"me/bots/{made['id']}/"), 204)
    assert robo("GET", "me/").status_code == 401


def test_a_token_of_few_scopes_makes_a_bot_of_as_few(program: Any, holding: Any) -> None:
    made = done(program("alice", "manage")("POST", "me/bots/", {"name": "Robo"}), 201)
    robo = holding(made["secret"])

    # Whoever may manage may read.
    assert robo.get("me/")["scopes"] == ["read", "manage"]
    assert robo("POST", "matches/", {"game": "pebbles", "seats": 2}).status_code == 403


def test_whoever_is_invited_accepts_or_declines(program: Any) -> None:
    alice, dave = program("alice"), program("dave")
    numbers = [
        done(alice("POST", "matches/", {"game": "pebbles", "seats": 2, "private": True}), 201)[
            "number"
        ]
        for _each in range(2)
    ]
    for number, whom in zip(numbers, ("Dave", "dave@example.org"), strict=True):
        sent = done(alice("POST", f"matches/{number}/invitations/", {"whom": whom}), 201)
        assert (sent["whom"], sent["outcome"]) == (whom, "open")
    first, second = dave.list("me/invitations/")
    events = dave.get("me/events/")["results"]
    assert [(one["event"], one["invitation"]) for one in events] == [
        ("invited", first["id"]),
        ("invited", second["id"]),
    ]

    sat = done(dave("POST", f"me/invitations/{first['id']}/accept/", {}))
    done(dave("POST", f"me/invitations/{second['id']}/decline/"), 204)

    assert (sat["number"], sat["status"]) == (numbers[0], "running")
    asked = alice.list(f"matches/{numbers[1]}/invitations/")
    assert [one["outcome"] for one in asked] == ["declined"]
    assert program("bob").list("me/invitations/") == dave.list("me/invitations/") == []


def test_a_rematch_waits_for_a_bot_until_its_program_accepts(
    program: Any, holding: Any, people: dict[str, Player]
) -> None:
    robo = holding(done(program("alice")("POST", "me/bots/", {"name": "Robo"}), 201)["secret"])
    match = matches.open_match(
        people["bob"], matches.MatchTerms("pebbles", seats=2, bots_welcome=True)
    )
    done(robo("POST", f"matches/{match.number}/join/", {}))
    while prompt := match.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="api", key=f"end-{prompt.pk}")

    again = done(program("bob")("POST", f"matches/{match.number}/again/"), 201)
    (asked,) = robo.list("me/invitations/")
    done(robo("POST", f"me/invitations/{asked['id']}/accept/", {}))

    assert Match.objects.get(number=again["number"]).status == "running"


def test_where_a_program_is_called_is_for_whoever_may_manage(program: Any) -> None:
    alice = program("alice")
    made = done(alice("POST", "me/webhooks/", {"url": NOWHERE, "questions_only": False}), 201)
    inside = alice("POST", "me/webhooks/", {"url": "http://localhost/"})

    assert (inside.status_code, inside.json()["field"]) == (400, "url")
    assert made["secret"] == formats.show_secret(Webhook.objects.get().secret)
    (seen,) = program("alice", "read").list("me/webhooks/")
    assert seen["url"] is None and "secret" not in seen
    assert "chat" in alice.get("me/channels/")["channels"][made["id"]]
    wished = {"channels": {made["id"]: ["vote"]}}
    assert done(alice("PUT", "me/channels/", wished))["channels"][made["id"]] == ["vote"]
    assert alice("PUT", "me/channels/", {"channels": {"radio": []}}).status_code == 400


def test_a_program_changes_its_key_and_asks_for_a_call_again(
    program: Any, pebbles: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "post_to_url", lambda *_call: 204)
    alice, limited = program("alice"), program("alice", "read", "manage")
    body = {"url": NOWHERE, "scope": "play"}
    made = done(alice("POST", "me/webhooks/", body), 201)
    path = f"me/webhooks/{made['id']}"
    Webhook.objects.update(created_at=pebbles.started_at)

    refusals = [
        limited("POST", "me/webhooks/", body),
        alice("POST", "me/webhooks/", body | {"shape": "slack"}),
        alice("POST", f"{path}/calls/{made['id']}/resend/"),
        program("bob")("GET", f"{path}/calls/"),
    ]
    changed = done(alice("POST", f"{path}/secret/"), 200)
    calls.call_round(timezone.now())
    [call] = alice.list(f"{path}/calls/")
    done(alice("POST", f"{path}/calls/{call['id']}/resend/"), 204)
    [again] = alice.list(f"{path}/calls/")

    codes = [refusal.json()["code"] for refusal in refusals]
    assert codes == ["lacks_scope", "unreadable", "not_found", "not_found"]
    assert changed["secret"] != made["secret"] and changed["old_secret_until"]
    assert (call["event"], call["error"]) == ("prompt_opened", "")
    assert call["done_at"] is not None and again["done_at"] is None


def test_a_blocked_player_is_listed_and_kept_away(program: Any, people: dict[str, Player]) -> None:
    alice, bob = program("alice"), people["bob"]
    done(alice("PUT", f"players/{bob.pk}/block/"), 204)
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))

    assert [one["name"] for one in alice.list("me/blocked/")] == ["Bob"]
    assert alice.get(f"players/{bob.pk}/")["is_blocked"]
    assert program("bob")("POST", f"matches/{match.number}/join/", {}).status_code == 409
