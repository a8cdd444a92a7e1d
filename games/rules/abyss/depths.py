"""Exploring the Depths: revealing, offering, taking, fighting."""

from __future__ import annotations

from msgspec import Struct, field


class Offer(Struct, tag="offer", tag_field="question"):
    """“Explore the Depths”: opponents are asked to buy, the explorer beside them if need be.

    `asked` are the opponents asked now, clockwise; `queue` those asked later (one by one);
    `passed` those who passed before. `answers[seat]` is the verb of a sealed answer.
    """

    explorer: int
    asked: list[int]
    queue: list[int]
    passed: list[int]
    beside: bool
    answers: dict[int, str] = field(default_factory=dict)
    number: int = 0


class Explorer(Struct, tag="explorer", tag_field="question"):
    """“Explore the Depths”: the explorer takes the Ally that nobody bought or goes on."""

    seat: int
    number: int = 0


class Monster(Struct, tag="monster", tag_field="question"):
    """“Monsters”: the explorer fights or goes on."""

    seat: int
    number: int = 0


class Reward(Struct, tag="reward", tag_field="question"):
    """“Monsters”: the fighter chooses a reward of the Threat space `row`."""

    seat: int
    row: int
    number: int = 0
