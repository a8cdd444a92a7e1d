"""Read an option of a game from a command line."""

from __future__ import annotations

from .contract import AnyGame, BadOptions, Setting


def parse_option(game: AnyGame, text: str) -> tuple[str, Setting]:
    """Return the name and the value of NAME=VALUE, or of NAME=VALUE,VALUE if it takes several.

    Raises BadOptions that lists the valid values.
    """
    name, _, value = text.partition("=")
    for option in game.options:
        if option.name == name:
            if option.many and option.allows(chosen := value.split(",")):
                return name, chosen
            for known in () if option.many else option.values:
                if str(known).lower() == value.lower():
                    return name, known
            values = ", ".join(str(known).lower() for known in option.values)
            raise BadOptions(
                "{name} may be {values}, not “{value}”.", name=name, values=values, value=value
            )
    raise BadOptions("{game} has no option “{name}”.", game=game.title, name=name)
