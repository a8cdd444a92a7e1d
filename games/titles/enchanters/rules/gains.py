"""Changing the crystals of a player."""

from __future__ import annotations

from .running import Run
from .stacks import discard_excess_crystals


def change_crystals(run: Run, seat: int, change: int) -> None:
    """Give crystals to a seat, or take as many as it has."""
    owner = run.state.seats[seat]
    change = max(change, -owner.crystals)
    if change:
        owner.crystals += change
        run.tell("crystals", seat=seat, n=change)
        discard_excess_crystals(run, seat)
