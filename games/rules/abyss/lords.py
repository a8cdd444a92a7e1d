"""The powers of the Lords on entering play."""

from __future__ import annotations

from msgspec import Struct, field


class Jailer(Struct, tag="jailer", tag_field="question"):
    """“The Jailer”: every victim gives up an Ally. `answers[seat]` is a sealed answer."""

    owner: int
    victims: list[int]
    answers: dict[int, str] = field(default_factory=dict)
    number: int = 0


class Commander(Struct, tag="commander", tag_field="question"):
    """“The Commander”: every victim discards down to six. `answers[seat]` is a sealed answer."""

    owner: int
    victims: list[int]
    answers: dict[int, list[str]] = field(default_factory=dict)
    number: int = 0


class Assassin(Struct, tag="assassin", tag_field="question"):
    """“The Assassin”: one free Lord of the first of `victims`, then of the others."""

    seat: int
    victims: list[int]
    number: int = 0


class Hunter(Struct, tag="hunter", tag_field="question"):
    """“The Hunter”: whose Monster token is taken."""

    seat: int
    number: int = 0


class Apprentice(Struct, tag="apprentice", tag_field="question"):
    """“The Apprentice”: which Council stack is taken."""

    seat: int
    number: int = 0


class Illusionist(Struct, tag="illusionist", tag_field="question"):
    """“The Illusionist”: a Location of one's own for a face-up one, or not."""

    seat: int
    number: int = 0


class Corruptor(Struct, tag="corruptor", tag_field="question"):
    """“The Corruptor”: another Lord for five Pearls, or not."""

    seat: int
    number: int = 0


class Traitor(Struct, tag="traitor", tag_field="question"):
    """“The Traitor”: a free Lord of one's own for one of the Court, or not."""

    seat: int
    number: int = 0


class Schemer(Struct, tag="schemer", tag_field="question"):
    """“The Schemer”: a free Lord of one's own for the top of the deck, or not."""

    seat: int
    number: int = 0
