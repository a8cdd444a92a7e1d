"""The Council: taking stacks of Allies."""

from __future__ import annotations

from msgspec import Struct


class SecondStack(Struct, tag="second_stack", tag_field="question"):
    """“Request Support from the Council”: the Alchemist's owner takes a second stack."""

    seat: int
    number: int = 0
