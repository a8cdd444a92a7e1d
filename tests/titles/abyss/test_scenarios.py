"""Every scenario file plays as it says, and the command that runs them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.scenario import ScenarioFailed, parse_scenarios, run_scenario
from games.titles import GAMES

ABYSS, PEBBLES = GAMES["abyss"], GAMES["pebbles"]
FOLDER = Path(__file__).parent / "scenarios"
PROJECT = Path(__file__).parents[3]
SCENARIOS = [
    pytest.param(document, id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.yaml"))
    for number, document in enumerate(parse_scenarios(file.read_text("utf-8")), start=1)
]


@pytest.mark.parametrize("document", SCENARIOS)
def test_a_scenario_file_plays_as_it_says(document: dict[str, Any]) -> None:
    run_scenario(ABYSS, document)


def test_every_worked_example_has_a_file() -> None:
    examples = {file.stem.split("_")[0] for file in FOLDER.glob("*.yaml")}
    assert examples >= {f"a{number}" for number in range(1, 5)}
    assert examples >= {f"g{number}" for number in range(1, 17)}


def test_a_decision_that_fails_is_named_by_its_place_and_reason() -> None:
    alone = {"verb": "recruit", "args": {"lord": "slaver", "allies": ["shellfish5"]}}
    start = {"hand": ["shellfish 5"], "pearls": 3, "court": ["slaver"]}
    with pytest.raises(ScenarioFailed, match=r"play\[2\]: .*to pay 3.*\(cost_not_covered\)"):
        run_scenario(ABYSS, {**start, "play": [{"A": "plot"}, {"A": alone}]})


def test_a_refusal_may_be_expected_and_changes_nothing() -> None:
    table = run_scenario(
        ABYSS,
        {
            "hand": ["shellfish 5"],
            "pearls": 2,
            "court": ["slaver"],
            "play": [{"A": "recruit slaver with shellfish 5", "refused": "unreadable"}],
        },
    )
    assert table.position()["seats"]["A"]["hand"] == ["shellfish 5"]


def test_an_expected_refusal_that_does_not_come_is_a_failure() -> None:
    with pytest.raises(ScenarioFailed, match="accepted"):
        run_scenario(ABYSS, {"pearls": 1, "play": [{"A": "plot", "refused": True}]})


def test_an_expectation_that_fails_names_field_and_values() -> None:
    with pytest.raises(ScenarioFailed, match=r"seats\.A\.pearls is 1, not 2"):
        run_scenario(ABYSS, {"pearls": 1, "expect": {"seats": {"A": {"pearls": 2}}}})


def test_a_match_may_begin_with_a_deal() -> None:
    table = run_scenario(
        ABYSS, {"setup": {"seats": 3, "seed": "0abc", "options": {"hand_limit": "none"}}}
    )
    assert table.names == ["A", "B", "C"]
    assert table.position()["options"] == {"hand_limit": "none"}


def test_chance_may_be_decided_by_the_scenario() -> None:
    table = run_scenario(
        ABYSS,
        {
            "seats": {"A": {"hand": ["crab 5", "squid 3"]}, "B": {"monster_tokens": [2, 3, 4]}},
            "court": ["hunter", "keeper", "trader", "miller"],
            "chance": {"hunter": [4]},
            "play": [{"A": "recruit hunter with crab 5, squid 3"}],
        },
    )
    assert table.position()["seats"]["A"]["monster_tokens"] == [4]


def test_games_without_named_seats_have_scenarios_too() -> None:
    table = run_scenario(
        PEBBLES, {"pile": 4, "taken": [0, 0], "play": [{"0": "take 3"}, {"1": "take 1"}]}
    )
    assert PEBBLES.find_outcome(table.state) is not None


def test_a_recorded_match_replays_as_a_scenario() -> None:
    luck = random.Random(5)
    state = ABYSS.set_up_match(3, b"recorded", {})
    start, moves = ABYSS.write_position(state), []
    while asked := [one for one in ABYSS.list_prompts(state) if one.answered is None]:
        prompt = luck.choice(asked)
        decision = luck.choice(list(luck.choice(prompt.choices).examples()))
        moves.append({"ABC"[prompt.seat]: {"verb": decision.verb, "args": decision.args}})
        ABYSS.play_decision(state, prompt.seat, decision)

    run_scenario(ABYSS, {"position": start, "play": moves, "expect": ABYSS.write_position(state)})


def test_the_order_after_a_reshuffle_may_be_decided() -> None:
    run_scenario(
        ABYSS,
        {
            "pearls": 1,
            "exploration_deck": [],
            "discard": ["crab 1", "crab 2", "crab 3"],
            "chance": {"exploration": [["crab 2", "crab 3", "crab 1"]]},
            "play": [{"A": "explore"}],
            "expect": {"track": ["crab 2"], "exploration_deck": ["crab 3", "crab 1"]},
        },
    )


# The command --------------------------------------------------------------------------------------


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("scenario", "abyss", str(FOLDER / "a4_surplus.yaml"), "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["position"]["seats"]["A"]["affiliated"] == ["squid 2"]
    assert {prompt["seat"] for prompt in told["prompts"]} == {"A", "B"}
    assert told["prompts"][0]["choices"][0] == {"written": "buy", "verb": "buy", "args": {}}
    assert told["outcome"] is None


def test_the_command_prints_a_position_that_can_be_read_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("scenario", "abyss", str(FOLDER / "g16_sealed_offers.yaml"))
    printed = capsys.readouterr().out.split("# G16")[2]
    (document,) = parse_scenarios(printed.split("\n", 1)[1])
    assert ABYSS.read_position(document)


def test_the_command_ends_with_code_1_when_a_scenario_fails(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("{pearls: 1, play: [{A: plot}, {A: plot}]}", "utf-8")
    with pytest.raises(SystemExit) as stopped:
        call_command("scenario", "abyss", str(file))
    assert stopped.value.code == 1


def test_the_command_explains_a_file_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("scenario", "abyss", "nowhere.yaml")


def test_the_command_explains_a_game_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="There is no game chess"):
        call_command("scenario", "chess", "nowhere.yaml")


def test_scenarios_need_no_django() -> None:
    code = "import sys, games.engine.scenario_report; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=False).returncode == 0
