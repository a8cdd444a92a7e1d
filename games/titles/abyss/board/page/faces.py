"""The cards of Abyss in HTML: Allies, Lords small and large, Locations."""

from __future__ import annotations

from html import escape

from games.titles.abyss.board.scene import Scene
from games.titles.abyss.components import LOCATIONS, LORDS, MONSTER, RACE, RACES, VALUE
from games.titles.abyss.names import bare, name_of
from games.titles.abyss.table import cost_for
from games.titles.abyss.words import guild, power, scoring

from .tags import icon, tag


def ally(code: str) -> str:
    """Return the face of an Exploration card: the race as colour and shape, the value."""
    if code == MONSTER:
        return icon(MONSTER)
    return f"<b>{VALUE[code]}</b>{icon(RACE[code])}"


def race_of(code: str) -> str:
    """Return the class of an Exploration card."""
    return RACE.get(code, MONSTER)


def lord(scene: Scene, code: str) -> str:
    """Return a Lord as he stands in the Court: influence, name, guild, keys, cost, power."""
    printed = LORDS[code]
    return "".join(
        (
            emblem(code),
            tag("span", "name", escape(scene.name(code))),
            tag("span", "guild", escape(guild(printed.guild, scene.language))),
            tag("span", "keys", icon("key") * scene.keys_of(code)),
            tag("span", "price", _cost(scene, code) + _races(code)),
            tag("span", "power", escape(power(code, scene.language))),
            _ghost(code),
        )
    )


def emblem(code: str) -> str:
    """Return the emblem of a Lord's guild with the influence of the Lord on it."""
    printed = LORDS[code]
    return tag("span", "emblem", f"{icon(printed.guild)}<b>{printed.influence}</b>")


def chip(scene: Scene, code: str, *, disabled: bool = False) -> str:
    """Return a Lord before a player: influence, name and keys; crossed out when disabled."""
    marks = icon("cross", "bad") if disabled else icon("key") * scene.keys_of(code)
    return emblem(code) + tag("span", "name", escape(scene.name(code))) + tag("span", "keys", marks)


def location(code: str, language: str, points: int | None = None) -> str:
    """Return a Location: what it counts as a shape, its name and its scoring in words."""
    score = "" if points is None else tag("b", "points", points)
    return "".join(
        (
            sign(code),
            tag("span", "name", escape(bare(name_of(code, language)))),
            score,
            tag("span", "power", escape(scoring(code, language))),
        )
    )


def sign(code: str) -> str:
    """Return the shape of what a Location counts; Lords of a guild are its emblem with a crown."""
    tile = LOCATIONS[code]
    crown = icon("lords", "crown") if tile.counts == "guild" else ""
    return tag("span", f"sign {tile.of or tile.counts}", icon(tile.of or tile.counts) + crown)


def item(code: str, language: str) -> str:
    """Return the picture of what a slot may be filled with; "" of what has none."""
    if code in RACE:
        return tag("span", f"card {RACE[code]}", ally(code))
    if code in LORDS:
        return tag("span", f"small {LORDS[code].guild}", emblem(code))
    if code in LOCATIONS:
        return sign(code)
    return ""


def _ghost(code: str) -> str:
    """Return the race of a guild, large and faint behind the words of a Lord."""
    printed = LORDS[code]
    return icon(printed.mandatory or "guilds", "ghost")


def _cost(scene: Scene, code: str) -> str:
    """Return what a Lord costs the viewer, the printed cost struck out where it is another."""
    printed, cost = LORDS[code].cost, cost_for(scene.view, code)
    if cost == printed:
        return f"<b>{cost}</b>"
    return f'<s>{printed}</s><b class="other">{cost}</b>'


def _races(code: str) -> str:
    """Return a shape for the race that must be there, a ring for any other."""
    printed = LORDS[code]
    if printed.races == len(RACES):
        return "".join(tag("i", f"race {race}", icon(race)) for race in RACES)
    must = tag("i", f"race must {printed.mandatory}", icon(printed.mandatory or "guilds"))
    rings = printed.races - (1 if printed.mandatory else 0)
    return (must if printed.mandatory else "") + '<i class="ring"></i>' * rings
