"""Discards that are owed: asked at once, waited for by nobody, paid by an order or by the clock."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match, Prompt
from games.queries import states
from games.services.play import decision_rows, undo
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import submit_decision
from games.services.play.playing import save_snapshot
from games.titles import GAMES

from ..conftest import NOON
from .test_orders import answer, moves, order

# Alice recruits the Jailer; Bob has a choice.
JAILER = {
    "options": {"lazy_discards": True},
    "seats": {
        "A": {"hand": ["crab 4", "squid 5", "seahorse 4"], "pearls": 9, "lords": ["slaver"]},
        "B": {"hand": ["crab 2", "squid 3"], "pearls": 0},
        "C": {"pearls": 0},
    },
    "turn": "A",
    "court": ["jailer", "keeper", "trader", "miller"],
    "council": {"crab": ["crab 5"], "squid": ["squid 4"]},
}


@pytest.fixture
def jail(deal: Any) -> Match:
    """Three at that table; alice is asked for her turn."""
    match: Match = deal("abyss", seats=3)
    game = GAMES["abyss"]
    state = game.read_position(JAILER)
    match.state = states.serialize_state(state)
    match.save(update_fields=["state"])
    match.snapshots.all().delete()
    save_snapshot(match)
    match.prompts.all().delete()
    opened = decision_rows.diff_prompts(
        match, fetch_sitters(match), [], game.list_prompts(state), now=NOON
    ).opened
    Prompt.objects.bulk_create(opened)
    return match


def recruit(match: Match) -> None:
    answer(match, 0, "recruit", lord="jailer", allies=["crab4", "seahorse4", "squid5"])
    answer(match, 0, "affiliate", ally="crab4")


def open_questions(match: Match) -> dict[int, str]:
    return dict(match.prompts.filter(closed_at=None).values_list("seat", "question"))


def test_the_debtor_is_asked_and_the_turn_goes_on(jail: Match) -> None:
    recruit(jail)
    # It is Bob's turn next, and before it he pays.
    assert open_questions(jail) == {1: "jailer"}
    answer(jail, 1, "discard", ally="squid3")
    assert open_questions(jail)[1] == "turn"


def test_an_order_pays_at_once(jail: Match, people: Any) -> None:
    order(jail, people, "bob", "discard crab 2 if hand has crab 2")
    recruit(jail)
    assert (1, "discard", "order") in moves(jail)
    assert open_questions(jail) == {1: "turn"}


def test_a_queued_turn_is_played_when_it_comes(jail: Match, people: Any) -> None:
    queued = order(jail, people, "bob", "recruit oracle if pearls > 9, else support crab, once")
    order(jail, people, "bob", "discard lowest")
    recruit(jail)
    assert moves(jail)[2:4] == [(1, "discard", "order"), (1, "support", "order")]
    queued.refresh_from_db()
    assert (queued.active, queued.why) == (False, "used_up")


def test_the_clock_pays_with_the_lowest(jail: Match) -> None:
    recruit(jail)
    row = jail.prompts.get(closed_at=None)
    assert row.deadline_at is not None
    submit_decision(row.token, None, source="clock", key="late", now=row.deadline_at)
    jail.refresh_from_db()
    assert states.load_state(jail).seats[1].hand == ["squid3"]


def test_a_debt_stays_asked_when_another_takes_a_move_back(jail: Match, people: Any) -> None:
    """Its e-mail stays good: it has nothing to do with that move."""
    state = GAMES["abyss"].read_position(
        JAILER
        | {
            "turn": "C",
            "debts": [{"seat": "B", "by": "jailer", "owner": "A"}],
            "seats": JAILER["seats"]  # type: ignore[operator]
            | {"C": {"pearls": 3, "hand": ["crab 1", "squid 1"], "lords": ["oracle"]}},
        }
    )
    jail.state = states.serialize_state(state)
    jail.save(update_fields=["state"])
    jail.snapshots.all().delete()
    save_snapshot(jail)
    jail.prompts.all().delete()
    opened = decision_rows.diff_prompts(
        jail, fetch_sitters(jail), [], GAMES["abyss"].list_prompts(state), now=NOON.replace(hour=11)
    ).opened
    Prompt.objects.bulk_create(opened)
    debt = jail.prompts.get(seat=1)
    row = jail.prompts.get(closed_at=None, seat=2)
    Prompt.objects.filter(pk=row.pk).update(opened_at=NOON)
    answer(jail, 2, "use_oracle", stack="crab")

    vote = undo.request_undo(people["carol"], jail, now=NOON)

    assert vote.outcome == "passed"
    debt.refresh_from_db()
    assert debt.closed_at is None
    assert open_questions(jail) == {1: "jailer", 2: "turn"}
