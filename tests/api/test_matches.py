"""Matches, their tables and their history, for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services import accounts as people_service
from games.services import matches
from games.services.play.decisions import submit_decision

pytestmark = pytest.mark.django_db


def test_two_programs_open_join_and_play_a_match_to_its_end(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    number = alice("POST", "matches/", {"game": "pebbles", "seats": 2}).json()["number"]
    assert bob("POST", f"matches/{number}/join/", {}).json()["status"] == "running"

    for _turn in range(60):
        for player in (alice, bob):
            for prompt in player.get("prompts/")["results"]:
                path = f"prompts/{prompt['token']}/answer/"
                assert player("POST", path, {"line": "1"}).status_code == 200

    match = alice.get(f"matches/{number}/")
    assert match["status"] == "finished"
    assert sorted(seat["place"] for seat in match["seats"]) == [1, 2]
    assert alice("GET", f"matches/{number}/export/?whole=true").status_code == 200


def test_a_match_is_left_before_it_begins(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    number = alice("POST", "matches/", {"game": "sealed", "seats": 3}).json()["number"]
    bob("POST", f"matches/{number}/join/", {})

    assert bob("POST", f"matches/{number}/leave/").status_code == 204
    assert [seat["name"] for seat in bob.get(f"matches/{number}/")["seats"]] == ["Alice"]


def test_a_private_match_is_joined_by_its_invitation(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    new = {"game": "pebbles", "seats": 2, "private": True}
    opened = alice("POST", "matches/", new).json()
    link = opened["invitation"].rstrip("/").rsplit("/", 1)[-1]
    path = f"matches/{opened['number']}/join/"

    assert bob("POST", path, {}).status_code == 404
    bad = bob("POST", path, {"invitation": "x"})
    assert (bad.status_code, bad.json()["field"]) == (400, "invitation")
    assert bob("POST", path, {"invitation": link}).status_code == 200


@pytest.mark.parametrize(
    ("new", "status", "field"),
    [
        ({"game": "chess", "seats": 2}, 400, "game"),
        ({"game": "pebbles"}, 400, "seats"),
        ({"game": "pebbles", "seats": 9}, 422, None),
        ({"game": "pebbles", "seats": 2, "options": {"heap": -4}}, 422, None),
        ({"game": "pebbles", "seats": 2, "options": 3}, 400, "options"),
    ],
)
def test_terms_no_match_has_open_none(
    program: Any, new: dict[str, Any], status: int, field: str | None
) -> None:
    refused = program("alice")("POST", "matches/", new)

    assert (refused.status_code, refused.json()["field"]) == (status, field)
    assert not Match.objects.exists()


def test_lists_come_in_parts(program: Any, people: dict[str, Any]) -> None:
    for number in range(53):
        opener = people["alice" if number < 20 else "bob" if number < 36 else "carol"]
        matches.open_match(opener, matches.MatchTerms("pebbles", seats=2))
    private = matches.open_match(
        people["dave"], matches.MatchTerms("pebbles", seats=2, private=True)
    )
    alice = program("alice")

    first = alice.get("matches/?status=open&game=pebbles")
    second = alice.get(f"matches/?status=open&game=pebbles&cursor={first['next']}")

    numbers = [row["number"] for row in first["results"] + second["results"]]
    assert (len(first["results"]), len(numbers), second["next"]) == (50, 53, None)
    assert numbers == sorted(numbers, reverse=True) and private.number not in numbers
    assert [row["number"] for row in program("dave").get("matches/?mine=true")["results"]] == [
        private.number
    ]
    assert alice("GET", "matches/?cursor=x").json()["field"] == "cursor"


@pytest.mark.parametrize(("part", "statements"), [("view", 1), ("history", 1)])
def test_what_has_not_changed_is_not_sent_again(
    program: Any, pebbles: Match, django_assert_num_queries: Any, part: str, statements: int
) -> None:
    alice, path = program("alice"), f"matches/{pebbles.number}/{part}/"
    alice("POST", f"prompts/{pebbles.prompts.get().token}/answer/", {"line": "1"})
    tag = alice("GET", path)["ETag"]

    with django_assert_num_queries(statements):
        same = alice("GET", path, **{"If-None-Match": tag})
    token = pebbles.prompts.get(closed_at=None).token
    program("bob")("POST", f"prompts/{token}/answer/", {"line": "1"})
    changed = alice("GET", path, **{"If-None-Match": tag})

    assert (same.status_code, same.content, changed.status_code) == (304, b"", 200)


@pytest.mark.parametrize("part", ["view", "history"])
def test_a_tag_changes_with_a_name_and_not_with_a_sealed_answer(
    program: Any, people: Any, deal: Any, part: str
) -> None:
    match, bob = deal("sealed", seats=2, now=timezone.now()), program("bob")
    path, token = f"matches/{match.number}/{part}/", match.prompts.get(seat=0).token
    before = bob("GET", path)["ETag"]

    assert program("alice")("POST", f"prompts/{token}/answer/", {"line": "1"}).status_code == 200
    assert bob("GET", path)["ETag"] == before
    Match.objects.filter(pk=match.pk).update(status="frozen")
    frozen = bob("GET", path)["ETag"]
    Match.objects.filter(pk=match.pk).update(ply=2)
    assert bob("GET", path)["ETag"] == frozen

    pebbles = deal("pebbles", seats=2, now=timezone.now())
    path = f"matches/{pebbles.number}/{part}/"
    before = bob("GET", path)["ETag"]
    people["alice"].display_name = "Alba"
    people["alice"].save()
    assert bob("GET", path, **{"If-None-Match": before}).status_code == 200


def test_history_comes_in_parts_and_goes_on(program: Any, deal: Any) -> None:
    match, alice = deal("abyss", seats=2, now=timezone.now()), program("alice")
    for ply in range(120):
        row = match.prompts.filter(closed_at=None, answered_at=None).first()
        submit_decision(row.token, None, source="api", key=str(ply))
    path = f"matches/{match.number}/history/"

    first = alice.get(path)
    second = alice.get(f"{path}?cursor={first['next']}")

    plies = [move["ply"] for move in first["results"] + second["results"]]
    assert len(first["results"]) == 50 and plies == sorted(set(plies))
    assert first["results"][0]["sentences"] and first["results"][0]["events"]


def test_an_export_holds_what_one_was_told(program: Any, pebbles: Match) -> None:
    path = f"matches/{pebbles.number}/export/"

    lines = program("alice")("GET", path).content.decode().splitlines()

    header = json.loads(lines[0])
    assert (header["match"], header["seed"]) == (pebbles.number, None)
    early = program("alice")("GET", path + "?whole=true")
    assert (early.status_code, early.json()["code"]) == (409, "not_yet")


def test_an_invitation_leads_to_its_own_match_only(program: Any, people: dict[str, Any]) -> None:
    one = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2, private=True))
    other = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, private=True)
    )
    link = people_service.invitation_token(one)

    refused = program("bob")("POST", f"matches/{other.number}/join/", {"invitation": link})

    assert refused.status_code == 404


def test_the_opener_asks_for_a_house_bot_of_a_level(program: Any) -> None:
    alice = program("alice")
    number = alice("POST", "matches/", {"game": "abyss", "seats": 3}).json()["number"]

    seated = alice("POST", f"matches/{number}/bots/", {"level": "strong"})
    wrong = alice("POST", f"matches/{number}/bots/", {"level": "divine"})

    assert seated.json()["seats"][1]["level"] == "strong"
    assert (wrong.status_code, wrong.json()["field"]) == (400, "level")


@pytest.mark.parametrize(
    ("terms", "rated"),
    [
        ({"game": "enchanters"}, True),
        ({"game": "enchanters", "private": True}, False),
        ({"game": "enchanters", "options": {"mode": "coop"}}, False),
    ],
)
def test_a_match_says_whether_it_counts_for_ratings(
    terms: dict[str, Any], rated: bool, program: Any
) -> None:
    opened = program("alice")("POST", "matches/", {"seats": 2, **terms}).json()

    assert opened["rated"] is rated
