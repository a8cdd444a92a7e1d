"""Leave single lines of text out of a game's printed cards for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr

from .chance import Chance
from .contract import CardTexts, leave_end_away


class Blank(NamedTuple):
    """What leaves a line out: fields of a frozen struct, and their values without the line."""

    printed: Struct
    without: Mapping[str, object]


def build_card_texts(
    blanks: Mapping[str, Blank],
    bring_end_near: Callable[[Any, Chance], None] = leave_end_away,
) -> CardTexts:
    """Return the texts of a game from how each line is left out."""

    def leave_out(line: str) -> AbstractContextManager[None]:
        return _set_fields(blanks[line])

    return CardTexts(tuple(blanks), leave_out, bring_end_near)


@contextmanager
def _set_fields(blank: Blank) -> Iterator[None]:
    """Give a frozen struct other values, and its own again in the end."""
    struct, without = blank
    before = {name: getattr(struct, name) for name in without}
    try:
        for name, value in without.items():
            force_setattr(struct, name, value)
        yield
    finally:
        for name, value in before.items():
            force_setattr(struct, name, value)
