"""Sentences of events as their reader reads them, whose own name they never say."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.addressing import mark_reader
from games.engine.contract import Event
from games.titles import GAMES
from games.titles.essence.rules.components import FRAGMENT

NAMES = ("Ann", "Bot 1")
ANN, BOT = 0, 1
TOWN = "village.port_aurisan"


def tell(game: str, language: str, *events: tuple[str, dict[str, Any]]) -> list[str]:
    """Return events as Ann reads them."""
    rules = GAMES[game]
    assert rules.tell_events is not None
    return rules.tell_events(
        [Event(kind, args) for kind, args in events], mark_reader(NAMES, ANN), language
    )


BOUGHT = {"seat": ANN, "explorer": BOT, "card": "shellfish2", "price": 1}
TAKEN = [("stack_taken", {"seat": ANN, "race": "shellfish", "cards": 2})]
SEEN = [("stack_seen", {"race": "shellfish", "allies": ["shellfish1", "shellfish2"]})]
RESTED = [("used", {"seat": BOT, "card": TOWN, "label": "u0"}), ("crystals", {"seat": BOT, "n": 3})]
STRUCK: list[tuple[str, dict[str, Any]]] = [
    ("overlord_attacks", {}),
    ("hurt", {"seat": ANN, "n": 2}),
]
TOO_WEAK = [
    ("journey", {"seat": ANN, "slot": 4, "card": TOWN, "cost": 0}),
    ("lost_fight", {"seat": ANN, "card": TOWN}),
]
PAID = {"seat": BOT, "victim": ANN, "wealth": 1, "influence": 0}
INCOME = {"seat": ANN, "wealth": 4, "influence": 2, "cards": 4}


@pytest.mark.parametrize(
    ("game", "language", "events", "told"),
    [
        # It said: “Alice buys the shellfish 2 from Bot 1”.
        ("abyss", "en", [("bought", BOUGHT)], "You buy shellfish 2 from Bot 1 for 1 Pearl."),
        ("abyss", "fr", [("bought", BOUGHT)], "Vous achetez le coquillage 2 à Bot 1 pour 1 Perle."),
        (
            "abyss",
            "de",
            [("bought", BOUGHT | {"seat": BOT, "explorer": ANN})],
            "Bot 1 kauft das Schalentier 2 von dir für 1 Perle.",
        ),
        # It said: “Alice takes the stack. Only you see the shellfish stack: …”
        (
            "abyss",
            "en",
            TAKEN + SEEN,
            "You take the shellfish stack of the Council: shellfish 1 and shellfish 2 (only you "
            "see them).",
        ),
        (
            "abyss",
            "en",
            [("locations_drawn", {"seat": BOT, "number": 4})],
            "Bot 1 draws 4 Locations.",
        ),
        (
            "abyss",
            "fr",
            [("robbed", {"seat": BOT, "victim": ANN})],
            "Bot 1 vous prend un jeton Monstre.",
        ),
        # It said: “Bot 1 uses “Port Aurisan” (take 3 crystals). Bot 1: +3 crystals.”
        ("enchanters", "en", RESTED, "Bot 1 uses “Port Aurisan”: +3 crystals."),
        ("enchanters", "de", STRUCK, "Der Overlord greift an: du erleidest 2 Wunden."),
        # It said: “Bot 1 : −1 cristal.”
        ("enchanters", "fr", [("crystals", {"seat": BOT, "n": -1})], "Bot 1 paie 1 cristal."),
        # It named the card twice.
        (
            "enchanters",
            "fr",
            TOO_WEAK,
            "Vous voyagez vers la case 4 et êtes trop faible pour «\u00a0Port Aurisan\u00a0».",
        ),
        ("enchanters", "en", [("overlord_rewards", {"n": 1})], "The Overlord has 1 reward left."),
        ("essence", "de", [("gave", PAID)], "Bot 1 gibt dir 1 Reichtum."),
        (
            "essence",
            "de",
            [("income", INCOME)],
            "Du bekommst 4 Reichtum, 2 Einfluss und 4 Karten.",
        ),
        (
            "essence",
            "en",
            [("threatened", {"seat": ANN, "wealth": 0, "influence": 2, "threat": 2})],
            "The Threat (2) costs you 2 Influence.",
        ),
        (
            "essence",
            "fr",
            [("bid", {"seat": BOT, "wealth": 0, "influence": 0})],
            "Bot 1 n’a rien misé.",
        ),
    ],
)
def test_a_sentence_says_you_and_tells_an_event_once(
    game: str, language: str, events: list[tuple[str, dict[str, Any]]], told: str
) -> None:
    assert tell(game, language, *events) == [told]


def test_new_cards_of_the_prophecy_are_one_sentence() -> None:
    """Each was a line of its own."""
    fragments = [("revealed", {"card": code}) for code in list(FRAGMENT)[:3]]

    [told] = tell("essence", "en", *fragments)

    assert told.startswith("New in the prophecy: ") and told.count(",") == 1
