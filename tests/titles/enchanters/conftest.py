"""Tables to try the rules on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import notation
from games.engine.contract import Event
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task
from games.titles.enchanters.rules.turn import run_to_next_question

from .trial_cards import hide_icon_of_box, print_trial_card

# A table with something of everything on it.
RICH: dict[str, Any] = {
    "seats": {
        "A": {
            "item": ["door_shield", "padded_vest", "fist"],
            "enchantment": ["of_greed", "of_spring", "enchanting"],
            "creature": ["acolyte 1", "runt 1", "zealot 1", "plague_wyrm"],
            "crystals": 6,
            "wounds": 5,
        },
        "B": {
            "item": ["birch_bow", "shroud", "fist"],
            "enchantment": ["of_fast_feet", "of_old_bones", "enchanting"],
            "creature": ["acolyte 2", "runt 2"],
            "crystals": 4,
            "wounds": 3,
        },
        "C": {"creature": ["acolyte 3"], "crystals": 2},
    },
    "track": ["pickpocket 1", "scale_lance 1", "highwayman 1", "of_rage 1", "hoard_dragon", "foal"],
    "deck": ["stag 1", "stag 2", "elder 1", "brute 1", "queen 1"],
    "graveyard": ["silver_horn 1", "runt 6"],
    "wound_deck": ["limp", "sprain", "tremor", "scar"],
    "village_deck": ["dwarfburg", "holy_grove"],
    "overlord": "vragan",
    "overlord_rewards": 3,
}


# Tables are laid by the rules from before the printed ones were the defaults, unless they name it;
# test_printed.py plays those.
EARLIER: dict[str, Any] = {
    "desert_overlords": False,
    "group_decisions": "leader",
    "small_choices": "automatic",
    "discard_wounds": False,
    "coop_wounds": "earlier",
}


@pytest.fixture
def lay() -> Callable[..., State]:
    """Return a table from a position; `together` for one that is played together."""

    def laid(position: dict[str, Any] | None = None, *, together: bool = False) -> State:
        written = RICH if position is None else position
        written = {**written, "options": EARLIER | written.get("options", {})}
        if together:
            options = {**written.get("options", {}), "mode": "coop"}
            written = {"hit_points": 99, **written, "options": options}
            written.setdefault("overlord", "vragan")
            written["event_deck"] = ["event.respite 1", "event.respite 2", "event.curse 1"]
        return ENCHANTERS.read_position(written)

    return laid


@pytest.fixture
def cause() -> Callable[..., list[Event]]:
    """Let an effect of a card happen to seat A (or another) and return what is told."""

    def caused(state: State, effect: dict[str, Any], seat: int = 0, **more: Any) -> list[Event]:
        ((op, args),) = effect.items()
        state.asked = None
        state.tasks.append(Task(op, seat, args, **more))
        run = Run(state)
        run_to_next_question(run)
        return run.events

    return caused


@pytest.fixture
def say() -> Callable[[State, int, str], list[Event]]:
    """Answer the question of a seat as a player would write it."""

    def said(state: State, seat: int, line: str) -> list[Event]:
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.seat == seat)
        decision = notation.parse_decision(prompt, line, [ENCHANTERS.list_words("en")])
        return ENCHANTERS.play_decision(state, seat, decision)

    return said


@pytest.fixture
def print_card(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Add a card with any text to the box while the test runs; it is called “trial”."""

    def printed(**fields: Any) -> str:
        return print_trial_card(monkeypatch, **fields)

    return printed


@pytest.fixture
def hide_slime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the slime icons off the cards of the box."""
    hide_icon_of_box(monkeypatch, "slime")
