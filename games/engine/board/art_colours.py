"""Colours by their roles: what the classes of a motif mean in a palette.

A role is a name of the palette (deep, mid, light, glow, accent), a further role of the game
(`ink`), a colour ("#rrggbb"), or a mixture: `mid-deep-35` lies 35 % of the way from mid to deep.
"""

from __future__ import annotations

from collections.abc import Mapping

from .raster import mix_colours

# A role: another one, or (from, to, part of the way).
Role = str | tuple[str, str, float]


class Colours:
    """The colours of a layer: its palette, and the roles of the game."""

    def __init__(self, palette: Mapping[str, str], roles: Mapping[str, Role]) -> None:
        self._palette, self._roles = palette, roles
        self._known: dict[str, str] = {}

    def find_colour(self, role: str) -> str:
        """Return a colour, or "url(#id)" of a gradient. Raises KeyError for an unknown role."""
        colour = self._known.get(role)
        if colour is None:
            colour = self._known[role] = self._look_up(role)
        return colour

    def _look_up(self, role: str) -> str:
        if role.startswith(("#", "url(")):
            return role
        meaning = self._palette.get(role) or self._roles.get(role)
        if isinstance(meaning, str):
            return meaning if meaning == role else self.find_colour(meaning)
        if meaning is not None:
            first, second, part = meaning
        else:
            first, second, percent = _split_mixture(role)
            part = percent / 100
        return mix_colours(self.find_colour(first), self.find_colour(second), part)

    def change(self, palette: Mapping[str, str] | None, paints: Mapping[str, str]) -> Colours:
        """Return the colours of another palette (None: this), with other meanings of roles."""
        if palette is None and not paints:
            return self
        new_colours = Colours(self._palette if palette is None else palette, self._roles)
        own = {role: new_colours.find_colour(paint) for role, paint in paints.items()}
        return Colours({**new_colours._palette, **own}, self._roles)


def _split_mixture(role: str) -> tuple[str, str, float]:
    first, _, rest = role.partition("-")
    second, _, percent = rest.partition("-")
    if not percent.replace(".", "", 1).isdigit():
        raise KeyError(role)
    return first, second, float(percent)
