"""The cards of Abyss as HTML: Allies, small and large Lords, Locations."""

from __future__ import annotations

from html import escape

from games.engine.board.art import ArtSize, render_art_image
from games.engine.board.tags import escape_name

from ...rules.components import LOCATIONS, LORDS, MONSTER, RACE, RACES, VALUE
from ...words.lexicon import describe_location_scoring, describe_lord_power, guild_name
from ...words.names import name_of, strip_article
from ...words.text_table import cost_for
from ..art import ART
from ..scene import Scene
from .tags import render_element, render_shape_icon


def render_card_art(code: str, size: ArtSize) -> str:
    """Return the drawing of a card, a thing or a back; the page's CSS gives its place."""
    return render_art_image(ART, code, size)


def render_ally_face(code: str, threat: int = 0) -> str:
    """Return the face of an Exploration card: the creature, and its value.

    A Monster looks as at this Threat; at 0 it lurks.
    """
    if code == MONSTER:
        return render_card_art(f"monster{threat or ''}", "hand")
    return f"{render_card_art(code, 'hand')}<b>{VALUE[code]}</b>"


def render_small_ally_face(code: str) -> str:
    """Return the face of a small Ally: the race as colour and shape, and the value."""
    return f"<b>{VALUE[code]}</b>{render_shape_icon(RACE[code])}"


def race_of(code: str) -> str:
    """Return the CSS class of an Exploration card."""
    return RACE.get(code, MONSTER)


def render_lord_face(scene: Scene, code: str) -> str:
    """Return a Lord in the Court: all that is printed on the card, beside its picture."""
    lord = LORDS[code]
    return "".join(
        (
            render_card_art(code, "hand"),
            render_guild_emblem(code),
            render_element("span", "name", escape_name(scene.name(code))),
            render_element("span", "guild", escape(guild_name(lord.guild, scene.language))),
            render_element("span", "keys", render_shape_icon("key") * scene.keys_of(code)),
            render_element("span", "price", _render_lord_cost(scene, code)),
            render_element("span", "races", _render_required_races(code)),
            render_element("span", "power", escape(describe_lord_power(code, scene.language))),
        )
    )


def render_guild_emblem(code: str) -> str:
    """Return the emblem of a Lord's guild with the influence of the Lord on it."""
    lord = LORDS[code]
    return render_element(
        "span", "emblem", f"{render_shape_icon(lord.guild)}<b>{lord.influence}</b>"
    )


def render_lord_chip(scene: Scene, code: str, *, is_disabled: bool = False) -> str:
    """Return a Lord before a player, with influence, name and keys; crossed out when disabled."""
    marks = (
        render_shape_icon("cross", "bad")
        if is_disabled
        else render_shape_icon("key") * scene.keys_of(code)
    )
    return (
        render_card_art(code, "hand")
        + render_guild_emblem(code)
        + render_element("span", "name", escape_name(scene.name(code)))
        + render_element("span", "keys", marks)
    )


def render_lord_portrait(code: str) -> str:
    """Return a small card of a Lord: picture and influence."""
    inside = f"{render_card_art(code, 'hand')}<b>{LORDS[code].influence}</b>"
    return render_element("span", f"card portrait {LORDS[code].guild}", inside)


def render_location_face(code: str, language: str, points: int | None = None) -> str:
    """Return a Location: picture, what it counts as a shape, name and scoring in words."""
    score = "" if points is None else render_element("b", "points", points)
    return "".join(
        (
            render_card_art(code, "card"),
            render_location_sign(code),
            render_element("span", "name", escape_name(strip_article(name_of(code, language)))),
            score,
            render_element("span", "power", escape(describe_location_scoring(code, language))),
        )
    )


def render_location_sign(code: str) -> str:
    """Return the landmark of a Location with the shape of what it counts.

    Lords of a guild are its emblem with a crown.
    """
    tile = LOCATIONS[code]
    crown = render_shape_icon("lords", "crown") if tile.counts == "guild" else ""
    count_icon = render_element(
        "span", "counted", render_shape_icon(tile.of or tile.counts) + crown
    )
    return render_element(
        "span", f"sign {tile.of or tile.counts}", render_card_art(code, "chip") + count_icon
    )


def render_item(code: str, language: str) -> str:
    """Return the picture of an item of a slot; "" if it has none."""
    if code in RACE:
        return render_element("span", f"card {RACE[code]}", render_ally_face(code))
    if code in LORDS:
        return render_lord_portrait(code)
    if code in LOCATIONS:
        return render_location_sign(code)
    return ""


def _render_lord_cost(scene: Scene, code: str) -> str:
    """Return what a Lord costs the viewer; the printed cost is crossed out if it differs."""
    printed_cost, cost = LORDS[code].cost, cost_for(scene.view, code)
    if cost == printed_cost:
        return f"<b>{cost}</b>"
    return f'<s>{printed_cost}</s><b class="other">{cost}</b>'


def _render_required_races(code: str) -> str:
    """Return a shape for the mandatory race, a ring for any other."""
    lord = LORDS[code]
    if lord.races == len(RACES):
        return "".join(
            render_element("i", f"race {race}", render_shape_icon(race)) for race in RACES
        )
    must = render_element(
        "i", f"race must {lord.mandatory}", render_shape_icon(lord.mandatory or "guilds")
    )
    rings = lord.races - (1 if lord.mandatory else 0)
    return (must if lord.mandatory else "") + '<i class="ring"></i>' * rings
