"""What a seat may see of a match: the base of each game's own view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace


class ViewPart(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a view. Only a field that its JSON may lack has a default."""


class View(ViewPart, frozen=True, kw_only=True):
    """What a seat may see of a match; each game has a subclass, whose fields are plain values.

    `names` are the players' names by seat, () where they are not known; see `name_players`.
    """

    names: tuple[str, ...] = ()


V = TypeVar("V", bound=View)


def name_players(view: V, names: Sequence[str]) -> V:
    """Return a view with the players' names by seat, for notes that mention players."""
    return replace(view, names=tuple(names))


def serialize_view(view: View) -> dict[str, Any]:
    """Return a view without players' names as plain JSON."""
    fields: dict[str, Any] = to_builtins(view)
    return fields
