"""Paces and presets of new matches by program."""

from __future__ import annotations

from typing import Any

EVENINGS = {
    "seats": 3,
    "own_pace": {"turn": 720, "deadline_time": "21:00:00"},
    "language": "de",
    "least_rating": 1400,
}


def test_a_pace_of_ones_own_is_played(program: Any) -> None:
    opened = program("alice")("POST", "matches/", {"game": "pebbles"} | EVENINGS)
    assert opened.status_code == 201, opened.content
    match = opened.json()
    assert (match["minutes_per_turn"], match["hours_per_turn"], match["bank"]) == (720, 12, None)
    assert (match["deadline_time"], match["language"]) == ("21:00:00", "de")


def test_live_paces_count_minutes_and_have_limits(program: Any) -> None:
    alice, pace = program("alice"), {"turn": 5, "offer": 10, "bank": 20, "increment": 1}
    new = {"game": "pebbles", "seats": 2}
    match = alice("POST", "matches/", new | {"own_pace": pace}).json()
    assert match["bank"] == {"start": 20, "increment": 1, "most": 116, "grace": 5}
    for wrong in ({"turn": 4}, {"turn": 60, "deadline_time": "21:00"}, {"turn": "soon"}):
        assert alice("POST", "matches/", new | {"own_pace": wrong}).status_code in (400, 422)


def test_presets_are_kept_changed_and_opened(program: Any) -> None:
    alice, bob = program("alice"), program("bob")
    new = {"name": "Evenings", "game": "pebbles", "settings": EVENINGS}
    saved = alice("POST", "me/match-presets/", new)
    assert saved.status_code == 201, saved.content

    [one] = alice.list("me/match-presets/")
    opened = alice("POST", "matches/", {"game": one["game"], **one["settings"]}).json()
    assert (opened["deadline_time"], opened["seats_wanted"]) == ("21:00:00", 3)
    assert bob.list("me/match-presets/") == []

    address = f"me/match-presets/{one['id']}/"
    assert bob("PUT", address, new).status_code == 404
    changed = alice("PUT", address, new | {"name": "Sundays"}).json()
    assert changed["name"] == "Sundays" and changed["settings"] == one["settings"]
    assert alice("DELETE", address).status_code == 204
    assert alice.list("me/match-presets/") == []


def test_a_preset_that_nobody_could_play_is_refused(program: Any) -> None:
    alice = program("alice")
    new = {"name": "Odd", "game": "pebbles", "settings": {"seats": 19}}
    refused = alice("POST", "me/match-presets/", new)
    assert (refused.status_code, refused.json()["field"]) == (422, "settings")
    assert alice("POST", "me/match-presets/", new | {"name": ""}).status_code == 400
    assert alice.list("me/match-presets/") == []
