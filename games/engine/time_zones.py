"""Bring names of time zones to one form, and find the parts of the world that they are in.

The tables are those of the tz database, as the package tzdata contains them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

# The primary name of UTC, which the tz database calls Etc/UTC.
UTC = "UTC"
# Old names of places that share their table with another place: the comments “#=” of the file
# `backward`, which the package leaves out.
SAME_PLACE = {
    "Africa/Asmera": "Africa/Asmara",
    "Africa/Timbuktu": "Africa/Bamako",
    "America/Coral_Harbour": "America/Atikokan",
    "America/Virgin": "America/St_Thomas",
    "Antarctica/South_Pole": "Antarctica/McMurdo",
    "Atlantic/Jan_Mayen": "Arctic/Longyearbyen",
    "Iceland": "Atlantic/Reykjavik",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
    "Pacific/Yap": "Pacific/Chuuk",
}
# Parts of the world of old names, as countries (ISO 3166).
COUNTRIES = {"Brazil": "BR", "Canada": "CA", "Chile": "CL", "Mexico": "MX", "US": "US"}


class Tables(NamedTuple):
    """Place -> its countries; and old name -> the name of the same zone."""

    places: dict[str, str]
    links: dict[str, str]


@cache
def read_tables() -> Tables:
    """Read `zone.tab` and the links of `tzdata.zi`."""
    folder = files("tzdata").joinpath("zoneinfo")
    lines = folder.joinpath("zone.tab").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    places = {row[2]: row[0] for row in rows}
    lines = folder.joinpath("tzdata.zi").read_text().splitlines()
    links = {line.split()[2]: line.split()[1] for line in lines if line.startswith("L ")}
    links |= SAME_PLACE
    # A place of its own keeps its name, although it may share its table with another.
    links = {old: name for old, name in links.items() if old not in places and old != UTC}
    return Tables(places, links | {"Etc/UTC": UTC})


@cache
def _names_by_lower_case() -> dict[str, str]:
    tables = read_tables()
    names = {UTC, *tables.places, *tables.links, *tables.links.values()}
    return {name.lower(): name for name in names}


def normalize_zone(name: str) -> str:
    """Return the one name of a time zone, such as Europe/Kyiv for Europe/Kiev.

    Case is ignored, and blanks count as underscores. An unknown name remains as it is.

    >>> normalize_zone("Asia/Calcutta"), normalize_zone("america/new york"), normalize_zone("Zulu")
    ('Asia/Kolkata', 'America/New_York', 'UTC')
    """
    name_in_links = name.strip().replace(" ", "_")
    links = read_tables().links
    zone = _names_by_lower_case().get(name_in_links.lower(), name_in_links)
    while zone in links:
        zone = links[zone]
    return zone


@cache
def zone_aliases() -> dict[str, str]:
    """Return old name -> normal name of each time zone that has several."""
    return {old: normalize_zone(old) for old in read_tables().links}


def is_in_zone(mine: str, zone: str) -> bool:
    """Return whether a time zone is this one, or in this part of the world, by any of its names.

    >>> is_in_zone("Europe/Paris", "Europe"), is_in_zone("Europe/Paris", "Europe/Rome")
    (True, False)
    >>> is_in_zone("Europe/Kiev", "Europe/Kyiv"), is_in_zone("Asia/Nicosia", "Europe")
    (True, True)
    >>> is_in_zone("US/Eastern", "America"), is_in_zone("America/Boise", "US")
    (True, True)
    """
    name, part = normalize_zone(mine), normalize_zone(zone)
    if name == part:
        return True
    if country := COUNTRIES.get(part):
        return read_tables().places.get(name) == country
    names = [name, *(old for old, normal in zone_aliases().items() if normal == name)]
    return any(zone_name.lower().startswith(f"{part.lower()}/") for zone_name in names)
