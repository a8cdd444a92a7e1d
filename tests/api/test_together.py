"""What programs decide together: moves taken back, votes, seats given up; and what is their own."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Decision
from games.models import Match
from games.services import matches
from games.services.play.decisions import submit_decision

pytestmark = pytest.mark.django_db


def test_a_wish_is_asked_answered_and_granted(program: Any, pebbles: Match) -> None:
    alice, bob, path = program("alice"), program("bob"), f"matches/{pebbles.number}/votes/"
    asked = alice("POST", path, {"kind": "pause", "hours": 48, "reason": "a wedding"}).json()

    waiting = bob.list(path)[0]
    said = bob("POST", f"{path}{asked['id']}/answer/", {"says": True}).json()

    assert (asked["outcome"], asked["is_yours_to_answer"]) == ("open", False)
    assert (waiting["reason"], waiting["is_yours_to_answer"], waiting["says"]) == (
        *("a wedding", True),
        None,
    )
    assert (said["outcome"], said["says"]) == ("passed", True) and said["ended"]
    assert alice.get(f"matches/{pebbles.number}/")["paused_at"]
    late = bob("POST", f"{path}{asked['id']}/answer/", {"says": False})
    assert (late.status_code, late.json()["code"]) == (409, "vote_over")
    assert alice.get(f"{path}{asked['id']}/")["outcome"] == "passed" and not alice.list(path)


def test_a_wish_is_taken_back_by_whoever_has_it(program: Any, pebbles: Match) -> None:
    alice, bob, path = program("alice"), program("bob"), f"matches/{pebbles.number}/votes/"
    wish = alice("POST", path, {"kind": "pause", "hours": 48}).json()["id"]

    others = bob("DELETE", f"{path}{wish}/")
    ended = alice("DELETE", f"{path}{wish}/")

    assert (others.status_code, others.json()["code"]) == (422, "cannot_vote")
    assert ended.json()["outcome"] == "withdrawn" and "Alice" in ended.json()["ended"]
    assert not bob.list(path) and alice("DELETE", f"{path}{wish}/").status_code == 409
    assert bob("POST", f"{path}{wish}/answer/", {"says": True}).status_code == 409


def test_a_move_is_taken_back_with_consent(program: Any, pebbles: Match) -> None:
    alice, bob, path = program("alice"), program("bob"), f"matches/{pebbles.number}/"
    token = pebbles.prompts.get().token
    submit_decision(token, Decision("take", {"number": 1}), source="api", key="k")

    wrong = alice("POST", f"{path}undo/", {"ply": 7})
    vote = alice("POST", f"{path}undo/", {"ply": 1}).json()
    bob("POST", f"{path}votes/{vote['id']}/answer/", {"says": True})

    assert (wrong.status_code, wrong.json()["code"]) == (422, "cannot_undo")
    assert (vote["kind"], vote["outcome"]) == ("undo", "open") and vote["details"]
    assert alice.get(f"{path}view/")["question"] is not None
    assert [move["undone"] for move in alice.get(f"{path}history/")["results"]] == [True, False]


def test_a_seat_is_given_up_to_a_bot(program: Any, pebbles: Match) -> None:
    alice, path = program("alice"), f"matches/{pebbles.number}/"

    assert alice("POST", f"{path}resign/").status_code == 204

    seats = program("bob").get(path)["seats"]
    assert [seat["is_bot"] for seat in seats] == [True, False]
    assert alice("POST", f"{path}resign/").status_code == 403


def test_a_bot_sits_down_for_whoever_opened_the_match(program: Any, people: Any) -> None:
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=3), word="heron"
    )
    matches.join_match(match, people["bob"])
    path = f"matches/{match.number}/bots/"

    others = program("bob")("POST", path)
    begun = program("alice")("POST", path).json()

    assert (others.status_code, others.json()["code"]) == (409, "cannot_join")
    assert begun["status"] == "running" and begun["seats"][2]["is_bot"]


def test_a_word_comes_with_a_seat(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    new = {"game": "pebbles", "seats": 2, "word": "heron"}
    number = alice("POST", "matches/", new).json()["number"]
    bob("POST", f"matches/{number}/join/", {"word": "otter"})

    seats = Match.objects.get(number=number).seats.order_by("number")
    assert list(seats.values_list("word", flat=True)) == ["heron", "otter"]


def test_notes_are_kept_for_their_writer_alone(program: Any, pebbles: Match) -> None:
    alice, path = program("alice"), f"matches/{pebbles.number}/notes/"

    kept = alice("PUT", path, {"text": " crabs\n  last "}).json()

    assert kept["text"] == alice.get(path)["text"] == "crabs\n  last" and kept["written_at"]
    assert program("bob").get(path) == {"text": "", "written_at": None}
    assert alice("PUT", path, {"text": ""}).json()["written_at"] is None
    assert alice("PUT", path, {"text": "x" * 4001}).json()["field"] == "text"


def test_hours_are_changed_as_a_whole(program: Any) -> None:
    alice = program("alice")
    week = [{"begin": "08:00", "until": "24:00"}] * 5 + [None, None]
    away = [{"first": "2030-01-03", "last": "2030-01-09"}]

    changed = alice("PUT", "me/hours/", {"week": week, "away": away}).json()
    short = alice("PUT", "me/hours/", {"week": [None] * 7, "away": []})
    unread = alice("PUT", "me/hours/", {"week": week[:6], "away": []})

    assert changed == alice.get("me/hours/") == {"zone": "UTC", "week": week, "away": away}
    assert (short.status_code, short.json()["code"]) == (422, "bad_hours")
    assert (unread.status_code, unread.json()["field"]) == (400, "week")


def test_how_emails_come_is_changed_field_by_field(program: Any) -> None:
    alice = program("alice")

    changed = alice(
        "PATCH", "me/email-preferences/", {"rhythm": "daily", "daily_at": "07:30"}
    ).json()
    half = alice("PATCH", "me/email-preferences/", {"quiet_from": "22:00"})

    assert (changed["rhythm"], changed["daily_at"], changed["html"]) == ("daily", "07:30", True)
    assert alice.get("me/email-preferences/") == changed
    assert (half.status_code, half.json()["field"]) == (422, "quiet_until")
    assert alice("PATCH", "me/email-preferences/", {"rhythm": "never"}).json()["field"] == "rhythm"
