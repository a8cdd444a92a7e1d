"""The picture of the table: legible, light enough for an e-mail, and drawn from the view alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import convert, json
from msgspec.structs import replace
from PIL import Image

from games.engine import random_match
from games.engine.board import lettering, raster
from games.engine.chance import Chance
from games.engine.contract import serialize_view
from games.presentation import boards
from games.titles import GAMES
from games.titles.abyss.board import palette
from games.titles.abyss.board.picture import PAINTS, describe_picture, draw_picture
from games.titles.abyss.rules.components import LOCATIONS, LORDS

ABYSS = GAMES["abyss"]
NAMES = ("Alice", "Bob", "Carol", "Dave")
HOSTILE = (
    '<script>alert("1")</script>',
    "]]>&amp;&#0;\x00\x1b\u202eevil\ud800",
    "W" * 300,
    "李小龙 Дмитрий Ἀχιλλεύς 🦑",
)
LANGUAGES = ("en", "fr", "de")


@cache
def played(seats: int, number: int) -> tuple[Any, ...]:
    """Every view of one random match, each as a seat or a stranger sees it, the end last."""
    views = []
    for now in random_match.iter_random_match(ABYSS, seats, number):
        seat = [*range(seats), None][len(now.moves) % (seats + 1)] if now.prompts else 0
        views.append(ABYSS.build_view(now.state, seat))
    return tuple(views)


def some(views: tuple[Any, ...], many: int) -> Iterator[Any]:
    """So many views, evenly over the match, and the last one."""
    yield from views[:: -(-len(views) // many)]
    yield views[-1]


def shown(seats: int = 4, part: float = 0.5) -> Any:
    """A view of a random match after a part of it, as seat 0 sees it."""
    views = [view for view in played(seats, 1) if view.you == 0]
    return views[round(part * (len(views) - 1))]


def crowded() -> Any:
    """More than any match brings: every Lord and Location out, and huge hands."""
    view = serialize_view(shown())
    lords, locations = list(LORDS), list(LOCATIONS)
    for number, seat in enumerate(view["seats"]):
        seat["locations"] = locations[number::4]
        own = [{"id": lord, "disabled": False, "under": None} for lord in lords[number::4]]
        for lord, place in zip(own, seat["locations"], strict=False):
            lord["under"] = place
        seat["lords"] = own
        seat["affiliated"] = [f"{race}{n}" for race in palette.FAINT for n in (1, 2, 3, 4, 5)]
    view["seats"][0]["hand"] = view["seats"][0]["affiliated"] * 2
    return convert(view, ABYSS.view_type)


def texts(svg: str) -> Iterator[tuple[float, float, str]]:
    """Where each line of text begins and ends, in units of the picture."""

    def walk(node: ElementTree.Element, x: float) -> Iterator[tuple[float, float, str]]:
        moved = re.match(r"translate\((\S+) ", node.get("transform", ""))
        x += float(moved[1]) if moved else 0
        if node.tag.endswith("text"):
            words, bold = node.text or "", node.get("font-weight") == "700"
            wide = lettering.width_of(words, float(node.get("font-size", 0)), bold)
            wide += float(node.get("letter-spacing", 0)) * len(words)
            left = x + float(node.get("x", 0))
            left -= {"end": wide, "middle": wide / 2}.get(node.get("text-anchor", ""), 0)
            yield left, left + wide, words
        for child in node:
            yield from walk(child, x)

    return walk(ElementTree.fromstring(svg), 0)


# Weight -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_is_under_100_kb_at_any_moment_of_a_match(seats: int) -> None:
    for view in some(played(seats, 1), 4):
        drawn = boards.render_board_picture("abyss", view, HOSTILE[:seats], "de")
        assert drawn is not None and len(drawn.png) < 100_000


def test_even_a_crowded_table_is_under_100_kb() -> None:
    drawn = boards.render_board_picture("abyss", crowded(), HOSTILE, "de")

    assert drawn is not None
    assert len(drawn.png) < 100_000
    assert drawn.width >= 360


# Soundness ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hostile_names_leave_the_svg_well_formed(seats: int, wide: bool) -> None:
    for view in some(played(seats, 2), 30):
        svg = draw_picture(view, HOSTILE, "fr", wide=wide)
        root = ElementTree.fromstring(svg)
        assert not [node for node in root.iter() if "script" in node.tag]
        assert not re.search(r"[\x00-\x08\u202a-\u202e\ud800-\udfff]", svg)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_leaves_the_picture(language: str) -> None:
    for view in [*some(played(4, 1), 20), crowded()]:
        for left, right, words in texts(draw_picture(view, HOSTILE, language)):
            assert left >= 0, words
            assert right <= 721, words


def test_words_that_are_too_long_are_cut() -> None:
    cut, size = lettering.fit_text("Bartholomäus-Maximilian", 120, 24, least=18, bold=True)

    assert size == 18
    assert cut.endswith("…")
    assert lettering.width_of(cut, size, bold=True) <= 120


def test_an_id_stands_once() -> None:
    for view in [*some(played(4, 1), 20), crowded()]:
        ids = re.findall(r' id="([^"]+)"', draw_picture(view, NAMES, "en"))
        assert len(ids) == len(set(ids))


def test_every_shape_that_is_used_is_there() -> None:
    for view in [*some(played(3, 1), 20), crowded()]:
        svg = draw_picture(view, NAMES, "en", wide=True)
        assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(re.findall(r' id="([^"]+)"', svg))


def test_a_page_may_forbid_inline_styles() -> None:
    svg = draw_picture(shown(), NAMES, "en")

    assert not re.search(r"<style|<script|style=|onclick|http(?!://www.w3.org/2000/svg)", svg)


# What is seen -------------------------------------------------------------------------------------


def test_words_are_drawn() -> None:
    """resvg leaves out all text without a word when it finds no font."""
    ground = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" {}>{}</svg>'
    family = draw_picture(shown(), NAMES, "en").split('font-family="')[1].split('"')[0]
    font = f'font-family="{family}" font-stretch="condensed" fill="#f1faff"'
    words = '<text x="9" y="30" font-size="24"{}>Größe Œuvre</text>'

    blank = inked(ground.format(font, ""))
    plain = inked(ground.format(font, words.format("")))
    bold = inked(ground.format(font, words.format(' font-weight="700"')))

    assert blank == 0
    assert 300 < plain < bold


def inked(svg: str) -> int:
    with Image.open(BytesIO(raster.render_png(svg, PAINTS))) as image:
        grey = image.convert("L")
    return sum(grey.histogram()[100:])


def test_the_measure_of_words_is_that_of_the_picture() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="60" fill="#f1faff" '
        'font-family="\'DejaVu Sans\'" font-stretch="condensed">'
        '<text y="40" font-size="30" font-weight="700">Aquaculturalist Größe</text></svg>'
    )

    with Image.open(BytesIO(raster.render_png(svg, PAINTS))) as image:
        box = image.convert("L").point(lambda value: 255 if value > 90 else 0).getbbox()

    assert box is not None
    assert box[2] == pytest.approx(
        lettering.width_of("Aquaculturalist Größe", 30, bold=True), abs=6
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_in_the_readers_language(language: str) -> None:
    view = shown(part=0.3)
    court = {"en": "COURT", "fr": "COUR", "de": "HOF"}[language]

    svg = draw_picture(view, NAMES, language)

    assert f">{court}</text>" in svg
    assert f'lang="{language}"' in svg
    for lord in view.court:
        assert f'data-lord="{lord}"' in svg


def test_an_unknown_language_is_english() -> None:
    assert draw_picture(shown(), NAMES, "xx\"'>") == draw_picture(shown(), NAMES, "en")


def test_everything_before_the_players_is_there() -> None:
    view = crowded()

    svg = draw_picture(view, NAMES, "en")

    found = re.findall(r'data-(?:lord|location)="(\w+)"', svg)
    for seat in view.seats:
        assert set(seat.locations) <= set(found)
        assert {lord.id for lord in seat.lords} <= set(found)
    assert len(re.findall(r'id="hand-\d+"', svg)) == len(view.seats[0].hand)


def test_a_lord_explains_himself() -> None:
    view = replace(shown(), court=["oracle"])

    svg = draw_picture(view, NAMES, "en")

    assert "<title>Oracle (Mages): cost 8" in svg
    assert "you may discard one whole Council stack.</title>" in svg


def test_the_end_shows_every_total() -> None:
    view = played(4, 1)[-1]
    totals = [sum(points for _, points in lines) for lines in view.scores]

    svg = draw_picture(view, NAMES, "en")

    for total in totals:
        assert f">{total}</text>" in svg


def test_letters_stand_out_from_their_ground() -> None:
    grounds = (*palette.WATER, palette.SLAB, palette.RELIEF, palette.LIT)
    for ground in (*grounds, *palette.SHADES.values()):
        assert contrast(palette.INK, ground) >= 4.5
    for ground in (*palette.WATER, palette.SLAB, palette.RELIEF):
        for light in (palette.SOFT, palette.HEADING, palette.GOLD, palette.PEARL):
            assert contrast(light, ground) >= 4.5, (light, ground)
    for emblem in (*palette.COLOURS.values(), palette.SPENT):
        assert contrast(palette.DARK, emblem) >= 4.5
    for race, shade in palette.SHADES.items():
        assert contrast(palette.COLOURS[race], shade) >= 3
    assert contrast(palette.DIM, palette.WATER[1]) >= 4.5


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2 between two colours."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_picture_is_left_to_256_colours() -> None:
    assert len(PAINTS) <= 256


# Secrets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_seat_may_not_see_changes_nothing(seats: int) -> None:
    luck = random.Random(seats)
    for now in random_match.iter_random_match(ABYSS, seats, 3):
        if len(now.moves) % 9:
            continue
        seat = luck.choice([None, *range(seats)])
        other = ABYSS.imagine_state(now.state, seat, Chance(luck.randbytes(32)))
        here, there = ABYSS.build_view(now.state, seat), ABYSS.build_view(other, seat)
        assert draw_picture(here, NAMES, "en") == draw_picture(there, NAMES, "en")


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    views = [view for view in played(2, 1) if view.seats[0].hand_size and not view.scores]

    assert 'id="hand-0"' in draw_picture(next(v for v in views if v.you == 0), NAMES, "en")
    assert 'id="hand-0"' not in draw_picture(next(v for v in views if v.you is None), NAMES, "en")


def test_the_same_view_gives_the_same_bytes() -> None:
    view = shown(2)
    again = json.decode(json.encode(view), type=ABYSS.view_type)

    one, two = draw_picture(view, NAMES, "fr"), draw_picture(again, NAMES, "fr")

    assert one == two
    assert raster.render_png(one, PAINTS) == raster.render_png(two, PAINTS)


# For e-mails --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_for_the_picture_are_at_most_200_characters(language: str) -> None:
    for view in [*some(played(4, 1), 30), crowded()]:
        told = describe_picture(view, HOSTILE, language)
        assert 20 <= len(told) <= 200
        assert told.startswith("Abyss. ")


def test_an_email_gets_a_picture_with_its_size_and_words() -> None:
    view = shown(2)

    drawn = boards.render_board_picture("abyss", view, NAMES, "en")

    assert drawn is not None
    assert drawn.alt == describe_picture(view, NAMES, "en")
    assert re.fullmatch(r"table-[0-9a-f]{32}", drawn.content_id)
    with Image.open(BytesIO(drawn.png)) as image:
        assert image.size == (drawn.width, drawn.height)
        assert image.mode == "P"


def test_what_looks_the_same_is_drawn_once() -> None:
    view = shown(2)

    # The picture does not show it.
    other = replace(view, lords_gone=["sage"])

    assert boards.render_board_picture("abyss", view, NAMES, "en") is boards.render_board_picture(
        "abyss", other, NAMES, "en"
    )


def test_a_game_that_is_not_drawn_has_no_picture() -> None:
    view = GAMES["pebbles"].build_view(GAMES["pebbles"].set_up_match(2, bytes(32), {}), 0)

    assert boards.render_board_svg("pebbles", view, NAMES, "en") is None
    assert boards.render_board_picture("pebbles", view, NAMES, "en") is None
