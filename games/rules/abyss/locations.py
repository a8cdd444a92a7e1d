"""Controlling Locations."""

from __future__ import annotations

from msgspec import Struct


class Location(Struct, tag="location", tag_field="question"):
    """“Control a Location”: a face-up one or a draw; `payer` is an Ambassador who pays alone."""

    seat: int
    payer: str | None = None
    number: int = 0


class LocationPick(Struct, tag="location_pick", tag_field="question"):
    """“Control a Location”: one of the drawn ones is kept."""

    seat: int
    drawn: list[str]
    payer: str | None = None
    number: int = 0


class Keys(Struct, tag="keys", tag_field="question"):
    """“Control a Location”: which three keys pay for `location`, which came from `source`."""

    seat: int
    location: str
    source: str
    number: int = 0


class BlackSmokers(Struct, tag="black_smokers", tag_field="question"):
    """“Black Smokers”: exchange them for a Location from the stack."""

    seat: int
    number: int = 0
