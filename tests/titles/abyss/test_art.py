"""The drawings of Abyss: guilds told apart without colour, and Allies by their age."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from games.engine.board.art import ArtSize, render_art
from games.engine.board.art_tables import load_tables
from games.engine.board.raster import rasterize_svg
from games.titles.abyss.board import art
from games.titles.abyss.board.art import ART, BACKS, MONSTER_CODES, THINGS
from games.titles.abyss.board.page.faces import render_ally_face, render_item
from games.titles.abyss.rules.components import ALLIES, GUILDS, LOCATIONS, LORDS

# Minimum mean difference in grey of two drawings whose contrast is evened out, 0 to 255. Noise
# against noise has 85.
TOLD_APART = 40.0
WIDTH = 40


def draw_in_grey(code: str, size: ArtSize) -> Image.Image:
    """Return a drawing 40 pixels wide on a middle grey, without colour, its contrast evened."""
    image = rasterize_svg(render_art(ART, code, size)[0], WIDTH)
    ground = Image.new("RGBA", image.size, "#808080")
    return ImageOps.equalize(Image.alpha_composite(ground, image).convert("L"))


def measure_grey_difference(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.parametrize("size", ("hand", "chip"))
def test_the_six_guilds_are_told_apart_without_colour(size: ArtSize) -> None:
    greys = {code: draw_in_grey(code, size) for code in LORDS}
    alike = {
        f"{one} and {other}": round(found, 1)
        for one, other in combinations(LORDS, 2)
        if LORDS[one].guild != LORDS[other].guild
        and (found := measure_grey_difference(greys[one], greys[other])) < TOLD_APART
    }

    assert not alike


def test_an_emblem_without_colour_is_closest_to_those_of_its_own_guild() -> None:
    """The silhouette tells the guild, whatever prop lies before it."""
    greys = {code: draw_in_grey(code, "chip") for code in LORDS}

    def find_closest_guild(code: str) -> str:
        found = {}
        for guild in GUILDS:
            others = [one for one in LORDS if LORDS[one].guild == guild and one != code]
            far = [measure_grey_difference(greys[code], greys[one]) for one in others]
            found[guild] = sum(far) / len(far)
        return min(found, key=found.__getitem__)

    closest = {code: find_closest_guild(code) for code in LORDS}

    assert closest == {code: lord.guild for code, lord in LORDS.items()}


def test_no_two_lords_of_a_guild_share_their_prop_or_their_head() -> None:
    cards = load_tables(Path(art.__file__).parent).cards
    for guild in GUILDS:
        own = [cards[code] for code in LORDS if LORDS[code].guild == guild]
        assert len({card["small"][0]["draw"] for card in own}) == len(own)
        assert len({card["head"] for card in own}) == len(own)


def test_every_card_and_every_back_is_drawn() -> None:
    drawn = {*LORDS, *LOCATIONS, *ALLIES, *MONSTER_CODES, *THINGS, *BACKS}

    assert drawn == set(ART.codes)


@pytest.mark.parametrize("code", ["", "crab6", "monster7", "council_whale"])
def test_an_unknown_code_is_refused(code: str) -> None:
    with pytest.raises(KeyError):
        ART.draw_art(code, "card")


def test_cards_on_the_page_show_their_drawing_and_keep_their_numbers() -> None:
    face = render_ally_face("crab4")

    assert face.count("<img") == 1 and 'alt=""' in face and "/art/abyss/crab4.hand." in face
    assert "<b>4</b>" in face
    assert "/art/abyss/monster3.hand." in render_ally_face("monster", threat=3)
    assert f"<b>{LORDS['miller'].influence}</b>" in render_item("miller", "en")
    assert all("/art/abyss/" in render_item(code, "en") for code in (*LORDS, *LOCATIONS))
