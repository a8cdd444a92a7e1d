"""A match before its first question."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import BadOptions
from games.models import Match, Status
from games.services import matches
from games.services.matches import MatchTerms, add_bot, join_match, leave_match, open_match
from games.services.substitutes import CannotJoin
from notifications.models import Notification


def test_the_last_one_to_sit_down_starts_the_match(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    assert match.status == Status.OPEN and not match.state

    join_match(match, people["bob"])

    match.refresh_from_db()
    assert match.status == Status.RUNNING and match.prompts.count() == 1
    kinds = sorted(Notification.objects.values_list("kind", flat=True))
    assert kinds == ["match_started", "your_turn"]


def test_with_bots_in_all_other_seats_it_starts_at_once(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=3, bots=2))
    assert match.status == Status.RUNNING


def test_matches_are_numbered_for_people(people: dict[str, Any]) -> None:
    one = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    two = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    assert two.number == one.number + 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seats": 9},
        {"bots": 2},
        {"pace": "never"},
        {"options": {"pile": 11}},
        {"options": {"pile": True}},
        {"options": {"colour": "red"}},
    ],
)
def test_what_does_not_exist_is_refused_by_name(people: dict[str, Any], wrong: Any) -> None:
    with pytest.raises(BadOptions):
        open_match(people["alice"], MatchTerms(**({"game": "pebbles", "seats": 2} | wrong)))
    assert not Match.objects.exists()


def test_nobody_sits_twice_nor_in_a_running_match(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    with pytest.raises(CannotJoin):
        join_match(match, people["alice"])
    join_match(match, people["bob"])
    with pytest.raises(CannotJoin):
        join_match(match, people["carol"])


def test_nobody_fills_the_lobby(people: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MAX_OPEN", 2)
    for _ in range(2):
        open_match(people["alice"], MatchTerms("pebbles", seats=2))

    with pytest.raises(CannotJoin, match="opened 2 matches"):
        open_match(people["alice"], MatchTerms("pebbles", seats=2))

    assert open_match(people["bob"], MatchTerms("pebbles", seats=2)).number
    assert Match.objects.count() == 3


def test_only_the_founder_invites_bots(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=3))
    join_match(match, people["bob"])
    with pytest.raises(CannotJoin):
        add_bot(match, people["bob"])
    add_bot(match, people["alice"])
    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_leaving_hands_the_match_on_and_the_last_person_takes_it_down(
    people: dict[str, Any],
) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=3))
    join_match(match, people["bob"])
    leave_match(match, people["alice"])
    match.refresh_from_db()
    assert match.created_by == people["bob"]
    leave_match(match, people["bob"])
    assert not Match.objects.exists()


def test_a_second_press_finds_the_match_gone_and_breaks_nothing(people: dict[str, Any]) -> None:
    # Two presses at once: both found the match, and the second stumbled over its absence.
    match = open_match(people["alice"], MatchTerms("pebbles", seats=3))
    seen = Match.objects.get(pk=match.pk)
    leave_match(match, people["alice"])

    leave_match(seen, people["alice"])

    for act in (join_match, add_bot):
        with pytest.raises(CannotJoin):
            act(seen, people["alice"])


def test_a_running_match_cannot_be_left(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2, bots=1))
    with pytest.raises(CannotJoin):
        leave_match(match, people["alice"])
