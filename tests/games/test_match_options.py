"""Options chosen when a match is opened: by page, API, scenario and league, and wrong ones."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from games.engine.contract import BadOptions
from games.engine.scenario import run_scenario
from games.models import Match, Player
from games.services import own_bots
from games.services.leagues import terms
from games.services.matches import MatchTerms, open_match
from games.titles import GAMES
from games.titles.enchanters.rules.components import CARD, KINGDOMS

pytestmark = pytest.mark.django_db

ENCHANTERS = GAMES["enchanters"]
VALUES = {option.name: option.values for option in ENCHANTERS.options}


def deal(seats: int = 2, **options: Any) -> Any:
    chosen = {"kingdom_selection": "random", "boxes": 2, **options}
    return ENCHANTERS.set_up_match(seats, b"seed", chosen)


@pytest.mark.parametrize("village", [value for value in VALUES["village"] if value != "auto"])
def test_every_village_can_be_chosen(village: str) -> None:
    assert deal(village=village).village == f"village.{village}"


@pytest.mark.parametrize("overlord", VALUES["chosen_overlord"][1:])
def test_every_overlord_can_be_chosen_in_a_mode_that_it_has(overlord: str) -> None:
    mode = "coop" if CARD[overlord].coop_only else "competitive"

    assert deal(chosen_overlord=overlord, mode=mode).overlord == overlord


@pytest.mark.parametrize("selection", ["random", "group", "player_order"])
def test_chosen_kingdoms_are_in_the_match_whoever_chooses_the_others(selection: str) -> None:
    chosen = ["undead", "bandits"]

    state = deal(kingdoms=chosen, kingdom_selection=selection, kingdom_pool="all")

    assert {"undead", "bandits"} <= set(state.kingdoms)
    if selection != "random":
        (prompt,) = ENCHANTERS.list_prompts(state)
        offered = {choice.args["name"] for choice in prompt.choices}
        assert offered == set(KINGDOMS) - set(chosen)


def test_with_all_kingdoms_chosen_nobody_is_asked_for_one() -> None:
    state = deal(kingdoms=["undead", "gnolls", "dracons", "barbarians"], kingdom_selection="group")

    assert sorted(state.kingdoms) == ["barbarians", "dracons", "gnolls", "undead"]
    assert all(prompt.question != "kingdom" for prompt in ENCHANTERS.list_prompts(state))


def test_without_a_choice_the_deal_is_the_same_as_ever() -> None:
    assert deal(kingdoms=[], chosen_overlord="auto", village="auto") == deal()


WRONG: list[tuple[int, dict[str, Any], str]] = [
    (3, {"kingdoms": list(KINGDOMS)[:4]}, "This match has 3 kingdoms; 4 are chosen."),
    (2, {"kingdoms": list(KINGDOMS)[:5]}, "This match has 4 kingdoms; 5 are chosen."),
    (2, {"mode": "coop", "village": "alea"}, "Guild when they play together: choose no village."),
    (
        2,
        {"overlord": False, "chosen_overlord": "overlord.vragan"},
        "An Overlord is chosen for a match without one.",
    ),
    (
        2,
        {"mode": "coop", "chosen_overlord": "overlord.nargan"},
        "That Overlord cannot be played against together.",
    ),
    (
        2,
        {"chosen_overlord": "overlord.cerberus"},
        "That Overlord is only for matches that are played together.",
    ),
]


@pytest.mark.parametrize(("seats", "options", "why"), WRONG)
def test_options_that_do_not_go_together_are_refused(
    people: dict[str, Player], seats: int, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadOptions, match=why):
        open_match(people["alice"], MatchTerms("enchanters", seats=seats, options=options))
    with pytest.raises(ValueError, match=why):
        run_scenario(ENCHANTERS, {"setup": {"seats": seats, "options": options}})
    assert not Match.objects.exists()


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_refusal_of_options_has_words_in_every_language(language: str) -> None:
    for seats, options, _why in WRONG:
        with pytest.raises(BadOptions) as refused:
            ENCHANTERS.check_options(seats, options)
        said = ENCHANTERS.describe_refusal(refused.value.sentence, refused.value.facts, language)
        assert said and said != refused.value.reason


@pytest.mark.parametrize(
    "kingdoms", ["undead", ["undead", "undead"], ["elves"], ["undead", 1]], ids=str
)
def test_kingdoms_are_a_list_of_different_ones(people: dict[str, Player], kingdoms: Any) -> None:
    chosen = MatchTerms("enchanters", seats=2, options={"kingdoms": kingdoms})

    with pytest.raises(BadOptions, match="kingdoms may be a list of angels, "):
        open_match(people["alice"], chosen)


def filled_in(**options: Any) -> dict[str, Any]:
    """Return the form of a new match as a browser sends it; options by their values."""
    found: dict[str, Any] = {"seats": 2, "bots": 1, "pace": "three_days"}
    for option in ENCHANTERS.options:
        value = options.get(option.name, option.default)
        found[f"option_{option.name}"] = (
            [option.values.index(one) for one in value]
            if isinstance(value, list)
            else option.values.index(value)
        )
    return found


def test_the_page_offers_villages_overlords_and_kingdoms_by_name(as_: Any) -> None:
    page = as_("alice").get("/matches/new/?game=enchanters&preset=wounds").content.decode()

    assert "Dwarfburg" in page and "Cheiron" in page
    assert "Faeries: giving to others" in page
    boxes = re.findall(r'<input type="checkbox" name="option_kingdoms"[^>]*>', page)
    assert len(boxes) == len(KINGDOMS)
    # A recommended set.
    assert sum(" checked" in box for box in boxes) == 3


def test_a_kingdom_of_the_second_box_may_be_chosen_alone(people: dict[str, Player]) -> None:
    """Options that are not given have their default when it is checked whether they go together."""
    chosen = MatchTerms("enchanters", seats=2, options={"kingdoms": ["slimes"]})

    assert open_match(people["alice"], chosen).options["boxes"] == 2


def test_a_match_is_opened_with_what_the_page_says(as_: Any) -> None:
    form = filled_in(
        kingdoms=["gnolls", "undead"], village="alea", chosen_overlord="overlord.theria"
    )

    as_("alice").post("/matches/new/?game=enchanters", form)

    options = Match.objects.get().options
    assert options["kingdoms"] == ["gnolls", "undead"]
    assert (options["village"], options["chosen_overlord"]) == ("alea", "overlord.theria")


def test_the_page_says_why_options_do_not_go_together(as_: Any) -> None:
    form = filled_in(mode="coop", village="alea")

    page = as_("alice").post("/matches/new/?game=enchanters", form).content.decode()

    assert "begin in the Enchanters Guild when they play together: choose no village." in page
    assert not Match.objects.exists()


def test_the_api_takes_the_same_options_and_refuses_the_same(people: dict[str, Player]) -> None:
    robo, token = own_bots.make_bot(people["alice"], name="Robo")
    Player.objects.filter(pk=robo.pk).update(language="de")
    client = Client(headers={"authorization": f"Bearer {token}"})
    body = {"game": "enchanters", "seats": 2, "options": {"kingdoms": ["undead"]}}

    opened = client.post("/api/v1/matches/", body, content_type="application/json")
    body["options"] = {"mode": "coop", "village": "alea"}
    refused = client.post("/api/v1/matches/", body, content_type="application/json")

    assert opened.status_code == 201 and opened.json()["options"]["kingdoms"] == ["undead"]
    assert refused.status_code == 422 and refused.json()["code"] == "bad_options"
    assert "Wähle kein Dorf" in refused.json()["detail"]


def test_the_api_lists_which_options_take_several_values() -> None:
    (kingdoms,) = [
        option
        for option in Client().get("/api/v1/games/enchanters/").json()["options"]
        if option["name"] == "kingdoms"
    ]

    assert kingdoms["many"] and kingdoms["values"] == list(KINGDOMS)


def test_a_scenario_is_dealt_with_what_it_names() -> None:
    options = {"kingdoms": ["undead"], "kingdom_selection": "random", "village": "alea"}

    table = run_scenario(ENCHANTERS, {"setup": {"seats": 3, "options": options}})

    assert "undead" in table.position()["kingdoms"]
    assert table.position()["village"] == "village.alea"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"vilage": "alea"}, r"setup\.options\.vilage: there is no such field.*'village'"),
        ({"village": "nowhere"}, r"setup\.options\.village: 'nowhere' is none of auto, "),
    ],
)
def test_a_scenario_with_an_unknown_option_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        run_scenario(ENCHANTERS, {"setup": {"seats": 2, "options": options}})


def test_a_league_whose_smaller_tables_could_not_be_dealt_is_refused() -> None:
    given = {"game": "enchanters", "seats": 4, "least_seats": 3}

    with pytest.raises(BadOptions, match="3 kingdoms; 4 are chosen"):
        terms.parse_terms({**given, "options": {"kingdoms": list(KINGDOMS)[:4]}})


def test_an_older_match_without_these_options_is_read_as_before() -> None:
    state = deal()
    stored = msgspec.json.decode(msgspec.json.encode(state))

    assert not {"kingdoms", "chosen_overlord"} & set(stored["options"])
    assert msgspec.convert(stored, ENCHANTERS.state_type) == state
