"""An exploration is told in one sentence."""

from __future__ import annotations

import pytest

from games.engine.contract import Event
from games.titles.abyss.words.exploration import tell_events

NAMES = ("Ann", "Ben", "Cat")


def revealed(card: str, space: int) -> Event:
    return Event("revealed", {"seat": 1, "card": card, "space": space}, reveals=True)


def left(card: str) -> Event:
    return Event("left", {"seat": 1, "card": card})


BOUGHT = Event(
    "bought", {"seat": 2, "explorer": 1, "card": "crab2", "price": 1, "passed": [0]}, reveals=True
)
EXPLORATION = [
    Event("turn_started", {"seat": 1, "turn": 4, "extra": False}),
    revealed("crab1", 1),
    Event("unsold", {"card": "crab1", "passed": [2, 0]}, reveals=True),
    left("crab1"),
    revealed("monster", 2),
    left("monster"),
    Event("threat_rose", {"threat": 2}),
    revealed("crab2", 3),
    BOUGHT,
    revealed("squid4", 3),
]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ben explores 4 cards, keeps squid 4 and leaves crab 1 and a Monster."),
        (
            "fr",
            "Ben explore 4 cartes, garde le poulpe 4 et laisse un crabe 1 et un Monstre.",
        ),
        (
            "de",
            "Ben erkundet 4 Karten, behält den Tintenfisch 4 und lässt einen Krebs 1 und ein"
            " Monster liegen.",
        ),
    ],
)
def test_a_whole_exploration(language: str, told: str) -> None:
    taken = Event("taken", {"seat": 1, "card": "squid4", "space": 3})

    sentences = tell_events([*EXPLORATION, taken], NAMES, language)

    assert len(sentences) == 3 and sentences[-1] == told


def test_an_exploration_that_goes_on() -> None:
    assert tell_events(EXPLORATION, NAMES, "en") == [
        "Ben reveals crab 1, a Monster, crab 2 and squid 4.",
        "Cat buys crab 2 from Ben for 1 Pearl.",
        "The Threat rises to space 2.",
    ]


def test_a_fight_ends_an_exploration() -> None:
    fought = Event("fought", {"seat": 1, "space": 2, "threat": 3, "row": 3})

    assert tell_events([revealed("crab1", 1), revealed("monster", 2), fought], NAMES, "en") == [
        "Ben explores 2 cards and fights the Monster, with the Threat on space 3."
    ]


def test_a_card_taken_at_once_is_told_as_it_is() -> None:
    taken = Event("taken", {"seat": 1, "card": "crab1", "space": 1})

    assert tell_events([taken], NAMES, "en") == ["Ben takes crab 1 and ends the exploration."]
