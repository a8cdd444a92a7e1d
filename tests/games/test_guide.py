"""Help with the rules: our own text, and cards that are found by any of their words."""

from __future__ import annotations

import gzip
import itertools
import re
from typing import Any

import html5lib
import pytest
from django.conf import settings
from django.test import Client

from games.engine.board.chapters import (
    ANY_SEATS,
    Section,
    list_block_words,
    load_rule_sections,
)
from games.models import Match, Player
from games.presentation import boards
from games.services.matches import MatchTerms, open_match
from games.titles import GAMES
from games.titles.abyss.board.page import faces as abyss_faces
from games.titles.abyss.board.scene import build_scene
from games.titles.abyss.rules.components import LOCATIONS, LORDS, REWARDS, THREAT_REWARDS
from games.titles.enchanters.board.page import faces as enchanters_faces
from games.titles.enchanters.rules.components import CARD, DESIGNS
from games.titles.essence.board.page import icons as essence_icons
from games.titles.essence.rules.components import CHARACTER, FACTIONS, FRAGMENT, NAMES, SEGMENT
from games.web.views.guide import describe_variants, printed_options
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db

PRINTED = {"abyss": {*LORDS, *LOCATIONS}, "enchanters": set(DESIGNS), "essence": set(NAMES)}
LANGUAGES = ("en", "fr", "de")
# The symbol that an icon shows.
ICON = re.compile(r'href="[\w/.]*#([\w-]+)"')


def test_every_game_is_explained_with_all_its_cards_in_three_languages(client: Client) -> None:
    """Each page is valid, below 100 kB packed, and says something else in each language."""
    shelf = client.get("/rules/").content.decode()
    for game, book in boards.GUIDES.items():
        assert f'href="/rules/{game}/"' in shelf
        said = []
        for language in LANGUAGES:
            page = client.get(f"/rules/{game}/", headers={"accept-language": language})
            html = page.content.decode()
            if language == "fr":
                html5lib.HTMLParser(strict=True).parse(html)
            assert len(gzip.compress(page.content)) < 100_000
            entries = book.list_cards(language)
            chapters = book.list_sections(language, printed_options(game))
            assert all(f"<h2>{chapter.heading}</h2>" in html for chapter in chapters)
            listed = [entry.code for entry in entries]
            if game in PRINTED:
                assert sorted(listed) == sorted(PRINTED[game]), game
            assert all(f'id="card-{code}"' in html for code in listed)
            assert all(entry.name and entry.says and "{" not in entry.says for entry in entries)
            assert all(f'id="{chapter.name}"' in html for chapter in chapters)
            said.append([row for each in chapters for row in (each.heading, *paragraphs(each))])
        assert all(len(rows) == len(said[0]) and all(rows) for rows in said)
        assert not {row for row in said[0] if len(row) > 20} & {*said[1], *said[2]}


def test_long_words_in_tables_may_be_divided(client: Client) -> None:
    """The example of a payment was wider than a phone in German."""
    page = client.get("/rules/abyss/", headers={"accept-language": "de"}).content.decode()

    assert "Sklaven\u00adhändler</th>" in page
    assert "Schalen\u00adtiere" in page and "Tinten\u00adfischen" in page


def test_every_option_and_number_of_seats_changes_what_the_rules_say() -> None:
    """Options that a match merely names, such as its village, are in the list above the rules."""
    named = {"kingdoms", "chosen_overlord", "village"}
    for name, book in boards.GUIDES.items():
        game = GAMES[name]
        seats = range(game.seats[0], game.seats[-1] + 1)
        bases = [
            {**printed_options(name), **preset, "seats": many}
            for preset in ({}, *game.presets.values())
            for many in (*seats, ANY_SEATS)
        ]
        for option in game.options:
            for one, other in itertools.pairwise(option.values):
                assert option.name in named or any(
                    book.list_sections("en", base | {option.name: one})
                    != book.list_sections("en", base | {option.name: other})
                    for base in bases
                ), (name, option.name, one, other)
        for one, other in itertools.pairwise(seats):
            assert book.list_sections("en", bases[0] | {"seats": one}) != book.list_sections(
                "en", bases[0] | {"seats": other}
            ), (name, one, other)


def test_the_rules_ask_for_options_and_values_that_exist() -> None:
    for name, book in boards.GUIDES.items():
        known = {
            option.name: {str(value).lower() for value in option.values}
            for option in GAMES[name].options
        }
        known["seats"] = {str(many) for many in GAMES[name].seats} | {ANY_SEATS}
        for section in all_sections(name):
            asked = [section.conditions, *(block.conditions for block in section.blocks)]
            for option, values in itertools.chain(*itertools.chain(*asked)):
                assert set(values) <= known[option], (name, section.name)
        assert book.list_sections("en", printed_options(name))


def test_the_rules_are_built_alike_in_three_languages() -> None:
    """The same headings, conditions, drawings and numbers of rows, and the same figures."""
    for name in boards.GUIDES:
        built = [
            [
                (section.name, section.conditions, [shape_of(block) for block in section.blocks])
                for section in all_sections(name, language)
            ]
            for language in LANGUAGES
        ]
        assert built[0] == built[1] == built[2], name


def test_rules_have_drawings_tables_and_examples() -> None:
    """Every main action has an example, every drawing exists and has a caption."""
    actions = {
        "abyss": ("explore", "council", "recruit"),
        "enchanters": ("journey", "rest", "challenge"),
        "essence": ("build", "treaty", "pass", "prophecy"),
    }
    for name in boards.GUIDES:
        sections = {section.name: section for section in all_sections(name)}
        drawn = [
            drawing
            for section in sections.values()
            for block in section.blocks
            for part in (block, *block.parts)
            for drawing in part.drawings
        ]
        words = GAMES[name].list_words("en")
        assert len(drawn) >= 20, name
        assert all(code in boards.ARTS[name].codes for code, _ in drawn), name
        assert all(caption or words[code] for code, caption in drawn), name
        kinds = [block.kind for section in sections.values() for block in section.blocks]
        assert kinds.count("table") >= 3 and kinds.count("example") >= 4, name
        for action in actions[name]:
            assert "example" in [block.kind for block in sections[action].blocks], (name, action)


def test_the_threat_table_is_what_the_engine_pays() -> None:
    monsters = next(section for section in all_sections("abyss") if section.name == "monsters")
    table = next(block for block in monsters.blocks if block.kind == "table")

    printed = {int(threat): (int(keys), int(many)) for threat, keys, many in table.rows[1:]}

    for threat, rewards in THREAT_REWARDS.items():
        keys, many = printed.pop(threat)
        mixes = [(pearls, many - pearls, keys) for pearls in range(many, -1, -1)]
        assert [REWARDS[reward] for reward in rewards] == mixes
    assert printed == {}


def test_a_match_has_its_own_rules(as_: As, deal: Deal) -> None:
    """Options that differ are named, and the text is about them and the number of seats."""
    match = deal("abyss", seats=3)
    Match.objects.filter(pk=match.pk).update(options={**match.options, "hand_limit": "none"})

    page = as_("alice").get(f"/matches/{match.number}/rules/")
    own = text_of(page)
    printed = text_of(as_("alice").get("/rules/abyss/"))

    assert "hand limit: none" in own
    assert f'/matches/{match.number}/rules/" aria-current="page"' in page.content.decode()
    assert "There is no limit to the number of Allies" in own and "12 Allies" not in own
    assert "With three players" in own and "With two players" not in own
    assert "12 Allies" in printed and "With three players" not in printed


def test_the_rules_of_a_game_say_what_other_options_change(client: Client) -> None:
    variants = {
        name: dict(describe_variants(name, "en")) for name in ("abyss", "enchanters", "essence")
    }

    assert len(variants["abyss"]) == len(GAMES["abyss"].options)
    assert variants["abyss"]["hand limit: none"] == [
        "There is no limit to the number of Allies in your hand."
    ]
    assert "Threat falls to 1 every round: yes" in variants["essence"]
    assert (
        "A village lies in the middle. There is no Overlord."
        in (variants["enchanters"]["Overlord: no"])
    )
    assert "There is no limit" in text_of(client.get("/rules/abyss/"))


def test_the_rules_of_a_game_lead_to_those_of_my_matches(
    as_: As, client: Client, deal: Deal
) -> None:
    match, other = deal("abyss", seats=2), deal("essence", seats=2)

    page = as_("alice").get("/rules/abyss/").content.decode()

    assert f'href="/matches/{match.number}/rules/"' in page
    assert f'href="/matches/{other.number}/rules/"' not in page
    assert f"/matches/{match.number}/" not in client.get("/rules/abyss/").content.decode()


def test_a_match_that_one_may_not_see_shows_no_rules(as_: As, client: Client, deal: Deal) -> None:
    match = deal("abyss", seats=2)
    Match.objects.filter(pk=match.pk).update(private=True)

    assert client.get(f"/matches/{match.number}/rules/").status_code == 404
    assert as_("alice").get(f"/matches/{match.number}/rules/").status_code == 200


def test_a_match_without_a_guide_has_no_rules(as_: As, deal: Deal) -> None:
    match = deal("pebbles", seats=2)

    assert as_("alice").get(f"/matches/{match.number}/rules/").status_code == 404


def all_sections(game: str, language: str = "en") -> tuple[Section, ...]:
    """Return the rules of a game whatever the options."""
    return load_rule_sections(settings.BASE_DIR / f"games/titles/{game}/board/guide.py", language)


def paragraphs(section: Section) -> list[str]:
    """Return everything that a section says, but for codes and bare numbers."""
    words = [word for block in section.blocks for word in list_block_words(block)]
    return [word for word in words if re.search(r"[^\W\d]", word)]


def shape_of(block: Any) -> Any:
    """Return what a block must have in common with its translation."""
    digits = sorted(re.findall(r"\d+", " ".join(list_block_words(block))))
    codes = [code for code, _ in block.drawings]
    return block.kind, block.conditions, codes, [len(row) for row in block.rows], digits


def test_every_icon_of_a_card_is_in_the_legend(client: Client) -> None:
    scene = build_scene(
        GAMES["abyss"].build_view(GAMES["abyss"].set_up_match(2, bytes(32), {}), None), (), "en"
    )
    drawn = {
        "abyss": [
            *(abyss_faces.render_lord_face(scene, code) for code in LORDS),
            *(abyss_faces.render_location_face(code, "en") for code in LOCATIONS),
        ],
        "enchanters": [
            enchanters_faces.render_card_face(code, language)
            for code in CARD
            for language in LANGUAGES
        ],
        "essence": [
            *(essence_icons.render_segment_effects(code) for code in SEGMENT),
            *(essence_icons.render_character_effects(code) for code in CHARACTER),
            *(essence_icons.render_faction_effects(code) for code in FACTIONS),
            *(essence_icons.render_requirements(code) for code in FRAGMENT),
        ],
    }
    for game, faces in drawn.items():
        icons = boards.GUIDES[game].list_icons("en")
        in_legend = {name for icon, _ in icons for name in ICON.findall(icon)}
        used = {name for face in faces for name in ICON.findall(face)}
        assert len(used) > 5 and used <= in_legend, (game, used - in_legend)
        says = [
            text for language in LANGUAGES for _, text in boards.GUIDES[game].list_icons(language)
        ]
        assert len(says) == 3 * len(icons) and all(says)
        page = client.get(f"/rules/{game}/").content.decode()
        assert 'href="#legend"' in page and page.count("icon-swatch") == len(icons)
        known = boards.PAGES[game].icons
        assert all(f'id="{name}"' in known for name in in_legend), game


def test_every_line_of_a_score_is_explained() -> None:
    for game, lines in (
        ("enchanters", ("village", "item", "enchantment", "creature", "wound", "wounds")),
        ("essence", ("shards", "fragments")),
    ):
        said = {
            boards.GUIDES[game].explain_score_line(line, language)
            for line in lines
            for language in LANGUAGES
        }
        assert len(said) == 3 * len(lines) and "" not in said


def test_tables_and_the_lobby_lead_to_the_rules_of_their_game(
    as_: As, people: Any, deal: Deal
) -> None:
    alice = as_("alice")
    for game in boards.GUIDES:
        waits = open_match(people["bob"], MatchTerms(game, seats=2))
        own = deal(game, seats=2)
        path = f"/matches/{own.number}/"
        assert f'href="{path}rules/"' in alice.get(path).content.decode()
        for path in (f"/matches/{waits.number}/", "/matches/", f"/matches/new/?game={game}"):
            assert f'href="/rules/{game}/"' in alice.get(path).content.decode(), (game, path)

    assert "/rules/pebbles/" not in alice.get("/matches/new/?game=pebbles").content.decode()


def test_cards_are_found_by_words_of_their_power(client: Client) -> None:
    found = text_of(client.get("/rules/abyss/?q=turn pearl", headers={"x-part": "cards"}))

    assert "Slaver" in found
    assert "Jailer" not in found


def test_the_script_of_the_page_asks_for_the_found_cards_alone(client: Client) -> None:
    part = client.get("/rules/essence/?q=tavern", headers={"x-part": "cards"}).content.decode()

    assert "Tavern" in part and "1 card found." in part
    assert "<html" not in part and "<h1" not in part


def test_accents_and_case_do_not_matter(as_: As, people: dict[str, Player]) -> None:
    people["bob"].language = "fr"
    people["bob"].save()

    page = text_of(as_("bob").get("/rules/abyss/?q=GEOLIER"))

    assert "Geôlier" in page
    assert "1 carte trouvée." in page


def test_nothing_found_says_what_to_do(client: Client) -> None:
    assert "Try a shorter word." in text_of(client.get("/rules/abyss/?q=zzz"))


def test_what_was_looked_for_is_only_words(client: Client) -> None:
    page = client.get("/rules/abyss/", {"q": '"><script>'}).content.decode()

    assert "<script>" not in page


def test_a_game_without_help_has_no_page(client: Client) -> None:
    assert client.get("/rules/pebbles/").status_code == 404
    assert client.get("/rules/nothing/").status_code == 404
