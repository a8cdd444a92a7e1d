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
            if option.many and option.allows(value_list := value.split(",")):
                return name, value_list
            for allowed_value in () if option.many else option.values:
                if str(allowed_value).lower() == value.lower():
                    return name, allowed_value
            values = ", ".join(str(allowed_value).lower() for allowed_value in option.values)
            raise BadOptions(
                "{name} may be {values}, not “{value}”.", name=name, values=values, value=value
            )
    raise BadOptions("{game} has no option “{name}”.", game=game.title, name=name)
