"""What an e-mail says of the last moves and of the answers: each fact once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.contract import Decision, Event
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State
from games.titles.enchanters.words.story import describe_event, tell_events

Lay = Callable[..., State]

NAMES = ("Ann", "Bob")
JOURNEY = Event("journey", {"seat": 0, "slot": 2, "card": "unicorns.stag/1", "cost": 2})
PAID = Event("crystals", {"seat": 0, "n": -2})
TOOK = Event("took", {"seat": 0, "card": "unicorns.stag/1"})
WON = Event("won_fight", {"seat": 0, "card": "unicorns.stag/1"})
FREE = Event("journey", {"seat": 0, "slot": 0, "card": "unicorns.stag/1", "cost": 0})


@pytest.mark.parametrize(
    ("events", "told"),
    [
        # It said: “Ann journeys to space 2, “Proud Stag”, for 2 crystals.”, “Ann: −2 crystals.” and
        # “Ann takes “Proud Stag”.”
        ([JOURNEY, PAID, TOOK], ["Ann journeys to space 2 for 2 crystals and takes “Proud Stag”."]),
        ([JOURNEY, PAID], ["Ann journeys to space 2, “Proud Stag”, for 2 crystals."]),
        ([FREE, TOOK], ["Ann journeys to space 0 and takes “Proud Stag”."]),
        (
            [JOURNEY, PAID, WON],
            ["Ann journeys to space 2 for 2 crystals and defeats “Proud Stag”."],
        ),
        # Of what is paid besides, nothing is left out.
        (
            [JOURNEY, PAID, PAID, TOOK],
            [
                "Ann journeys to space 2, “Proud Stag”, for 2 crystals.",
                "Ann pays 2 crystals.",
                "Ann takes “Proud Stag”.",
            ],
        ),
    ],
)
def test_a_journey_its_price_and_its_card_are_one_sentence(
    events: list[Event], told: list[str]
) -> None:
    assert tell_events(events, NAMES, "en") == told


def test_where_each_event_stands_alone_the_price_is_told_once() -> None:
    told = [describe_event(event, NAMES, "en") for event in (JOURNEY, PAID)]

    assert told == ["Ann journeys to space 2, “Proud Stag”.", "Ann pays 2 crystals."]


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        # It said: “rest Normaltown 1 – rest: take 3 crystals”.
        (Decision("rest", {"card": "village.normaltown", "line": 1}), "take 3 crystals"),
        (Decision("rest", {"card": "village.normaltown", "line": 2}), "heal 3 wounds"),
        # “challenge Lord Vragan – challenge, 2 crystals → …”
        (
            Decision("challenge", {"card": "overlord.vragan", "line": 1}),
            "2 crystals → fight the Overlord; attack 2 against health 9",
        ),
    ],
)
def test_the_hint_of_an_action_does_not_repeat_its_verb(
    lay: Lay, answer: Decision, hint: str
) -> None:
    position: dict[str, Any] = {"seats": 2, "village": "normaltown", "overlord": "vragan"}
    view = ENCHANTERS.build_view(lay(position), 0)

    assert ENCHANTERS.describe_cost(answer, view, "en") == hint
